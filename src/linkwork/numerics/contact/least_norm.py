r"""The x of least norm among those that give the same y, and whether there are others.

Solutions with the same y differ by directions of the null space of G. Which contacts press, slide or hold is the same
for all of them, so that they form a convex set, x_0 + N z inside cones. Its point of least norm is a problem of least
distance (Lawson and Hanson, *Solving Least Squares Problems*, ch. 23); discs are cut by tangents until none is left
outside.
"""

from __future__ import annotations

from dataclasses import dataclass

import lazy_loader
import numpy as np

from .problem import ContactProblem

scipy = lazy_loader.load("scipy")

CUTS, SHARPENING_STEPS = 60, 8
_NEAR = 1e-5
"""How near to the point of least norm cuts come: bounds within this are tight when it is sharpened."""
OUTSIDE = 1e-13
"""How far a point may lie outside of a disc, in units in which x is of the order of one."""
_NULL_TOLERANCE = 1e-10
"""Singular values of G below this fraction of the largest are zero."""
TIGHT = 1e-9
"""An inequality is tight below this, in the same units."""


@dataclass(frozen=True, eq=False)
class ConeBounds:
    """Inequalities on x: C x ≥ h, and μ (x_N + p) ≥ ‖x_T‖ for each disc (N, both T, μ, p)."""

    C: np.ndarray
    h: np.ndarray
    discs: tuple[tuple[int, np.ndarray, float, float], ...] = ()

    def cuts(self, x: np.ndarray, nearer: float) -> np.ndarray:
        """Tangents (c, h) of the discs that x is outside of, or inside by no more than `nearer`."""
        found = []
        for n, t, mu, preload in self.discs:
            force = float(np.linalg.norm(x[t]))
            if force > 0.0 and force > mu * (max(float(x[n]), 0.0) + preload) - nearer:
                cut = np.zeros(len(x) + 1)
                cut[n], cut[t], cut[-1] = mu, -x[t] / force, -mu * preload
                found.append(cut)
        return np.array(found).reshape(len(found), len(x) + 1)

    def tight(self, x: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """(values, slopes, second derivatives) of the bounds that x is at: positive inside."""
        plain = np.flatnonzero(self.C @ x - self.h < _NEAR)
        values, slopes = list(self.C[plain] @ x - self.h[plain]), list(self.C[plain])
        curvature = [np.zeros((len(x), len(x))) for _ in plain]
        for n, t, mu, preload in self.discs:
            force = float(np.linalg.norm(x[t]))
            left = mu * (float(x[n]) + preload) - force
            if left < _NEAR and force > 0.0:
                slope, bent, d = np.zeros(len(x)), np.zeros((len(x), len(x))), x[t] / force
                slope[n], slope[t] = mu, -d
                bent[np.ix_(t, t)] = -(np.eye(len(t)) - np.outer(d, d)) / force
                values.append(left)
                slopes.append(slope)
                curvature.append(bent)
        return np.array(values), np.array(slopes).reshape(-1, len(x)), np.array(curvature).reshape(-1, len(x), len(x))


def least_norm_point(x: np.ndarray, directions: np.ndarray, bounds: ConeBounds) -> np.ndarray | None:
    """The x + directions z of least norm inside the bounds; None where none is inside. Directions are orthonormal."""
    C, h, point = bounds.C, bounds.h, x
    for _ in range(CUTS):
        z = _least_distance(directions, x, C, h)
        if z is None:
            return None
        point = x + directions @ z
        cuts = bounds.cuts(point, -OUTSIDE * (1.0 + float(np.abs(point).max())))
        if not len(cuts):
            break
        C, h = np.vstack([C, cuts[:, :-1]]), np.concatenate([h, cuts[:, -1]])
    return _sharpened(x, directions, bounds, point) if len(C) > len(bounds.C) else point


def _sharpened(x: np.ndarray, directions: np.ndarray, bounds: ConeBounds, point: np.ndarray) -> np.ndarray:
    """The same to all digits: Newton's method on the conditions of Lagrange for the bounds that are tight.

    Cuts become parallel where they come near the point, and half of the digits is lost. A step that leads away, or out
    of the bounds, is not taken.
    """
    best, along = point, directions.T @ (point - x)
    multipliers: np.ndarray | None = None
    for _ in range(SHARPENING_STEPS):
        values, slopes, curvature = bounds.tight(point)
        if multipliers is None:
            multipliers = np.linalg.lstsq((slopes @ directions).T, directions.T @ point, rcond=1e-9)[0]
        count = len(along)
        inner = slopes @ directions
        bent = np.einsum("k,kij->ij", multipliers, curvature)
        matrix = np.zeros((count + len(values),) * 2)
        matrix[:count, :count] = np.eye(count) - directions.T @ bent @ directions
        matrix[:count, count:], matrix[count:, :count] = -inner.T, inner
        rest = np.concatenate([directions.T @ (point - slopes.T @ multipliers), values])
        step = np.linalg.lstsq(matrix, -rest, rcond=1e-11)[0]
        if np.abs(step[:count]).max() > _NEAR:
            return best
        along, multipliers = along + step[:count], multipliers + step[count:]
        point = x + directions @ along
        if np.abs(step[:count]).max() < OUTSIDE:
            break
    is_inside = (bounds.C @ point - bounds.h > -TIGHT).all() and not len(bounds.cuts(point, -TIGHT))
    return point if is_inside and (multipliers is None or (multipliers > -TIGHT).all()) else best


def _least_distance(directions: np.ndarray, x: np.ndarray, C: np.ndarray, h: np.ndarray) -> np.ndarray | None:
    """The z of least ‖x + directions z‖ with C (x + directions z) ≥ h; None where there is none.

    With w = z + directionsᵀx the norm is that of w, but for a constant.
    """
    along = directions.T @ x
    inner = C @ directions
    bound = h - C @ x + inner @ along
    sizes = np.linalg.norm(inner, axis=1)
    felt = sizes > 1e-12
    if (bound[~felt] > TIGHT).any():
        return None
    E, f = inner[felt] / sizes[felt, None], bound[felt] / sizes[felt]
    if (f <= 0.0).all():
        return -along
    scale = float(np.abs(f).max())
    matrix = np.vstack([E.T, f / scale])
    target = np.zeros(len(matrix))
    target[-1] = 1.0
    multipliers, _ = scipy.optimize.nnls(matrix, target, maxiter=30 * len(f) + 100)
    rest = matrix @ multipliers - target
    if abs(rest[-1]) < 1e-12:
        return None
    w = -scale * rest[:-1] / rest[-1]
    return w - along if (E @ w >= f - TIGHT * max(scale, 1.0)).all() else None


@dataclass(frozen=True, eq=False)
class ImpulseFreedom:
    """x of least norm, and the ways in which it can change without changing y."""

    x: np.ndarray
    directions: np.ndarray
    """Orthonormal columns; none where x is unique."""

    @property
    def redundancy(self) -> int:
        """How many ways there are."""
        return int(self.directions.shape[1])


def impulse_freedom(problem: ContactProblem, x: np.ndarray, modes: tuple[str, ...]) -> ImpulseFreedom:
    """The same y with the least x."""
    basis = _admissible(problem, x, modes)
    null = _null_space(problem.G @ basis)
    if not null.shape[1]:
        return ImpulseFreedom(x, np.zeros((len(x), 0)))
    directions = np.linalg.qr(basis @ null)[0]
    size = float(np.abs(x).max(initial=0.0)) or 1.0
    bounds = _pressures(problem, modes, size)
    point = least_norm_point(x / size, directions, bounds)
    if point is None:
        return ImpulseFreedom(x, directions)
    return ImpulseFreedom(size * point, _free_directions(bounds, point, directions))


def _admissible(problem: ContactProblem, x: np.ndarray, modes: tuple[str, ...]) -> np.ndarray:
    """Columns that x may move along: all rows where a contact sticks, normal with friction where it slides."""
    y, columns, unit = problem.velocities(x), [], np.eye(len(x))
    for k, mode in enumerate(modes):
        n, *t = problem.rows(k)
        if problem.bilateral[k] or mode == "stick":
            columns += [unit[n], *unit[t]]
        elif mode == "slip":
            speed = float(np.linalg.norm(y[t])) or 1.0
            columns.append(unit[n] - problem.mu_slip[k] / speed * (y[t] @ unit[t]))
    return np.array(columns).T.reshape(len(x), len(columns))


def _null_space(matrix: np.ndarray) -> np.ndarray:
    """Orthonormal columns that a matrix makes zero."""
    if not matrix.shape[1]:
        return np.zeros((0, 0))
    sizes = np.linalg.norm(matrix, axis=0)
    # Columns in comparable units: a light body beside a heavy one has no small singular value of its own.
    scale = 1.0 / np.where(sizes > _NULL_TOLERANCE * sizes.max(), sizes, sizes.max() or 1.0)
    _, values, vt = np.linalg.svd(matrix * scale)
    rank = int((values > _NULL_TOLERANCE * max(float(values.max(initial=0.0)), 1e-300)).sum())
    return np.linalg.qr(scale[:, None] * vt[rank:].T)[0]


def _pressures(problem: ContactProblem, modes: tuple[str, ...], size: float) -> ConeBounds:
    """What pressed and sticking contacts ask of x/size."""
    rows, right, discs = [], [], []
    unit = np.eye(len(problem.b))
    for k, mode in enumerate(modes):
        if problem.bilateral[k] or mode == "open":
            continue
        n, *t = problem.rows(k)
        mu, preload = float(problem.mu_stick[k]), float(problem.preload[k]) / size
        rows.append(unit[n])
        right.append(0.0)
        if mode == "stick" and len(t) == 1:
            rows += [mu * unit[n] + unit[t[0]], mu * unit[n] - unit[t[0]]]
            right += [-mu * preload] * 2
        elif mode == "stick" and t:
            discs.append((n, np.array(t), mu, preload))
    return ConeBounds(np.array(rows).reshape(len(rows), len(unit)), np.array(right), tuple(discs))


def _free_directions(bounds: ConeBounds, x: np.ndarray, directions: np.ndarray) -> np.ndarray:
    """A basis of those directions that x can go without leaving the bounds.

    Unit vectors of both signs are projected on the cone of the bounds that are tight; where all vanish, x is alone.
    """
    tight = bounds.C[bounds.C @ x - bounds.h < TIGHT]
    E = np.vstack([tight, bounds.cuts(x, TIGHT)[:, :-1]]) @ directions
    sizes = np.linalg.norm(E, axis=1)
    E = E[sizes > TIGHT] / sizes[sizes > TIGHT, None]
    count = directions.shape[1]
    if not len(E):
        return directions
    inside = []
    for unit in np.vstack([np.eye(count), -np.eye(count)]):
        multipliers, _ = scipy.optimize.nnls(E.T, -unit, maxiter=30 * len(E) + 100)
        inside.append(unit + E.T @ multipliers)
    _, values, vt = np.linalg.svd(np.array(inside))
    return np.asarray(directions @ vt[: int((values > 1e-7).sum())].T)
