"""The contract of curves: what bodies slide along, touch and roll on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from ..expr import array, is_symbolic, jacobian, substitute, symbols
from ..expr.graph import as_expr
from ..spatial import matrix
from .element import Element
from .errors import ModelError


class Curve(Element):
    r"""A space curve c(s), written as `point(s)`: three numbers or expressions in the frame the curve is fixed in.

    The tangent c′(s) follows by differentiation. `arc(s)` is the length from s = 0 to s, and `period` that of s where
    the curve closes; a curve that knows them says so. Rolling needs `arc`. It reads nothing but its own values and s.
    """

    ends: ClassVar[int | None] = 0

    def point(self, s: Any) -> Any:
        """c(s)."""
        raise ModelError(f"{self.kind}: a curve must have point(self, s).")

    def traced(self) -> Mapping[str, Any]:
        """Its point."""
        return {"point": self.point(symbols("s"))}

    def arc(self, s: Any) -> Any:
        """The length of the curve from 0 to s."""
        raise ModelError(f"{self.kind}: does not know its arc length; write arc(self, s), or use a curve that has it.")

    @property
    def period(self) -> Any | None:
        """By how much s goes up in one round, None where the curve is open."""
        return None

    def tangent(self, s: Any) -> Any:
        """c′(s), not normalised."""
        parameter = symbols("curve_parameter")
        point = [as_expr(x) for x in array(self.point(parameter))]
        slopes = [as_expr(x) for x in jacobian(array(point), parameter)]
        found = substitute(slopes, {parameter: as_expr(s)})
        return array(found) if is_symbolic(s) or self.parameters else matrix([float(x.data) for x in found])
