"""What the elements of a tree give at a state, one by one."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..contract import ModelError
from ..contract.parameters import parameter_values
from ..formulation import TreeEquations
from ..formulation.suspects import Examined, tree_suspects
from ..results import State


def tree_examined(system: Any, state: State) -> list[Examined]:
    """All elements with what they measure, are given and give at a state."""
    e = system.equations
    if not isinstance(e, TreeEquations):
        return []
    found = list(tree_suspects(e))
    named = {f"s{k}_{part}": value for k, x in enumerate(found) for part, value in x.parts.items()}
    numbers = dict(zip(named, _numbers(system, state, named), strict=True))
    return [(x.name, x, {part: numbers[f"s{k}_{part}"] for part in x.parts}) for k, x in enumerate(found)]


def _numbers(system: Any, state: State, named: dict[str, Any]) -> list[np.ndarray]:
    try:
        arguments = system.arguments(state)
    except ModelError:  # a law that is NaN leaves unknowns without a solution; what else is wrong is looked for first
        values = parameter_values(system.equations.parameters)
        arguments = (state.q, state.u, state.z, np.zeros(len(system.unknowns)), state.t, values)
    with np.errstate(all="ignore"):
        found = system.equations.tracer.function("values", **named)(*arguments)
    return [np.atleast_1d(np.asarray(x, float)).ravel() for x in found]
