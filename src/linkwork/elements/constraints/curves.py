"""Points on curves, and outlines that touch: cams."""

from typing import Any

from ...contract import Constraint, option, parameter, register
from ...expr import symbols
from ...spatial import Relative, matrix, normalised
from ..curves import as_curve


@register
class PointOnCurve(Constraint):
    """M's origin is on a curve fixed in F: p = c(s), where s is an unknown of the constraint. Three rows, two net."""

    auxiliary = ("s",)
    curve = option(convert=as_curve, doc="a curve, points to draw a spline through, or a function of s")

    def position(self, rel: Relative, t: Any, s: Any) -> Any:
        """p − c(s)."""
        return rel.p - self.curve.point(s.s)


def contact(first: Any, second: Any, rel: Relative, s1: Any, s2: Any) -> list[Any]:
    """The three rows of contact: the points coincide, and the tangents are parallel, in the xy plane of F."""
    gap = first.point(s1) - (rel.p + rel.R @ matrix(second.point(s2)))
    t1 = normalised(first.tangent(s1))
    t2 = rel.R @ normalised(second.tangent(s2))
    return [gap[0], gap[1], t1[0] * t2[1] - t1[1] * t2[0]]


@register
class CurveOnCurve(Constraint):
    """An outline in the xy plane of M touches one in the xy plane of F and may slide on it.

    The points c₁(s₁) and p + R c₂(s₂) coincide and the tangents are parallel: three rows for two unknowns s₁ and s₂,
    one net. The planes are kept together by other joints. Loss of contact is not seen, unless it is `one_sided`: the
    gap is then the distance of the points where tangents are parallel, positive to the right of the first outline
    (True; outside where that is drawn counter-clockwise) or to its left ("longest").
    """

    auxiliary = ("s1", "s2")
    first = option(convert=as_curve, doc="outline fixed in F, in its xy plane")
    second = option(convert=as_curve, doc="outline fixed in M, in its xy plane")

    def position(self, rel: Relative, t: Any, s: Any) -> Any:
        """Contact and tangency."""
        return contact(self.first, self.second, rel, s.s1, s.s2)

    def one_side(self, rel: Relative, t: Any, s: Any = ()) -> tuple[Any, Any]:
        """The gap along the normal; that it is along the normal and tangents are parallel makes s₁ and s₂ known."""
        x, y, parallel = contact(self.first, self.second, rel, s.s1, s.s2)
        along = normalised(self.first.tangent(s.s1))
        return [y * along[0] - x * along[1]], [x * along[0] + y * along[1], parallel]

    def touching_point(self, rel: Relative, t: Any, s: Any = ()) -> Any:
        """p + R c₂(s₂)."""
        return rel.p + rel.R @ matrix(self.second.point(s.s2))


@register
class RollingCurves(Constraint):
    r"""An outline in the xy plane of M rolls without slipping on one in the xy plane of F.

    Contact as in `CurveOnCurve`, and equal lengths rolled off. No slip is c₁′ ṡ₁ = R c₂′ ṡ₂ at the contact; in a plane
    this can be integrated: σ₁(s₁) ± σ₂(s₂) = `offset` with the arc lengths σ of both curves. The sign is + where the
    tangents point opposite ways, as on two counter-clockwise outlines that touch from outside (`opposite`), and − else.
    Four rows for two unknowns, two net.
    """

    auxiliary = ("s1", "s2")
    first = option(convert=as_curve, doc="outline fixed in F, in its xy plane")
    second = option(convert=as_curve, doc="outline fixed in M, in its xy plane")
    opposite = option(default=True, choices=(True, False), doc="whether the tangents point opposite ways")
    offset = parameter(unit="m", default=0.0, doc="σ₁ where σ₂ is zero: which points meet")

    def validate(self) -> None:
        """Both curves know their arc length."""
        for curve in (self.first, self.second):
            curve.arc(symbols("s"))

    def position(self, rel: Relative, t: Any, s: Any) -> Any:
        """Contact, tangency and equal lengths."""
        first, second = self.first.arc(s.s1), self.second.arc(s.s2)
        rolled = first + second if self.opposite else first - second
        return [*contact(self.first, self.second, rel, s.s1, s.s2), rolled - self.offset]
