"""What a run says of its modal bodies: how far they were deformed, and whether that is what they were made for."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..contract.derived.rod_curvature import bending_energy
from ..model import Body
from ..results import Trajectory
from ..results.run_rules import BEYOND_MODEL

SMALL_ROTATION = 0.1
"""rad: elastic rotations up to which deformation is small."""
SPIN_SHARE = 0.3
"""Of the first clamped frequency: angular velocities from which on stiffening by spin is felt."""
LOOKS = 40
"""States at which angular velocities are looked at."""


def elastic_notes(system: Any, run: Trajectory) -> list[str]:
    """Sentences about all modal bodies of a run."""
    return [said for body in system.model.bodies.values() if body.elastic for said in _of_body(system, body, run)]


def _of_body(system: Any, body: Body, run: Trajectory) -> list[str]:
    assert body.elastic is not None
    data = body.elastic.data
    if not data.count or not len(run.t):
        return []
    e = np.column_stack([run[f"{body.name}.{name}"] for name in data.coordinates])
    bent = 0.5 * np.einsum("kf,fg,kg->k", e, data.stiffness, e)
    most = int(np.argmax(bent))
    strain = float(run.state(0).worth(body.elastic.stiffness) * (bent[most] + bending_energy(data.bending, e[most])))
    turns = {name: np.linalg.norm(e @ frame.Theta.T, axis=1) for name, frame in data.frames.items()}
    said = f"{body.name}: strain energy up to {strain:.3g} J"
    if not any(turn.any() for turn in turns.values()):
        return [said, *_spin(system, body, run)]
    name = max(turns, key=lambda own: float(turns[own].max()))
    largest = float(turns[name].max())
    found = [f"{said}, largest elastic rotation {largest:.2g} rad at {body.name}.{name}", *_spin(system, body, run)]
    if largest > SMALL_ROTATION:
        first = float(run.t[int(np.argmax(turns[name] > SMALL_ROTATION))])
        found.append(
            f"{BEYOND_MODEL}{elastic_turn_words(body.name, name, largest)}. Results after t = {first:.4g} s are "
            "marked: cut it in pieces, or use exact beams."
        )
    return found


def elastic_turn_words(body: str, frame: str, turn: float) -> str:
    """What is said of a frame that turned by more than is small."""
    return f"{body}.{frame} turned {turn:.2g} rad elastically: beyond small deformation ({SMALL_ROTATION:g})"


def _spin(system: Any, body: Body, run: Trajectory) -> list[str]:
    """Whether a body without geometric stiffness turns so fast that it would need it."""
    assert body.elastic is not None
    data = body.elastic.data
    if data.geometric is not None or not len(data.frequencies):
        return []
    rows = np.unique(np.linspace(0, len(run.t) - 1, LOOKS).astype(int))
    speeds = [np.linalg.norm(system.channels(run.state(int(k)))[f"{body.name}.angular_velocity"]) for k in rows]
    largest, first = float(max(speeds)), float(np.min(data.frequencies))
    if largest <= SPIN_SHARE * first:
        return []
    return [
        f"{BEYOND_MODEL}{body.name} turns at {largest:.2g} rad/s, its first clamped frequency is {first:.2g} rad/s and "
        "it has no geometric stiffness: bending will be wrong. Give it some (stiffening=True where it is reduced), cut "
        "it in pieces, or use exact beams."
    ]
