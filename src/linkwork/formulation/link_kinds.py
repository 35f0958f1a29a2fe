"""Links of one kind: the same expressions with other numbers. What is traced for one of them serves all.

A kind has a symbol for every number of its links that is not 0, 1 or −1, so that what folds in straight-line code folds
here as well; the numbers are rows of a table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from ..expr import array, symbols
from ..expr.graph import Node, as_expr, topological
from ..expr.node import text_number
from ..expr.primitives import COMMUTATIVE
from ..expr.substitute import rebuild_node
from ..spatial import Pose, matrix
from .links import Link, Symbols

LOWER = [(i, j) for i in range(3) for j in range(i + 1)]
KEPT_NUMBERS = frozenset((0.0, 1.0, -1.0))


@dataclass(frozen=True, eq=False)
class LinkKind:
    """A link whose numbers are `row`, whose own coordinates and speeds are `q` and `u`; what else it uses is shared."""

    link: Link
    row: Any
    q: Any
    u: Any


@dataclass(frozen=True, eq=False)
class Kinds:
    """The kinds of some links: `of[i]` is the kind of link i by number, `rows[i]` its numbers."""

    kinds: tuple[LinkKind, ...]
    of: tuple[int, ...]
    rows: tuple[tuple[float, ...], ...]


def find_kinds(links: Sequence[Link], names: Symbols) -> Kinds:
    """The links of a tree sorted by kind."""
    known: dict[Any, int] = {}
    kinds: list[LinkKind] = []
    of, rows = [], []
    for link in links:
        form = _Form(link, names)
        if form.key not in known:
            known[form.key] = len(kinds)
            kinds.append(form.kind())
        of.append(known[form.key])
        rows.append(tuple(form.numbers))
    return Kinds(tuple(kinds), tuple(of), tuple(rows))


class _Form:
    """One link taken apart: nodes in order, numbers apart from them."""

    def __init__(self, link: Link, names: Symbols) -> None:
        self.link = link
        branch = link.branch
        self.sizes = (branch.q.stop - branch.q.start, branch.u.stop - branch.u.start)
        self.entries = [_unsigned(as_expr(x)) for part in _parts(link) for x in array(part).ravel()]
        own = [*names.q[branch.q], *names.u[branch.u]]
        self.own: Mapping[Node, int] = {symbol: k for k, symbol in enumerate(own)}
        self.shape = self._shapes()
        # An entry that is a number counts for itself: that two are equal may be chance.
        self.nodes = self._in_order([x for x in self.entries if not _is_number(x)])
        self.numbers = [n.data for n in (*self.nodes, *self.entries) if _is_number(n)]

    def _shapes(self) -> dict[Node, int]:
        """A hash of each expression, the same for links of one kind: whatever their numbers and their coordinates."""
        found: dict[Node, int] = {}
        for node in topological(self.entries):
            if _is_number(node):
                found[node] = 0
            elif node in self.own:
                found[node] = 1 + self.own[node]
            elif not node.args:
                found[node] = node.rank
            else:
                shapes = [found[a] for a in node.args]
                found[node] = hash((text_number(node.op), *(sorted(shapes) if node.op in COMMUTATIVE else shapes)))
        return found

    def _in_order(self, roots: Sequence[Node]) -> list[Node]:
        """All nodes, arguments first, in an order that links of one kind share."""
        found: dict[Node, None] = {}

        def visit(node: Node) -> None:
            if node not in found:
                for argument in self._arguments(node):
                    visit(argument)
                found[node] = None

        for root in roots:
            visit(root)
        return list(found)

    def _arguments(self, node: Node) -> Sequence[Node]:
        """The arguments of a node, where they commute in an order that links of one kind share."""
        return sorted(node.args, key=self.shape.__getitem__) if node.op in COMMUTATIVE else node.args

    @cached_property
    def key(self) -> Any:
        """What links of one kind have in common."""
        place: dict[Node, int] = {}
        texts: list[Any] = []
        for node in self.nodes:
            place[node] = len(place)
            arguments = tuple(place[a] for a in self._arguments(node))
            if _is_number(node):
                texts.append("number")
            elif node in self.own:
                texts.append(("own", self.own[node]))
            else:
                data = node if node.op == "symbol" else node.data
                texts.append((node.op, data if isinstance(data, (int, float, bool)) else id(data), arguments))
        shapes = tuple(np.shape(part) for part in _parts(self.link))
        return tuple(texts), tuple(-1 if _is_number(x) else place[x] for x in self.entries), shapes, self.sizes

    def kind(self) -> LinkKind:
        """The kind this link is the first of."""
        row = symbols("row", len(self.numbers))
        q, u = symbols("own_q", self.sizes[0]), symbols("own_u", self.sizes[1])
        own = [*q, *u]
        left = iter(row)
        new: dict[Node, Any] = {}
        for node in self.nodes:
            if _is_number(node):
                new[node] = next(left)
            elif node in self.own:
                new[node] = own[self.own[node]]
            else:
                new[node] = rebuild_node(
                    node.op, [new[a] for a in node.args], node if node.op == "symbol" else node.data
                )
        entries = [next(left) if _is_number(x) else new[x] for x in self.entries]
        return LinkKind(_put_together(self.link, iter(entries)), row, q, u)


def _unsigned(node: Node) -> Node:
    """The entry itself, 0 where it is −0: two ways to write a zero would make two kinds."""
    return as_expr(0.0) if node.op == "const" and node.data == 0.0 else node


def _is_number(node: Node) -> bool:
    return node.op == "const" and not isinstance(node.data, bool) and node.data not in KEPT_NUMBERS


def _parts(link: Link) -> list[Any]:
    """Everything in a link that is computed with."""
    poses = [x for step in link.steps for x in (step.R, step.p)]
    return [*poses, link.phi, link.V_0, link.bias, link.mass, link.moment, lower_half(link.inertia)]


def _put_together(link: Link, entries: Iterator[Any]) -> Link:
    """The link with other entries."""

    def next_like(part: Any) -> Any:
        shape = np.shape(part)
        values = [next(entries) for _ in range(int(np.prod(shape, dtype=int)))]
        return matrix(array(values).reshape(shape)) if shape else values[0]

    steps = tuple(Pose(next_like(step.R), next_like(step.p)) for step in link.steps)
    phi, v_0, bias, mass, moment = (next_like(x) for x in (link.phi, link.V_0, link.bias, link.mass, link.moment))
    inertia = from_lower_half([next(entries) for _ in LOWER])
    return replace(link, steps=steps, phi=phi, V_0=v_0, bias=bias, mass=mass, moment=moment, inertia=inertia)


def lower_half(symmetric: Any) -> list[Any]:
    """Six numbers of a symmetric 3 × 3 matrix."""
    return [symmetric[k] for k in LOWER]


def from_lower_half(six: Sequence[Any]) -> Any:
    """The matrix of these six numbers."""
    place = {pair: k for k, pair in enumerate(LOWER)}
    return matrix([[six[place[max(i, j), min(i, j)]] for j in range(3)] for i in range(3)])
