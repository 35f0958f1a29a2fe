"""Runs of absolute systems."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ...absolute import AbsoluteSystem, Configuration
from ...absolute.assembly import Rates
from ...absolute.motion import accelerate, closed, rank_at
from ...absolute.tables import Tables
from ...contract import ModelError
from ...contract.errors import unknown
from ...numerics.integrators.time_shapes import Element
from ...results import Certificate, State, Trajectory
from ..events import Event
from ..keeping import Keeping
from .between import Between
from .distances import distance
from .drive import Driven, Plan, drive
from .events import Events
from .keeper import AbsoluteKeeper
from .linear import check_solver
from .reading import AbsoluteReader
from .steppers import Stepper
from .versions import versions
from .way import RHO_INF, Way

ALONE = Keeping(progress=False)
"""Nothing beside the run."""
METHODS = ("generalized_alpha", "weak1", "weak2", "weak3")
FAR = 0.1
"""How far a start may be off its constraints before it has to be assembled."""


def simulate_absolute(
    system: AbsoluteSystem,
    state: State,
    plan: Plan,
    method: str,
    outputs: dict[str, Any],
    strict: bool,
    events: Sequence[Event] = (),
    solver: str = "auto",
    rho_inf: float = RHO_INF,
    keeping: Keeping = ALONE,
    element: Element | None = None,
    control: str = "doubling",
    chart: str = "middle",
) -> Trajectory:
    """The motion of an absolute system: "generalized_alpha" ("auto"), or elements in time ("weak1" … "weak3")."""
    if method not in ("auto", *METHODS):
        raise ModelError(f"simulate: {unknown('method for absolute systems', method, ['auto', *METHODS])}")
    chosen = element or (Element(int(method[-1])) if method.startswith("weak") else None)
    check_solver(solver, "simulate" if element is None else "time_elements", chosen is not None)
    began = time.perf_counter()
    tables = system.tables(state.parameters)
    start, note = consistent(system, state, strict)

    way = Way(system, state.parameters, chosen, control, chart, solver, rho_inf)
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

    with AbsoluteKeeper(way, state, plan, watch, looked, keeping, tell) as keeper:
        run = drive(first, plan, watch.look, keeper, looked)
    told = tell(run.stepper, run)
    keeper.close(told, run.jumps)
    table = keeper.rows.table()
    result = Trajectory(
        system.model,
        system.layout,
        table.t,
        table.q,
        table.u,
        table.z,
        table.work,
        dict(state.parameters),
        told,
        AbsoluteReader(system, outputs, table.means_at if table.means.shape[1] else None),
        None,
        tuple(looked.happenings.occurrences) if looked else (),
        outputs,
        keeper.changes(run.jumps),
    )
    return result if plan.times.size else replace(result, interpolator=Between(way, result))


def consistent(system: AbsoluteSystem, state: State, strict: bool) -> tuple[Configuration, list[str]]:
    """The start on all constraints, with a note where it was moved."""
    at = system.configuration(state)
    tables = system.tables(state.parameters)
    found, gap = closed(system, at, tables)
    moved = max(distance(at, found), 0.0)
    if not gap < 1e-8 or not np.isfinite(moved):
        raise ModelError(
            f"simulate: the constraints cannot all be met near this start (off by {gap:.2g}): they contradict each "
            "other, or the start is far off; assemble it first: lw.assemble(system, bodies=…)."
        )
    if moved > FAR:
        raise ModelError("simulate: the start is far from satisfying the constraints; assemble it first: lw.assemble.")
    change = max(moved, float(np.abs(found.u - at.u).max(initial=0.0)))
    if change <= 1e-9:
        return found, []
    said = f"the start did not satisfy the constraints: it was moved by {change:.3g}"
    if strict:
        raise ModelError(f"simulate: {said} to do so. Assemble it first, or leave strict=True away.")
    return found, [said]


class _Watch:
    """What a certificate says about a run: energy against work, residuals."""

    def __init__(self, system: AbsoluteSystem, tables: Any, start: Configuration) -> None:
        self.system, self.last = system, start
        self.elements = system.assembly.at_work(tables)
        self.work = self.imbalance = self.position = self.velocity = 0.0
        self.t = start.t
        self.power = self._power(start)
        kinetic, potential = self.elements.energy(start)
        self.first = kinetic + potential
        self.scale = max(kinetic, abs(self.first))

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
        """Looks at a state. Work is the power of elements and of rows that move, by the trapezoidal rule."""
        found = self.elements.rates(at)
        power = self._power(at, found)
        self.work += 0.5 * (at.t - self.t) * (power + self.power)
        self.t, self.power, self.last = at.t, power, at
        kinetic, potential = self.elements.energy(at)
        self.scale = max(self.scale, kinetic)
        self.imbalance = max(self.imbalance, abs(kinetic + potential - self.first - self.work))
        self.position = max(self.position, float(np.abs(found.g).max(initial=0.0)))
        self.velocity = max(self.velocity, float(np.abs(found.psi).max(initial=0.0)))

    def restore(self, told: Mapping[str, float], at: Configuration, tables: Tables) -> None:
        """Goes on from what a checkpoint holds."""
        for name, value in told.items():
            setattr(self, name, value)
        self.elements, self.last = self.system.assembly.at_work(tables), at

    def jump(self, at: Configuration, tables: Tables) -> None:
        """An action of an event: what it adds to the energy is work like any other."""
        before = sum(self.elements.energy(self.last))
        self.elements = self.system.assembly.at_work(tables)
        self.work += sum(self.elements.energy(at)) - before
        self.power = self._power(at)


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
        rtol=plan.tolerance,
        atol=plan.tolerance,
        steps=run.steps,
        rejected=run.rejected,
        evaluations=stepper.evaluations,
        jacobians=stepper.jacobians,
        step_range=(run.shortest if run.steps else 0.0, run.longest),
        energy_scale=watch.scale,
        energy_error=watch.imbalance,
        position_error=watch.position,
        velocity_error=watch.velocity,
        correction=0.0,
        rank=rank,
        rows=rows,
        events=0,
        notes=tuple(notes),
        wall_time=time.perf_counter() - began,
        versions=versions(),
    )
