"""Rigid contact of two surfaces, with impacts and dry friction."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from ...contract import Contact, ContactSurface, ModelError, OutlineSurface, PlaneSurface, register
from ...spatial import Relative
from .pair_rule import SurfacePair
from .pairs import PAIR_RULES

ORDINALS = ("first", "second")


@register
class UnilateralContact(Contact):
    r"""$0 \le g \perp \lambda_N \ge 0$, $\lambda_T \in -\mu\lambda_N\,\mathrm{Sgn}(\gamma_T)$: two surfaces that touch.

    Both ends carry one: `m.connect("floor", lw.UnilateralContact(restitution=0.6, friction=0.3), m.ground.plane("z"),
    ball.sphere(0.05))`. The gap g is that of the pair; where there is a formula for it, contacts run from event to
    event (`is_smooth`). Two polyhedra and others have none: they are for time stepping.
    """

    def placed(self, surfaces: Sequence[ContactSurface | None]) -> UnilateralContact:
        """The contact between two surfaces; raises where an end has none, or where nothing is known of the two."""
        for which, surface in zip(ORDINALS, surfaces, strict=True):
            if surface is None:
                raise ModelError(
                    f"{self.kind}: its {which} end has no surface; give one such as body.sphere(0.05) or "
                    "m.ground.plane('z'), or write the gap yourself, in a class of lw.Contact."
                )
        found = self.with_values(surfaces=tuple(surfaces))
        refused = None if found.is_smooth else _refusal(*found.surfaces)
        if refused is not None:
            raise ModelError(f"{self.kind}: {refused}")
        return found

    @cached_property
    def pair(self) -> SurfacePair | None:
        """The rule of the two surfaces; None where they have no smooth gap."""
        return None if self.surfaces is None else find_pair(*self.surfaces)

    @property
    def is_smooth(self) -> bool:
        """Whether there is a formula of the gap; without one it is for time stepping alone."""
        return self.pair is not None

    @property
    def is_detected(self) -> bool:
        """Where there is no formula, or one for each of many features of which few touch."""
        return self.pair is None or self.pair.rule.is_detected

    @property
    def is_distance(self) -> bool:
        """Gaps of surfaces are distances."""
        return True

    @property
    def _rule(self) -> SurfacePair:
        if self.surfaces is None:
            raise ModelError(f"{self.kind}: has no gap before it is connected to two ends with surfaces.")
        if self.pair is None:
            one, other = self.surfaces
            raise ModelError(
                f"{self.kind}: there is no smooth gap between {one.kind} and {other.kind}; simulate with "
                "contact='stepping'."
            )
        return self.pair

    def gap(self, rel: Relative, t: Any) -> Any:
        """That of the pair."""
        return self._rule.gap(rel.R, rel.p)

    def point(self, rel: Relative, t: Any) -> Any:
        """Where they touch."""
        return self._rule.point(rel.R, rel.p)

    def tangents(self, rel: Relative, t: Any) -> Any:
        """Along axes of a plane, in the plane of outlines, else any two."""
        return self._rule.tangents(rel.R, rel.p)

    def within(self, rel: Relative, t: Any) -> Any:
        """Where faces end."""
        return self._rule.within(rel.R, rel.p)

    @property
    def point_names(self) -> tuple[str, ...]:
        """Corners, ends and rims by name."""
        return () if self.surfaces is None or self.pair is None else self.pair.names


def find_pair(first: ContactSurface, second: ContactSurface) -> SurfacePair | None:
    """The rule of two surfaces in either order; None where there is none."""
    for rule in PAIR_RULES:
        for a, b, is_swapped in ((first, second, False), (second, first, True)):
            if isinstance(a, rule.first) and isinstance(b, rule.second) and rule.fits(a, b):
                return SurfacePair(rule, first, second, is_swapped)
    return None


def _refusal(first: ContactSurface, second: ContactSurface) -> str | None:
    """Why two surfaces cannot touch each other, None where time stepping may know how."""
    both = f"{first!r} and {second!r}"
    outlines = [isinstance(x, OutlineSurface) for x in (first, second)]
    if all(outlines):
        return (
            f"there is no formula for the gap of {both}. Circles, holes with room for them, and lines have one; for "
            "other curves connect lw.CurveOnCurve(first, second, one_sided=True), which has the points of contact as "
            "unknowns."
        )
    if any(outlines):
        return f"{both}: an outline touches outlines and points in its plane; give both bodies one, body.outline(…)."
    if not first.is_solid or not second.is_solid:
        return f"{both}: in a hollow sphere others move that have room in it, a sphere or points; give one of these."
    if isinstance(first, PlaneSurface) and isinstance(second, PlaneSurface):
        return "two planes that have no end meet everywhere; give one of the bodies a box or a sphere."
    return None
