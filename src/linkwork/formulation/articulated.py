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
from ..spatial import Pose, matrix, tilde
from .links import Link
from .recursion import Motion, inward
from .turns import mirrored, number, symmetric_turn, tensor_turn


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

    def less(self, left: list[Any], right: list[Any], gone: set[int]) -> Blocks:
        """[…] − Σ left_i right_iᵀ, where the sum is symmetric; rows and columns `gone` are known to become zero."""

        def block(values: Any, row: int, column: int) -> Any:
            return matrix([[rest(values[i, j], row + i, column + j) for j in range(3)] for i in range(3)])

        def rest(value: Any, i: int, j: int) -> Any:
            return 0.0 if gone & {i, j} else value - dot([a[i] for a in left], [b[j] for b in right])

        return Blocks(mirrored(block(self.J, 0, 0)), block(self.H, 0, 3), mirrored(block(self.M, 3, 3)))

    def moved(self, pose: Pose) -> Blocks:
        """Seen from another frame, in which this one stands at `pose`: turned, then about a point that lies at −p.

        With H' = H + p~ M it is J' = J − H' p~ − (H p~)ᵀ.
        """
        j, h, m = symmetric_turn(pose.R, self.J), tensor_turn(pose.R, self.H), symmetric_turn(pose.R, self.M)
        arm = tilde(pose.p)
        far = h + arm @ m
        half = far @ arm + (h @ arm).T
        # On the diagonal both terms have the factor p~ in common.
        both = [[dot(far[i] + h[i], arm[:, i]) if i == k else half[i, k] for k in range(3)] for i in range(3)]
        return Blocks(mirrored(j - matrix(both)), far, m)


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
            factors = ldlt(matrix([[dot(c, u) for u in u_columns] for c in columns]))
            pivots.append(factors.smallest_pivot)
            free = tau[link.branch.u] - array([dot(c, p_a) for c in columns])
            joints[link.number] = (u_columns, factors, free)
            if link.parent:
                solved = factors.solve(array([list(u) for u in u_columns]))
                rows = _unit_rows(columns)
                blocks = blocks.less(u_columns, [solved[k] for k in range(len(columns))], set(rows))
                p_a = p_a + sum(u * x for u, x in zip(u_columns, factors.solve(free), strict=True))
                # Along the joint's own modes, what is passed on is the load on it.
                if rows:
                    p_a[rows] = tau[link.branch.u]
        if link.parent:
            _pass_on(link, blocks, p_a + blocks.times(_bias(link, motion)), bodies, rest)
    return _outward(links, motion, joints, base), _smallest(pivots)


def _unit_rows(columns: list[Any]) -> list[int]:
    """The rows in which the mode vectors have their one 1, if all are so: what is left of I_A has only zeros there."""
    rows = [[number(x) for x in column] for column in columns]
    plain = all(sorted(map(str, row)) == ["0.0"] * 5 + ["1.0"] for row in rows)
    return [row.index(1.0) for row in rows] if plain else []


def _bias(link: Link, motion: Motion) -> Any:
    """What a body's acceleration has beyond its parent's, at u̇ = 0."""
    k = link.number
    return array([*motion.alpha[k], *motion.a[k]])


def _pass_on(link: Link, blocks: Blocks, p_a: Any, bodies: dict[int, Blocks], rest: dict[int, Any]) -> None:
    for step in reversed(link.steps):
        blocks = blocks.moved(step)
    bodies[link.parent] = bodies[link.parent].plus(blocks)
    moment, force = inward(link, p_a[:3], p_a[3:])
    rest[link.parent] = rest[link.parent] + array([*moment, *force])


def _outward(links: Sequence[Link], motion: Motion, joints: dict[int, Any], base: Any) -> Any:
    size = max((link.branch.u.stop for link in links), default=0)
    u_dot = zeros(size)
    alpha, a = {0: np.zeros(3)}, {0: matrix(base)}
    for link in links:
        w, v = alpha[link.parent], a[link.parent]
        for step in link.steps:
            w, v = step.R.T @ w, step.R.T @ (v + cross(w, step.p))
        bias = _bias(link, motion)
        w, v = w + bias[:3], v + bias[3:]
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
