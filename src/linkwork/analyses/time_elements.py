"""Runs of trees by finite elements in time (S3)."""

from __future__ import annotations

import time
from typing import Any

from ..contract import ModelError
from ..numerics.integrators.mixed_elements import mixed_step
from ..numerics.integrators.time_elements import step
from ..results import State, Trajectory
from ..run import Plan, Run
from ..run.output import Output
from ..system import System
from .methods.shipped import TimeElements, check_dense
from .reading import ChannelReader
from .steppers.python_stepper import PythonStepper
from .steppers.tree_elements import TreeElements, TreeObserver
from .steppers.weak_tree import Place, WeakTree
from .velocities import consistent_speeds


def simulate_by_elements(
    system: System, state: State, plan: Plan, method: TimeElements, outputs: dict[str, Any], output: Output
) -> Trajectory:
    """The motion of a tree by elements in time."""
    check_dense(method.solver)
    element, is_mixed = method.element, method.fields == "mixed"
    if is_mixed and len(system.equations.g_dot) and element.form != "weighted":
        raise ModelError("simulate: the mixed form of elements in time takes constraints='weighted' alone.")
    began = time.perf_counter()
    mechanics = WeakTree(system, state)
    state = consistent_speeds(system, state, {}) if mechanics.rows else state
    single = mixed_step if is_mixed else step
    source = TreeElements(mechanics, state.parameters, element, method.control, single)
    at, observer = Place(state.q, state.u, state.t), TreeObserver(system, state, mechanics)
    stepper = PythonStepper(source, at, state, plan, observer)
    return Run(stepper, output, ChannelReader(system, outputs), began).trajectory()
