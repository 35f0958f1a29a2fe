r"""The curves of De Groote et al. (2016), *Annals of Biomedical Engineering* 44, 2922–2936, all smooth.

Lengths are fractions of the optimal fibre length or of the tendon's slack length, forces of the greatest isometric
force, velocities of the greatest shortening velocity (positive where the fibre lengthens).
"""

from __future__ import annotations

import math
from typing import Any

from ...expr import clip, exp, log, maximum, minimum, sinh, sqrt, tanh

BELLS = (
    (0.814, 1.06, 0.162, 0.0633),
    (0.433, 0.717, -0.0299, 0.2),
    (0.1, 1.0, 0.354, 0.0),
)
"""b₁, b₂, b₃, b₄ of the three terms of the active curve."""
TENDON = (0.2, 0.995, 0.25)
"""c₁, c₂, c₃ of the tendon."""
VELOCITY = (-0.318, -8.149, -0.374, 0.886)
"""d₁, d₂, d₃, d₄ of the force–velocity curve."""
PASSIVE_STRAIN, PASSIVE_SHAPE = 0.6, 4.0
"""e₀ and k of the passive curve."""


def active_force(length: Any) -> Any:
    """Σ b₁ exp(−½ ((l − b₂)/(b₃ + b₄ l))²)."""
    total: Any = 0.0
    for height, centre, width, growth in BELLS:
        total = total + height * exp(-0.5 * ((length - centre) / (width + growth * length)) ** 2)
    return total


def passive_force(length: Any) -> Any:
    """(exp(k (l − 1)/e₀) − 1)/(exp(k) − 1)."""
    return (exp(PASSIVE_SHAPE * (length - 1.0) / PASSIVE_STRAIN) - 1.0) / (exp(PASSIVE_SHAPE) - 1.0)


def velocity_force(velocity: Any) -> Any:
    """d₁ ln(d₂ v + d₃ + √((d₂ v + d₃)² + 1)) + d₄."""
    d1, d2, d3, d4 = VELOCITY
    x = d2 * velocity + d3
    return d1 * log(x + sqrt(x * x + 1.0)) + d4


def velocity_of_force(force: Any) -> Any:
    """The inverse, (sinh((f − d₄)/d₁) − d₃)/d₂, where |v| ≤ 1; beyond, its tangents.

    The published curve ends at the greatest velocities. Its inverse would grow beyond all bounds where fibres that are
    hardly active are pulled out by the tendon.
    """
    d1, d2, d3, d4 = VELOCITY
    least, most = (float(velocity_force(v)) for v in (-1.0, 1.0))
    inside = (sinh((clip(force, least, most) - d4) / d1) - d3) / d2
    below, above = (math.hypot(d2 * v + d3, 1.0) / (d1 * d2) for v in (-1.0, 1.0))
    return inside + below * minimum(force - least, 0.0) + above * maximum(force - most, 0.0)


def tendon_force(length: Any, stiffness: Any) -> Any:
    """c₁ exp(k (l − c₂)) − c₃."""
    c1, c2, c3 = TENDON
    return c1 * exp(stiffness * (length - c2)) - c3


def activation_rate(activation: Any, excitation: Any, rise: Any, fall: Any) -> Any:
    """ȧ: first order, time constant `rise` where the excitation is above the activation, `fall` where it is below."""
    blend = 0.5 * tanh(10.0 * (excitation - activation))
    lag = 0.5 + 1.5 * activation
    return ((0.5 + blend) / (rise * lag) + (0.5 - blend) * lag / fall) * (excitation - activation)
