"""The step that a run begins with."""

from __future__ import annotations

from collections.abc import Callable


def first_step(size: float, rate: float, change: Callable[[float], float | None], order: int, span: float) -> float:
    """A step from the sizes of a state, its rates, and their change per second (Hairer I, section II.4).

    All are in units of the tolerance. `change` is asked once, for rates a trial step ahead; None where there are none.
    """
    h = 1e-6 if size < 1e-5 or rate < 1e-5 else 0.01 * size / rate
    # A state that is zero but for rounding says nothing about the pace.
    h = min(max(h, 1e-10 * span), span)
    ahead = change(h)
    most = max(rate, 1e3 if ahead is None else ahead)
    other = max(1e-6, h * 1e-3) if most <= 1e-15 else (0.01 / most) ** (1.0 / (order + 1))
    return min(100.0 * h, other, span)
