r"""Forward dynamics by articulated bodies: cost grows with the number of bodies alone.

Inward, what a body and everything it carries answers to an acceleration of its origin is F = I_A A + p_A; eliminating
the joint's speeds leaves the same form for the parent. Outward, the speeds' rates follow one joint after the other:

$$ U = I_A\varphi,\; D = \varphi^T U,\; \dot u = D^{-1}(\tau - \varphi^T p_A - U^T A'),\; A = A' + \varphi\dot u $$

with A' the acceleration that the parent and the bias give. I_A is kept as three blocks [J H; Hᵀ M], J and M symmetric.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..expr import array, cross, dot, ldlt, minimum, zeros
from ..spatial import matrix, tilde
from .links import Link
from .recursion import Motion, symmetric_turn


@dataclass(frozen=True, eq=False)
class Blocks:
    """A symmetric 6 × 6 matrix [J H; Hᵀ M] that takes (α, a) to (moment, force)."""

    J: Any
    H: Any
    M: Any

    def times(self, column: Any) -> Any:
        """The product with a vector of six."""
        w, v = column[:3], column[3:]
        return array([*(self.J @ w + self.H @ v), *(self.H.T @ w + self.M @ v)])

    def plus(self, other: Blocks) -> Blocks:
        """The sum."""
        return Blocks(self.J + other.J, self.H + other.H, self.M + other.M)

    def less(self, left: list[Any], right: list[Any]) -> Blocks:
        """[…] − Σ left_i right_iᵀ, where the sum is symmetric: its lower half is computed."""

        def entry(i: int, j: int) -> Any:
            return sum((a[i] * b[j] for a, b in zip(left, right, strict=True)), start=0.0)

        def half(block: Any, offset: int) -> Any:
            rows = [
                [block[max(i, j), min(i, j)] - entry(offset + max(i, j), offset + min(i, j)) for j in range(3)]
                for i in range(3)
            ]
            return matrix(rows)

        cross_block = matrix([[self.H[i, j] - entry(i, 3 + j) for j in range(3)] for i in range(3)])
        return Blocks(half(self.J, 0), cross_block, half(self.M, 3))

    def moved(self, rotation: Any, p: Any) -> Blocks:
        """Seen from the parent: turned by R, then about a point that lies at −p."""
        j, m = symmetric_turn(rotation, self.J), symmetric_turn(rotation, self.M)
        h = rotation @ self.H @ rotation.T
        arm = tilde(p)
        shift, weight = h @ arm, arm @ m
        return Blocks(mirrored(j - shift - shift.T - weight @ arm), h + weight, m)


def mirrored(values: Any) -> Any:
    """A symmetric matrix from its lower half."""
    return matrix([[values[max(i, j), min(i, j)] for j in range(3)] for i in range(3)])


def rigid(link: Link) -> Blocks:
    """The blocks of one rigid body."""
    return Blocks(matrix(link.inertia), matrix(tilde(link.moment)), matrix(np.eye(3) * link.mass))


def accelerations(
    links: Sequence[Link], motion: Motion, loads: Sequence[tuple[Any, Any]], tau: Any, base: Any
) -> tuple[Any, Any]:
    """(u̇, smallest pivot): `motion` has what joints add at u̇ = 0, `loads[k]` what velocities and actions ask of k."""
    bodies = {link.number: rigid(link) for link in links}
    rest = {link.number: array([*loads[link.number][0], *loads[link.number][1]]) for link in links}
    joints: dict[int, tuple[list[Any], Any, Any]] = {}
    pivots = []
    for link in reversed(links):
        blocks, p_a = bodies[link.number], rest[link.number]
        columns = [link.phi[:, k] for k in range(link.phi.shape[1])]
        if columns:
            u_columns = [blocks.times(c) for c in columns]
            d = matrix([[dot(c, u) for u in u_columns] for c in columns])
            factors = ldlt(d)
            pivots.append(factors.smallest_pivot)
            free = tau[link.branch.u] - array([dot(c, p_a) for c in columns])
            joints[link.number] = (u_columns, factors, free)
            if link.parent:
                solved = factors.solve(array([list(u) for u in u_columns]))
                blocks = blocks.less(u_columns, [solved[k] for k in range(len(columns))])
                p_a = p_a + sum(u * x for u, x in zip(u_columns, factors.solve(free), strict=True))
        if link.parent:
            _pass_on(link, blocks, p_a + blocks.times(_bias(link, motion)), bodies, rest)
    return _outward(links, motion, joints, base), _smallest(pivots)


def _bias(link: Link, motion: Motion) -> Any:
    """What a body's acceleration has beyond its parent's, at u̇ = 0."""
    k = link.number
    return array([*motion.alpha[k], *motion.a[k]])


def _pass_on(link: Link, blocks: Blocks, p_a: Any, bodies: dict[int, Blocks], rest: dict[int, Any]) -> None:
    rotation, p = link.X.R, link.X.p
    bodies[link.parent] = bodies[link.parent].plus(blocks.moved(rotation, p))
    force = rotation @ p_a[3:]
    moment = rotation @ p_a[:3] + cross(p, force)
    rest[link.parent] = rest[link.parent] + array([*moment, *force])


def _outward(links: Sequence[Link], motion: Motion, joints: dict[int, Any], base: Any) -> Any:
    size = max((link.branch.u.stop for link in links), default=0)
    u_dot = zeros(size)
    alpha, a = {0: np.zeros(3)}, {0: matrix(base)}
    for link in links:
        rotation = link.X.R
        bias = _bias(link, motion)
        w = rotation.T @ alpha[link.parent] + bias[:3]
        v = rotation.T @ (a[link.parent] + cross(alpha[link.parent], link.X.p)) + bias[3:]
        if link.number in joints:
            u_columns, factors, free = joints[link.number]
            given = array([*w, *v])
            rates = factors.solve(free - array([dot(u, given) for u in u_columns]))
            u_dot[link.branch.u] = rates
            gained = link.phi @ rates
            w, v = w + gained[:3], v + gained[3:]
        alpha[link.number], a[link.number] = w, v
    return u_dot


def _smallest(pivots: list[Any]) -> Any:
    result = pivots[0] if pivots else 1.0
    for pivot in pivots[1:]:
        result = minimum(result, pivot)
    return result
