r"""The curves of M. Millard, T. Uchida, A. Seth and S. L. Delp, *Journal of Biomechanical Engineering* 135 (2013),
021005: quintic Bézier pieces through knots (`bezier_curves`), with the constants of OpenSim's
Millard2012EquilibriumMuscle.

Fibres with damping may carry nothing at the ends of the curves: the model is free of singularities, and the balance of
forces is solved for the velocity by Newton's method. Without damping the active curve never falls below 0.1 and the
force–velocity curve ends with slopes of 0.1, so that it can be inverted.

| curve | numbers below |
|---|---|
| active | lengths 0.4441, 0.73, 1.8123 of ends and shallow part; half width 0.05, slope 0.8616 of the shoulder |
| velocity | slopes 0.25, 5, 0.15 near the fastest shortening, at rest, near the fastest lengthening at 1.4 F₀ |
| passive | strain 0.7 and slope 2/0.7 at F₀, slope 0.2 at small forces |
| tendon | straight from 2/3 F₀ on, with the slope 1.375 over the strain at F₀ |
"""

from __future__ import annotations

from functools import cache
from typing import Any

from ...expr import PiecewisePolynomial
from .bezier_curves import Knot, bezier_table, curviness
from .muscle_tendon import MuscleCurves


@cache
def active_table(least: float) -> PiecewisePolynomial:
    """Active force of the length."""
    first, shallow, last, half, slope = 0.4441, 0.73, 1.8123, 0.05, 0.8616
    level = 1.0 - slope * (1.0 - half - shallow)
    knots = [
        Knot(first, least, 0.0),
        Knot(0.5 * (first + shallow), 0.5 * level, 1.25 * level / (shallow - first)),
        Knot(0.5 * (shallow + 1.0 - half), 0.5 * (1.0 + level), slope),
        Knot(1.0, 1.0, 0.0),
        Knot(0.5 * (1.0 + half + last), 0.5, -1.0 / (last - 1.0 - 2.0 * half)),
        Knot(last, least, 0.0),
    ]
    return bezier_table(knots, [curviness(1.0)] * 5)


@cache
def velocity_table(end_slope: float, inverse: bool = False) -> PiecewisePolynomial:
    """Force of the velocity, or its inverse."""
    shortening, isometric, lengthening, most = 0.25, 5.0, 0.15, 1.4
    knots = [
        Knot(-1.0, 0.0, end_slope),
        Knot(-0.9, 0.05 * (shortening + end_slope), shortening),
        Knot(0.0, 1.0, isometric),
        Knot(0.9, most - 0.05 * (lengthening + end_slope), lengthening),
        Knot(1.0, most, end_slope),
    ]
    return bezier_table(knots, [curviness(0.6)] * 2 + [curviness(0.9)] * 2, inverse)


@cache
def passive_table() -> PiecewisePolynomial:
    """Passive force of the length."""
    strain, low = 0.7, 0.2
    width = 0.05 * strain
    knots = [
        Knot(1.0, 0.0, 0.0),
        Knot(1.0 + width, 0.5 * low * width, low),
        Knot(1.0 + strain, 1.0, 2.0 / strain),
    ]
    return bezier_table(knots, [curviness(0.75)] * 2)


@cache
def tendon_table() -> PiecewisePolynomial:
    """Force of the tendon of its strain over that at F₀."""
    toe, stiffness = 2.0 / 3.0, 1.375
    end, middle = (1.0 + (force - 1.0) / stiffness for force in (toe, 0.5 * toe))
    foot = 0.1 * end
    slope = 0.5 * toe / (middle - foot)
    knots = [
        Knot(0.0, 0.0, 0.0),
        Knot(0.5 * (foot + middle), 0.5 * slope * (middle - foot), slope),
        Knot(end, toe, stiffness),
    ]
    return bezier_table(knots, [curviness(0.5)] * 2)


def millard_tendon_force(length: Any, strain: Any) -> Any:
    """f_t, 1 at a given strain."""
    return tendon_table()((length - 1.0) / strain)


def millard_curves(is_damped: bool) -> MuscleCurves:
    """With damping, or without."""
    least, slope = (0.0, 0.0) if is_damped else (0.1, 0.1)
    return MuscleCurves(
        active_table(least),
        passive_table(),
        millard_tendon_force,
        lambda velocity, activation, active: activation * active * velocity_table(slope)(velocity),
        lambda force, activation, active: velocity_table(slope, inverse=True)(force / (activation * active)),
    )
