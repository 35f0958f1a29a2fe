"""Where two smooth surfaces touch, or are nearest to each other: looked for all over both.

Both are sampled. Pairs of points that are near each other and look at each other are where the search for common
normals begins, by Gauss–Newton steps on the equations of `CommonNormal`; what several of them find is one place.
"""

from __future__ import annotations

import math
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from ...contract import Parameter, SmoothSurface
from ...contract.own_unknowns import Guess
from ...expr import array, jacobian, make_function, symbols
from ...expr.graph import as_expr
from ...spatial import Relative
from .common_normal import CommonNormal

SURFACE_SAMPLES = 17
"""Of each of u and v."""
BEGINNINGS = 24
"""Pairs of points from which a common normal is looked for."""
NORMAL_STEPS, NORMAL_FOUND = 60, 1e-11
SAME_PLACE = 1e-6
"""Places that are closer than this, in lengths of the smaller surface, are one."""
NEARLY_AS_NEAR = 0.05
"""Gaps that differ by less than this, in lengths of the smaller surface, deserve a word."""
FARTHEST_UNKNOWN = 1e6


class SurfaceSamples(NamedTuple):
    """Points of a surface in the axes of the first end, and normals there; unknowns (n × count)."""

    unknowns: np.ndarray
    points: np.ndarray
    normals: np.ndarray
    size: float


class Touch(NamedTuple):
    """A common normal."""

    unknowns: np.ndarray
    point: np.ndarray
    gap: float


def nearest_touch(geometry: CommonNormal, rel: Relative) -> Guess | None:
    """The unknowns where |gap| is least, with a word on other places as near; None where no common normal is found."""
    R, p = np.asarray(rel.R, dtype=float), np.asarray(rel.p, dtype=float)
    first, second = _sampled_pair(geometry, R, p)
    size = min(first.size, second.size)
    search = _search(geometry)
    found: list[Touch] = []
    for start in _beginnings(first, second):
        touch = search(R, p, start)
        if touch is not None and all(np.linalg.norm(touch.point - x.point) > SAME_PLACE * size for x in found):
            found.append(touch)
    found.sort(key=lambda touch: abs(touch.gap))
    if not found:
        return None
    near = [touch for touch in found[1:] if abs(touch.gap) - abs(found[0].gap) < NEARLY_AS_NEAR * size]
    remark = ""
    if near:
        places = ", ".join(f"({x:.4g}, {y:.4g}, {z:.4g})" for x, y, z in (touch.point for touch in near[:3]))
        x, y, z = found[0].point
        remark = (
            f"its surfaces have {len(near) + 1} common normals of nearly one length; it begins at ({x:.4g}, {y:.4g}, "
            f"{z:.4g}), where they are nearest, and not at {places}. guess={{…}} of its unknowns says otherwise"
        )
    return Guess(tuple(map(float, found[0].unknowns)), remark)


def _sampled_pair(geometry: CommonNormal, R: np.ndarray, p: np.ndarray) -> tuple[SurfaceSamples, SurfaceSamples]:
    """Both in the axes of the first end; one without an end is sampled about the other."""
    first, second = geometry.first, geometry.second
    ends = [all(map(math.isfinite, (x for pair in s.extent for x in pair))) for s in (first, second)]
    if ends[1] or not ends[0]:
        two = sample_surface(second, R, p)
        return sample_surface(first, np.eye(3), np.zeros(3), two.points), two
    one = sample_surface(first, np.eye(3), np.zeros(3))
    return one, sample_surface(second, R, p, (one.points - p) @ R)


def sample_surface(
    surface: SmoothSurface, R: np.ndarray, p: np.ndarray, about: np.ndarray | None = None, count: int = SURFACE_SAMPLES
) -> SurfaceSamples:
    """A surface at the numbers of its chart; ranges without an end are those of points `about`, as x and y."""
    axes = []
    for k, (pair, closed) in enumerate(zip(surface.extent, surface.comes_back, strict=True)):
        low, high = pair
        around = np.array([-1.0, 1.0]) if about is None else about[:, k]
        middle, half = 0.5 * (around.max() + around.min()), 0.75 * (around.max() - around.min()) + 1e-3
        low = low if math.isfinite(low) else min(middle - half, high - 2.0 * half)
        high = high if math.isfinite(high) else max(middle + half, low + 2.0 * half)
        axes.append(np.linspace(low, high, count, endpoint=not closed))
    unknowns = np.array([np.array(surface.chart(*pair), dtype=float) for pair in product(*axes)])
    places = placing(surface)(unknowns)
    points, normals = places[:, :3] @ R.T + p, places[:, 3:] @ R.T
    return SurfaceSamples(unknowns, points, normals, float(np.ptp(points, axis=0).max()))


def placing(surface: SmoothSurface) -> Any:
    """Points and normals (n × 6) of a surface at numbers of its unknowns (n × count), Parameters at their values."""
    names = symbols("s", len(surface.unknowns))
    values = array([as_expr(x) for x in (*surface.point(*names), *surface.normal(*names))])
    traced, own = _with_parameters("place", {"s": names}, {"place": values}, surface.parameters)
    with np.errstate(all="ignore"):
        return lambda unknowns: np.array([traced(s=s, **own).place for s in unknowns], dtype=float)


def _beginnings(first: SurfaceSamples, second: SurfaceSamples) -> list[np.ndarray]:
    """Unknowns of pairs that are near and look at each other; pairs beside better ones are left out."""
    apart = second.points[None] - first.points[:, None]
    facing = 1.0 + first.normals @ second.normals.T
    size = min(first.size, second.size)
    score = np.sqrt((apart**2).sum(axis=2)) / size + facing
    score = np.where(np.isfinite(score), score, np.inf)
    order = np.argsort(score, axis=None)
    found: list[np.ndarray] = []
    taken: list[np.ndarray] = []
    for k in order:
        i, j = np.unravel_index(k, score.shape)
        place = first.points[i]
        if all(np.linalg.norm(place - x) > 0.1 * size for x in taken):
            taken.append(place)
            found.append(np.concatenate([first.unknowns[i], second.unknowns[j]]))
        if len(found) == BEGINNINGS:
            break
    return found


def _search(geometry: CommonNormal) -> Any:
    """What finds the common normal near numbers of the unknowns; None where it leads nowhere."""
    s = symbols("s", len(geometry.unknowns))
    rel = Relative(symbols("R", (3, 3)), symbols("p", 3), np.zeros(3), np.zeros(3))
    held = array([as_expr(x) for x in geometry.held(rel, s)])
    one, two = geometry.split(s)
    outputs = {
        "held": held,
        "slopes": jacobian(held, s),
        "gap": geometry.gap(rel, s),
        "point": array([as_expr(x) for x in geometry.first.point(*one)]),
        "facing": geometry.first.normal(*one) @ (rel.R @ geometry.second.normal(*two)),
    }
    parameters = [*geometry.first.parameters, *geometry.second.parameters]
    traced, own = _with_parameters("common_normal", {"R": rel.R, "p": rel.p, "s": s}, outputs, parameters)

    def search(R: np.ndarray, p: np.ndarray, start: np.ndarray) -> Touch | None:
        at = start.copy()
        for _ in range(NORMAL_STEPS):
            now = traced(R=R, p=p, s=at, **own)
            if not np.isfinite(now.slopes).all():
                return None
            step = np.linalg.lstsq(now.slopes, now.held, rcond=1e-12)[0]
            step *= min(1.0, 0.3 * (1.0 + np.abs(at).max()) / max(float(np.abs(step).max()), 1e-300))
            at = at - step
            if np.abs(step).max() < NORMAL_FOUND * (1.0 + np.abs(at).max()):
                break
        now = traced(R=R, p=p, s=at, **own)
        inside = all(low <= x <= high for x, (low, high) in _edges(geometry, at))
        solved = np.abs(now.held).max() < 1e3 * NORMAL_FOUND and np.abs(at).max() < FARTHEST_UNKNOWN
        if not (solved and inside and float(now.facing) < 0.0):
            return None
        return Touch(at, np.asarray(now.point, dtype=float), float(now.gap))

    return search


def _edges(geometry: CommonNormal, at: np.ndarray) -> list[tuple[float, tuple[float, float]]]:
    return [(at[geometry.unknowns.index(name)], pair) for name, pair in geometry.edges.items()]


def _with_parameters(
    name: str, inputs: dict[str, Any], outputs: dict[str, Any], parameters: list[Parameter]
) -> tuple[Any, dict[str, Any]]:
    """A traced function, and the values of the Parameters in it."""
    own = list(dict.fromkeys(parameters))
    if not own:
        return make_function(name, inputs, outputs), {}
    traced = make_function(name, {**inputs, "parameters": array(own)}, outputs)
    return traced, {"parameters": np.array([p.value for p in own])}
