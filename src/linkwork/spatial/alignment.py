r"""How far two frames are from being aligned: residuals for constraints, on numbers or symbols.

A turn by θ is measured as 2 sin(θ/2): its slope is one where the frames agree, it grows all the way to θ = π, and it is
zero nowhere else. (sin θ alone would also be zero for a frame that is upside down.) Any such function must jump
somewhere; these jump at θ = π, where they are 2 in size.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..expr import Expr, sqrt, where
from ..expr.graph import as_expr
from .rotations import axis_vector, frame_with_z, matrix

FLIPPED = 1e-12
"""1 + cos θ below which the direction of a turn by π cannot be distinguished from rounding."""


def rotation_error(rotation: Any) -> Any:
    """Three numbers 2 sin(θ/2) n of the turn by θ about n that `rotation` is: zero for the identity only."""
    r = rotation
    size = 1.0 + r[0, 0] + r[1, 1] + r[2, 2]
    scale = 1.0 / sqrt(where(size > FLIPPED, size, 1.0))
    parts = [r[2, 1] - r[1, 2], r[0, 2] - r[2, 0], r[1, 0] - r[0, 1]]
    return matrix([where(size > FLIPPED, x * scale, far) for x, far in zip(parts, (2.0, 0.0, 0.0), strict=True)])


def axis_error(rotation: Any, first: Any, second: Any = None) -> Any:
    """Two numbers, 2 sin(θ/2) in size, that are zero where R_FM turns `second` (of M) into `first` (of F).

    They are components in the plane across `first`; θ is the angle between the axes.
    """
    a = axis_vector(first)
    b = rotation @ (a if second is None else axis_vector(second))
    size = (1.0 + a @ b) * 0.5
    scale = 1.0 / sqrt(where(size > FLIPPED, size, 1.0))
    return matrix([where(size > FLIPPED, x * scale, far) for x, far in zip(across(a) @ b, (2.0, 0.0), strict=True)])


def across(axis: Any) -> Any:
    """Two unit vectors (rows) that span the plane across an axis; right-handed with it."""
    return frame_with_z(axis)[:, :2].T


def orthonormal(n: Any) -> tuple[Any, Any]:
    """Two unit vectors across a unit vector, without a place where they have none (Duff and others, 2017)."""
    if not any(isinstance(as_expr(x), Expr) and as_expr(x).op != "const" for x in n):
        numbers = np.array([float(as_expr(x).data) for x in n])
        first = np.eye(3)[int(np.argmin(np.abs(numbers)))]
        first = first - numbers * float(first @ numbers)
        first = first / np.linalg.norm(first)
        return first, np.cross(numbers, first)
    x, y, z = n
    side = where(as_expr(z) >= 0.0, 1.0, -1.0)
    a = -1.0 / (side + z)
    b = x * y * a
    return matrix([1.0 + side * x * x * a, side * b, -side * x]), matrix([b, side + y * y * a, -y])


def shortest_turn(a: NDArray[np.float64], b: NDArray[np.float64]) -> NDArray[np.float64]:
    """The rotation about a × b that brings the unit vector a to b: E + S + S²/(1 + a·b), S w = (a × b) × w.

    Where b is opposite, it is half a turn about any axis across a.
    """
    cosine = float(a @ b)
    if cosine < -1.0 + 1e-9:
        across = np.cross(a, np.eye(3)[int(np.argmin(np.abs(a)))])
        across /= np.linalg.norm(across)
        return 2.0 * np.outer(across, across) - np.eye(3)
    S = np.cross(np.eye(3), np.cross(a, b))
    return np.eye(3) + S + S @ S / (1.0 + cosine)
