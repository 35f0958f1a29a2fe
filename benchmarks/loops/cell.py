"""A crank, a coupler and a rocker in closed form: what one writes by hand for planar linkages of one freedom."""

from __future__ import annotations

from math import sqrt
from typing import Any

import numba
import numpy as np

GRAVITY = 9.81


@numba.njit(inline="always")
def rocker_of(x: float, y: float, crank: float, coupler: float, rocker: float, base: float, side: float) -> Any:
    """Directions (coupler x, y, rocker x, y) to the pin that both share, for the crank's direction (x, y).

    The pin lies on circles about the crank's end and about the rocker's pivot at (base, 0), on one `side` of the line
    between the two.
    """
    e_x, e_y = base - crank * x, -crank * y
    square = e_x * e_x + e_y * e_y
    along = (coupler * coupler - rocker * rocker + square) / (2.0 * square)
    across = side * sqrt(coupler * coupler / square - along * along)
    p_x, p_y = along * e_x - across * e_y, along * e_y + across * e_x
    return p_x / coupler, p_y / coupler, (p_x - e_x) / rocker, (p_y - e_y) / rocker


@numba.njit(inline="always")
def rod(length: float, m: float, o: Any, d: Any, w: float, alpha: float) -> Any:
    """A thin rod's share of (M, bias, force) in M ω̇ + bias ω² = force, and its far end as `o` of the next rod.

    `o` is (velocity x, y, acceleration x, y) of its near end for ω = 1 and ω̇ = 0, `d` its direction, `w` and `alpha`
    its angular velocity and acceleration for the same.
    """
    v_x, v_y = -length * w * d[1], length * w * d[0]
    a_x = -length * (alpha * d[1] + w * w * d[0])
    a_y = length * (alpha * d[0] - w * w * d[1])
    c_x, c_y, b_x, b_y = o[0] + 0.5 * v_x, o[1] + 0.5 * v_y, o[2] + 0.5 * a_x, o[3] + 0.5 * a_y
    inertia = m * length * length / 12.0
    mass = m * (c_x * c_x + c_y * c_y) + inertia * w * w
    bias = m * (c_x * b_x + c_y * b_y) + inertia * w * alpha
    return mass, bias, -m * GRAVITY * c_y, (o[0] + v_x, o[1] + v_y, o[2] + a_x, o[3] + a_y)


@numba.njit(inline="always")
def ratios(a: Any, b: Any, c: Any, lengths: Any, w: float, alpha: float) -> Any:
    """Rates and accelerations (coupler, rocker) per ω and ω² for those of the crank; a, b, c are directions."""
    r, k, s = lengths
    # sin and cos of the angles between the directions.
    ab, ac, bc = a[0] * b[1] - a[1] * b[0], a[0] * c[1] - a[1] * c[0], b[0] * c[1] - b[1] * c[0]
    ab_cos, ac_cos, bc_cos = a[0] * b[0] + a[1] * b[1], a[0] * c[0] + a[1] * c[1], b[0] * c[0] + b[1] * c[1]
    w_b = -r * w * ac / (k * bc)
    w_c = -r * w * ab / (s * bc)
    alpha_b = (-r * alpha * ac + r * w * w * ac_cos + k * w_b * w_b * bc_cos - s * w_c * w_c) / (k * bc)
    alpha_c = (-r * alpha * ab + r * w * w * ab_cos + k * w_b * w_b - s * w_c * w_c * bc_cos) / (s * bc)
    return w_b, w_c, alpha_b, alpha_c


def side_of(crank: np.ndarray, coupler: np.ndarray, base: float) -> float:
    """On which side of the line from the crank's end to the rocker's pivot the coupler's end is, ±1."""
    e = np.array([base, 0.0]) - crank
    return float(np.sign(e[0] * coupler[1] - e[1] * coupler[0]))
