"""Closed outlines in a plane: integrals over what is inside, and triangles that fill it."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...contract import ModelError

# Gauss's rule of three points: exact on an edge up to the fifth degree.
_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(3)


def as_outline(given: Any) -> np.ndarray:
    """Corners (n × 2) of a closed outline, counterclockwise whichever way they were given."""
    points = np.array(given, dtype=float)
    if points.ndim != 2 or points.shape[1] != 2 or len(points) < 3 or not np.isfinite(points).all():
        raise ModelError(f"needs at least three rows of two finite numbers, has shape {points.shape}")
    area, size = integral(points, 0, 0), float(np.ptp(points, axis=0).max())
    if abs(area) <= 1e-12 * size**2:
        raise ModelError("encloses no area")
    points = points if area > 0 else points[::-1].copy()
    points.flags.writeable = False
    return points


def integral(outline: np.ndarray, m: int, n: int) -> float:
    """∫ xᵐ yⁿ dA inside a polygon for m + n ≤ 3: by Green's theorem ∮ xᵐ⁺¹ yⁿ/(m + 1) dy."""
    middle, half = (outline + np.roll(outline, -1, 0)) / 2.0, (np.roll(outline, -1, 0) - outline) / 2.0
    x, y = (middle[:, k, None] + half[:, k, None] * _NODES for k in range(2))
    return float((x ** (m + 1) * y**n * _WEIGHTS * half[:, 1:]).sum() / (m + 1))


def triangles(outline: np.ndarray, holes: tuple[np.ndarray, ...]) -> np.ndarray:
    """Corner numbers (n × 3) of triangles that fill an outline with holes, by cutting off ears; corners are numbered
    through outline and holes.
    """
    points = np.concatenate([outline, *holes])
    ring, first = [*range(len(outline))], len(outline)
    starts = []
    for hole in holes:
        starts.append((first, len(hole)))
        first += len(hole)
    # A hole is joined by a cut to the nearest corner that it sees; the one that reaches farthest right comes first.
    for begin, count in sorted(starts, key=lambda s: -points[s[0] : s[0] + s[1], 0].max()):
        inner = [*range(begin, begin + count)][::-1]
        at = max(range(count), key=lambda k: points[inner[k], 0])
        inner = inner[at:] + inner[: at + 1]
        tip = points[inner[0]]
        for k in sorted(range(len(ring)), key=lambda k: float(np.linalg.norm(points[ring[k]] - tip))):
            if _is_seen(points, ring, ring[k], tip) and _opens_to(points, ring, k, tip):
                break
        ring = ring[: k + 1] + inner + ring[k:]
    return np.array(_ears(points, ring))


def _turn(a: np.ndarray, b: np.ndarray, c: np.ndarray) -> Any:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _is_seen(points: np.ndarray, ring: list[int], corner: int, tip: np.ndarray) -> bool:
    """Whether no edge of the ring lies between a corner of it and a point."""
    p = points[corner]
    for j, k in zip(ring, ring[1:] + ring[:1], strict=True):
        a, b = points[j], points[k]
        if corner in (j, k) or (p == a).all() or (p == b).all():
            continue
        if _turn(a, b, p) * _turn(a, b, tip) <= 0 and _turn(p, tip, a) * _turn(p, tip, b) <= 0:
            return False
    return True


def _opens_to(points: np.ndarray, ring: list[int], k: int, tip: np.ndarray) -> bool:
    """Whether a point lies inside the angle of the ring at its k-th corner."""
    before, p, after = (points[ring[j % len(ring)]] for j in (k - 1, k, k + 1))
    left, right = _turn(p, after, tip) > 0, _turn(p, tip, before) > 0
    return (left and right) if _turn(before, p, after) > 0 else (left or right)


def _ears(points: np.ndarray, ring: list[int]) -> list[tuple[int, int, int]]:
    found, left = [], list(ring)
    while len(left) > 3:
        for k in range(len(left)):
            i, j, n = left[k - 1], left[k], left[(k + 1) % len(left)]
            a, b, c = points[[i, j, n]]
            if _turn(a, b, c) <= 0:
                continue
            others = points[[m for m in left if m not in (i, j, n)]].T
            inside = (_turn(a, b, others) >= 0) & (_turn(b, c, others) >= 0) & (_turn(c, a, others) >= 0)
            # Corners that a cut has doubled stand on an ear's own corners, and in no way of it.
            same = [(corner == others.T).all(axis=1) for corner in (a, b, c)]
            if not (inside & ~np.logical_or.reduce(same)).any():
                break
        else:
            # Nothing but flat corners is left.
            k = min(
                range(len(left)), key=lambda k: abs(_turn(*points[[left[k - 1], left[k], left[(k + 1) % len(left)]]]))
            )
        found.append((left[k - 1], left[k], left[(k + 1) % len(left)]))
        del left[k]
    return [*found, (left[0], left[1], left[2])]
