"""The sheet on which equations are derived by hand: its symbols, and the way from SymPy into the graph.

Sums of waves as graphs again, in the order that costs least to evaluate.

A term is (number and parameters) · (sine or cosine) · (coordinates and speeds): what is known before the run comes
first and folds into one number, terms with the same coordinates and speeds share one product, and equal waves in
different equations are computed once.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, reduce
from operator import add, mul
from typing import Any

import sympy
from sympy.core.function import AppliedUndef

from ...contract import ModelError
from ...expr import TraceError, array, cos, sin
from ...expr.from_sympy import ConversionError, from_sympy
from ...expr.graph import as_expr, symbol
from ...formulation.links import Symbols
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


TIME_SYMBOL = sympy.Symbol("t", real=True)


def motion_symbols(names: str | Sequence[str]) -> tuple[Any, Any, Any]:
    """(q, u, t): coordinates of these names, their rates `NAME_dot`, and time, as real SymPy symbols in columns."""
    split = names.replace(",", " ").split() if isinstance(names, str) else list(names)
    q = sympy.Matrix([sympy.Symbol(name, real=True) for name in split])
    u = sympy.Matrix([sympy.Symbol(f"{name}_dot", real=True) for name in split])
    return q, u, TIME_SYMBOL


@dataclass(frozen=True, eq=False)
class Sheet:
    """Coordinates q, their rates u and time t in SymPy, and the symbols of the graph that stand for them."""

    q: tuple[Any, ...]
    u: tuple[Any, ...]
    t: Any
    others: dict[Any, Any] = field(default_factory=dict)
    """Symbols that are none of these, and theirs in the graph; compiling says what they are."""
    places: dict[Any, str] = field(default_factory=dict)
    """Where each of the others was first met."""

    @classmethod
    def of(cls, q: Any, u: Any, t: Any) -> Sheet:
        """A sheet for coordinates; rates are `NAME_dot` and time is t unless they are given."""
        coordinates = tuple(sympy.flatten(q))
        for x in coordinates:
            if not isinstance(x, (sympy.Symbol, AppliedUndef)):
                raise ModelError(f"coordinates: {x!r} is not a symbol; give SymPy symbols, or functions such as x(t).")
        if not coordinates:
            raise ModelError("coordinates: there are none; give at least one symbol.")
        if u is None:
            own = {x: sympy.Derivative(x, x.args[0]) for x in coordinates if isinstance(x, AppliedUndef)}
            rates = tuple(own.get(x) or sympy.Symbol(f"{x.name}_dot", **x.assumptions0) for x in coordinates)
        else:
            rates = tuple(sympy.flatten(u))
        time = coordinates[0].args[0] if t is None and isinstance(coordinates[0], AppliedUndef) else t
        sheet = cls(coordinates, rates, TIME_SYMBOL if time is None else sympy.sympify(time))
        sheet._check()
        return sheet

    def copy(self) -> Sheet:
        """A sheet with the same symbols, on which more can be written."""
        return replace(self, others=dict(self.others), places=dict(self.places))

    def _check(self) -> None:
        if len(self.u) != len(self.q):
            raise ModelError(f"speeds: {len(self.u)} are given for {len(self.q)} coordinates.")
        known = [*self.q, *self.u, self.t]
        twice = [x for x in known if known.count(x) > 1]
        if twice:
            raise ModelError(f"the symbol {twice[0]} stands for two things among coordinates, speeds and time.")

    @cached_property
    def names(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """What coordinates and speeds are called."""
        q = tuple(_name(x) for x in self.q)
        return q, tuple(u.name if isinstance(u, sympy.Symbol) else f"{n}_dot" for u, n in zip(self.u, q, strict=True))

    @cached_property
    def symbols(self) -> Symbols:
        """Those of the graph."""
        q, u = (array([symbol(name) for name in names]) for names in self.names)
        return Symbols(q, u, symbol("t"), array([]), array([]))

    @cached_property
    def known(self) -> dict[Any, Any]:
        """SymPy symbols of the motion to those of the graph."""
        names = self.symbols
        # Rates first: a Derivative contains the coordinate it is the rate of.
        return {**dict(zip(self.u, names.u, strict=True)), **dict(zip(self.q, names.q, strict=True)), self.t: names.t}

    @property
    def leaves(self) -> dict[Any, Any]:
        """Symbols of the graph to what is read: names of coordinates without their arguments."""
        real = {x: sympy.Symbol(name, real=True) for x, name in zip(self.known, self._read_names, strict=True)}
        return {node: real[x] for x, node in self.known.items()} | {node: x for x, node in self.others.items()}

    @property
    def _read_names(self) -> tuple[str, ...]:
        return (*self.names[1], *self.names[0], "t")

    @property
    def motion(self) -> dict[Any, Any]:
        """q̇ = u and ṫ = 1 in the graph."""
        names = self.symbols
        return {**dict(zip(names.q, names.u, strict=True)), names.t: 1.0}

    def put(self, value: Any, place: str) -> Any:
        """`value`, a SymPy expression or matrix, in the graph; `place` is what an error calls it."""
        try:
            expression = sympy.Matrix(value) if isinstance(value, (list, tuple)) else sympy.sympify(value)
            if isinstance(expression, sympy.MatrixBase):
                expression = expression.as_immutable()
            return from_sympy(expression, self._reading(expression, place))
        except (TraceError, sympy.SympifyError, TypeError) as error:
            reason = error.reason if isinstance(error, ConversionError) else error
            raise ModelError(
                f"{place}: {reason} It has no numeric meaning as it stands: write it with known functions, or put a "
                "symbol in its place and give its law with compile_equations(…, inputs={symbol: Law(function, …)})."
            ) from None

    def text(self, value: Any) -> str:
        """A graph of the sheet as one reads it."""
        return str(FormulaReader(self.leaves).matrix(value))

    def tidied(self, values: Any) -> Any:
        """The same array of graphs, written anew as sums of waves."""
        leaves, entries = self.leaves, array(values)
        reader = FormulaReader(leaves)
        sums = reader.sums(entries)
        writer = Rewriter(reader, {x: node for node, x in leaves.items()}, self.others)
        return array([writer.graph(value) for value in sums]).reshape(entries.shape)

    def vector(self, value: Any, place: str) -> Any:
        """Three components in the graph."""
        return self._shaped(value, place, (3,), "three components")

    def tensor(self, value: Any, place: str) -> Any:
        """A 3 × 3 matrix in the graph."""
        return self._shaped(value, place, (3, 3), "3 × 3 entries")

    def _shaped(self, value: Any, place: str, shape: tuple[int, ...], words: str) -> Any:
        entries = array(self.put(value, place))
        size = int(array(entries).size)
        if size != 3 ** len(shape):
            raise ModelError(f"{place}: needs {words}, has {size}.")
        return entries.reshape(shape)

    def _reading(self, expression: Any, place: str) -> Mapping[Any, Any]:
        for x in sorted(expression.free_symbols - set(self.known), key=str):
            if x not in self.others:
                if x.name in (*self._read_names,):
                    raise ModelError(
                        f"{place}: its {x.name} is another symbol than the one of the same name among coordinates, "
                        "speeds and time (SymPy tells symbols with different assumptions apart); use one of them."
                    )
                if x.name in (other.name for other in self.others):
                    raise ModelError(f"{place}: two symbols are called {x.name}; use one, or two names.")
                self.others[x] = symbol(x.name)
                self.places[x] = place
        return {**self.known, **self.others}


def _name(x: Any) -> str:
    return str(x.func.__name__) if isinstance(x, AppliedUndef) else str(x.name)
