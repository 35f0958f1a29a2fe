r"""Free bodies with many contacts, stepped natively: what programs call.

```
surfaces = [Surface("plane", GROUND_BODY), Surface("box", 0, (0.1, 0.1, 0.1))]
stepper = ContactStepper(mass, inertia, q, u, surfaces, restitution=[0.0], friction=[0.5], dt=1e-3)
stepper.run(1000)
stepper.q, stepper.u, stepper.contacts()
```
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...kernels.loops import compiled_loop
from ..collision.broad_phase import broad_phase_grid
from ..collision.contact_list import collision_scratch, contact_list
from ..collision.detector import FIRST_ROOM
from ..collision.surfaces import Surface, surface_table
from .bodies import body_state, body_table, orient
from .contact_sweeps import SweepLimits
from .joints import JointTable, joint_table
from .step import LEAPFROG, LOST, MOREAU, StepMemory, StepOptions, advance, find_contacts, synchronise
from .step_rows import ContactLaw, step_rows
from .stiff_newton import stiff_problem
from .warm_start import impulse_table

STEP_SCHEMES = {"moreau": MOREAU, "leapfrog": LEAPFROG}


@dataclass(frozen=True)
class TouchingPair:
    """A contact of the last step: gap, point and normal (from the first surface to the second), and its impulse."""

    first: int
    second: int
    feature: int
    gap: float
    point: np.ndarray
    normal: np.ndarray
    impulse: np.ndarray
    """On the second body, in world axes."""


@dataclass(frozen=True)
class StepNotes:
    """What steps of one run needed: sweeps in all, steps that ended at the limit, largest residual and overlap."""

    sweeps: int
    unfinished: int
    residual: float
    overlap: float
    gained: float
    """J that impulses brought in, summed over steps in which they did."""
    sweeps_at_worst: int
    worst: tuple[int, int, int] | None
    """Of the step with the largest residual: its sweeps, and the surfaces and feature where it was."""


class ContactStepper:
    """Steps free bodies (masses, inertias in body axes, poses q, velocities u at centres of mass) with surfaces.

    Restitution and friction are those of groups of surfaces; pins and other rows are those of joints (`joint_table`).
    `tolerance` is that of velocities at contacts in m/s; gaps below `closed` count as none; overlaps are taken out at
    speeds up to `recovery`; Newton's method helps where `pause` sweeps were not enough (0: never).
    """

    def __init__(
        self,
        mass: Any,
        inertia: Any,
        q: Any,
        u: Any,
        surfaces: Sequence[Surface],
        *,
        restitution: Sequence[float],
        friction: Sequence[float],
        dt: float,
        pins: Sequence[tuple[int, Any, int, Any]] = (),
        rows: Sequence[tuple[int, int, Any, Any, Any, float]] = (),
        scheme: str = "moreau",
        gravity: Sequence[float] = (0.0, 0.0, -9.81),
        tolerance: float = 1e-10,
        sweeps: int = 2000,
        closed: float = 1e-10,
        recovery: float = 0.1,
        pause: int = 2,
    ) -> None:
        if scheme not in STEP_SCHEMES:
            raise ValueError(f"{scheme!r} is not a scheme for steps with contacts; {', '.join(STEP_SCHEMES)} are.")
        self.surfaces = tuple(surfaces)
        limits = SweepLimits(sweeps, pause)
        self.options = StepOptions(
            dt, STEP_SCHEMES[scheme], closed, recovery, tolerance, limits, np.array(gravity, dtype=float)
        )
        table = surface_table(self.surfaces)
        law = ContactLaw(np.array(restitution, dtype=float), np.array(friction, dtype=float))
        n = len(self.surfaces)
        motion, bodies = body_state(q, u), body_table(mass, inertia)
        place, radius = np.zeros((n, 12)), np.array([surface.reach for surface in self.surfaces])
        self._count = len(motion.q) - 1
        joints = joint_table(self._count, pins, rows)
        self._rows = len(joints.gap)
        grid, found, made, kept, space = self._sized(max(FIRST_ROOM, 8 * len(motion.q)))
        scratch, shift, told = collision_scratch(), np.full(1, np.inf), np.zeros(9)
        self._memory = StepMemory(
            bodies,
            motion,
            joints,
            table,
            law,
            place,
            np.zeros(n),
            radius,
            grid,
            found,
            scratch,
            made,
            kept,
            space,
            shift,
            told,
        )
        self.steps = 0
        """Steps made."""

    def _sized(self, room: int) -> Any:
        pairs, every = broad_phase_grid(len(self.surfaces), room), room + self._rows
        return pairs, contact_list(room), step_rows(every), impulse_table(every), stiff_problem(self._count, every)

    @property
    def q(self) -> np.ndarray:
        """Poses at centres of mass (bodies × 7): Euler parameters and positions."""
        return self._memory.motion.q[:-1].copy()

    @property
    def u(self) -> np.ndarray:
        """Velocities (bodies × 6): angular velocity and velocity in world axes, at the time of `q`."""
        motion = self._memory.motion
        if self.options.scheme == MOREAU or self.steps == 0:
            return motion.u[:-1].copy()
        # Contacts of the last step stay as they are, and so do the velocities that the next one starts from.
        room = len(self._memory.found.gap)
        aside = self._memory._replace(
            motion=motion._replace(u=motion.u.copy()), found=contact_list(room), rows=step_rows(room + self._rows)
        )
        compiled_loop(synchronise)(aside, self.options)
        return aside.motion.u[:-1]

    @property
    def force(self) -> np.ndarray:
        """Given torques and forces (bodies × 6) in world axes; may be written to between runs."""
        return self._memory.motion.force[:-1]

    @property
    def joints(self) -> JointTable:
        """Rows of joints; those that are not of pins may be written to between runs."""
        return self._memory.joints

    @property
    def kicked(self) -> float:
        """The time over which impulses of the last step act: half a step in the first one of a leapfrog."""
        return self.options.dt * (0.5 if self.options.scheme == LEAPFROG and self.steps == 1 else 1.0)

    @property
    def time(self) -> float:
        """Since the start."""
        return self.steps * self.options.dt

    def run(self, steps: int) -> StepNotes:
        """Makes so many steps and returns what they needed."""
        self._memory.told[:] = 0.0
        left = steps
        while left:
            made = compiled_loop(advance)(self._memory, self.options, left, self.steps == 0)
            if made == LOST:
                h = self.options.dt
                raise ArithmeticError(
                    f"after {self.steps} steps velocities are not numbers any more; take a shorter step than {h:g} s."
                )
            self.steps += made
            left -= made
            if left:
                self._grow()
        told = self._memory.told
        sweeps, unfinished, residual, overlap, gained = map(float, told[:5])
        at_worst, first, second, feature = map(int, told[5:])
        worst = (first, second, feature) if unfinished else None
        return StepNotes(int(sweeps), int(unfinished), residual, overlap, gained, at_worst, worst)

    def _grow(self) -> None:
        """Twice the memory for pairs and contacts; impulses are forgotten, which costs one step some sweeps."""
        grid, found, rows, kept, space = self._sized(2 * len(self._memory.found.gap))
        self._memory = self._memory._replace(grid=grid, found=found, rows=rows, kept=kept, space=space)
        self._memory.shift[0] = np.inf

    def touching(self) -> list[TouchingPair]:
        """Contacts at the present poses, before a step."""
        compiled_loop(orient)(self._memory.bodies, self._memory.motion)
        while True:
            compiled_loop(find_contacts)(self._memory, self.options)
            if not (self._memory.grid.count[1] > 0 or self._memory.found.count[1] > 0):
                self._memory.rows.impulse[:] = 0.0
                return self.contacts()
            self._grow()

    def contacts(self) -> list[TouchingPair]:
        """Contacts of the last step."""
        found, rows = self._memory.found, self._memory.rows
        return [
            TouchingPair(
                int(found.pair[k, 0]),
                int(found.pair[k, 1]),
                int(found.feature[k]),
                float(found.gap[k]),
                found.point[k].copy(),
                found.normal[k].copy(),
                rows.impulse[k] @ rows.record[k, :9].reshape(3, 3),
            )
            for k in range(int(found.count[0]))
        ]
