"""Heaps of bodies that touch with their surfaces: many contacts at once, stepped by one native loop.

Bodies are free, in absolute coordinates; forces of elements act on them, joints do not. What touches is found by the
detection of collisions in every step (`numerics.collision`), impulses by `numerics.contact_steps`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from ...contract import Contact, ContactSet, ModelError
from ...diagnosis import Note, note
from ...mechanics.absolute import AbsoluteSystem
from ...model import Connection, Point
from ...numerics.collision.surfaces import GROUND_BODY, SURFACE_KINDS, Surface, may_meet
from ...numerics.contact_steps.stepper import ContactStepper, StepNotes, TouchingPair
from ...numerics.integrators.record import H_MAX, SAMPLED, T_END, H, StepRecord, T
from ...numerics.status import NOT_FINITE, RUN_DONE
from ...results import State
from ...run import Plan, Recorder
from ..contact.contact_driver import joined_bodies
from .contact_steps import ContactStepEngine
from .engine import PIECE_STEPS, Beside, PythonMethod

OVERLAP_AT_START = 1e-6
"""m: bodies that overlap by more at the start are refused."""
OVERLAP_DOUBTFUL = 0.02
"""Of the smallest reach of a surface: bodies that enter each other by more on the way are reported."""
PILE_TOLERANCE = 1e-6
"""m/s: of velocities at contacts while they come; what rests is solved a thousand times finer."""


@dataclass(frozen=True, eq=False)
class PileModel:
    """What of a model a heap consists of: surfaces by group, and the law of each group."""

    surfaces: tuple[Surface, ...]
    groups: tuple[str, ...]
    restitution: tuple[float, ...]
    friction: tuple[float, ...]

    def label(self, pair: TouchingPair) -> str:
        """The name of a contact: its connection, its bodies, and the feature at which they touch."""
        return f"{self.pair_name(pair.first, pair.second)} {pair.feature}"

    def pair_name(self, first: int, second: int) -> str:
        """The name of two surfaces by numbers: their connection and their bodies."""
        one, two = self.surfaces[first], self.surfaces[second]
        return f"{self.groups[one.group]}: {one.name}–{two.name}"

    def body_channels(self) -> dict[str, int]:
        """Forces of all contacts on each body that moves: sizes by name."""
        return {self.body_channel(s): 3 for s in self.surfaces if s.body != GROUND_BODY}

    def pair_channels(self) -> dict[str, int]:
        """Forces of all pairs that may touch: sizes by name."""
        kinds = [(SURFACE_KINDS.index(s.kind), k) for k, s in enumerate(self.surfaces)]
        pairs = [sorted(pair) for pair in combinations(kinds, 2)]
        numbers = [(i, j) for (_, i), (_, j) in pairs if may_meet(self.surfaces[i], self.surfaces[j])]
        return {f"{self.pair_name(i, j)}.force": 3 for i, j in numbers}

    def body_channel(self, surface: Surface) -> str:
        """The channel of all contacts on the body of a surface."""
        return f"{self.groups[surface.group]}.{surface.name}.contact_force"


def pile_model(system: AbsoluteSystem, state: State) -> PileModel:
    """The surfaces of a model with their laws."""
    if callable(system.model.gravity):
        raise ModelError(
            f"model {system.model.name!r}: heaps of bodies fall by a uniform gravity; give gravity= three numbers, or "
            "lw.UnilateralContact for the pairs that touch."
        )
    numbers = {name: k for k, name in enumerate(system.model.bodies)}
    surfaces: list[Surface] = []
    names, back, rub = [], [], []
    for group, connection in enumerate(_touching(system)):
        element: Any = connection.element
        if callable(element.friction) or element.static_friction is not None:
            raise ModelError(
                f"connection {connection.name!r}: bodies that touch with surfaces have one coefficient of friction in "
                "time stepping; give friction= a number and leave static_friction= out."
            )
        names.append(connection.name)
        back.append(float(state.worth(element.restitution)))
        rub.append(float(state.worth(element.friction)))
        surfaces += [_surface(end, group, numbers, state) for end in connection.ends if isinstance(end, Point)]
    return PileModel(tuple(surfaces), tuple(names), tuple(back), tuple(rub))


def _touching(system: AbsoluteSystem) -> Iterator[Connection]:
    """Connections of surfaces."""
    for connection in system.model.connections.values():
        if isinstance(connection.element, (Contact, ContactSet)):
            yield connection


def _surface(end: Point, group: int, numbers: Mapping[str, int], state: State) -> Surface:
    """A surface as plain numbers, seen from the centre of mass of its body."""
    assert end.surface is not None
    shape = end.surface.collision_shape()
    body, com = end.body, np.zeros(3) if end.body.is_ground else state.worth(end.body.com)
    return Surface(
        shape.kind,
        GROUND_BODY if body.is_ground else numbers[body.name],
        tuple(map(float, shape.size)),
        tuple(state.worth(end.X.p) - com),
        state.worth(end.X.R),
        shape.vertices,
        group,
        body.name,
    )


class HeapEngine(ContactStepEngine):
    """A heap of bodies on its way, and what it tells of contacts."""

    def __init__(self, bound: Any, name: str) -> None:
        super().__init__(bound, name, self._try, self._pass_on, self._go)
        self.system = bound.system

    def begin(self, start: State, plan: Plan) -> HeapRecord:
        """Gets ready for a run; what it will tell of contacts."""
        self._run = HeapRun(self.system, start, plan)
        self._native: ContactStepper | None = self._bodies(self.y)
        self._record = HeapRecord(self, self._run)
        self.early = 0.5 * self._run.h  # samples are those of the nearest step
        self._check_start()
        return self._record

    def _bodies(self, y: np.ndarray) -> ContactStepper:
        nq, n, run = self.bound.sizes[0], len(self.system.model.bodies), self._run
        return ContactStepper(
            *run.inertia(),
            y[: 7 * n].reshape(-1, 7).copy(),
            y[nq : nq + 6 * n].reshape(-1, 6).copy(),
            run.pile.surfaces,
            restitution=run.pile.restitution,
            friction=run.pile.friction,
            dt=run.h,
            scheme=self.name,
            gravity=tuple(np.asarray(self.bound.loops.tables.gravity, dtype=float)),
            tolerance=PILE_TOLERANCE,
        )

    @property
    def native(self) -> ContactStepper:
        """The bodies in loops; made anew where a run goes on from a checkpoint."""
        if self._native is None:
            self._native = self._bodies(self.y)
        return self._native

    def _check_start(self) -> None:
        """Raises where bodies overlap."""
        deepest = min(self.native.touching(), key=lambda pair: pair.gap, default=None)
        if deepest is not None and -deepest.gap > OVERLAP_AT_START:
            run = self._run
            raise ModelError(
                f"start: {run.pile.label(deepest)} overlap by {-1e3 * deepest.gap:.3g} mm at t = {run.start.t:g}. "
                "Lift the body."
            )

    def _go(self, record: StepRecord) -> float:
        """Where the next native call ends: at the next sample, after one step where every step is kept."""
        run, end = self._run, float(record.clock[T_END])
        self._count = 1 if len(record.steps_t) or run.has_forces else self._steps_ahead(record)
        # Times must not add up their rounding, and the run ends at its end.
        t_new = run.start.t + (run.accepted + self._count) * run.h
        return self.as_far_as(record, end if t_new > end - 0.5 * run.h else t_new)

    def _try(
        self, method: PythonMethod, record: StepRecord, h: float, t_new: float, shortened: bool
    ) -> tuple[int, float]:
        """As many steps as lead there in one native call."""
        run, system, n, y = self._run, self.system, len(self.system.model.bodies), self.ends.y_new
        t = float(record.clock[T])
        record.clock[[H, H_MAX]] = self.asked
        if run.has_forces:
            at = self.bound.loops.configuration(self.y, t)
            self.native.force[:] = system.elements.assembly.rates(at, self.bound.loops.tables).Q[: 6 * n].reshape(-1, 6)
        before = self.bound.energy(t, self.y)
        told = self.native.run(self._count)
        run.keep(told)
        q, u, nq = self.native.q, self.native.u, self.bound.sizes[0]
        if not (np.isfinite(q).all() and np.isfinite(u).all()):
            return NOT_FINITE, 0.0
        y[:] = self.y
        y[: 7 * n], y[nq : nq + 6 * n] = q.ravel(), u.ravel()
        # Impacts and friction take energy; what steps gain is their error.
        y[-1] += self.bound.energy(t_new, y) - before - told.gained
        return RUN_DONE, 0.0

    def _pass_on(self, method: PythonMethod, record: StepRecord, h: float, shortened: bool) -> None:
        """Counts the steps, and takes their forces."""
        self._run.accepted += self._count
        self._record.rows += [self._forces()] * self.rows_of(record)

    def _steps_ahead(self, record: StepRecord) -> int:
        place = int(record.count[SAMPLED])
        target = record.times[place] if place < len(record.times) else record.clock[T_END]
        return max(1, min(PIECE_STEPS, round(float(target - record.clock[T]) / self._run.h)))

    def _forces(self) -> dict[str, np.ndarray]:
        """Mean forces (N, world axes) over the last step: on each body, and on the second body of each pair."""
        found: dict[str, np.ndarray] = {}
        pile = self._run.pile
        for pair in self.native.contacts():
            force, name = pair.impulse / self.native.kicked, f"{pile.pair_name(pair.first, pair.second)}.force"
            for surface, sign in ((pair.first, -1.0), (pair.second, 1.0)):
                if pile.surfaces[surface].body != GROUND_BODY:
                    channel = pile.body_channel(pile.surfaces[surface])
                    found[channel] = found.get(channel, np.zeros(3)) + sign * force
            found[name] = found.get(name, np.zeros(3)) + force
        return found

    def renew(self) -> None:
        """Has the bodies made anew from the state, where a run goes on from a checkpoint."""
        self._native = None


class HeapRecord(Beside):
    """What a heap tells of contacts; impacts are not told one by one."""

    def __init__(self, engine: HeapEngine, run: HeapRun) -> None:
        super().__init__(run.pile.body_channels(), run.pile.pair_channels())
        self._engine, self._run = engine, run
        self.rows: list[dict[str, np.ndarray]] = []
        """Forces at rows that were not handed on yet."""

    def take(self, count: int, recorder: Recorder) -> dict[str, np.ndarray]:
        """The channels of the next rows that go to a recorder; the start has no forces."""
        rows, self.rows = self.rows[:count], self.rows[count:]
        rows = [{} for _ in range(count - len(rows))] + rows
        found = {name: np.zeros((count, size)) for name, size in recorder.channels.items()}
        for at, forces in enumerate(rows):
            for name, force in forces.items():
                if recorder.open_channel(name, 3):
                    found.setdefault(name, np.zeros((count, 3)))[at] = force
        return found

    def notes(self, recorder: Recorder) -> list[Note]:
        """How contacts were gone through, and what is doubtful about it."""
        run = self._run
        how = (
            f"time stepping of {len(run.pile.surfaces)} surfaces, {len(self._engine.native.contacts())} contacts at "
            f"the end; bodies entered each other by up to {run.depth:.2g} m"
        )
        return [note("contact_handling", how), *recorder.left_out, *run.doubts()]

    def saved(self) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
        """What a checkpoint holds of it; impulses of the last step are found again."""
        return {}, self._run.saved()

    def restore(self, arrays: Mapping[str, np.ndarray], data: Mapping[str, Any]) -> None:
        """Goes on from there."""
        self._run.restore(data)
        self._engine.renew()


class HeapRun:
    """What is known of a heap and of its steps so far."""

    def __init__(self, system: AbsoluteSystem, start: State, plan: Plan) -> None:
        assert plan.h is not None
        self.system, self.start, self.h = system, start, plan.h
        self.pile = pile_model(system, start)
        self.has_forces = any(len(group.kind.rows) == 0 for group in system.elements.groups)
        self.accepted = self.unfinished = 0
        self.depth = self.residual = 0.0
        self.stopped = ""
        """Where the contact solver stopped farthest from its end, in words."""

    def inertia(self) -> tuple[np.ndarray, np.ndarray]:
        """Of all bodies."""
        bodies, worth = self.system.model.bodies.values(), self.start.worth
        return np.array([float(worth(b.mass)) for b in bodies]), np.array([worth(b.inertia) for b in bodies])

    def keep(self, told: StepNotes) -> None:
        """Keeps what steps told."""
        if told.worst is not None and told.residual > self.residual:
            first, second, feature = told.worst
            masses = [1.0 / m if (m := self._inverse_mass(s)) else np.inf for s in (first, second)]
            ratio = max(masses) / min(masses)
            uneven = f" (mass ratio 1:{ratio:.3g})" if np.isfinite(ratio) else ""
            self.stopped = (
                f"the contact solver stopped at residual {told.residual:.1e} m/s after {told.sweeps_at_worst} sweeps; "
                f"worst: {self.pile.pair_name(first, second)} {feature}{uneven}"
            )
        self.unfinished += told.unfinished
        self.depth, self.residual = max(self.depth, told.overlap), max(self.residual, told.residual)

    def _inverse_mass(self, surface: int) -> float:
        body = self.pile.surfaces[surface].body
        return 0.0 if body == GROUND_BODY else 1.0 / float(self.inertia()[0][body])

    def doubts(self) -> Iterator[Note]:
        """What makes the run doubtful."""
        shorter = f"take a shorter step than h = {self.h:g}"
        if self.unfinished:
            said = f"{self.stopped}, and {self.unfinished} of {self.accepted} steps ended like this: {shorter}"
            yield note("contact_unfinished", said)
        smallest = min((surface.thickness for surface in self.pile.surfaces), default=np.inf)
        if self.depth > OVERLAP_DOUBTFUL * smallest:
            said = f"bodies entered each other by up to {self.depth:.2g} m, and the thinnest is {2.0 * smallest:.2g} m"
            yield note("penetration", f"{said} thick: {shorter}")

    def saved(self) -> dict[str, Any]:
        """For a checkpoint."""
        return {name: getattr(self, name) for name in HEAP_MEMORY}

    def restore(self, data: Mapping[str, Any]) -> None:
        """Goes on from there."""
        for name in HEAP_MEMORY:
            setattr(self, name, data[name])


HEAP_MEMORY = ("accepted", "depth", "residual", "unfinished", "stopped")
"""What checkpoints hold of a heap beside its state."""


def heap_engine(bound: Any, name: str) -> HeapEngine:
    """Steps of a heap; refused where bodies are joined."""
    if joined_bodies(bound.system):
        raise ModelError(f"{name!r} is for free bodies that touch with surfaces; take 'moreau'.", "simulate")
    return HeapEngine(bound, name)
