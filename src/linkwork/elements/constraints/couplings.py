"""Relations between coordinates."""

from __future__ import annotations

import inspect
from typing import Any

from ...contract import Constraint, ModelError, option, parameter, register
from ...expr import TraceError, is_symbolic, pi, symbols
from ...expr.parse import CONSTANTS, RESERVED, names_in_text, parse
from ..signals.formula import as_parameters, as_text


@register
class Gear(Constraint):
    """Two angles in proportion: first = ratio · second + offset. The ends are the coordinates, "A.angle" and "B.angle".

    `ratio` is the transmission ratio, speed of the first to speed of the second: −z₂/z₁ for outside teeth, +z₂/z₁ for
    inside teeth and belts.
    """

    ratio = parameter(check="nonzero", doc="speed of the first over speed of the second")
    offset = parameter(unit="rad", default=0.0, doc="first angle where the second is zero")

    def coupling(self, q: Any, t: Any) -> Any:
        """first − ratio · second − offset."""
        first, second = q
        return first - self.ratio * second - self.offset


@register
class RackAndPinion(Constraint):
    """A displacement in proportion to an angle: displacement = radius · angle + offset.

    The ends are the pinion's angle, then the rack's displacement. A negative radius turns the direction round.
    """

    radius = parameter(unit="m", check="nonzero", doc="pitch radius of the pinion")
    offset = parameter(unit="m", default=0.0, doc="displacement where the angle is zero")

    def coupling(self, q: Any, t: Any) -> Any:
        """displacement − radius · angle − offset."""
        angle, displacement = q
        return displacement - self.radius * angle - self.offset


@register
class ScrewCoupling(Constraint):
    """A displacement of `pitch` h per revolution: displacement = h angle/2π + offset.

    The ends are the angle, then the displacement: those of a `Cylindrical` joint make it a screw.
    """

    pitch = parameter(unit="m", check="nonzero", doc="advance per revolution; negative for a left-hand thread")
    offset = parameter(unit="m", default=0.0, doc="displacement where the angle is zero")

    def coupling(self, q: Any, t: Any) -> Any:
        """displacement − h angle/2π − offset."""
        angle, displacement = q
        return displacement - self.pitch * angle / (2 * pi) - self.offset


@register
class Clutch(Constraint):
    """Two coordinates whose rates are in proportion: q̇₁ = ratio · q̇₂, wherever they stand. One row.

    It is to be switched: `m.connect("clutch", lw.Clutch(), "engine.angle", "gearbox.angle", active=engaged)`. When it
    closes, an impact brings both shafts to one speed. `Gear` keeps the angles themselves.
    """

    holds_rates = True
    ratio = parameter(default=1.0, check="nonzero", doc="speed of the first over speed of the second")

    def coupling(self, q: Any, t: Any) -> Any:
        """first − ratio · second, whose rate is held."""
        first, second = q
        return first - self.ratio * second


def _coefficients(value: Any) -> tuple[Any, ...]:
    entries = tuple(x if is_symbolic(x) else float(x) for x in value)
    if not entries:
        raise ModelError("needs one coefficient for each coordinate")
    return entries


@register
class LinearCoupling(Constraint):
    """Σ aₖ qₖ = constant, over coordinates of the model: one coefficient for each end.

    A planetary gear is one: z_s sun + z_r ring − (z_s + z_r) carrier = 0.
    """

    ends = None
    coefficients = parameter(shape=(None,), convert=_coefficients, doc="aₖ, in the order of the ends")
    constant = parameter(default=0.0, doc="the right-hand side")

    def validate(self) -> None:
        """The coefficients say how many coordinates are coupled."""
        object.__setattr__(self, "ends", len(self.coefficients))

    def coupling(self, q: Any, t: Any) -> Any:
        """Σ aₖ qₖ − constant."""
        return sum(a * x for a, x in zip(self.coefficients, q, strict=True)) - self.constant


def _function(value: Any) -> Any:
    if not callable(value):
        raise ModelError("is not a function of coordinates")
    kinds = {p.kind for p in inspect.signature(value).parameters.values()}
    if not kinds <= {inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.POSITIONAL_ONLY}:
        raise ModelError("must name each coordinate it takes: function(first, second) or function(first, second, t)")
    return value


@register
class Coupling(Constraint):
    """function(q₁, q₂, …) = 0 on coordinates of the model, one argument for each end, in their order.

    An argument called `t` is the time. The function may return several residuals. A cam is one:
    `Coupling(lambda angle, lift: lift - profile(angle))` on "cam.angle" and "follower.displacement".
    """

    ends = None
    function = option(convert=_function, doc="function of the coordinates (and t) that is zero")

    @property
    def arguments(self) -> list[str]:
        """The names of the coordinates, as the function has them."""
        return [name for name in inspect.signature(self.function).parameters if name != "t"]

    def validate(self) -> None:
        """The function says how many coordinates are coupled."""
        if not self.arguments:
            raise ModelError("Coupling: the function takes no coordinates.")
        object.__setattr__(self, "ends", len(self.arguments))

    def coupling(self, q: Any, t: Any) -> Any:
        """The function's value."""
        given = {**dict(zip(self.arguments, q, strict=True)), "t": t}
        return self.function(*(given[name] for name in inspect.signature(self.function).parameters))


def coupled_coordinates(given: Any) -> tuple[str, ...]:
    """Names of coordinates, each once."""
    names = (given,) if isinstance(given, str) else tuple(given)
    for name in names:
        taken = name in ("t", *CONSTANTS, *RESERVED)
        if not isinstance(name, str) or not name.isidentifier() or taken or names.count(name) > 1:
            raise ModelError(f"{name!r} cannot stand for a coordinate here; use letters and digits, each name once")
    if not names:
        raise ModelError("name at least one coordinate")
    return names


@register
class FormulaCoupling(Constraint):
    """text = 0 on coordinates of the model: "lift - 0.01*(1 - cos(angle))", as model files have it.

    `names` are what the text calls the coordinates at its ends, in their order; t is the time, and `using` are the
    Parameters that the text calls by name. It is read as a `Formula` is, never run as Python.
    """

    ends = None
    text = option(convert=as_text, doc='what is zero, such as "lift - 0.01*cos(angle)"')
    names = option(convert=coupled_coordinates, doc="what the text calls the coordinates, in the order of the ends")
    using = option(default=(), convert=as_parameters, doc="the Parameters that the text calls by name")

    def validate(self) -> None:
        """The text is an expression of the coordinates and Parameters, each of which is in it."""
        object.__setattr__(self, "ends", len(self.names))
        own = {p.name for p in self.using} & set(self.names)
        if own:
            raise ModelError(
                f"{self.kind}: {min(own)!r} is a Parameter and a coordinate; call one of them something else."
            )
        try:
            self.coupling(symbols("q", len(self.names)), symbols("t"))
        except TraceError as error:
            raise ModelError(f"{self.kind}: {error}") from None
        idle = [name for name in (*self.names, *(p.name for p in self.using)) if name not in names_in_text(self.text)]
        if idle:
            raise ModelError(f"{self.kind}: {self.text!r} does not have {idle[0]!r}.")

    def coupling(self, q: Any, t: Any) -> Any:
        """What the text is worth."""
        known = {**{p.name: p for p in self.using}, **dict(zip(self.names, q, strict=True)), "t": t}
        return parse(self.text, known)
