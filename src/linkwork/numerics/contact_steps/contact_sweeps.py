r"""Block projected Gauss–Seidel on velocities: contact by contact, with the true disc of friction.

$$ \Lambda_N \leftarrow \max\bigl(0,\ \Lambda_N - (\gamma_N + b)/G_{NN}\bigr), \qquad
   \Lambda_T \leftarrow \mathrm{proj}_{\mu\Lambda_N}\bigl(\Lambda_T - G_{TT}^{-1}\gamma_T\bigr) , $$

where the second is taken as it stands if the contact sticks then, and otherwise with $1/\lambda_{\max}(G_{TT})$ in
place of the inverse: its fixed point satisfies Coulomb's law. Velocities are kept up to date, so a sweep costs a time
proportional to the number of contacts. Rows of joints have impulses of either sign and no friction.
"""

from __future__ import annotations

from math import sqrt
from typing import Any, NamedTuple

from ...kernels.loops import vectorised
from .step_rows import (
    ARM_1,
    ARM_2,
    LEAST_IMPULSE,
    MASS_1,
    MASS_2,
    NORMAL,
    STEP_ROWS_FRICTION,
    STEP_ROWS_SLIP,
    STEP_ROWS_STICK,
    TARGET,
    TURN_1,
    TURN_2,
    StepRows,
    apply_impulse,
    load_speeds,
)


class SweepLimits(NamedTuple):
    """How many sweeps there may be, and when there is more than sweeps."""

    sweeps: int
    pause: int
    """Sweeps before closed contacts are solved together; 0 for never."""


@vectorised
def sweep_contact(record: Any, impulse: Any, one: Any, two: Any) -> float:
    """One contact brought to its law at the velocities of its bodies; by how much, as a velocity."""
    ax, ay, az, bx, by, bz = one[0], one[1], one[2], one[3], one[4], one[5]
    cx, cy, cz, dx, dy, dz = two[0], two[1], two[2], two[3], two[4], two[5]
    speed = (
        record[ARM_2] * cx + record[ARM_2 + 1] * cy + record[ARM_2 + 2] * cz
        - record[ARM_1] * ax - record[ARM_1 + 1] * ay - record[ARM_1 + 2] * az
        + record[0] * (dx - bx) + record[1] * (dy - by) + record[2] * (dz - bz)
    )  # fmt: skip
    old = impulse[0]
    new = max(record[LEAST_IMPULSE], old - record[NORMAL] * (speed + record[TARGET]))
    change = new - old
    if new == 0.0 and change == 0.0:
        return 0.0
    impulse[0] = new
    m_1, m_2 = record[MASS_1] * change, record[MASS_2] * change
    bx, by, bz = bx - m_1 * record[0], by - m_1 * record[1], bz - m_1 * record[2]
    dx, dy, dz = dx + m_2 * record[0], dy + m_2 * record[1], dz + m_2 * record[2]
    ax, ay, az = ax - change * record[TURN_1], ay - change * record[TURN_1 + 1], az - change * record[TURN_1 + 2]
    cx, cy, cz = cx + change * record[TURN_2], cy + change * record[TURN_2 + 1], cz + change * record[TURN_2 + 2]
    worst = abs(change) / record[NORMAL]
    most = record[STEP_ROWS_FRICTION] * max(0.0, new)
    x, y = impulse[1], impulse[2]
    if most > 0.0 or x != 0.0 or y != 0.0:
        along = (
            record[ARM_2 + 3] * cx + record[ARM_2 + 4] * cy + record[ARM_2 + 5] * cz
            - record[ARM_1 + 3] * ax - record[ARM_1 + 4] * ay - record[ARM_1 + 5] * az
            + record[3] * (dx - bx) + record[4] * (dy - by) + record[5] * (dz - bz)
        )  # fmt: skip
        across = (
            record[ARM_2 + 6] * cx + record[ARM_2 + 7] * cy + record[ARM_2 + 8] * cz
            - record[ARM_1 + 6] * ax - record[ARM_1 + 7] * ay - record[ARM_1 + 8] * az
            + record[6] * (dx - bx) + record[7] * (dy - by) + record[8] * (dz - bz)
        )  # fmt: skip
        p = x - record[STEP_ROWS_STICK] * along - record[STEP_ROWS_STICK + 1] * across
        r = y - record[STEP_ROWS_STICK + 1] * along - record[STEP_ROWS_STICK + 2] * across
        if p * p + r * r > most * most:
            p, r = x - record[STEP_ROWS_SLIP] * along, y - record[STEP_ROWS_SLIP] * across
            size = sqrt(p * p + r * r)
            if size > most:
                p, r = p * (most / size), r * (most / size)
        impulse[1], impulse[2] = p, r
        p, r = p - x, r - y
        x, y, z = record[3] * p + record[6] * r, record[4] * p + record[7] * r, record[5] * p + record[8] * r
        bx, by, bz = bx - record[MASS_1] * x, by - record[MASS_1] * y, bz - record[MASS_1] * z
        dx, dy, dz = dx + record[MASS_2] * x, dy + record[MASS_2] * y, dz + record[MASS_2] * z
        ax, ay, az = (
            ax - record[TURN_1 + 3] * p - record[TURN_1 + 6] * r,
            ay - record[TURN_1 + 4] * p - record[TURN_1 + 7] * r,
            az - record[TURN_1 + 5] * p - record[TURN_1 + 8] * r,
        )
        cx, cy, cz = (
            cx + record[TURN_2 + 3] * p + record[TURN_2 + 6] * r,
            cy + record[TURN_2 + 4] * p + record[TURN_2 + 7] * r,
            cz + record[TURN_2 + 5] * p + record[TURN_2 + 8] * r,
        )
        worst = max(worst, max(abs(p), abs(r)) / record[STEP_ROWS_SLIP])
    one[0], one[1], one[2], one[3], one[4], one[5] = ax, ay, az, bx, by, bz
    two[0], two[1], two[2], two[3], two[4], two[5] = cx, cy, cz, dx, dy, dz
    return worst


@vectorised
def sweep(rows: StepRows, u: Any, count: int, is_back: bool) -> float:
    """All contacts once, in their order or backwards; the largest change, as a velocity."""
    worst = 0.0
    for i in range(count):
        k = count - 1 - i if is_back else i
        one, two = u[rows.body[k, 0]], u[rows.body[k, 1]]
        worst = max(worst, sweep_contact(rows.record[k], rows.impulse[k], one, two))
    return worst


@vectorised
def worst_row(rows: StepRows, u: Any, count: int) -> int:
    """The contact that is farthest from its law: |x − proj(x − r y)|/r, along its normal and in its plane."""
    worst, largest = 0, -1.0
    for k in range(count):
        record, x, y = rows.record[k], rows.impulse[k], rows.before[k]
        load_speeds(record, u[rows.body[k, 0]], u[rows.body[k, 1]], y)
        normal = max(0.0, x[0] - record[NORMAL] * (y[0] + record[TARGET]))
        along, across = x[1] - record[STEP_ROWS_SLIP] * y[1], x[2] - record[STEP_ROWS_SLIP] * y[2]
        most, size = record[STEP_ROWS_FRICTION] * normal, sqrt(along * along + across * across)
        part = most / size if size > most else 1.0
        off = sqrt((part * along - x[1]) ** 2 + (part * across - x[2]) ** 2) / record[STEP_ROWS_SLIP]
        off = max(off, abs(normal - x[0]) / record[NORMAL])
        if off > largest:
            worst, largest = k, off
    return worst


@vectorised
def extrapolate(rows: StepRows, u: Any, count: int, part: float) -> None:
    """Goes on along the last direction by a part of it, as far as the laws of single contacts allow."""
    for k in range(count):
        impulse, towards, record = rows.impulse[k], rows.towards[k], rows.record[k]
        x = max(record[LEAST_IMPULSE], impulse[0] + part * towards[0])
        y, z = impulse[1] + part * towards[1], impulse[2] + part * towards[2]
        most, size = record[STEP_ROWS_FRICTION] * x, sqrt(y * y + z * z)
        if size > most:
            y, z = y * (most / size), z * (most / size)
        one, two = u[rows.body[k, 0]], u[rows.body[k, 1]]
        apply_impulse(record, one, two, x - impulse[0], y - impulse[1], z - impulse[2])
        impulse[0], impulse[1], impulse[2] = x, y, z
