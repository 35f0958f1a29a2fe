"""What is known of two kinds of surfaces: where they touch, and how far they are apart."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar

from ...contract import ContactSurface
from ...expr import array, dot, sqrt
from ...spatial import matrix

_NO_LENGTH = 1e-200
"""Added to the square of a length, so that it has a slope, zero, where it is zero."""


class PairRule:
    """The gap of two surfaces, for one order of them; the other follows.

    R and p are the orientation and the place of the second surface in the axes of the first, and so are its results.
    A rule writes `gap` and `point`, one number and one place, or a list of them where several points may touch. The gap
    has a slope of length one by p: it is a distance near zero.
    """

    first: ClassVar[type[ContactSurface]]
    second: ClassVar[type[ContactSurface]]
    is_detected: ClassVar[bool] = False
    """Whether it has many points of which few touch, so that time stepping looks for them in another way."""

    def fits(self, first: Any, second: Any) -> bool:
        """Whether it knows surfaces of its kinds that are made like these."""
        return True

    @abstractmethod
    def gap(self, first: Any, second: Any, R: Any, p: Any) -> Any:
        """Gaps."""

    @abstractmethod
    def point(self, first: Any, second: Any, R: Any, p: Any) -> Any:
        """Where they touch."""

    def tangents(self, first: Any, second: Any, R: Any, p: Any) -> Any:
        """Directions of sliding; None where any two across the normal will do."""
        return None

    def within(self, first: Any, second: Any, R: Any, p: Any) -> Any:
        """How far each point is inside the edges of the face that it stands on; None where faces have no end."""
        return None

    def names(self, first: Any, second: Any) -> tuple[str, ...]:
        """Names of the points; none where there is one."""
        return ()


@dataclass(frozen=True, eq=False)
class SurfacePair:
    """A rule with the surfaces that it is for, in the order of the ends."""

    rule: PairRule
    first: ContactSurface
    second: ContactSurface
    is_swapped: bool
    """Whether the rule is written for the other order."""

    def _arguments(self, R: Any, p: Any) -> tuple[Any, ...]:
        if self.is_swapped:
            return self.second, self.first, matrix(R).T, -(matrix(R).T @ p)
        return self.first, self.second, R, p

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the points."""
        return self.rule.names(*((self.second, self.first) if self.is_swapped else (self.first, self.second)))

    def gap(self, R: Any, p: Any) -> Any:
        """Gaps."""
        return self.rule.gap(*self._arguments(R, p))

    def within(self, R: Any, p: Any) -> Any:
        """How far points are inside the edges of their faces."""
        return self.rule.within(*self._arguments(R, p))

    def point(self, R: Any, p: Any) -> Any:
        """Where they touch, in the axes of the first end."""
        found = array(self.rule.point(*self._arguments(R, p))).reshape(-1, 3)
        return array([p + matrix(R) @ matrix(c) for c in found]) if self.is_swapped else found

    def tangents(self, R: Any, p: Any) -> Any:
        """Directions of sliding in the axes of the first end."""
        found = self.rule.tangents(*self._arguments(R, p))
        if found is None or not self.is_swapped:
            return found
        shaped = array(found)
        turned = array([matrix(R) @ matrix(direction) for direction in shaped.reshape(-1, 3)])
        return turned.reshape(shaped.shape)


class OnPlane(PairRule):
    """What all rules on planes have in common: sliding is measured along x and y of the plane."""

    def tangents(self, first: Any, second: Any, R: Any, p: Any) -> Any:
        """x and y."""
        return ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0))


def guarded_norm(vector: Any) -> Any:
    """|v|, with a slope of zero where it is zero."""
    v = matrix(vector)
    return sqrt(dot(v, v) + _NO_LENGTH)


def corners_of(surface: Any, R: Any, p: Any) -> list[Any]:
    """The corners of a box, a hull or a set of points that stands at (R, p)."""
    return [p + R @ matrix(c) for c in surface.corners()]
