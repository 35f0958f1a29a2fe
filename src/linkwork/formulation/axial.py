r"""Where internal frames stand on joint axes: the choice of Denavit and Hartenberg, for whatever tree.

A joint whose frames share the axis z (revolute, prismatic, cylindrical, screw) does not mind if its frames are turned
about z or moved along it. For a body that carries another such joint, its frame is put on the common normal of the two
axes, x along the normal; then the next joint stands at R = R_x(α), p = (a, 0, 0), and zeros fold away. At the end of a
chain the frame is put so that the centre of mass lies on x.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..expr import is_symbolic
from ..spatial import Pose, rotation_z
from .hinge_frames import Passage

PARALLEL = 1e-12
FOOT_RATIO = 4.0
"""How many times the distance of two joints their feet on the common normal may be away; almost parallel axes meet far
out, and inertias about points there would lose digits."""


@dataclass(frozen=True)
class Shift:
    """A turn about z and a move along z."""

    angle: float = 0.0
    length: float = 0.0

    @property
    def pose(self) -> Pose:
        """As a pose."""
        return Pose(rotation_z(self.angle), (0.0, 0.0, self.length))


def is_axial(passage: Passage) -> bool:
    """Whether the joint's frames may be turned about z and moved along it."""
    r, p = passage.pose.R, passage.pose.p
    zeros = [r[0, 2], r[1, 2], r[2, 0], r[2, 1], p[0], p[1]]
    return angle_of(passage) is not None and all(_is(x, 0.0) for x in zeros) and _is(r[2, 2], 1.0)


def angle_of(passage: Passage) -> Any | None:
    """ψ where the joint's rotation is R_z(ψ); None where it is not such a rotation."""
    first = passage.pose.R[0, 0]
    if _is(first, 1.0):
        return 0.0
    return first.args[0] if getattr(first, "op", "") == "cos" else None


def shifted_pose(passage: Passage, inboard: Shift, outboard: Shift) -> Pose:
    """The joint's pose between shifted frames: angles and lengths just add."""
    angle: Any = angle_of(passage)
    turned = rotation_z(angle + (outboard.angle - inboard.angle))
    return Pose(turned, (0.0, 0.0, passage.pose.p[2] + (outboard.length - inboard.length)))


def toward(X: Pose) -> tuple[Shift, Shift]:
    """(outboard, inboard) shifts that put two axes on their common normal; X is where the next joint's frame stands.

    With z and z' the axes, x = z × z' / |z × z'|. Parallel axes: the normal through the next joint's origin.
    """
    if is_symbolic(X.R) or is_symbolic(X.p):
        return Shift(), Shift()
    z, z_next, p = np.array([0.0, 0.0, 1.0]), X.R[:, 2], X.p
    normal = np.cross(z, z_next)
    sine = float(np.linalg.norm(normal))
    if sine < PARALLEL:
        x = np.array([p[0], p[1], 0.0])
        size = float(np.linalg.norm(x))
        x = x / size if size > PARALLEL else np.array([1.0, 0.0, 0.0])
        return Shift(_angle(x), 0.0), Shift(_angle(X.R.T @ x), 0.0)
    x = normal / sine
    # The feet of the common normal: p + s z' − d z is along x.
    d, s = np.linalg.lstsq(np.column_stack([z, -z_next]), p - (p @ x) * x, rcond=None)[0]
    if max(abs(d), abs(s)) > FOOT_RATIO * float(np.linalg.norm(p)):
        d, s = 0.0, 0.0
    return Shift(_angle(x), float(d)), Shift(_angle(X.R.T @ x), float(s))


def at_the_end(com: Any) -> Shift:
    """The outboard shift of the last body: its centre of mass comes to lie on x."""
    if is_symbolic(com):
        return Shift()
    c = np.asarray(com, dtype=float)
    return Shift(_angle(c) if np.hypot(c[0], c[1]) > PARALLEL else 0.0, float(c[2]))


def _angle(x: Any) -> float:
    return float(np.arctan2(x[1], x[0]))


def _is(entry: Any, value: float) -> bool:
    if getattr(entry, "op", "") == "const":
        entry = entry.data
    return isinstance(entry, float) and entry == value
