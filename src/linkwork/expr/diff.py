"""Differentiation of graphs: graph in, graph out, so that derivatives of derivatives need nothing further.

Forward mode carries tangents from the inputs, reverse mode cotangents from the outputs. Both are sparse by structure: a
node that does not depend on an input costs nothing for it, and zeros fold away.

A derivative is the sum, over the paths from input to output, of the products of the partials along them. A path through
the branch that a `choose` (or min, max) does not take is not a path, and whatever is infinite or NaN on it must not
spread, though 0·NaN would. So each tangent and cotangent goes with the condition under which any path reaches it, and
has no meaning elsewhere; what comes together under different conditions is chosen by them. Both modes count the same
paths.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from .array import Array, array
from .derivatives import Edge, edges
from .errors import TraceError
from .graph import ONE, TRUE, ZERO, Bool, Expr, Node, as_expr, choose, logical, negation, topological

Parts = dict[Bool, Expr]
"""Condition to the sum of what counts where it holds."""


def forward_derivatives(outputs: Sequence[Expr], tangents: Mapping[Expr, Any]) -> list[Expr]:
    """Directional derivatives Σ_j ∂output_i/∂symbol_j · tangent_j."""
    return _push(topological(outputs), outputs, {s: as_expr(t) for s, t in tangents.items()}, {})


def reverse(outputs: Sequence[Expr], cotangents: Sequence[Any], symbols: Sequence[Expr]) -> list[Expr]:
    """Transposed derivatives Σ_i cotangent_i · ∂output_i/∂symbol_j."""
    order = topological(outputs)
    needed = _dependents(order, symbols)
    adjoint: dict[Node, Parts] = {}
    for root, seed in zip(outputs, cotangents, strict=True):
        _count(adjoint.setdefault(root, {}), TRUE, as_expr(seed))
    for node in reversed(order):
        if node not in adjoint or node not in needed or not node.args:
            continue
        value, reached = _joined(adjoint[node])
        for argument, condition, partial in edges(node):
            if argument in needed:
                _count(adjoint.setdefault(argument, {}), logical("and", reached, condition), value * partial)
    return [_everywhere(*_joined(adjoint.get(s, {}))) for s in symbols]


@dataclass(frozen=True)
class SparseJacobian:
    """The entries ∂output_i/∂symbol_j that are not zero by structure: rows, columns and values of equal length."""

    shape: tuple[int, int]
    rows: np.ndarray
    columns: np.ndarray
    values: list[Expr]

    def dense(self) -> Array:
        """The full matrix, zeros included."""
        matrix = np.full(self.shape, 0.0, dtype=object)
        for i, j, value in zip(self.rows, self.columns, self.values, strict=True):
            matrix[i, j] = value
        return array(matrix)


def sparse_jacobian(outputs: Sequence[Any], symbols: Sequence[Expr]) -> SparseJacobian:
    """All partial derivatives, by whichever mode has fewer sweeps, each sweep only where its input has an effect."""
    roots = [as_expr(x) for x in outputs]
    for s in symbols:
        if not isinstance(s, Expr) or s.op != "symbol":
            raise TraceError(f"derivatives are taken with respect to symbols; {s} is not one.")
    rows_first = len(roots) < len(symbols)
    entries = _by_rows(roots, symbols) if rows_first else _by_columns(roots, symbols)
    kept = sorted((i, j, value) for i, j, value in entries if value is not ZERO)
    return SparseJacobian(
        (len(roots), len(symbols)),
        np.array([i for i, _, _ in kept], dtype=np.intp),
        np.array([j for _, j, _ in kept], dtype=np.intp),
        [value for _, _, value in kept],
    )


def jacobian(outputs: Any, symbols: Any) -> Array:
    """∂outputs/∂symbols as a dense Array of shape outputs.shape + symbols.shape."""
    outputs, symbols = array(outputs), array(symbols)
    dense = sparse_jacobian(list(outputs.ravel()), list(symbols.ravel())).dense()
    return dense.reshape(outputs.shape + symbols.shape)


def gradient_of(output: Any, symbols: Any) -> Array:
    """∂output/∂symbols of one scalar, by reverse mode."""
    symbols = array(symbols)
    return array(reverse([as_expr(output)], [ONE], list(symbols.ravel()))).reshape(symbols.shape)


def hessian(output: Any, symbols: Any) -> Array:
    """The matrix of second derivatives of one scalar: forward mode over reverse mode."""
    return jacobian(gradient_of(output, symbols).ravel(), array(symbols).ravel())


def _by_columns(roots: Sequence[Expr], symbols: Sequence[Expr]) -> Iterable[tuple[int, int, Expr]]:
    """Forward mode: one sweep a symbol, through the nodes that depend on it."""
    order = topological(roots)
    users: dict[Node, list[Node]] = {}
    place = {node: i for i, node in enumerate(order)}
    for node in order:
        for argument in dict.fromkeys(_arguments(node)):
            users.setdefault(argument, []).append(node)
    cache: dict[Node, tuple[Edge, ...]] = {}
    for j, s in enumerate(symbols):
        reached = sorted(_reachable(s, users), key=place.__getitem__)
        column = _push(reached, roots, {s: ONE}, cache)
        yield from ((i, j, value) for i, value in enumerate(column))


def _by_rows(roots: Sequence[Expr], symbols: Sequence[Expr]) -> Iterable[tuple[int, int, Expr]]:
    """Reverse mode: one sweep an output."""
    for i, root in enumerate(roots):
        row = reverse([root], [ONE], symbols)
        yield from ((i, j, value) for j, value in enumerate(row))


def _push(
    order: Sequence[Node], roots: Sequence[Expr], seeds: Mapping[Any, Expr], cache: dict[Node, tuple[Edge, ...]]
) -> list[Expr]:
    """Tangents of `roots`, carried along `order` from `seeds`. `cache` keeps partials between sweeps."""
    tangent: dict[Node, tuple[Expr, Bool]] = {s: (value, TRUE) for s, value in seeds.items()}
    for node in order:
        if not node.args or node in tangent:
            continue
        found = cache.get(node)
        if found is None:
            found = cache[node] = edges(node)
        parts: Parts = {}
        for argument, condition, partial in found:
            if argument in tangent:
                value, reached = tangent[argument]
                _count(parts, logical("and", reached, condition), value * partial)
        if parts:
            tangent[node] = _joined(parts)
    return [_everywhere(*tangent[root]) if root in tangent else ZERO for root in roots]


def _count(parts: Parts, condition: Bool, value: Expr) -> None:
    """Adds what counts under a condition."""
    if value is not ZERO:
        parts[condition] = parts[condition] + value if condition in parts else value


def _joined(parts: Parts) -> tuple[Expr, Bool]:
    """The sum of all parts, and the condition under which it has a meaning."""
    for condition in list(parts):
        opposite = negation(condition)
        if condition in parts and opposite in parts:
            _count(parts, TRUE, choose(condition, parts.pop(condition), parts.pop(opposite)))
    if len(parts) == 1:
        ((condition, value),) = parts.items()
        return value, condition
    total, reached = ZERO, negation(TRUE)
    for condition, value in parts.items():
        total = total + choose(condition, value, ZERO)
        reached = logical("or", reached, condition)
    return total, reached


def _everywhere(value: Expr, reached: Bool) -> Expr:
    """`value` where a path reaches it, zero elsewhere."""
    return choose(reached, value, ZERO)


def _arguments(node: Node) -> tuple[Node, ...]:
    """The arguments that a node's derivative refers to; an opaque output looks through its call."""
    return node.args[0].args if node.op == "output" else node.args


def _dependents(order: Sequence[Node], symbols: Iterable[Expr]) -> set[Node]:
    """The nodes of `order` that depend on any of `symbols`."""
    found: set[Node] = set(symbols)
    for node in order:
        if any(a in found for a in node.args):
            found.add(node)
    return found


def _reachable(start: Node, users: Mapping[Node, list[Node]]) -> set[Node]:
    """The nodes that depend on `start`."""
    found: set[Node] = set()
    stack = [start]
    while stack:
        for node in users.get(stack.pop(), ()):
            if node not in found:
                found.add(node)
                stack.append(node)
    return found
