"""Places and velocities of all bodies at the stages of a step, from their displacements, by native code.

Axes turn with bodies: in these the factors of a matrix stay good while the bodies turn. Forces between bodies look the
same from axes that turn with them, so residuals are taken into axes that have turned since the factors were made, and
corrections back: a rope that swings then has the same stiff directions all the time. Bodies with rows stay in the axes
of the world, in which their rows are.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from ..expr import Function, array, make_function, sqrt, symbols
from ..kernels import Kernel, compile_function
from ..kernels.loops import compiled_loop, loop, vectorised
from ..kernels.loops.calls import call_rows
from ..kernels.rows import BoundShare, RowStrides, trailing
from ..numerics.integrators.rotation_chart import euler_vector, product, tangent_operator, turned_by
from ..numerics.tableaus.radau import RADAU
from .configuration import Configuration
from .evaluate import ROW_CALL_WORDS

RADAU_STAGES = 3
STAGE_INVERSE = np.linalg.inv(RADAU.a)


class StageTables(NamedTuple):
    """What loops take: displacements, their rates, velocities and accelerations of all stages (stages × velocities)."""

    x: Any
    rate: Any
    u: Any
    u_dot: Any
    turn: Any
    """Rotations since factors were made (stages × 9 × bodies)."""
    calls: Any
    """`stage_function` of all bodies, a stage a row."""
    stays: Any
    """Bodies in axes of the world."""
    inverse: Any
    """A⁻¹ / h."""
    pose: Any
    """Of all bodies (stages × 7 × bodies)."""
    start: Any
    """u where the step starts."""
    own: Any
    """Unknowns of elements there."""
    t: Any
    """Times of stages."""


@loop
def move_stages(s: StageTables) -> None:
    """Everything that follows from displacements."""
    collocation_rates(s.inverse, s.x, s.start, 0.0, s.rate)
    for k in range(len(s.calls)):
        call_rows(s.calls[k])
    for k in range(len(s.x)):
        for i in range(6 * s.turn.shape[2], s.x.shape[1]):
            s.u[k, i] = s.rate[k, i]
        for j in range(9):
            for b in range(len(s.stays)):
                s.turn[k, j, s.stays[b]] = 1.0 if j % 4 == 0 else 0.0
    collocation_rates(s.inverse, s.u, s.start, 1.0, s.u_dot)


@vectorised
def collocation_rates(inverse: Any, x: Any, start: Any, part: float, rate: Any) -> None:
    """A⁻¹ (x − start) / h, with a part of the start."""
    for k in range(len(x)):
        a, b, c = inverse[k, 0], inverse[k, 1], inverse[k, 2]
        for i in range(x.shape[1]):
            less = part * start[i]
            rate[k, i] = a * (x[0, i] - less) + b * (x[1, i] - less) + c * (x[2, i] - less)


class StageMotion:
    """The stages of a step. It has memory, which the next ones overwrite."""

    def __init__(self, system: Any) -> None:
        count, size = system.bodies.count, system.size
        self.count = count
        self.pose, self.made = np.zeros((7, count)), np.zeros((4, count))
        """Where the step starts, and Euler parameters where factors were made."""
        self.made[0] = 1.0
        self.x, rate, self.u, self.u_dot = (np.zeros((RADAU_STAGES, size)) for _ in range(4))
        self._pose, self.turn = np.zeros((RADAU_STAGES, 7, count)), np.zeros((RADAU_STAGES, 9, count))
        self._bound = [self._stage(k, rate) for k in range(RADAU_STAGES)] if count else []
        calls = np.array([call.words for call in self._bound], dtype=np.int64).reshape(-1, ROW_CALL_WORDS)
        with_rows = [group.bodies.ravel() for group in system.groups if len(group.rows)]
        stays = np.unique(np.concatenate([np.zeros(0, dtype=np.int64), *with_rows]))
        moving = (
            self.x,
            rate,
            self.u,
            self.u_dot,
            self.turn,
            calls,
            stays,
            np.zeros((RADAU_STAGES, RADAU_STAGES)),
            self._pose,
        )
        self.tables = StageTables(*moving, np.zeros(size), np.zeros(size - 6 * count), np.zeros(RADAU_STAGES))
        self.move = compiled_loop(move_stages).bound(self.tables)
        """Bodies are displaced by x."""

    def _stage(self, k: int, rate: np.ndarray) -> BoundShare:
        """The bodies of one stage."""
        x, x_dot, u = (RowStrides(part[k], 6, 1, 6) for part in (self.x, rate, self.u))
        inputs = [trailing(self.pose, (7,)), trailing(self.made, (4,)), x, x_dot]
        outputs = [trailing(self._pose[k], (7,)), u, trailing(self.turn[k], (9,))]
        return BoundShare(stage_kernel(), inputs, outputs, 0, self.count)

    def begin(self, at: Configuration, h: float) -> None:
        """A step of some length starts here."""
        self.start, self.h, s = at, h, self.tables
        self.pose[...], s.start[...], s.own[...] = at.pose, at.u, at.own
        s.inverse[...], s.t[...] = STAGE_INVERSE / h, at.t + RADAU.c * h

    def at(self, k: int) -> Configuration:
        """A stage, until the next are made."""
        own = self.start.own + self.x[k, 6 * self.count :]
        return Configuration(self._pose[k], own, self.u[k], float(self.tables.t[k]))

    def kept(self, k: int) -> Configuration:
        """The same to be kept."""
        found = self.at(k)
        return Configuration(found.pose.copy(), found.own, found.u.copy(), found.t)


@cache
def stage_kernel() -> Kernel:
    """The native code of `stage_function`."""
    return compile_function(stage_function())


def stage_function() -> Function:
    """Pose and velocities of a body that was turned by a rotation vector and shifted, at rates of both; its rotation
    (3 × 3) since factors were made."""
    q, made, x, rate = symbols("q", 7), symbols("made", 4), symbols("x", 6), symbols("rate", 6)
    new = product(euler_vector(x[:3]), list(q[:4]))
    size = sqrt(sum(e * e for e in new))
    new = [e / size for e in new]
    turn = product(new, [made[0], -made[1], -made[2], -made[3]])
    outputs: dict[str, Any] = {
        "pose": array([*new, *(q[4:] + x[3:])]),
        "u": array([*(tangent_operator(x[:3]) @ rate[:3]), *rate[3:]]),
        "turn": array([turned_by(turn, axis) for axis in np.eye(3)]).T.ravel(),
    }
    return make_function("radau_stage", {"q": q, "made": made, "x": x, "rate": rate}, outputs)


@vectorised
def see_from_turned(vectors: Any, turn: Any) -> None:
    """Both vectors of every body in axes that have turned, Rᵀ v."""
    for b in range(turn.shape[1]):
        for at in range(6 * b, 6 * b + 6, 3):
            x, y, z = vectors[at], vectors[at + 1], vectors[at + 2]
            for i in range(3):
                vectors[at + i] = turn[i, b] * x + turn[3 + i, b] * y + turn[6 + i, b] * z


@vectorised
def see_from_still(vectors: Any, turn: Any) -> None:
    """The same the other way round, R v."""
    for b in range(turn.shape[1]):
        for at in range(6 * b, 6 * b + 6, 3):
            x, y, z = vectors[at], vectors[at + 1], vectors[at + 2]
            for i in range(3):
                vectors[at + i] = turn[3 * i, b] * x + turn[3 * i + 1, b] * y + turn[3 * i + 2, b] * z
