"""Why a run of an absolute system could not go on, by name."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ...absolute import Configuration
from ...absolute.motion import accelerate
from ...contract import ModelError
from ...mechanics.absolute import AbsoluteSystem
from ..absolute.singular import DEAD, Rows
from ..culprits import growing, leaping, ways_ahead, without_numbers

UNKNOWN = (
    "constraints that contradict each other, a law without a finite value, or a position that cannot be left this way"
)


def culprit(
    system: AbsoluteSystem, start: Configuration, at: Configuration, parameters: Mapping[str, float], h: float
) -> str:
    """What is not finite, stands at a dead point, leaps or grows at a state from which no step of length h leads on."""
    tables = system.tables(parameters)
    with np.errstate(all="ignore"):
        try:
            u_dot = accelerate(system, at, tables).u_dot
        except ModelError as error:
            return str(error)
        ahead = [at.moved(k * at.u, at.u + k * u_dot, at.t + k) for k in (*ways_ahead(at.t), *([h] if h else ()))]
        states = [system.state_of(x, parameters) for x in (at, *sorted(ahead, key=lambda x: float(x.t)))]
        rows = Rows.of(system, tables, start)
        said = without_numbers(system, states)
        if said is None and system.is_moved and rows.sigma(start) >= DEAD > rows.sigma(at):
            said = rows.dead_point(at)
        return said or leaping(system, states) or growing(system, states) or UNKNOWN


def is_leaping(system: AbsoluteSystem, at: Configuration, parameters: Mapping[str, float]) -> bool:
    """Whether some force leaps at a state, or just beyond."""
    u_dot = accelerate(system, at, system.tables(parameters)).u_dot
    ahead = [at.moved(k * at.u, at.u + k * u_dot, at.t + k) for k in ways_ahead(at.t)]
    return leaping(system, [system.state_of(x, parameters) for x in (at, *ahead)]) is not None
