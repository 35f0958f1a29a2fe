"""How far a run may be off the true motion, as a second run beside it tells; plain data, which files hold."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class MotionError:
    """The estimated error of a motion, and how fast neighbouring motions leave it."""

    error: float | None = None
    """The largest error of a coordinate, speed or state, relative to the size of those of its unit on the way; None
    where there was no second run."""
    state: str = ""
    """Which one that is."""
    t: float = 0.0
    """When."""
    growth: float | None = None
    """By how much a small change of the start grows; None where nothing gave reason to measure it."""
    way: str = ""
    """How the second run differed; without one, why there was none."""


NOT_COMPARED = MotionError(way="the run is not at hand to be repeated")
