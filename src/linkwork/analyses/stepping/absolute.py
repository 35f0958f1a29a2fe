"""Runs of absolute systems."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ...absolute import AbsoluteSystem, Configuration
from ...absolute.motion import closed, rank_at
from ...absolute.tables import Tables
from ...contract import ModelError
from ...contract.errors import unknown
from ...numerics.integrators.time_shapes import Element
from ...results import Certificate, State, Trajectory
from ..events import Event
from .distances import distance
from .drive import Driven, Plan, drive
from .events import Events
from .linear import check_solver
from .reading import AbsoluteReader
from .steppers import Stepper
from .versions import versions
from .way import RHO_INF, Way

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
    element: Element | None = None,
    control: str = "doubling",
    chart: str = "middle",
    events: Sequence[Event] = (),
    solver: str = "auto",
    rho_inf: float = RHO_INF,
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
    looked = Events(way, events, state.t, watch) if events else None
    run = drive(first, plan, watch.look, looked)
    run.notes[:0] = note
    changes = tuple(zip(run.jumps, [] if looked is None else looked.parameters, strict=True))
    ways = [way.at(_parameters(state, changes, k)) for k in range(len(run.t))]
    rows = [system.row(at, own.parameters) for at, own in zip(run.states, ways, strict=True)]
    q, u, z = (np.array([row[k] for row in rows]).reshape(len(rows), -1) for k in range(3))

    def between(wanted: np.ndarray) -> np.ndarray:
        """States at any times: one shorter step from the state before."""
        found = []
        for t in wanted:
            k = max(0, int(np.searchsorted(run.t, t, side="right")) - 1)
            at, own = run.states[k], ways[k]
            later = own.reach(at, float(t) - at.t) if t > at.t else at
            if later is None:
                raise ModelError(f"the run has no state at t = {t:g}: a step to it has no solution.")
            found.append(np.concatenate([*system.row(later, own.parameters), [0.0]]))
        return np.array(found)

    happened = tuple(looked.happenings.occurrences) if looked else ()
    return Trajectory(
        system.model,
        system.layout,
        np.array(run.t),
        q,
        u,
        z,
        np.zeros(len(rows)),
        dict(state.parameters),
        replace(certificate(run.stepper, plan, run, watch, system.rows, rank, began), events=len(happened)),
        AbsoluteReader(system, outputs),
        between if not plan.times.size else None,
        happened,
        outputs,
        changes,
    )


def _parameters(state: State, changes: Sequence[tuple[int, Mapping[str, float]]], row: int) -> Mapping[str, float]:
    """The values of Parameters that belong to a row."""
    return next((values for first, values in reversed(changes) if first <= row), state.parameters)


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
        self.power = self.elements.power(start)
        kinetic, potential = self.elements.energy(start)
        self.first = kinetic + potential
        self.scale = max(kinetic, abs(self.first))

    def look(self, at: Configuration) -> None:
        """Looks at a state. Work is the power of elements, by the trapezoidal rule."""
        found = self.elements.rates(at)
        power = float(found.Q[: self.system.layout.nu] @ at.u[: self.system.layout.nu])
        self.work += 0.5 * (at.t - self.t) * (power + self.power)
        self.t, self.power, self.last = at.t, power, at
        kinetic, potential = self.elements.energy(at)
        self.scale = max(self.scale, kinetic)
        self.imbalance = max(self.imbalance, abs(kinetic + potential - self.first - self.work))
        self.position = max(self.position, float(np.abs(found.g).max(initial=0.0)))
        self.velocity = max(self.velocity, float(np.abs(found.psi).max(initial=0.0)))

    def jump(self, at: Configuration, tables: Tables) -> None:
        """An action of an event: what it adds to the energy is work like any other."""
        before = sum(self.elements.energy(self.last))
        self.elements = self.system.assembly.at_work(tables)
        self.work += sum(self.elements.energy(at)) - before
        self.power = self.elements.power(at)


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
