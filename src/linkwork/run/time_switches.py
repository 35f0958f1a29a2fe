"""Moments at which inputs over time change branch: corners and jumps, which are ends of steps."""

from __future__ import annotations

import numpy as np

from ..diagnosis import note
from ..expr.enclosures import enclose
from ..expr.graph import Node, as_expr, topological
from .input_look import MOST_BOXES, InputLook, halved

DECIDING = frozenset(("abs", "sign", "floor", "ceil", "min", "max", "lt", "le", "eq", "ne"))
"""Operations with branches, tables apart."""
TOO_MANY = (
    "inputs over time change branch too often to find each time: from t = {t:.6g} on they were looked at every "
    "{width:.2g} s, and a shorter pulse could hide"
)
MOST_LEVELS = 1_000_000
"""Integers that one `floor` may pass before they are looked for like everything else."""


class Knots:
    """Where branches change in a span. Those of straight lines in time are known at once, others are met on the way."""

    def __init__(self, look: InputLook) -> None:
        self.look = look
        nodes = topological(look.values)
        tables = self._affine([x for x in nodes if x.op == "lookup"])
        others = self._affine([x for x in nodes if x.op in DECIDING])
        self._tables = np.array(sorted(set(tables)))
        known = np.unique(np.concatenate([self._tables, others, [look.start, look.end]]))
        look.weigh(np.array([known[:-1], known[1:]]))
        self._others = self._apart(np.array(sorted(set(others))))
        """(first, last) instant of each knot that a branch makes."""
        self._tables = self._tables[self._matters(np.column_stack([self._tables, self._tables]))]
        self._search()

    def _affine(self, asked: list[Node]) -> list[float]:
        """When what decides about operations is a straight line in time, and reaches a level at which they change."""
        look, found = self.look, []
        if not asked:
            return []
        arguments = [as_expr(x.args[0]) - as_expr(x.args[1]) if len(x.args) == 2 else x.args[0] for x in asked]
        lines = enclose(arguments, look.t, look.known, np.array([[look.start], [look.end]])).roots
        for node, argument, line in zip(asked, arguments, lines, strict=True):
            low, high, least, slope = (float(np.ravel(x)[0]) for x in line[:4])
            if least != slope or slope == 0.0 or not np.isfinite(slope):
                continue
            levels = _levels(node, low, high)
            first = float(look.at([argument], np.array([look.start]))[0, 0])
            times = look.start + (levels - first) / slope
            # Once more from there, since the first value may be large beside the slope.
            times = times + (levels - look.at([argument], times)[0]) / slope
            found += times[(times > look.start) & (times < look.end)].tolist()
        return found

    def _apart(self, times: np.ndarray) -> np.ndarray:
        """Instants (n × 2), those that overlap joined."""
        found: list[list[float]] = []
        for a, b in (times if times.ndim == 2 else np.column_stack([times, times])).tolist():
            if found and a - found[-1][1] <= 4.0 * self.look.instant:
                found[-1][1] = max(found[-1][1], b)
            else:
                found.append([a, b])
        return np.array(found).reshape(-1, 2)

    def boxes(self) -> np.ndarray:
        """What lies between the knots (2 × n)."""
        look = self.look
        knots = self._apart(np.array(sorted([*self._others.tolist(), *np.column_stack([self._tables] * 2).tolist()])))
        starts = np.concatenate([[look.start], knots[:, 1] + look.instant])
        ends = np.concatenate([knots[:, 0] - look.instant, [look.end]])
        wide = ends - starts > 2.0 * look.instant
        return np.array([starts[wide], ends[wide]])

    def _search(self) -> None:
        """Finds the others: boxes on which branches are open are halved until they are instants."""
        look = self.look
        boxes = self.boxes()
        found: list[list[float]] = []
        while boxes.shape[1]:
            # A little wider, for a change that rounding puts between two boxes is in neither.
            wider = boxes + 0.5 * look.instant * np.array([[-1.0], [1.0]])
            boxes = boxes[:, enclose(look.values, look.t, look.known, wider).is_open]
            is_instant = boxes[1] - boxes[0] <= 4.0 * look.instant
            found += boxes[:, is_instant].T.tolist()
            boxes = halved(boxes[:, ~is_instant])
            if boxes.shape[1] > MOST_BOXES:
                t, width = float(boxes[0, 0]), float((boxes[1] - boxes[0]).max())
                look.notes.append(note("input_unresolved", TOO_MANY.format(t=t, width=width), t))
                break
        # At the very start and end there is nothing to go on from, or to.
        edge = 8.0 * look.instant
        inner = [x for x in found if x[0] - look.start > edge and look.end - x[1] > edge]
        if inner:
            self._others = self._apart(np.array(sorted([*self._others.tolist(), *inner])))

    def _sides(self, knots: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Jumps of values and of slopes (values × knots)."""
        look = self.look
        before, behind = knots[:, 0] - look.instant, knots[:, 1] + look.instant
        jumps = np.abs(look.at(look.values, behind) - look.at(look.values, before))
        slopes = []
        for times in (before, behind):
            found = enclose(look.values, look.t, look.known, np.array([times, times])).roots
            slopes.append(np.array([np.broadcast_to(x.least_slope, times.shape) for x in found]))
        with np.errstate(all="ignore"):
            return np.nan_to_num(jumps), np.nan_to_num(np.abs(slopes[1] - slopes[0]))

    def _matters(self, knots: np.ndarray) -> np.ndarray:
        """Whether a knot can be distinguished from none: what it changes up to its neighbours is more than nothing."""
        if not len(knots):
            return np.zeros(0, dtype=bool)
        look = self.look
        edges = np.concatenate([[look.start], knots[:, 0], [look.end]])
        gaps = np.diff(edges)
        near = np.minimum(gaps[:-1], gaps[1:])
        jumps, bends = self._sides(knots)
        floors = look.floors[:, None]
        return np.asarray(((jumps > floors) | (0.25 * bends * near > floors)).any(axis=0))

    @property
    def _all(self) -> np.ndarray:
        """Every knot that matters (n × 2)."""
        others = self._others[self._matters(self._others)]
        return self._apart(np.array(sorted([*others.tolist(), *np.column_stack([self._tables] * 2).tolist()])))

    @property
    def jumps(self) -> np.ndarray:
        """(before, behind) of knots at which some value jumps."""
        knots = self._all
        if not len(knots):
            return np.zeros((0, 2))
        leaps = (self._sides(knots)[0] > self.look.floors[:, None]).any(axis=0)
        return knots[leaps] + self.look.instant * np.array([-1.0, 1.0])

    def lie_before(self, boxes: np.ndarray) -> np.ndarray:
        """Whether a knot that matters lies between each box and the one before."""
        knots, reach = self._all[:, 0], 2.0 * self.look.instant
        ends = np.concatenate([[-np.inf], boxes[1, :-1]])
        first, behind = np.searchsorted(knots, ends - reach), np.searchsorted(knots, boxes[0] + reach)
        return np.asarray(behind > first) & np.isfinite(ends)


def _levels(node: Node, low: float, high: float) -> np.ndarray:
    """The values between bounds of what decides about an operation at which it changes branch."""
    if node.op in ("floor", "ceil"):
        return np.arange(np.ceil(low), np.floor(high) + 1.0) if high - low < MOST_LEVELS else np.zeros(0)
    if node.op != "lookup":
        return np.zeros(1)
    breaks = node.data.breaks
    if not node.data.periodic:
        return np.asarray(breaks)
    period = breaks[-1] - breaks[0]
    turns = np.arange(np.floor((low - breaks[0]) / period), np.floor((high - breaks[0]) / period) + 1.0)
    found = (breaks[None, :-1] + period * turns[:, None]).ravel()
    return np.asarray(found[(found >= low) & (found <= high)])
