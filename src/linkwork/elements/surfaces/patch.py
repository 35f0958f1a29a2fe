"""Pieces of smooth surfaces: between which numbers u and v they reach, and on which side their solid is."""

from __future__ import annotations

import math
from typing import Any

from ...contract import ModelError, SmoothSurface, option

UNBOUNDED = (-math.inf, math.inf)


def as_extent(value: Any) -> tuple[tuple[float, float], tuple[float, float]]:
    """((u from, to), (v from, to)); None in the place of a pair, or of one of its numbers, is without an end."""
    found = []
    for pair in value:
        low, high = UNBOUNDED if pair is None else pair
        found.append((-math.inf if low is None else float(low), math.inf if high is None else float(high)))
        if not found[-1][0] < found[-1][1]:
            raise ModelError("must be ((u from, to), (v from, to)), each with from < to")
    if len(found) != 2:
        raise ModelError("must be two pairs, ((u from, to), (v from, to))")
    return found[0], found[1]


class Patch(SmoothSurface):
    """A piece of a surface `over` a range of its numbers; its solid is behind it, or with `hollow` before it."""

    over = option(default=None, convert=as_extent, doc="((u from, to), (v from, to)); without it there are no edges")
    hollow = option(default=False, choices=(False, True), doc="whether the solid is on the other side")

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls._put_last(Patch.fields)

    @property
    def extent(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """`over`."""
        return self.over or (UNBOUNDED, UNBOUNDED)
