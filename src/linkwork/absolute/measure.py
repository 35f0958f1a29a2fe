"""How large errors of states of absolute systems are, in units of the tolerance."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

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
    n, nu = 6 * at.bodies, system.layout.nu
    own = system.massive[n:]
    place = max(_longest(at.pose[4:].T), _longest(end.pose[4:].T))
    spin, speed = np.maximum(_lengths(at.u[:n]), _lengths(end.u[:n])).max(axis=0)
    parts = (
        (_lengths(x[:n]), np.array([1.0, place])),
        (_lengths(v[:n]), np.array([spin, speed])),
        (x[own], _larger(at.own[own - n], end.own[own - n])),
        (v[own], _larger(at.u[own], end.u[own])),
        (v[nu:], _larger(at.u[nu:], end.u[nu:])),
    )
    every = np.concatenate([(error / (allowed.atol + allowed.rtol * size)).ravel() for error, size in parts])
    return float(np.sqrt(every @ every / len(every)))


def _lengths(twists: np.ndarray) -> np.ndarray:
    """Lengths of both vectors of all bodies (bodies × 2)."""
    vectors = twists.reshape(-1, 2, 3)
    return np.sqrt(np.einsum("ijk,ijk->ij", vectors, vectors))


def _longest(vectors: np.ndarray) -> float:
    return float(np.sqrt(np.einsum("ij,ij->i", vectors, vectors).max(initial=0.0)))


def _larger(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    return np.maximum(np.abs(one), np.abs(other))
