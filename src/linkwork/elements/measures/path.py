"""ε = Σ |p_k − p_{k−1}|."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from ...contract import Measure, ModelError, register
from ...expr import norm


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
