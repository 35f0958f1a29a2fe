"""Forces in joints: given ones, friction, and the ends of their ranges."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...contract import (
    Active,
    Force,
    ModelError,
    Signal,
    as_signal,
    axis,
    is_of_time,
    option,
    parameter,
    register,
    value_of,
)
from ...expr import cos, dot, exp, is_symbolic, sin, tanh
from ...spatial import matrix
from ..measures.rotations import RelativeAngle
from ..on_measure import OnMeasure, as_measure


def as_strength(given: Any) -> Any:
    """A number or expression of Parameters as it is; functions of time and expressions of `lw.t` as signals."""
    if is_symbolic(given) and np.shape(given) == () and not is_of_time(given):
        return given
    if isinstance(given, (int, float, np.number)) and not isinstance(given, bool) and np.isfinite(given):
        return float(given)
    found = as_signal(given)
    if not isinstance(found, Signal):
        raise ModelError("is not a force; give a number, a signal, a function of time, or the input 'force'")
    return found


@register
class HingeForce(OnMeasure, Active):
    """F = f: a given torque or force at a joint; a motor or jack as it is thought of before it is chosen.

    Connect it to the coordinate of a joint, `m.connect("motor", lw.HingeForce(5.0), "A.angle")`: it acts along that
    coordinate, as a torque in N·m on an angle, as a force in N on a displacement, also where the joint is cut. `force`
    f is a number, a signal, a function of time or an expression of `lw.t`; without it, f is the input `force`, which a
    channel may drive. Between two points it acts on the angle about z, or on what `on` says.
    """

    force = parameter(unit="N", default=None, convert=as_strength, doc="f; the input `force` where it is not given")
    on = option(default=RelativeAngle(), convert=as_measure, doc="what it acts on")
    inputs = ("force",)

    def validate(self) -> None:
        """It has an input where its force is not given."""
        super().validate()
        object.__setattr__(self, "inputs", ("force",) if self.force is None else ())

    def law(self, t: Any, i: Any = None) -> Any:
        """F."""
        if self.force is None:
            return i.force
        return self.force.value(t) if isinstance(self.force, Signal) else self.force


@register
class HingeFriction(OnMeasure):
    """F = −(C + (S − C) exp(−(ε̇/v_s)²)) tanh(ε̇/v_r) − c ε̇: Coulomb, Stribeck and viscous friction.

    `coulomb` C, breakaway `static` S (C where it is not given), Stribeck speed `stribeck` v_s, `viscous` c. `smoothing`
    v_r regularises the jump at rest: below about v_r the joint creeps instead of sticking. It measures the angle about
    z; `on=RelativeAngle("x")` takes another axis, `on=Displacement("x")` a slider, with N for N·m and m for rad.
    Friction that follows the load of the joint is an `Active` of one's own with an input such as "A.force.x".
    """

    coulomb = parameter(unit="N*m", check="nonnegative", doc="C")
    static = parameter(unit="N*m", default=None, check="nonnegative", doc="S, not less than C")
    stribeck = parameter(unit="rad/s", default=0.1, check="positive", doc="v_s")
    viscous = parameter(unit="N*m*s/rad", default=0.0, check="nonnegative", doc="c")
    smoothing = parameter(unit="rad/s", default=1e-3, check="positive", doc="v_r")
    on = option(default=RelativeAngle(), convert=as_measure, doc="what is measured")

    def validate(self) -> None:
        """Breakaway is not less than sliding friction."""
        super().validate()
        if self.static is not None and value_of(self.static) < value_of(self.coulomb):
            raise ModelError(
                f"{self.kind}: static = {value_of(self.static):g} is less than coulomb = "
                f"{value_of(self.coulomb):g}; friction falls when sliding begins."
            )

    def law(self, e_dot: Any) -> Any:
        """F, against the motion."""
        level = self.coulomb
        if self.static is not None:
            level = level + (self.static - self.coulomb) * exp(-((e_dot / self.stribeck) ** 2))
        return -level * tanh(e_dot / self.smoothing) - self.viscous * e_dot


@register
class JointLimit(OnMeasure):
    r"""F = −k (ε − ε₀) − c ε̇ − M (e^{(ε − ε₊)/s} − e^{(ε₋ − ε)/s}): a joint that stiffens at the ends of its range.

    The double exponential of Audu and Davy (J. Biomech. Eng. 107, 1985), smooth everywhere: at `lower` ε₋ and `upper`
    ε₊ it pushes back with `moment` M, and e times as much with every further `width` s. `stiffness` k about `rest` ε₀
    and `damping` c act in the whole range. Put it on the coordinate of a joint, `m.connect("stop", lw.JointLimit(…),
    "knee.angle")`, or by `on` on a measure; with several numbers, such as `CardanAngles()`, each has its own values.
    """

    lower = parameter(unit="rad", shape=(None,), doc="ε₋, one for each number measured")
    upper = parameter(unit="rad", shape=(None,), doc="ε₊")
    moment = parameter(unit="N*m", shape=(None,), check="nonnegative", doc="M at a limit")
    width = parameter(unit="rad", default=0.06, check="positive", doc="s in which the moment grows by e")
    stiffness = parameter(unit="N*m/rad", default=None, shape=(None,), check="nonnegative", doc="k; none by default")
    rest = parameter(unit="rad", default=None, shape=(None,), doc="ε₀; zero by default")
    damping = parameter(unit="N*m*s/rad", default=None, shape=(None,), check="nonnegative", doc="c; none by default")
    on = option(default=RelativeAngle(), convert=as_measure, doc="what is measured")
    several = True

    def validate(self) -> None:
        """A limit for every number, and ranges that are not empty."""
        super().validate()
        wanted = len(self.on.units)
        for name in ("lower", "upper", "moment", "stiffness", "rest", "damping"):
            given = getattr(self, name)
            if given is not None and len(given) != wanted:
                raise ModelError(f"{self.kind}: {name} has {len(given)} numbers; on = {self.on!r} measures {wanted}.")
        if np.any(np.asarray(value_of(self.lower)) >= np.asarray(value_of(self.upper))):
            raise ModelError(f"{self.kind}: lower must be less than upper.")

    def law(self, e: Any, e_dot: Any) -> Any:
        """F."""
        e, e_dot = matrix(e).reshape(-1), matrix(e_dot).reshape(-1)
        beyond, below = self._growth(e)
        load = -matrix([m * (x - y) for m, x, y in zip(self.moment, beyond, below, strict=True)])
        if self.stiffness is not None:
            load = load - self.stiffness * self._turned(e)
        if self.damping is not None:
            load = load - self.damping * e_dot
        return load if len(load) > 1 else load[0]

    def stored_energy(self, e: Any) -> Any:
        """½ k (ε − ε₀)² + M s (e^{(ε − ε₊)/s} + e^{(ε₋ − ε)/s}), added up."""
        e = matrix(e).reshape(-1)
        ends = zip(self.moment, *self._growth(e), strict=True)
        stored = sum(m * self.width * (x + y) for m, x, y in ends)
        if self.stiffness is None:
            return stored
        return stored + 0.5 * sum(k * x**2 for k, x in zip(self.stiffness, self._turned(e), strict=True))

    def _turned(self, e: Any) -> Any:
        return e if self.rest is None else e - self.rest

    def _growth(self, e: Any) -> tuple[list[Any], list[Any]]:
        beyond = [exp((x - end) / self.width) for x, end in zip(e, self.upper, strict=True)]
        below = [exp((end - x) / self.width) for x, end in zip(e, self.lower, strict=True)]
        return beyond, below


@register
class ConeLimit(Force):
    r"""V = M s e^{(cos γ − a·Ra)/(s sin γ)}: keeps `axis` a of the second end in a cone about that of the first.

    At the half `angle` γ it turns back with `moment` M, and e times as much with every further `width` s (near γ). It
    is a function of a cosine, smooth in every direction: the limit of a shoulder, whose arm goes round by more than
    angles about fixed axes can follow.
    """

    angle = parameter(
        unit="rad", check=lambda x: bool(0.0 < x < np.pi) or "must lie between 0 and π", doc="γ, from the axis"
    )
    moment = parameter(unit="N*m", check="nonnegative", doc="M at the limit")
    width = parameter(unit="rad", default=0.06, check="positive", doc="s in which the moment grows by e")
    axis = axis(default="z", doc="a, in both ends")

    def energy(self, rel: Any) -> Any:
        """V."""
        a = matrix(self.axis)
        beyond = (cos(self.angle) - dot(a, rel.R @ a)) / (self.width * sin(self.angle))
        return self.moment * self.width * exp(beyond)
