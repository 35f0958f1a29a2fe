"""Poses and velocities of bodies as users give them, checked, as numbers of a state."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..contract import ModelError
from ..spatial import Pose, euler_parameters

ROTATION = 1e-4
"""How far R Rᵀ may be from 1: numbers written with five digits are a rotation still."""


def pose_numbers(name: str, given: Any) -> list[float]:
    """Euler parameters and position of a body from a `Pose` or (R, p)."""
    R, p = rotation_and_position(name, given)
    return [*euler_parameters(R), *p]


def rotation_and_position(name: str, given: Any) -> tuple[np.ndarray, np.ndarray]:
    """R and p of a body from a `Pose` or (R, p)."""
    R, p = _pair(name, "pose", "a Pose, or (R, p)", (given.R, given.p) if isinstance(given, Pose) else given)
    R, p = _shaped(name, "rotation R", R, (3, 3)), _shaped(name, "position p", p, (3,))
    if np.abs(R @ R.T - np.eye(3)).max() > ROTATION or np.linalg.det(R) < 0.0:
        raise ModelError(
            f"body {name!r}: its R is not a rotation matrix (R Rᵀ = 1, det R = 1); its columns are the body's axes "
            "in the world: unit vectors at right angles, right-handed."
        )
    return R, p


def twist_numbers(name: str, given: Any) -> list[float]:
    """ω and v of a body."""
    w, v = _pair(name, "velocity", "(ω, v)", given)
    return [*_shaped(name, "angular velocity ω", w, (3,)), *_shaped(name, "velocity v", v, (3,))]


def _pair(name: str, what: str, form: str, given: Any) -> tuple[Any, Any]:
    try:
        first, second = given
    except (TypeError, ValueError):
        raise ModelError(f"body {name!r}: its {what} must be {form}, got {given!r}.") from None
    return first, second


def _shaped(name: str, what: str, given: Any, shape: tuple[int, ...]) -> np.ndarray:
    try:
        value = np.asarray(given, dtype=float)
    except (TypeError, ValueError):
        raise ModelError(f"body {name!r}: its {what} must be numbers, got {given!r}.") from None
    if value.shape != shape or not np.isfinite(value).all():
        raise ModelError(f"body {name!r}: its {what} must be finite numbers of shape {shape}, got {given!r}.")
    return value
