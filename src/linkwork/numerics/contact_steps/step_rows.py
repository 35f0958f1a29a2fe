r"""Rows of contacts on pairs of free bodies, and what solving needs of them: one record of numbers each.

With arms $r_1, r_2$ from the centres of mass to the contact, a direction d of the contact frame (n, t, s) moves with

$$ \gamma_d = d\cdot(v_2 - v_1) + (r_2\times d)\cdot w_2 - (r_1\times d)\cdot w_1 , $$

and an impulse $\Lambda$ along it changes $w_i$ by $\pm I_i^{-1}(r_i\times d)\Lambda$ and $v_i$ by $\pm d\Lambda/m_i$.
The Delassus matrix is never formed: its 3 × 3 blocks on the diagonal are enough.
"""

from __future__ import annotations

from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from ...kernels.loops import vectorised
from ..collision.contact_list import FEATURES, ContactList
from ..collision.surfaces import SurfaceTable
from ..collision.vectors import cross3
from .bodies import BodyState, BodyTable

DIRECTIONS, ARM_1, ARM_2, TURN_1, TURN_2 = 0, 9, 18, 27, 36
"""Where in a record directions, their moments about both bodies, and the turns that impulses give stand."""
MASS_1, MASS_2, NORMAL, STEP_ROWS_STICK, STEP_ROWS_SLIP, STEP_ROWS_FRICTION, TARGET, LEAST_IMPULSE = (
    45,
    46,
    47,
    48,
    51,
    52,
    53,
    54,
)
"""Inverse masses, 1/G_NN, G_TT⁻¹ (three numbers), 1/largest eigenvalue of G_TT, μ, b_N, least Λ_N."""
ROW_NUMBERS = 55


class StepRows(NamedTuple):
    """Contacts of a step as records, with their impulses."""

    record: Any
    """(capacity × ROW_NUMBERS)."""
    body: Any
    """(capacity × 2)."""
    impulse: Any
    """(capacity × 3): Λ_N and the two parts of Λ_T."""
    key: Any
    """Which contact it is: the same number in every step."""
    restitution: Any
    rebound: Any
    """b_N of the law alone, without what overlaps ask for."""
    approach: Any
    """(capacity × 3): γ before the step."""
    before: Any
    towards: Any


def step_rows(capacity: int) -> StepRows:
    """Memory for so many contacts."""
    return StepRows(
        np.zeros((capacity, ROW_NUMBERS)),
        np.zeros((capacity, 2), dtype=np.int64),
        np.zeros((capacity, 3)),
        np.zeros(capacity, dtype=np.int64),
        np.zeros(capacity),
        np.zeros(capacity),
        np.zeros((capacity, 3)),
        np.zeros((capacity, 3)),
        np.zeros((capacity, 3)),
    )


class ContactLaw(NamedTuple):
    """Restitution and friction of every group of surfaces."""

    restitution: Any
    friction: Any


@vectorised
def make_rows(
    found: ContactList, table: SurfaceTable, law: ContactLaw, bodies: BodyTable, motion: BodyState, rows: StepRows
) -> None:
    """Records of all contacts that were found."""
    ground = len(bodies.inverse_mass) - 1
    for k in range(found.count[0]):
        first, second = found.pair[k, 0], found.pair[k, 1]
        one, two = table.body[first], table.body[second]
        one, two = (one if one >= 0 else ground), (two if two >= 0 else ground)
        rows.body[k, 0], rows.body[k, 1] = one, two
        rows.key[k] = (first * len(table.kind) + second) * FEATURES + found.feature[k]
        rows.restitution[k] = law.restitution[table.group[first]]
        record = rows.record[k]
        record[STEP_ROWS_FRICTION], record[LEAST_IMPULSE] = law.friction[table.group[first]], 0.0
        record[MASS_1], record[MASS_2] = bodies.inverse_mass[one], bodies.inverse_mass[two]
        frame_of(found.normal[k], record)
        put_moments(found.point[k], motion.q[one], motion.inverse[one], record, ARM_1, TURN_1)
        put_moments(found.point[k], motion.q[two], motion.inverse[two], record, ARM_2, TURN_2)
        diagonal_block(record)


@vectorised
def frame_of(normal: Any, record: Any) -> None:
    """The normal and two tangents across it, the same ones for the same normal."""
    x, y, z = normal[0], normal[1], normal[2]
    if abs(x) < 0.57735:
        size = 1.0 / sqrt(y * y + z * z)
        tx, ty, tz = 0.0, z * size, -y * size
    else:
        size = 1.0 / sqrt(x * x + y * y)
        tx, ty, tz = y * size, -x * size, 0.0
    sx, sy, sz = cross3(x, y, z, tx, ty, tz)
    record[0], record[1], record[2] = x, y, z
    record[3], record[4], record[5] = tx, ty, tz
    record[6], record[7], record[8] = sx, sy, sz


@vectorised
def put_moments(point: Any, q: Any, inverse: Any, record: Any, arm: int, turn: int) -> None:
    """r × d of the three directions, and I⁻¹ (r × d)."""
    rx, ry, rz = point[0] - q[4], point[1] - q[5], point[2] - q[6]
    for c in range(3):
        x, y, z = cross3(rx, ry, rz, record[3 * c], record[3 * c + 1], record[3 * c + 2])
        at, to = arm + 3 * c, turn + 3 * c
        record[at], record[at + 1], record[at + 2] = x, y, z
        record[to] = inverse[0] * x + inverse[1] * y + inverse[2] * z
        record[to + 1] = inverse[3] * x + inverse[4] * y + inverse[5] * z
        record[to + 2] = inverse[6] * x + inverse[7] * y + inverse[8] * z


@vectorised
def coupling(record: Any, c: int, d: int) -> float:
    """The part of G between directions c and d of one contact that comes from turning."""
    total = 0.0
    for k in range(3):
        total += record[ARM_1 + 3 * c + k] * record[TURN_1 + 3 * d + k]
        total += record[ARM_2 + 3 * c + k] * record[TURN_2 + 3 * d + k]
    return total


@vectorised
def diagonal_block(record: Any) -> None:
    """Inverses of the normal and tangential blocks of G."""
    mass = record[MASS_1] + record[MASS_2]
    record[NORMAL] = 1.0 / (mass + coupling(record, 0, 0))
    a, b, c = mass + coupling(record, 1, 1), coupling(record, 1, 2), mass + coupling(record, 2, 2)
    scale = 1.0 / (a * c - b * b)
    record[STEP_ROWS_STICK], record[STEP_ROWS_STICK + 1], record[STEP_ROWS_STICK + 2] = scale * c, -scale * b, scale * a
    record[STEP_ROWS_SLIP] = 1.0 / (0.5 * (a + c) + sqrt(0.25 * (a - c) ** 2 + b * b))


@vectorised
def normal_speed(record: Any, one: Any, two: Any) -> float:
    """γ_N at velocities of the two bodies."""
    total = 0.0
    for k in range(3):
        total += record[ARM_2 + k] * two[k] - record[ARM_1 + k] * one[k]
        total += record[k] * (two[3 + k] - one[3 + k])
    return total


@vectorised
def load_speeds(record: Any, one: Any, two: Any, into: Any) -> float:
    """γ along all three directions, into an array; γ_N."""
    for c in range(3):
        total, d, a, b = 0.0, 3 * c, ARM_1 + 3 * c, ARM_2 + 3 * c
        for k in range(3):
            total += record[b + k] * two[k] - record[a + k] * one[k] + record[d + k] * (two[3 + k] - one[3 + k])
        into[c] = total
    return into[0]


@vectorised
def apply_impulse(record: Any, one: Any, two: Any, normal: float, along: float, across: float) -> None:
    """Changes velocities by an impulse with these parts along the contact frame."""
    for k in range(3):
        x = record[k] * normal + record[3 + k] * along + record[6 + k] * across
        one[3 + k] -= record[MASS_1] * x
        two[3 + k] += record[MASS_2] * x
        one[k] -= record[TURN_1 + k] * normal + record[TURN_1 + 3 + k] * along + record[TURN_1 + 6 + k] * across
        two[k] += record[TURN_2 + k] * normal + record[TURN_2 + 3 + k] * along + record[TURN_2 + 6 + k] * across
