"""Trees by elements in time: what makes their steps, and what looks at their states."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...contract import ModelError
from ...mechanics.tree import TreeSystem
from ...numerics.integrators.time_shapes import TimeElement
from ...results import State
from ...results.stored_states import Interpolator
from ...run import EnergyBalance, Plan
from ...run.checkpoint import checkpoint_digest
from ..common.bound_kernels import BoundKernels
from ..constraints.row_choice import chosen_rows
from ..constraints.velocities import consistent_speeds
from ..methods.integrators import TimeElements, check_dense
from ..methods.trial_steppers import TrialStepper, WeakStepper, element_channels
from .failures import forces_jump, tree_culprit
from .python_stepper import PythonStepper
from .weak_tree import WeakState, WeakTree


def elements_stepper(system: TreeSystem, state: State, plan: Plan, method: TimeElements) -> PythonStepper:
    """A tree at the start of a run by elements in time (S3)."""
    check_dense(method.solver)
    if method.threads != 1:
        raise ModelError(
            "a tree has one element to form; `threads` are for absolute systems, leave them out.", "simulate"
        )
    mechanics = WeakTree(system, state, method.chart)
    state = consistent_speeds(system, state, {}) if mechanics.rows else state
    source = TreeElements(mechanics, state.parameters, method.element, method.control)
    at, observer = WeakState(state.q, state.u, state.t), TreeObserver(system, state, mechanics)
    return PythonStepper(source, at, state, plan, observer)


@dataclass(frozen=True, eq=False)
class TreeElements:
    """Elements in time of a tree at values of Parameters, which do not change."""

    mechanics: WeakTree
    parameters: Mapping[str, float]
    element: TimeElement
    control: str

    @property
    def name(self) -> str:
        """The method in a word."""
        return f"weak{self.element.degree}"

    @property
    def powers(self) -> int:
        """None: steps can be computed again."""
        return 0

    @property
    def channels(self) -> Mapping[str, int]:
        """Momenta."""
        return element_channels(self.mechanics.size, 0)

    def at(self, parameters: Mapping[str, float]) -> TreeElements:
        """The same: nothing changes Parameters on the way."""
        return self

    def stepper(self, at: WeakState, before: TrialStepper | None = None) -> WeakStepper:
        """The method at a state."""
        return WeakStepper(self.mechanics, at, self.element, self.control, self._distance)

    def _distance(self, one: WeakState, other: WeakState) -> float:
        return float(np.abs(self.mechanics.change(one, other)).max(initial=0.0))

    def reach(self, at: WeakState, h: float) -> WeakState | None:
        """The state after one step from another, None where that has no solution."""
        again = self.stepper(at)
        if again.attempt(h, False) is None:
            return None
        again.take()
        found: WeakState = again.at
        return found

    def interpolator(self, t: np.ndarray, y: np.ndarray, dense: np.ndarray) -> Interpolator:
        """The states between rows: what single steps from the row before reach. Their work is not computed."""
        nu = self.mechanics.size

        def row(wanted: float) -> np.ndarray:
            k = max(0, int(np.searchsorted(t, wanted, side="right")) - 1)
            if wanted <= t[k]:
                return np.append(y[k, :-1], 0.0)
            at = self.reach(WeakState(y[k, : -nu - 1], y[k, -nu - 1 : -1], float(t[k])), float(wanted) - float(t[k]))
            if at is None:
                raise ModelError(f"the run has no state at t = {wanted:g}: a step to it has no solution.")
            return np.concatenate([at.q, at.u, [0.0]])

        return lambda wanted: np.array([row(float(x)) for x in wanted])

    def data(self) -> dict[str, Any]:
        """What a checkpoint holds of it."""
        return {"parameters": dict(self.parameters)}

    def signature(self) -> dict[str, str]:
        """The equations with the values of Parameters, and the method."""
        values = checkpoint_digest(
            [self.mechanics.digest.encode(), np.asarray(self.mechanics.parameters, dtype=float).tobytes()]
        )
        return {"equations": values, "method": repr((self.element, self.control, self.mechanics.middle))}


class TreeObserver:
    """Energy against work, and residuals, of a run of a tree by elements in time."""

    def __init__(self, system: TreeSystem, state: State, mechanics: WeakTree) -> None:
        self.system, self._state, self.mechanics = system, state, mechanics
        self.position = self.velocity = 0.0
        rows = chosen_rows(system, state)
        self.rows, self.rank, self.speeds = 0, 0, system.layout.nu - len(rows)
        parameters = np.ascontiguousarray(system.arguments(state)[-1], dtype=float)
        self.bound = BoundKernels(system, parameters, rows, keeps=False)
        self.last = WeakState(state.q, state.u, state.t)
        kinetic, potential = system.evaluate("energy", state)
        self.balance = EnergyBalance(state.t, kinetic, potential, self._power(self.last))

    def _power(self, at: WeakState) -> float:
        """Of elements and of everything that is moved; not a number where there are no accelerations."""
        rates = self.bound.rates(at.t, self.bound.y_of(self.state(at)))
        return float("nan") if rates is None else float(rates[-1])

    def state(self, at: WeakState, parameters: Mapping[str, float] | None = None) -> State:
        """A place as a state."""
        return State(self._state.layout, at.q, at.u, at.t, self._state.parameters)

    def row(self, at: WeakState, parameters: Mapping[str, float]) -> np.ndarray:
        """(q, u, work) of the place that was looked at last."""
        return np.concatenate([at.q, at.u, [self.balance.work]])

    def look(self, at: WeakState) -> None:
        """Looks at a state."""
        kinetic, potential = self.system.evaluate("energy", self.state(at))
        between, last = self.mechanics.between, self.last
        self.balance.add(at.t, kinetic, potential, self._power(at), lambda part: self._power(between(last, at, part)))
        self.last = at

    def measure(self, at: WeakState) -> None:
        """Measures how far a state is off its constraints."""
        g, psi = self.mechanics.residuals(at)
        self.position = max(self.position, float(np.abs(g).max(initial=0.0)))
        self.velocity = max(self.velocity, float(np.abs(psi).max(initial=0.0)))

    def jump(self, at: WeakState, parameters: Mapping[str, float]) -> None:
        """There are no events; where an input jumps in time, another power begins."""
        self.last = at
        self.balance.jump(0.0, self._power(at))

    def hold(self, parameters: Mapping[str, float]) -> None:
        """Numbers do not change on the way."""

    def is_leaping(self, at: WeakState, parameters: Mapping[str, float]) -> bool:
        """Whether some force leaps at a state, or just beyond."""
        return forces_jump(self.bound, at.t, self.bound.y_of(self.state(at)))

    def culprit(self, at: WeakState, parameters: Mapping[str, float], h: float) -> str:
        """What is not finite, leaps or grows where no step leads on."""
        with np.errstate(all="ignore"):
            return tree_culprit(self.bound, at.t, self.bound.y_of(self.state(at)))

    def saved(self) -> dict[str, float]:
        """What a checkpoint keeps of it."""
        return {**self.balance.saved(), "position": self.position, "velocity": self.velocity}

    def restore(self, data: Mapping[str, float], at: WeakState, parameters: Mapping[str, float]) -> None:
        """Goes on from there."""
        self.position, self.velocity = data["position"], data["velocity"]
        self.balance.restore({name: data[name] for name in self.balance.saved()})
        self.last = at
