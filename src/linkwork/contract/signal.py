"""The contract of signals: numbers that depend on time alone."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from ..expr import jacobian
from ..expr.array import symbols
from ..expr.evaluate import evaluate
from ..expr.graph import Expr, as_expr
from ..expr.node import topological
from .element import Element
from .errors import ModelError
from .parameters import Parameter, parameters_in
from .probe import deciding


class Signal(Element):
    """A function of time, written as `value(t)`. Its derivatives follow by differentiation.

    `smoothness` says how many derivatives are continuous. A driven coordinate needs two, a plain input none. It is read
    off the expression (a `where`, a table, an `abs`, a root of time break it); a signal that knows better overrides it.
    """

    ends: ClassVar[int | None] = 0
    remedy: ClassVar[str] = "Use a SmoothStep, a Spline or another smooth signal."
    """What to do where it is not smooth enough."""

    def value(self, t: Any) -> Any:
        """The value at time t, a number or an expression."""
        raise ModelError(f"{self.kind}: a signal must have value(self, t).")

    def traced(self) -> Mapping[str, Any]:
        """Its value."""
        return {"value": self.value(symbols("t"))}

    @property
    def smoothness(self) -> float:
        """How many derivatives are continuous: 0 for a continuous kink, inf for a smooth function, −1 for jumps."""
        return smoothness_of(as_expr(self.value(symbols("t"))))

    def __call__(self, t: Any) -> Any:
        """The number at time t, an array of numbers where t is one."""
        return self.derivative(t, 0)

    def derivative(self, t: Any, order: int = 1, parameters: Mapping[str, float] | None = None) -> Any:
        """What its derivative of the given order is worth at time t, a number or an array.

        `parameters` are values of Parameters by name; the others are at their own.
        """
        time, derivatives = self._traced_derivatives
        while len(derivatives) <= order:
            value = as_expr(jacobian(derivatives[-1][0], time).item())
            derivatives.append((value, parameters_in([value])))
        value, found = derivatives[order]
        given = parameters or {}
        times = np.asarray(t, dtype=float)
        known: dict[Any, Any] = {**{p: given.get(p.name, p.value) for p in found}, time: times}
        result = np.broadcast_to(evaluate([value], known)[0], times.shape)
        return float(result) if result.ndim == 0 else np.array(result)

    @cached_property
    def _traced_derivatives(self) -> tuple[Any, list[tuple[Expr, list[Parameter]]]]:
        """Time, and the expressions of the value and of the derivatives asked for so far, with their Parameters.

        A driven coordinate asks at every step of a run, and tracing takes ten times as long as evaluating.
        """
        time = symbols("t")
        value = as_expr(self.value(time))
        return time, [(value, parameters_in([value]))]


_JUMPS = frozenset(("sign", "floor", "ceil", "where"))


def smoothness_of(value: Expr) -> float:
    """The least number of continuous derivatives in time that the operations of an expression guarantee."""
    smooth = math.inf
    moving: set[int] = set()
    for node in topological([value]):
        # What depends on Parameters only, such as abs(k), does not change in time. The branches of a `where` count for
        # themselves, and what is analytic breaks nothing.
        if (node.op == "symbol" and not isinstance(node, Parameter)) or any(a.uid in moving for a in node.args):
            moving.add(node.uid)
        if not any(a.uid in moving for a in deciding(node)):
            continue
        if node.op == "lookup":
            smooth = min(smooth, node.data.smoothness)
        else:
            smooth = min(smooth, -1.0 if node.op in _JUMPS else 0.0)
    return smooth


def said(smoothness: float) -> str:
    """Smoothness in words."""
    if smoothness < 0:
        return "jumps"
    return {0: "none", 1: "one", 2: "two"}.get(int(smoothness) if math.isfinite(smoothness) else 3, "more than two")
