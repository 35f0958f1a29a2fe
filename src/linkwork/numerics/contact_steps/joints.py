r"""Joints between free bodies: rows whose impulses have either sign, solved together with contacts.

A row of a joint moves with $\gamma = d\cdot(v_2 - v_1) + a_2\cdot w_2 - a_1\cdot w_1$ and keeps a gap g at zero: by
velocity ($\gamma^+ = 0$) in Moreau's scheme, by position ($\gamma + g/dt = 0$) in the leapfrog. A pin keeps points of
two bodies together: three rows along world axes with $a_i = r_i\times d$. Two pins are a hinge, three a weld; what is
redundant then does no harm. Other rows are given as they stand before each run.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...kernels.loops import vectorised
from ..collision.contact_list import FEATURES
from ..collision.surfaces import SurfaceTable
from ..collision.vectors import cross3, turned_to_world
from .bodies import BodyState, BodyTable
from .step_rows import (
    ARM_1,
    ARM_2,
    LEAST_IMPULSE,
    MASS_1,
    MASS_2,
    NORMAL,
    ROW_NUMBERS,
    STEP_ROWS_FRICTION,
    STEP_ROWS_SLIP,
    TURN_1,
    TURN_2,
    StepRows,
)

EITHER_SIGN = -1e300
"""The least impulse of a row that pulls as it pushes."""


class JointTable(NamedTuple):
    """Rows of joints; those of pins come first, three for each, and are made anew at every step."""

    body: Any
    """(rows × 2), the ground being the number behind the last body."""
    direction: Any
    """(rows × 3): d."""
    arm_1: Any
    arm_2: Any
    gap: Any
    pin_1: Any
    """(pins × 3): points in axes of the first bodies, from their centres of mass."""
    pin_2: Any


def joint_table(bodies: int, pins: Any = (), rows: Any = ()) -> JointTable:
    """The table of pins (body, point, body, point) and other rows (body, body, d, a_1, a_2, g); −1 is the ground."""

    def number(body: int) -> int:
        return body if body >= 0 else bodies

    p, n = len(pins), 3 * len(pins) + len(rows)
    direction, arm_1, arm_2 = np.zeros((3, n, 3))
    pin_1, pin_2 = np.zeros((2, p, 3))
    table = JointTable(np.zeros((n, 2), dtype=np.int64), direction, arm_1, arm_2, np.zeros(n), pin_1, pin_2)
    for k, (one, r_1, two, r_2) in enumerate(pins):
        table.body[3 * k : 3 * k + 3] = number(one), number(two)
        table.pin_1[k], table.pin_2[k] = r_1, r_2
    for k, (one, two, direction, arm_1, arm_2, gap) in enumerate(rows, 3 * p):
        table.body[k] = number(one), number(two)
        table.direction[k], table.arm_1[k], table.arm_2[k], table.gap[k] = direction, arm_1, arm_2, gap
    return table


@vectorised
def place_pins(joints: JointTable, motion: BodyState) -> None:
    """Rows of all pins where their bodies are."""
    for k in range(len(joints.pin_1)):
        one, two = joints.body[3 * k, 0], joints.body[3 * k, 1]
        p, r = joints.pin_1[k], joints.pin_2[k]
        ax, ay, az = turned_to_world(motion.turn[one], p[0], p[1], p[2])
        bx, by, bz = turned_to_world(motion.turn[two], r[0], r[1], r[2])
        for axis in range(3):
            row, d = 3 * k + axis, joints.direction[3 * k + axis]
            d[0], d[1], d[2] = 0.0, 0.0, 0.0
            d[axis] = 1.0
            first, second = joints.arm_1[row], joints.arm_2[row]
            first[0], first[1], first[2] = cross3(ax, ay, az, d[0], d[1], d[2])
            second[0], second[1], second[2] = cross3(bx, by, bz, d[0], d[1], d[2])
            apart = bx - ax if axis == 0 else (by - ay if axis == 1 else bz - az)
            joints.gap[row] = motion.q[two, 4 + axis] - motion.q[one, 4 + axis] + apart


@vectorised
def make_joint_rows(
    joints: JointTable, surfaces: SurfaceTable, bodies: BodyTable, motion: BodyState, rows: StepRows, start: int
) -> int:
    """Records of all rows of joints behind `start` others; how many records there are then."""
    # Keys of contacts end here.
    behind = len(surfaces.kind) * len(surfaces.kind) * FEATURES
    for k in range(len(joints.gap)):
        record, one, two = rows.record[start + k], joints.body[k, 0], joints.body[k, 1]
        for i in range(ROW_NUMBERS):
            record[i] = 0.0
        rows.body[start + k, 0], rows.body[start + k, 1] = one, two
        rows.key[start + k] = behind + k
        rows.restitution[start + k] = 0.0
        record[LEAST_IMPULSE], record[STEP_ROWS_FRICTION], record[STEP_ROWS_SLIP] = EITHER_SIGN, 0.0, 1.0
        record[MASS_1], record[MASS_2] = bodies.inverse_mass[one], bodies.inverse_mass[two]
        total = 0.0
        for i in range(3):
            record[i] = joints.direction[k, i]
            record[ARM_1 + i], record[ARM_2 + i] = joints.arm_1[k, i], joints.arm_2[k, i]
            total += record[i] * record[i] * (record[MASS_1] + record[MASS_2])
        for i in range(3):
            for j in range(3):
                record[TURN_1 + i] += motion.inverse[one, 3 * i + j] * record[ARM_1 + j]
                record[TURN_2 + i] += motion.inverse[two, 3 * i + j] * record[ARM_2 + j]
            total += record[ARM_1 + i] * record[TURN_1 + i] + record[ARM_2 + i] * record[TURN_2 + i]
        record[NORMAL] = 1.0 / total
    return start + len(joints.gap)
