r"""Rows that close a gap between two points, in world axes.

A ball joint's residual is the gap in the axes of its first end, $g = R_F^T d$. The gap itself,
$d = x_2 + \rho_2 - x_1 - \rho_1$, is closed by the same motions, and its multiplier is a force that does not turn with
a body: $A = [\tilde\rho_1, -I, -\tilde\rho_2, I]$ (S3 Eq. 18). So no reaction on one body depends on the orientation of
another, and weak forms have the constants of the document's rows; with rows that turn they are several times as large.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...expr import array, cross
from ...spatial import matrix, rotation_euler_parameters
from ..equations.rows import ConstraintRows

POSE_SIZE, TWIST_SIZE = 7, 6
"""Coordinates and velocities of a body: Euler parameters and position; angular velocity and velocity."""


def gap_rows(rows: ConstraintRows) -> slice | None:
    """Where the three rows stand that are the place of the second end, as it is seen from the first."""
    if rows.ends is None:
        return None
    p, g = rows.ends[2].p, list(rows.g)
    found = [k for k in range(len(g) - 2) if all(g[k + i] is p[i] for i in range(3))]
    return slice(found[0], found[0] + 3) if found else None


def in_world(rows: ConstraintRows, bodies: dict[int, int], q: Any, u: Any) -> tuple[Any, Any, Any]:
    """(d, ḋ, R_F) of the ends of these rows; `bodies` gives the places of their bodies in (q, u)."""
    assert rows.ends is not None
    ends = [_point(bodies.get(number), frame, q, u) for number, frame in zip(rows.ends[0], rows.ends[1], strict=True)]
    (x_1, v_1, R_F), (x_2, v_2, _) = ends
    return array(x_2 - x_1), array(v_2 - v_1), R_F


def _point(body: int | None, frame: Any, q: Any, u: Any) -> tuple[Any, Any, Any]:
    """Place and velocity of the origin of a frame, and its axes, in world axes; the ground has no body."""
    if body is None:
        return frame.p, np.zeros(3), frame.R
    R = rotation_euler_parameters(q[POSE_SIZE * body : POSE_SIZE * body + 4])
    w, v = (u[TWIST_SIZE * body + i : TWIST_SIZE * body + i + 3] for i in (0, 3))
    arm = R @ matrix(frame.p)
    return q[POSE_SIZE * body + 4 : POSE_SIZE * body + POSE_SIZE] + arm, v + cross(w, arm), R @ frame.R
