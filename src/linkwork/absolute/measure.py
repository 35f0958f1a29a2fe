"""How large errors of states of absolute systems are, in units of the tolerance."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..kernels.loops import compiled_loop, loop
from .configuration import Configuration


class Tolerances(NamedTuple):
    """What errors are compared with: atol + rtol |y|."""

    rtol: float
    atol: float


DEFAULT_TOLERANCES = Tolerances(1e-8, 1e-10)
"""Unless told otherwise."""


def relative_size(
    system: Any, x: np.ndarray, v: np.ndarray, at: Configuration, end: Configuration, allowed: Tolerances
) -> float:
    """The root of the mean square of displacements x and velocities v, each relative to the tolerance at two states.

    What a body has counts as four entries, its orientation, place, angular velocity and velocity: each is a vector, and
    no axis of the world is better than another. Orientations are of the size one, the others are compared with the
    farthest and fastest body: how fast a body itself moves in the world says little where others move it. Unknowns of
    elements that have inertia count as they are, and so do states, which are velocities here without displacements.

    Trees measure errors in their own coordinates. Steps of both are of about the same length, not more: with equal
    steps the coupler of a free four-bar is off by 0.9 to 3.7 times what it is in a tree, for the method itself has
    another error in velocities along fixed axes.
    """
    own = system.massive[6 * at.bodies :]
    given = (x, v, at.pose, end.pose, at.own, end.own, at.u, end.u)
    arrays = (np.ascontiguousarray(part, dtype=float) for part in given)
    return float(compiled_loop(root_mean_square)(*arrays, own, system.layout.nu, *map(float, allowed)))


@loop
def root_mean_square(
    x: Any,
    v: Any,
    pose: Any,
    pose_end: Any,
    own: Any,
    own_end: Any,
    u: Any,
    u_end: Any,
    massive: Any,
    nu: int,
    rtol: float,
    atol: float,
) -> float:
    """The same in native code; of unknowns of elements, places of those with inertia are given."""
    count = pose.shape[1]
    far, spin, speed = 0.0, 0.0, 0.0
    for b in range(count):
        far = max(far, max(place_square(pose, b), place_square(pose_end, b)))
        spin = max(spin, max(square(u, 6 * b), square(u_end, 6 * b)))
        speed = max(speed, max(square(u, 6 * b + 3), square(u_end, 6 * b + 3)))
    of_spin, of_speed = (atol + rtol * np.sqrt(spin)) ** 2, (atol + rtol * np.sqrt(speed)) ** 2
    of_turn, of_place = (atol + rtol) ** 2, (atol + rtol * np.sqrt(far)) ** 2
    total, entries = 0.0, 4 * count + 2 * len(massive) + len(v) - nu
    for b in range(count):
        total += square(x, 6 * b) / of_turn + square(x, 6 * b + 3) / of_place
        total += square(v, 6 * b) / of_spin + square(v, 6 * b + 3) / of_speed
    for k in range(len(massive)):
        i = massive[k]
        j = i - 6 * count
        total += (x[i] / (atol + rtol * max(abs(own[j]), abs(own_end[j])))) ** 2
        total += (v[i] / (atol + rtol * max(abs(u[i]), abs(u_end[i])))) ** 2
    for i in range(nu, len(v)):
        total += (v[i] / (atol + rtol * max(abs(u[i]), abs(u_end[i])))) ** 2
    return float(np.sqrt(total / max(entries, 1)))


@loop
def square(vectors: Any, at: int) -> float:
    """Of the length of a vector."""
    return vectors[at] * vectors[at] + vectors[at + 1] * vectors[at + 1] + vectors[at + 2] * vectors[at + 2]


@loop
def place_square(pose: Any, b: int) -> float:
    """Of the distance of a body from the origin."""
    return pose[4, b] * pose[4, b] + pose[5, b] * pose[5, b] + pose[6, b] * pose[6, b]
