r"""Expressions as sums of waves: what makes derived equations readable, and what two of them are compared by.

Every sum of products of sines and cosines of linear arguments is

$$ \sum_j c_j\, m_j(\ldots)\, e^{i (k_j \cdot \vartheta)} $$

with monomials m of symbols (and of whatever is not a sum of products), angles ϑ and whole numbers k. The form is
unique: sin² + cos² is 1 in it and sin a sin b + cos a cos b is cos(a − b), without looking for rules that might apply.
It costs a product of two sums where `simplify` costs a search.
"""

from __future__ import annotations

import cmath
from collections.abc import Mapping
from typing import Any

import sympy

Mono = tuple[tuple[int, int], ...]
"""(atom, exponent) pairs, by atom."""
Wave = tuple[tuple[int, int], ...]
"""(angle, whole number) pairs, by angle."""
Sum = dict[tuple[Mono, Wave], complex]

MOST_WAVES = 3000
"""Terms of a product that are still written out."""
WAVE_ROUNDING = 1e-12
"""What is smaller than this part of what it is the difference of, is nothing."""


class Waves:
    """The atoms and angles that sums refer to; both are SymPy expressions."""

    def __init__(self) -> None:
        self.atoms: list[Any] = []
        self.angles: list[Any] = []
        self._angle_sums: list[Sum] = []
        self._places: dict[tuple[str, Any], int] = {}

    def constant(self, value: float) -> Sum:
        """A number."""
        return {((), ()): complex(value)} if value else {}

    def atom(self, expression: Any) -> Sum:
        """A symbol, or anything that is taken as it is."""
        return {(((self._place("atom", expression, self.atoms), 1),), ()): 1.0 + 0.0j}

    def turn(self, argument: Sum) -> Sum | None:
        """e^{i argument}; None where the argument is not linear in monomials."""
        phase = 0.0
        wave: dict[int, int] = {}
        for (mono, inner), c in argument.items():
            if inner or abs(c.imag) > 0.0:
                return None
            if not mono:
                phase = c.real
                continue
            whole = round(c.real)
            exact = whole != 0 and abs(c.real - whole) < WAVE_ROUNDING
            angle = self._of_mono(mono) * (1 if exact else exact_number(c.real))
            place = self._place("angle", angle, self.angles)
            if place == len(self._angle_sums):
                self._angle_sums.append({(mono, ()): 1.0 + 0j if exact else c})
            wave[place] = wave.get(place, 0) + (whole if exact else 1)
        return {((), tuple(sorted(wave.items()))): cmath.exp(1j * phase)}

    def sine(self, argument: Sum) -> Sum | None:
        """sin of a sum."""
        turned = self.turn(argument)
        return (
            None
            if turned is None
            else sum_of_waves(scaled_waves(turned, -0.5j), scaled_waves(conjugate_waves(turned), 0.5j))
        )

    def cosine(self, argument: Sum) -> Sum | None:
        """cos of a sum."""
        turned = self.turn(argument)
        return (
            None
            if turned is None
            else sum_of_waves(scaled_waves(turned, 0.5), scaled_waves(conjugate_waves(turned), 0.5))
        )

    def angle_of(self, across: Sum, along: Sum) -> Sum | None:
        """x where `across` is c sin x and `along` is c cos x with positive c, in the same whole numbers; else None."""
        turned = sum_of_waves(along, scaled_waves(across, 1j))
        if len(turned) != 1:
            return None
        ((mono, wave), c), *_ = turned.items()
        if mono or abs(c.imag) > WAVE_ROUNDING * abs(c) or c.real <= 0.0:
            return None
        total: Sum = {}
        for place, k in wave:
            total = sum_of_waves(total, scaled_waves(self._angle_sums[place], k))
        return total

    def expression(self, value: Sum) -> Any:
        """The sum in SymPy, in sines and cosines."""
        groups: dict[tuple[Mono, Wave], list[complex]] = {}
        for (mono, wave), c in value.items():
            turned = _is_turned(wave)
            pair = groups.setdefault((mono, _opposite(wave) if turned else wave), [0j, 0j])
            pair[turned] += c
        factors: dict[Mono, list[Any]] = {}
        for (mono, wave), (up, down) in groups.items():
            terms = factors.setdefault(mono, [])
            if not wave:
                terms.append(exact_number(up.real))
                continue
            angle = sympy.Add(*[k * self.angles[place] for place, k in wave])
            even, odd = (up + down).real, (1j * (up - down)).real
            size = max(abs(even), abs(odd))
            if abs(even) > WAVE_ROUNDING * size:
                terms.append(exact_number(even) * sympy.cos(angle))
            if abs(odd) > WAVE_ROUNDING * size:
                terms.append(exact_number(odd) * sympy.sin(angle))
        return sympy.Add(*[self._of_mono(mono) * sympy.Add(*terms) for mono, terms in factors.items()])

    def _of_mono(self, mono: Mono) -> Any:
        return sympy.Mul(*[self.atoms[place] ** power for place, power in mono])

    def _place(self, kind: str, expression: Any, entries: list[Any]) -> int:
        key = (kind, expression)
        if key not in self._places:
            self._places[key] = len(entries)
            entries.append(expression)
        return self._places[key]


def sum_of_waves(a: Sum, b: Sum) -> Sum:
    """a + b, without what only rounding leaves."""
    result = dict(a)
    for key, c in b.items():
        before = result.get(key, 0j)
        after = before + c
        if abs(after) <= WAVE_ROUNDING * (abs(before) + abs(c)):
            result.pop(key, None)
        else:
            result[key] = after
    return result


def scaled_waves(a: Sum, factor: complex) -> Sum:
    """factor · a."""
    return {key: factor * c for key, c in a.items()} if factor else {}


def product_of_waves(a: Sum, b: Sum) -> Sum | None:
    """a · b; None where that has more terms than are written out."""
    if len(a) * len(b) > MOST_WAVES:
        return None
    result: Sum = {}
    for (mono, wave), c in a.items():
        result = sum_of_waves(result, {(_merged(mono, m), _merged(wave, w)): c * d for (m, w), d in b.items()})
    return result


def inverse_of_waves(a: Sum) -> Sum | None:
    """1 / a where a is one term without a wave."""
    if len(a) != 1:
        return None
    ((mono, wave), c), *_ = a.items()
    return None if wave else {(tuple((place, -power) for place, power in mono), ()): 1.0 / c}


def conjugate_waves(a: Sum) -> Sum:
    """The complex conjugate."""
    return {(mono, _opposite(wave)): c.conjugate() for (mono, wave), c in a.items()}


def largest_coefficient(a: Sum) -> float:
    """The largest coefficient."""
    return max((abs(c) for c in a.values()), default=0.0)


def exact_number(value: float) -> Any:
    """A coefficient as one would write it: a simple fraction, a short decimal, a fraction, a long decimal."""
    for candidate in (
        sympy.Rational(value).limit_denominator(24),
        sympy.Float(round(value, 6)),
        sympy.Rational(value).limit_denominator(720),
    ):
        if abs(float(candidate) - value) <= 1e-13 * abs(value) and abs(value) < 10**6:
            return candidate
    return sympy.Float(value)


def _merged(a: tuple[tuple[int, int], ...], b: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
    if not a or not b:
        return a or b
    sums: dict[int, int] = dict(a)
    for place, k in b:
        sums[place] = sums.get(place, 0) + k
    return tuple(sorted((place, k) for place, k in sums.items() if k))


def _opposite(wave: Wave) -> Wave:
    return tuple((place, -k) for place, k in wave)


def _is_turned(wave: Wave) -> bool:
    """Whether a wave is written with its first number negative."""
    return bool(wave) and wave[0][1] < 0


def power_of_waves(base: Sum, exponent: int) -> Sum | None:
    """base^exponent for a whole number."""
    if exponent < 0:
        found = inverse_of_waves(base)
        return None if found is None else power_of_waves(found, -exponent)
    result: Sum | None = {((), ()): 1.0 + 0.0j}
    for _ in range(exponent):
        result = None if result is None else product_of_waves(result, base)
    return result


Leaves = Mapping[Any, Any]
"""What each symbol of a graph is called."""
