r"""Of loads that are not unique, those that leave the largest part of every cone.

$$ \max t \le 1: \quad x = x_0 + N z, \qquad x_N \ge t\,w, \qquad \mu x_N - \|x_T\| \ge t\,\mu w, $$

w being normal loads to compare with: a linear programme, discs cut by tangents until none is left outside (Kelley,
1960). Where no positive t is left, contacts are at the border of what they can carry together.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import lazy_loader
import numpy as np

scipy = lazy_loader.load("scipy")

GRIP_CUTS = 60
OUTSIDE_DISC = 1e-12
"""How far a force may lie outside of a disc, in loads."""
LoadCone = tuple[int, Sequence[int], float, float]
"""(the normal force, the others, μ, w) of a contact, by their places in x."""


def most_grip(
    x: np.ndarray, directions: np.ndarray, cones: Sequence[LoadCone], others: Sequence[LoadCone] = (), kept: float = 0.0
) -> tuple[float, np.ndarray]:
    """(t, x) with the most left of every cone; x changes along `directions` (columns).

    Of `others` no less than the part `kept` is left.
    """
    if not cones:
        return 1.0, x
    planes = [_planes(len(x), cones), _planes(len(x), others)]
    best: tuple[float, np.ndarray] = 0.0, x
    for _ in range(GRIP_CUTS):
        (C, w), (D, v) = planes
        low = np.concatenate([np.zeros(len(C)), kept * v])
        found = _solved(x, directions, np.vstack([C, D]), np.concatenate([w, 0.0 * v]), low)
        if found is None:
            break
        best = found
        t, y = found
        cuts = [
            [cut for cone in some if (cut := _cut(part, y, *cone)) is not None]
            for some, part in ((cones, t), (others, kept))
        ]
        if not any(cuts):
            break
        planes = [
            (np.vstack([A, *(c[None] for c, _ in new)]), np.append(own, [part for _, part in new]))
            for (A, own), new in zip(planes, cuts, strict=True)
        ]
    return best


def _planes(count: int, cones: Sequence[LoadCone]) -> tuple[np.ndarray, np.ndarray]:
    """(C, w) of C x ≥ t w: normal forces, and friction along single directions and along axes."""
    rows: list[np.ndarray] = []
    w: list[float] = []
    unit = np.eye(count)
    for n, across, mu, own in cones:
        rows.append(unit[n])
        w.append(own)
        for k in across:
            rows += [mu * unit[n] - unit[k], mu * unit[n] + unit[k]]
            w += [mu * own] * 2
    return np.array(rows).reshape(-1, count), np.array(w)


def _solved(
    x: np.ndarray, directions: np.ndarray, C: np.ndarray, w: np.ndarray, low: np.ndarray
) -> tuple[float, np.ndarray] | None:
    """max t with C x ≥ t w + low."""
    inner = np.column_stack([-C @ directions, w])
    goal = np.zeros(inner.shape[1])
    goal[-1] = -1.0
    bounds: list[Any] = [(None, None)] * (len(goal) - 1) + [(None, 1.0)]
    found = scipy.optimize.linprog(goal, A_ub=inner, b_ub=C @ x - low, bounds=bounds)
    return (float(found.x[-1]), x + directions @ found.x[:-1]) if found.status == 0 else None


def _cut(
    t: float, x: np.ndarray, n: int, across: Sequence[int], mu: float, own: float
) -> tuple[np.ndarray, float] | None:
    """The tangent of a disc that forces lie outside of."""
    forces = x[list(across)]
    force = float(np.linalg.norm(forces))
    if len(across) < 2 or mu * x[n] - force >= t * mu * own - OUTSIDE_DISC:
        return None
    row = np.zeros(len(x))
    row[n], row[list(across)] = mu, -forces / force
    return row, mu * own
