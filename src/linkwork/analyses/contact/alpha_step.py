r"""The nonsmooth generalized-α method: second order between impacts, damping of the highest frequencies.

Each step is two (Brüls, Acary and Cardona 2014; Cosimo and others 2020). The smooth one, by generalized-α without
contacts,

$$ \tilde u = u + h((1-\gamma)a + \gamma a^+), \quad \tilde q = q + h u + h^2((\tfrac12-\beta)a + \beta a^+), \quad
   (1-\alpha_m)a^+ + \alpha_m a = (1-\alpha_f)\dot u^+ + \alpha_f\dot u, $$

is solved by Newton's method with exact derivatives. Here u̇ is that of forces, $M\dot u = h + C + P^T\lambda$ with
$P(\dot u - M^{-1}C) + P_{00} = 0$: what turning axes and bodies add is left to the transport of speeds with the
momenta of bodies (`transport`), so that spinning bodies keep theirs. All sums are taken in the middle of the step,
where u, a and u̇ are carried to, and $\tilde q = q + h\,\dot q(q_m, \cdot)$. Then impulses: $u^+ = \tilde u +
KW\Lambda$, by the laws of contacts and the impact law. Points that rest have forces, not impulses: those of the step
before act in the smooth step already, and what is left of their impulses moves it by $\tfrac h2 KW\,\Delta\Lambda$,
so that the order holds while points stay closed.

Where a point hits, its gap closed at the time $\tau = \tilde g/\tilde\gamma$ before the end of the step, and impulses
act there: at speeds of that moment, with forces of the step before until then, and they move the end of the step by
$\tau\,KW\Lambda$. Impulses at the end of the step would come late by half a step in the mean, and with speeds of its
start lose energy in every elastic impact.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from ...numerics.integrators.alpha_scheme import (
    Coefficients,
    coefficients,
    gain,
    mean_velocity,
    new_acceleration,
    new_velocity,
)
from ...numerics.integrators.moreau import BROUGHT_BACK, LENGTH_STEPS
from ...results import State
from .contact_equations import ContactEquations
from .contact_table import ContactTable
from .step_impulses import StepImpulses, active_points, along_rows, arrival_in_step, arrival_over_step, step_impulses

MOST_NEWTON = 40
NEWTON_TOLERANCE = 1e-12
"""Of a change of speeds, relative to the largest."""


LENGTH_ROUNDING = 1e-15
"""Of squares of lengths of Euler parameters."""


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
    for _ in range(BROUGHT_BACK):
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


@dataclass(eq=False)
class AlphaStep:
    """Steps of a system by the nonsmooth generalized-α method. It remembers accelerations between steps."""

    table: ContactTable
    rho_inf: float
    solver: str = "auto"
    _a: np.ndarray | None = field(default=None, repr=False)
    _u_dot: np.ndarray | None = field(default=None, repr=False)
    _forces: dict[int, np.ndarray] = field(default_factory=dict, repr=False)
    """Of points that rested in the last step."""

    name = "nonsmooth_alpha"

    def saved(self) -> dict[str, np.ndarray]:
        """Accelerations at the end of the last step, for a checkpoint."""
        if self._a is None or self._u_dot is None:
            return {}
        return {"a": self._a, "u_dot": self._u_dot, **{f"force {k}": x for k, x in self._forces.items()}}

    def restore(self, kept: Mapping[str, np.ndarray]) -> None:
        """Goes on from there."""
        self._a, self._u_dot = kept.get("a"), kept.get("u_dot")
        self._forces = {int(name.split()[1]): x for name, x in kept.items() if name.startswith("force ")}

    def __call__(self, state: State, h: float, guess: Mapping[int, np.ndarray]) -> StepResult:
        """The state a time h later; `guess` are impulses of the step before."""
        self.table = self.table.ranked_at(state)
        if self._a is None:
            self._begin(state, h)
        smooth, before = self._smooth(state, h)
        return self._with_impulses(state, smooth, before, h, guess)

    def _begin(self, state: State, h: float) -> None:
        """Accelerations at the start, with forces of points that rest there."""
        equations = ContactEquations(self.table, state)
        self._a = self._u_dot = equations.projection.pushed_accelerations()
        active = active_points(equations, h, (), self._u_dot)
        if active:
            star = state.u + h * equations.response.free_accelerations
            arrival = arrival_over_step(equations, active, state.u, star, ())
            found = step_impulses(equations, arrival, star, {}, self.solver)
            self._hold(equations, found, h)

    def _hold(self, equations: ContactEquations, found: StepImpulses | None, h: float) -> None:
        """Forces of points that rest from now on, and accelerations with them.

        Where others hit, impulses are those of the impact as well: points keep the forces that they had.
        """
        assert self._a is not None and self._u_dot is not None
        before = self._pushed(equations)
        if found is None:
            self._forces = {}
        elif found.hit:
            self._forces = {k: self._forces[k] for k in found.resting if k in self._forces}
        else:
            impulses = found.by_point
            self._forces = {k: impulses[k] / h for k in found.resting}
        change = self._pushed(equations) - before
        self._a, self._u_dot = self._a + change, self._u_dot + change

    def _smooth(self, state: State, h: float) -> tuple[State, np.ndarray]:
        """(state at the end of the step without contacts, speeds before the step carried there).

        Accelerations of the end are remembered.
        """
        c, system = coefficients(self.rho_inf), self.table.system
        assert self._a is not None and self._u_dot is not None
        middle = advanced_state(self.table, state, state.u, 0.5 * h, state.t + 0.5 * h)
        way = ContactEquations(self.table, middle).projection.transport()
        start, there = way.at(state), way.middle
        u_0, a, u_dot = way.speeds(start, there, state.u), *(way.rates(start, there, x) for x in (self._a, self._u_dot))
        new, z = u_dot.copy(), np.asarray(state.z)
        rates = self._state_rates(state)
        for _ in range(MOST_NEWTON):
            a_new = np.asarray(new_acceleration(c, new, u_dot, a))
            u, mean = (np.asarray(formula(c, u_0, a, a_new, h)) for formula in (new_velocity, mean_velocity))
            end = advanced_state(self.table, state, mean, h, state.t + h, middle)
            place = way.at(end)
            end = system.prescribed(replace(end, u=way.speeds(there, place, u), z=z))
            # States of elements go by the trapezoidal rule.
            z, before = np.asarray(state.z) + 0.5 * h * (rates + self._state_rates(end)), z
            equations = ContactEquations(self.table, end)
            wanted = equations.projection.pushed_accelerations() + self._pushed(equations)
            change = self._change(equations, wanted - way.rates(there, place, new), h, c)
            new = new + way.rates(place, there, change)
            size = h * float(np.abs(change).max(initial=0.0))
            settles = float(np.abs(z - before).max(initial=0.0)) <= NEWTON_TOLERANCE * float(np.abs(z).max(initial=1.0))
            if settles and size <= NEWTON_TOLERANCE * max(1.0, float(np.abs(u).max(initial=0.0))):
                break
        self._a, self._u_dot = way.rates(there, place, a_new), way.rates(there, place, new)
        return end, way.speeds(there, place, u_0)

    def _state_rates(self, state: State) -> np.ndarray:
        """ż of elements that have states."""
        found = self.table.system.functions.at("state_rates", state).z_dot if len(state.z) else ()
        return np.asarray(found, dtype=float)

    def _pushed(self, equations: ContactEquations) -> np.ndarray:
        """Changes of accelerations by the forces of points that rested."""
        found = np.zeros(self.table.system.layout.nu)
        for k, force in self._forces.items():
            rows = equations.rows_of([k])
            found[equations.kinematics.free] += along_rows(equations, k, force) @ equations.response.responses(rows)
        return found

    def _change(self, equations: ContactEquations, missing: np.ndarray, h: float, c: Coefficients) -> np.ndarray:
        """Newton's step for u̇⁺: (M + h γ' D + h² β' K) δ = M · missing on what other constraints leave free."""
        scale, slopes = gain(c), equations.projection.force_slopes()
        if slopes is None:
            return missing
        M, D, K = slopes
        matrix = M + scale * c.gamma * h * D + scale * c.beta * h * h * K
        # What constraints ask of u̇⁺ is in `missing`; beside it the step stays on their rows.
        return missing + equations.projection.on_constraints(matrix, (M - matrix) @ missing[equations.kinematics.free])

    def _with_impulses(
        self, start: State, smooth: State, before: np.ndarray, h: float, guess: Mapping[int, np.ndarray]
    ) -> StepResult:
        """Contacts at the end of the step; `before` are speeds before it, carried there."""
        equations = ContactEquations(self.table, smooth)
        assert self._u_dot is not None
        pushed = self._pushed(equations)
        active = active_points(equations, h, self._forces, self._u_dot - pushed)
        if not active:
            # The force of a point that has opened must not go on.
            is_free = not self._forces
            self._hold(equations, None, h)
            u = smooth.u - h * pushed
            end = smooth if is_free else self._moved(equations, u, 0.5 * h)
            return finished(self.table, replace(end, u=u) if is_free else end, None)
        start_equations = ContactEquations(self.table, start)
        pressing = {k for k, impulse in guess.items() if impulse[0] > 0.0}
        arrival = arrival_in_step(start_equations, equations, active, before, smooth.u - h * pushed, h, pressing)
        # Forces of the step before act until a point hits.
        left, moved = (arrival.since, arrival.since) if arrival.hit else (h, 0.5 * h)
        carried = {k: (h - left) * force for k, force in self._forces.items()}
        u = smooth.u - left * pushed
        found = step_impulses(equations, arrival, u, guess, self.solver, carried)
        u[equations.kinematics.free] += found.change
        end = self._moved(equations, u, moved)
        self._hold(equations, found, h)
        return finished(self.table, end, found, found.work_at_touch)

    def _moved(self, equations: ContactEquations, u: np.ndarray, h: float) -> State:
        """The end of the step with speeds u, moved by what they differ from those of the smooth step.

        Bodies keep the momenta of u, each about its own mass centre: axes in which speeds are taken turn with them.
        """
        smooth, way = equations.state, equations.projection.transport()
        end = advanced_state(self.table, smooth, u - smooth.u, h, smooth.t)
        return replace(end, u=way.rates(way.middle, way.at(end), u))
