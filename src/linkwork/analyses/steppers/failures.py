"""Why a run of an absolute system could not go on, by name."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ...absolute import Configuration
from ...absolute.motion import accelerate
from ...contract import ModelError
from ...mechanics.absolute import AbsoluteSystem
from ..common.failing_elements import growing, leaping, ways_ahead, without_numbers
from ..constraints.row_wrenches import loop_closures
from ..path.drive_limits import dead_point
from ..path.speed_rows import RANKED_SPEED_ROWS

UNKNOWN = (
    "constraints that contradict each other, a law without a finite value, or a position that cannot be left this way"
)


def culprit(
    system: AbsoluteSystem, start: Configuration, at: Configuration, parameters: Mapping[str, float], h: float
) -> str:
    """What is not finite, stands at a dead point, leaps or grows at a state from which no step of length h leads on."""
    tables = system.elements.tables(parameters)
    with np.errstate(all="ignore"):
        try:
            u_dot = accelerate(system.elements, at, tables).u_dot
        except ModelError as error:
            return str(error)
        ahead = [at.moved(k * at.u, at.u + k * u_dot, at.t + k) for k in (*ways_ahead(at.t), *([h] if h else ()))]
        states = [system.elements.state_of(x, parameters) for x in (at, *sorted(ahead, key=lambda x: float(x.t)))]
        said = without_numbers(system, states)
        if said is None and system.elements.is_moved and system.rows.count <= RANKED_SPEED_ROWS:
            closures = loop_closures(system, system.elements.state_of(start, parameters))
            usual = closures.velocity_rank(system.constraint_rows(closures.state)[0]).rank
            said = dead_point(closures, states[0], usual)
        return said or leaping(system, states) or growing(system, states) or UNKNOWN


def element_forces_jump(system: AbsoluteSystem, at: Configuration, parameters: Mapping[str, float]) -> bool:
    """Whether some force leaps at a state, or just beyond."""
    u_dot = accelerate(system.elements, at, system.elements.tables(parameters)).u_dot
    ahead = [at.moved(k * at.u, at.u + k * u_dot, at.t + k) for k in ways_ahead(at.t)]
    return leaping(system, [system.elements.state_of(x, parameters) for x in (at, *ahead)]) is not None
