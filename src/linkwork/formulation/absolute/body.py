r"""The one kind of body: mass, inertia and gravity, with its frame at its centre of mass and velocities in world axes.

$$ r = \begin{pmatrix} J\dot\omega + \omega\times J\omega \\ m\dot v - m g \end{pmatrix}, \qquad
   \pi = \begin{pmatrix} J\omega \\ m v \end{pmatrix}, \qquad J = R J_b R^T $$

(the momenta of S3 with spatial rotations: their virtual work has no gyroscopic term).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...expr import array, cos, cross, forward_derivatives, jacobian, sin, sqrt, symbols, where
from ...expr.graph import as_expr
from ...expr.substitute import substitute
from ...model.gravity import gravity_parameters
from ...spatial import matrix, rotation_euler_parameters
from ..link_kinds import from_lower_half
from .element_motion import world_rates
from .outputs import WEAK_WEIGHTS, direction_matrix, weak_sum
from .traced_blocks import TracedBlocks, traced_blocks

DATA = 7
"""Numbers of a body: its mass, six entries of its inertia."""
SERIES_ANGLE = 1e-3
"""Rotation vectors below this are treated by series, exact to round-off."""


@dataclass(frozen=True, eq=False)
class BodySymbols:
    """The symbols of a body."""

    q: Any
    u: Any
    a: Any
    t: Any
    data: Any
    g: Any
    """Acceleration of gravity where it is uniform, or the Parameters of its field."""

    @property
    def inputs(self) -> dict[str, Any]:
        """As inputs of a traced function."""
        return {"q": self.q, "u": self.u, "a": self.a, "t": self.t, "data": self.data, "gravity": self.g}


def body_symbols(gravity_numbers: int = 3) -> BodySymbols:
    """Fresh symbols."""
    q, u, a, t, data = symbols("q", 7), symbols("u", 6), symbols("a", 6), symbols("t"), symbols("data", DATA)
    return BodySymbols(q, u, a, t, data, symbols("gravity", gravity_numbers))


def gravity_numbers(gravity: Any) -> list[Any]:
    """The numbers of a gravity: its three components, or the Parameters of its field, filled up to three."""
    if not callable(gravity):
        return list(gravity)
    found = gravity_parameters(gravity)
    return [*found, *[0.0] * (3 - len(found))]


def _field_at(field: Any, s: BodySymbols) -> Any:
    """g(p, t) of a field at the centre of mass, its Parameters among the numbers of the body."""
    numbers: dict[Any, Any] = dict(zip(gravity_parameters(field), s.g, strict=False))
    return array(substitute([as_expr(x) for x in matrix(field(s.q[4:], s.t))], numbers))


def body_outputs(name: str, field: Any = None) -> TracedBlocks:
    """One of the functions of a body, with the names of those of elements, or "moved", or "field_power".

    `field` is gravity as a function of (p, t): it has no potential here, so its power m g·v counts as that of a force.
    """
    if name == "moved":
        return _moved()
    s = body_symbols() if field is None else body_symbols(len(gravity_numbers(field)))
    R = rotation_euler_parameters(s.q[:4])
    mass, own = s.data[0], from_lower_half(list(s.data[1:]))
    w, v = s.u[:3], s.u[3:]
    gravity = s.g if field is None else _field_at(field, s)
    spin = R @ (own @ (R.T @ w))
    momentum = array([*spin, *(mass * v)])
    force = array([0.0, 0.0, 0.0, *(mass * gravity)])
    if name in ("weak", "weak_slopes"):
        return _weak(name, s, momentum, force)
    if name == "field_power":
        return traced_blocks("body_field_power", s.inputs, {"power": array([s.u @ force])}, {})
    if name in ("energy", "energy_slopes"):
        energy = array([0.5 * (s.u @ momentum), 0.0 if field is not None else -mass * (s.g @ s.q[4:])])
        if name == "energy":
            return traced_blocks("body_energy", s.inputs, {"energy": energy}, {})
        by = array([s.t, *s.data, *s.g])
        matrices = {
            "by_q": spatial_derivatives(energy, s.q),
            "by_u": jacobian(energy, s.u),
            "by_d": jacobian(energy, by),
        }
        return traced_blocks("body_energy_slopes", s.inputs, {"value": energy}, matrices)
    if name == "saddle":
        inertia = array([*(R @ (own @ (R.T @ s.a[:3]))), *(mass * s.a[3:])])
        bias = array([*cross(w, spin), 0.0, 0.0, 0.0]) - force
        return traced_blocks("body_saddle", s.inputs, {"r": bias}, {"r_x": jacobian(inertia, s.a)})
    needed = [*(R @ (own @ (R.T @ s.a[:3])) + cross(w, spin)), *(mass * s.a[3:])]
    r = array(needed) - force
    if name in ("residual", "balance"):
        return traced_blocks("body_residual", s.inputs, {"r": r}, {})
    if name == "slopes":
        matrices = {"M": jacobian(r, s.a), "r_u": jacobian(r, s.u), "r_q": spatial_derivatives(r, s.q)}
        return traced_blocks("body_slopes", s.inputs, {"r": r}, matrices)
    if name == "data_slopes":
        by = array([s.t, *s.data, *s.g])
        return traced_blocks("body_data_slopes", s.inputs, {"r": r}, {"r_d": jacobian(r, by)})
    c = symbols("c", 4)
    slopes = c[0] * jacobian(r, s.a) + c[1] * jacobian(r, s.u) + c[2] * spatial_derivatives(r, s.q)
    return traced_blocks("body_tangent", {**s.inputs, "c": c}, {"r": r}, {"r_x": slopes})


def _weak(name: str, s: BodySymbols, momentum: Any, force: Any) -> TracedBlocks:
    weights, turn, spin = symbols("weights", WEAK_WEIGHTS), symbols("turn", 9), symbols("spin", 9)
    r, inputs = weak_sum(weights, momentum, np.zeros(6), force), {**s.inputs, "weights": weights}
    if name == "weak":
        return traced_blocks("body_weak", inputs, {"r": r}, {})
    place, speed = direction_matrix(1, 6, turn, weights[3]), direction_matrix(1, 6, spin, weights[4])
    slopes = spatial_derivatives(r, s.q) @ place + jacobian(r, s.u) @ speed
    return traced_blocks("body_weak_slopes", {**inputs, "turn": turn, "spin": spin}, {"r": r}, {"r_x": slopes})


def _moved() -> TracedBlocks:
    """The pose after a rotation vector and a displacement, exp(ϑ) ∘ e and p + d."""
    q, step = symbols("q", 7), symbols("step", 6)
    x, y, z = step[:3]
    square = x * x + y * y + z * z
    is_short = square < SERIES_ANGLE**2
    angle = sqrt(where(is_short, 1.0, square))
    half = where(is_short, 0.5 - square / 48 + square**2 / 3840, sin(0.5 * angle) / angle)
    whole = where(is_short, 1 - square / 8 + square**2 / 384, cos(0.5 * angle))
    a, b, c, d = whole, half * x, half * y, half * z
    e, f, g, h = q[:4]
    turned = [
        a * e - b * f - c * g - d * h,
        a * f + b * e + c * h - d * g,
        a * g - b * h + c * e + d * f,
        a * h + b * g - c * f + d * e,
    ]
    size = sqrt(sum(w * w for w in turned))
    moved = array([*(w / size for w in turned), *(q[4:] + step[3:])])
    return traced_blocks("body_moved", {"q": q, "step": step}, {"moved": moved}, {})


def spatial_derivatives(values: Any, q: Any) -> Any:
    """Derivatives by a spatial rotation and a displacement."""
    flat = [as_expr(x) for x in array(values)]
    columns = []
    for k in range(6):
        unit = np.eye(6)[k]
        tangents = dict(zip(q, [*world_rates(q[:4], unit[:3]), *unit[3:]], strict=True))
        columns.append(forward_derivatives(flat, tangents))
    return array(columns).T
