r"""The curves of De Groote, Kinney, Rao and Fregly, *Annals of Biomedical Engineering* 44 (2016), 2922–2936.

The supplement prints their constants in three digits: its active curve then misses f(1) = 1, its force–velocity curve
f(−1) = 0 and f(0) = 1, and its tendon and passive fibres push where they are slack. Here the constants are those of
OpenSim's DeGrooteFregly2016Muscle, whose curves pass through these points; what would push is cut off at zero.

Lengths are fractions of the optimal fibre length or of the tendon's slack length, forces of the greatest isometric
force, velocities of the greatest shortening velocity (positive where the fibre lengthens).
"""

from __future__ import annotations

import math
from typing import Any

from ...expr import clip, exp, log, maximum, minimum, sinh, sqrt, tanh
from .muscle_tendon import MuscleCurves

BELLS = (
    (0.8150671134243542, 1.055033428970575, 0.162384573599574, 0.063303448465465),
    (0.433004984392647, 0.716775413397760, -0.029947116970696, 0.200356847296188),
    (0.1, 1.0, 0.353553390593274, 0.0),
)
"""b₁, b₂, b₃, b₄ of the three terms of the active curve."""
TENDON = 0.2
"""c₁ = c₃ of the tendon; c₂ = 1."""
FORCE_VELOCITY = (-0.3211346127989808, -8.149, -0.374, 0.8825327733249912)
"""d₁, d₂, d₃, d₄ of the force–velocity curve."""
PASSIVE_STRAIN, PASSIVE_SHAPE, PASSIVE_LENGTH = 0.6, 4.0, 0.2
"""e₀ and k of the passive curve, and the length at which it begins."""


def active_force(length: Any) -> Any:
    """Σ b₁ exp(−½ ((l − b₂)/(b₃ + b₄ l))²)."""
    total: Any = 0.0
    for height, centre, width, growth in BELLS:
        total = total + height * exp(-0.5 * ((length - centre) / (width + growth * length)) ** 2)
    return total


def passive_force(length: Any) -> Any:
    """(exp(k (l − 1)/e₀) − b)/(exp(k) − b) with b = exp(k (0.2 − 1)/e₀): zero up to l = 0.2, one at l = 1 + e₀."""
    begin = math.exp(PASSIVE_SHAPE * (PASSIVE_LENGTH - 1.0) / PASSIVE_STRAIN)
    grown = exp(PASSIVE_SHAPE * (length - 1.0) / PASSIVE_STRAIN)
    return maximum(grown - begin, 0.0) / (math.exp(PASSIVE_SHAPE) - begin)


def velocity_force(velocity: Any) -> Any:
    """d₁ ln(d₂ v + d₃ + √((d₂ v + d₃)² + 1)) + d₄."""
    d1, d2, d3, d4 = FORCE_VELOCITY
    x = d2 * velocity + d3
    return d1 * log(x + sqrt(x * x + 1.0)) + d4


def velocity_of_force(force: Any) -> Any:
    """The inverse, (sinh((f − d₄)/d₁) − d₃)/d₂, where |v| ≤ 1; beyond, its tangents.

    The published curve ends at the greatest velocities. Its inverse would grow beyond all bounds where fibres that are
    barely active are pulled out by the tendon.
    """
    d1, d2, d3, d4 = FORCE_VELOCITY
    least, most = (float(velocity_force(v)) for v in (-1.0, 1.0))
    inside = (sinh((clip(force, least, most) - d4) / d1) - d3) / d2
    below, above = (math.hypot(d2 * v + d3, 1.0) / (d1 * d2) for v in (-1.0, 1.0))
    return inside + below * minimum(force - least, 0.0) + above * maximum(force - most, 0.0)


def tendon_force(length: Any, strain: Any) -> Any:
    """c₁ (exp(k (l − 1)) − 1), zero where it is slack; k = ln(1 + 1/c₁)/strain gives one at that strain."""
    stiffness = math.log(1.0 + 1.0 / TENDON) / strain
    return TENDON * maximum(exp(stiffness * (length - 1.0)) - 1.0, 0.0)


def activation_rate(activation: Any, excitation: Any, rise: Any, fall: Any) -> Any:
    """ȧ: first order, time constant `rise` where the excitation is above the activation, `fall` where it is below."""
    blend = 0.5 * tanh(10.0 * (excitation - activation))
    lag = 0.5 + 1.5 * activation
    return ((0.5 + blend) / (rise * lag) + (0.5 - blend) * lag / fall) * (excitation - activation)


def contractile_force(velocity: Any, activation: Any, active: Any) -> Any:
    """a f_l f_v, zero where fibres shorten faster than they can."""
    return activation * active * maximum(velocity_force(velocity), 0.0)


def contraction_velocity(force: Any, activation: Any, active: Any) -> Any:
    """The velocity at which active fibres carry a force."""
    return velocity_of_force(force / (activation * active))


DE_GROOTE = MuscleCurves(active_force, passive_force, tendon_force, contractile_force, contraction_velocity)
