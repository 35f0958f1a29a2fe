"""What a run says at its beginning: remarks of laws, and what looks like a mistake in model or start."""

from __future__ import annotations

import math
from weakref import WeakKeyDictionary

from ..contract import hinge_of, value_of
from ..mechanics.absolute import AbsoluteSystem
from ..results import State
from ..system import System
from .opaque import law_notes

TURN = 2.0 * math.pi
WHOLE = 1e-9
"""How near to whole numbers angles are that were given in degrees."""
_of_models: WeakKeyDictionary[System | AbsoluteSystem, tuple[tuple[str, ...], tuple[int, ...]]] = WeakKeyDictionary()
"""Remarks about models, and the places of angles: found once for each system."""


def first_notes(system: System, start: State) -> list[str]:
    """All that is known before a run begins."""
    return [*law_notes(system), *plausibility(system, start)]


def plausibility(system: System | AbsoluteSystem, start: State | None = None) -> list[str]:
    """Remarks about a model, and about angles of a start that look like degrees."""
    if system not in _of_models:
        found = [str(x) for x in system.model.remarks() if x.name != "massless"]  # which is often meant so
        _of_models[system] = (*found, *_given(system)), _angles(system)
    said, angles = _of_models[system]
    if start is None:
        return list(said)
    values = ((system.layout.q[k], float(start.q[k])) for k in angles)
    return [*said, *(_degrees(name, value) for name, value in values if _is_whole(value))]


def _is_whole(angle: float) -> bool:
    """Whether an angle is more than a turn and a whole number, as those in degrees are."""
    return abs(angle) > TURN and abs(angle - round(angle)) < WHOLE


def _given(system: System | AbsoluteSystem) -> list[str]:
    """The same of starting values of hinges, where these are no coordinates of the system."""
    if not isinstance(system, AbsoluteSystem) or "degrees" in system.model.silence:
        return []
    found = []
    for connection in system.model.connections.values():
        hinge = hinge_of(connection.element)
        for name, unit in zip(hinge.coordinates, hinge.units or (), strict=False) if hinge is not None else ():
            angle = connection.initial.get(name, 0.0)
            if unit == "rad" and _is_whole(float(value_of(angle))):
                found.append(_degrees(f"{connection.name}.{name}", float(value_of(angle))))
    return found


def _angles(system: System | AbsoluteSystem) -> tuple[int, ...]:
    """Places of coordinates that are angles and not prescribed."""
    if isinstance(system, AbsoluteSystem) or "degrees" in system.model.silence:
        return ()
    held = {entry.q for entry in (*system.layout.driven, *system.layout.locked)}
    found = []
    for branch in system.topology.branches:
        units = branch.hinge.units or ()
        found += [branch.q.start + k for k, unit in enumerate(units) if unit == "rad"]
    return tuple(k for k in found if k not in held)


def _degrees(name: str, angle: float) -> str:
    return (
        f"{name} starts at {angle:g} rad, {angle / TURN:.3g} turns: if these are degrees, write "
        f"math.radians({angle:g}). (silence='degrees')"
    )
