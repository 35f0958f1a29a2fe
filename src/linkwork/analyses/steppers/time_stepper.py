"""Runs that step over impacts: steps of one length, impulses of contacts in each, whatever the coordinates."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ...contract import ModelError
from ...diagnosis import note
from ...model.content import content_hash
from ...numerics.status import NOT_FINITE, RUN_DONE, RUNNING, SENTENCES
from ...results import ContactChange, State, Trajectory
from ...results.stored_states import Interpolator
from ...run import Crawl, EnergyBalance, Event, EventLog, Plan, Recorder, Statistics, StepSource
from ...run.checkpoint import checkpoint_digest
from ...run.stepper import Saved
from ...run.time_mesh import fixed_step_notes
from ...system import System
from ..contact.contact_driver import impact_law_notes
from ..contact.contact_equations import ContactEquations
from ..contact.contact_scales import contact_scales
from ..contact.contact_table import ContactTable, contact_table, has_contacts
from ..contact.detected_contacts import detection_of
from ..contact.event_driver import open_start
from ..contact.time_step import StepResult
from ..methods.stepping_methods import SteppingMethod

POWER_STEP = 1e-6
"""Seconds to either side over which the change of the energy is measured."""
DEEP = 0.5
"""Of the size of what touches: bodies that enter each other by more make a run doubtful."""
_SHORTEST = 1e-12
"""Of the length of the run: a step below this is none."""


class EventlessStepper(ABC):
    """What methods that step over impacts have in common: they look for no events, and their steps have one length."""

    plan: Plan
    method: SteppingMethod

    @property
    @abstractmethod
    def t(self) -> float:
        """The present time."""

    def jump(self, event: Event, state: State) -> State:
        """There are no events."""
        raise ModelError(f"{self.method.name} looks for no events.", "simulate")

    def settle(self, landed: Sequence[Event], has_jumped: bool) -> None:
        """There are no events."""
        return

    def is_leaping(self) -> bool:
        """Steps have one length, whatever laws do."""
        return False

    def explain(self, code: int) -> str:
        """Why it cannot go on."""
        return f"{SENTENCES[code]} at t = {self.t:.6g}; take a shorter step than h = {self.plan.h:g}"

    def collect(self) -> None:
        """Nothing is left: every row is recorded when it is reached."""
        return

    def close(self, run: Trajectory) -> None:
        """It leaves no memory to others."""
        return


class SteppingStepper(EventlessStepper):
    """A method that steps over impacts, on its way."""

    piece = 1_000_000

    def __init__(self, system: System, start: State, plan: Plan, method: SteppingMethod) -> None:
        assert plan.h is not None
        self.system, self.plan, self.method = system, plan, method
        self.table: ContactTable = replace(contact_table(system), detection=detection_of(system, start, plan.h))
        self.start = self.present = open_start(self.table, start)
        self.step = method.step(self.table)
        self.log = EventLog((), plan.t_start)
        layout = system.layout
        pairs = {} if self.table.detection is None else self.table.detection.pair_channels()
        self.recorder = Recorder((layout.nq, layout.nu, layout.nz), self._channels(), pairs)
        self.crawl = Crawl(plan.t_start, 1, np.inf)
        self.notes = [*impact_law_notes(system), *fixed_step_notes(system, start, plan)]
        self.landed: Sequence[Event] = ()
        self.accepted = 0
        self.depth = self.rest = 0.0
        """The deepest penetration, and the largest relative residual of a contact problem."""
        self.source = SteppedStates(method.name)
        kinetic, potential = self._energies(self.present)
        self.balance = EnergyBalance(plan.t_start, kinetic, potential, self._power())
        self._guess: Mapping[int, np.ndarray] = {}
        self._last = 1.0
        """The length of the last step: those before samples are shorter."""
        self._pushes: Mapping[int, np.ndarray] = {}

    def _channels(self) -> dict[str, int]:
        """Forces of contacts, which steps know and states do not: sizes by name."""
        found: dict[str, int] = {}
        for p in self.table.points:
            if p.is_detected:
                continue
            found[f"{p.label}.normal_force"] = 1
            if p.slips:
                found[f"{p.label}.friction_force"] = len(p.slips)
        return found

    @property
    def t(self) -> float:
        """The present time."""
        return float(self.present.t)

    @property
    def state(self) -> State:
        """The present state."""
        return self.present

    def _energies(self, state: State) -> tuple[float, float]:
        found = self.system.functions.at("energy", state)
        return float(found.kinetic), float(found.potential)

    def _row(self) -> np.ndarray:
        s = self.present
        return np.concatenate([s.q, s.u, np.asarray(s.z), [self.balance.work]])

    def begin(self) -> int:
        """Records the start."""
        if self.plan.keeps_steps:
            self.recorder.start(self.t, self._row(), channels=self._forces(1.0))
        elif len(self.plan.times) and self.plan.times[0] <= self.t:
            self._record(1.0)
        return RUNNING

    def advance(self, steps: int) -> int:
        """Goes on for up to so many steps."""
        for _ in range(steps):
            target = self._target()
            if target is None:
                return RUN_DONE
            assert self.plan.h is not None
            left = target - self.t
            h = left if left <= self.plan.h * (1.0 + 1e-9) else self.plan.h
            found = self.step(self.present, h, self._guess)
            if not np.isfinite(found.state.q).all():
                return NOT_FINITE
            self._take(found, h)
        return RUNNING

    def _target(self) -> float | None:
        """Where steps have to lead next; None where the end is reached."""
        if self.plan.keeps_steps:
            return self.plan.t_end if is_ahead(self.plan, self.t, self.plan.t_end) else None
        while self.recorder.count < len(self.plan.times):
            target = float(self.plan.times[self.recorder.count])
            if is_ahead(self.plan, self.t, target):
                return target
            self._record(self._last)
        return None

    def _take(self, found: StepResult, h: float) -> None:
        before = self.present
        # The time of many steps must not add up its rounding.
        self.present = replace(found.state, t=before.t + h)
        self._guess, self._pushes, self._last = found.impulses, found.pushes, h
        self.accepted += 1
        self.depth = max(self.depth, found.depth)
        self.rest = max(self.rest, found.rest)
        kinetic, potential, power = found.balance or (*self._energies(self.present), self._power())
        self.balance.work += found.work
        self.balance.add(self.t, kinetic, potential, power, lambda _: (self.balance.power + 5.0 * power) / 6.0)
        if found.impacts:
            self._log_impacts(before, found, kinetic)
        if self.plan.keeps_steps:
            self._record(h)

    def _power(self) -> float:
        """d(T + V)/dt without contacts, along the present motion: what all elements give."""
        s, e = self.present, POWER_STEP
        at = self.system.functions.at
        u_dot = ContactEquations(self.table, s).response.free_accelerations
        q_dot = np.asarray(at("kinematics", s).q_dot)
        there, back = (replace(s, q=s.q + k * q_dot, u=s.u + k * u_dot, t=s.t + k) for k in (e, -e))
        return (sum(self._energies(there)) - sum(self._energies(back))) / (2.0 * e)

    def _log_impacts(self, before: State, found: StepResult, kinetic: float) -> None:
        """Impacts of a step, with what its impulses turned into heat and the kinetic energy at its ends."""
        labels = [self.table.point(k).label for k in sorted(found.impacts)]
        normal = {self.table.point(k).label: float(found.impulses[k][0]) for k in found.impacts}
        t = self.t - found.since
        change = ContactChange(
            t,
            "impact",
            tuple(labels),
            {},
            f"t = {t:.6g}: impact of {' and '.join(labels)} in a step",
            normal,
            {self.table.point(k).label: tuple(map(float, found.impulses[k][1:])) for k in found.impacts},
            energy_before=self._energies(before)[0],
            energy_after=kinetic,
            loss=-found.work,
        )
        self.log.touched((), change, before, self.present)

    def _record(self, h: float) -> None:
        self.recorder.add(np.array([self.t]), self._row()[None], None, self._forces(h))

    def _forces(self, h: float) -> dict[str, np.ndarray]:
        """Mean forces over a step: of points, and on the second body of pairs that are found to touch (world axes)."""
        found = {name: np.zeros((1, size)) for name, size in self.recorder.channels.items()}
        for k, p in enumerate(self.table.points):
            if p.is_detected:
                continue
            own = self._guess.get(k, np.zeros(1 + len(p.slips))) / h
            found[f"{p.label}.normal_force"] = own[None, :1]
            if p.slips:
                found[f"{p.label}.friction_force"] = own[None, 1:]
        for k, push in self._pushes.items():
            name = f"{self.table.point(k).pair}.force"
            if self.recorder.open_channel(name, 3):
                found[name] = found.get(name, np.zeros((1, 3))) + push / h
        return found

    def finish(self, code: int) -> None:
        """Ends the only stretch."""
        if self.plan.keeps_steps:
            self.recorder.end(self.source)

    @property
    def _size(self) -> float:
        """Of what touches: half the thickness of the thinnest solid, or a lever arm where contacts have no surfaces."""
        shapes = [
            surface.collision_shape()
            for point in self.table.points
            for surface in point.element.surfaces or ()
            if surface is not None and surface.is_solid
        ]
        sizes = [min(shape.size) for shape in shapes if shape.size]
        return min(sizes, default=contact_scales(replace(self.table, detection=None), self.start).length)

    def statistics(self) -> Statistics:
        """What is known of the steps."""
        h = self.plan.h or 0.0
        how = f"impulses of contacts over steps of {h:g} s; bodies entered each other by up to {self.depth:.2g} m"
        notes = [note("contact_handling", how), *self.recorder.left_out]
        if self.rest > 1e-6:
            said = f"contact problems were solved to {self.rest:.1e} of their size only; try solver='newton'"
            notes.append(note("contact_unsolved", said))
        if self.depth > DEEP * self._size:
            said = (
                f"bodies entered each other by up to {self.depth:.2g} m, and what touches is about "
                f"{self._size:.2g} m large: take a shorter step than h = {h:g}"
            )
            notes.append(note("penetration_deep" if self.depth > self._size else "penetration", said))
        end = ContactEquations(self.table, self.present)
        return Statistics(
            method=self.method.name,
            t_end=self.t,
            steps=self.accepted,
            rejected=0,
            evaluations=self.accepted,
            jacobians=0,
            step_range=(h if self.accepted else 0.0, h),
            energy=self.balance.certified(),
            position_error=float(np.abs(end.kinematics.position_errors(())[1]).max(initial=0.0)),
            velocity_error=float(np.abs(end.kinematics.velocities[self.table.bilateral]).max(initial=0.0)),
            correction=0.0,
            rank=None,
            rows=self.system.rows.count,
            freedoms=None,
            notes=(*self.notes, *(notes if has_contacts(self.system) else ())),
        )

    def saved(self) -> Saved:
        """State, energy and impulses, for a checkpoint."""
        s = self.present
        arrays = {"/q": s.q, "/u": s.u, "/z": np.asarray(s.z)}
        arrays |= {f"/impulses/{k}": np.asarray(x) for k, x in self._guess.items()}
        arrays |= {f"/pushes/{k}": np.asarray(x) for k, x in self._pushes.items()}
        arrays |= {f"/memory/{name}": value for name, value in self.step.saved().items()}
        data: dict[str, Any] = {
            "t": self.t,
            "accepted": self.accepted,
            "depth": self.depth,
            "rest": self.rest,
            "last": self._last,
        }
        wanted = {name: repr(getattr(self.plan, name)) for name in ("t_end", "h")}
        equations = checkpoint_digest([repr(content_hash(self.system.model)).encode()])
        signature = {**wanted, "equations": equations, "method": repr(self.method)}
        if self.table.detection is not None:
            data["features"] = [list(feature) for feature in self.table.detection.features]
        return arrays, {**data, "balance": self.balance.saved(), "signature": signature}

    def restore(
        self, arrays: Mapping[str, np.ndarray], data: Mapping[str, Any]
    ) -> Callable[[Mapping[str, Any]], StepSource]:
        """Goes on from there."""
        self.present = replace(self.present, q=arrays["/q"], u=arrays["/u"], z=arrays["/z"], t=data["t"])
        self.accepted, self.depth, self.rest, self._last = (data[k] for k in ("accepted", "depth", "rest", "last"))
        self.balance.restore(data["balance"])
        for feature in data.get("features", ()):
            assert self.table.detection is not None
            self.table.detection.remember(tuple(feature))
        self._guess = {int(k): x for k, x in _under(arrays, "/impulses/").items()}
        self._pushes = {int(k): x for k, x in _under(arrays, "/pushes/").items()}
        self.step.restore(_under(arrays, "/memory/"))
        return lambda kept: self.source


def is_ahead(plan: Plan, now: float, t: float) -> bool:
    """Whether a time lies ahead of now by more than rounding."""
    return t - now > _SHORTEST * max(plan.t_end - plan.t_start, abs(t))


def _under(arrays: Mapping[str, np.ndarray], prefix: str) -> dict[str, np.ndarray]:
    """Arrays whose names begin so, by the rest of their names."""
    return {name[len(prefix) :]: values for name, values in arrays.items() if name.startswith(prefix)}


@dataclass(frozen=True)
class SteppedStates:
    """States between the ends of steps: straight lines, since impulses may act at any time of a step."""

    name: str
    powers: int = 0

    def interpolator(self, t: np.ndarray, y: np.ndarray, dense: np.ndarray) -> Interpolator:
        """Linear between rows."""
        return lambda wanted: np.array([[np.interp(x, t, column) for column in y.T] for x in wanted])

    def data(self) -> dict[str, Any]:
        """Nothing more is needed."""
        return {"name": self.name}
