"""Distances, displacements, and lengths of lines over points."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from ...contract import Measure, ModelError, axis, option, register, relative_list
from ...expr import dot, norm
from ...spatial import matrix


@register
class Vector(Measure):
    """ε = p: the vector from the first point to the second, three components in the axes of the first end."""

    units = ("m", "m", "m")

    def value(self, rel: Any) -> Any:
        """ε."""
        return rel.p


@register
class Distance(Measure):
    """ε = |p|: the distance between two points. It has no derivative where they coincide."""

    units = ("m",)

    def value(self, rel: Any) -> Any:
        """ε."""
        return norm(rel.p)


@register
class Displacement(Measure):
    """ε = a·p: how far the second point lies along `axis` a of the first end; negative behind it."""

    axis = axis(default="x", doc="a, in the first end")
    units = ("m",)

    def value(self, rel: Any) -> Any:
        """ε."""
        return dot(matrix(self.axis), rel.p)


@register
class Path(Measure):
    """ε = Σ |p_k − p_{k−1}|: the length of a line over any number of ends, in their order.

    The first end is the origin, the last the insertion, those between are via points through which the line slides
    without friction; each is on any body. Its tension is the same all along, so every via point gets the force that
    bends the line. Neighbouring points must not coincide.
    """

    ends = None
    units = ("m",)

    def value(self, rel: Any) -> Any:
        """ε."""
        return path_length([np.zeros(3), *(r.p for r in rel)])


def path_length(points: Sequence[Any]) -> Any:
    """The length of the line through points."""
    if len(points) < 2:
        raise ModelError("a path needs two ends or more.")
    total: Any = 0.0
    for before, after in pairwise(points):
        total = total + norm(after - before)
    return total


def _counts(given: Any) -> tuple[int, ...]:
    counts = tuple(int(n) for n in given)
    if not counts or any(n < 2 or n != m for n, m in zip(counts, given, strict=True)):
        raise ModelError("give how many points each line has, two or more, such as (2, 3)")
    return counts


@register
class Lines(Measure):
    """ε_j: the lengths of several lines, each a `Path` of its own: the lines of action of a broad muscle.

    `points` says how many points each line has; the ends are those of the first line, then those of the second, and
    so on.
    """

    points = option(convert=_counts, doc="how many points each line has, such as (2, 3)")

    def validate(self) -> None:
        """As many ends as points, one length for each line."""
        object.__setattr__(self, "ends", sum(self.points))
        object.__setattr__(self, "units", ("m",) * len(self.points))

    def value(self, rel: Any) -> Any:
        """ε."""
        places = [np.zeros(3), *(r.p for r in relative_list(rel))]
        found, start = [], 0
        for count in self.points:
            found.append(path_length(places[start : start + count]))
            start += count
        return found[0] if len(found) == 1 else matrix(found)
