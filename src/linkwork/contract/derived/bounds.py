"""Bounds of expressions by interval arithmetic, and branches that never change because of them.

√(1 − 0.01 sin² t) has a root, and is analytic all the same: its argument stays between 0.99 and 1. Bounds are those of
each operation on the bounds of its arguments (Moore, Interval Analysis, 1966): never too narrow, often too wide.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

from ...expr.node import Node, topological
from ..parameters import Parameter

Bounds = tuple[float, float]
ANYTHING: Bounds = (-math.inf, math.inf)
OFF_BRANCH = 1e-12
"""How far bounds must be from where a branch changes: they are not rounded outwards."""

_RISING: dict[str, Callable[[float], float]] = {"atan": math.atan, "tanh": math.tanh, "sinh": math.sinh}
_RISING |= {"exp": math.exp, "expm1": math.expm1, "asinh": math.asinh}
_WITHIN: dict[str, Bounds] = {"sin": (-1.0, 1.0), "cos": (-1.0, 1.0), "cosh": (1.0, math.inf)}


def bounds_of(roots: Iterable[Node]) -> dict[Node, Bounds]:
    """The least and the greatest value of every node, whatever its symbols are; Parameters are at their own values."""
    found: dict[Node, Bounds] = {}
    for node in topological(list(roots)):
        found[node] = _bounds(node, [found[a] for a in node.args])
    return found


def never_changes(node: Node, found: dict[Node, Bounds]) -> bool:
    """Whether an operation with branches, such as a root or `abs`, stays on the same smooth branch within bounds."""
    low, high = found[node.args[0]]
    if node.op in ("sqrt", "pow"):
        return low > OFF_BRANCH
    if node.op in ("asin", "acos"):
        return low > -1.0 + OFF_BRANCH and high < 1.0 - OFF_BRANCH
    if node.op == "acosh":
        return low > 1.0 + OFF_BRANCH
    if node.op in ("abs", "sign"):
        return low > OFF_BRANCH or high < -OFF_BRANCH
    if node.op == "atan2":
        return found[node.args[1]][0] > OFF_BRANCH
    if node.op in ("min", "max"):
        lower, upper = found[node.args[1]]
        return high < lower or upper < low
    return False


def _bounds(node: Node, args: list[Bounds]) -> Bounds:
    if node.op == "const" and not isinstance(node.data, bool):
        return (float(node.data),) * 2
    if isinstance(node, Parameter):
        return (node.value,) * 2
    if node.op in _WITHIN:
        return _WITHIN[node.op]
    try:
        found = _of_operation(node, args)
    except (OverflowError, ValueError, ZeroDivisionError):
        return ANYTHING
    return ANYTHING if any(math.isnan(x) for x in found) else found


def _of_operation(node: Node, args: list[Bounds]) -> Bounds:
    if node.op in _RISING:
        rising = _RISING[node.op]
        return rising(args[0][0]), rising(args[0][1])
    if node.op in ("sqrt", "asin"):
        root: Callable[[float], float] = math.sqrt if node.op == "sqrt" else math.asin
        return root(args[0][0]), root(args[0][1])
    if node.op == "neg":
        return -args[0][1], -args[0][0]
    if node.op == "add":
        return args[0][0] + args[1][0], args[0][1] + args[1][1]
    if node.op == "sub":
        return args[0][0] - args[1][1], args[0][1] - args[1][0]
    if node.op == "mul":
        return _even(args[0], 2) if node.args[0] is node.args[1] else _product(*args)
    if node.op == "div" and (args[1][0] > 0.0 or args[1][1] < 0.0):
        return _product(args[0], (1.0 / args[1][1], 1.0 / args[1][0]))
    if node.op == "pow" and args[1][0] == args[1][1] and args[1][0] in (2.0, 4.0):
        return _even(args[0], int(args[1][0]))
    if node.op == "abs":
        return _even(args[0], 1)
    if node.op == "min":
        return min(args[0][0], args[1][0]), min(args[0][1], args[1][1])
    if node.op == "max":
        return max(args[0][0], args[1][0]), max(args[0][1], args[1][1])
    return ANYTHING


def _even(x: Bounds, exponent: int) -> Bounds:
    """Of |x| to a power."""
    ends = sorted(abs(end) ** exponent for end in x)
    return (0.0 if x[0] <= 0.0 <= x[1] else ends[0]), ends[1]


def _product(a: Bounds, b: Bounds) -> Bounds:
    ends = [0.0 if 0.0 in (x, y) else x * y for x in a for y in b]
    return min(ends), max(ends)
