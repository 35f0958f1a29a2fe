r"""One time step with contacts, without looking for events: impulses over the step, laws on velocity level.

Moreau's midpoint rule. From q, u, with $q_m = q + \tfrac h2 \dot q$, M, h and rows at q_m:

$$ M(u^* - u_m) = Q\,\Delta t + P^T\mu,\quad P u^* + P_0 = 0, \qquad
   u_m^+ = u^* + K W\Lambda, \qquad q^+ = q + h\,\dot q(q_m, \tfrac12(u_m + u_m^+)). $$

Speeds u are carried to the middle, u_m, and u_m⁺ to the end with the momenta of bodies (`transport`), so that
spinning bodies fly at order two and keep their momentum; Q = h + C are the forces without those of velocities. What
rows turn speeds by on the way to the middle they turn them by again on the way to the end. Points with g(q_m) ≤ 0
take part, by $0 \le \gamma_N^+ + e\gamma_N^- \perp \Lambda_N \ge 0$ and Coulomb's cone for Λ_T (Moreau 1988; CONTACT
§4). Restitution acts only where a point approaches, so that resting points do not jitter. What is left of other
constraints, and of points that rest, on position level is taken away by a projection. Trees take the same step in one
native loop (`tree_step`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from ...numerics.integrators.moreau import LENGTH_STEPS
from ...results import State
from .contact_equations import ContactEquations
from .contact_table import ContactTable
from .step_impulses import StepImpulses, active_points, arrival_over_step, step_impulses

LENGTH_ROUNDING = 1e-15
"""Of squares of lengths of Euler parameters."""
_PROJECTIONS = 3
"""Newton steps by which positions are brought back on constraints."""


@dataclass(frozen=True, eq=False)
class StepResult:
    """The state after a step, and the impulses in it."""

    state: State
    impulses: Mapping[int, np.ndarray] = field(default_factory=dict)
    """(normal, tangential) by point."""
    pushes: Mapping[int, np.ndarray] = field(default_factory=dict)
    """Those of detected contacts on their second bodies, in world axes."""
    work: float = 0.0
    """What impulses and projections did, in J."""
    rest: float = 0.0
    """What is left of the contact problem, relative to its size."""
    depth: float = 0.0
    """The deepest penetration at its end."""
    impacts: frozenset[int] = frozenset()
    """Points that hit in it."""
    balance: tuple[float, float, float] | None = None
    """(kinetic, potential energy, power of all elements) at its end, where the step knows them."""
    since: float = 0.0
    """How long before its end the first of them touched, where that is known."""


@dataclass(frozen=True, eq=False)
class MoreauStep:
    """Steps of a system by Moreau's rule; `solver` is that of contact problems."""

    table: ContactTable
    solver: str = "auto"

    name = "moreau"

    def saved(self) -> dict[str, np.ndarray]:
        """Nothing is remembered between steps."""
        return {}

    def restore(self, kept: Mapping[str, np.ndarray]) -> None:
        """Nothing is remembered between steps."""

    def __call__(self, state: State, h: float, guess: Mapping[int, np.ndarray]) -> StepResult:
        """The state a time h later; `guess` are impulses of the step before."""
        table = self.table.ranked_at(state)
        middle = advanced_state(table, state, state.u, 0.5 * h, state.t + 0.5 * h)
        equations = ContactEquations(table, middle)
        way = equations.projection.transport()
        carried = way.speeds(way.at(state), way.middle, state.u)
        before, turned = equations.projection.speeds_on_rows(carried), np.zeros(len(carried))
        if len(table.bilateral):
            turned[equations.kinematics.free] = (before - carried)[equations.kinematics.free]
        # Forces at speeds half a step ahead.
        half = equations.with_speeds(equations.with_speeds(before).projection.velocity_after(0.5 * h, before))
        star = half.projection.velocity_after(h, before)
        pressing = {k for k, impulse in guess.items() if impulse[0] > 0.0}
        active = active_points(half, h, pressing, (star - before) / h)
        found, u = None, star
        if active:
            arrival = arrival_over_step(half, active, before, star, pressing)
            found = step_impulses(half, arrival, star, guess, self.solver)
            u = star.copy()
            u[half.kinematics.free] += found.change
        end = advanced_state(table, state, 0.5 * (before + u), h, state.t + h, middle)
        end = table.system.prescribed(replace(end, u=u))
        end = replace(end, u=way.speeds(way.middle, way.at(end), end.u + turned))
        if len(state.z):
            rates = np.asarray(table.system.functions.at("state_rates", half.state).z_dot)
            end = replace(end, z=np.asarray(state.z) + h * rates)
        return finished(table, end, found, 0.0 if found is None else found.work)


def finished(table: ContactTable, end: State, found: StepImpulses | None, work: float = 0.0) -> StepResult:
    """The end of a step in which impulses did work, with constraints and points that rest back on their positions."""
    if found is None:
        state, depth, shift = projected(table, end, ())
        return StepResult(state, work=shift, depth=depth)
    state, depth, shift = projected(table, end, found.resting)
    return StepResult(
        state,
        found.all_by_point,
        found.pushes,
        work + shift,
        found.solution.residual.largest,
        depth,
        found.hit,
        since=found.arrival.since,
    )


def advanced_state(
    table: ContactTable, state: State, u: np.ndarray, h: float, t: float, place: State | None = None
) -> State:
    """The state with q + h q̇(q', u) at another time, Euler parameters of length one, prescribed coordinates on time.

    q' is that of `place`, or q.
    """
    system = table.system
    going = replace(place or state, u=u)
    q = np.asarray(state.q) + h * np.asarray(system.functions.at("kinematics", going).q_dot)
    found = system.prescribed(replace(state, q=q, u=u, t=t))
    for _ in range(LENGTH_STEPS if system.chart.invariants else 0):
        norms = system.functions.at("invariants", found)
        J, value = norms.invariants_q, np.asarray(norms.invariants)
        if float(np.abs(value).max()) <= LENGTH_ROUNDING:
            break
        squares = np.asarray((J * J).sum(axis=1) if isinstance(J, np.ndarray) else J.multiply(J).sum(axis=1)).ravel()
        found = replace(found, q=np.asarray(found.q) - np.asarray(J.T @ (value / squares)))
    return found


def projected(table: ContactTable, state: State, resting: Sequence[int]) -> tuple[State, float, float]:
    """(the state with constraints and points that rest on their positions, deepest penetration, work of the shift)."""
    system, first = table.system, None
    for _ in range(_PROJECTIONS):
        equations = ContactEquations(table, state)
        # Those that are lifted a little come down: a body that rests does not float.
        off = [
            k for k in resting if equations.kinematics.insides[k] >= 0.0 and np.isfinite(equations.kinematics.held[k])
        ]
        if first is None:
            first = _potential(table, state)
        rows, wanted = equations.kinematics.position_errors(off)
        if not len(rows) or float(np.abs(wanted).max()) <= 1e-13:
            break
        change = equations.projection.least_shift(rows, wanted)
        step = np.zeros(system.layout.nu)
        step[equations.kinematics.free] = change
        there, back = (
            np.asarray(system.functions.at("kinematics", replace(state, u=x)).q_dot) for x in (step, 0.0 * step)
        )
        state = replace(state, q=np.asarray(state.q) + there - back)
    equations = ContactEquations(table, state)
    work = 0.0 if first is None else _potential(table, state) - first
    state = equations.projection.on_rows() if len(table.bilateral) else state
    return state, max(0.0, -float(equations.kinematics.gaps.min(initial=0.0))), work


def _potential(table: ContactTable, state: State) -> float:
    return float(table.system.functions.at("energy", state).potential)
