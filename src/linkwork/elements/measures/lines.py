"""Lengths of several lines as one measure: ε_j is the length of line j."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...contract import Measure, ModelError, option, register, relative_list
from ...spatial import matrix
from .path import path_length


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
        """ε, a number for a single line."""
        places = [np.zeros(3), *(r.p for r in relative_list(rel))]
        found, start = [], 0
        for count in self.points:
            found.append(path_length(places[start : start + count]))
            start += count
        return found[0] if len(found) == 1 else matrix(found)
