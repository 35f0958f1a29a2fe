"""A surface given by its height."""

from __future__ import annotations

from typing import Any

from ...contract import ModelError, option, register
from ...expr import array
from ...spatial import matrix
from .patch import Patch


def as_height(value: Any) -> Any:
    """A function of x and y."""
    if not callable(value):
        raise ModelError("is not a function of x and y that returns the height z")
    return value


@register
class HeightSurface(Patch):
    """z = function(x, y): ground with hills, a plateau. Its solid is below; u and v are x and y."""

    function = option(convert=as_height, doc="function of x and y that returns z")

    def point(self, *s: Any) -> Any:
        """(x, y, z(x, y))."""
        height = array(self.function(*s))
        if height.size != 1:
            raise ModelError(f"{self.kind}: the function must return one number, the height at (x, y).")
        return matrix([*s, height.ravel()[0]])
