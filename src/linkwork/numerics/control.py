r"""The length of the next step: one formula for all methods, with the bounds that each of them has.

An error e, in units of what a step may have, that goes with $h^p$ asks for $h_{\text{new}} = s\, e^{-1/p}\, h$ with a
safety factor s below 1 (E. Hairer, S. P. Nørsett, G. Wanner, Solving Ordinary Differential Equations I, section II.4).
"""

from __future__ import annotations

from ..kernels.loops import loop
from .powers import portable_power


@loop
def step_ratio(error: float, power: float, safety: float, least: float, most: float) -> float:
    """h_new / h = safety · error^(−power) within bounds; `power` is 1/p."""
    if error <= 0.0:
        return most
    return max(least, min(most, safety * portable_power(error, -power)))


@loop
def predicted_ratio(error: float, last: float, h: float, before: float, power: float, safety: float) -> float:
    """h_new / h as the trend of two errors asks for (Gustafsson; Hairer and Wanner, part II, section IV.8).

    Errors that grew from a step of length `before` to this one, of length h, go on growing.
    """
    return safety * h / before * portable_power(last / (error * error), power)
