"""Constants in disguise: expressions such as c² + s² that are the same number everywhere, found by trying.

An analytic expression that has one value at several random points has it everywhere; the graph itself knows no
identities of trigonometry. What has branches, tables or foreign code in it is left as it is: elsewhere it may differ.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..expr import array
from ..expr.evaluate import evaluate
from ..expr.graph import as_expr
from ..expr.node import topological

SAMPLES = 7
TOLERANCE = 2e-13
BRANCHING = frozenset(("lookup", "call", "output", "where", "abs", "sign", "floor", "ceil", "min", "max"))


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


def _simplest(row: np.ndarray, value: Any, candidates: Sequence[tuple[Any, np.ndarray]]) -> Any:
    if not value.args or any(node.op in BRANCHING for node in topological([value])) or not np.isfinite(row).all():
        return value
    if np.ptp(row) <= TOLERANCE:
        mean = float(np.median(row))
        rounded = round(mean)
        return float(rounded) if abs(mean - rounded) < TOLERANCE else mean
    matches = (candidate for candidate, other in candidates if np.abs(other - row).max() <= TOLERANCE)
    return next(matches, value)
