"""The step that a run begins with."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ...kernels.loops import loop
from ..assign import assign
from ..powers import portable_power
from .flow import Flow, rated
from .step_ends import StepEnds


def first_step(size: float, rate: float, change: Callable[[float], float | None], order: int, span: float) -> float:
    """A step from the sizes of a state, its rates, and their change per second (Hairer I, section II.4).

    All are in units of the tolerance. `change` is asked once, for rates a trial step ahead; None where there are none.
    """
    h = 1e-6 if size < 1e-5 or rate < 1e-5 else 0.01 * size / rate
    # A state that is zero but for rounding says nothing about the pace.
    h = min(max(h, 1e-10 * span), span)
    ahead = change(h)
    most = max(rate, 1e3 if ahead is None else ahead)
    other = max(1e-6, h * 1e-3) if most <= 1e-15 else portable_power(0.01 / most, 1.0 / (order + 1))
    return min(100.0 * h, other, span)


@loop
def first_native_step(flow: Flow, ends: StepEnds, t: float, order: int, span: float) -> float:
    """The same from the state and the rates at the start of a step."""
    y, f, trial, scale, rtol, ahead, n = ends.y, ends.f_0, ends.trial, ends.scale, ends.rtol[0], flow.f, len(ends.y) - 1
    size, rate, change = 0.0, 0.0, 0.0
    for m in range(n):
        unit = scale[m] + rtol * abs(y[m])
        size += (y[m] / unit) ** 2 / n
        rate += (f[m] / unit) ** 2 / n
    h = 1e-6 if size < 1e-10 or rate < 1e-10 else 0.01 * np.sqrt(size / rate)
    # A state that is zero but for rounding says nothing about the pace.
    h = min(max(h, 1e-10 * span), span)
    for m in range(n + 1):
        trial[m] = y[m] + h * f[m]
    most = max(rate, 1e6)
    assign(flow.x, trial)
    if rated(flow, t + h, flow.rhs, ahead):
        for m in range(n):
            unit = scale[m] + rtol * abs(y[m])
            change += ((ahead[m] - f[m]) / unit) ** 2 / n
        most = max(rate, change / h**2)
    other = max(1e-6, h * 1e-3) if most <= 1e-30 else portable_power(1e-4 / most, 0.5 / (order + 1))
    return float(min(100.0 * h, other, span))
