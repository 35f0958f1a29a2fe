"""Starts in which beams are deformed, or about to be struck: notes on how large that is."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ...contract import ModelError
from ...diagnosis import Note, note
from ...mechanics.port import dense
from ...results import State
from ...system import System
from ..constraints.built_shape import SHAPE_DIFFERENCE, BuiltShape, shaped_connections
from ..constraints.velocities import consistent_speeds

DEFORMED = 1e-6
"""Stretches, and turns in rad, of an element against its shape as built, from which on it is deformed."""
FAR_STRETCHED, FAR_BENT = 0.01, 0.5
"""Those of an element (rad) from which on a start is doubtful: steel yields at a fifth of the first."""
STRUCK, STRUCK_TOLD = 1e-2, 1e-6
"""Parts of the kinetic energy in what deforms beams: from which on it is a blow, and from which on it is reported."""
LENGTHWISE = 0.1
"""Of the speed at which an element bends: faster stretching and shearing is not a vibration, but a blow."""
REMEDY = "lw.assemble(system, …) finds a start without where there is one: leave these coordinates and speeds to it"


@dataclass(frozen=True, eq=False)
class _Deformation:
    """How far elements are from their shape, and how fast they leave it: one number for every further end."""

    stretch: np.ndarray
    turn: np.ndarray
    lengthwise: np.ndarray
    """Speeds of stretching and shearing (m/s)."""
    bending: np.ndarray
    """Speeds of bending (rad/s) times length."""


def deformed_start(system: System, state: State) -> list[Note]:
    """Notes on beams that a start deforms or strikes."""
    if not shaped_connections(system):
        return []
    shape = BuiltShape(system)
    found = _deformation(shape, state)
    return [*_deformed(shape, state, found), *(_struck(shape, state, found) if shape else [])]


def _deformed(shape: BuiltShape, state: State, found: _Deformation) -> list[Note]:
    off = np.maximum(found.stretch, found.turn)
    if off.max() <= DEFORMED:
        return []
    owners = shape.owners
    worst = int(np.argmax(np.maximum(found.stretch / FAR_STRETCHED, found.turn / FAR_BENT)))
    channels = shape.system.channels(state)
    energy = sum(float(channels[f"{name}.energy"]) for name in dict.fromkeys(owners))
    is_far = bool(found.stretch[worst] > FAR_STRETCHED or found.turn[worst] > FAR_BENT)
    said = (
        f"at the start beams are deformed and store {energy:.3g} J: {owners[worst]} is stretched by "
        f"{100.0 * found.stretch[worst]:.2g} % and bent by {found.turn[worst]:.2g} rad against the shape in which it "
        f"was built; {REMEDY}"
    )
    return [note("start_overstrained" if is_far else "start_deformed", said, state.t, owners[worst])]


def _struck(shape: BuiltShape, state: State, found: _Deformation) -> list[Note]:
    speed = float(np.maximum(found.lengthwise, found.bending).max())
    if speed <= DEFORMED * max(1.0, float(np.abs(state.u).max(initial=0.0))):
        return []
    try:
        rigid = consistent_speeds(shape.system, state, {}, shape)
    except ModelError:
        return []  # no motion leaves the beams as they are
    M = dense(shape.system.evaluate("mass_matrix", state).M)
    other, own = (0.5 * float(u @ M @ u) for u in (state.u - rigid.u, state.u))
    if other <= STRUCK_TOLD * own:
        return []
    is_blow = bool(other > STRUCK * own and found.lengthwise.max() > LENGTHWISE * found.bending.max())
    worst = shape.owners[int(np.argmax(np.maximum(found.lengthwise, found.bending)))]
    said = (
        f"at the start {other:.3g} J of the kinetic energy, {own:.3g} J, deform beams: the ends of {worst} part at "
        f"{found.lengthwise.max():.3g} m/s" + (f", which strikes it; {REMEDY}" if is_blow else "")
    )
    return [note("start_struck" if is_blow else "start_deformed", said, state.t, worst)]


def _deformation(shape: BuiltShape, state: State) -> _Deformation:
    R, p = shape.relative(state)
    built_R, built_p = shape.built
    length, own = np.linalg.norm(built_p, axis=1), np.linalg.norm(p, axis=1)
    turn = np.linalg.norm(R - built_R, axis=(1, 2)) / np.sqrt(2.0)
    q_dot = np.atleast_1d(shape.system.evaluate("kinematics", state).q_dot)
    h = SHAPE_DIFFERENCE / max(1.0, float(np.abs(q_dot).max(initial=0.0)))
    ahead, behind = (shape.relative(replace(state, q=state.q + x * q_dot, t=state.t + x)) for x in (h, -h))
    R_dot, p_dot = ((a - b) / (2.0 * h) for a, b in zip(ahead, behind, strict=True))
    spin = R_dot @ np.swapaxes(R, 1, 2)
    # Ends of an element that only bends part across it by half its turn times its length.
    lengthwise = p_dot - 0.5 * (spin @ p[..., None])[..., 0]
    bending = np.linalg.norm(spin, axis=(1, 2)) / np.sqrt(2.0) * length
    return _Deformation(np.abs(own / length - 1.0), turn, np.linalg.norm(lengthwise, axis=1), bending)
