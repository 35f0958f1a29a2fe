"""Tables and memory of explicit Runge–Kutta methods, as compiled code wants them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from ..tableaus import Tableau
from .step_history import new_track


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
    """Memory of a step."""

    k: Any
    """Stages × (n + 1): rates and the smallest pivot; the first row holds those at the start of the step."""
    calls: Any
    """The kernel of the rates, once for every stage: it writes where the stage is kept."""
    y: Any
    y_new: Any
    trial: Any
    shift: Any
    """What projection added to the step."""
    track: Any
    """Where the last steps started."""
    dense: Any
    """The powers of the step's polynomial; memory for other things while nobody asks for it."""
    scale: Any
    """(absolute tolerance of every component)."""
    rtol: float


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


def stages_of(
    table: StageTable, n: int, rtol: float, atol: Any, calls_into: Callable[[np.ndarray], np.ndarray]
) -> Stages:
    """Memory for steps of n components; `calls_into(k)` gives the calls that write to the rows of k."""
    powers, scale = len(table.dense), np.empty(n)
    scale[:] = atol
    k = np.zeros((len(table.c), n + 1))
    y, y_new, trial, shift = np.zeros((4, n))
    dense = np.zeros((powers, n))
    return Stages(k, calls_into(k), y, y_new, trial, shift, new_track(n), dense, scale, float(rtol))
