"""The first look at inputs over time: boxes on which each of their terms is linear, or seen by a few samples."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from ..diagnosis import Note, note
from ..expr import gradient_of
from ..expr.enclosures import FOREIGN_OPS, enclose
from ..expr.evaluate import evaluate
from ..expr.graph import Node, as_expr, topological
from ..formulation.inputs_over_time import TimeInput

SEEN = 4.2
"""How much larger than what samples show a deviation may be that counts as seen: it is 3.9 for a cubic."""
STEP_REACH = 2.0
"""The longest step, in lengths of a box times what samples show of its bend: 4.6 widths of exp(−(t/width)²)."""
LEAST_PART = 1e-3
"""The longest step is not shorter than this part of a box."""
STEEP = 1e-6
"""The part of the span down to which a slope without bounds is followed."""
INPUT_ROUNDING = 1e-14
"""Changes below this part of the largest value that an input may have are rounding."""
INSTANT = 1e-15
"""Times nearer to each other than this, relative to them, are one."""
MOST_BOXES = 1 << 17
"""Boxes at a time; what is not resolved with as many is left to short steps."""
FOREIGN_BOXES = 1024
"""Boxes at least for foreign code, each with four samples."""
FOREIGN_BEND = 0.5
"""Part of what samples of foreign code show that their fourth difference may be."""
BOX_PARTS = np.linspace(0.0, 1.0, 5)[:, None]
"""Where a box is sampled; its quarters are enclosed for themselves, which is tighter."""


CHANGES_TOO_OFTEN = (
    "inputs over time change too often to look at all of it: from t = {t:.6g} on they were looked at every {width:.2g} "
    "s, and a shorter pulse could hide"
)


class _Level(NamedTuple):
    """Boxes of one length, and what is known of terms on them."""

    boxes: np.ndarray
    is_known: np.ndarray
    seen: np.ndarray
    """How far samples of each term are from its chord."""
    slopes: np.ndarray
    """(least, largest) slope of each term."""
    size: np.ndarray
    """How far the values of each are apart at most."""
    is_halved: np.ndarray = np.zeros(0, dtype=bool)


class InputLook:
    """Inputs over time on a span, at numbers of Parameters."""

    def __init__(
        self, inputs: Sequence[TimeInput], known: Mapping[Any, float], t_start: float, t_end: float, rtol: float
    ) -> None:
        self.t, self.known, self.rtol = inputs[0].time, known, rtol
        self.start, self.end, self.span = t_start, t_end, t_end - t_start
        self.instant = INSTANT * max(1.0, abs(t_start), abs(t_end))
        self.values: list[Node] = [x.value for x in inputs]
        self.owners = [x.owner for x in inputs]
        terms: dict[int, Node] = {}
        members: list[tuple[int, int]] = []
        for k, value in enumerate(self.values):
            for term in _terms(value):
                terms.setdefault(term.uid, term)
                members.append((list(terms).index(term.uid), k))
        self.terms = list(terms.values())
        self._members = np.array(members).T
        self._owner = dict(reversed(members))
        self.is_foreign = np.array([any(n.op in FOREIGN_OPS for n in topological([x])) for x in self.terms])
        self.slopes: list[Node] = [as_expr(gradient_of(x, [self.t])[0]) for x in self.terms]
        self.notes: list[Note] = []
        whole = enclose(self.values, self.t, known, np.array([[t_start], [t_end]])).roots
        sizes = [float(np.max(np.abs([x.low, x.high]))) for x in whole]
        self._rounding = np.array([INPUT_ROUNDING * x if np.isfinite(x) else 0.0 for x in sizes])
        self._mean = np.zeros(len(self.values))

    def at(self, nodes: Sequence[Node], times: np.ndarray) -> np.ndarray:
        """Values of expressions at times, one more axis in front."""
        found = evaluate(nodes, {**self.known, self.t: times})
        return np.array([np.broadcast_to(np.asarray(x, dtype=float), times.shape) for x in found])

    @property
    def floors(self) -> np.ndarray:
        """For every value, changes that do not matter: the tolerance times its mean size over the span."""
        return np.maximum(self.rtol * self._mean, self._rounding)

    @property
    def _term_floors(self) -> np.ndarray:
        found = np.full(len(self.terms), np.inf)
        np.minimum.at(found, self._members[0], self.floors[self._members[1]])
        return found

    def weigh(self, boxes: np.ndarray) -> None:
        """Takes the mean size of all values on boxes, if that is larger than what is known: pulses may be new."""
        lengths = boxes[1] - boxes[0]
        sampled = np.abs(self.at(self.values, boxes[0] + BOX_PARTS * lengths))
        with np.errstate(all="ignore"):
            mean = (np.nan_to_num(sampled, posinf=0.0).mean(axis=1) * lengths).sum(axis=1) / self.span
        self._mean = np.maximum(self._mean, mean)

    def resolve(self, boxes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Boxes in order (2 × n), and the longest step on each."""
        if self.is_foreign.any():
            boxes = _finer(boxes, self.span / FOREIGN_BOXES)
            self._tell_foreign()
        levels = self._levels(boxes)
        longest = self._longest(levels)
        leaves = [~level.is_halved for level in levels]
        found = np.concatenate([x.boxes[:, leaf] for x, leaf in zip(levels, leaves, strict=True)], axis=1)
        steps = np.concatenate([x[:, leaf] for x, leaf in zip(longest, leaves, strict=True)], axis=1)
        order = np.argsort(found[0], kind="stable")
        return found[:, order], steps[:, order].min(axis=0)

    def integrals(self, boxes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The integrals of all values and of their sizes over resolved boxes, by Boole's rule on a quarter of each."""
        lengths = boxes[1] - boxes[0]
        sampled = self.at(self.values, boxes[0] + np.linspace(0.0, 1.0, 17)[:, None] * lengths)
        weights = np.zeros(17)
        for k in range(0, 16, 4):
            weights[k : k + 5] += np.array([7.0, 32.0, 12.0, 32.0, 7.0]) / 360.0
        with np.errstate(all="ignore"):
            return tuple(
                np.einsum("j,kjn,n->k", weights, np.nan_to_num(f), lengths) for f in (sampled, np.abs(sampled))
            )

    def _levels(self, boxes: np.ndarray) -> list[_Level]:
        """Boxes, and halves of those on which some term is not known, and so on."""
        levels: list[_Level] = []
        is_known = np.zeros((len(self.terms), boxes.shape[1]), dtype=bool)
        while boxes.shape[1]:
            self.weigh(boxes)
            level = self._judged(boxes, is_known)
            is_halved = np.asarray(~level.is_known.all(axis=0))
            if 2 * np.count_nonzero(is_halved) > MOST_BOXES or (boxes[1] - boxes[0]).max() <= 4.0 * self.instant:
                self._leave(level, is_halved)
                is_halved[:] = False
            levels.append(level._replace(is_halved=is_halved))
            boxes, is_known = halved(boxes[:, is_halved]), np.repeat(level.is_known[:, is_halved], 2, axis=1)
        return levels

    def _judged(self, boxes: np.ndarray, is_known: np.ndarray) -> _Level:
        """What is known of terms on boxes: those between whose samples nothing hides."""
        lengths = boxes[1] - boxes[0]
        edges = boxes[0] + BOX_PARTS * lengths
        quarters = np.stack([edges[:-1].ravel(), edges[1:].ravel()])
        count = len(self.terms)
        roots = enclose([*self.terms, *self.slopes], self.t, self.known, quarters).roots
        sampled = self.at(self.terms, edges)
        with np.errstate(all="ignore"):
            seen = np.abs(sampled[:, 1:-1] - _chord(sampled)).max(axis=1)
            chords = np.diff(sampled, axis=1) / (0.25 * lengths)
        known, slopes = is_known.copy(), np.stack([chords.min(axis=1), chords.max(axis=1)])
        sizes = np.empty_like(seen)
        for k, floor in enumerate(self._term_floors):
            f = sampled[k]
            with np.errstate(all="ignore"):
                low, high = (np.broadcast_to(x, quarters[0].shape).reshape(4, -1) for x in roots[k][:2])
                least, most = (np.broadcast_to(x, quarters[0].shape).reshape(4, -1) for x in roots[count + k][:2])
                least, most, size = least.min(axis=0), most.max(axis=0), high.max(axis=0) - low.min(axis=0)
                bend = 0.25 * lengths * (most - least)
                # Slopes without bounds, of a root at zero, are followed as far as to a small part of the span.
                bend = np.where(~np.isfinite(bend) & (lengths <= STEEP * self.span), size, bend)
                is_seen = (np.fmin(bend, size) <= floor) | (bend <= SEEN * seen[k])
                if self.is_foreign[k]:
                    fourth = np.abs(f[0] - 4.0 * f[1] + 6.0 * f[2] - 4.0 * f[3] + f[4])
                    is_seen = (seen[k] <= floor) | (fourth <= FOREIGN_BEND * seen[k])
            # What is no number is not looked at any closer: the run says where it fails.
            known[k] |= is_seen | ~np.isfinite(f).all(axis=0)
            is_bounded = np.isfinite(most - least)
            slopes[:, k], sizes[k] = (
                np.where(is_bounded, [least, most], slopes[:, k]),
                np.where(is_bounded, size, np.inf),
            )
        return _Level(boxes, known, seen, slopes, sizes)

    def _longest(self, levels: Sequence[_Level]) -> list[np.ndarray]:
        """The longest step for each term on all boxes: that of the longest box around it whose samples show its bend.

        Slopes are those that were sampled in all parts of a box, between which nothing hides.
        """
        for upper, lower in zip(levels[-2::-1], levels[:0:-1], strict=True):
            inside = lower.slopes.reshape(*lower.slopes.shape[:2], -1, 2)
            merged = np.stack([inside[0].min(axis=-1), inside[1].max(axis=-1)])
            at = np.flatnonzero(upper.is_halved)
            upper.slopes[:, :, at] = np.where(upper.is_known[:, at], upper.slopes[:, :, at], merged)
        found: list[np.ndarray] = []
        given = np.full((len(self.terms), levels[0].boxes.shape[1]), np.nan)
        for level in levels:
            lengths = level.boxes[1] - level.boxes[0]
            with np.errstate(all="ignore"):
                bend, floors = 0.25 * lengths * (level.slopes[1] - level.slopes[0]), self._term_floors[:, None]
                steps = np.maximum(STEP_REACH * lengths * level.seen / bend, LEAST_PART * lengths)
                is_flat = (np.fmin(bend, level.size) <= floors) | ~np.isfinite(steps)
                is_last = (bend <= np.fmax(floors, SEEN * level.seen)) | ~level.is_halved
            steps = np.where(is_flat, self.span, np.minimum(steps, self.span))
            given = np.where(np.isnan(given) & is_last, steps, given)
            found.append(given)
            given = np.repeat(given[:, level.is_halved], 2, axis=1)
        return found

    def _tell_foreign(self) -> None:
        names = dict.fromkeys(self.owners[self._owner[int(k)]] for k in np.flatnonzero(self.is_foreign))
        said = (
            f"{', '.join(names)}: inputs over time in foreign code were looked at every "
            f"{self.span / FOREIGN_BOXES / 4.0:.2g} s; a shorter pulse could hide"
        )
        self.notes.append(note("input_sampled", said))

    def _leave(self, level: _Level, left: np.ndarray) -> None:
        """What is left is followed by steps as short as bounds of its slopes ask for; without bounds it may hide."""
        unknown = ~level.is_known & left
        level.seen[unknown] = 0.5 * level.size[unknown]
        if not np.isfinite(level.size[unknown]).all() or not np.isfinite(level.slopes[:, unknown]).all():
            width = float((level.boxes[1] - level.boxes[0])[left].max()) / 4.0
            t = float(level.boxes[0, left][0])
            self.notes.append(note("input_unresolved", CHANGES_TOO_OFTEN.format(t=t, width=width), t))


def _terms(value: Node) -> list[Node]:
    """The terms of a sum, without their signs: what cancels in it is looked at term by term."""
    if value.op in ("add", "sub", "neg"):
        return [x for part in value.args for x in _terms(part)]
    return [value] if value.args or value.op == "symbol" else []


def _chord(f: np.ndarray) -> np.ndarray:
    """Straight lines between the first and the last of samples, at those between."""
    return f[:, :1] + BOX_PARTS[1:-1] * (f[:, -1:] - f[:, :1])


def halved(boxes: np.ndarray) -> np.ndarray:
    """Both halves of boxes, in order."""
    a, b = boxes
    middle = 0.5 * (a + b)
    return np.stack([np.stack([a, middle]), np.stack([middle, b])], axis=-1).reshape(2, -1)


def _finer(boxes: np.ndarray, longest: float) -> np.ndarray:
    """Boxes cut into equal ones of a length at most."""
    cut = [np.linspace(a, b, int(np.ceil((b - a) / longest)) + 1) for a, b in boxes.T]
    return np.array([np.concatenate([x[:-1] for x in cut]), np.concatenate([x[1:] for x in cut])])
