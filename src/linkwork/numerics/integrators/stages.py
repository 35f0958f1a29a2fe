"""Tables and memory of explicit Runge–Kutta methods, as compiled code wants them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from ..tableaus import Tableau
from .step_ends import StepEnds, step_ends


class StageTable(NamedTuple):
    """A tableau as compiled code wants it."""

    a: Any
    b: Any
    c: Any
    error: Any
    second_error: Any
    dense: Any
    """Powers of the step's polynomial × stages."""
    stages: int
    error_order: int
    stability: float
    damping: float


class Stages(NamedTuple):
    """Rates at the stages of a step."""

    k: Any
    """Stages × (n + 1): rates and the smallest pivot; the first row holds those at the start of the step."""
    calls: Any
    """The kernel of the rates, once for every stage: it writes where the stage is kept."""


@cache
def stage_table(tableau: Tableau) -> StageTable:
    """A tableau in arrays, which nobody writes to."""
    return StageTable(
        np.array(tableau.a),
        np.array(tableau.b),
        np.array(tableau.c),
        np.array(tableau.error),
        np.array(tableau.second_error),
        np.array(tableau.dense).T.copy(),
        tableau.stages,
        tableau.error_order,
        tableau.stability,
        tableau.damping,
    )


def stages_of(table: StageTable, n: int, calls_into: Callable[[np.ndarray], np.ndarray]) -> tuple[Stages, StepEnds]:
    """Memory for steps of n components. Rates at the ends of steps are those of the first stage and the last."""
    k = np.zeros((len(table.c), n + 1))
    ends = step_ends(n, len(table.dense))._replace(f_0=k[0, :-1], f_1=k[table.stages, :-1])
    return Stages(k, calls_into(k)), ends
