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
from ..run import Plan, Run
from ..system import System
from .given import own_state
from .options import Options
from .reading import ChannelReader
from .steppers import PythonStepper, simulate_absolute
from .steppers.absolute import ALONE
from .steppers.one_step import CONTROLS
from .steppers.tree_elements import TreeElements, TreeObserver
from .steppers.weak_tree import Place, WeakTree
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
    plan = Plan(start.t, checked.end, checked.sampled, h, np.inf, tolerance, 0.0, checked.keeps_steps)
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
    source, at = TreeElements(mechanics, state.parameters, element, control, single), Place(state.q, state.u, state.t)
    stepper = PythonStepper(source, at, state, plan, TreeObserver(system, state, mechanics))
    return Run(stepper, ALONE, ChannelReader(system, {}), began).trajectory()
