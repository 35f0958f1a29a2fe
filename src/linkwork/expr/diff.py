"""Differentiation of graphs: graph in, graph out, so that derivatives of derivatives need nothing further.

Forward mode carries tangents from the inputs, reverse mode cotangents from the outputs. Both are sparse by structure: a
node that does not depend on an input costs nothing for it, and zeros fold away.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from .array import Array, array
from .derivatives import partials
from .errors import TraceError
from .graph import ONE, ZERO, Expr, Node, as_expr, topological, where


def forward(outputs: Sequence[Expr], tangents: Mapping[Expr, Any]) -> list[Expr]:
    """Directional derivatives Σ_j ∂output_i/∂symbol_j · tangent_j."""
    return _push(topological(outputs), outputs, {s: as_expr(t) for s, t in tangents.items()}, {})


def reverse(outputs: Sequence[Expr], cotangents: Sequence[Any], symbols: Sequence[Expr]) -> list[Expr]:
    """Transposed derivatives Σ_i cotangent_i · ∂output_i/∂symbol_j."""
    order = topological(outputs)
    needed = _dependents(order, symbols)
    adjoint: dict[Node, Expr] = {}
    for root, seed in zip(outputs, cotangents, strict=True):
        adjoint[root] = adjoint.get(root, ZERO) + as_expr(seed)
    for node in reversed(order):
        value = adjoint.get(node)
        if value is None or node not in needed or not node.args:
            continue
        for argument, partial in partials(node):
            if argument in needed:
                adjoint[argument] = adjoint.get(argument, ZERO) + _times(value, partial)
    return [adjoint.get(s, ZERO) for s in symbols]


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
    """All partial derivatives, by whichever mode has fewer sweeps, each sweep only where its input is felt."""
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


def gradient(output: Any, symbols: Any) -> Array:
    """∂output/∂symbols of one scalar, by reverse mode."""
    symbols = array(symbols)
    return array(reverse([as_expr(output)], [ONE], list(symbols.ravel()))).reshape(symbols.shape)


def hessian(output: Any, symbols: Any) -> Array:
    """The matrix of second derivatives of one scalar: forward mode over reverse mode."""
    return jacobian(gradient(output, symbols).ravel(), array(symbols).ravel())


def _by_columns(roots: Sequence[Expr], symbols: Sequence[Expr]) -> Iterable[tuple[int, int, Expr]]:
    """Forward mode: one sweep a symbol, through the nodes that depend on it."""
    order = topological(roots)
    users: dict[Node, list[Node]] = {}
    for node in order:
        for argument in dict.fromkeys(_arguments(node)):
            users.setdefault(argument, []).append(node)
    cache: dict[Node, Any] = {}
    for j, s in enumerate(symbols):
        reached = _reachable(s, users)
        column = _push(reached, roots, {s: ONE}, cache)
        yield from ((i, j, value) for i, value in enumerate(column))


def _by_rows(roots: Sequence[Expr], symbols: Sequence[Expr]) -> Iterable[tuple[int, int, Expr]]:
    """Reverse mode: one sweep an output."""
    for i, root in enumerate(roots):
        row = reverse([root], [ONE], symbols)
        yield from ((i, j, value) for j, value in enumerate(row))


def _push(
    order: Sequence[Node], roots: Sequence[Expr], seeds: Mapping[Any, Expr], cache: dict[Node, Any]
) -> list[Expr]:
    """Tangents of `roots`, carried along `order` from `seeds`. `cache` keeps partials between sweeps."""
    tangent: dict[Node, Expr] = dict(seeds)
    for node in order:
        if not node.args or node in tangent:
            continue
        total: Expr = ZERO
        if node.op == "where":
            condition, a, b = node.args
            total = where(condition, tangent.get(a, ZERO), tangent.get(b, ZERO))  # type: ignore[arg-type]
        else:
            pairs = cache.get(node)
            if pairs is None:
                pairs = cache[node] = partials(node)
            for argument, partial in pairs:
                value = tangent.get(argument)
                if value is not None:
                    total = total + _times(value, partial)
        if total is not ZERO:
            tangent[node] = total
    return [tangent.get(root, ZERO) for root in roots]


def _times(value: Expr, partial: Expr) -> Expr:
    """value · partial, with a choice kept a choice: where it gives 0, a partial that is NaN must not spread."""
    for choice, factor in ((value, partial), (partial, value)):
        if choice.op == "where" and (choice.args[1] is ZERO or choice.args[2] is ZERO):
            condition, a, b = choice.args
            return where(condition, a * factor, b * factor)  # type: ignore[arg-type]
    return value * partial


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


def _reachable(start: Node, users: Mapping[Node, list[Node]]) -> list[Node]:
    """The nodes that depend on `start`, in topological order."""
    found: dict[int, Node] = {}
    stack = [start]
    while stack:
        for node in users.get(stack.pop(), ()):
            if node.uid not in found:
                found[node.uid] = node
                stack.append(node)
    return [found[uid] for uid in sorted(found)]
