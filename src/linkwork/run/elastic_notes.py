"""Notes on modal bodies of a run: strain energy, and rotations or spins beyond what linear elasticity describes."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..contract.derived.rod_curvature import bending_energy
from ..diagnosis import Note, note
from ..mechanics.asked_once import asked_once
from ..model import Body
from ..results import Trajectory

SMALL_ROTATION = 0.1
"""rad: elastic rotations up to which deformation is small."""
SPIN_SHARE = 0.3
"""Of the first clamped frequency: angular velocities from which on stiffening by spin matters."""
SPIN_SAMPLES = 40
"""States of a run at which angular velocities are checked."""


def elastic_notes(system: Any, run: Trajectory) -> list[Note]:
    """Notes on all modal bodies of a run."""
    return [one for body in elastic_bodies(system) for one in _of_body(system, body, run)]


@asked_once
def elastic_bodies(system: Any) -> tuple[Body, ...]:
    """Its modal bodies."""
    return tuple(body for body in system.model.bodies.values() if body.elastic)


def _of_body(system: Any, body: Body, run: Trajectory) -> list[Note]:
    assert body.elastic is not None
    data = body.elastic.data
    if not data.count or not len(run.t):
        return []
    e = np.column_stack([run[f"{body.name}.{name}"] for name in data.coordinates])
    # V = k (½ eᵀ K e + the energy of bending that K does not have), where it is largest along the run.
    linear = 0.5 * np.einsum("kf,fg,kg->k", e, data.stiffness, e)
    most = int(np.argmax(linear))
    strain = float(run.state(0).worth(body.elastic.stiffness) * (linear[most] + bending_energy(data.bending, e[most])))
    turns = {name: np.linalg.norm(e @ frame.Theta.T, axis=1) for name, frame in data.frames.items()}
    said = f"{body.name}: strain energy up to {strain:.3g} J"
    if not any(turn.any() for turn in turns.values()):
        return [note("elastic_energy", said, about=body.name), *_spin(system, body, run)]
    name = max(turns, key=lambda own: float(turns[own].max()))
    largest = float(turns[name].max())
    said += f", largest elastic rotation {largest:.2g} rad at {body.name}.{name}"
    found = [note("elastic_energy", said, about=body.name), *_spin(system, body, run)]
    if largest > SMALL_ROTATION:
        first = float(run.t[int(np.argmax(turns[name] > SMALL_ROTATION))])
        found.append(elastic_rotation(body.name, name, largest, first))
    return found


def elastic_rotation(body: str, frame: str, turn: float, t: float | None = None) -> Note:
    """A note on a frame that turned by more than is small, in a run first at t."""
    after = "" if t is None else f". Results after t = {t:.4g} s are marked"
    said = f"{body}.{frame} turned {turn:.2g} rad elastically: beyond small deformation ({SMALL_ROTATION:g}){after}"
    return note("elastic_rotation", f"{said}: cut it in pieces, or use exact beams.", t, f"{body}.{frame}")


def _spin(system: Any, body: Body, run: Trajectory) -> list[Note]:
    """Whether a body without geometric stiffness turns so fast that it would need it."""
    assert body.elastic is not None
    data = body.elastic.data
    if data.geometric is not None or not len(data.frequencies):
        return []
    rows = np.unique(np.linspace(0, len(run.t) - 1, SPIN_SAMPLES).astype(int))
    speeds = [np.linalg.norm(system.channels(run.state(int(k)))[f"{body.name}.angular_velocity"]) for k in rows]
    largest, first = float(max(speeds)), float(np.min(data.frequencies))
    if largest <= SPIN_SHARE * first:
        return []
    said = (
        f"{body.name} turns at {largest:.2g} rad/s, its first clamped frequency is {first:.2g} rad/s and it has no "
        "geometric stiffness: bending will be wrong. Give it some (stiffening=True where it is reduced), cut it in "
        "pieces, or use exact beams."
    )
    return [note("elastic_spin", said, about=body.name)]
