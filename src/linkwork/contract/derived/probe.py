"""Constants in disguise: expressions such as c² + s² that are the same number everywhere, found by trying.

An analytic expression that has one value at several random points has it everywhere; the graph itself knows no
identities of trigonometry. What has branches, tables or foreign code in it is left as it is: elsewhere it may differ.
So may inverse functions: asin(sin q) is q in one half of the circle only, and √q² is q on one side of zero.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...expr import array
from ...expr.evaluate import evaluate
from ...expr.graph import as_expr
from ...expr.node import Node, topological
from ..parameters import Parameter

PROBES = 7
PROBE_TOLERANCE = 2e-13
FOREIGN = frozenset(("call", "output"))
BRANCHING = FOREIGN | frozenset(("lookup", "where", "abs", "sign", "floor", "ceil", "min", "max"))
INVERSE = frozenset(("sqrt", "asin", "acos", "acosh", "atan2"))


def fold_constants(values: Any, points: Sequence[dict[str, float]], candidates: Sequence[Any] = ()) -> Any:
    """`values` with every entry that is a number, or one of the `candidates`, at all `points` replaced by it."""
    entries = array(values)
    flat = [as_expr(x) for x in entries.ravel()]
    known = list(zip(candidates, sampled([as_expr(c) for c in candidates], points).T, strict=True))
    folded = [_simplest(row, x, known) for row, x in zip(sampled(flat, points).T, flat, strict=True)]
    return array(folded).reshape(entries.shape)


def sampled(values: Sequence[Any], points: Sequence[dict[str, float]]) -> np.ndarray:
    """The numbers of expressions at each point, a row for each point."""
    rows = [[np.float64(v) for v in evaluate(values, point)] for point in points]
    return np.array(rows).reshape(len(points), len(values))


def deciding(node: Node) -> tuple[Node, ...]:
    """The arguments on which it depends which branch of an operation holds; none for analytic operations."""
    if node.op == "where":
        return node.args[:1]
    if node.op in BRANCHING or node.op in INVERSE:
        return node.args
    if node.op == "pow":
        exponent = node.args[1]
        return () if exponent.op == "const" and float(exponent.data).is_integer() else node.args[:1]
    return ()


def has_branches(value: Node) -> bool:
    """Whether an expression has branches; of inverse functions, those whose argument is not made of Parameters only."""
    moving: set[int] = set()
    for node in topological([value]):
        if node.op in BRANCHING or any(a.uid in moving for a in deciding(node)):
            return True
        if (node.op == "symbol" and not isinstance(node, Parameter)) or any(a.uid in moving for a in node.args):
            moving.add(node.uid)
    return False


def _simplest(row: np.ndarray, value: Any, candidates: Sequence[tuple[Any, np.ndarray]]) -> Any:
    if not value.args or not np.isfinite(row).all():
        return value
    if np.ptp(row) <= PROBE_TOLERANCE:
        middle = float(np.sort(row)[(len(row) - 1) // 2 : len(row) // 2 + 1].mean())  # np.median loads masked arrays
        rounded = round(middle)
        found: Any = float(rounded) if abs(middle - rounded) < PROBE_TOLERANCE else middle
    else:
        matches = (candidate for candidate, other in candidates if np.abs(other - row).max() <= PROBE_TOLERANCE)
        found = next(matches, None)
    return value if found is None or has_branches(value) else found
