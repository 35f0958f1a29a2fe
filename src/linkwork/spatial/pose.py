r"""Poses: where a frame stands in another. `X_AB` holds R_AB and p_AB; X_AC = X_AB @ X_BC.

Relative motion of two frames, by differentiation of the pose.

With R(y), p(y) and rates ẏ: ω̃ = Ṙ Rᵀ and v = ṗ, both in the axes of the first frame (S0 (3.2.7)).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..expr import Expr, TraceError, array, forward_derivatives, is_symbolic
from ..expr.graph import as_expr
from .rotations import AXES, matrix, rotation_sequence, untilde

_UNIT = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]


@dataclass(frozen=True, eq=False)
class Pose:
    """Rotation `R` (3 × 3) and position `p` (3), of numbers or expressions."""

    R: Any = field(default_factory=lambda: np.eye(3))
    p: Any = field(default_factory=lambda: np.zeros(3))

    def __post_init__(self) -> None:
        object.__setattr__(self, "R", _shaped(self.R, (3, 3), "rotation"))
        object.__setattr__(self, "p", _shaped(self.p, (3,), "position"))

    def __matmul__(self, other: Pose) -> Pose:
        """X_AC = X_AB X_BC."""
        return Pose(self.R @ other.R, self.p + self.R @ other.p)

    @property
    def inverse(self) -> Pose:
        """X_BA of X_AB."""
        return Pose(self.R.T, -(self.R.T @ self.p))

    def at(self, point: Any) -> Any:
        """Position in A of a point given in B."""
        return self.p + self.R @ matrix(point)

    @property
    def is_identity(self) -> bool:
        """Whether both frames coincide, exactly and by numbers."""
        if is_symbolic(self.R) or is_symbolic(self.p):
            return False
        return self.R.ravel().tolist() == _UNIT and not self.p.any()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Pose):
            return NotImplemented
        return bool(np.array_equal(self.R, other.R) and np.array_equal(self.p, other.p))

    __hash__ = None  # type: ignore[assignment]


def _shaped(value: Any, shape: tuple[int, ...], what: str) -> Any:
    value = matrix(value)
    if value.shape != shape:
        raise TraceError(f"the {what} of a pose needs shape {shape}, got {value.shape}.")
    return value


def as_rotation(value: Any) -> Any:
    """A rotation from what users write: None, a 3 × 3 matrix of numbers, or turns in the order in which they are given,
    {"z": angle, …}, or [("z", angle), …] where an axis comes twice: a dictionary has each key once."""
    if value is None:
        return np.eye(3)
    turns = list(value.items()) if isinstance(value, dict) else _pairs(value)
    if turns is not None:
        if not all(isinstance(name, str) and name in AXES for name, _ in turns):
            raise TraceError(f"turns are about 'x', 'y' or 'z', not {', '.join(repr(name) for name, _ in turns)}.")
        return rotation_sequence("".join(name for name, _ in turns), [angle for _, angle in turns])
    if is_symbolic(value):
        return _shaped(value, (3, 3), "rotation")  # whether it is one depends on what its symbols are worth
    r = np.asarray(value, dtype=float)
    if r.shape != (3, 3) or not np.abs(r @ r.T - np.eye(3)).max() <= 1e-9 or np.linalg.det(r) < 0:
        raise TraceError(
            "a rotation is a proper orthogonal 3 × 3 matrix, or turns {'z': 0.3, 'x': 1.2} (radians); if an axis comes "
            "twice, [('z', 0.3), ('x', 1.2), ('z', 0.1)]."
        )
    return r


def _pairs(value: Any) -> list[tuple[Any, Any]] | None:
    """Turns as pairs (axis, angle); None where it is something else."""
    if not isinstance(value, (list, tuple)):
        return None
    is_pair = [isinstance(x, (list, tuple)) and len(x) == 2 for x in value]
    return [(x[0], x[1]) for x in value] if is_pair and all(is_pair) else None


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
