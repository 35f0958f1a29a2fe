"""Vectors of three numbers in native loops: handed over number by number, so that they stay in registers."""

from __future__ import annotations

from math import sqrt
from typing import Any

from ...kernels.loops import vectorised


@vectorised
def dot3(ax: float, ay: float, az: float, bx: float, by: float, bz: float) -> float:
    """a · b."""
    return ax * bx + ay * by + az * bz


@vectorised
def cross3(ax: float, ay: float, az: float, bx: float, by: float, bz: float) -> tuple[float, float, float]:
    """a × b."""
    return ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx


@vectorised
def unit3(ax: float, ay: float, az: float) -> tuple[float, float, float, float]:
    """a/|a| and |a|; the third axis where a vanishes."""
    size = sqrt(ax * ax + ay * ay + az * az)
    if size < 1e-300:
        return 0.0, 0.0, 1.0, 0.0
    return ax / size, ay / size, az / size, size


@vectorised
def to_world(place: Any, x: float, y: float, z: float) -> tuple[float, float, float]:
    """R x + p of a placed frame: twelve numbers, R row by row and then p."""
    return (
        place[0] * x + place[1] * y + place[2] * z + place[9],
        place[3] * x + place[4] * y + place[5] * z + place[10],
        place[6] * x + place[7] * y + place[8] * z + place[11],
    )


@vectorised
def to_local(place: Any, x: float, y: float, z: float) -> tuple[float, float, float]:
    """Rᵀ (x − p): where a point of the world is in a placed frame."""
    a, b, c = x - place[9], y - place[10], z - place[11]
    return (
        place[0] * a + place[3] * b + place[6] * c,
        place[1] * a + place[4] * b + place[7] * c,
        place[2] * a + place[5] * b + place[8] * c,
    )


@vectorised
def turned_to_world(place: Any, x: float, y: float, z: float) -> tuple[float, float, float]:
    """R x: a direction of a placed frame in world axes."""
    return (
        place[0] * x + place[1] * y + place[2] * z,
        place[3] * x + place[4] * y + place[5] * z,
        place[6] * x + place[7] * y + place[8] * z,
    )


@vectorised
def turned_to_local(place: Any, x: float, y: float, z: float) -> tuple[float, float, float]:
    """Rᵀ x: a direction of the world in the axes of a placed frame."""
    return (
        place[0] * x + place[3] * y + place[6] * z,
        place[1] * x + place[4] * y + place[7] * z,
        place[2] * x + place[5] * y + place[8] * z,
    )


@vectorised
def clamped(x: float, low: float, high: float) -> float:
    """x, or the nearer bound where it lies outside."""
    return max(low, min(high, x))
