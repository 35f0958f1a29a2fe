r"""Fibres with pennation in series with a tendon: what Hill-type muscles and Hatze's have in common."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, NamedTuple

import numpy as np

from ...contract import Contractile, ModelError, option, parameter, value_of
from ...expr import atan2, is_symbolic, maximum, sin, sqrt
from ...spatial import matrix
from ..measures.path import Path
from ..on_measure import OnMeasure, as_measure

IN_MILLIMETRES = 30.0
"""How many times longer than its path a muscle's lengths are where they are probably given in mm."""
STRETCHED_FIBRES = (1.8, 1.5)
"""Optimal lengths beyond which fibres are doubted, and so where an analysis failed; passively they carry F₀ at 1.6."""

NOTED_PASSIVE, NOTED_SPEED, _WEAK = 0.02, 0.3, 0.7
"""Passive force, velocity and active force from which on they are said to be why a muscle is weak, or stiff."""
VELOCITY = "normalised_velocity"
"""Of fibres, an output or, where they have damping, an unknown."""
OF_A_LINE = (
    VELOCITY,
    "normalised_length",
    "pennation_angle",
    "active_force",
    "passive_force",
    "damping_force",
    "tendon_strain",
)
"""Outputs of every line of action."""


class MuscleCurves(NamedTuple):
    """Curves of fibres and tendon, in fractions of l₀, l_s, F₀ and the greatest shortening velocity."""

    active: Callable[[Any], Any]
    """f_l of the fibre length."""
    passive: Callable[[Any], Any]
    """f_p of the fibre length."""
    tendon: Callable[..., Any]
    """f_t of the tendon length."""
    contractile: Callable[[Any, Any, Any], Any]
    """Force of the active fibres from velocity, activation and f_l."""
    velocity: Callable[[Any, Any, Any], Any]
    """Its inverse: the velocity from force, activation and f_l."""


class LineState(NamedTuple):
    """Fibres and tendon of one line of action, in fractions of l₀, F₀ and the greatest shortening velocity."""

    length: Any
    velocity: Any
    cosine: Any
    active: Any
    """Along the fibres, as the next two."""
    passive: Any
    damping: Any
    strain: Any
    """Of the tendon."""

    @property
    def carried(self) -> Any:
        """Along the tendon."""
        return (self.active + self.passive + self.damping) * self.cosine


def _acute(angle: float) -> bool | str:
    return 0.0 <= angle < 1.5 or "must be from 0 to 1.5 rad"


class MuscleTendon(OnMeasure, Contractile):
    r"""Fibres of length l and pennation α (constant thickness, l sin α = l₀ sin α₀) in series with a tendon.

    $$ T = F_0\,[f_c(\dot l, a, f_l(l)) + f_p(l)]\cos α = F_0 f_t(l_t),\qquad l_t = ε - l\cos α $$

    A subclass has the curves and says where the activation a comes from, and `damping` β, with which β l̇ is added to
    the force of the fibres: behind an elastic tendon their velocity over the greatest is then an unknown. Outputs are
    the `tension`; of every line fibre velocity over the greatest, fibre length over l₀, pennation α, active and passive
    force and that of damping along the fibres, and the strain of the tendon; and the activation if it is not a state.
    """

    force = parameter(unit="N", check="positive", doc="F₀, greatest isometric force")
    fibre = parameter(unit="m", check="positive", doc="l₀, optimal length of the fibres")
    slack = parameter(unit="m", check="positive", doc="l_s, slack length of the tendon")
    pennation = parameter(unit="rad", default=0.0, check=_acute, doc="α₀, angle of the fibres at their optimal length")
    tendon = option(default="elastic", choices=("elastic", "rigid"), doc="whether the tendon stretches")
    speed = parameter(unit="1/s", default=10.0, check="positive", doc="greatest shortening velocity over l₀")
    control = option(default="excitation", choices=("excitation", "activation"), doc="what the input is")
    shares = parameter(shape=(None,), default=None, check="positive", doc="parts of F₀ on the lines, in sum one")
    on = option(default=Path(), convert=as_measure, doc="the line or lines of action")
    inputs = ("activation",)
    outputs = ("tension",)
    several = True
    own_inputs: ClassVar[tuple[str, ...]] = ()
    """Inputs where the activation has dynamics; the first is the one that `lw.share` finds."""
    own_states: ClassVar[tuple[str, ...]] = ()
    """States of these dynamics."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls._put_last({name: cls.fields[name] for name in ("control", "shares", "on")})

    def validate(self) -> None:
        """States by the kind of tendon; shares add up."""
        super().validate()
        lines = len(self.on.units)
        if self.shares is not None and (len(self.shares) != lines or abs(sum(value_of(self.shares)) - 1.0) > 1e-9):
            raise ModelError(f"{self.kind}: shares must be {lines} numbers, one for each line, that add up to 1.")
        lengths: tuple[str, ...] = ()
        if self.tendon == "elastic":
            lengths = ("fibre_length",) if lines == 1 else tuple(f"fibre_length_{k + 1}" for k in range(lines))
        starts = dict.fromkeys(lengths, float(value_of(self.fibre)))
        if self.control == "excitation":
            starts = {**dict.fromkeys(self.own_states, self._own_start), **starts}
        lines_of = ("",) if lines == 1 else tuple(f"_{k + 1}" for k in range(lines))
        own = () if "activation" in starts else ("activation",)
        unknowns = self.unknowns_of_fibres
        found = ("tension", *(f"{name}{line}" for name in OF_A_LINE for line in lines_of), *own)
        object.__setattr__(self, "outputs", tuple(name for name in found if name not in unknowns))
        object.__setattr__(self, "unknowns", unknowns)
        object.__setattr__(self, "states", tuple(starts))
        object.__setattr__(self, "start", starts)
        object.__setattr__(self, "inputs", self.own_inputs if self.control == "excitation" else ("activation",))

    def doubts_at(self, e: Sequence[float], failed: bool = False) -> tuple[tuple[str, str], ...]:
        """A tendon that is longer than the path, and fibres that the path stretches until they pull by themselves."""
        slack, fibre = float(value_of(self.slack)), float(value_of(self.fibre))
        for path in e:
            unit = " Are lengths in mm? Give m." if max(slack, fibre) > IN_MILLIMETRES * path else ""
            if slack > path:
                said = (
                    f"the slack length of its tendon, {slack:g} m, is longer than its path of {path:.4g} m: it is slack"
                )
                return (("lengths", f"{said} and carries nothing at any activation. Give a shorter `slack`.{unit}"),)
            stretch = (path - slack) / fibre
            if stretch > STRETCHED_FIBRES[failed]:
                said = f"its path of {path:.4g} m stretches its fibres to {stretch:.3g} optimal lengths, and they pull"
                return (("lengths", f"{said} without activation. Give a longer `slack` or `fibre`."),)
            if unit:
                said = f"its fibres of {fibre:g} m are far longer than its path of {path:.4g} m."
                return (("lengths", f"{said}{unit}"),)
        return ()

    def condition(self, e: Sequence[float], e_dot: Sequence[float]) -> str:
        """Slack, length, passive force and velocity, with the tendon at its slack length."""
        slack, fibre, thick = (float(value_of(x)) for x in (self.slack, self.fibre, self._thickness))
        speed = float(value_of(self.speed)) * fibre
        for path, rate in zip(e, e_dot, strict=True):
            if path <= slack:
                return f"its path of {path:.4g} m is shorter than its slack length of {slack:g} m"
            length = float(np.hypot(path - slack, thick))
            x, v = length / fibre, rate * (path - slack) / length / speed
            active, passive = (float(value_of(f(x))) for f in (self.curves_used.active, self.curves_used.passive))
            said = [f"its fibres have {x:.3g} of their optimal length and give {active:.2g} of F₀ when they are active"]
            if passive > NOTED_PASSIVE:
                said.append(f"{passive:.2g} without activation")
            if abs(v) > NOTED_SPEED:
                said.append(f"{'lengthen' if v > 0.0 else 'shorten'} at {abs(v):.2g} of the greatest velocity")
            if active < _WEAK or len(said) > 1:
                return ", ".join(said)
        return ""

    @property
    def curves_used(self) -> MuscleCurves:
        """The curves."""
        raise ModelError(f"{self.kind}: a muscle must have curves_used.")

    @property
    def _own_start(self) -> float:
        """Where the states of the activation start."""
        raise ModelError(f"{self.kind}: a muscle must have _own_start.")

    def _activation(self, i: Any, z: Any, length: Any) -> Any:
        """a at a fibre length, which is a fraction of l₀."""
        raise ModelError(f"{self.kind}: a muscle must have _activation(self, i, z, length).")

    def _own_rates(self, i: Any, z: Any) -> list[Any]:
        """The rates of the states of the activation."""
        raise ModelError(f"{self.kind}: a muscle must have _own_rates(self, i, z).")

    @property
    def strength(self) -> Any:
        """F₀."""
        return self.force

    def active_state(self, e: Any, i: Any, z: Any = None) -> Any:
        """a, of several lines the mean by their shares."""
        lengths = self._lengths(np.atleast_1d(e), z)
        return sum((s * self._activation(i, z, x) for s, x in zip(self._parts, lengths, strict=True)), 0.0)

    def law(self, e: Any, e_dot: Any, i: Any, z: Any = None) -> Any:
        """F = −T for each line."""
        found = [
            -share * self.force * tension
            for share, tension in zip(self._parts, self._tensions(e, e_dot, i, z), strict=True)
        ]
        return found[0] if len(found) == 1 else matrix(found)

    def state_dot(self, e: Any, i: Any, z: Any, s: Any = None) -> Any:
        """The rates of the activation where it has any, and l̇ of every line with an elastic tendon."""
        rates = self._own_rates(i, z) if self.control == "excitation" else []
        if self.tendon == "elastic":
            rates = [*rates, *(x.velocity * self.speed * self.fibre for x in self._elastic(e, i, z, s))]
        return rates

    def residual(self, e: Any, i: Any, z: Any, s: Any) -> Any:
        """What fibres with damping carry more than their tendon, over F₀, at the velocities s."""
        found = []
        for line in self._elastic(e, i, z, s):
            activation, active = self._activation(i, z, line.length), self.curves_used.active(line.length)
            found.append(self.curves_used.contractile(line.velocity, activation, active) - line.active)
        return found

    def output(self, e: Any, e_dot: Any, i: Any, z: Any = None, s: Any = None) -> Any:
        """The tension of all lines together, what each line does, and the activation if it is not a state."""
        tensions = self._tensions(e, e_dot, i, z)
        found = [sum((share * self.force * x for share, x in zip(self._parts, tensions, strict=True)), 0.0)]
        own = [self.active_state(e, i, z)] if "activation" in self.outputs else []
        lines = self._rigid(e, e_dot, i, z) if self.tendon == "rigid" else self._elastic(e, i, z, s)
        rows = []
        for share, whole, line in zip(self._parts, np.atleast_1d(e), lines, strict=True):
            angle = atan2(sqrt(maximum(1.0 - line.cosine * line.cosine, 0.0)), line.cosine)
            forces = (share * self.force * x for x in (line.active, line.passive + self._beside(whole), line.damping))
            rows.append(
                ([] if self.unknowns_of_fibres else [line.velocity]) + [line.length, angle, *forces, line.strain]
            )
        return [*found, *(x for column in zip(*rows, strict=True) for x in column), *own]

    def kinks(self, e: Any, e_dot: Any, i: Any, z: Any = None) -> Any:
        """Where tendons become slack; where fibres with a rigid tendon would push."""
        if self.tendon == "elastic":
            pairs = zip(np.atleast_1d(e), self._fibres(z), strict=True)
            return [x - self._along(y) - self.slack for x, y in pairs]
        return [line.carried for line in self._rigid(e, e_dot, i, z)]

    def _fibres(self, z: Any) -> Any:
        """The lengths of the fibres among the states."""
        return z[len(self.own_states) :] if self.control == "excitation" else z[:]

    @property
    def _parts(self) -> Any:
        lines = len(self.on.units)
        return [1.0 / lines] * lines if self.shares is None else list(self.shares)

    @property
    def _thickness(self) -> Any:
        return self.fibre * sin(self.pennation)

    def _lengths(self, wholes: Any, z: Any) -> list[Any]:
        """l / l₀ of every line."""
        if self.tendon == "elastic":
            return [y / self.fibre for y in self._fibres(z)]
        return [sqrt((x - self.slack) ** 2 + self._thickness**2) / self.fibre for x in wholes]

    def _tensions(self, e: Any, e_dot: Any, i: Any, z: Any) -> list[Any]:
        """T / F₀ of every line."""
        wholes = np.atleast_1d(e)
        if self.tendon == "elastic":
            pulls = [
                self.curves_used.tendon((x - self._along(y)) / self.slack)
                for x, y in zip(wholes, self._fibres(z), strict=True)
            ]
        else:
            pulls = [maximum(line.carried, 0.0) for line in self._rigid(e, e_dot, i, z)]
        return [pull + self._beside(x) for pull, x in zip(pulls, wholes, strict=True)]

    def _beside(self, whole: Any) -> Any:
        """What acts beside fibres and tendon, over F₀."""
        return 0.0

    def _along(self, fibre: Any) -> Any:
        """l cos α."""
        return sqrt(fibre * fibre - self._thickness**2)

    def _elastic(self, e: Any, i: Any, z: Any, s: Any) -> list[LineState]:
        """Fibres at their lengths, which carry what the tendon does; `s` begins with the velocities of damped ones."""
        curves, found = self.curves_used, []
        for k, (whole, fibre) in enumerate(zip(np.atleast_1d(e), self._fibres(z), strict=True)):
            along, length = self._along(fibre), fibre / self.fibre
            tendon, passive = (whole - along) / self.slack, curves.passive(length)
            carried = curves.tendon(tendon) * fibre / along - passive
            activation, active = self._activation(i, z, length), curves.active(length)
            damped = self.unknowns_of_fibres
            velocity = s[k] if damped else curves.velocity(carried, activation, active)
            damping = self.damping * velocity if damped else 0.0
            found.append(LineState(length, velocity, along / fibre, carried - damping, passive, damping, tendon - 1.0))
        return found

    def _rigid(self, e: Any, e_dot: Any, i: Any, z: Any) -> list[LineState]:
        """Fibres behind a tendon that does not stretch; they carry less than nothing where they would push."""
        curves, found = self.curves_used, []
        for whole, rate in zip(np.atleast_1d(e), np.atleast_1d(e_dot), strict=True):
            along = whole - self.slack
            fibre = sqrt(along * along + self._thickness**2)
            cosine = along / fibre
            length, velocity = fibre / self.fibre, rate * cosine / (self.speed * self.fibre)
            active = curves.contractile(velocity, self._activation(i, z, length), curves.active(length))
            found.append(
                LineState(length, velocity, cosine, active, curves.passive(length), self.damping * velocity, 0.0)
            )
        return found

    @property
    def damping(self) -> Any:
        """β, along the fibres beside the curves, as a fraction of F₀ at the greatest velocity."""
        return 0.0

    @property
    def is_damped(self) -> bool:
        """Whether fibres have damping; that of a Parameter may become anything but zero."""
        return is_symbolic(self.damping) or self.damping != 0.0

    @property
    def unknowns_of_fibres(self) -> tuple[str, ...]:
        """Velocities that the balance of forces determines, where it cannot be solved for them by hand."""
        if self.tendon == "rigid" or not self.is_damped:
            return ()
        lines = len(self.on.units)
        return (VELOCITY,) if lines == 1 else tuple(f"{VELOCITY}_{k + 1}" for k in range(lines))
