"""The tree in motion: links, velocities, and where any point stands and moves relative to any other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from ..expr import array, cross, forward_derivatives, is_symbolic, substitute
from ..expr.graph import as_expr
from ..model import Point
from ..spatial import Pose, Relative, matrix
from ..topology import Topology
from .links import Link, Symbols, clean, make_links
from .recursion import BodyMotions, shifted_inertia, velocities
from .tensor_rotation import entry_number

AXIS_MODE = [0.0, 0.0, 1.0, 0.0, 0.0, 0.0]


def regrouped(links: Sequence[Link]) -> list[Link]:
    """The same links with masses moved inwards as far as revolute joints allow, from the tips to the ground.

    A point on the axis of a revolute joint is fixed on both bodies. So the mass m (as a point at the internal origin),
    the first moment along the axis h_z and a thin rod on the axis (I_xx = I_yy) can be taken from the outer body and
    given to the inner one: of its ten inertial parameters seven are left to add up, and three fewer at the end of a
    chain's every sum. M and h are the same functions as before; loads inside the joints are not, and must not be taken
    from these links.
    """
    masses = {link.number: (link.mass, link.moment, link.inertia) for link in links}
    for link in reversed(links):
        if not _is_revolute(link) or any(is_symbolic(x) for x in masses[link.number]):
            continue
        mass, h, inertia = masses[link.number]
        on_axis = (mass, matrix([0.0, 0.0, h[2]]), np.diag([inertia[1, 1], inertia[1, 1], 0.0]))
        masses[link.number] = (0.0, h - on_axis[1], inertia - on_axis[2])
        if link.parent:
            moved: tuple[Any, Any, Any] = on_axis
            for step in reversed(_at_rest(link)):
                moved = shifted_inertia(step.R, step.p, *moved)
            masses[link.parent] = tuple(x + y for x, y in zip(masses[link.parent], moved, strict=True))
    return [
        replace(link, mass=m, moment=h, inertia=inertia)
        for link, (m, h, inertia) in ((link, masses[link.number]) for link in links)
    ]


def _is_revolute(link: Link) -> bool:
    """Whether the only motion is a turn about z, at a constant place."""
    if link.phi.shape[1] != 1 or [entry_number(x) for x in link.phi[:, 0]] != AXIS_MODE:
        return False
    constants = [link.V_0, link.steps[-1].p, *(x for step in link.steps[:-1] for x in (step.R, step.p))]
    return all(entry_number(x) is not None for value in constants for x in np.ravel(value))


def _at_rest(link: Link) -> list[Pose]:
    """The way to the body without the joint's own turn, which a thing on the axis does not notice."""
    along = [entry_number(x) for x in link.steps[-1].p]
    return [*link.steps[:-1], Pose(np.eye(3), along)]


@dataclass(frozen=True, eq=False)
class LinkTree:
    """The links of a topology in its symbols, with driven and locked coordinates put in place."""

    topology: Topology
    symbols: Symbols

    @cached_property
    def prescribed(self) -> dict[Any, Any]:
        """Symbols of driven and locked coordinates and speeds, and what they are: η(t), κ(t)."""
        return prescribed_motion(self.topology, self.symbols)

    @cached_property
    def q(self) -> Any:
        """All coordinates, prescribed ones as functions of time."""
        return self.put(self.symbols.q)

    @cached_property
    def u(self) -> Any:
        """All speeds, prescribed ones as functions of time."""
        return self.put(self.symbols.u)

    @cached_property
    def links(self) -> list[Link]:
        """One for each body but the ground."""
        links = make_links(self.topology, self.symbols)
        return [self._prescribed_link(link) for link in links] if self.prescribed else links

    @cached_property
    def regrouped(self) -> list[Link]:
        """The links with masses moved inwards: the same motion by fewer operations, but not the same reactions."""
        return regrouped(self.links)

    @cached_property
    def velocities(self) -> tuple[list[Any], list[Any]]:
        """(ω, v) of every body, in its internal axes at its internal origin."""
        return velocities(self.links, self.u)

    def put(self, values: Any) -> Any:
        """`values` with prescribed motion in place of its symbols."""
        entries = array(values)
        if not self.prescribed or entries.size == 0:
            return values
        flat = substitute([as_expr(x) for x in entries.ravel()], self.prescribed)
        return matrix(array(flat).reshape(entries.shape))

    def _prescribed_link(self, link: Link) -> Link:
        X, *steps = (Pose(self.put(pose.R), self.put(pose.p)) for pose in (link.X, *link.steps))
        phi, v_0, bias = (self.put(x) for x in (link.phi, link.V_0, link.bias))
        return replace(link, X=X, steps=tuple(steps), phi=phi, V_0=v_0, bias=bias)

    def internal(self, number: int, point: Point) -> Pose:
        """The frame of a point in the internal frame of its body."""
        return point.X if number == 0 else clean(self.links[number - 1].X_BI.inverse @ point.X_held)

    def between(self, first: int, second: int) -> Pose:
        """The pose of one internal frame in another, along the joints between them and no others."""
        inwards, outwards = self.topology.between(first, second)
        up, down = Pose(), Pose()
        for k in inwards:
            up = self.links[k - 1].X @ up
        for k in outwards:
            down = down @ self.links[k - 1].X
        return up.inverse @ down

    def world(self, number: int) -> Pose:
        """The pose of an internal frame in the world."""
        return self.between(0, number)

    def relative(self, first: int, F: Pose, second: int, M: Pose) -> Relative:
        """The motion of frame M on one body relative to frame F on another; F and M are in internal axes."""
        X_FM = F.inverse @ self.between(first, second) @ M
        w, v = self.velocities
        # Velocities of both bodies at M's origin, in the axes of F.
        turn = X_FM.R @ M.R.T
        w_second = turn @ w[second]
        v_second = turn @ (v[second] + cross(w[second], M.p))
        if first == 0:
            return Relative(X_FM.R, X_FM.p, w_second, v_second)
        w_first = F.R.T @ w[first]
        v_first = F.R.T @ (v[first] + cross(w[first], F.p)) + cross(w_first, X_FM.p)
        return Relative(X_FM.R, X_FM.p, w_second - w_first, v_second - v_first)

    def relative_rates(
        self, first: int, F: Pose, second: int, M: Pose, rel: Relative, motion: BodyMotions
    ) -> tuple[Any, Any]:
        r"""(ω̇, v̇), the rates of the components of `rel`, at the accelerations of `motion`: in the axes of F

        $$ \dot\omega = \alpha_M - \alpha_F - \omega_F\times\omega, \qquad
           \dot v = a_M - a_F - \alpha_F\times p - \omega_F\times(\omega_F\times p) - 2\omega_F\times v. $$

        An acceleration that is given to everything, the ground too, cancels.
        """
        turn = rel.R @ M.R.T
        alpha, a = turn @ motion.alpha[second], turn @ _acceleration_at(motion, second, M.p)
        if first == 0:
            return alpha, a - F.R.T @ motion.a[0]
        w_first, alpha_first = F.R.T @ motion.w[first], F.R.T @ motion.alpha[first]
        a = a - F.R.T @ _acceleration_at(motion, first, F.p) - cross(alpha_first, rel.p)
        return (
            alpha - alpha_first - cross(w_first, rel.w),
            a - cross(w_first, cross(w_first, rel.p) + 2.0 * rel.v),
        )


def _acceleration_at(motion: BodyMotions, number: int, point: Any) -> Any:
    """The acceleration of a point of a body, in its internal axes."""
    w = motion.w[number]
    return motion.a[number] + cross(motion.alpha[number], point) + cross(w, cross(w, point))


def prescribed_motion(topology: Topology, names: Symbols) -> dict[Any, Any]:
    """What driven and locked coordinates and their speeds are."""
    known: dict[Any, Any] = {}
    for entry in topology.layout.driven:
        value = as_expr(entry.value.value(names.t))
        known[names.q[entry.q]], known[names.u[entry.u]] = value, time_derivative(value, names.t)
    for entry in topology.layout.locked:
        known[names.q[entry.q]], known[names.u[entry.u]] = as_expr(entry.value), as_expr(0.0)
    return known


def time_derivative(value: Any, t: Any) -> Any:
    """d/dt of a signal's expression."""
    return forward_derivatives([as_expr(value)], {t: 1.0})[0]


def zero_wrench() -> tuple[Any, Any]:
    """No moment and no force."""
    return np.zeros(3), np.zeros(3)
