"""`time_elements`: the motion of a system by finite elements in time (S3)."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from ..absolute import AbsoluteSystem
from ..absolute.weak import CHARTS
from ..contract import ModelError
from ..contract.arguments import NAME, NUMBER, REAL, TIMES, takes
from ..contract.errors import unknown
from ..numerics.integrators.mixed_elements import mixed_step
from ..numerics.integrators.time_elements import Stepped, step
from ..numerics.integrators.time_shapes import FORMS, QUADRATURES, Element
from ..results import State, Trajectory
from ..system import System
from .flows import Bound
from .given import own_state
from .options import Options
from .reading import ChannelReader
from .row_choice import chosen_rows
from .stepping.absolute import certificate, simulate_absolute
from .stepping.drive import Plan, States, drive
from .stepping.energy_balance import EnergyBalance
from .stepping.steppers import CONTROLS, WeakStepper
from .stepping.tree import Place, WeakTree
from .velocities import consistent_speeds

FIELDS = ("primal", "mixed")


@takes(
    t_end=REAL | None,
    h=REAL | None,
    quadrature=NAME,
    constraints=NAME,
    fields=NAME,
    chart=NAME,
    times=TIMES | None,
    tolerance=NUMBER,
    control=NAME,
    solver=NAME,
)
def time_elements(
    system: System | AbsoluteSystem,
    state: State | None = None,
    t_end: float | None = None,
    *,
    h: float | None = None,
    degree: int = 2,
    quadrature: str = "gauss",
    constraints: str = "nodal",
    fields: str = "primal",
    chart: str = "middle",
    times: Any = None,
    tolerance: float = 1e-8,
    control: str = "doubling",
    solver: str = "auto",
) -> Trajectory:
    """The motion from `state` to `t_end` by elements of length `h`, with positions of `degree` 1, 2 or 3 in each.

    `quadrature` "gauss" (k points: order 2k, symplectic, stable for every h), "full" or "lobatto" (k + 1 points for
    forces: stable for short elements only). `constraints` "nodal" closes positions at every node, "weighted" is the
    form of S3. `fields` "mixed" leaves positions and momenta free inside the element: the same motion as "gauss", in
    other unknowns; for trees, with weighted constraints. `chart` says where increments of rotations of absolute systems
    are counted from: the "middle" of the element, or its "start" as in S3. Without `h` the length is chosen so that a
    step's error stays below `tolerance`, by comparison with two halves (`control` "doubling") or by the jump of the
    velocity ("indicator", cheap and pessimistic); a constant length keeps energy better over long times.
    `solver` solves the linear systems of absolute systems, as in `simulate`.
    """
    start = own_state(system, state, "time_elements")
    if type(degree) is not int or degree not in (1, 2, 3):
        raise ModelError(f"time_elements: degree = {degree!r}; choose 1, 2 or 3.")
    for what, value, known in (
        ("quadrature", quadrature, QUADRATURES),
        ("form of constraints", constraints, FORMS),
        ("control", control, CONTROLS),
        ("choice of fields", fields, FIELDS),
        ("chart", chart, CHARTS),
    ):
        if value not in known:
            raise ModelError(f"time_elements: {unknown(what, value, known)}")
    element = Element(degree, quadrature, constraints)
    checked = Options(start.t, t_end, times, "auto", tolerance, tolerance, None, h, "none", False)
    plan = Plan(start.t, checked.end, checked.sampled, h, np.inf, tolerance, 0.0)
    rows = system.rows if isinstance(system, AbsoluteSystem) else len(system.equations.g_dot)
    if fields == "mixed":
        _check_mixed(system, element, rows)
    if isinstance(system, AbsoluteSystem):
        chosen: dict[str, Any] = {"element": element, "control": control, "chart": chart, "solver": solver}
        return simulate_absolute(system, start, plan, "auto", {}, False, **chosen)
    if solver != "auto":
        raise ModelError("time_elements: trees have dense matrices; `solver` is for absolute systems, leave it away.")
    return _tree(system, start, plan, element, control, mixed_step if fields == "mixed" else step)


def _check_mixed(system: System | AbsoluteSystem, element: Element, rows: int) -> None:
    if isinstance(system, AbsoluteSystem):
        raise ModelError(
            "time_elements: the mixed form adds coordinates, which rotations are not; it is for tree systems. With "
            "quadrature 'gauss' the primal form is the same method."
        )
    if element.quadrature != "gauss":
        raise ModelError(f"time_elements: the mixed form has 'gauss' quadrature, not {element.quadrature!r}.")
    if rows and element.form != "weighted":
        raise ModelError("time_elements: the mixed form takes constraints='weighted' alone.")


def _tree(
    system: System,
    state: State,
    plan: Plan,
    element: Element,
    control: str,
    single: Callable[..., Stepped | None],
) -> Trajectory:
    began = time.perf_counter()
    mechanics = WeakTree(system, state)
    state = consistent_speeds(system, state, {}) if mechanics.rows else state
    at = Place(state.q, state.u, state.t)
    stepper = WeakStepper(mechanics, at, element, control, _distance, single, plan.tolerance)
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
        ChannelReader(system, {}),
        between if not plan.times.size else None,
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
        self.balance = EnergyBalance(state.t, *system.energy(state), self._power(self.last))
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
        energies = self.system.energy(self._state(at))
        self.balance.add(at.t, *energies, self._power(at), lambda: self._power(self._middle(at)))
        self.last = at
        self.works.append((at.t, self.balance.work))
        found = self.mechanics.evaluate(at, np.zeros(self.mechanics.rows))
        self.position = max(self.position, float(np.abs(found.g).max(initial=0.0)))
        self.velocity = max(self.velocity, float(np.abs(found.psi).max(initial=0.0)))
