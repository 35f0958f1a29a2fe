r"""Modes of a system that turns steadily, seen from the ground: orbits, their sense, and what turning axes add.

An orbit is Re(d e^{λt}) with d = a + i b; its sense about an axis n is that of r × ṙ = −Im λ a × b. Where the
coordinates turn with the rotor at a spin Ω, a circle of frequency ω and sense c = ±1 is one of frequency Ω + c ω on the
ground; one that is not a circle is two frequencies there, and stays as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import lazy_loader
import numpy as np

from ...contract import ModelError, value_of
from ...model import Body
from ...results import Linearization, State
from ...spatial import rotation
from ...system import System
from .linear_system import linearized
from .variation import variation_of

scipy = lazy_loader.load("scipy")

LEAST_SWING = 1e-6
"""Part of an eigenvalue from which on its imaginary part is a frequency."""
A_CIRCLE = 0.95
"""Circularity from which on an orbit counts as a circle."""
PAIR = 1e-7
"""Relative distance of eigenvalues below which they are a pair."""
ORBIT_POINTS = 60
"""Points of a modal body at which orbits are looked at."""
TURNED = 0.4
"""rad by which the rotor is turned on to see whether coordinates turn with it."""
TURNING_STEPS = 8
NEITHER = 0.02
"""Part of a mode that may be seen otherwise later, when it turns with the rotor or stays."""


@dataclass(frozen=True, eq=False)
class Whirls:
    """Modes that swing, at one speed: eigenvalues, shapes for telling them again, and circularities."""

    eigenvalues: np.ndarray
    shapes: np.ndarray
    """(modes × displacements), times the root of the mass: modes of one system are nearly orthogonal."""
    circularity: np.ndarray
    split: np.ndarray
    """Whether each mode turns with the rotor and is not a circle: two frequencies on the ground."""


def whirls_of(system: System, state: State, lin: Linearization, axis: np.ndarray, spin: float, frame: str) -> Whirls:
    """The modes about a steady motion in which bodies turn about an axis."""
    modes = lin.modes()
    values = modes.eigenvalues
    kept = np.flatnonzero(values.imag > LEAST_SWING * np.abs(values))
    xi, weights = modes.shapes[kept, : lin.count], _point_weights(system, modes.bodies)
    xi = _circles_of_pairs(values[kept], _moved_points(system, state, lin, xi), weights, axis) @ xi
    moved = _moved_points(system, state, lin, xi)
    root = np.linalg.cholesky(lin.mass).T if lin.mass.shape == (lin.count, lin.count) else np.eye(lin.count)
    shapes = xi @ root.T
    circles, found = circularity(moved, weights, axis), values[kept].copy()
    split = np.zeros(len(kept), dtype=bool)
    turning = _turns_with(system, state, lin, xi, moved, axis, spin) if spin else split
    for k in np.flatnonzero(turning if frame == "fixed" else split):
        if abs(circles[k]) < A_CIRCLE:
            # What moves nothing as a whole, a torsion, is the same from everywhere.
            size = float(np.abs(moved[k]).max())
            split[k] = np.abs(_across(np.average(moved[k], axis=0), axis)).max() > 1e-3 * size
            continue
        sense = np.sign(circles[k])
        on_ground = spin + sense * found[k].imag
        shapes[k] = shapes[k] if sense * on_ground > 0.0 else shapes[k].conj()
        found[k] = found[k].real + 1j * abs(on_ground)
        circles[k] = abs(circles[k]) * np.sign(on_ground)
    return Whirls(
        found, shapes / np.linalg.norm(shapes, axis=1, keepdims=True), circles * (np.sign(spin) or 1.0), split
    )


def _across(moved: np.ndarray, axis: np.ndarray) -> np.ndarray:
    """Displacements and turns across an axis (… × 2 × 3)."""
    parts = moved.reshape(*moved.shape[:-1], 2, 3)
    across: np.ndarray = parts - (parts @ axis)[..., None] * axis
    return np.where(np.abs(across) > 1e-6 * np.abs(parts).max(initial=0.0), across, 0.0)


def _material_points(body: Body) -> tuple[np.ndarray, np.ndarray]:
    """(places, shapes) of points of a modal body: nodes that are drawn, or its frames where none are."""
    assert body.elastic is not None
    data = body.elastic.data
    if not len(data.nodes):
        frames = list(data.frames.values())
        return np.array([x.p for x in frames]).reshape(-1, 3), np.array([x.Phi for x in frames])
    chosen = np.unique(np.linspace(0, len(data.nodes) - 1, ORBIT_POINTS).astype(int))
    return np.asarray(data.nodes)[chosen], np.asarray(data.shapes)[chosen]


def _point_weights(system: System, bodies: Sequence[str]) -> np.ndarray:
    """(mass, mean moment of inertia) of every point: of a rigid body one, of a modal body many that share its mass."""
    found = []
    for body in (system.model.bodies[name] for name in bodies):
        mass, inertia = float(value_of(body.mass)), np.asarray(value_of(body.inertia), dtype=float)
        if body.elastic is None or not body.elastic.data.count:
            found.append((mass, float(np.trace(inertia)) / 3.0))
        else:
            count = len(_material_points(body)[0])
            found += [(mass / count, 0.0)] * count
    return np.array(found).reshape(-1, 2)


def _point_names(system: System) -> list[str]:
    """The body of every point."""
    found = []
    for name, body in system.model.bodies.items():
        is_modal = body.elastic is not None and body.elastic.data.count
        found += [name] * (len(_material_points(body)[0]) if is_modal else 1)
    return found


def _moved_points(system: System, state: State, lin: Linearization, xi: np.ndarray) -> np.ndarray:
    """Displacements and turns of all points in world axes, by free displacements (modes × points × 6)."""
    names, motion = lin.body_motion()
    whole = np.einsum("bix,mx->mbi", motion, xi)
    q = xi @ lin.T[: system.layout.nq, : lin.count].T
    rotations = np.asarray(system.evaluate("body_poses", state).R, dtype=float).reshape(-1, 3, 3)
    found = []
    for k, name in enumerate(names):
        body, turn, shift = system.model.bodies[name], whole[:, k, :3], whole[:, k, 3:]
        if body.elastic is None or not body.elastic.data.count:
            found.append(np.concatenate([shift, turn], axis=1)[:, None])
            continue
        R, e = rotations[system.chart.body_number(name)], q[:, system.layout.q_of[name]]
        places, shapes = _material_points(body)
        moved = shift[:, None] + np.cross(turn[:, None], places @ R.T) + np.einsum("ab,pbf,mf->mpa", R, shapes, e)
        found.append(np.concatenate([moved, np.zeros_like(moved)], axis=2))
    return np.concatenate(found, axis=1)


def _circles_of_pairs(values: np.ndarray, moved: np.ndarray, weights: np.ndarray, axis: np.ndarray) -> np.ndarray:
    """The combinations of modes (modes × modes) that are as circular as can be, where frequencies are equal.

    A round rotor has pairs whose shapes rounding chooses; sense and size of an orbit are Hermitian forms of the
    combination, i n·(d* × d) and d*·d.
    """
    mixing = np.eye(len(values), dtype=complex)
    across = _across(moved, axis) * np.sqrt(weights)[..., None]
    start = 0
    while start < len(values):
        near = np.abs(values - values[start]) < PAIR * np.abs(values[start])
        stop = start + int(np.argmin(np.append(near[start:], False)))
        part = across[start:stop]
        size = np.einsum("kbxi,lbxi->kl", part.conj(), part)
        if stop > start + 1 and np.linalg.eigvalsh(size)[0] > PAIR * np.trace(size).real:
            sense = 1j * np.cross(part.conj()[:, None], part[None]) @ axis
            mixing[start:stop, start:stop] = scipy.linalg.eigh(sense.sum(axis=(2, 3)), size)[1].T
        start = stop
    return mixing


def circularity(moved: np.ndarray, weights: np.ndarray, axis: np.ndarray) -> np.ndarray:
    """For every mode, from −1 to 1: the mean sense of the orbits of its bodies (modes × bodies × 6) about an axis.

    Displacements count by mass and turns by moments of inertia (`weights`, bodies × 2).
    """
    across = _across(moved, axis)
    sense = -2.0 * np.cross(across.real, across.imag) @ axis
    size = (np.abs(across) ** 2).sum(axis=-1)
    total = (size * weights).sum(axis=(1, 2))
    return np.divide((sense * weights).sum(axis=(1, 2)), total, out=np.zeros(len(total)), where=total > 0.0)


def _turns_with(
    system: System,
    state: State,
    lin: Linearization,
    xi: np.ndarray,
    moved: np.ndarray,
    axis: np.ndarray,
    spin: float,
) -> np.ndarray:
    """Whether each mode, a little later, moves bodies in directions that have turned with the rotor.

    x = L δy is read with the same L all along the motion. Where it is read from coordinates of which some turn with the
    rotor and others do not, A is not constant, and its eigenvalues say nothing: that is refused.
    """
    there = _later(system, state, TURNED / spin)
    later = linearized(variation_of(system, there))
    nq, n = system.layout.nq, lin.count
    same = np.linalg.solve(lin.L[:n, :nq] @ later.T[:nq, :n], xi.T).T
    after = _moved_points(system, there, later, same)
    R = rotation(axis, TURNED)
    turned = np.concatenate([moved[..., :3] @ R.T, moved[..., 3:] @ R.T], axis=2)
    off = np.array([np.abs(after - x).max(axis=2) for x in (turned, moved)])
    each = off.sum(axis=2)
    lost = each.min(axis=0) > NEITHER * np.abs(moved).max(axis=2).sum(axis=1)
    if lost.any():
        k = int(np.argmax(lost))
        worst = off[int(np.argmin(each[:, k])), k]
        raise ModelError(
            f"campbell: the linear system about the steady motion of {system.model.name!r} is not constant (seen at "
            f"{_point_names(system)[int(np.argmax(worst))]!r}): a constraint holds a body, or bearings differ between "
            "directions, so that some coordinates turn with the rotor and others do not. Hang bodies of the rotor on "
            "joints (lw.Fixed in the place of lw.Weld), with bearings that are the same in all directions."
        )
    return np.asarray(each[0] < each[1])


def _later(system: System, state: State, duration: float) -> State:
    """The steady motion a little later: speeds of joints stay as they are (q̇ by the method of Runge and Kutta)."""
    h = duration / TURNING_STEPS

    def rate(q: np.ndarray) -> np.ndarray:
        return np.asarray(system.evaluate("kinematics", replace(state, q=q)).q_dot, dtype=float)

    q = state.q
    for _ in range(TURNING_STEPS):
        a = rate(q)
        b = rate(q + 0.5 * h * a)
        c = rate(q + 0.5 * h * b)
        q = q + h / 6.0 * (a + 2.0 * b + 2.0 * c + rate(q + h * c))
    return system.prescribed(replace(state, q=q, t=state.t + duration))
