"""A surface that touches another one and slides on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

from ...contract import Constraint, option, register
from ...contract.own_unknowns import Guess
from ...spatial import Relative
from ..surfaces.common_normal import CommonNormal
from ..surfaces.convert import as_surface
from ..surfaces.touching_places import nearest_touch


@register
class SurfaceOnSurface(Constraint):
    r"""A surface fixed in M touches one fixed in F, for good, and slides on it: a condyle, a spatial cam (S0 §1.1).

    $n\cdot d = 0$ with d from the point $P_1$ of the first surface to $P_2$ of the second; that d is along the common
    normal, and that there is one, makes both points known (`CommonNormal`). The multiplier of the first row is the
    normal force, positive where the bodies press; the contact is kept also where they would part, which is said, unless
    it is `one_sided`. Where it starts is looked for all over both surfaces.
    """

    first = option(convert=as_surface, doc="a smooth surface fixed in F, or a function z(x, y)")
    second = option(convert=as_surface, doc="a smooth surface fixed in M, or a function z(x, y)")

    pushes: ClassVar[Mapping[str, int]] = {"normal_force": 0}
    outputs: ClassVar[Mapping[str, tuple[tuple[int, ...], str]]] = {
        "point": ((3,), "m"),
        "point_on_second": ((3,), "m"),
        "normal": ((3,), "1"),
        "gap": ((), "m"),
        "curvatures": ((4,), "1/m"),
        "relative_curvatures": ((2,), "1/m"),
    }
    faults: ClassVar[Mapping[str, str]] = {
        "normal_force": "is pulled: its normal force is negative, and bodies that nothing else holds would part. "
        "Take one_sided=True if they may",
        "relative_curvatures": "has surfaces that do not touch at one point alone: their relative curvature is "
        "negative, and they enter each other beside the contact. Take a sharper or a flatter surface",
    }

    @cached_property
    def geometry(self) -> CommonNormal:
        """The two surfaces."""
        return CommonNormal(self.first, self.second)

    @property
    def surfaces_on_ends(self) -> Sequence[Any]:
        """Both."""
        return self.first, self.second

    @property
    def auxiliary(self) -> tuple[str, ...]:  # type: ignore[override]
        """Where the surfaces touch: "u1", "v1", "u2", "v2"; of a round surface "x2", "y2", "z2"."""
        return self.geometry.unknowns

    def position(self, rel: Relative, t: Any, s: Any) -> Any:
        """The gap, and what makes the points known."""
        return [self.geometry.gap(rel, s), *self.geometry.held(rel, s)]

    def one_side(self, rel: Relative, t: Any, s: Any = ()) -> tuple[Any, Any]:
        """The gap alone may open; the points are known as before."""
        return [self.geometry.gap(rel, s)], self.geometry.held(rel, s)

    def touching_point(self, rel: Relative, t: Any, s: Any = ()) -> Any:
        """r + R P₂, where the gap opens with n · v also while it is open."""
        return rel.p + rel.R @ self.second.point(*self.geometry.split(s)[1])

    def within_edges(self, rel: Relative, t: Any, s: Any = ()) -> Any:
        """How far both points are inside the edges of their surfaces."""
        return self.geometry.inside(s)

    def guess(self, rel: Relative, t: float) -> Guess | None:
        """The place where the surfaces are nearest to each other, of all where they have a common normal."""
        return nearest_touch(self.geometry, rel)

    def output(self, rel: Relative, t: Any, s: Any = ()) -> Mapping[str, Any]:
        """Place and normal of the contact in the axes of each end, and curvatures: those of a ball are 1/r."""
        one, two = self.geometry.split(s)
        least, largest, other_least, other_largest, both_least, both_largest = self.geometry.curvatures(rel, s)
        return {
            "point": self.first.point(*one),
            "point_on_second": self.second.point(*two),
            "normal": self.first.normal(*one),
            "gap": self.geometry.gap(rel, s),
            "curvatures": [least, largest, other_least, other_largest],
            "relative_curvatures": [both_least, both_largest],
        }

    @property
    def unknown_range(self) -> Mapping[str, tuple[float, float]]:
        """Where surfaces end."""
        return self.geometry.edges

    def beyond(self, own: str, is_high: bool, places: Sequence[str]) -> tuple[str, str, str]:
        """That the contact left the edge of one of the surfaces."""
        at = places[0 if own.endswith("1") else 1]
        surface = self.first if own.endswith("1") else self.second
        said = f"left the edge of the {surface.kind} at {at}"
        return said, "surface", "Beyond its edge nothing is known of it"
