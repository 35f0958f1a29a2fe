r"""The generalized-α method in formulas: what its loops over trees and its sparse steps over absolute systems share.

$$ (1-\alpha_m)a_{n+1} + \alpha_m a_n = (1-\alpha_f)\dot v_{n+1} + \alpha_f\dot v_n, \quad
   v_{n+1} = v_n + h((1-\gamma)a_n + \gamma a_{n+1}), $$
$$ \Delta = v_n + h((\tfrac12-\beta)a_n + \beta a_{n+1}), \qquad q_{n+1} = q_n \circ \exp h\Delta: $$

J. Chung, G. M. Hulbert, J. Appl. Mech. 60 (1993) 371–375; M. Arnold, O. Brüls, Multibody Syst. Dyn. 18 (2007) 185–202.
a is v̇ at a time later by (α_m − α_f) h, and is moved along with it when the step changes. After each step velocities
are projected on their rows; v̇ of the equations at the projected ends of steps is called f here.

Compiled loops call these functions with one number at a time, Python with whole arrays.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ...kernels.loops import loop
from .step_control import step_ratio

RHO_INF = 0.8
"""What is left of the highest frequencies after a step, unless something else is given."""
ALPHA_NUDGE = 1e-7
"""Seconds over which the change of accelerations at the start is measured."""
ORDER = 3
"""Of the error of a step."""
ALPHA_SAFETY, ALPHA_SLOWEST, ALPHA_FASTEST = 0.8, 0.2, 2.0
"""Part of the step that just meets the tolerance; how much shorter and longer than this one the next may be."""
UNSOLVED = 0.5
"""How much shorter the next attempt is where a step has no solution."""


class Coefficients(NamedTuple):
    """The coefficients of the method."""

    alpha_m: float
    alpha_f: float
    beta: float
    gamma: float


def coefficients(rho_inf: float) -> Coefficients:
    """The method that damps the highest frequencies by ρ_∞ a step: 1 keeps them, 0 removes them in one."""
    alpha_m, alpha_f = (2.0 * rho_inf - 1.0) / (rho_inf + 1.0), rho_inf / (rho_inf + 1.0)
    gamma = 0.5 + alpha_f - alpha_m
    return Coefficients(alpha_m, alpha_f, 0.25 * (gamma + 0.5) ** 2, gamma)


@loop
def new_acceleration(c: Coefficients, rate_new: Any, rate: Any, a: Any) -> float:
    """a_{n+1} from v̇ at both ends of the step."""
    return ((1.0 - c.alpha_f) * rate_new + c.alpha_f * rate - c.alpha_m * a) / (1.0 - c.alpha_m)


@loop
def new_velocity(c: Coefficients, v: Any, a: Any, a_new: Any, h: float) -> float:
    """v_{n+1}."""
    return v + h * ((1.0 - c.gamma) * a + c.gamma * a_new)


@loop
def mean_velocity(c: Coefficients, v: Any, a: Any, a_new: Any, h: float) -> float:
    """Δ."""
    return v + h * ((0.5 - c.beta) * a + c.beta * a_new)


@loop
def gain(c: Coefficients) -> float:
    """∂a_{n+1}/∂v̇_{n+1}."""
    return (1.0 - c.alpha_f) / (1.0 - c.alpha_m)


@loop
def bend(f_before: Any, f: Any, f_new: Any, before: float, h: float) -> float:
    """Half the second derivative of f, from the start of the step before, of length `before`, and the ends of this."""
    return ((f_new - f) / h - (f - f_before) / before) / (h + before)


@loop
def bend_within(f: Any, f_half: Any, f_new: Any, h: float) -> float:
    """The same without a past, from the middle of the step.

    The middle tells where a contact begins and ends within a step that sees its ends only.
    """
    return 2.0 * (f - 2.0 * f_half + f_new) / (h * h)


@loop
def good_velocity(v: Any, f: Any, f_new: Any, bent: Any, h: float) -> float:
    """v_{n+1} by the parabola through f, of order 3: what the error of the velocity is measured against."""
    return v + h * (0.5 * (f + f_new) - h * h / 6.0 * bent)


@loop
def good_mean_velocity(v: Any, f: Any, f_new: Any, bent: Any, h: float) -> float:
    """Δ by the same parabola."""
    return v + h * (f / 3.0 + f_new / 6.0 - h * h / 12.0 * bent)


@loop
def alpha_growth(error: float, order: int) -> float:
    """By how much the next step may be longer: every change disturbs the multipliers, so small ones are not made."""
    wanted = step_ratio(max(error, 1e-4), 1.0 / order, ALPHA_SAFETY, 0.0, ALPHA_FASTEST)
    return wanted if wanted > 1.2 else min(1.0, max(wanted, 0.9))


@loop
def shortening(error: float, order: int) -> float:
    """By how much a step that misses the tolerance is shortened."""
    return step_ratio(error, 1.0 / order, ALPHA_SAFETY, ALPHA_SLOWEST, 1.0)
