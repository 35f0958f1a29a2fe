"""`gradient`: the value of an objective and its exact derivatives by variables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..contract import ModelError, Parameter
from ..contract.arguments import ArgumentKind, takes
from ..results import Verdict
from ..results.dual_numbers import Varied
from ..results.verdict import GOOD_VERDICT
from .design import Design

Objective = Callable[[Design], Any]
OBJECTIVE = ArgumentKind(callable, 'a function of a design, such as lambda at: at.equilibrium(system)["A.angle"]')


@dataclass(frozen=True, eq=False)
class Gradient:
    """`value` of an objective, and `by[name]` its derivative by each variable."""

    value: Any
    by: Mapping[str, Any]
    verdict: Verdict = GOOD_VERDICT
    """The worst on the analyses that the objective asked for."""

    def __getitem__(self, name: str) -> Any:
        return self.by[name]


@takes(objective=OBJECTIVE)
def gradient(objective: Objective, parameters: Mapping[str, float] | Iterable[Any]) -> Gradient:
    """The value and the derivatives of `objective(at)` by parameters: Parameters, or names with values.

    The objective calls analyses on the `Design` it is given, such as `at.equilibrium(system)["A.angle"]`, and combines
    what they give with arithmetic and NumPy's functions.
    """
    values = values_of(parameters)
    design = Design(values)
    found = evaluated(objective, design)
    check_used(design)
    by = {name: _plain(found.gradient[..., k]) for k, name in enumerate(values)}
    return Gradient(_plain(found.value), by, max((one.verdict for one in design.judged), default=GOOD_VERDICT))


def values_of(parameters: Mapping[str, float] | Iterable[Any]) -> dict[str, float]:
    """Names and values of variables."""
    if isinstance(parameters, Mapping):
        return {str(name): float(value) for name, value in parameters.items()}
    given = list(parameters)
    for p in given:
        if not isinstance(p, Parameter):
            raise ModelError(f"{p!r} is not a Parameter: give Parameters, or names with values such as {{'k': 200.0}}.")
    return {p.name: p.value for p in given}


def check_used(design: Design) -> None:
    """Raises where a variable was not asked for by anything."""
    idle = [name for name in design.values if name not in design.used]
    if idle:
        raise ModelError(
            f"nothing depends on {idle[0]!r}: no model that the objective uses has a Parameter of that name, and the "
            f"objective does not read at[{idle[0]!r}]."
        )


def evaluated(objective: Objective, design: Design) -> Varied:
    """The objective of a design."""
    found = objective(design)
    if not isinstance(found, Varied):
        raise ModelError(
            "the objective must return what follows from analyses of the design it is given, such as "
            f"at.equilibrium(system)['A.angle']; it returns {type(found).__name__}, which has no derivatives."
        )
    return found


def _plain(value: Any) -> Any:
    entries = np.asarray(value)
    return entries.item() if entries.ndim == 0 else entries
