"""Motions that are given."""

from __future__ import annotations

from typing import Any

from ...contract import Constraint, ModelError, Signal, as_signal, is_of_time, option, parameter, register
from ...contract import axis as direction
from ...expr import is_symbolic
from ...spatial import Relative, matrix, rotation_error, rotation_sequence
from ..hinges import valid_sequence


def _three(value: Any) -> tuple[Any, ...]:
    entries = tuple(x if isinstance(x, Signal) or is_symbolic(x) else float(x) for x in value)
    if len(entries) != 3:
        raise ModelError("needs three signals or numbers")
    return entries


@register
class PrescribedAttitude(Constraint):
    """M moves in F as signals say: p = p(t), or R = R(t), or both. Three rows each (S0.8).

    `place` is three signals or numbers; so are `angles`, of successive turns about carried axes (`sequence`). The
    loads that enforce the motion are results like those of any constraint.
    """

    place = parameter(unit="m", default=None, shape=3, convert=_three, doc="x, y, z of M in F: signals or numbers")
    angles = parameter(unit="rad", default=None, shape=3, convert=_three, doc="angles of the turns: signals or numbers")
    sequence = option(default="xyz", check=valid_sequence, doc="axes of the turns, in order")

    def validate(self) -> None:
        """Something is prescribed, and smooth enough for accelerations."""
        if self.place is None and self.angles is None:
            raise ModelError("PrescribedAttitude: give place=, angles=, or both.")
        for signal in (*(self.place or ()), *(self.angles or ())):
            if isinstance(signal, Signal) and signal.smoothness < 2:
                raise ModelError(
                    f"PrescribedAttitude: {signal!r} is not smooth enough: a prescribed motion needs two continuous "
                    f"derivatives. {signal.remedy}"
                )

    def position(self, rel: Relative, t: Any) -> Any:
        """p − p(t), and the turn of M from where it should be."""
        rows: list[Any] = []
        if self.place is not None:
            rows.extend(rel.p - matrix([_at(x, t) for x in self.place]))
        if self.angles is not None:
            wanted = rotation_sequence(self.sequence, [_at(x, t) for x in self.angles])
            rows.extend(rotation_error(wanted.T @ rel.R))
        return rows


def _at(signal: Any, t: Any) -> Any:
    return signal.value(t) if isinstance(signal, Signal) else signal


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
