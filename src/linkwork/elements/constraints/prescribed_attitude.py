"""A body carried along a given path, in a given orientation."""

from __future__ import annotations

from typing import Any

from ...contract import Constraint, ModelError, Signal, option, parameter, register
from ...expr import is_symbolic
from ...spatial import Relative, matrix, rotation_error, rotation_sequence
from ..hinges.gimbal import valid_sequence


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
