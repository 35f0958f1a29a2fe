r"""Hatze's muscle."""

from __future__ import annotations

from typing import Any

from ...contract import ModelError, option, parameter, register
from ...expr import clip, maximum
from .hatze_curves import (
    CALCIUM_EXPONENTS,
    calcium_activation,
    calcium_rate,
    exponential_force,
    hatze_active_force,
    hatze_velocity_force,
    hatze_velocity_of_force,
    lagging,
)
from .muscle_tendon import MuscleCurves, MuscleTendon


def _beyond_rest(length: float) -> bool | str:
    return length > 1.0 or "must be more than 1, the optimal length of the fibres"


@register
class HatzeMuscle(MuscleTendon):
    r"""Hatze's muscle: calcium set free by stimulation activates the fibres, the more the longer they are.

    $$ \dot γ = m (v - γ),\qquad q = \frac{q_0 + (ργ)^ν}{1 + (ργ)^ν},\qquad
       T = F_0\,[a\,k(ξ)\,g(η) + f_p(ξ)]\cos α = F_0 f_t(l_t),\qquad a = n q + (1 - n) q_0 $$

    Inputs are those of S0 §3.5: `stimulation` v, the rate of the motor units over the greatest one, and `recruitment`
    n, the part of the cross-section whose units are stimulated; both count from 0 to 1. Units that are not keep an
    activation of `idle`, which is q₀ if it is left out; with idle=0 the recruitment must stay above zero. States are
    `calcium` γ, and the fibre length of every line with an elastic tendon. With order=2 the membrane comes before the
    calcium, and the muscle has the five states of S0 §3.5, whose equations S0 does not print (the reading is that of
    Hatze's papers): β `depolarisation`, γ, their rates, and the fibre length,

    $$ \ddot β = c_2 (v - β) - c_1 \dot β,\qquad \ddot γ = c_5 (β - γ) - c_4 \dot γ $$

    With control="activation" a is the one input. The `parallel` element f_p is beside the fibres, or beside fibres and
    tendon, "muscle": then T has F₀ f_p(ε/l_p) besides, l_p the `parallel_length`. Hatze's distribution of motor units
    by size is left out. The velocity curve, as published, gives 1.005 F₀ at rest. Constants of the elastic elements
    vary from muscle to muscle: the defaults are usual ones.
    """

    rate = parameter(unit="1/s", default=11.25, check="positive", doc="m of calcium: 11.25 fast fibres, 3.67 slow ones")
    exponent = option(default=3, choices=tuple(CALCIUM_EXPONENTS), doc="ν of the activation")
    sensitivity = parameter(default=None, check="positive", doc="γ_c ρ₀: 7.24 with ν = 3, 9.10 with ν = 2")
    pole = parameter(default=2.9, check=_beyond_rest, doc="ξ_ρ, the fibre length at which ρ would be infinite")
    least = parameter(default=0.005, check="positive", doc="q₀, activation without calcium")
    idle = parameter(
        default=None, check="nonnegative", doc="activation of units that are not recruited; q₀ if left out"
    )
    order = option(default=1, choices=(1, 2), doc="of calcium, and of the depolarisation that comes before it with 2")
    membrane = parameter(
        shape=(2,), default=(396.0, 48400.0), check="positive", doc="c₁ (1/s), c₂ (1/s²), with order=2"
    )
    release = parameter(shape=(2,), default=(131.25, 1350.0), check="positive", doc="c₄ (1/s), c₅ (1/s²), with order=2")
    parallel = option(default="fibres", choices=("fibres", "muscle"), doc="what the parallel element is beside")
    parallel_length = parameter(unit="m", default=None, check="positive", doc='l_p, with parallel="muscle"')
    tendon_strain = parameter(default=0.04, check="positive", doc="strain of the tendon at F₀")
    tendon_shape = parameter(default=3.0, check="positive", doc="k of the tendon")
    passive_strain = parameter(default=0.6, check="positive", doc="strain of the parallel element at F₀")
    passive_shape = parameter(default=4.0, check="positive", doc="k of the parallel element")
    own_inputs = ("stimulation", "recruitment")
    own_states = ("calcium",)

    def validate(self) -> None:
        """States by the order; a parallel element has its length where it is beside the tendon."""
        if (self.parallel == "muscle") != (self.parallel_length is not None):
            raise ModelError(f'{self.kind}: give parallel_length with parallel="muscle", and only then.')
        if self.order == 2:
            own = ("depolarisation", "depolarisation_rate", "calcium", "calcium_rate")
            object.__setattr__(self, "own_states", own)
        super().validate()

    @property
    def input_range(self) -> tuple[Any, float]:
        """Of the stimulation, or of the activation."""
        return (0.0 if self.control == "excitation" else self.least), 1.0

    @property
    def curves_used(self) -> MuscleCurves:
        """k, f_p, f_t, and g with its inverse."""
        return MuscleCurves(
            hatze_active_force,
            (lambda length: 0.0 * length) if self.parallel == "muscle" else self._parallel,
            lambda length: exponential_force(length - 1.0, self.tendon_strain, self.tendon_shape),
            lambda velocity, activation, active: activation * active * hatze_velocity_force(velocity),
            lambda force, activation, active: hatze_velocity_of_force(force / (activation * active)),
        )

    def _parallel(self, length: Any) -> Any:
        """f_p."""
        return exponential_force(length - 1.0, self.passive_strain, self.passive_shape)

    def _beside(self, whole: Any) -> Any:
        """f_p of the whole muscle."""
        return self._parallel(whole / self.parallel_length) if self.parallel == "muscle" else 0.0

    @property
    def _own_start(self) -> float:
        return 0.0

    def _activation(self, i: Any, z: Any, length: Any) -> Any:
        if self.control == "activation":
            return maximum(i.activation, self.least)
        sensitivity = CALCIUM_EXPONENTS[self.exponent] if self.sensitivity is None else self.sensitivity
        # ρ has its pole beyond all lengths that fibres reach; there it must not turn round.
        felt = clip(length, 0.1, 0.9 * self.pole)
        q = calcium_activation(z.calcium, felt, self.exponent, sensitivity, self.pole, self.least)
        recruited = clip(i.recruitment, 0.0, 1.0)
        return recruited * q + (1.0 - recruited) * (self.least if self.idle is None else self.idle)

    def _own_rates(self, i: Any, z: Any) -> list[Any]:
        """γ̇; of second order also γ̈, and those of the depolarisation."""
        stimulation = clip(i.stimulation, 0.0, 1.0)
        if self.order == 1:
            return [calcium_rate(z.calcium, stimulation, self.rate)]
        membrane = lagging(stimulation, z.depolarisation, z.depolarisation_rate, self.membrane)
        release = lagging(z.depolarisation, z.calcium, z.calcium_rate, self.release)
        return [z.depolarisation_rate, membrane, z.calcium_rate, release]
