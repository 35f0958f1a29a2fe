"""A surface that a curve sweeps along another one."""

from __future__ import annotations

from typing import Any

from ...contract import Curve, option, register
from ...spatial import matrix
from ..curves.convert import as_curve
from ..curves.line_curve import LineCurve
from .patch import Patch


@register
class SweptSurface(Patch):
    r"""P(u, v) = profile(u) + path(v): a curve moved along another one without turning; a cylinder of any section.

    $P_u \times P_v$ points out of its solid, or into it with `hollow`. The path is the z axis unless one is named.
    """

    profile = option(convert=as_curve, doc="what is moved; a curve, points, or a function of u")
    path = option(default=None, convert=as_curve, doc="along which it is moved; the z axis")

    def point(self, *s: Any) -> Any:
        """The sum of both points."""
        u, v = s
        return matrix(self.profile.point(u) + self._path.point(v))

    @property
    def _path(self) -> Curve:
        found: Curve = LineCurve("z") if self.path is None else self.path
        return found

    @property
    def comes_back(self) -> tuple[bool, bool]:
        """Which of the curves are closed, over their whole period."""
        pairs = zip((self.profile, self._path), self.extent, strict=True)
        found = [c.period is not None and high - low >= float(c.period) for c, (low, high) in pairs]
        return found[0], found[1]
