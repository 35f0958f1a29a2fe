"""y = y_i(t) for b_{i−1} ≤ t < b_i."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...contract import ModelError, Signal, parameter, register, value_of
from ...contract.parameters import parameters_in
from ...expr import gradient_of, symbols, where
from ...expr.evaluate import evaluate
from ...expr.graph import as_expr
from .constant import Constant

ORDERS = 4
"""So many derivatives are compared where pieces meet."""
NEARBY = np.array([0.0, -0.1, 0.1])
"""The break itself, and times next to it from which the size of rounding errors is judged."""


def as_pieces(given: Any) -> tuple[Signal, ...]:
    """Signals, with numbers made Constants."""
    if isinstance(given, (str, Signal)):
        raise ModelError("give a list of signals and numbers")
    return tuple(piece if isinstance(piece, Signal) else Constant(piece) for piece in given)


@register
class Piecewise(Signal):
    """y(t) = y_i(t) for b_{i−1} ≤ t < b_i: `pieces` y_0 … y_n, signals or numbers, one after the other at `breaks` b.

    There is one piece more than breaks: the first holds before the first break, the last from the last break on. All
    pieces see the same time t. How smoothly they meet is found by comparing derivatives at the breaks.
    """

    breaks = parameter(unit="s", shape=(None,), doc="times at which the next piece begins")
    pieces = parameter(shape=(None,), convert=as_pieces, doc="signals or numbers, one more than breaks")

    def validate(self) -> None:
        """Breaks increase, and there is a piece for each part."""
        times = np.asarray(value_of(self.breaks), dtype=float)
        if len(self.pieces) != len(times) + 1:
            raise ModelError(
                f"{self.kind}: {len(times)} breaks need {len(times) + 1} pieces, {len(self.pieces)} were given."
            )
        for i in np.flatnonzero(np.diff(times) <= 0)[:1]:
            raise ModelError(f"{self.kind}: breaks must increase; {times[i + 1]:g} s follows {times[i]:g} s.")

    def value(self, t: Any) -> Any:
        """The value at time t."""
        result = self.pieces[-1].value(t)
        for b, piece in zip(self.breaks[::-1], self.pieces[-2::-1], strict=True):
            result = where(t < b, piece.value(t), result)
        return result

    @property
    def smoothness(self) -> float:
        """The least of the pieces and of the meetings at the breaks, which are compared up to `ORDERS` derivatives."""
        times = np.asarray(value_of(self.breaks), dtype=float)
        span = min(np.diff(times), default=abs(times[0]) if len(times) else 0.0)
        pairs = zip(self.pieces[:-1], self.pieces[1:], self.breaks, strict=True)
        return min([p.smoothness for p in self.pieces] + [_meeting(a, b, at, span) for a, b, at in pairs])


def _meeting(left: Signal, right: Signal, at: Any, span: float) -> float:
    """How many derivatives agree at a break, for all values of the Parameters: tried at their own and at others."""
    t = symbols("t")
    sides = [as_expr(left.value(t)), as_expr(right.value(t))]
    found = parameters_in([*sides, at])
    trials = [{p.name: p.value * f + (f - 1.0) / (3 + i) for i, p in enumerate(found)} for f in (1.0, 0.83, 1.21)]
    for order in range(ORDERS + 1):
        if not all(_agree(sides, known, evaluate([at], known)[0] + span * NEARBY) for known in trials):
            return order - 1.0
        sides = [as_expr(gradient_of(side, [t])[0]) for side in sides]
    return float(ORDERS)


def _agree(sides: list[Any], known: dict[str, float], times: np.ndarray) -> bool:
    """Whether two expressions are equal at the first of `times`, up to rounding; the others give their size."""
    a, b = (np.broadcast_to(x, times.shape) for x in evaluate(sides, {**known, "t": times}))
    size = np.abs(np.concatenate([a, b]))
    return bool(abs(a[0] - b[0]) <= 1e-9 * size[np.isfinite(size)].max(initial=0.0))
