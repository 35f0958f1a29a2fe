r"""The curves of H. Hatze: *Biological Cybernetics* 25 (1977), 103–119, 28 (1978), 143–157, and *Myocybernetic Control
Models of Skeletal Muscle*, University of South Africa, 1981.

γ is the concentration of free calcium over its greatest value, ξ the fibre length over l₀, η the velocity over the
greatest shortening velocity (positive where the fibre lengthens). The constants of q are as R. Rockenfeller and M.
Günther, *Journal of Theoretical Biology* 431 (2017), quote them; the velocity curve is also in J. L. Sancho-Bru et
al., *Journal of Biomechanics* 34 (2001). Digits are from such secondary sources, not from
Hatze's own print. Those of k and of the exponent 2 were not found in print at all: k was checked by its landmarks,
1.000 at ξ = 1, 0.004 at 0.58 and 0.058 at 1.8.
"""

from __future__ import annotations

import math
from typing import Any

from ...expr import asinh, clip, exp, log, maximum, minimum, sin, sinh

CALCIUM_EXPONENTS = {3: 7.24, 2: 9.10}
"""ν, and the γ_c ρ₀ that goes with it: calcium at full stimulation in units of that of half activation, at ξ = 1."""
HATZE_LENGTHS = (0.58, 1.8)
"""Fibre lengths for which the active curve was fitted; beyond, it stays as it is at their ends."""
HATZE_VELOCITY = (0.1433, 0.1074, 1.409, 3.2, 1.6)
"""The constants of the force–velocity curve."""
FASTEST_LENGTHENING = 0.3
"""η from which on the inverse is straight: there the force is 99.9 % of what lengthening fibres can carry."""


def calcium_rate(calcium: Any, stimulation: Any, rate: Any) -> Any:
    """γ̇ = m (v − γ), v the relative stimulation rate."""
    return rate * (stimulation - calcium)


def lagging(wanted: Any, value: Any, rate: Any, constants: Any) -> Any:
    """ẍ = b (w − x) − a ẋ with constants (a, b)."""
    return constants[1] * (wanted - value) - constants[0] * rate


def calcium_activation(calcium: Any, length: Any, exponent: Any, sensitivity: Any, pole: Any, least: Any) -> Any:
    """q = (q₀ + (ργ)^ν)/(1 + (ργ)^ν) with ρ(ξ) = γ_c ρ₀ (ξ_ρ − 1)/(ξ_ρ/ξ − 1): longer fibres feel calcium more."""
    felt = (sensitivity * (pole - 1.0) / (pole / length - 1.0) * calcium) ** exponent
    return (least + felt) / (1.0 + felt)


def hatze_active_force(length: Any) -> Any:
    """k(ξ) = 0.32 + 0.71 exp(−1.112 (ξ − 1)) sin(3.722 (ξ − 0.656))."""
    x = clip(length, *HATZE_LENGTHS)
    return 0.32 + 0.71 * exp(-1.112 * (x - 1.0)) * sin(3.722 * (x - 0.656))


def hatze_velocity_force(velocity: Any) -> Any:
    """g(η) = 0.1433/(0.1074 + exp(−1.409 sinh(3.2 η + 1.6))); as published, g(0) = 1.005."""
    a, b, c, d, e = HATZE_VELOCITY
    # From η = 1 on g does not grow any more, but sinh would.
    return a / (b + exp(-c * sinh(d * clip(velocity, -1.5, 1.0) + e)))


def hatze_velocity_of_force(force: Any) -> Any:
    """The inverse, (asinh(−ln(0.1433/g − 0.1074)/1.409) − 1.6)/3.2, from η = −1 to 0.3; beyond, its tangents."""
    a, b, c, d, e = HATZE_VELOCITY
    ends = (-1.0, FASTEST_LENGTHENING)
    least, most = (float(hatze_velocity_force(v)) for v in ends)
    inside = (asinh(-log(a / clip(force, least, most) - b) / c) - e) / d
    below, above = (1.0 / _velocity_slope(v) for v in ends)
    return inside + below * minimum(force - least, 0.0) + above * maximum(force - most, 0.0)


def _velocity_slope(velocity: float) -> float:
    """dg/dη."""
    a, b, c, d, e = HATZE_VELOCITY
    x = d * velocity + e
    decay = math.exp(-c * math.sinh(x))
    return a * decay * c * d * math.cosh(x) / (b + decay) ** 2


def exponential_force(strain: Any, greatest: Any, shape: Any) -> Any:
    """(exp(k ε/ε₀) − 1)/(exp(k) − 1), zero where it would push: the form of Hatze's parallel and series elements."""
    return maximum(exp(shape * strain / greatest) - 1.0, 0.0) / (exp(shape) - 1.0)
