r"""Bending of third order: what slopes that are not small add to a rod along x that does not stretch.

With slopes $\theta = (v', w')$ and curvatures $\kappa = (v'', w'')$ along the undeformed line, $q = \tfrac12\theta^2$,
the square of the line's curvature is $\kappa^2 + q'^2$ and it is shorter by $1 - \sqrt{1-\theta^2} = q + \tfrac12 q^2$,
both to fourth order. So energy and shortening are

$$ U = \tfrac12 e^T K e + \tfrac12\int EI\,(\theta\cdot\kappa)^2, \qquad
   \int N\,(q + \tfrac12 q^2) = \tfrac12\,\xi^T \mathrm{diag}(K_N, N)\,\xi, \quad \xi = (e, q) : $$

quadratic forms again, in wider coordinates ξ, the q of points along the rod. A section whose small rotation is ϑ turns
by $\arcsin\vartheta = \vartheta + \vartheta^3/6$.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...expr import array, dot
from ..modal_data import BendingSamples, GeometricStiffness, ModalData


def wide_stiffness(data: ModalData) -> GeometricStiffness | None:
    """Matrices of unit loads on ξ = (e, q)."""
    given, bending = data.geometric, data.bending
    if given is None or bending is None:
        return given
    extra = bending.tension
    return GeometricStiffness(
        _wider(given.acceleration, extra.acceleration),
        _wider(given.angular_acceleration, extra.angular_acceleration),
        _wider(given.spin, extra.spin),
        {name: _wider(K, extra.wrenches.get(name)) for name, K in given.wrenches.items()},
    )


def _wider(matrices: np.ndarray | None, tensions: np.ndarray | None) -> Any:
    """Blocks (K, diag N) of every load."""
    if matrices is None or tensions is None:
        return matrices
    count, points = matrices.shape[1], tensions.shape[1]
    found = np.zeros((len(matrices), count + points, count + points))
    found[:, :count, :count] = matrices
    found[:, range(count, count + points), range(count, count + points)] = tensions
    return found


def wide_coordinates(bending: BendingSamples | None, e: Any) -> Any:
    """ξ = (e, q)."""
    return e if bending is None else array([*e, *(0.5 * x for x in slope_products(bending, e, e))])


def wide_rates(bending: BendingSamples | None, e: Any, u: Any) -> Any:
    """ξ̇ = (ė, θ·θ̇)."""
    return u if bending is None else array([*u, *slope_products(bending, e, u)])


def on_coordinates(bending: BendingSamples | None, e: Any, values: Any) -> Any:
    """(∂ξ/∂e)ᵀ: what stands along ξ, along the elastic coordinates."""
    if bending is None:
        return values
    count = bending.slope.shape[2]
    found = array(values[:count])
    for rows, value in zip(bending.slope, values[count:], strict=True):
        found = found + value * array(rows.T @ array(rows @ array(e)))
    return found


def slope_products(bending: BendingSamples, e: Any, u: Any) -> list[Any]:
    """θ(e)·θ(u) at the points."""
    return [dot(rows @ array(e), rows @ array(u)) for rows in bending.slope]


def _bends(bending: BendingSamples, e: Any) -> list[tuple[Any, Any, Any]]:
    """(θ, √(EI w) κ, √(EI w) θ·κ) at the points."""
    pairs = [(array(a @ array(e)), array(b @ array(e))) for a, b in zip(bending.slope, bending.curvature, strict=True)]
    return [(slope, curve, dot(slope, curve)) for slope, curve in pairs]


def bending_energy(bending: BendingSamples | None, e: Any) -> Any:
    """½ ∫ EI (θ·κ)²."""
    return 0.0 if bending is None else 0.5 * sum(x * x for _, _, x in _bends(bending, e))


def bending_forces(bending: BendingSamples | None, e: Any) -> Any:
    """Its slope by e."""
    if bending is None:
        return 0.0
    parts = zip(bending.slope, bending.curvature, _bends(bending, e), strict=True)
    return sum(x * array(a.T @ curve + b.T @ slope) for a, b, (slope, curve, x) in parts)


def section_turn(turn: Any, R: np.ndarray) -> Any:
    """ϑ (1 + ϑ²/6) of the part of a small rotation that bends a rod along x, in axes R of the rod."""
    across = R[1:] @ array(turn)
    return array(turn) + array(R[1:].T @ (across * (dot(across, across) / 6.0)))


def section_turn_rate(turn: Any, rate: Any, R: np.ndarray) -> Any:
    """Its rate, for that of the small rotation."""
    across, moving = R[1:] @ array(turn), R[1:] @ array(rate)
    more = moving * (dot(across, across) / 6.0) + across * (dot(across, moving) / 3.0)
    return array(rate) + array(R[1:].T @ more)
