r"""Points on modal bodies in absolute coordinates: where frames stand in their bodies, and how they move there.

With the motion (w, v) of a frame relative to its body and its rates, all in the axes of the frame, the acceleration of
its origin p is $a + \alpha\times p + \omega\times(\omega\times p) + 2\omega\times v + \omega_{rel}\times v + \dot v$.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from ..consistency import number_pose
from ..contract import HingeForm
from ..contract.derived.hinge_numbers import hinge_function
from ..model import Body, Point
from ..results import State
from ..spatial import Pose
from ..topology.elastic_frames import frame_hinge


@dataclass(frozen=True, eq=False)
class FrameMotion:
    """A frame relative to its body: pose, and velocity and its rate in the axes of the frame (6 each)."""

    pose: Pose
    velocity: np.ndarray
    rate: np.ndarray


@lru_cache(maxsize=256)
def _form(body: Body, frame: str) -> Any:
    form = HingeForm(frame_hinge(body, frame))
    return form, hinge_function(form, R=form.pose.R, p=form.pose.p, phi=form.phi, bias=form.bias)


def frame_motion(body: Body, frame: str, state: State, u_dot: np.ndarray | None = None) -> FrameMotion:
    """A frame of a modal body at a state of an absolute system; `u_dot` are accelerations of the whole."""
    _, function = _form(body, frame)
    q_place, u_place = state.layout.elastic[body.name]
    e, u = state.q[q_place], state.u[u_place]
    R, p, phi, bias = function(e, u, 0.0, np.zeros(0))
    rates = np.zeros(len(u)) if u_dot is None else u_dot[u_place]
    return FrameMotion(Pose(np.asarray(R), np.asarray(p)), phi @ u, phi @ rates + bias)


def pose_on_body(point: Point, state: State) -> Pose:
    """Where a point stands in its body frame at a state, in numbers."""
    if point.frame is None:
        return number_pose(point.X, state)
    return frame_motion(point.body, point.frame, state).pose @ number_pose(point.X_held, state)


def point_acceleration(
    point: Point, state: State, R: np.ndarray, twist: tuple[np.ndarray, ...], u_dot: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """(α, a) in the world of a point on a frame; R is its body's, `twist` (ω, α, a) of the body and its origin."""
    assert point.frame is not None
    w, alpha, a = twist
    moving = frame_motion(point.body, point.frame, state, u_dot)
    turn, p = R @ moving.pose.R, R @ moving.pose.p
    w_rel, v_rel, w_dot, v_dot = (turn @ x for x in (*np.split(moving.velocity, 2), *np.split(moving.rate, 2)))
    a = a + np.cross(alpha, p) + np.cross(w, np.cross(w, p)) + 2.0 * np.cross(w, v_rel) + np.cross(w_rel, v_rel) + v_dot
    alpha, w = alpha + np.cross(w, w_rel) + w_dot, w + w_rel
    r = turn @ number_pose(point.X_held, state).p
    return alpha, a + np.cross(alpha, r) + np.cross(w, np.cross(w, r))
