"""Points of contacts and marks on the time line, as they stand in a scene."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from ..contract import ModelError
from ..contract.errors import unknown
from .base64_array import packed
from .parts import TimeMark, TouchingPoint
from .scene import TimeMarksPart, TouchingPart
from .thinning import kept_curve

TOUCH_SAMPLES, FEWEST_TOUCHES = 40_000, 200
"""Samples that all points of contacts share, and those that each has at least."""
MOST_MARKS = 2000
"""Marks on the time line: more would be a bar."""
ROUNDING = 1e-6
"""Part of the largest number below which a difference is none that could be seen."""
RANKS = ("impact", "event", "change")
"""Which marks are kept where there are too many."""


def touching_parts(points: Iterable[TouchingPoint], connections: Sequence[str]) -> list[TouchingPart]:
    """Points of contacts, thinned so that nothing visible is lost."""
    given = list(points)
    most = max(TOUCH_SAMPLES // max(len(given), 1), FEWEST_TOUCHES)
    return [_touching(point, connections, most) for point in given]


def _touching(point: TouchingPoint, connections: Sequence[str], most: int) -> TouchingPart:
    if point.connection not in connections:
        raise ModelError(f"touching {point.name!r}: {unknown('connection', point.connection, connections)}")
    times, places, normal, friction = (
        np.asarray(x, dtype=float) for x in (point.times, point.places, point.normal, point.friction)
    )
    for name, values in (("places", places), ("normal", normal), ("friction", friction)):
        if values.shape != (len(times), 3):
            raise ModelError(
                f"touching {point.name!r}: {name} has shape {values.shape}; for {len(times)} times it needs "
                f"{(len(times), 3)}."
            )
    if not np.isfinite(times).all() or np.any(np.diff(times) <= 0.0):
        raise ModelError(f"touching {point.name!r}: its times must be finite and rise.")
    closed = np.isfinite(places).all(axis=1)
    keep = _kept_rows(times, np.hstack([_scaled(places), _scaled(normal), _scaled(friction)]), closed, most)
    forces = (np.where(closed[:, None] & np.isfinite(x), x, 0.0) for x in (normal, friction))
    parts = [places, *forces]
    return {
        "name": point.name,
        "connection": connections.index(point.connection),
        "times": packed(times[keep], double=True),
        "places": packed(np.where(closed[:, None], places, np.nan)[keep]),
        "normal": packed(parts[1][keep]),
        "friction": packed(parts[2][keep]),
    }


def _scaled(values: np.ndarray) -> np.ndarray:
    """Values from their middle, as parts of their largest range; what varies by rounding does not vary."""
    finite = values[np.isfinite(values).all(axis=1)]
    if not len(finite):
        return values
    span = float(np.ptp(finite, axis=0).max())
    return (values - finite.mean(axis=0)) / max(span, ROUNDING * float(np.abs(finite).max()), np.finfo(float).tiny)


def _kept_rows(times: np.ndarray, values: np.ndarray, closed: np.ndarray, most: int) -> np.ndarray:
    """Of every time together the samples that matter, of every time apart the two at its ends."""
    edges = np.flatnonzero(np.diff(closed)) + 1
    kept = []
    for rows in np.split(np.arange(len(times)), edges):
        if closed[rows[0]]:
            kept.append(rows[kept_curve(times[rows], values[rows], most)])
        else:
            kept.append(np.unique(rows[[0, -1]]))
    return np.concatenate(kept)


def mark_parts(marks: Iterable[TimeMark]) -> TimeMarksPart:
    """Marks in order of time; of very many, impacts before others and the largest before the small ones."""
    given = [mark for mark in marks if np.isfinite(mark.t)]
    kept = sorted(given, key=lambda mark: (RANKS.index(mark.kind), -mark.weight))[:MOST_MARKS]
    return {
        "marks": [{"t": float(m.t), "kind": m.kind, "sentence": m.sentence} for m in sorted(kept, key=lambda m: m.t)],
        "given": len(given),
    }
