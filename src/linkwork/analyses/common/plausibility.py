"""What a run says at its beginning: remarks of laws, and what looks like a mistake in model or start."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from ...contract import Force, hinge_of, value_of
from ...contract.errors import joined
from ...diagnosis import Note, note
from ...mechanics.asked_once import asked_once
from ...results import State
from ...system import System

FULL_TURN = 2.0 * math.pi
FAST_DRIVE = 1000.0
"""rad/s: drives at whole numbers from here on are perhaps in revolutions per minute."""
WHOLE_TURNS = 1e-9
"""How near to whole numbers angles are that were given in degrees."""


class _Looks(NamedTuple):
    """What is known of a model, and what to look at in a start."""

    remarks: tuple[Note, ...]
    angles: tuple[tuple[int, str], ...]
    """Places and names of coordinates that are angles and not prescribed."""
    doubting: tuple[tuple[str, Force], ...]
    """Forces, by connection, that may doubt what they measure."""


@asked_once
def _looks(system: System) -> _Looks:
    remarks = [x for x in system.model.remarks() if x.name != "massless"]  # which is often meant so
    found = [note("model_remark", str(x), about=x.name) for x in remarks]
    forces = [(c.name, c.element) for c in system.model.connections.values() if isinstance(c.element, Force)]
    doubting = ((name, force) for name, force in forces if type(force).doubts_at is not Force.doubts_at)
    return _Looks((*found, *_given(system), *_speeds(system)), _angles(system), tuple(doubting))


def plausibility(system: System, start: State | None = None) -> list[Note]:
    """Remarks about a model, and about angles of a start that look like degrees."""
    said, angles, doubting = _looks(system)
    if changed := system.model.changes_since_sealed():
        again = f"the model was changed after it was compiled ({joined(changed)}), and the system is as it was before: "
        said = (*said, note("model_changed", f"{again}compile it again with lw.compile_model(model)."))
    if start is None:
        return list(said)
    degrees = [_degrees(name, float(start.q[k])) for k, name in angles if _is_whole(float(start.q[k]))]
    return [*said, *degrees, *(_of_lengths(system, start, doubting) if doubting else ())]


def _of_lengths(system: System, start: State, asked: Sequence[tuple[str, Force]]) -> list[Note]:
    """What forces say of what they measure at a start."""
    channels = system.channels(start)
    return [
        note("law_remark", f"connection {name!r}: {element.kind}: {said} (silence={kind!r})", start.t, name)
        for name, element in asked
        for kind, said in element.doubts_at([float(x) for x in np.ravel(channels[f"{name}.measure"])])
        if kind not in system.model.silence
    ]


def _is_whole(angle: float) -> bool:
    """Whether an angle is more than a turn and a whole number, as those in degrees are."""
    return abs(angle) > FULL_TURN and abs(angle - round(angle)) < WHOLE_TURNS


def _coordinates(system: System) -> Iterator[tuple[str, Any]]:
    """Angles of joints by name, with their starting values, that nothing prescribes."""
    if "degrees" in system.model.silence:
        return
    for connection in system.model.connections.values():
        hinge = hinge_of(connection.element)
        for name, unit in zip(hinge.coordinates, hinge.units or (), strict=False) if hinge is not None else ():
            if unit == "rad" and name not in connection.drive and name not in connection.lock:
                yield f"{connection.name}.{name}", connection.initial.get(name, 0.0)


def _given(system: System) -> list[Note]:
    """Remarks about starting values of joints that are not coordinates of the system."""
    found = [(name, float(value_of(x))) for name, x in _coordinates(system) if name not in system.layout.q]
    return [_degrees(name, angle) for name, angle in found if _is_whole(angle)]


def _speeds(system: System) -> Iterator[Note]:
    """Remarks about drives that turn as fast, at the beginning, as a number of revolutions per minute would."""
    if "rpm" in system.model.silence:
        return
    for connection in system.model.connections.values():
        hinge = hinge_of(connection.element)
        for own, unit in zip(hinge.coordinates, hinge.units or (), strict=False) if hinge is not None else ():
            if unit != "rad" or own not in connection.drive:
                continue
            name, rate = f"{connection.name}.{own}", connection.drive[own].derivative(0.0, 1, system.rest.parameters)
            if not (FAST_DRIVE <= abs(rate) < math.inf and abs(rate - round(rate)) < WHOLE_TURNS * abs(rate)):
                continue
            said = (
                f"{name} is driven at {rate:g} rad/s, {30.0 / math.pi * rate:.4g} revolutions per minute: if "
                f"{rate:g} are revolutions per minute, write {rate:g} * math.pi / 30. (silence='rpm')"
            )
            yield note("drive_in_rpm", said, about=name)


def _angles(system: System) -> tuple[tuple[int, str], ...]:
    """Places and names of coordinates that are angles and not prescribed."""
    return tuple((system.layout.q_index(name), name) for name, _ in _coordinates(system) if name in system.layout.q)


def _degrees(name: str, angle: float) -> Note:
    said = (
        f"{name} starts at {angle:g} rad, {angle / FULL_TURN:.3g} turns: if these are degrees, write "
        f"math.radians({angle:g}). In a model file, \"{angle:g} deg\". (silence='degrees')"
    )
    return note("angle_in_degrees", said, about=name)


@asked_once
def law_notes(system: System) -> tuple[Note, ...]:
    """A note for every opaque function in the laws of a system, and for every remark of a law, by connection."""
    forces = [(c.name, c.element) for c in system.model.connections.values() if isinstance(c.element, Force)]
    said = tuple(note("law_remark", f"{name}: {remark}", about=name) for name, x in forces for remark in x.remarks)
    return said + tuple(
        note(
            "law_not_traced",
            f"{name}: {source.name} is not traced; its derivatives come from "
            f"{'its own function' if source.exact else 'central differences'}",
            about=name,
        )
        for name, source in system.functions.untraced
    )
