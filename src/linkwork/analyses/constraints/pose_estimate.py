"""A first estimate of the coordinates from roughly known poses of bodies, by least squares (S0 §8.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ...absolute.given_poses import rotation_and_position
from ...contract import ModelError
from ...contract.errors import unknown
from ...numerics.least_squares import Residuals, least_squares_fit
from ...results import State
from ...spatial import Pose
from ...system import System
from .loop_closure import closure_scale, evaluate_closure
from .row_wrenches import LoopClosures

WEAK = 1e-3
"""Weight of the coordinates themselves: what the poses leave open stays near where it was."""


BodyPose = tuple[np.ndarray | None, np.ndarray]
"""(R, p) of a body, R where it is known."""


def poses_given(system: System, bodies: Mapping[str, Any]) -> dict[str, BodyPose]:
    """Poses of bodies as users give them, checked: a `Pose` or (R, p) each, or the position of the body's origin."""
    for name in bodies:
        if name not in system.model.bodies:
            raise ModelError(f"bodies: {unknown('body', name, system.model.bodies)}")
    return {name: _pose(name, value) for name, value in bodies.items()}


def fit_poses(closures: LoopClosures, state: State, bodies: Mapping[str, BodyPose], columns: Sequence[int]) -> State:
    """The state whose bodies come nearest to the poses given."""
    system, columns = closures.system, list(columns)
    wanted = {system.chart.body_number(name): value for name, value in bodies.items()}
    q, scale = state.q.copy(), closures.q_scale[columns]
    start = state.q[columns]

    def residual(x: np.ndarray) -> Residuals:
        q[columns] = x
        now = replace(state, q=q)
        values, slopes = _misfit(closures, now, wanted)
        # Euler parameters stay Euler parameters on the way.
        closure, closure_q = evaluate_closure(system, now)
        count = len(closures.holonomic)
        values += [closure_scale(closures)[count:] * closure[count:], WEAK * (x - start) / scale]
        slopes += [closure_scale(closures)[count:, None] * closure_q[count:]]
        near = np.vstack([s[:, columns] for s in slopes] + [WEAK * np.diag(1.0 / scale)])
        return np.concatenate(values), near

    ones = np.ones(len(residual(start)[0]))
    # Each fit is weighed about the one before: what the weight moves poses that can be met falls by its square.
    for _ in range(3):
        start = least_squares_fit(residual, start, ones, scale).x
    q[columns] = start
    return replace(state, q=q)


def _misfit(
    closures: LoopClosures, state: State, wanted: Mapping[int, tuple[Any, Any]]
) -> tuple[list[np.ndarray], list[np.ndarray]]:
    """Position errors in lever arms and entries of R that are off, with their slopes in q."""
    system, nq = closures.system, closures.system.layout.nq
    now, slope = system.evaluate("body_poses", state), system.evaluate("body_pose_slopes", state)
    values, slopes = [], []
    for k, (R, p) in wanted.items():
        values.append((now.p[k] - p) / closures.length)
        slopes.append(slope.p_q[k] / closures.length)
        if R is not None:
            values.append((now.R[k] - R).ravel())
            slopes.append(slope.R_q[k].reshape(9, nq))
    return values, slopes


def _pose(name: str, value: Any) -> BodyPose:
    is_pair = isinstance(value, (tuple, list)) and len(value) == 2 and not np.isscalar(value[0])
    if isinstance(value, Pose) or is_pair:
        return rotation_and_position(name, value)
    try:
        p = np.asarray(value, dtype=float)
    except (TypeError, ValueError):
        p = np.zeros(0)
    if p.shape != (3,) or not np.isfinite(p).all():
        raise ModelError(
            f"bodies: {name!r}: give a lw.Pose, (R, p), or three finite coordinates of its origin, not {value!r}."
        )
    return None, p
