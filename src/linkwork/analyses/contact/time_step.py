r"""One time step with contacts, without looking for events: impulses over the step, laws on velocity level.

Moreau's midpoint rule. From q, u, with $q_m = q + \tfrac h2 \dot q$, M, h and rows at q_m:

$$ M(u^* - u) = h\,\Delta t + P^T\mu,\quad P u^* + P_0 = 0, \qquad
   u^+ = u^* + K W\Lambda, \qquad q^+ = q_m + \tfrac h2 \dot q(u^+). $$

Points with g(q_m) ≤ 0 take part, by $0 \le \gamma_N^+ + e\gamma_N^- \perp \Lambda_N \ge 0$ and Coulomb's cone for Λ_T
(Moreau 1988; CONTACT §4). Restitution acts only where a point approaches, so that resting points do not jitter. What is
left of other constraints, and of points that rest, on position level is taken away by a projection. Trees take the same
step in one native loop (`tree_step`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from ...results import State
from .contact_equations import ContactEquations
from .contact_table import ContactTable
from .step_impulses import StepImpulses, active_points, arrival_over_step, step_impulses

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
        equations = ContactEquations(self.table, self._middle(state, h))
        star = equations.velocity_after(h)
        active = active_points(equations, h, {k for k, impulse in guess.items() if impulse[0] > 0.0})
        if not active:
            return self._finished(equations, star, h, None)
        arrival = arrival_over_step(equations, active, state.u, star)
        found = step_impulses(equations, arrival, star, guess, self.solver)
        u = star.copy()
        u[equations.free] += found.change
        return self._finished(equations, u, h, found)

    def _middle(self, state: State, h: float) -> State:
        """q_m, half a step ahead at the speeds of now."""
        return advanced_state(self.table, state, state.u, 0.5 * h, state.t + 0.5 * h)

    def _finished(self, equations: ContactEquations, u: np.ndarray, h: float, found: StepImpulses | None) -> StepResult:
        """q⁺ with u⁺, on constraints."""
        middle, system = equations.state, self.table.system
        end = advanced_state(self.table, middle, u, 0.5 * h, middle.t + 0.5 * h)
        if len(middle.z):
            rates = np.asarray(system.functions.at("state_rates", middle).z_dot)
            end = replace(end, z=np.asarray(middle.z) + h * rates)
        return finished(self.table, end, found, 0.0 if found is None else found.work)


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


def advanced_state(table: ContactTable, state: State, u: np.ndarray, h: float, t: float) -> State:
    """The state with q + h q̇(q, u) at another time, Euler parameters of length one, prescribed coordinates on time."""
    system = table.system
    going = replace(state, u=u)
    q = np.asarray(state.q) + h * np.asarray(system.functions.at("kinematics", going).q_dot)
    found = system.prescribed(replace(going, q=q, t=t))
    if system.chart.invariants:
        closure = system.functions.at("closure", found)
        J, value = closure.invariants_q, np.asarray(closure.invariants)
        squares = np.asarray((J * J).sum(axis=1) if isinstance(J, np.ndarray) else J.multiply(J).sum(axis=1)).ravel()
        found = replace(found, q=np.asarray(found.q) - np.asarray(J.T @ (value / squares)))
    return found


def projected(table: ContactTable, state: State, resting: Sequence[int]) -> tuple[State, float, float]:
    """(the state with constraints and points that rest on their positions, deepest penetration, work of the shift)."""
    system, first = table.system, None
    for _ in range(_PROJECTIONS):
        equations = ContactEquations(table, state)
        # Those that are lifted a little come down: a body that rests does not float.
        off = [k for k in resting if equations.insides[k] >= 0.0 and np.isfinite(equations.held[k])]
        if first is None:
            first = _potential(table, state)
        rows, wanted = equations.position_errors(off)
        if not len(rows) or float(np.abs(wanted).max()) <= 1e-13:
            break
        change = equations.least_shift(rows, wanted)
        step = np.zeros(system.layout.nu)
        step[equations.free] = change
        there, back = (
            np.asarray(system.functions.at("kinematics", replace(state, u=x)).q_dot) for x in (step, 0.0 * step)
        )
        state = replace(state, q=np.asarray(state.q) + there - back)
    gaps = ContactEquations(table, state).gaps
    work = 0.0 if first is None else _potential(table, state) - first
    return state, max(0.0, -float(gaps.min(initial=0.0))), work


def _potential(table: ContactTable, state: State) -> float:
    return float(table.system.functions.at("energy", state).potential)
