"""What a run says at its beginning: remarks of laws, and what looks like a mistake in model or start."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from ...contract import Force, hinge_of, value_of
from ...contract.errors import joined
from ...formulation import TreeEquations
from ...results import State
from ...system import System

FULL_TURN = 2.0 * math.pi
WHOLE_TURNS = 1e-9
"""How near to whole numbers angles are that were given in degrees."""
_of_models: WeakKeyDictionary[System, tuple[tuple[str, ...], tuple[int, ...]]] = WeakKeyDictionary()
"""Remarks about models, and the places of angles: found once for each system."""


def first_notes(system: System, start: State) -> list[str]:
    """All that is known before a run begins."""
    return [*law_notes(system), *plausibility(system, start)]


def plausibility(system: System, start: State | None = None) -> list[str]:
    """Remarks about a model, and about angles of a start that look like degrees."""
    known = _of_models.get(system)
    if known is None:
        found = [str(x) for x in system.model.remarks() if x.name != "massless"]  # which is often meant so
        known = _of_models[system] = (*found, *_given(system)), _angles(system)
    said, angles = known
    if changed := system.model.changes_since_sealed():
        again = f"the model was changed after it was compiled ({joined(changed)}), and the system is as it was before: "
        said = (*said, f"{again}compile it again with lw.compile_model(model).")
    if start is None:
        return list(said)
    values = ((system.layout.q[k], float(start.q[k])) for k in angles)
    degrees = (_degrees(name, value) for name, value in values if _is_whole(value))
    return [*said, *degrees, *_of_lengths(system, start)]


def _of_lengths(system: System, start: State) -> list[str]:
    """What forces say of what they measure at a start."""
    asked = [
        (c.name, c.element)
        for c in system.model.connections.values()
        if isinstance(c.element, Force) and type(c.element).doubts_at is not Force.doubts_at
    ]
    channels = system.channels(start) if asked else {}
    return [
        f"connection {name!r}: {element.kind}: {said} (silence={kind!r})"
        for name, element in asked
        for kind, said in element.doubts_at([float(x) for x in np.ravel(channels[f"{name}.measure"])])
        if kind not in system.model.silence
    ]


def _is_whole(angle: float) -> bool:
    """Whether an angle is more than a turn and a whole number, as those in degrees are."""
    return abs(angle) > FULL_TURN and abs(angle - round(angle)) < WHOLE_TURNS


def _coordinates(system: System) -> Iterator[tuple[str, Any]]:
    """Angles of hinges by name, with their starting values, that nothing prescribes."""
    if "degrees" in system.model.silence:
        return
    for connection in system.model.connections.values():
        hinge = hinge_of(connection.element)
        for name, unit in zip(hinge.coordinates, hinge.units or (), strict=False) if hinge is not None else ():
            if unit == "rad" and name not in connection.drive and name not in connection.lock:
                yield f"{connection.name}.{name}", connection.initial.get(name, 0.0)


def _given(system: System) -> list[str]:
    """Remarks about starting values of hinges that are no coordinates of the system."""
    found = [(name, float(value_of(x))) for name, x in _coordinates(system) if name not in system.layout.q]
    return [_degrees(name, angle) for name, angle in found if _is_whole(angle)]


def _angles(system: System) -> tuple[int, ...]:
    """Places of coordinates that are angles and not prescribed."""
    return tuple(system.layout.q_index(name) for name, _ in _coordinates(system) if name in system.layout.q)


def _degrees(name: str, angle: float) -> str:
    return (
        f"{name} starts at {angle:g} rad, {angle / FULL_TURN:.3g} turns: if these are degrees, write "
        f"math.radians({angle:g}). In a model file, \"{angle:g} deg\". (silence='degrees')"
    )


def law_notes(system: System) -> list[str]:
    """A sentence for every opaque function in the laws of a system, and for every remark of a law, by connection."""
    forces = [(c.name, c.element) for c in system.model.connections.values() if isinstance(c.element, Force)]
    said = [f"{name}: {remark}" for name, element in forces for remark in element.remarks]
    if system.coordinates != "tree":
        return said
    e = system.equations
    if not isinstance(e, TreeEquations) or system.kernel.of_plain_data:
        return said
    return said + _opaque(e)


def _opaque(e: TreeEquations) -> list[str]:
    return [
        f"{name}: {source.name} is not traced; its derivatives come from "
        f"{'its own function' if source.exact else 'central differences'}"
        for name, source in e.laws.opaque
    ]
