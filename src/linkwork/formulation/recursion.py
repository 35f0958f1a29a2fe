r"""The recursions over the tree, each written once: outward for motion, inward for loads and inertia.

All vectors of body k are in its internal axes; velocities and accelerations are those of its internal origin. Classical
accelerations: with ω = ω_parent + ω_rel,

$$ \alpha = R^T\alpha_p + (R^T\omega_p)\times\omega_{rel} + \dot\omega_{rel}, \qquad
   a = R^T(a_p + \alpha_p\times p + \omega_p\times(\omega_p\times p)) + 2(R^T\omega_p)\times v_{rel}
       + \omega_{rel}\times v_{rel} + \dot v_{rel} $$

(S0 (5.2.11), (5.2.28) in these axes), where (ω_rel, v_rel) = φ u + V_0 and the dots are derivatives of components.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..expr import array, cross, dot, zeros
from ..spatial import matrix, tilde
from .links import Link
from .tensor_rotation import symmetric_turn

VectorLike = Any


@dataclass(frozen=True, eq=False)
class BodyMotions:
    """Velocity and acceleration of every body, index 0 the ground."""

    w: list[VectorLike]
    v: list[VectorLike]
    alpha: list[VectorLike]
    a: list[VectorLike]


def velocities(links: Sequence[Link], u: Any) -> tuple[list[VectorLike], list[VectorLike]]:
    """(ω, v) of every body, outward."""
    w, v = [_nothing()], [_nothing()]
    for link in links:
        relative = relative_velocity(link, u[link.branch.u])
        w_k, v_k = outward(link, w[link.parent], v[link.parent])
        w.append(w_k + relative[:3])
        v.append(v_k + relative[3:])
    return w, v


def outward(link: Link, w: VectorLike, v: VectorLike) -> tuple[VectorLike, VectorLike]:
    """A velocity, or what is like one, at the parent's origin seen from a body's own."""
    for step in link.steps:
        w, v = step.R.T @ w, step.R.T @ (v + cross(w, step.p))
    return w, v


def motions(links: Sequence[Link], u: Any, u_dot: Any, base: VectorLike) -> BodyMotions:
    """Velocities and accelerations, outward; `base` is the acceleration given to the ground (−g stands for gravity)."""
    w, v = velocities(links, u)
    alpha, a = [_nothing()], [matrix(base)]
    for link in links:
        relative = relative_velocity(link, u[link.branch.u])
        rate = link.bias + (link.phi @ u_dot[link.branch.u] if u_dot is not None and link.phi.shape[1] else 0.0)
        carried, alpha_k, a_k = w[link.parent], alpha[link.parent], a[link.parent]
        for step in link.steps:
            a_k = step.R.T @ (a_k + cross(alpha_k, step.p) + cross(carried, cross(carried, step.p)))
            carried, alpha_k = step.R.T @ carried, step.R.T @ alpha_k
        w_rel, v_rel = relative[:3], relative[3:]
        alpha.append(alpha_k + cross(carried, w_rel) + rate[:3])
        a.append(a_k + 2.0 * cross(carried, v_rel) + cross(w_rel, v_rel) + rate[3:])
    return BodyMotions(w, v, alpha, a)


def bias_accelerations(links: Sequence[Link], u: Any) -> BodyMotions:
    """Velocities, and of the accelerations only what each joint adds at u̇ = 0: the parent's are left out."""
    w, v = velocities(links, u)
    alpha, a = [_nothing()], [_nothing()]
    for link in links:
        alpha_k, a_k = bias_acceleration(link, u[link.branch.u], w[link.parent])
        alpha.append(alpha_k)
        a.append(a_k)
    return BodyMotions(w, v, alpha, a)


def bias_acceleration(link: Link, u: Any, w: VectorLike) -> tuple[VectorLike, VectorLike]:
    """What one joint with speeds u on a parent that turns with ω adds to the acceleration at u̇ = 0."""
    carried, centripetal = w, _nothing()
    for step in link.steps:
        centripetal = step.R.T @ (centripetal + cross(carried, cross(carried, step.p)))
        carried = step.R.T @ carried
    relative = relative_velocity(link, u)
    w_rel, v_rel = relative[:3], relative[3:]
    return (
        cross(carried, w_rel) + link.bias[:3],
        centripetal + 2.0 * cross(carried, v_rel) + cross(w_rel, v_rel) + link.bias[3:],
    )


def velocity_loads(link: Link, w: VectorLike) -> tuple[VectorLike, VectorLike]:
    """(moment, force) that the angular velocity of one body takes: ω × I ω and ω × (ω × h)."""
    return cross(w, link.inertia @ w), cross(w, cross(w, link.moment))


def inertia_loads(link: Link, motion: BodyMotions, u_dot: Any = None) -> tuple[VectorLike, VectorLike]:
    """(moment, force) for the motion of one body: n = I α + ω × I ω + h × a, f = m a + α × h + ω × (ω × h).

    A modal body takes more, by its elastic rates and theirs, of the accelerations u̇ (None: zero).
    """
    w, alpha, a = (x[link.number] for x in (motion.w, motion.alpha, motion.a))
    h = link.moment
    force = link.mass * a + cross(alpha, h) + cross(w, cross(w, h))
    moment = link.inertia @ alpha + cross(w, link.inertia @ w) + cross(h, a)
    if link.elastic is None:
        return moment, force
    more = link.elastic.wrench(w, _elastic_rates(link, u_dot))
    return moment + more[0], force + more[1]


def elastic_balance(links: Sequence[Link], motion: BodyMotions, u_dot: Any, result: Any) -> Any:
    """`result` with what the motion takes along the elastic coordinates of each modal body, at accelerations u̇."""
    for link in links:
        if link.elastic is not None:
            k = link.number
            rates = _elastic_rates(link, u_dot)
            needed = link.elastic.inertia_forces(motion.w[k], motion.alpha[k], motion.a[k], rates)
            result[link.elastic.place] = result[link.elastic.place] + needed
    return result


def _elastic_rates(link: Link, u_dot: Any) -> Any:
    return None if u_dot is None or link.elastic is None else u_dot[link.elastic.place]


def joint_loads(
    links: Sequence[Link], loads: Sequence[tuple[VectorLike, VectorLike]]
) -> list[tuple[VectorLike, VectorLike]]:
    """(moment, force) that each joint passes to its body, inward; `loads[k]` is what body k needs, index 0 unused."""
    total = list(loads)
    for link in reversed(links):
        if link.parent:
            moment, force = inward(link, *total[link.number])
            n, f = total[link.parent]
            total[link.parent] = (n + moment, f + force)
    return total


def inward(link: Link, moment: VectorLike, force: VectorLike) -> tuple[VectorLike, VectorLike]:
    """(moment, force) at a body's origin, seen from its parent's."""
    for step in reversed(link.steps):
        force = step.R @ force
        moment = step.R @ moment + cross(step.p, force)
    return moment, force


def generalised(links: Sequence[Link], joint: Sequence[tuple[VectorLike, VectorLike]], size: int) -> Any:
    """φᵀ of the joint loads, in the order of the speeds."""
    result = zeros(size)
    for link in links:
        if link.phi.shape[1]:
            moment, force = joint[link.number]
            # Frames of a modal body share its elastic coordinates.
            result[link.branch.u] = result[link.branch.u] + link.phi.T @ array([*moment, *force])
    return result


def mass_matrix(links: Sequence[Link], size: int) -> Any:
    """M(q) by composite bodies: the momentum of everything outboard for each speed, projected on the way inwards."""
    result = zeros((size, size))
    composite: dict[int, tuple[Any, Any, Any]] = {k.number: (k.mass, k.moment, k.inertia) for k in links}
    by_number = {link.number: link for link in links}
    for link in reversed(links):
        mass, h, inertia = composite[link.number]
        for column in range(link.phi.shape[1]):
            w, v = link.phi[:3, column], link.phi[3:, column]
            force, moment = mass * v + cross(w, h), inertia @ w + cross(h, v)
            at = link.branch.u.start + column
            for row in range(column + 1):
                entry = dot(link.phi[:3, row], moment) + dot(link.phi[3:, row], force)
                _put_entry(result, link.branch.u.start + row, at, entry)
            if link.parent:
                _project(result, by_number, by_number[link.parent], at, *inward(link, moment, force))
        if link.elastic is not None:
            place = link.elastic.place
            result[place, place] = result[place, place] + link.elastic.M_e
            for f in range(link.elastic.count):
                _project(result, by_number, link, place.start + f, link.elastic.S[:, f], link.elastic.C[:, f])
        if link.parent:
            moved = composite[link.number]
            for step in reversed(link.steps):
                moved = shifted_inertia(step.R, step.p, *moved)
            composite[link.parent] = tuple(x + y for x, y in zip(composite[link.parent], moved, strict=True))
    return result


def _project(result: Any, links: dict[int, Link], inner: Link | None, at: int, moment: Any, force: Any) -> None:
    """Adds a momentum at the origin of a body to M, as the column `at`, on the way from this body inwards."""
    while inner is not None:
        for row in range(inner.phi.shape[1]):
            entry = dot(inner.phi[:3, row], moment) + dot(inner.phi[3:, row], force)
            place = inner.branch.u.start + row
            # Elastic coordinates may move a body by two frames: both ways round count.
            result[place, at] = result[place, at] + entry
            result[at, place] = result[at, place] + entry
        moment, force = inward(inner, moment, force)
        inner = links.get(inner.parent)


def _put_entry(result: Any, row: int, column: int, entry: Any) -> None:
    result[row, column] = result[row, column] + entry
    if row != column:
        result[column, row] = result[column, row] + entry


def shifted_inertia(rotation: Any, p: Any, mass: Any, h: Any, inertia: Any) -> tuple[Any, Any, Any]:
    """Mass, first moment and inertia seen from the parent.

    h' = R h + m p, I' = R I Rᵀ − (R h)~ p~ − p~ (R h)~ − m p~ p~.
    """
    turned = rotation @ h
    cross_term = tilde(turned) @ tilde(p)
    return (
        mass,
        turned + mass * p,
        symmetric_turn(rotation, inertia) - cross_term - cross_term.T - mass * (tilde(p) @ tilde(p)),
    )


def relative_velocity(link: Link, u: Any) -> Any:
    """φ u + V_0 of the joint with its own speeds u."""
    return link.V_0 + link.phi @ u if link.phi.shape[1] else link.V_0


def _nothing() -> Any:
    return np.zeros(3)
