"""A cam pair: two outlines that touch."""

from typing import Any

from ...contract import Constraint, option, register
from ...spatial import Relative, matrix, normalised
from ..curves.convert import as_curve


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
