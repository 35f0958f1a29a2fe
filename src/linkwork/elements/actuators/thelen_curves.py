r"""The curves of D. G. Thelen, *Journal of Biomechanical Engineering* 125 (2003), 70–77, values for young adults.

Lengths, forces and velocities are fractions as in `muscle_curves`. The published velocity is defined for forces from
zero to below the greatest one; beyond, as in OpenSim's Thelen2003Muscle, it goes on straight.
"""

from __future__ import annotations

import math
from typing import Any

from ...expr import clip, exp, maximum, minimum, where
from .muscle_tendon import MuscleCurves

THELEN_WIDTH = 0.45
"""γ of the active curve."""
THELEN_PASSIVE = (0.6, 5.0)
"""ε₀ and k of the passive curve."""
TOE_SHAPE, TOE_FORCE, TOE_STRAIN, LINEAR_STIFFNESS = 3.0, 0.33, 0.609, 1.712
"""k_toe, F_toe, ε_toe/ε₀ and k_lin ε₀ of the tendon."""
HILL_SHAPE, LONGEST_FORCE = 0.25, 1.4
"""A_f, and the greatest force of fibres that lengthen."""
LAST_FORCE = 0.95
"""Fraction of the greatest force from which on the velocity grows straight."""


def thelen_active_force(length: Any) -> Any:
    """exp(−(l − 1)²/γ)."""
    return exp(-((length - 1.0) ** 2) / THELEN_WIDTH)


def thelen_passive_force(length: Any) -> Any:
    """(exp(k (l − 1)/ε₀) − 1)/(exp(k) − 1), zero where it would push."""
    strain, shape = THELEN_PASSIVE
    return maximum(exp(shape * (length - 1.0) / strain) - 1.0, 0.0) / (math.exp(shape) - 1.0)


def thelen_tendon_force(length: Any, strain: Any) -> Any:
    """F_toe (exp(k_toe ε/ε_toe) − 1)/(exp(k_toe) − 1) up to ε_toe = 0.609 ε₀; then k_lin (ε − ε_toe) + F_toe."""
    stretch, toe = length - 1.0, TOE_STRAIN * strain
    curved = exp(TOE_SHAPE * clip(stretch / toe, 0.0, 1.0)) - 1.0
    return TOE_FORCE * curved / (math.exp(TOE_SHAPE) - 1.0) + LINEAR_STIFFNESS / strain * maximum(stretch - toe, 0.0)


def thelen_velocity(force: Any, activation: Any, active: Any) -> Any:
    """(0.25 + 0.75 a)(F − a f_l)/b.

    Where fibres shorten b = a f_l + F/A_f, where they lengthen (2 + 2/A_f)(a f_l F_len − F)/(F_len − 1).
    In units of a f_l; below no force and above 0.95 F_len its tangents.
    """
    y, last = force / (activation * active), LAST_FORCE * LONGEST_FORCE
    inside = clip(y, 0.0, last)
    short, long = minimum(inside, 1.0), maximum(inside, 1.0)
    k = (2.0 + 2.0 / HILL_SHAPE) / (LONGEST_FORCE - 1.0)
    published = (short - 1.0) / (1.0 + short / HILL_SHAPE) + (long - 1.0) / (k * (LONGEST_FORCE - long))
    below = 1.0 + 1.0 / HILL_SHAPE
    above = (LONGEST_FORCE - 1.0) / (k * (LONGEST_FORCE - last) ** 2)
    return (0.25 + 0.75 * activation) * (published + below * minimum(y, 0.0) + above * maximum(y - last, 0.0))


def thelen_contractile_force(velocity: Any, activation: Any, active: Any) -> Any:
    """The inverse in closed form; fibres that shorten faster than they can carry nothing."""
    w = velocity / (0.25 + 0.75 * activation)
    short, long = clip(w, -1.0, 0.0), maximum(w, 0.0)
    k = (2.0 + 2.0 / HILL_SHAPE) / (LONGEST_FORCE - 1.0)
    shortening = (1.0 + short) / (1.0 - short / HILL_SHAPE)
    lengthening = (1.0 + k * long * LONGEST_FORCE) / (1.0 + k * long)
    return activation * active * shortening * lengthening


def thelen_activation_rate(activation: Any, excitation: Any, rise: Any, fall: Any) -> Any:
    """(u − a)/τ: τ is rise (0.5 + 1.5 a) where u is above a, else fall/(0.5 + 1.5 a)."""
    lag = 0.5 + 1.5 * activation
    return (excitation - activation) * where(excitation > activation, 1.0 / (rise * lag), lag / fall)


THELEN = MuscleCurves(
    thelen_active_force, thelen_passive_force, thelen_tendon_force, thelen_contractile_force, thelen_velocity
)
