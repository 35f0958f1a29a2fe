"""What every method remembers of the step under way: states and rates at its ends, its polynomial, its tolerances."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from .step_history import new_track


class StepEnds(NamedTuple):
    """States and rates at both ends of a step, and the polynomial between them. n entries, the energy integral last."""

    y: Any
    y_new: Any
    f_0: Any
    f_1: Any
    """ẏ at the start and at the end."""
    dense: Any
    """The powers of the step's polynomial (powers × n)."""
    trial: Any
    """Memory of a state."""
    shift: Any
    """What projection added to the polynomial."""
    track: Any
    """Where the last steps started."""
    scale: Any
    """The absolute tolerance of every entry."""
    rtol: Any
    """The relative tolerance, one number."""


def step_ends(n: int, powers: int, rtol: float = 0.0, atol: Any = 0.0) -> StepEnds:
    """Memory for steps of n entries, whose polynomials have so many powers."""
    y, y_new, f_0, f_1, trial, shift, scale = np.zeros((7, n))
    scale[:] = atol
    return StepEnds(y, y_new, f_0, f_1, np.zeros((powers, n)), trial, shift, new_track(n), scale, np.full(1, rtol))
