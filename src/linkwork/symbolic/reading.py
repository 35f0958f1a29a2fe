"""Graphs as readable SymPy expressions: sums of waves, with names for what is used often or too long to write out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy

from ..expr import array
from ..expr.graph import Node, as_expr, topological
from ..expr.to_sympy import SYMPY, lookup_function, opaque_function
from .waves import Leaves, Sum, Waves, inverse, number, plus, powers, scaled, times


class Reader:
    """Reads graphs. `leaves` says what their symbols are called; `definitions` collects what had to be named."""

    def __init__(self, leaves: Leaves, prefix: str = "x") -> None:
        self.leaves, self.prefix = leaves, prefix
        self.waves = Waves()
        self.definitions: list[tuple[Any, Any]] = []
        self._sums: dict[Node, Sum] = {}
        self._others: dict[Node, Any] = {}
        """Truth values and calls, which are no sums."""

    def sums(self, values: Any) -> list[Sum]:
        """The entries of `values` as sums of waves."""
        roots = [as_expr(x) for x in array(values).ravel()]
        for node in topological(roots):
            if node not in self._sums and node not in self._others:
                self._read(node)
        return [self._sums[root] for root in roots]

    def matrix(self, values: Any) -> Any:
        """`values` in SymPy: an expression for a scalar, a column for a vector, a matrix."""
        entries = array(values)
        found = [self.waves.expression(value) for value in self.sums(entries)]
        if entries.ndim == 0:
            return found[0]
        rows, columns = entries.shape if entries.ndim == 2 else (entries.size, 1)
        return sympy.ImmutableMatrix(rows, columns, found)

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
        a, b = (args + [None])[:2]
        assert a is not None
        match node.op:
            case "neg":
                return scaled(a, -1.0)
            case "add" | "sub":
                assert b is not None
                return plus(a, b if node.op == "add" else scaled(b, -1.0))
            case "mul":
                assert b is not None
                return self._product(a, b)
            case "div":
                assert b is not None
                below = inverse(b)
                return self._product(a, self._reciprocal(b) if below is None else below)
            case "pow":
                return self._power(a, node.args[1])
            case "sin":
                return self.waves.sine(a)
            case "cos":
                return self.waves.cosine(a)
        return None

    def _product(self, a: Sum, b: Sum) -> Sum:
        found = times(a, b)
        if found is not None:
            return found
        # Too long to write out: the longer factor gets a name.
        long, short = (a, b) if len(a) >= len(b) else (b, a)
        return self._product(self._named(long), short)

    def _power(self, base: Sum, exponent: Node) -> Sum | None:
        if exponent.op != "const" or exponent.data != int(exponent.data) or abs(exponent.data) > 6:
            return None
        return powers(base, int(exponent.data))

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
            return sympy.true if node.data is True else sympy.false if node.data is False else number(node.data)
        if node.op == "lookup":
            return lookup_function(node.data)(*args)
        if node.op == "call":
            return sympy.Tuple(*args)
        if node.op == "output":
            return opaque_function(node.args[0].data, node.data)(*args[0])
        return SYMPY[node.op](*args)


def share(expressions: Sequence[Any], prefix: str = "x", least: int = 4) -> tuple[list[tuple[Any, Any]], list[Any]]:
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
