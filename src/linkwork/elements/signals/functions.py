"""Signals by functions of time."""

from __future__ import annotations

from typing import Any

from ...contract import ModelError, Signal, option, parameter, register, value_of
from ...expr import clip, pi, sin


@register
class Constant(Signal):
    """y(t) = c: the same number at all times, `level`."""

    level = parameter(doc="c")

    def value(self, t: Any) -> Any:
        """The value at time t."""
        return self.level


@register
class Polynomial(Signal):
    """y(t) = c₀ + c₁ τ + c₂ τ² + …, τ = t − t₀: `coefficients`, lowest power first, about `start` t₀."""

    coefficients = parameter(shape=(None,), doc="c₀, c₁, c₂, …")
    start = parameter(unit="s", default=0.0, doc="t₀")

    def validate(self) -> None:
        """There is at least one coefficient."""
        if len(self.coefficients) == 0:
            raise ModelError(f"{self.kind}: coefficients is empty; give c₀, c₁, … with the constant first.")

    def value(self, t: Any) -> Any:
        """The value at time t, by Horner's scheme."""
        tau = t - self.start
        result: Any = 0.0
        for c in reversed(self.coefficients):
            result = result * tau + c
        return result


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


@register
class Sine(Signal):
    """y(t) = y₀ + a sin(ωt + φ), with ω = 2πf: give `frequency` f in Hz, or `omega` ω in rad/s."""

    amplitude = parameter(doc="a")
    frequency = parameter(unit="Hz", default=None, doc="f")
    omega = parameter(unit="rad/s", default=None, doc="ω")
    phase = parameter(unit="rad", default=0.0, doc="φ")
    offset = parameter(default=0.0, doc="y₀")

    def validate(self) -> None:
        """One of the two frequencies is given."""
        if (self.frequency is None) == (self.omega is None):
            given = "neither" if self.omega is None else "both"
            raise ModelError(f"{self.kind}: give frequency (Hz) or omega (rad/s), one of them; {given} was given.")

    def value(self, t: Any) -> Any:
        """The value at time t."""
        omega = 2.0 * pi * self.frequency if self.omega is None else self.omega
        return self.offset + self.amplitude * sin(omega * t + self.phase)


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
        """The value at time t."""
        s = clip((t - self.start) / (self.end - self.start), 0.0, 1.0)
        inner: Any = 0.0
        for a in reversed(POLYNOMIALS[self.order]):
            inner = inner * s + a
        return self.before + (self.after - self.before) * s ** (self.order + 1) * inner

    @property
    def smoothness(self) -> float:
        """The kinks of the clipping are where as many derivatives vanish."""
        return float(self.order)
