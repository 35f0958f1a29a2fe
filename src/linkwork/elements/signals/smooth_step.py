"""y = y₀ + (y₁ − y₀) p(s), s = (t − t₀)/(t₁ − t₀)."""

from __future__ import annotations

from typing import Any

from ...contract import ModelError, Signal, option, parameter, register, value_of
from ...expr import clip

POLYNOMIALS: dict[int, tuple[float, ...]] = {
    1: (3.0, -2.0),
    2: (10.0, -15.0, 6.0),
    3: (35.0, -84.0, 70.0, -20.0),
}
"""p(s) = s^(n+1) (a₀ + a₁ s + …): 0 at s = 0, 1 at s = 1, n derivatives zero at both."""


@register
class SmoothStep(Signal):
    """y(t) = y₀ + (y₁ − y₀) p(s), s = (t − t₀)/(t₁ − t₀), p = s³ (10 − 15 s + 6 s²): from `before` to `after`.

    It is constant up to `start` and from `end` on. `order` is the number of derivatives that are continuous: 1 (cubic),
    2 (quintic, what a driven coordinate needs) or 3 (of degree seven: no jumps of jerk).
    """

    start = parameter(unit="s", default=0.0, doc="t₀")
    end = parameter(unit="s", default=1.0, doc="t₁")
    before = parameter(default=0.0, doc="y₀")
    after = parameter(default=1.0, doc="y₁")
    order = option(default=2, choices=tuple(POLYNOMIALS), doc="continuous derivatives")
    remedy = "Use order=2 or more."

    def validate(self) -> None:
        """The end comes after the start."""
        start, end = value_of(self.start), value_of(self.end)
        if end <= start:
            raise ModelError(f"{self.kind}: end = {end:g} s must come after start = {start:g} s.")

    def value(self, t: Any) -> Any:
        """y(t), p by Horner's rule."""
        s = clip((t - self.start) / (self.end - self.start), 0.0, 1.0)
        inner: Any = 0.0
        for a in reversed(POLYNOMIALS[self.order]):
            inner = inner * s + a
        return self.before + (self.after - self.before) * s ** (self.order + 1) * inner

    @property
    def smoothness(self) -> float:
        """The order: at the corners of the clipped s that many derivatives of p are zero."""
        return float(self.order)
