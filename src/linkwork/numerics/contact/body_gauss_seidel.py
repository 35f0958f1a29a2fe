r"""Projected Gauss–Seidel for many contacts between rigid bodies: G is never formed.

Kept are the speeds u (6 a body); a contact reads y = W_a u_a + W_b u_b + b of its two bodies, solves its own block
exactly, and hands the change of its impulse on at once:

$$ u ← u + M^{-1} W_iᵀ Δx_i $$

Joints are blocks with free sign, of one to six rows, in the same sweep. What is compared with the tolerance is the
largest change of a block in the energy norm, √(Δxᵀ G_ii Δx), relative to the largest √(xᵀ G_ii x): no unit is in it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from ...kernels.loops import compiled_loop, vectorised
from .one_contact import spatial_contact

JOINT_RANK = 1e-11
"""Rows of a joint that depend on the others to this extent are shared by least norm."""


@dataclass(frozen=True, eq=False)
class BodyContacts:
    """n contacts in space, each between two bodies; body −1 is the ground."""

    bodies: np.ndarray
    """(n × 2)."""
    rows: np.ndarray
    """W (n × 2 × 3 × 6): normal row first, for each of both bodies."""
    b: np.ndarray
    """(n × 3): what y is where all bodies are at rest, restitution included."""
    mu: np.ndarray
    labels: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class BodyJoints:
    """Bilateral blocks, y = 0 with free sign; those with fewer than six rows have zeros in the rest."""

    bodies: np.ndarray
    """(n × 2)."""
    rows: np.ndarray
    """W (n × 2 × 6 × 6)."""
    b: np.ndarray
    """(n × 6)."""


def no_joints() -> BodyJoints:
    """Where all bodies are free."""
    return BodyJoints(np.zeros((0, 2), dtype=np.int64), np.zeros((0, 2, 6, 6)), np.zeros((0, 6)))


class BodyBlocks(NamedTuple):
    """Contacts and joints as the sweep reads them; the ground is one more body that nothing moves."""

    bodies: Any
    rows: Any
    """W, (n × 36): three rows of the first body, then of the second."""
    answers: Any
    """M⁻¹Wᵀ, in the same order."""
    blocks: Any
    """G_ii, (n × 3 × 3)."""
    b: Any
    mu: Any
    joint_bodies: Any
    joint_rows: Any
    """(n × 2 × 6 × 6)."""
    joint_answers: Any
    joint_blocks: Any
    """G_ii, (n × 6 × 6)."""
    joint_inverses: Any
    """G_ii⁺."""
    joint_b: Any
    q: Any
    """Work: velocities of a block without its own impulse."""
    own: Any
    """Work: its impulse."""


def body_blocks(inverse_mass: np.ndarray, contacts: BodyContacts, joints: BodyJoints) -> BodyBlocks:
    """What sweeps need, from M⁻¹ of each body (nb × 6 × 6)."""
    inverse = np.concatenate([np.asarray(inverse_mass, dtype=float), np.zeros((1, 6, 6))])
    ground = len(inverse) - 1

    def both(bodies: np.ndarray, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        places = np.where(np.asarray(bodies) < 0, ground, bodies).astype(np.int64).reshape(-1, 2)
        # Both bodies the same would count the coupling of their rows once only; the ground has none.
        answers = np.einsum("nbij,nbjk->nbik", rows, inverse[places])
        return places, answers, np.einsum("nbij,nbkj->nik", answers, rows)

    places, answers, blocks = both(contacts.bodies, contacts.rows)
    held, held_answers, held_blocks = both(joints.bodies, joints.rows)
    inverses = np.linalg.pinv(held_blocks, rcond=JOINT_RANK, hermitian=True) if len(held) else held_blocks
    n = len(places)
    return BodyBlocks(
        places,
        np.ascontiguousarray(contacts.rows.reshape(n, 36), dtype=float),
        np.ascontiguousarray(answers.reshape(n, 36)),
        blocks,
        np.ascontiguousarray(contacts.b, dtype=float),
        np.ascontiguousarray(contacts.mu, dtype=float),
        held,
        np.ascontiguousarray(joints.rows, dtype=float),
        np.ascontiguousarray(held_answers),
        held_blocks,
        np.ascontiguousarray(inverses),
        np.ascontiguousarray(joints.b, dtype=float),
        np.zeros(6),
        np.zeros(6),
    )


@vectorised
def six_products(w: Any, at: int, u: Any, body: int) -> float:
    """The product of six numbers of a row and the speeds of a body."""
    return float(
        w[at] * u[body, 0]
        + w[at + 1] * u[body, 1]
        + w[at + 2] * u[body, 2]
        + w[at + 3] * u[body, 3]
        + w[at + 4] * u[body, 4]
        + w[at + 5] * u[body, 5]
    )


@vectorised
def push_body(answers: Any, at: int, d0: float, d1: float, d2: float, u: Any, body: int) -> None:
    """u of a body moved by three impulses."""
    for j in range(6):
        u[body, j] += answers[at + j] * d0 + answers[at + 6 + j] * d1 + answers[at + 12 + j] * d2


@vectorised
def step_contact(p: BodyBlocks, i: int, u: Any, x: Any) -> tuple[float, float]:
    """One contact solved, its bodies moved: (Δxᵀ G Δx, xᵀ G x)."""
    first, second = p.bodies[i, 0], p.bodies[i, 1]
    w, g = p.rows[i], p.blocks[i]
    o0, o1, o2 = x[i, 0], x[i, 1], x[i, 2]
    for r in range(3):
        y = p.b[i, r] + six_products(w, 6 * r, u, first) + six_products(w, 18 + 6 * r, u, second)
        p.q[r] = y - g[r, 0] * o0 - g[r, 1] * o1 - g[r, 2] * o2
    own = x[i]
    spatial_contact(g, p.q, p.mu[i], own)
    d0, d1, d2 = x[i, 0] - o0, x[i, 1] - o1, x[i, 2] - o2
    if d0 != 0.0 or d1 != 0.0 or d2 != 0.0:
        push_body(p.answers[i], 0, d0, d1, d2, u, first)
        push_body(p.answers[i], 18, d0, d1, d2, u, second)
    changed = g[0, 0] * d0 * d0 + g[1, 1] * d1 * d1 + g[2, 2] * d2 * d2
    return changed, g[0, 0] * x[i, 0] * x[i, 0] + g[1, 1] * x[i, 1] * x[i, 1] + g[2, 2] * x[i, 2] * x[i, 2]


@vectorised
def step_joint(p: BodyBlocks, i: int, u: Any, x: Any) -> tuple[float, float]:
    """One joint closed, its bodies moved: (Δxᵀ G Δx, xᵀ G x)."""
    for r in range(6):
        y = p.joint_b[i, r]
        for side in range(2):
            body = p.joint_bodies[i, side]
            for j in range(6):
                y += p.joint_rows[i, side, r, j] * u[body, j]
        p.q[r] = y
    changed, size = 0.0, 0.0
    for r in range(6):
        step = 0.0
        for j in range(6):
            step -= p.joint_inverses[i, r, j] * p.q[j]
        p.own[r] = step
        x[i, r] += step
        changed += p.joint_blocks[i, r, r] * step * step
        size += p.joint_blocks[i, r, r] * x[i, r] * x[i, r]
    for side in range(2):
        body = p.joint_bodies[i, side]
        for r in range(6):
            step = p.own[r]
            if step != 0.0:
                for j in range(6):
                    u[body, j] += p.joint_answers[i, side, r, j] * step
    return changed, size


@vectorised
def sweep_bodies(p: BodyBlocks, u: Any, x: Any, x_joint: Any, most: int, tolerance: float) -> tuple[int, float]:
    """Sweeps, forth and back in turn, until blocks hardly change: (sweeps, relative change in the last).

    u holds M⁻¹Wᵀx already.
    """
    n, rest = len(p.bodies), 0.0
    for sweep in range(most):
        changed, size = 0.0, 0.0
        for k in range(len(p.joint_bodies)):
            now, own = step_joint(p, k, u, x_joint)
            changed, size = max(changed, now), max(size, own)
        for k in range(n):
            i = k if sweep % 2 == 0 else n - 1 - k
            now, own = step_contact(p, i, u, x)
            changed, size = max(changed, now), max(size, own)
        rest = np.sqrt(changed / size) if size > 0.0 else 0.0
        if rest <= tolerance:
            return sweep + 1, rest
    return most, rest


def speeds_of(p: BodyBlocks, free: np.ndarray, x: np.ndarray, x_joint: np.ndarray) -> np.ndarray:
    """u = u_free + M⁻¹Wᵀx, with a row of zeros for the ground."""
    u = np.concatenate([free, np.zeros((1, 6))])
    np.add.at(u, p.bodies, np.einsum("nbij,ni->nbj", p.answers.reshape(-1, 2, 3, 6), x))
    np.add.at(u, p.joint_bodies, np.einsum("nbij,ni->nbj", p.joint_answers, x_joint))
    return u


def sweep_from(
    p: BodyBlocks, free: np.ndarray, x: np.ndarray, x_joint: np.ndarray, most: int, tolerance: float
) -> tuple[np.ndarray, int, float]:
    """(u, sweeps, relative change in the last) from impulses that are changed in place."""
    u = speeds_of(p, free, x, x_joint)
    sweeps, rest = compiled_loop(sweep_bodies)(p, u, x, x_joint, int(most), float(tolerance))
    return u, sweeps, rest
