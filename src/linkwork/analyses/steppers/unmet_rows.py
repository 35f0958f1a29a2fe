"""Constraint rows of absolute systems that no motion meets: drives at a dead point, and rows that contradict others."""

from __future__ import annotations

import numpy as np

from ...absolute.motion import accelerate
from ...mechanics.absolute import AbsoluteSystem
from ...results import State
from ..constraints.row_wrenches import loop_closures
from ..path.drive_limits import dead_point
from ..path.speed_rows import RANKED_SPEED_ROWS

CONTRADICTION = 1e-6
"""Accelerations across constraints, relative to what these ask for, that are more than rounding."""


def unmet_rows(system: AbsoluteSystem, state: State, start: State) -> str | None:
    """What kinematics says where rows that move bodies cannot go on, or no accelerations meet all rows; None elsewhere.

    What is usual of the rows is what holds at the start of the run.
    """
    elements, rows = system.elements, system.rows.count - len(system.rows.switched_off(start))
    at, tables = elements.configuration(state), elements.tables(state.parameters)
    said = _at_dead_point(system, state, start) if elements.is_moved and rows <= RANKED_SPEED_ROWS else None
    found = accelerate(elements, at, tables)
    asked = float(np.abs(elements.assembly.at_work(tables).rates(at).P_00).max(initial=0.0))
    if said is not None or found.gap <= CONTRADICTION * (1.0 + asked):
        return said
    return (
        f"constraints contradict each other: with the accelerations that meet them best {found.gap:.3g} m/s² or "
        "rad/s² are left across them; lw.mobility(system, state) names those that are given twice"
    )


def _at_dead_point(system: AbsoluteSystem, state: State, start: State) -> str | None:
    closures = loop_closures(system, start)
    usual = closures.velocity_rank(system.constraint_rows(closures.state)[0]).rank
    return dead_point(closures, state, usual)
