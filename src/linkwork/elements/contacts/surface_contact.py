"""A point on a surface that is given by a function."""

from __future__ import annotations

from typing import Any

from ...contract import Contact, ModelError, option, register
from ...spatial import Relative


def _function(value: Any) -> Any:
    if not callable(value):
        raise ModelError("is not a function of (x, y, z) that is positive outside of the solid")
    return value


@register
class SurfaceContact(Contact):
    """g = f(x, y, z)/|∇f|: the point of the second end on the surface f = 0 that is fixed in the first, outside f > 0.

    `function` takes the place of the point in the axes of the first end: `lw.SurfaceContact(lambda x, y, z: z - 0.1 *
    lw.sin(3 * x))` is a road with waves. Ends are plain points. What more an author knows, such as a radius or time,
    goes into a class of `lw.Contact`.
    """

    function = option(convert=_function, doc="f(x, y, z), positive outside")

    def gap(self, rel: Relative, t: Any) -> Any:
        """f at the point."""
        return self.function(*rel.p)
