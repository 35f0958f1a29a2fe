"""Mass properties by two other routes: Gauss quadrature over the volume, and tessellated surfaces."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

Cloud = tuple[np.ndarray, np.ndarray]
"""Points (n × 3) and the volume that each stands for."""


def quadrature(mapping: Callable[[np.ndarray], np.ndarray], n: int = 12) -> Cloud:
    """Points and weights of the volume that `mapping` makes of the unit cube, the Jacobian by complex steps."""
    x, w = np.polynomial.legendre.leggauss(n)
    x, w = (x + 1) / 2, w / 2
    u = np.stack(np.meshgrid(x, x, x, indexing="ij"), axis=-1).reshape(-1, 3)
    weights = np.einsum("i,j,k->ijk", w, w, w).ravel()
    columns = [mapping(u + 1e-20j * np.eye(3)[k]).imag / 1e-20 for k in range(3)]
    return mapping(u), weights * np.abs(np.linalg.det(np.stack(columns, axis=-1)))


def box(a: float, b: float, c: float) -> Cloud:
    return quadrature(lambda u: (u - 0.5) * np.array([a, b, c]))


def tube(radius: float, length: float, inner: float = 0.0) -> Cloud:
    def mapping(u: np.ndarray) -> np.ndarray:
        r, angle = inner + (radius - inner) * u[:, 0], 2 * np.pi * u[:, 1]
        return np.stack([r * np.cos(angle), r * np.sin(angle), length * (u[:, 2] - 0.5)], axis=1)

    return quadrature(mapping, 24)


def cone(radius: float, length: float) -> Cloud:
    def mapping(u: np.ndarray) -> np.ndarray:
        r, angle = radius * u[:, 0] * (1 - u[:, 2]), 2 * np.pi * u[:, 1]
        return np.stack([r * np.cos(angle), r * np.sin(angle), length * u[:, 2]], axis=1)

    return quadrature(mapping, 24)


def ellipsoid(a: float, b: float, c: float) -> Cloud:
    def mapping(u: np.ndarray) -> np.ndarray:
        r, angle, z = u[:, 0], 2 * np.pi * u[:, 1], 2 * u[:, 2] - 1
        s = r * np.sqrt(1 - z * z)
        return np.stack([a * s * np.cos(angle), b * s * np.sin(angle), c * r * z], axis=1)

    return quadrature(mapping, 24)


def wedge(a: float, b: float, length: float) -> Cloud:
    """The prism on a triangle with corners at 0, (a, 0), (0, b)."""

    def mapping(u: np.ndarray) -> np.ndarray:
        return np.stack([a * u[:, 0], b * u[:, 1] * (1 - u[:, 0]), length * (u[:, 2] - 0.5)], axis=1)

    return quadrature(mapping)


def turned_triangle(inner: float, outer: float, low: float, high: float, angle: float) -> Cloud:
    """What a triangle with corners (inner, low), (outer, low), (inner, high) sweeps that turns about z."""

    def mapping(u: np.ndarray) -> np.ndarray:
        r, turn = inner + (outer - inner) * u[:, 0], angle * (u[:, 1] - 0.5)
        return np.stack([r * np.cos(turn), r * np.sin(turn), low + (high - low) * u[:, 2] * (1 - u[:, 0])], axis=1)

    return quadrature(mapping, 16)


def mass_properties(cloud: Cloud, density: float = 1.0) -> tuple[float, np.ndarray, np.ndarray]:
    """Mass, centre of mass, and inertia about it, by plain sums."""
    points, weights = cloud
    m = density * weights
    com = m @ points / m.sum()
    d = points - com
    inertia = np.einsum(
        "n,nij->ij", m, np.einsum("nk,nk->n", d, d)[:, None, None] * np.eye(3) - d[:, :, None] * d[:, None, :]
    )
    return float(m.sum()), com, inertia


def moved(cloud: Cloud, rotation: np.ndarray, at: np.ndarray) -> Cloud:
    return cloud[0] @ rotation.T + at, cloud[1]


def together(*clouds: Cloud) -> Cloud:
    return np.concatenate([c[0] for c in clouds]), np.concatenate([c[1] for c in clouds])


def revolved(profile: list[tuple[float, float]], n: int) -> tuple[np.ndarray, np.ndarray]:
    """The closed triangle mesh of a profile (r, z), from axis to axis with z increasing, turned about z in n steps."""
    angles = 2 * np.pi * np.arange(n) / n
    ring = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    inner = profile[1:-1]
    vertices = [(0.0, 0.0, profile[0][1]), (0.0, 0.0, profile[-1][1])]
    vertices += [(r * x, r * y, z) for r, z in inner for x, y in ring]

    def at(level: int, k: int) -> int:
        return 2 + level * n + k % n

    faces = [(0, at(0, k + 1), at(0, k)) for k in range(n)]
    for level in range(len(inner) - 1):
        for k in range(n):
            a, b, c, d = at(level, k), at(level, k + 1), at(level + 1, k), at(level + 1, k + 1)
            faces += [(a, b, d), (a, d, c)]
    faces += [(1, at(len(inner) - 1, k), at(len(inner) - 1, k + 1)) for k in range(n)]
    return np.array(vertices), np.array(faces)


def ball(n: int, radii: tuple[float, float, float]) -> tuple[np.ndarray, np.ndarray]:
    latitudes = np.linspace(-np.pi / 2, np.pi / 2, n // 2 + 1)
    vertices, faces = revolved([(float(np.cos(a)), float(np.sin(a))) for a in latitudes], n)
    return vertices * np.array(radii), faces


BOX_FACES = [(0, 2, 1), (1, 2, 3), (4, 5, 6), (5, 7, 6), (0, 1, 4), (1, 5, 4)]
BOX_FACES += [(2, 6, 3), (3, 6, 7), (0, 4, 2), (2, 4, 6), (1, 3, 5), (3, 7, 5)]


def box_mesh(a: float, b: float, c: float) -> tuple[np.ndarray, np.ndarray]:
    corners = [(x, y, z) for z in (-c / 2, c / 2) for y in (-b / 2, b / 2) for x in (-a / 2, a / 2)]
    return np.array(corners), np.array(BOX_FACES)
