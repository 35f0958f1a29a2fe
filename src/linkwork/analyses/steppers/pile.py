"""Heaps of bodies that touch with their surfaces: many contacts at once, stepped by one native loop.

Bodies are free, in absolute coordinates; forces of elements act on them, joints do not. What touches is found by the
detection of collisions in every step (`numerics.collision`), impulses by `numerics.contact_steps`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from ...absolute import Configuration
from ...contract import Contact, ContactSet, ModelError
from ...diagnosis import Note, note
from ...mechanics.absolute import AbsoluteSystem
from ...model import Connection, Point
from ...model.content import content_hash
from ...numerics.collision.surfaces import GROUND_BODY, SURFACE_KINDS, Surface, may_meet
from ...numerics.contact_steps.stepper import ContactStepper, StepNotes, TouchingPair
from ...numerics.status import NOT_FINITE, RUN_DONE, RUNNING
from ...results import State
from ...run import Crawl, Event, EventLog, Plan, Recorder, Statistics, Stepper, StepSource
from ...run.checkpoint import checkpoint_digest
from ...run.stepper import Saved
from ...run.time_mesh import fixed_step_notes
from ...system import System
from ...topology.contacts import has_detected_contacts
from ..contact.contact_driver import impact_law_notes, joined_bodies
from ..methods.stepping_methods import Leapfrog, Moreau, SteppingMethod
from .time_stepper import EventlessStepper, SteppedStates, SteppingStepper, is_ahead

OVERLAP_AT_START = 1e-6
"""m: bodies that overlap by more at the start are refused."""
OVERLAP_DOUBTFUL = 0.02
"""Of the smallest reach of a surface: bodies that enter each other by more on the way are told."""
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


def stepping_stepper(system: System, start: State, plan: Plan, method: SteppingMethod) -> Stepper:
    """What steps a system over impacts: heaps natively, all others by their rows."""
    if not isinstance(system, AbsoluteSystem) or joined_bodies(system):
        return SteppingStepper(system, start, plan, method)
    is_heap = has_detected_contacts(system.model, system.coordinates)
    # Loops of heaps solve contact problems themselves: a solver that is named takes the other way.
    is_native = isinstance(method, Moreau) and method.solver == "auto"
    if isinstance(method, Leapfrog) or (is_heap and is_native):
        return PileStepper(system, start, plan, method)
    return SteppingStepper(system, start, plan, method)


class PileStepper(EventlessStepper):
    """A heap of bodies on its way."""

    piece = 1_000_000

    def __init__(self, system: AbsoluteSystem, start: State, plan: Plan, method: SteppingMethod) -> None:
        assert plan.h is not None
        self.system, self.plan, self.method, self.start = system, plan, method, start
        self.pile = pile_model(system, start)
        self.at: Configuration = system.elements.configuration(start)
        self.tables = system.elements.tables(start.parameters)
        self.gravity = np.asarray(self.tables.gravity, dtype=float)
        self.native = self._native(plan.h)
        self.has_forces = any(len(group.kind.rows) == 0 for group in system.elements.groups)
        layout = system.layout
        channels, pairs = self.pile.body_channels(), self.pile.pair_channels()
        self.recorder = Recorder((layout.nq, layout.nu, layout.nz), channels, pairs)
        self.log, self.crawl = EventLog((), plan.t_start), Crawl(plan.t_start, 1, np.inf)
        self.notes = [*impact_law_notes(system), *fixed_step_notes(system, start, plan)]
        self.landed: Sequence[Event] = ()
        self.accepted = self.unfinished = 0
        self.depth = self.residual = self.gained = 0.0
        self.stopped = ""
        """Where the contact solver stopped farthest from its end, in words."""
        self.energies = [self._energy()]
        self._check_start()

    def _native(self, h: float) -> ContactStepper:
        masses, inertias = self._inertia()
        n = self.at.bodies
        return ContactStepper(
            masses,
            inertias,
            self.at.pose.T.copy(),
            self.at.u[: 6 * n].reshape(-1, 6).copy(),
            self.pile.surfaces,
            restitution=self.pile.restitution,
            friction=self.pile.friction,
            dt=h,
            scheme=self.method.name,
            gravity=tuple(self.gravity),
            tolerance=PILE_TOLERANCE,
        )

    def _inertia(self) -> tuple[np.ndarray, np.ndarray]:
        bodies = self.system.model.bodies.values()
        worth = self.start.worth
        masses = np.array([float(worth(b.mass)) for b in bodies])
        return masses, np.array([worth(b.inertia) for b in bodies])

    def _check_start(self) -> None:
        """Raises where bodies overlap."""
        deepest = min(self.native.touching(), key=lambda pair: pair.gap, default=None)
        if deepest is not None and -deepest.gap > OVERLAP_AT_START:
            raise ModelError(
                f"start: {self.pile.label(deepest)} overlap by {-1e3 * deepest.gap:.3g} mm at t = {self.start.t:g}. "
                "Lift the body."
            )

    @property
    def t(self) -> float:
        """The present time."""
        return float(self.at.t)

    @property
    def state(self) -> State:
        """The present state."""
        return self.system.elements.state_of(self.at, self.start.parameters)

    def _energy(self) -> float:
        kinetic, potential = self.system.elements.assembly.energy(self.at, self.tables)
        return kinetic + potential

    def begin(self) -> int:
        """Records the start."""
        if self.plan.keeps_steps:
            self.recorder.start(self.t, self._row(), channels=self._forces())
        elif len(self.plan.times) and self.plan.times[0] <= self.t:
            self._record()
        return RUNNING

    def _row(self) -> np.ndarray:
        return np.concatenate([*self.system.elements.row(self.at, self.start.parameters), [0.0]])

    def _record(self) -> None:
        self.recorder.add(np.array([self.t]), self._row()[None], None, self._forces())

    def _forces(self) -> dict[str, np.ndarray]:
        """Mean forces (N, world axes) over the last step: on each body, and on the second body of each pair."""
        found = {name: np.zeros((1, size)) for name, size in self.recorder.channels.items()}
        if not self.accepted:
            return found
        for pair in self.native.contacts():
            force, name = pair.impulse / self.native.kicked, f"{self.pile.pair_name(pair.first, pair.second)}.force"
            for surface, sign in ((pair.first, -1.0), (pair.second, 1.0)):
                if self.pile.surfaces[surface].body != GROUND_BODY:
                    found[self.pile.body_channel(self.pile.surfaces[surface])] += sign * force
            if self.recorder.open_channel(name, 3):
                found[name] = found.get(name, np.zeros((1, 3))) + force
        return found

    def advance(self, steps: int) -> int:
        """Goes on for up to so many steps; as many as lead to the next sample in one native call."""
        target = self._target()
        if target is None:
            return RUN_DONE
        assert self.plan.h is not None
        count = max(1, round((target - self.t) / self.plan.h))
        count = 1 if self.plan.keeps_steps or self.has_forces else min(count, steps)
        if self.has_forces:
            rates = self.system.elements.assembly.rates(self.at, self.tables)
            self.native.force[:] = rates.Q[: 6 * self.at.bodies].reshape(-1, 6)
        told = self.native.run(count)
        self.accepted += count
        self._note(told)
        q, u = self.native.q, self.native.u
        if not (np.isfinite(q).all() and np.isfinite(u).all()):
            return NOT_FINITE
        t = self.plan.t_start + self.accepted * self.plan.h
        self.at = Configuration(q.T.copy(), self.at.own, np.concatenate([u.ravel(), self.at.u[u.size :]]), t)
        self.energies.append(self._energy())
        if self.plan.keeps_steps:
            self._record()
        return RUNNING

    def _note(self, told: StepNotes) -> None:
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
        self.gained += told.gained
        self.depth, self.residual = max(self.depth, told.overlap), max(self.residual, told.residual)

    def _inverse_mass(self, surface: int) -> float:
        body = self.pile.surfaces[surface].body
        return 0.0 if body == GROUND_BODY else 1.0 / float(self._inertia()[0][body])

    def _target(self) -> float | None:
        """Where steps have to lead next; None where the end is reached. Samples are those of the nearest step."""
        assert self.plan.h is not None
        half = 0.5 * self.plan.h
        if self.plan.keeps_steps:
            return self.plan.t_end if is_ahead(self.plan, self.t + half, self.plan.t_end) else None
        while self.recorder.count < len(self.plan.times):
            target = float(self.plan.times[self.recorder.count])
            if is_ahead(self.plan, self.t + half, target):
                return target
            self._record()
        return None

    def finish(self, code: int) -> None:
        """Ends the only stretch."""
        if self.plan.keeps_steps:
            self.recorder.end(SteppedStates(self.method.name))

    def contacts(self) -> dict[str, TouchingPair]:
        """What touches in the last step, by name."""
        return {self.pile.label(pair): pair for pair in self.native.contacts()}

    def statistics(self) -> Statistics:
        """What is known of the steps: energy may fall, by impacts and friction, and must not grow."""
        h, energies = self.plan.h or 0.0, np.array(self.energies)
        scale = float(np.ptp(energies)) or float(np.abs(energies).max(initial=0.0))
        how = (
            f"time stepping of {len(self.pile.surfaces)} surfaces, {len(self.native.contacts())} contacts at the end; "
            f"bodies entered each other by up to {self.depth:.2g} m"
        )
        notes = [note("contact_handling", how), *self.recorder.left_out, *self._doubts()]
        return Statistics(
            method=self.method.name,
            t_end=self.t,
            steps=self.accepted,
            rejected=0,
            evaluations=self.accepted,
            jacobians=0,
            step_range=(h if self.accepted else 0.0, h),
            energy={"energy_scale": scale, "energy_error": self.gained, "energy_size": scale, "energy_grew": self.t},
            position_error=0.0,
            velocity_error=0.0,
            correction=0.0,
            rank=None,
            rows=0,
            freedoms=None,
            notes=(*self.notes, *notes),
        )

    def _doubts(self) -> Iterator[Note]:
        """What makes the run doubtful."""
        shorter = f"take a shorter step than h = {self.plan.h:g}"
        if self.unfinished:
            said = f"{self.stopped}, and {self.unfinished} of {self.accepted} steps ended like this: {shorter}"
            yield note("contact_unfinished", said)
        smallest = min((surface.thickness for surface in self.pile.surfaces), default=np.inf)
        if self.depth > OVERLAP_DOUBTFUL * smallest:
            said = f"bodies entered each other by up to {self.depth:.2g} m, and the thinnest is {2.0 * smallest:.2g} m"
            yield note("penetration", f"{said} thick: {shorter}")

    def saved(self) -> Saved:
        """Poses and velocities, for a checkpoint."""
        wanted = {name: repr(getattr(self.plan, name)) for name in ("t_end", "h")}
        equations = checkpoint_digest([repr(content_hash(self.system.model)).encode()])
        signature = {**wanted, "equations": equations, "method": repr(self.method)}
        data = {
            "accepted": self.accepted,
            "depth": self.depth,
            "gained": self.gained,
            "residual": self.residual,
            "unfinished": self.unfinished,
            "stopped": self.stopped,
            "signature": signature,
        }
        return self.at.saved(""), data

    def restore(
        self, arrays: Mapping[str, np.ndarray], data: Mapping[str, Any]
    ) -> Callable[[Mapping[str, Any]], StepSource]:
        """Goes on from there; impulses of the last step are found again."""
        self.at = Configuration.restored(arrays, "")
        self.accepted, self.depth, self.gained = data["accepted"], data["depth"], data["gained"]
        self.residual, self.unfinished, self.stopped = data["residual"], data["unfinished"], data["stopped"]
        self.native, self.energies = self._native(self.plan.h or 0.0), [self._energy()]
        return lambda kept: SteppedStates(self.method.name)
