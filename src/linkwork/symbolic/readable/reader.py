"""Graphs as readable SymPy expressions: sums of waves, with names for what is used often or too long to write out."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import sympy

from ...expr import array
from ...expr.derivatives import DERIVATIVE_RULES
from ...expr.graph import Node, as_expr, topological
from ...expr.to_sympy import sympy_operation
from .waves import (
    Leaves,
    Sum,
    Waves,
    exact_number,
    inverse_of_waves,
    power_of_waves,
    product_of_waves,
    scaled_waves,
    sum_of_waves,
)


class FormulaReader:
    """Reads graphs. `leaves` says what their symbols are called; `definitions` collects what had to be named."""

    def __init__(self, leaves: Leaves, prefix: str = "x", within_half_a_turn: bool = False) -> None:
        self.leaves, self.prefix = leaves, prefix
        self.within_half_a_turn = within_half_a_turn
        """Whether atan2(sin x, cos x) may be read as x."""
        self.waves = Waves()
        self.definitions: list[tuple[Any, Any]] = []
        self._sums: dict[Node, Sum] = {}
        self._others: dict[Node, Any] = {}
        """Truth values and calls, which are not sums."""

    def sums(self, values: Any) -> list[Sum]:
        """The entries of `values` as sums of waves."""
        roots = [as_expr(x) for x in array(values).ravel()]
        order = topological(roots)
        angles = [node for node in order if node.op == "atan2" and node not in self._sums]
        for node in angles:
            self._read_angle(node)
        self._read_all(order)
        return [self._sums[root] for root in roots]

    def matrix(self, values: Any) -> Any:
        """`values` in SymPy: an expression for a scalar, a column for a vector, a matrix."""
        entries = array(values)
        found = [self.waves.expression(value) for value in self.sums(entries)]
        if entries.ndim == 0:
            return found[0]
        rows, columns = entries.shape if entries.ndim == 2 else (entries.size, 1)
        return sympy.ImmutableMatrix(rows, columns, found)

    def _read_all(self, order: Sequence[Node]) -> None:
        for node in order:
            if node not in self._sums and node not in self._others:
                self._read(node)

    def _read_angle(self, node: Node) -> None:
        """atan2(a, b) with its slopes b/(a² + b²) and −a/(a² + b²), which the graph guards against overflow."""
        self._read_all(topological(node.args))
        a, b = (self._sums[x] for x in node.args)
        across, along = DERIVATIVE_RULES["atan2"](node, *node.args)
        length = sum_of_waves(self._product(a, a), self._product(b, b))
        below = inverse_of_waves(length) or self._reciprocal(length)
        assert across is not None and along is not None
        self._sums[across], self._sums[along] = self._product(b, below), scaled_waves(self._product(a, below), -1.0)
        if along.op == "neg":
            self._sums[along.args[0]] = self._product(a, below)
        plain = self.waves.angle_of(a, b) if self.within_half_a_turn else None
        if plain is not None:
            self._sums[node] = plain
            return
        size = next(iter(length.values())) if set(length) == {((), ())} else 1.0
        factor = 1.0 / math.sqrt(size.real)
        self._sums[node] = self.waves.atom(
            sympy.atan2(*(self.waves.expression(scaled_waves(x, factor)) for x in (a, b)), evaluate=False)
        )

    def _read(self, node: Node) -> None:
        if node.op in ("call", "lt", "le", "eq", "ne", "and", "or", "not") or isinstance(node.data, bool):
            self._others[node] = self._plain(node)
            return
        found = self._arithmetic(node)
        self._sums[node] = self.waves.atom(self._plain(node)) if found is None else found

    def _arithmetic(self, node: Node) -> Sum | None:
        """A sum where the operation gives one, else None."""
        if node.op == "const":
            return self.waves.constant(node.data)
        if node.op == "symbol":
            return self.waves.atom(self.leaves.get(node, sympy.Symbol(str(node.data), real=True)))
        args = [self._sums.get(a) for a in node.args]
        if any(a is None for a in args):
            return None
        a, b = [*args, None][:2]
        assert a is not None
        match node.op:
            case "neg":
                return scaled_waves(a, -1.0)
            case "add" | "sub":
                assert b is not None
                return sum_of_waves(a, b if node.op == "add" else scaled_waves(b, -1.0))
            case "mul":
                assert b is not None
                return self._product(a, b)
            case "div":
                assert b is not None
                below = inverse_of_waves(b)
                return self._product(a, self._reciprocal(b) if below is None else below)
            case "pow":
                return self._power(a, node.args[1])
            case "sin":
                return None if self._is_signal(a) else self.waves.sine(a)
            case "cos":
                return None if self._is_signal(a) else self.waves.cosine(a)
        return None

    def _is_signal(self, argument: Sum) -> bool:
        """Whether an angle is one of time alone: excitations are left as they are, beside the waves of coordinates."""
        places = {k for k, atom in enumerate(self.waves.atoms) if isinstance(atom, sympy.Symbol) and atom.name == "t"}
        return bool(argument) and all(any(place in places for place, _ in mono) for mono, _ in argument)

    def _product(self, a: Sum, b: Sum) -> Sum:
        found = product_of_waves(a, b)
        if found is not None:
            return found
        # Too long to write out: the longer factor gets a name.
        long, short = (a, b) if len(a) >= len(b) else (b, a)
        return self._product(self._named(long), short)

    def _power(self, base: Sum, exponent: Node) -> Sum | None:
        if exponent.op != "const" or exponent.data != int(exponent.data) or abs(exponent.data) > 6:
            return None
        return power_of_waves(base, int(exponent.data))

    def _reciprocal(self, value: Sum) -> Sum:
        ((mono, wave), c), *_ = self.waves.atom(self.waves.expression(value)).items()
        return {(((mono[0][0], -1),), wave): c}

    def _named(self, value: Sum) -> Sum:
        symbol = sympy.Symbol(f"{self.prefix}{len(self.definitions)}", real=True)
        self.definitions.append((symbol, self.waves.expression(value)))
        return self.waves.atom(symbol)

    def _plain(self, node: Node) -> Any:
        """The operation in SymPy on its arguments."""
        args = [self._others[a] if a in self._others else self.waves.expression(self._sums[a]) for a in node.args]
        if node.op == "const":
            return sympy.true if node.data is True else sympy.false if node.data is False else exact_number(node.data)
        return sympy_operation(node, args)


def common_parts(
    expressions: Sequence[Any], prefix: str = "x", least: int = 4
) -> tuple[list[tuple[Any, Any]], list[Any]]:
    """(definitions, expressions): what recurs and has at least so many operations gets a name."""
    names = sympy.numbered_symbols(prefix, real=True)
    definitions, reduced = sympy.cse(list(expressions), symbols=names, order="none")
    small = {s: e for s, e in definitions if e.count_ops() < least}
    for symbol, value in definitions:
        if symbol in small:
            small[symbol] = value.xreplace(small)
    kept = [(symbol, value.xreplace(small)) for symbol, value in definitions if symbol not in small]
    order = {old: sympy.Symbol(f"{prefix}{k}", real=True) for k, (old, _) in enumerate(kept)}
    result = [(order[symbol], value.xreplace(order)) for symbol, value in kept]
    return result, [e.xreplace(small).xreplace(order) for e in reduced]
