"""Runs of absolute systems."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ...absolute import AbsoluteSystem, Configuration
from ...absolute.configuration import conjugate, product, rotation_vector
from ...absolute.motion import closed, rank_at
from ...absolute.tables import Tables
from ...absolute.weak import WeakAbsolute
from ...contract import ModelError
from ...contract.errors import unknown
from ...numerics.integrators.time_shapes import Element
from ...results import Certificate, State, Trajectory
from ..events import Event
from .drive import Driven, Plan, drive
from .events import Events
from .linear import check_solver
from .reading import AbsoluteReader
from .steppers import AlphaStepper, Stepper, WeakStepper
from .versions import versions

METHODS = ("generalized_alpha", "weak1", "weak2", "weak3")
RHO_INF = 0.9
"""ρ∞ of the generalized-α method unless told otherwise."""
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

    way = _Way(system, tables, chosen, control, chart, solver, rho_inf)
    first = way.stepper(start)
    watch = _Watch(system, tables, start)
    rank = rank_at(system, start, tables)
    looked = Events(system, state.parameters, events, way.reach) if events else None
    run = drive(first, plan, watch.look, looked)
    rows = [system.row(at, state.parameters) for at in run.states]
    q, u = (np.array([row[k] for row in rows]).reshape(len(rows), -1) for k in (0, 1))
    run.notes[:0] = note

    def between(wanted: np.ndarray) -> np.ndarray:
        """States at any times: one shorter step from the state before."""
        found = []
        for t in wanted:
            at = run.states[max(0, int(np.searchsorted(run.t, t, side="right")) - 1)]
            later = way.reach(at, float(t) - at.t) if t > at.t else at
            if later is None:
                raise ModelError(f"the run has no state at t = {t:g}: a step to it has no solution.")
            found.append(np.concatenate([*system.row(later, state.parameters), [0.0]]))
        return np.array(found)

    happened = tuple(looked.found) if looked else ()
    return Trajectory(
        system.model,
        system.layout,
        np.array(run.t),
        q,
        u,
        np.zeros((len(rows), 0)),
        np.zeros(len(rows)),
        dict(state.parameters),
        replace(certificate(first, plan, run, watch, system.rows, rank, began), events=len(happened)),
        AbsoluteReader(system, outputs),
        between if not plan.times.size else None,
        happened,
        outputs,
    )


@dataclass(frozen=True, eq=False)
class _Way:
    """A method and its choices, from which runs and single steps are made; no element is the generalized-α method."""

    system: AbsoluteSystem
    tables: Tables
    element: Element | None
    control: str
    chart: str
    solver: str
    rho_inf: float

    def stepper(self, at: Configuration) -> Stepper:
        """The method at a state."""
        if self.element is None:
            return AlphaStepper(self.system, self.tables, at, self.rho_inf, self.solver)
        mechanics = WeakAbsolute(self.system, self.tables, self.chart, self.solver)
        return WeakStepper(mechanics, at, self.element, self.control, distance)

    def reach(self, at: Configuration, h: float) -> Configuration | None:
        """The state after one step from another, None where that has no solution."""
        again = self.stepper(at)
        if again.attempt(h, False) is None:
            return None
        again.take()
        found: Configuration = again.at
        return found


def distance(one: Configuration, other: Configuration) -> float:
    """The largest difference of places and rotations."""
    turn = rotation_vector(product(one.pose[:4], conjugate(other.pose[:4])))
    parts = (turn, one.pose[4:] - other.pose[4:], one.own - other.own)
    return max(float(np.abs(x).max(initial=0.0)) for x in parts)


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
        self.elements = system.assembly.at_work(tables)
        self.work = self.imbalance = self.position = self.velocity = 0.0
        self.t = start.t
        self.power = float(self.elements.rates(start).Q @ start.u)
        kinetic, potential = self.elements.energy(start)
        self.first = kinetic + potential
        self.scale = max(kinetic, abs(self.first))

    def look(self, at: Configuration) -> None:
        """Looks at a state. Work is the power of elements, by the trapezoidal rule."""
        found = self.elements.rates(at)
        power = float(found.Q @ at.u)
        self.work += 0.5 * (at.t - self.t) * (power + self.power)
        self.t, self.power = at.t, power
        kinetic, potential = self.elements.energy(at)
        self.scale = max(self.scale, kinetic)
        self.imbalance = max(self.imbalance, abs(kinetic + potential - self.first - self.work))
        self.position = max(self.position, float(np.abs(found.g).max(initial=0.0)))
        self.velocity = max(self.velocity, float(np.abs(found.psi).max(initial=0.0)))


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
