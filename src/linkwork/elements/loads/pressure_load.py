"""Pressure on a surface of a body."""

from __future__ import annotations

import math
from typing import Any

from ...contract import ModelError, option, register
from ...expr import cross
from ...spatial import matrix
from ..surfaces.convert import as_surface
from .spread_load import SpreadLoad, as_spread, gauss_product


@register
class PressureLoad(SpreadLoad):
    r"""A pressure on a surface of a body: $dF = -p\,n\,dA$ with n out of its solid (S0 (2.3.7)).

    `pressure` is a number, a signal, or a function of place and time, positive where it pushes: `lambda x, t: 1000 *
    9.81 * lw.maximum(0, -x[2])` with `fixed_in="world"` is water up to z = 0. `surface` is a smooth surface with edges,
    or a function z(x, y) `over` a range of x and y. n Gauss points in each direction are exact where pressure and
    surface together are polynomials of degree 2n − 1.
    """

    surface = option(convert=as_surface, doc="a smooth surface with edges, or a function z(x, y)")
    pressure = option(convert=as_spread, doc="p: a number (Pa), a signal, or a function of place and time")
    over = option(default=None, doc="((u from, to), (v from, to)), where the surface has no edges of its own")

    def validate(self) -> None:
        """It ends somewhere, and has two parameters."""
        if len(self.surface.unknowns) != 2:
            raise ModelError(f"{self.kind}: {self.surface.kind} has no parameters u and v; give a lw.FunctionSurface.")
        if not all(math.isfinite(float(x)) for pair in self._ranges for x in pair):
            raise ModelError(f"{self.kind}: {self.surface.kind} has no end; say how far, over=((…, …), (…, …)).")

    @property
    def _ranges(self) -> Any:
        return self.surface.extent if self.over is None else self.over

    def forces(self, rel: Any, t: Any) -> list[tuple[Any, Any]]:
        """−p n dA, with n dA = ∂P/∂u × ∂P/∂v du dv."""
        found = []
        for s, weight in gauss_product(self._ranges, self.points):
            b, slopes = matrix(self.surface.point(*s)), self.surface.slopes(*s)
            area = matrix(cross(matrix(slopes[0]), matrix(slopes[1]))) * (self.surface.side * weight)
            found.append((b, -self.at(self.pressure, b, rel, t) * area))
        return found
