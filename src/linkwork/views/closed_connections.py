"""Whether connections are closed in a pose: by their residuals, never by how far their ends are apart alone."""

from __future__ import annotations

import numpy as np
from scipy.spatial.transform import Rotation

from ..contract import Constraint, value_of
from ..model import Connection, Point
from ..spatial import Relative
from .parts import Poses
from .scene import Drawn

TOGETHER = ("pin", "ball", "universal", "fixed")
"""Joints whose ends coincide in all of their motions: for them the distance of the ends is the residual."""


def gap_of(connection: Connection, drawn: Drawn, poses: Poses) -> float:
    """The largest residual on position level in the first pose; zero for what has none or needs unknowns of its own."""
    ends = [end for end in connection.ends if isinstance(end, Point)]
    if len(ends) != 2 or not all(end.body.is_ground or end.body.name in poses.bodies for end in ends):
        return 0.0
    rel = _relative(ends[0], ends[1], poses)
    if drawn in TOGETHER:
        return float(np.linalg.norm(rel.p))
    element = connection.element
    if not isinstance(element, Constraint) or element.level != "position" or element.auxiliary:
        return 0.0
    found = np.asarray(value_of(element.position(rel, float(poses.times[0]))), dtype=float)
    return float(np.abs(found).max(initial=0.0))


def _relative(first: Point, second: Point, poses: Poses) -> Relative:
    """The second frame as it is seen from the first, at rest."""
    (R_WF, p_WF), (R_WM, p_WM) = (_frame(end, poses) for end in (first, second))
    return Relative(R_WF.T @ R_WM, R_WF.T @ (p_WM - p_WF), np.zeros(3), np.zeros(3))


def _frame(end: Point, poses: Poses) -> tuple[np.ndarray, np.ndarray]:
    R, p = (np.asarray(value_of(x), dtype=float) for x in (end.X.R, end.X.p))
    if end.body.is_ground:
        return R, p
    k = poses.bodies.index(end.body.name)
    R_WB = Rotation.from_quat(poses.quaternions[0, k], scalar_first=True).as_matrix()
    return R_WB @ R, poses.positions[0, k] + R_WB @ p
