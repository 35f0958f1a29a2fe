r"""Changes of branch in a graph: functions that pass through zero there, and the smooth pieces on either side.

| operation | changes its branch where | passes through zero there |
|---|---|---|
| `where` on comparisons | a = b | b − a of every comparison |
| min, max | a = b | a − b |
| abs, sign | a = 0 | a |
| floor, ceil | a is a whole number | sin π a |
| a look-up | at the breaks at which its value or slope jumps | a polynomial with roots at these breaks |

`frozen_graph` takes every branch apart: an expression f becomes f(x, σ), smooth in x, in which a symbol σ says on which
side of a change it is. What jumps there is f(x, 1) − f(x, −1) at points x on the border. Look-ups are known by their
breaks and stay what they are.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from .errors import TraceError
from .graph import ONE, ZERO, Bool, Expr, as_expr, binary, choose, comparison, constant, neg, sub, truth, unary
from .node import Node, new_symbol, topological
from .substitute import rebuild_node
from .tables import PiecewisePolynomial, lookup

BRANCHES = frozenset(("lt", "le", "min", "max", "abs", "sign", "floor", "ceil", "lookup"))
SAME_PIECE = 1e-9
"""Jumps of value or slope at a break of a look-up, relative to the largest of all, that are rounding."""


@dataclass(frozen=True, eq=False)
class BranchSwitch:
    """A change of branch."""

    function: Expr
    """Passes through zero at it, in the graph as it is."""
    border: Expr
    """The same between frozen pieces; of floor, the distance to one whole number."""
    side: Expr
    """The symbol σ: 1 where the function is positive, −1 where it is negative."""
    whole: Expr | None = None
    """The symbol of the whole number that floor and ceil pass."""
    argument: Expr | None = None
    """What they are of, in the graph as it is."""

    @property
    def is_lookup(self) -> bool:
        """Whether it is known by its breaks."""
        return self.side is ZERO


@dataclass
class FrozenGraph:
    """Expressions of smooth pieces, and what chooses among these."""

    roots: list[Expr] = field(default_factory=list)
    switches: dict[Expr, BranchSwitch] = field(default_factory=dict)

    def side(self, function: Expr, border: Expr, argument: Expr | None = None) -> tuple[Bool, BranchSwitch]:
        """(whether a function is positive, by its symbol; the change), one for a function and its negative."""
        if argument is None and function not in self.switches and neg(function) in self.switches:
            found = self.switches[neg(function)]
            return comparison("lt", found.side, ZERO), found
        if function not in self.switches:
            number = None if argument is None else new_symbol(Expr, "whole")
            edge = border if number is None else sub(border, number)
            self.switches[function] = BranchSwitch(function, edge, new_symbol(Expr, "side"), number, argument)
        found = self.switches[function]
        return comparison("lt", ZERO, found.side), found


def has_branch(roots: Sequence[Node]) -> bool:
    """Whether some operation has branches."""
    return any(node.op in BRANCHES for node in topological(roots))


def frozen_graph(roots: Sequence[Expr], moves: Callable[[Node], bool]) -> FrozenGraph:
    """Expressions with all branches taken apart that depend on symbols that move."""
    found = FrozenGraph()
    new: dict[Node, Any] = {}
    moving: set[Node] = set()
    for node in topological(roots):
        if moves(node) if node.op == "symbol" else any(a in moving for a in node.args):
            moving.add(node)
        args = [new[a] for a in node.args]
        rule = _RULES.get(node.op) if node in moving else None
        replaced = None if rule is None else rule(found, node, *args)
        if replaced is not None:
            new[node] = replaced
        else:
            same = all(a is b for a, b in zip(args, node.args, strict=True))
            new[node] = node if same else rebuild_node(node.op, args, node.data)
    found.roots = [new[root] for root in roots]
    return found


def _less(found: FrozenGraph, node: Node, a: Expr, b: Expr) -> Bool:
    own = [as_expr(x) for x in node.args]
    return found.side(sub(own[1], own[0]), sub(b, a))[0]


def _equal(found: FrozenGraph, node: Node, a: Expr, b: Expr) -> Bool | None:
    """Numbers are not equal anywhere but at single points; pieces of branches may be."""
    return None if has_branch(node.args) else truth(node.op == "ne")


def _extreme(found: FrozenGraph, node: Node, a: Expr, b: Expr) -> Expr:
    own = [as_expr(x) for x in node.args]
    first = found.side(sub(*own), sub(a, b))[0]
    return choose(first, a, b) if node.op == "max" else choose(first, b, a)


def _absolute(found: FrozenGraph, node: Node, a: Expr) -> Expr:
    return choose(found.side(as_expr(node.args[0]), a)[0], a, neg(a))


def _sign(found: FrozenGraph, node: Node, a: Expr) -> Expr:
    return choose(found.side(as_expr(node.args[0]), a)[0], ONE, constant(-1.0))


def _whole(found: FrozenGraph, node: Node, a: Expr) -> Expr:
    own = as_expr(node.args[0])
    above, switch = found.side(_wave(own), a, own)
    low, high = (-1.0, 0.0) if node.op == "floor" else (0.0, 1.0)
    assert switch.whole is not None
    return switch.whole + choose(above, constant(high), constant(low))


def _wave(a: Expr) -> Expr:
    """sin π a, which is zero at whole numbers a to the last digit: ± sin π (a − n) of the nearest n."""
    nearest = unary("floor", a + 0.5)
    parity = 1.0 - 2.0 * (nearest - 2.0 * unary("floor", 0.5 * nearest))
    return parity * unary("sin", (a - nearest) * math.pi)


def _lookup(found: FrozenGraph, node: Node, a: Expr) -> None:
    breaks = breaking_polynomial(node.data)
    if breaks is not None:
        function = lookup(breaks, as_expr(node.args[0]))
        found.switches.setdefault(function, BranchSwitch(function, ZERO, ZERO))


_RULES: dict[str, Callable[..., Any]] = {
    "lt": _less,
    "le": _less,
    "eq": _equal,
    "ne": _equal,
    "min": _extreme,
    "max": _extreme,
    "abs": _absolute,
    "sign": _sign,
    "floor": _whole,
    "ceil": _whole,
    "lookup": _lookup,
}


def breaking_polynomial(table: PiecewisePolynomial) -> PiecewisePolynomial | None:
    r"""Changes its sign at the breaks of a table at which its value or its slope jumps; None where there are none.

    ±(x − a)(b − x)/(b − a) between neighbours a < b, of alternating signs: continuous with its slope, ±1 at every root.
    Beyond the outer ones it goes on straight. A periodic table is taken over two periods, so that signs fit.
    """
    inner = _breaks(table)
    if not len(inner):
        return None
    if not table.periodic:
        low, high = inner[0], inner[-1]
        width = max(high - low, 1.0)
        edges = np.array([low - width, *inner, high + width])
        rows = [[0.0, 1.0, -width], *_arcs(inner), [0.0, -1.0 if len(inner) % 2 == 0 else 1.0, 0.0]]
        return PiecewisePolynomial(edges, np.array(rows))
    period = table.breaks[-1] - table.breaks[0]
    edges = np.array([*inner, *(inner + period), inner[0] + 2.0 * period])
    return PiecewisePolynomial(edges, np.array(_arcs(edges)), periodic=True)


def _arcs(roots: np.ndarray) -> list[list[float]]:
    """Coefficients of parabolas between neighbours, the first of them positive."""
    return [[-s / w, s, 0.0] for w, s in zip(np.diff(roots), np.resize([1.0, -1.0], len(roots)), strict=False)]


def _breaks(table: PiecewisePolynomial) -> np.ndarray:
    """Breaks, beyond which another polynomial begins, whose values or slopes differ."""
    breaks = table.breaks[:-1] if table.periodic else table.breaks[1:-1]
    jumps = np.zeros(len(breaks), dtype=bool)
    for piece in (table, table.derivative):
        ends = _at_ends(piece)
        left = np.roll(ends, 1) if table.periodic else ends[:-1]
        right = piece.coefficients[:, -1] if table.periodic else piece.coefficients[1:, -1]
        size = np.nan_to_num(np.abs([ends, piece.coefficients[:, -1]])).max(initial=0.0)
        jumps |= ~(np.abs(right - left) <= SAME_PIECE * size)
    return np.asarray(breaks[jumps])


def _at_ends(piece: PiecewisePolynomial) -> np.ndarray:
    """The value of every polynomial at the end of its segment."""
    found = np.zeros(len(piece.breaks) - 1)
    for column in piece.coefficients.T:
        found = found * np.diff(piece.breaks) + column
    return found


__all__ = ["BranchSwitch", "FrozenGraph", "breaking_polynomial", "frozen_graph", "has_branch"]


_NEVER_PASSED = (
    "{} compares by == or !=, which changes at single moments that numbers do not meet; give a difference that passes "
    "through zero, or write the condition with <, >, &, | and ~"
)


def margin(condition: Bool) -> Expr:
    """An expression that is positive where the condition holds, negative where it does not, zero where it changes.

    a < b gives b − a; `&` the smaller, `|` the larger of the margins of both.
    """
    return _margin(condition)


def _margin(node: Node) -> Expr:
    if node.op in ("lt", "le"):
        left, right = node.args
        return sub(as_expr(right), as_expr(left))
    if node.op == "not":
        return neg(_margin(node.args[0]))
    if node.op in ("and", "or"):
        first, second = (_margin(part) for part in node.args)
        return binary("min" if node.op == "and" else "max", first, second)
    if node.op == "const":
        raise TraceError(f"the condition is always {'true' if node.data else 'false'}: it depends on no channel")
    raise TraceError(_NEVER_PASSED.format(node))
