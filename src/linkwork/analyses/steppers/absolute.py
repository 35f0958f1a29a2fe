"""What steps an absolute system, from a start that meets the constraints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

import numpy as np

from ...absolute import Configuration
from ...absolute.assembly import Rates
from ...absolute.interpolation import StepPolynomial
from ...absolute.motion import accelerate, project_configuration, rank_at
from ...consistency import said_of
from ...contract import ModelError
from ...diagnosis import Note, note
from ...mechanics.absolute import AbsoluteSystem
from ...results import State
from ...run import EnergyBalance, Event, EventLog, Plan
from ..common.failing_elements import culprit, leaping, ways_ahead
from ..common.plausibility import law_notes, plausibility
from ..constraints.start_correction import correction, far_off
from ..methods.method import Method
from .absolute_method import AbsoluteMethod
from .event_finder import EventFinder
from .failures import unmet_rows
from .python_stepper import PythonStepper


def absolute_stepper(
    system: AbsoluteSystem, state: State, plan: Plan, method: Method, events: Sequence[Event], strict: bool
) -> PythonStepper:
    """A method at the start of a run, which is put on the constraints."""
    source = AbsoluteMethod(system, state.parameters, method)
    start, notes = consistent(system, state, strict)
    notes += [*law_notes(system), *plausibility(system)]
    observer = AbsoluteObserver(system, start, state.parameters)
    finder = EventFinder(source, EventLog(events, plan.t_start), notes, plan.tolerance if plan.h is None else None)
    stepper = PythonStepper(source, start, state, plan, observer, finder if finder.functions.count else None)
    stepper.notes = notes
    return stepper


def consistent(system: AbsoluteSystem, state: State, strict: bool) -> tuple[Configuration, list[Note]]:
    """The start on all constraints, with a note where it was moved."""
    at = system.elements.configuration(state)
    tables = system.elements.tables(state.parameters)
    found, gap = project_configuration(system.elements, at, tables)
    if not np.isfinite(gap):
        raise ModelError(far_off(system, state), "simulate")
    after = system.elements.state_of(found, state.parameters)
    left = [v for v in system.violations(after) if not v.of_velocities]
    if left:
        raise ModelError(
            f"the constraints cannot all be met near this start: {said_of(left)} after all; they contradict "
            "each other, or the start is far off; assemble it first: lw.assemble(system, bodies=…).",
            "simulate",
        )
    said = correction(system, state, after)
    if said is not None and strict:
        raise ModelError(f"{said}. Or leave strict=True of lw.Enforcement out.", "simulate")
    return found, [] if said is None else [note("state_corrected", said, state.t)]


# Energy, residuals and rows of a run of an absolute system, and who is to blame where it ends.
class AbsoluteObserver:
    """Looks at the states of a run: energy against work, residuals of constraints."""

    def __init__(self, system: AbsoluteSystem, start: Configuration, parameters: Mapping[str, float]) -> None:
        self.system, self.start, self.last = system, start, start
        tables = system.elements.tables(parameters)
        off = system.rows.switched_off(system.elements.state_of(start, parameters))
        self.rows, self.rank = system.rows.count - len(off), rank_at(system.elements, start, tables)
        self.elements = system.elements.assembly.at_work(tables)
        self.speeds, self.position, self.velocity = system.layout.nu, 0.0, 0.0
        self._found: tuple[Configuration, Rates] | None = None
        self.balance = EnergyBalance(start.t, *self.elements.energy(start), self._power(start))

    def _power(self, at: Configuration, found: Rates | None = None) -> float:
        """Of the forces of elements, a gravity field, and multipliers, λ·B u: rows ψ = A u + a = 0 that move give −λ·a,
        and friction the rest. Rates of states are none."""
        elements, lam = self.system.elements, None
        if elements.sees_reactions or elements.is_moved or elements.has_friction:
            lam = accelerate(elements, at, self.elements.tables).lam
            found = self.elements.rates(at, lam)
        nu = self.system.layout.nu
        # Not by BLAS, whose threads wait for each other over long vectors.
        power = float(((found or self.elements.rates(at)).Q[:nu] * at.u[:nu]).sum()) + self.elements.field_power(at)
        if lam is not None and elements.is_moved:
            power -= float(lam @ self.elements.rates(at.with_u(np.zeros(elements.size)), lam).psi)
        if lam is not None and elements.has_friction:
            power += self.elements.friction_power(at, lam)
        return power

    def look(self, at: Configuration) -> None:
        """Looks at a state. Velocities off their rows are so across the motion: they change its energy by O(h⁴)."""
        found = self._rates(at)
        way = StepPolynomial(self.last, at)
        self.balance.add(at.t, *self.elements.energy(at), self._power(at, found), lambda part: self._power(way(part)))
        self.last = at
        self.position = max(self.position, float(np.abs(found.g).max(initial=0.0)))

    def measure(self, at: Configuration) -> None:
        """Measures how far a state is off its constraints; that of positions is known of all."""
        self.velocity = max(self.velocity, float(np.abs(self._rates(at).psi).max(initial=0.0)))

    def _rates(self, at: Configuration) -> Rates:
        """What elements give at a state, which the last one need not be asked for again."""
        if self._found is None or self._found[0] is not at:
            self._found = at, self.elements.rates(at)
        return self._found[1]

    def row(self, at: Configuration, parameters: Mapping[str, float]) -> np.ndarray:
        """(q, u, z, work) of the state that was looked at last."""
        return np.concatenate([*self.system.elements.row(at, parameters), [self.balance.work]])

    def state(self, at: Configuration, parameters: Mapping[str, float]) -> State:
        """A state of body frames."""
        return self.system.elements.state_of(at, parameters)

    def jump(self, at: Configuration, parameters: Mapping[str, float]) -> None:
        """An action of an event: what it adds to the energy is work like any other."""
        before = sum(self.elements.energy(self.last))
        self.elements, self.last = self.system.elements.assembly.at_work(self.system.elements.tables(parameters)), at
        self.balance.jump(sum(self.elements.energy(at)) - before, self._power(at))

    def hold(self, parameters: Mapping[str, float]) -> None:
        """Goes on with other numbers of elements, at a state at which they give the same."""
        self.elements = self.system.elements.assembly.at_work(self.system.elements.tables(parameters))
        self._found = None
        self.balance.power = self._power(self.last)

    def is_leaping(self, at: Configuration, parameters: Mapping[str, float]) -> bool:
        """Whether some force leaps at a state, or just beyond."""
        return leaping(self.system, self._way(at, parameters)) is not None

    def culprit(self, at: Configuration, parameters: Mapping[str, float], h: float) -> str:
        """What is not finite, stands at a dead point, leaps or grows where no step leads on."""
        with np.errstate(all="ignore"):
            try:
                states = self._way(at, parameters, *([h] if h else ()))
            except ModelError as error:
                return str(error)
            return culprit(self.system, states, partial(self._unmet, states[0]))

    def _way(self, at: Configuration, parameters: Mapping[str, float], *more: float) -> list[State]:
        """A state and those just beyond, and after some more times."""
        elements = self.system.elements
        u_dot = accelerate(elements, at, elements.tables(parameters)).u_dot
        times = sorted((*ways_ahead(at.t), *more))
        ahead = [at.moved(k * at.u, at.u + k * u_dot, at.t + k) for k in times]
        return [elements.state_of(x, parameters) for x in (at, *ahead)]

    def _unmet(self, state: State) -> str | None:
        """What kinematics says where rows that move bodies cannot go on, or no accelerations meet all rows."""
        return unmet_rows(self.system, state, self.system.elements.state_of(self.start, state.parameters))

    def saved(self) -> dict[str, float]:
        """What a checkpoint keeps of it."""
        return {**self.balance.saved(), "position": self.position, "velocity": self.velocity}

    def restore(self, data: Mapping[str, float], at: Configuration, parameters: Mapping[str, float]) -> None:
        """Goes on from there."""
        self.position, self.velocity = data["position"], data["velocity"]
        self.balance.restore({name: data[name] for name in self.balance.saved()})
        self.elements, self.last = self.system.elements.assembly.at_work(self.system.elements.tables(parameters)), at
