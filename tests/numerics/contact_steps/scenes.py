"""Boxes and balls for tests of time steps with contacts."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.numerics.collision.surfaces import GROUND_BODY, Surface
from linkwork.numerics.contact_steps.stepper import ContactStepper

GRAVITY = 9.81


def box_inertia(mass: float, half: tuple[float, float, float]) -> np.ndarray:
    """Of a solid box with half lengths, in its axes."""
    a, b, c = half
    return mass / 3.0 * np.diag([b * b + c * c, a * a + c * c, a * a + b * b])


def boxes(
    places: Any, half: tuple[float, float, float] = (0.1, 0.1, 0.1), mass: Any = 1.0, **options: Any
) -> ContactStepper:
    """Boxes above a floor, at rest."""
    places = np.asarray(places, dtype=float)
    n = len(places)
    masses = np.broadcast_to(np.asarray(mass, dtype=float), n)
    q = np.zeros((n, 7))
    q[:, 0], q[:, 4:] = 1.0, places
    u = options.pop("u", np.zeros((n, 6)))
    q = options.pop("q", q)
    surfaces = [Surface("plane", GROUND_BODY), *(Surface("box", k, half) for k in range(n))]
    inertia = np.array([box_inertia(m, half) for m in masses])
    options = {"restitution": [0.0], "friction": [0.5], "dt": 1e-2, **options}
    return ContactStepper(masses, inertia, q, u, surfaces, **options)


def stack(n: int, **options: Any) -> ContactStepper:
    """Boxes on each other."""
    return boxes([(0.0, 0.0, 0.1 + 0.2 * k) for k in range(n)], **options)


def turned(axis: Any, angle: float) -> np.ndarray:
    """Euler parameters of a turn."""
    axis = np.asarray(axis, dtype=float) / np.linalg.norm(axis)
    return np.concatenate([[np.cos(0.5 * angle)], np.sin(0.5 * angle) * axis])


def kinetic(mass: Any, inertia: Any, q: np.ndarray, u: np.ndarray) -> float:
    """Kinetic energy of bodies with inertias in body axes."""
    total = 0.0
    for m, inner, pose, speed in zip(mass, inertia, q, u, strict=True):
        w = rotation(pose[:4]).T @ speed[:3]
        total += 0.5 * w @ inner @ w + 0.5 * m * speed[3:] @ speed[3:]
    return float(total)


def rotation(e: np.ndarray) -> np.ndarray:
    """R of Euler parameters, by another formula than the package's."""
    a, v = e[0], e[1:]
    skew = np.array([[0.0, -v[2], v[1]], [v[2], 0.0, -v[0]], [-v[1], v[0], 0.0]])
    return (a * a - v @ v) * np.eye(3) + 2.0 * np.outer(v, v) + 2.0 * a * skew
