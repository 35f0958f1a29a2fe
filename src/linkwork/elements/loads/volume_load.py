"""Force on the volume of a body."""

from __future__ import annotations

from typing import Any

from ...contract import ModelError, option, register
from ...expr import array
from ...spatial import matrix
from .components import as_components
from .spread_load import SpreadLoad, gauss_product


def _ranges(value: Any) -> tuple[tuple[float, float], ...]:
    found = tuple((float(low), float(high)) for low, high in value)
    if len(found) != 3 or not all(low < high for low, high in found):
        raise ModelError("must be ((x from, to), (y from, to), (z from, to)), each with from < to")
    return found


@register
class VolumeLoad(SpreadLoad):
    r"""A force on every part of a block of a body: $F = \int f\,dV$, $M = \int b\times f\,dV$.

    `force` f is three numbers or signals (N/m³), or a function of place and time: magnetic pull, a field that is not
    uniform. Its components are in the axes of `fixed_in`. n Gauss points in each direction are exact for polynomials of
    degree 2n − 1.
    """

    force = option(convert=as_components, doc="f (N/m³): three numbers or signals, or a function of place and time")
    over = option(convert=_ranges, doc="((x from, to), (y from, to), (z from, to)) in the axes of the end")

    def forces(self, rel: Any, t: Any) -> list[tuple[Any, Any]]:
        """f dV."""
        found = []
        for place, weight in gauss_product(self.over, self.points):
            b = matrix(place)
            given = self.at(self.force, b, rel, t) if callable(self.force) else self.force
            components = given if isinstance(given, tuple) else array(given)
            value = matrix([self.at(x, b, rel, t) for x in components]) * weight
            found.append((b, value if self.fixed_in == "body" else matrix(rel.R).T @ value))
        return found
