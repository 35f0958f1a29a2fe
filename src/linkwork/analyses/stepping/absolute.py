"""Runs of absolute systems."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ...absolute import AbsoluteSystem, Configuration
from ...absolute.assembly import Rates
from ...absolute.measure import Tolerances
from ...absolute.motion import accelerate, closed, rank_at
from ...absolute.tables import Tables
from ...consistency import said_of
from ...contract import ModelError
from ...results import Certificate, Occurrence, State, Trajectory
from ..events import Event
from ..methods.method import Method
from ..output import Output
from ..plausibility import plausibility
from ..start_correction import correction, far_off
from .between import Between
from .drive import Driven, Plan, drive
from .energy_balance import EnergyBalance
from .events import Events
from .failures import culprit, is_leaping
from .interpolation import StepPolynomial
from .keeper import AbsoluteKeeper
from .reading import AbsoluteReader
from .rows import Table
from .steppers import Stepper
from .versions import versions
from .way import Way


def simulate_absolute(
    system: AbsoluteSystem,
    state: State,
    plan: Plan,
    method: Method,
    outputs: dict[str, Any],
    strict: bool,
    events: Sequence[Event],
    output: Output,
) -> Trajectory:
    """The motion of an absolute system."""
    began = time.perf_counter()
    tables = system.tables(state.parameters)
    start, note = consistent(system, state, strict)
    note = [*note, *plausibility(system)]

    way = Way(system, state.parameters, method, Tolerances(plan.rtol, plan.atol))
    first = way.stepper(start)
    watch = _Watch(system, tables, start)
    rank = rank_at(system, start, tables)
    looked: Events | None = Events(way, events, state.t, watch, plan.tolerance if plan.h is None else None)
    if looked is not None and not looked.functions.count:
        looked = None

    def tell(stepper: Stepper, run: Driven) -> Certificate:
        """What is known about the run so far."""
        found = certificate(stepper, plan, run, watch, system.rows, rank, began)
        happened = 0 if looked is None else len(looked.happenings.occurrences)
        said = [] if looked is None else looked.notes
        return replace(found, events=happened, notes=(*note, *found.notes, *said))

    def present() -> Mapping[str, float]:
        return (way if looked is None else looked.way).parameters

    with AbsoluteKeeper(way, state, plan, watch, looked, output, tell) as keeper:
        run = drive(first, plan, watch.look, keeper, looked, lambda at: is_leaping(system, at, present()))
        if run.lost_step is not None:
            run.sentence += f": {culprit(system, start, run.stepper.at, present(), run.lost_step)}"
        told = keeper.close(tell(run.stepper, run), run.jumps)
    occurred = tuple(looked.happenings.occurrences) if looked else ()
    result = _trajectory(system, keeper.rows.table(), state, told, outputs, occurred, keeper.changes(run.jumps))
    return result if plan.times.size else replace(result, interpolator=Between(way, result))


def _trajectory(
    system: AbsoluteSystem,
    table: Table,
    start: State,
    told: Certificate,
    outputs: dict[str, Any],
    occurred: tuple[Occurrence, ...],
    changes: tuple[tuple[int, Mapping[str, float]], ...],
) -> Trajectory:
    """The rows of a run with all that belongs to them."""
    return Trajectory(
        system.model,
        system.layout,
        table.t,
        table.q,
        table.u,
        table.z,
        table.work,
        dict(start.parameters),
        told,
        AbsoluteReader(system, outputs, table.means_at if table.means.shape[1] else None),
        None,
        occurred,
        outputs,
        changes,
    )


def consistent(system: AbsoluteSystem, state: State, strict: bool) -> tuple[Configuration, list[str]]:
    """The start on all constraints, with a note where it was moved."""
    at = system.configuration(state)
    tables = system.tables(state.parameters)
    found, gap = closed(system, at, tables)
    if not np.isfinite(gap):
        raise ModelError(far_off(system, state))
    after = system.state_of(found, state.parameters)
    left = [v for v in system.violations(after) if not v.of_velocities]
    if left:
        raise ModelError(
            f"simulate: the constraints cannot all be met near this start: {said_of(left)} after all; they contradict "
            "each other, or the start is far off; assemble it first: lw.assemble(system, bodies=…)."
        )
    said = correction(system, state, after)
    if said is not None and strict:
        raise ModelError(f"simulate: {said}. Or leave strict=True of lw.Enforcement away.")
    return found, [] if said is None else [said]


class _Watch:
    """What a certificate says about a run: energy against work, residuals."""

    def __init__(self, system: AbsoluteSystem, tables: Any, start: Configuration) -> None:
        self.system, self.last = system, start
        self.elements = system.assembly.at_work(tables)
        self.speeds, self.position, self.velocity = system.layout.nu, 0.0, 0.0
        self.balance = EnergyBalance(start.t, *self.elements.energy(start), self._power(start))

    @property
    def work(self) -> float:
        """Of elements and of rows that move, since the start."""
        return self.balance.work

    def _power(self, at: Configuration, found: Rates | None = None) -> float:
        """Of the forces of elements, and of rows ψ = A u + a = 0 that move: λ·A u = −λ·a. Rates of states are none."""
        lam = None
        if self.system.sees_reactions or self.system.is_moved:
            lam = accelerate(self.system, at, self.elements.tables).lam
            found = self.elements.rates(at, lam)
        nu = self.system.layout.nu
        power = float((found or self.elements.rates(at)).Q[:nu] @ at.u[:nu])
        if lam is not None and self.system.is_moved:
            power -= float(lam @ self.elements.rates(at.with_u(np.zeros(self.system.size)), lam).psi)
        return power

    def look(self, at: Configuration) -> None:
        """Looks at a state."""
        found = self.elements.rates(at)
        way = StepPolynomial(self.last, at)
        self.balance.add(at.t, *self.elements.energy(at), self._power(at, found), lambda: self._power(way(0.5)))
        self.last = at
        self.position = max(self.position, float(np.abs(found.g).max(initial=0.0)))
        self.velocity = max(self.velocity, float(np.abs(found.psi).max(initial=0.0)))

    def told(self) -> dict[str, float]:
        """What a checkpoint keeps of it."""
        return {**self.balance.told(), "position": self.position, "velocity": self.velocity}

    def restore(self, told: Mapping[str, float], at: Configuration, tables: Tables) -> None:
        """Goes on from what a checkpoint holds."""
        self.position, self.velocity = told["position"], told["velocity"]
        self.balance.restore({name: told[name] for name in self.balance.told()})
        self.elements, self.last = self.system.assembly.at_work(tables), at

    def jump(self, at: Configuration, tables: Tables) -> None:
        """An action of an event: what it adds to the energy is work like any other."""
        before = sum(self.elements.energy(self.last))
        self.elements, self.last = self.system.assembly.at_work(tables), at
        self.balance.jump(sum(self.elements.energy(at)) - before, self._power(at))


def certificate(
    stepper: Stepper, plan: Plan, run: Driven, watch: Any, rows: int, rank: int | None, began: float
) -> Certificate:
    """What is known about the accuracy of a run; no rank where it was not determined."""
    notes = list(run.notes)
    if rank is None or rank < rows:
        shared = "rows that repeat each other share their load by a regularised tangent"
        notes.append(shared if rank is not None else f"{shared}; their rank was not determined")
    return Certificate(
        status=run.status,
        sentence=run.sentence,
        method=stepper.name,
        t_start=plan.t_start,
        t_end=float(stepper.at.t),
        rtol=plan.rtol,
        atol=plan.atol,
        h=plan.h,
        steps=run.steps,
        rejected=run.rejected,
        evaluations=stepper.evaluations,
        jacobians=stepper.jacobians,
        step_range=(run.shortest if run.steps else 0.0, run.longest),
        energy_scale=watch.balance.scale,
        energy_error=watch.balance.imbalance,
        energy_size=watch.balance.size,
        energy_grew=watch.balance.grew,
        position_error=watch.position,
        velocity_error=watch.velocity,
        correction=0.0,
        rank=rank,
        rows=rows,
        freedoms=None if rank is None else watch.speeds - rank,
        events=0,
        notes=tuple(notes),
        wall_time=time.perf_counter() - began,
        versions=versions(),
    )
