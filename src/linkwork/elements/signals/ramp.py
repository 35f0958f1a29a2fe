"""y = y₀ + k (t − t₀)."""

from __future__ import annotations

from typing import Any

from ...contract import ModelError, Signal, parameter, register, value_of
from ...expr import clip


@register
class Ramp(Signal):
    """y(t) = y₀ + k (t − t₀): a straight line of `slope` k, from `offset` y₀ at `start` t₀.

    Before `start` and after `end` the value is held; without them the line goes on for ever and is smooth, as a shaft
    that turns at constant speed needs it (t₀ is then 0).
    """

    slope = parameter(doc="k")
    start = parameter(unit="s", default=None, doc="t₀, where it begins to rise")
    end = parameter(unit="s", default=None, doc="where it stops")
    offset = parameter(default=0.0, doc="y₀, the value at the start")
    remedy = "Use a SmoothStep, or leave out start and end for a line without kinks."

    def validate(self) -> None:
        """The end comes after the start."""
        begin = 0.0 if self.start is None else value_of(self.start)
        if self.end is not None and value_of(self.end) <= begin:
            raise ModelError(f"{self.kind}: end = {value_of(self.end):g} s must come after the start at {begin:g} s.")

    def value(self, t: Any) -> Any:
        """The value at time t."""
        origin = 0.0 if self.start is None else self.start
        return self.offset + self.slope * (clip(t, self.start, self.end) - origin)
