"""Rows that must be linear in velocities: by derivatives of what was traced, or by numbers alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...expr import array, jacobian
from ...expr.graph import as_expr
from ...expr.node import topological
from ..errors import ModelError
from .probe import FOREIGN, deciding, sampled
from .return_values import numbers

CURVATURE_TOLERANCE = 1e-9
"""What counts as no curvature, relative to the slopes of a row."""


def check_linear(label: str, rows: Any, velocities: list[Any], points: list[dict[str, float]]) -> None:
    """Raises where `rows` are not linear in the velocities, in words.

    No branch depends on a velocity, second derivatives vanish, and r(V) + r(−V) = 2 r(0).
    """
    flat = [as_expr(x) for x in array(rows).ravel()]
    if not flat:
        return
    slopes = jacobian(array(flat), array(velocities))
    second = jacobian(slopes, array(velocities))
    bent = np.abs(sampled(list(second.ravel()), points)).max(axis=0).reshape(second.shape).max(axis=1, initial=0.0)
    size = np.abs(sampled(list(slopes.ravel()), points)).max(axis=0).reshape(slopes.shape).max(axis=1, initial=0.0)
    there, back, rest = (
        sampled(flat, [point | {str(s.data): factor * point[str(s.data)] for s in velocities} for point in points])
        for factor in (1.0, -1.0, 0.0)
    )
    kinked = np.abs(there + back - 2.0 * rest).max(axis=0)
    size = np.maximum(size, np.abs([there, back, rest]).max(axis=(0, 1)))
    for row, value in enumerate(flat):
        allowed = CURVATURE_TOLERANCE * size[row]
        # NaN counts as not linear.
        straight = bent[row].max(initial=0.0) <= allowed and kinked[row] <= allowed
        if not straight or _branches_on(value, velocities):
            k = int(np.argmax(bent[row])) if np.any(bent[row] > allowed) else None
            hint = f" (look at {velocities[k]})" if k is not None else ""
            raise ModelError(
                f"{label}: row {row + 1} is not linear in the velocities{hint}. It must be a sum of velocities, each "
                "times a function of place and time, and of one such function alone."
            )


def looks_linear(function: Callable[[np.ndarray], Any], count: int) -> bool:
    """Whether numbers at one velocity, its opposite, its double and none say that `function` is linear."""
    V = np.random.default_rng(24).normal(size=count)
    there, back, twice, rest = (numbers(function(factor * V)).ravel() for factor in (1.0, -1.0, 2.0, 0.0))
    allowed = CURVATURE_TOLERANCE * np.abs([there, back, twice, rest]).max(axis=0, initial=0.0)
    even, ratio = np.abs(there + back - 2.0 * rest), np.abs(twice - 2.0 * there + rest)
    return bool((even <= allowed).all() and (ratio <= allowed).all())


def _branches_on(value: Any, velocities: list[Any]) -> bool:
    """Whether a branch, a kink or a table depends on a velocity. Foreign code is known by its numbers only."""
    moving = {v.uid for v in velocities}
    for node in topological([value]):
        if node.op not in FOREIGN and any(a.uid in moving for a in deciding(node)):
            return True
        if any(a.uid in moving for a in node.args):
            moving.add(node.uid)
    return False
