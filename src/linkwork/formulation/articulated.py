r"""Forward dynamics by articulated bodies: cost grows with the number of bodies alone.

Inward, what a body and everything it carries answers to an acceleration of its origin is F = I_A A + p_A; eliminating
the joint's speeds leaves the same form for the parent. Outward, the speeds' rates follow one joint after the other:

$$ U = I_A\varphi,\; D = \varphi^T U,\; \dot u = D^{-1}(\tau - \varphi^T p_A - U^T A'),\; A = A' + \varphi\dot u $$

with A' the acceleration that the parent and the bias give. I_A is kept as three blocks [J H; Hᵀ M], J and M symmetric.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ..expr import array, dot, ldlt, minimum, zeros
from ..expr.linear import LDU
from ..spatial import Pose, matrix, tilde
from .links import Link
from .recursion import BodyMotions, inward, outward
from .tensor_rotation import entry_number, mirrored_entry, symmetric_turn, tensor_turn


@dataclass(frozen=True, eq=False)
class ArticulatedInertia:
    """A symmetric 6 × 6 matrix [J H; Hᵀ M] that takes (α, a) to (moment, force)."""

    J: Any
    H: Any
    M: Any

    def times(self, column: Any) -> Any:
        """The product with a vector of six."""
        w, v = column[:3], column[3:]
        return array([*(self.J @ w + self.H @ v), *(self.H.T @ w + self.M @ v)])

    def plus(self, other: ArticulatedInertia) -> ArticulatedInertia:
        """The sum."""
        return ArticulatedInertia(self.J + other.J, self.H + other.H, self.M + other.M)

    def less(self, left: list[Any], right: list[Any], gone: set[int]) -> ArticulatedInertia:
        """[…] − Σ left_i right_iᵀ, where the sum is symmetric; rows and columns `gone` are known to become zero."""

        def block(values: Any, row: int, column: int) -> Any:
            return matrix([[rest(values[i, j], row + i, column + j) for j in range(3)] for i in range(3)])

        def rest(value: Any, i: int, j: int) -> Any:
            return 0.0 if gone & {i, j} else value - dot([a[i] for a in left], [b[j] for b in right])

        return ArticulatedInertia(
            mirrored_entry(block(self.J, 0, 0)), block(self.H, 0, 3), mirrored_entry(block(self.M, 3, 3))
        )

    def moved(self, pose: Pose) -> ArticulatedInertia:
        """Seen from another frame, in which this one stands at `pose`: turned, then about a point that lies at −p.

        With H' = H + p~ M it is J' = J − H' p~ − (H p~)ᵀ.
        """
        j, h, m = symmetric_turn(pose.R, self.J), tensor_turn(pose.R, self.H), symmetric_turn(pose.R, self.M)
        arm = tilde(pose.p)
        far = h + arm @ m
        half = far @ arm + (h @ arm).T
        # On the diagonal both terms have the factor p~ in common.
        both = [[dot(far[i] + h[i], arm[:, i]) if i == k else half[i, k] for k in range(3)] for i in range(3)]
        return ArticulatedInertia(mirrored_entry(j - matrix(both)), far, m)


def rigid(link: Link) -> ArticulatedInertia:
    """The blocks of one rigid body."""
    return ArticulatedInertia(matrix(link.inertia), matrix(tilde(link.moment)), matrix(np.eye(3) * link.mass))


@dataclass(frozen=True, eq=False)
class Eliminated:
    """A joint whose speeds were eliminated: u̇ = D⁻¹ (free − Uᵀ A')."""

    U: list[Any]
    factors: LDU
    free: Any

    @cached_property
    def gains(self) -> Any:
        """D⁻¹ Uᵀ (speeds × 6)."""
        return self.factors.solve(array([list(u) for u in self.U]))

    @cached_property
    def at_rest(self) -> Any:
        """u̇ where A' is zero."""
        return self.factors.solve(self.free)

    def rates(self, given: Any) -> Any:
        """u̇ at A'."""
        return self.factors.solve(self.free - array([dot(u, given) for u in self.U]))


def eliminate_joint(link: Link, blocks: ArticulatedInertia, p_a: Any, tau: Any) -> Eliminated:
    """The joint of a link with speeds, whose body and all it carries answer with `blocks` and `p_a`."""
    columns = _columns(link)
    u_columns = [blocks.times(c) for c in columns]
    factors = ldlt(matrix([[dot(c, u) for u in u_columns] for c in columns]))
    return Eliminated(u_columns, factors, tau - array([dot(c, p_a) for c in columns]))


def left_over(
    link: Link, blocks: ArticulatedInertia, p_a: Any, tau: Any, joint: Eliminated
) -> tuple[ArticulatedInertia, Any]:
    """What the joint lets through to its inner side of how everything outboard answers."""
    rows = _unit_rows(_columns(link))
    blocks = blocks.less(joint.U, list(joint.gains), set(rows))
    p_a = p_a + sum(u * x for u, x in zip(joint.U, joint.at_rest, strict=True))
    # Along the joint's own modes, what is passed on is the load on it.
    if rows:
        p_a[rows] = tau
    return blocks, p_a


def seen_from_parent(link: Link, blocks: ArticulatedInertia, p_a: Any, bias: Any) -> tuple[ArticulatedInertia, Any]:
    """The answer of a link at its parent's origin; `bias` is what the joint adds to the acceleration at u̇ = 0."""
    moment, force = inward(link, *_halves(p_a + blocks.times(bias)))
    for step in reversed(link.steps):
        blocks = blocks.moved(step)
    return blocks, array([*moment, *force])


def joint_accelerations(
    links: Sequence[Link], motion: BodyMotions, loads: Sequence[tuple[Any, Any]], tau: Any, base: Any
) -> tuple[Any, Any]:
    """(u̇, smallest pivot): `motion` has what joints add at u̇ = 0, `loads[k]` what velocities and actions ask of k."""
    bodies = {link.number: rigid(link) for link in links}
    rest = {link.number: array([*loads[link.number][0], *loads[link.number][1]]) for link in links}
    joints: dict[int, Eliminated] = {}
    for link in reversed(links):
        blocks, p_a = bodies[link.number], rest[link.number]
        if link.phi.shape[1]:
            own = tau[link.branch.u]
            joint = joints[link.number] = eliminate_joint(link, blocks, p_a, own)
            if link.parent:
                blocks, p_a = left_over(link, blocks, p_a, own, joint)
        if link.parent:
            blocks, p_a = seen_from_parent(link, blocks, p_a, _bias(link, motion))
            bodies[link.parent] = bodies[link.parent].plus(blocks)
            rest[link.parent] = rest[link.parent] + p_a
    return _outward(links, motion, joints, base), _smallest([joint.factors.smallest_pivot for joint in joints.values()])


def _columns(link: Link) -> list[Any]:
    return [link.phi[:, k] for k in range(link.phi.shape[1])]


def _halves(six: Any) -> tuple[Any, Any]:
    return six[:3], six[3:]


def _unit_rows(columns: list[Any]) -> list[int]:
    """The rows in which the mode vectors have their one 1, if all are so: what is left of I_A has only zeros there."""
    rows = [[entry_number(x) for x in column] for column in columns]
    plain = all(sorted(map(str, row)) == ["0.0"] * 5 + ["1.0"] for row in rows)
    return [row.index(1.0) for row in rows] if plain else []


def _bias(link: Link, motion: BodyMotions) -> Any:
    """What a body's acceleration has beyond its parent's, at u̇ = 0."""
    k = link.number
    return array([*motion.alpha[k], *motion.a[k]])


def _outward(links: Sequence[Link], motion: BodyMotions, joints: dict[int, Eliminated], base: Any) -> Any:
    size = max((link.branch.u.stop for link in links), default=0)
    u_dot = zeros(size)
    reached = {0: array([*np.zeros(3), *matrix(base)])}
    for link in links:
        given = carried(link, reached[link.parent]) + _bias(link, motion)
        if link.number in joints:
            rates = joints[link.number].rates(given)
            u_dot[link.branch.u] = rates
            given = given + link.phi @ rates
        reached[link.number] = given
    return u_dot


def carried(link: Link, acceleration: Any) -> Any:
    """The acceleration (6) that the parent gives a body, without what velocities add."""
    w, v = outward(link, *_halves(acceleration))
    return array([*w, *v])


def _smallest(pivots: list[Any]) -> Any:
    result = pivots[0] if pivots else 1.0
    for pivot in pivots[1:]:
        result = minimum(result, pivot)
    return result
