"""A surface given by a function of two parameters."""

from __future__ import annotations

from typing import Any

from ...contract import ModelError, option, register
from ...expr import array
from ...spatial import matrix
from .patch import Patch


def _function(value: Any) -> Any:
    if not callable(value):
        raise ModelError("is not a function of u and v that returns three numbers")
    return value


def _pair(value: Any) -> tuple[bool, bool]:
    first, second = (bool(x) for x in value)
    return first, second


@register
class FunctionSurface(Patch):
    r"""P(u, v) = function(u, v): three expressions. $P_u \times P_v$ points out of its solid, or into it with `hollow`.

    `closed` says which of u and v end where they began; `over` must say between which numbers these go.
    """

    function = option(convert=_function, doc="function of u and v that returns three expressions")
    closed = option(default=(False, False), convert=_pair, doc="(whether u, whether v) ends where it began")

    def validate(self) -> None:
        """What is closed has an extent."""
        if any(self.closed) and self.over is None:
            raise ModelError(f"{self.kind}: what is closed goes between two numbers; say which, over=((…, …), (…, …)).")

    def point(self, *s: Any) -> Any:
        """The value of the function."""
        found = array(list(self.function(*s)))
        if found.shape != (3,):
            raise ModelError(f"{self.kind}: the function must return three numbers, returned shape {found.shape}.")
        return matrix(found)

    @property
    def comes_back(self) -> tuple[bool, bool]:
        """`closed`."""
        return self.closed[0], self.closed[1]
