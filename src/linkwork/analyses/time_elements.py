"""Runs of trees by finite elements in time (S3)."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from ..absolute.measure import Tolerances
from ..contract import ModelError
from ..numerics.integrators.mixed_elements import mixed_step
from ..numerics.integrators.time_elements import Stepped, step
from ..results import State, Trajectory
from ..system import System
from .flows import Bound
from .methods.shipped import TimeElements, check_dense
from .reading import ChannelReader
from .row_choice import chosen_rows
from .stepping.absolute import certificate
from .stepping.drive import Plan, States, drive
from .stepping.energy_balance import EnergyBalance
from .stepping.steppers import WeakStepper
from .stepping.tree import Place, WeakTree
from .velocities import consistent_speeds


def simulate_by_elements(
    system: System, state: State, plan: Plan, method: TimeElements, outputs: dict[str, Any]
) -> Trajectory:
    """The motion of a tree by elements in time."""
    check_dense(method.solver)
    element, control, is_mixed = method.element, method.control, method.fields == "mixed"
    if is_mixed and len(system.equations.g_dot) and element.form != "weighted":
        raise ModelError("simulate: the mixed form of elements in time takes constraints='weighted' alone.")
    single: Callable[..., Stepped | None] = mixed_step if is_mixed else step
    began = time.perf_counter()
    mechanics = WeakTree(system, state)
    state = consistent_speeds(system, state, {}) if mechanics.rows else state
    stepper = WeakStepper(mechanics, Place(state.q, state.u, state.t), element, control, _distance, single)
    stepper.allowed = Tolerances(plan.rtol, plan.atol)
    watch = _Watch(system, state, mechanics)
    rows = States()
    run = drive(stepper, plan, watch.look, rows)
    q, u = (np.array([getattr(at, name) for at in rows.states]).reshape(rows.count, -1) for name in ("q", "u"))

    def between(wanted: np.ndarray) -> np.ndarray:
        found = []
        for t in wanted:
            at = rows.states[max(0, int(np.searchsorted(rows.t, t, side="right")) - 1)]
            if t > at.t:
                again = WeakStepper(mechanics, at, element, single=single)
                if again.attempt(float(t) - at.t, False) is None:
                    raise ModelError(f"the run has no state at t = {t:g}: a step to it has no solution.")
                again.take()
                at = again.at
            found.append(np.concatenate([at.q, at.u, [0.0]]))
        return np.array(found)

    return Trajectory(
        system.model,
        system.layout,
        np.array(rows.t),
        q,
        u,
        np.zeros((rows.count, 0)),
        np.interp(rows.t, *np.transpose(watch.works)),
        dict(state.parameters),
        certificate(stepper, plan, run, watch, 0, 0, began),
        ChannelReader(system, outputs),
        between if not plan.times.size else None,
        outputs=outputs,
    )


def _distance(one: Place, other: Place) -> float:
    return float(np.abs(one.q - other.q).max(initial=0.0))


class _Watch:
    """Energy against work, and residuals, of a run."""

    def __init__(self, system: System, state: State, mechanics: WeakTree) -> None:
        self.system, self.state, self.mechanics = system, state, mechanics
        self.position = self.velocity = 0.0
        rows = chosen_rows(system, state)
        self.speeds = system.layout.nu - len(rows)
        parameters = np.ascontiguousarray(system.arguments(state)[-1], dtype=float)
        self.bound = Bound(system, parameters, rows, keeps=False)
        self.last = Place(state.q, state.u, state.t)
        kinetic, potential = system.evaluate("energy", state)
        self.balance = EnergyBalance(state.t, kinetic, potential, self._power(self.last))
        self.works = [(state.t, 0.0)]
        """The work done up to the end of every step."""

    def _power(self, at: Place) -> float:
        """Of elements and of everything that is moved; not a number where there are no accelerations."""
        rates = self.bound.rates(at.t, self.bound.y_of(self._state(at)))
        return float("nan") if rates is None else float(rates[-1])

    def _state(self, at: Place) -> State:
        return State(self.state.layout, at.q, at.u, at.t, self.state.parameters)

    def _middle(self, at: Place) -> Place:
        """Between the last state and this one, by the cubic with the places and velocities of both."""
        one, h = self.last, at.t - self.last.t
        u = 1.5 * (at.q - one.q) / h - 0.25 * (one.u + at.u)
        return Place(0.5 * (one.q + at.q) + h / 8.0 * (one.u - at.u), u, one.t + 0.5 * h)

    def look(self, at: Place) -> None:
        """Looks at a state."""
        kinetic, potential = self.system.evaluate("energy", self._state(at))
        self.balance.add(at.t, kinetic, potential, self._power(at), lambda: self._power(self._middle(at)))
        self.last = at
        self.works.append((at.t, self.balance.work))
        found = self.mechanics.evaluate(at, np.zeros(self.mechanics.rows))
        self.position = max(self.position, float(np.abs(found.g).max(initial=0.0)))
        self.velocity = max(self.velocity, float(np.abs(found.psi).max(initial=0.0)))
