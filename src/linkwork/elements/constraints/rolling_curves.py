"""Two outlines that roll on each other."""

from typing import Any

from ...contract import Constraint, option, parameter, register
from ...expr import symbols
from ...spatial import Relative
from ..curves.convert import as_curve
from .curve_on_curve import contact


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
