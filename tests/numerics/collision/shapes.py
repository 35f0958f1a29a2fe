"""Surfaces for tests, and their support points by other formulas than the package's."""

from __future__ import annotations

import numpy as np
from scipy.optimize import minimize

from linkwork.numerics.collision.surfaces import Surface

KINDS = ("sphere", "capsule", "box", "cylinder", "disc", "hull", "ellipsoid")
SIZE = {
    "sphere": (0.3,),
    "capsule": (0.15, 0.4),
    "box": (0.3, 0.2, 0.4),
    "cylinder": (0.25, 0.3),
    "disc": (0.35,),
    "hull": (),
    "ellipsoid": (0.3, 0.2, 0.4),
}


def surface(kind: str, body: int, rng: np.random.Generator) -> Surface:
    """A surface of a kind on a body."""
    vertices = 0.3 * rng.normal(size=(12, 3)) if kind == "hull" else None
    return Surface(kind, body, SIZE[kind], vertices=vertices)


def rotation_of(e: np.ndarray) -> np.ndarray:
    """R of Euler parameters."""
    a, v = e[0], e[1:]
    skew = np.array([[0.0, -v[2], v[1]], [v[2], 0.0, -v[0]], [-v[1], v[0], 0.0]])
    return (a * a - v @ v) * np.eye(3) + 2.0 * np.outer(v, v) + 2.0 * a * skew


def pose(rng: np.random.Generator, spread: float) -> np.ndarray:
    """Euler parameters and a position."""
    e = rng.normal(size=4)
    return np.concatenate([e / np.linalg.norm(e), spread * rng.normal(size=3)])


def support(shape: Surface, q: np.ndarray, d: np.ndarray) -> np.ndarray:
    """The farthest point of a surface along a direction."""
    R = rotation_of(q[:4])
    x, size = R.T @ d, np.array(shape.size)
    across = np.concatenate([x[:2] / np.linalg.norm(x[:2]), [0.0]])
    if shape.kind == "sphere":
        local = size[0] * x / np.linalg.norm(x)
    elif shape.kind == "capsule":
        local = size[0] * x / np.linalg.norm(x) + [0.0, 0.0, np.sign(x[2]) * size[1]]
    elif shape.kind == "box":
        local = np.sign(x) * size
    elif shape.kind == "cylinder":
        local = size[0] * across + [0.0, 0.0, np.sign(x[2]) * size[1]]
    elif shape.kind == "disc":
        local = size[0] * across
    elif shape.kind == "hull":
        local = shape.vertices[np.argmax(shape.vertices @ x)]
    else:
        local = size * size * x / np.linalg.norm(size * x)
    return R @ local + q[4:]


def separation(one: Surface, two: Surface, q: np.ndarray, d: np.ndarray) -> float:
    """How far surfaces are apart along a unit direction from the first to the second."""
    return float((support(two, q[1], -d) - support(one, q[0], d)) @ d)


def true_gap(one: Surface, two: Surface, q: np.ndarray, guess: np.ndarray, rng: np.random.Generator) -> float:
    """The largest separation over all directions: the distance, or less the depth. By a search without derivatives."""
    directions = rng.normal(size=(300, 3))
    directions /= np.linalg.norm(directions, axis=1)[:, None]
    directions = directions[np.argsort([-separation(one, two, q, d) for d in directions])[:4]]
    found = []
    for start in [guess, *directions]:
        simplex = start + 0.05 * np.vstack([np.zeros(3), np.eye(3)])
        options = {"xatol": 1e-10, "fatol": 1e-13, "maxiter": 3000, "initial_simplex": simplex}

        def loss(x: np.ndarray) -> float:
            return -separation(one, two, q, x / np.linalg.norm(x))

        found.append(-minimize(loss, start, method="Nelder-Mead", options=options).fun)
    return max(found)
