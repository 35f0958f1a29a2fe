"""What may be put into a scene beside the model: poses over time, channels, traces, arrows, mode shapes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
from scipy.spatial.transform import Rotation

from ..contract import ModelError
from .scene import FrameShapesPart

DRAWN_ROUNDING = 1e-9
"""Part of the largest force, of force times arm, or of the largest number of a curve below which nothing is drawn."""


@dataclass(frozen=True, eq=False)
class Poses:
    """Where bodies are over time: `times` (n), `positions` p_WB (n × bodies × 3), `quaternions` e_WB (n × bodies × 4).

    Quaternions are Euler parameters, scalar first. `bodies` are the names, in the order of the arrays; the ground need
    not be among them; n may be 1. `velocities` v_WB and `angular_velocities` ω_WB (n × bodies × 3, world
    axes) are shown where they are given; else differences of the poses are.
    """

    times: np.ndarray
    bodies: tuple[str, ...]
    positions: np.ndarray
    quaternions: np.ndarray
    velocities: np.ndarray | None = None
    angular_velocities: np.ndarray | None = None

    def __post_init__(self) -> None:
        n, b = np.size(self.times), len(self.bodies)
        shapes = {"times": (n,), "positions": (n, b, 3), "quaternions": (n, b, 4)}
        if self.velocities is not None or self.angular_velocities is not None:
            shapes |= {"velocities": (n, b, 3), "angular_velocities": (n, b, 3)}
        for name, shape in shapes.items():
            array = np.array(getattr(self, name), dtype=float)
            if array.shape != shape:
                raise ModelError(f"poses: {name} has shape {array.shape}; for these times and bodies it needs {shape}.")
            if not np.isfinite(array).all():
                raise ModelError(f"poses: {name} must be finite; give the part of the run that is.")
            object.__setattr__(self, name, array)
        if n == 0 or np.any(np.diff(self.times) <= 0.0):
            raise ModelError("poses: times must rise, and there must be at least one.")
        norms = np.linalg.norm(self.quaternions, axis=2)
        if b and np.abs(norms - 1.0).max() > 1e-3:
            body = self.bodies[int(np.argmax(np.abs(norms - 1.0).max(axis=0)))]
            raise ModelError(f"poses: the quaternions of body {body!r} are not of unit length; scale them to 1.")
        object.__setattr__(self, "quaternions", _continuous(self.quaternions / norms[..., None]))

    @classmethod
    def of_rotations(cls, times: Any, bodies: Sequence[str], rotations: Any, positions: Any, *velocities: Any) -> Poses:
        """The same from rotation matrices R_WB (n × bodies × 3 × 3); `velocities` are v and ω, where they are known."""
        matrices = np.asarray(rotations, dtype=float)
        turns = Rotation.from_matrix(matrices.reshape(-1, 3, 3)).as_quat(scalar_first=True) if matrices.size else []
        turned = np.reshape(turns, (*matrices.shape[:2], 4))
        return cls(np.asarray(times), tuple(bodies), positions, turned, *velocities)

    def __len__(self) -> int:
        return len(self.times)

    def rates(self) -> tuple[np.ndarray, np.ndarray]:
        """(v, ω): those given, else central differences of the poses."""
        if self.velocities is not None and self.angular_velocities is not None:
            return self.velocities, self.angular_velocities
        if len(self) < 2 or not self.bodies:
            return np.zeros_like(self.positions), np.zeros_like(self.positions)
        e = self.quaternions
        e_dot = np.gradient(e, self.times, axis=0)
        scalar, vector = e[..., :1], e[..., 1:]
        # ω = 2 ė ∘ ē, its vector.
        spin = 2.0 * (scalar * e_dot[..., 1:] - e_dot[..., :1] * vector - np.cross(e_dot[..., 1:], vector))
        return np.gradient(self.positions, self.times, axis=0), spin


def _continuous(quaternions: np.ndarray) -> np.ndarray:
    """Signs chosen so that neighbours in time are on the same side: e and −e are the same orientation."""
    flips = np.where(np.sum(quaternions[1:] * quaternions[:-1], axis=2) < 0.0, -1.0, 1.0)
    signs = np.concatenate([np.ones((1, quaternions.shape[1])), np.cumprod(flips, axis=0)])
    return quaternions * signs[..., None]


@dataclass(frozen=True, eq=False)
class Series:
    """A channel over time: `values` (n), or (n × components), at `times` or at those of the poses.

    What is not finite leaves a gap. `components` are names of several numbers, such as ("x", "y", "z"); `group` is the
    body or the connection under which it is listed. One that nobody asked for is `spare`: it takes less room.
    """

    name: str
    values: Any
    unit: str = ""
    times: Any = None
    components: tuple[str, ...] = ()
    group: str = ""
    spare: bool = False


@dataclass(frozen=True, eq=False)
class Trace:
    """The path of a `point` (in the body frame) of a body."""

    name: str
    body: str
    point: Any = (0.0, 0.0, 0.0)


@dataclass(frozen=True)
class Lit:
    """A body that a channel lights up: in its own colour at the lowest of `span`, red at the highest."""

    body: str
    channel: str
    span: tuple[float, float]


@dataclass(frozen=True, eq=False)
class Arrow:
    """A force or a moment over time: `values` (n × 3, world axes) at a `point` (body frame) of a body.

    One that is not `shown` is drawn when a reader asks for it.
    """

    name: str
    body: str
    values: Any
    point: Any = (0.0, 0.0, 0.0)
    kind: Literal["force", "moment"] = "force"
    times: Any = None
    shown: bool = True
    shapes: FrameShapesPart | None = None
    """How the point moves with the deformation of its body, as `frame_shapes` gives it."""


@dataclass(frozen=True, eq=False)
class TouchingPoint:
    """A point of a contact over time: where bodies touch (`places`, n × 3) and the forces there, in world axes.

    `normal` and `friction` (n × 3) act on the body at the second end of the `connection`. Rows of `places` that are not
    finite are times apart; a row between two of these is an impact.
    """

    name: str
    connection: str
    times: Any
    places: Any
    normal: Any
    friction: Any


@dataclass(frozen=True, eq=False)
class Deformation:
    """Elastic coordinates e of a modal body over time (n × ne), at `times` or at those of the poses."""

    body: str
    values: Any
    times: Any = None


@dataclass(frozen=True)
class TimeMark:
    """Something that happened at a time, in a `sentence`; marks of more `weight` are kept where there are too many."""

    t: float
    sentence: str
    kind: Literal["impact", "change", "event"] = "event"
    weight: float = 0.0


@dataclass(frozen=True, eq=False)
class Mode:
    """A mode shape: displacements and small turns of the bodies (name → 3 complex numbers, world axes).

    `frequency` in Hz and `damping` (a ratio) are shown beside its name; the motion is the real part of shape · exp(iφ).
    """

    name: str
    displacements: Mapping[str, Any]
    turns: Mapping[str, Any]
    frequency: float | None = None
    damping: float | None = None
    elastic: Mapping[str, Any] = field(default_factory=dict)
    """Elastic coordinates of modal bodies (name → ne complex numbers)."""
