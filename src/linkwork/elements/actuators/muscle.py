r"""A Hill-type muscle."""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

from ...contract import option, parameter, register, value_of
from ...expr import maximum
from . import muscle_curves as degroote
from . import thelen_curves as thelen
from .millard_curves import millard_curves
from .muscle_tendon import MuscleCurves, MuscleTendon


class Published(NamedTuple):
    """What belongs to the curves of a paper."""

    tendon_strain: float
    """At F₀."""
    rise: float
    """Time constant of activation (s)."""
    fall: float
    """Time constant of deactivation (s)."""
    damping: float
    """Of fibres, F/F₀ at the greatest velocity."""


PUBLISHED = {
    "DeGroote2016": Published(0.049, 0.015, 0.060, 0.0),
    "Thelen2003": Published(0.04, 0.015, 0.050, 0.0),
    "Millard2012": Published(0.049, 0.010, 0.040, 0.1),
}


@register
class Muscle(MuscleTendon):
    r"""A Hill-type muscle with published curves, over any number of via points.

    `curves` names them: those of De Groote et al. (2016) with the constants of OpenSim's DeGrooteFregly2016Muscle
    (`muscle_curves`), of Thelen (2003) (`thelen_curves`), or of Millard et al. (2013) (`millard_curves`). Fibres of
    length l and pennation α (constant thickness, l sin α = l₀ sin α₀) act in series with a tendon, and neither pushes:

    $$ T = F_0\,[a f_l(l) f_v(\dot l) + f_p(l)]\cos α = F_0 f_t(l_t),\qquad l_t = ε - l\cos α $$

    With an elastic `tendon` each line has the state `fibre_length`, whose rate follows from the balance of forces; with
    a rigid one l cos α = ε − l_s. `fibre_damping` β adds β l̇ to the force of the fibres, F₀ β at the greatest velocity;
    then the balance has one solution at any activation and length. The state `activation` a follows the input
    `excitation` in first order; with control="activation" a is the input itself, measured or computed elsewhere, and no
    state. Excitation or activation below `least` counts as that, which keeps the balance solvable: a connection must
    not start a at less. `on=Lines((2, 3))` gives a broad muscle several lines of action that share the activation and,
    equally or by `shares`, the force; its states are then `fibre_length_1` and so on.
    """

    rise = parameter(unit="s", default=None, check="positive", doc="time constant of activation, as published")
    fall = parameter(unit="s", default=None, check="positive", doc="time constant of deactivation, as published")
    tendon_strain = parameter(default=None, check="positive", doc="strain of the tendon at F₀, as published")
    fibre_damping = parameter(
        default=None,
        check="nonnegative",
        doc="β, F/F₀ at the greatest velocity, as published: 0.1 of Millard's, else 0",
    )
    least = parameter(default=0.01, check="positive", doc="the least excitation, or activation")
    curves = option(default="DeGroote2016", choices=tuple(PUBLISHED), doc="whose curves")
    own_inputs = ("excitation",)
    own_states = ("activation",)

    @property
    def input_range(self) -> tuple[Any, float]:
        """From the least to full."""
        return self.least, 1.0

    @property
    def curves_used(self) -> MuscleCurves:
        """Those of the paper that was named."""
        if self.curves == "Millard2012":
            of = millard_curves(self.is_damped or self.tendon == "rigid")
        else:
            of = thelen.THELEN if self.curves == "Thelen2003" else degroote.DE_GROOTE
        return of._replace(tendon=partial(of.tendon, strain=self._value("tendon_strain")))

    def _value(self, name: str) -> Any:
        """A value, that of the paper where none was given."""
        given = {
            "damping": self.fibre_damping,
            "tendon_strain": self.tendon_strain,
            "rise": self.rise,
            "fall": self.fall,
        }
        return getattr(PUBLISHED[self.curves], name) if given[name] is None else given[name]

    @property
    def damping(self) -> Any:
        """β."""
        return self._value("damping")

    @property
    def _own_start(self) -> float:
        return float(value_of(self.least))

    def _activation(self, i: Any, z: Any, length: Any) -> Any:
        return z.activation if self.control == "excitation" else maximum(i.activation, self.least)

    def _own_rates(self, i: Any, z: Any) -> list[Any]:
        """ȧ."""
        rate = degroote.activation_rate if self.curves == "DeGroote2016" else thelen.thelen_activation_rate
        excitation = maximum(i.excitation, self.least)
        return [rate(z.activation, excitation, self._value("rise"), self._value("fall"))]
