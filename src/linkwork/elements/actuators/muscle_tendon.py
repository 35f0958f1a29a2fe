r"""Fibres with pennation in series with a tendon: what Hill-type muscles and Hatze's have in common."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, NamedTuple

import numpy as np

from ...contract import Contractile, ModelError, option, parameter, value_of
from ...expr import maximum, sin, sqrt
from ...spatial import matrix
from ..measures import Path
from ..on_measure import OnMeasure, as_measure

IN_MILLIMETRES = 30.0
"""How many times longer than its path a muscle's lengths are where they are probably given in mm."""
STRETCHED_FIBRES = (1.8, 1.5)
"""Optimal lengths beyond which fibres are doubted, and so where an analysis failed; passively they carry F₀ at 1.6."""


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


def _acute(angle: float) -> bool | str:
    return 0.0 <= angle < 1.5 or "must be from 0 to 1.5 rad"


class MuscleTendon(OnMeasure, Contractile):
    r"""Fibres of length l and pennation α (constant thickness, l sin α = l₀ sin α₀) in series with a tendon.

    $$ T = F_0\,[f_c(\dot l, a, f_l(l)) + f_p(l)]\cos α = F_0 f_t(l_t),\qquad l_t = ε - l\cos α $$

    A subclass has the curves and says where the activation a comes from.
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

    def state_dot(self, e: Any, i: Any, z: Any) -> Any:
        """The rates of the activation where it has any, and l̇ of every line with an elastic tendon."""
        rates = self._own_rates(i, z) if self.control == "excitation" else []
        if self.tendon == "elastic":
            lines = zip(np.atleast_1d(e), self._fibres(z), strict=True)
            rates = [*rates, *(self._fibre_rate(x, y, i, z) for x, y in lines)]
        return rates

    def output(self, e: Any, e_dot: Any, i: Any, z: Any = None) -> Any:
        """The tension of all lines together."""
        tensions = self._tensions(e, e_dot, i, z)
        return sum((share * self.force * x for share, x in zip(self._parts, tensions, strict=True)), 0.0)

    def kinks(self, e: Any, e_dot: Any, i: Any, z: Any = None) -> Any:
        """Where tendons become slack; where fibres with a rigid tendon would push."""
        if self.tendon == "elastic":
            pairs = zip(np.atleast_1d(e), self._fibres(z), strict=True)
            return [x - self._along(y) - self.slack for x, y in pairs]
        pairs = zip(np.atleast_1d(e), np.atleast_1d(e_dot), strict=True)
        return [self._rigid(x, x_dot, i, z) for x, x_dot in pairs]

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
        if self.tendon == "elastic":
            return [self._stretched(x, self._along(y)) for x, y in zip(np.atleast_1d(e), self._fibres(z), strict=True)]
        pairs = zip(np.atleast_1d(e), np.atleast_1d(e_dot), strict=True)
        return [maximum(self._rigid(x, x_dot, i, z), 0.0) for x, x_dot in pairs]

    def _along(self, fibre: Any) -> Any:
        """l cos α."""
        return sqrt(fibre * fibre - self._thickness**2)

    def _stretched(self, whole: Any, along: Any) -> Any:
        return self.curves_used.tendon((whole - along) / self.slack)

    def _fibre_rate(self, whole: Any, fibre: Any, i: Any, z: Any) -> Any:
        """l̇ at which fibres and tendon carry the same."""
        along, length = self._along(fibre), fibre / self.fibre
        carried = self._stretched(whole, along) * fibre / along - self.curves_used.passive(length)
        activation, active = self._activation(i, z, length), self.curves_used.active(length)
        return self.curves_used.velocity(carried, activation, active) * self.speed * self.fibre

    def _rigid(self, whole: Any, rate: Any, i: Any, z: Any) -> Any:
        """T / F₀ behind a tendon that does not stretch; negative where the fibres would push."""
        along = whole - self.slack
        fibre = sqrt(along * along + self._thickness**2)
        cosine = along / fibre
        length, velocity = fibre / self.fibre, rate * cosine / (self.speed * self.fibre)
        active = self.curves_used.active(length)
        contractile = self.curves_used.contractile(velocity, self._activation(i, z, length), active)
        return (contractile + self.curves_used.passive(length) + self._damping(velocity)) * cosine

    def _damping(self, velocity: Any) -> Any:
        """What acts along the fibres beside the curves."""
        return 0.0 * velocity
