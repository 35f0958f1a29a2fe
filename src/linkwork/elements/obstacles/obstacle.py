"""What all obstacles of a path have in common: the shortest way past them between two points."""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple

import numpy as np

from ...contract import Element, ModelError
from ...expr import absolute, floor, where

HELD_GRID = 2.0**30
ROUNDING_ANGLE = 1e-12
"""Angles that are none."""


class PathPassage(NamedTuple):
    """The way of a path past an obstacle."""

    length: Any
    """From point to point. Where the obstacle has unknowns, it is stationary in them at the right ones."""
    kinks: tuple[Any, ...] = ()
    """Change sign where the path lifts off."""
    leaps: tuple[Any, ...] = ()
    """Change sign where the length or its rate leaps, and perhaps elsewhere: a run looks whether it does."""
    losses: tuple[tuple[Any, str], ...] = ()
    """(what becomes negative where no path is held by the obstacle any more, a sentence about it)."""
    faults: tuple[tuple[Any, str], ...] = ()
    """(what becomes negative where the length is wrong, a sentence about it): the verdict on a run is then bad."""


class Obstacle(Element):
    """A smooth surface on a body over which a path runs without friction. It writes `passage(p, q, s)`.

    Its frame is that of the end it stands for; p and q are the points before and behind it in this frame, outside of
    it. `unknowns` s, where it has some, are found such that the length is stationary in them; zeros are a fair guess.
    """

    ends: ClassVar[int | None] = 0
    unknowns: ClassVar[tuple[str, ...]] = ()

    def passage(self, p: Any, q: Any, s: Any) -> PathPassage:
        """The way from p to q."""
        raise ModelError(f"{self.kind}: an obstacle must have passage(self, p, q, s).")

    def core(self, x: Any) -> tuple[Any, Any]:
        """(a place inside, how far the surface is from there), for a path that comes by near x."""
        raise ModelError(f"{self.kind}: an obstacle must have core(self, x).")

    def side(self, p: Any, q: Any, line: tuple[Any, Any]) -> Any:
        """The direction in which a path from near p to near q passes its core; zero where that is the core itself.

        `line` has the points between which the path were straight without obstacles.
        """
        raise ModelError(f"{self.kind}: an obstacle must have side(self, p, q, line).")

    def look(self) -> dict[str, Any] | None:
        """What a viewer draws and leads the path round: kind ("cylinder", "sphere", "ellipsoid"), radius, way, lifts.

        None where it only knows that a path passes.
        """
        return None

    def point_fault(self, x: np.ndarray) -> str | None:
        """Why no path leads to a point, in words that follow its name; None where one does."""
        return None

    def fault(self, p: np.ndarray, q: np.ndarray) -> str | None:
        """Why there is no way between two points, in words; None where there is one."""
        for x, who in ((p, "before"), (q, "behind")):
            said = self.point_fault(x)
            if said is not None:
                return f"the point {who} it {said}"
        return None


def held(x: Any) -> Any:
    """x on a grid of 1e-9, without derivatives: a guess, in which lengths are stationary, so that they need none."""
    return floor(x * HELD_GRID) / HELD_GRID


def quiet(x: Any) -> Any:
    """x, and zero where it is rounding: points that stay on one line with an axis or a centre change no side."""
    return where(absolute(x) < ROUNDING_ANGLE, 0.0, x)


def depth_fault(depth: float, what: str) -> str | None:
    """What is wrong with a point that is inside by a positive depth, in words."""
    if depth <= 0.0:
        return None
    return f"lies {depth:.4g} m inside the {what}; move the point out, or make the {what} smaller"
