r"""A Hill-type muscle."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...contract import Active, ModelError, option, parameter, value_of
from ...expr import maximum, sin, sqrt
from ...spatial import matrix
from ..measures import Path
from ..on_measure import OnMeasure, as_measure
from .muscle_curves import (
    activation_rate,
    active_force,
    passive_force,
    tendon_force,
    velocity_force,
    velocity_of_force,
)


def _acute(angle: float) -> bool | str:
    return 0.0 <= angle < 1.5 or "must be from 0 to 1.5 rad"


class Muscle(OnMeasure, Active):
    r"""A Hill-type muscle with the curves of De Groote et al. (2016), over any number of via points.

    The constants are those of OpenSim's DeGrooteFregly2016Muscle (`muscle_curves`). Fibres of length l and pennation α
    (constant thickness, l sin α = l₀ sin α₀) act in series with a tendon, and neither pushes:

    $$ T = F_0\,[a f_l(l) f_v(\dot l) + f_p(l)]\cos α = F_0 f_t(l_t),\qquad l_t = ε - l\cos α $$

    With an elastic `tendon` each line has the state `fibre_length`, whose rate follows from the balance of forces; with
    a rigid one l cos α = ε − l_s, and `fibre_damping` acts along the fibres. The state `activation` a follows the input
    `excitation` in first order; with control="activation" a is the input itself, measured or computed elsewhere, and no
    state. Excitation or activation below `least` counts as that, which keeps the balance solvable: a connection must
    not start a at less. `on=Lines((2, 3))` gives a broad muscle several lines of action that share the activation and,
    equally or by `shares`, the force; its states are then `fibre_length_1` and so on.
    """

    force = parameter(unit="N", check="positive", doc="F₀, greatest isometric force")
    fibre = parameter(unit="m", check="positive", doc="l₀, optimal length of the fibres")
    slack = parameter(unit="m", check="positive", doc="l_s, slack length of the tendon")
    pennation = parameter(unit="rad", default=0.0, check=_acute, doc="α₀, angle of the fibres at their optimal length")
    tendon = option(default="elastic", choices=("elastic", "rigid"), doc="whether the tendon stretches")
    speed = parameter(unit="1/s", default=10.0, check="positive", doc="greatest shortening velocity over l₀")
    rise = parameter(unit="s", default=0.015, check="positive", doc="time constant of activation")
    fall = parameter(unit="s", default=0.06, check="positive", doc="time constant of deactivation")
    tendon_strain = parameter(default=0.049, check="positive", doc="strain of the tendon at F₀")
    fibre_damping = parameter(default=0.0, check="nonnegative", doc="F/F₀ at the greatest velocity; rigid tendon only")
    least = parameter(default=0.01, check="positive", doc="the least excitation, or activation")
    control = option(default="excitation", choices=("excitation", "activation"), doc="what the input is")
    shares = parameter(shape=(None,), default=None, check="positive", doc="parts of F₀ on the lines, in sum one")
    on = option(default=Path(), convert=as_measure, doc="the line or lines of action")
    inputs = ("excitation",)
    outputs = ("tension",)
    several = True

    def validate(self) -> None:
        """States by the kind of tendon; shares add up."""
        super().validate()
        lines = len(self.on.units)
        if self.shares is not None and (len(self.shares) != lines or abs(sum(value_of(self.shares)) - 1.0) > 1e-9):
            raise ModelError(f"{self.kind}: shares must be {lines} numbers, one for each line, that add up to 1.")
        if self.tendon == "elastic" and value_of(self.fibre_damping):
            raise ModelError(f"{self.kind}: fibre_damping is for a rigid tendon.")
        lengths: tuple[str, ...] = ()
        if self.tendon == "elastic":
            lengths = ("fibre_length",) if lines == 1 else tuple(f"fibre_length_{k + 1}" for k in range(lines))
        starts = dict.fromkeys(lengths, float(value_of(self.fibre)))
        if self.control == "excitation":
            starts = {"activation": float(value_of(self.least)), **starts}
        object.__setattr__(self, "states", tuple(starts))
        object.__setattr__(self, "start", starts)
        object.__setattr__(self, "inputs", (self.control,))

    def law(self, e: Any, e_dot: Any, i: Any, z: Any = None) -> Any:
        """F = −T for each line."""
        found = [
            -share * self.force * tension
            for share, tension in zip(self._parts, self._tensions(e, e_dot, i, z), strict=True)
        ]
        return found[0] if len(found) == 1 else matrix(found)

    def state_dot(self, e: Any, i: Any, z: Any) -> Any:
        """ȧ where it follows the excitation, and l̇ of every line with an elastic tendon."""
        rates = []
        if self.control == "excitation":
            excitation = maximum(i.excitation, self.least)
            rates.append(activation_rate(z.activation, excitation, self.rise, self.fall))
        if self.tendon == "elastic":
            activation = self._activation(i, z)
            pairs = zip(np.atleast_1d(e), self._fibres(z), strict=True)
            rates += [self._fibre_rate(x, y, activation) for x, y in pairs]
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
        return [self._rigid(x, x_dot, self._activation(i, z)) for x, x_dot in pairs]

    def _activation(self, i: Any, z: Any) -> Any:
        return z.activation if self.control == "excitation" else maximum(i.activation, self.least)

    def _fibres(self, z: Any) -> Any:
        """The lengths of the fibres among the states."""
        return z[1:] if self.control == "excitation" else z[:]

    @property
    def _parts(self) -> Any:
        lines = len(self.on.units)
        return [1.0 / lines] * lines if self.shares is None else list(self.shares)

    @property
    def _thickness(self) -> Any:
        return self.fibre * sin(self.pennation)

    def _tensions(self, e: Any, e_dot: Any, i: Any, z: Any) -> list[Any]:
        """T / F₀ of every line."""
        if self.tendon == "elastic":
            return [self._tendon(x, self._along(y)) for x, y in zip(np.atleast_1d(e), self._fibres(z), strict=True)]
        pairs, activation = zip(np.atleast_1d(e), np.atleast_1d(e_dot), strict=True), self._activation(i, z)
        return [maximum(self._rigid(x, x_dot, activation), 0.0) for x, x_dot in pairs]

    def _along(self, fibre: Any) -> Any:
        """l cos α."""
        return sqrt(fibre * fibre - self._thickness**2)

    def _tendon(self, whole: Any, along: Any) -> Any:
        return tendon_force((whole - along) / self.slack, self.tendon_strain)

    def _fibre_rate(self, whole: Any, fibre: Any, activation: Any) -> Any:
        """l̇ at which fibres and tendon carry the same."""
        along = self._along(fibre)
        length = fibre / self.fibre
        carried = self._tendon(whole, along) * fibre / along - passive_force(length)
        return velocity_of_force(carried / (activation * active_force(length))) * self.speed * self.fibre

    def _rigid(self, whole: Any, rate: Any, activation: Any) -> Any:
        along = whole - self.slack
        fibre = sqrt(along * along + self._thickness**2)
        cosine = along / fibre
        length, velocity = fibre / self.fibre, rate * cosine / (self.speed * self.fibre)
        contractile = activation * active_force(length) * maximum(velocity_force(velocity), 0.0)
        return (contractile + passive_force(length) + self.fibre_damping * velocity) * cosine
