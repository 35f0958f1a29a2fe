r"""A Hill-type muscle."""

from __future__ import annotations

from functools import partial
from typing import Any

from ...contract import ModelError, option, parameter, register, value_of
from ...expr import maximum
from . import muscle_curves as degroote
from . import thelen_curves as thelen
from .muscle_tendon import MuscleCurves, MuscleTendon

PUBLISHED = {"DeGroote2016": (0.049, 0.06), "Thelen2003": (0.04, 0.05)}
"""Strain of the tendon at F₀ and time constant of deactivation that belong to the curves."""


@register
class Muscle(MuscleTendon):
    r"""A Hill-type muscle with published curves, over any number of via points.

    `curves` names them: those of De Groote et al. (2016) with the constants of OpenSim's DeGrooteFregly2016Muscle
    (`muscle_curves`), or those of Thelen (2003) (`thelen_curves`). Fibres of length l and pennation α (constant
    thickness, l sin α = l₀ sin α₀) act in series with a tendon, and neither pushes:

    $$ T = F_0\,[a f_l(l) f_v(\dot l) + f_p(l)]\cos α = F_0 f_t(l_t),\qquad l_t = ε - l\cos α $$

    With an elastic `tendon` each line has the state `fibre_length`, whose rate follows from the balance of forces; with
    a rigid one l cos α = ε − l_s, and `fibre_damping` acts along the fibres. The state `activation` a follows the input
    `excitation` in first order; with control="activation" a is the input itself, measured or computed elsewhere, and no
    state. Excitation or activation below `least` counts as that, which keeps the balance solvable: a connection must
    not start a at less. `on=Lines((2, 3))` gives a broad muscle several lines of action that share the activation and,
    equally or by `shares`, the force; its states are then `fibre_length_1` and so on.
    """

    rise = parameter(unit="s", default=0.015, check="positive", doc="time constant of activation")
    fall = parameter(unit="s", default=None, check="positive", doc="time constant of deactivation, as published")
    tendon_strain = parameter(default=None, check="positive", doc="strain of the tendon at F₀, as published")
    fibre_damping = parameter(default=0.0, check="nonnegative", doc="F/F₀ at the greatest velocity; rigid tendon only")
    least = parameter(default=0.01, check="positive", doc="the least excitation, or activation")
    curves = option(default="DeGroote2016", choices=tuple(PUBLISHED), doc="whose curves")
    own_inputs = ("excitation",)
    own_states = ("activation",)

    def validate(self) -> None:
        """Damping is for rigid tendons."""
        super().validate()
        if self.tendon == "elastic" and value_of(self.fibre_damping):
            raise ModelError(f"{self.kind}: fibre_damping is for a rigid tendon.")

    @property
    def input_range(self) -> tuple[Any, float]:
        """From the least to full."""
        return self.least, 1.0

    @property
    def curves_used(self) -> MuscleCurves:
        """Those of the paper that was named."""
        of = thelen.THELEN if self.curves == "Thelen2003" else degroote.DE_GROOTE
        strain = PUBLISHED[self.curves][0] if self.tendon_strain is None else self.tendon_strain
        return of._replace(tendon=partial(of.tendon, strain=strain))

    @property
    def _own_start(self) -> float:
        return float(value_of(self.least))

    def _activation(self, i: Any, z: Any, length: Any) -> Any:
        return z.activation if self.control == "excitation" else maximum(i.activation, self.least)

    def _own_rates(self, i: Any, z: Any) -> list[Any]:
        """ȧ."""
        rate = thelen.thelen_activation_rate if self.curves == "Thelen2003" else degroote.activation_rate
        fall = PUBLISHED[self.curves][1] if self.fall is None else self.fall
        return [rate(z.activation, maximum(i.excitation, self.least), self.rise, fall)]

    def _damping(self, velocity: Any) -> Any:
        return self.fibre_damping * velocity
