"""Sums of waves as graphs again, in the order that costs least to evaluate.

A term is (number and parameters) · (sine or cosine) · (coordinates and speeds): what is known before the run comes
first and folds into one number, terms with the same coordinates and speeds share one product, and equal waves in
different equations are computed once.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import reduce
from operator import add, mul
from typing import Any

import sympy

from ...expr import array, cos, sin
from ...expr.from_sympy import from_sympy
from ...expr.graph import as_expr
from ..readable.reader import FormulaReader
from ..readable.waves import Mono, Sum, Wave

PAIR_ROUNDING = 1e-12


class Rewriter:
    """Writes what a reader has read; `symbols` are SymPy symbols to nodes, `constants` those known before a run."""

    def __init__(self, reader: FormulaReader, symbols: Mapping[Any, Any], constants: Collection[Any]) -> None:
        self.waves = reader.waves

        def put(values: Sequence[Any]) -> Sequence[Any]:
            column = sympy.ImmutableMatrix(len(values), 1, list(values))
            return [as_expr(x) for x in array(from_sympy(column, symbols, reader.definitions)).ravel()]

        self.atoms, self.angles = put(self.waves.atoms), put(self.waves.angles)
        self.fixed = {k for k, x in enumerate(self.waves.atoms) if x in constants}

    def graph(self, value: Sum) -> Any:
        """The sum."""
        factors: dict[Mono, list[Any]] = {}
        for (mono, wave), (even, odd) in _pairs(value).items():
            moving = tuple((place, power) for place, power in mono if place not in self.fixed)
            known = self._product([(place, power) for place, power in mono if place in self.fixed])
            factors.setdefault(moving, []).extend(self._turned(wave, known, even, odd))
        terms = [reduce(add, parts) * self._product(moving) for moving, parts in factors.items()]
        return reduce(add, terms) if terms else as_expr(0.0)

    def _turned(self, wave: Wave, known: Any, even: float, odd: float) -> list[Any]:
        """known · even · cos(k·ϑ) and known · odd · sin(k·ϑ), where they are not zero."""
        if not wave:
            return [known * even]
        angle = reduce(add, (float(k) * self.angles[place] for place, k in wave))
        size = PAIR_ROUNDING * max(abs(even), abs(odd))
        return [known * x * f(angle) for x, f in ((even, cos), (odd, sin)) if abs(x) > size]

    def _product(self, mono: Sequence[tuple[int, int]]) -> Any:
        above, below = (
            reduce(mul, [self.atoms[p] for p, power in mono for _ in range(sign * power)], as_expr(1.0))
            for sign in (1, -1)
        )
        return above / below


def _pairs(value: Sum) -> dict[tuple[Mono, Wave], tuple[float, float]]:
    """Coefficients of cosine and sine by monomial and wave, opposite waves together."""
    groups: dict[tuple[Mono, Wave], list[complex]] = {}
    for (mono, wave), c in value.items():
        turned = bool(wave) and wave[0][1] < 0
        pair = groups.setdefault((mono, tuple((place, -k) for place, k in wave) if turned else wave), [0j, 0j])
        pair[turned] += c
    return {key: ((up + down).real, (1j * (up - down)).real) for key, (up, down) in groups.items()}
