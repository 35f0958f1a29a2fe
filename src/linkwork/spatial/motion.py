r"""Relative motion of two frames, by differentiation of the pose.

With R(y), p(y) and rates ẏ: ω̃ = Ṙ Rᵀ and v = ṗ, both in the axes of the first frame (S0 (3.2.7)).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..expr import Expr, array, forward_derivatives
from ..expr.graph import as_expr
from .pose import Pose
from .rotations import matrix, untilde


@dataclass(frozen=True, eq=False)
class Relative:
    """The motion of frame M relative to frame F: `R`, `p`, `w`, `v` in the axes of F; `w_M`, `v_M` in those of M."""

    R: Any
    p: Any
    w: Any
    v: Any

    @property
    def w_M(self) -> Any:
        """Angular velocity in the axes of M."""
        return self.R.T @ self.w

    @property
    def v_M(self) -> Any:
        """Velocity of M's origin in the axes of M."""
        return self.R.T @ self.v

    @property
    def pose(self) -> Pose:
        """X_FM."""
        return Pose(self.R, self.p)


def twist_of(pose: Pose, rates: Mapping[Expr, Any]) -> tuple[Any, Any]:
    """(ω, v) of M in the axes of F when the symbols of `pose` change at `rates`."""
    r_dot, p_dot = tangents([pose.R, pose.p], rates)
    return untilde(r_dot @ pose.R.T), p_dot


def tangents(values: Sequence[Any], rates: Mapping[Expr, Any]) -> list[Any]:
    """The time derivatives of arrays whose symbols change at `rates`."""
    shaped = [array(value) for value in values]
    flat = [entry for value in shaped for entry in value.ravel()]
    entries = forward_derivatives([as_expr(x) for x in flat], rates)
    results, start = [], 0
    for value in shaped:
        results.append(matrix(array(entries[start : start + value.size]).reshape(value.shape)))
        start += value.size
    return results
