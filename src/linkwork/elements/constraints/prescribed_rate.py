"""A velocity mode that is driven, and is the rate of no coordinate."""

from __future__ import annotations

from typing import Any

from ...contract import Constraint, ModelError, Signal, as_signal, is_of_time, option, parameter, register
from ...contract import axis as direction
from ...expr import is_symbolic
from ...spatial import Relative, matrix


def _rate(value: Any) -> Any:
    found = as_signal(value) if isinstance(value, Signal) or callable(value) or is_of_time(value) else value
    if isinstance(found, Signal) or is_symbolic(found):
        return found
    return float(found)


@register
class PrescribedRate(Constraint):
    r"""One component of the relative velocity follows a signal: $a\cdot\omega = \kappa(t)$ or $a\cdot v = \kappa(t)$.

    S1 (3.15)–(3.17): a mode that is kinematically excited, whether or not it is the rate of a coordinate. The spin of a
    body about its own axis is none: `lw.PrescribedRate("z", 6 + 2 * lw.sin(3 * lw.t))` between the ground and a body on
    a ball joint. Its multiplier is the torque or force that drives; there is no position to be held, and what it does
    is work: the balance of energy has ∫ τ κ dt.
    """

    along = direction(default="z", doc="a")
    rate = parameter(convert=_rate, doc="κ, a number or signal")
    motion = option(default="rotation", choices=("rotation", "translation"), doc="whether of ω or of v")
    axes = option(default="second", choices=("second", "first"), doc="the end in whose axes a is fixed")

    def validate(self) -> None:
        """The rate has a derivative, which accelerations need."""
        if isinstance(self.rate, Signal) and self.rate.smoothness < 1:
            raise ModelError(
                f"{self.kind}: {self.rate!r} is not smooth enough: a prescribed rate needs a continuous derivative. "
                f"{self.rate.remedy}"
            )

    def velocity(self, rel: Relative, t: Any) -> Any:
        """a · (what is driven) − κ."""
        a = matrix(self.along)
        a = rel.R @ a if self.axes == "second" else a
        value = self.rate.value(t) if isinstance(self.rate, Signal) else self.rate
        return a @ (rel.w if self.motion == "rotation" else rel.v) - value
