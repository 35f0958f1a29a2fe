"""Any relation between coordinates, written as text."""

from __future__ import annotations

from typing import Any

from ...contract import Constraint, ModelError, option, register
from ...expr import TraceError, symbols
from ...expr.parse import CONSTANTS, RESERVED, names_in_text, parse
from ..signals.formula import as_parameters, as_text


def coupled_coordinates(given: Any) -> tuple[str, ...]:
    """Names of coordinates, each once."""
    names = (given,) if isinstance(given, str) else tuple(given)
    for name in names:
        taken = name in ("t", *CONSTANTS, *RESERVED)
        if not isinstance(name, str) or not name.isidentifier() or taken or names.count(name) > 1:
            raise ModelError(f"{name!r} cannot stand for a coordinate here; use letters and digits, each name once")
    if not names:
        raise ModelError("name at least one coordinate")
    return names


@register
class FormulaCoupling(Constraint):
    """text = 0 on coordinates of the model: "lift - 0.01*(1 - cos(angle))", as model files have it.

    `names` are what the text calls the coordinates at its ends, in their order; t is the time, and `using` are the
    Parameters that the text calls by name. It is read as a `Formula` is, never run as Python.
    """

    ends = None
    text = option(convert=as_text, doc='what is zero, such as "lift - 0.01*cos(angle)"')
    names = option(convert=coupled_coordinates, doc="what the text calls the coordinates, in the order of the ends")
    using = option(default=(), convert=as_parameters, doc="the Parameters that the text calls by name")

    def validate(self) -> None:
        """The text is an expression of the coordinates and Parameters, each of which is in it."""
        object.__setattr__(self, "ends", len(self.names))
        own = {p.name for p in self.using} & set(self.names)
        if own:
            raise ModelError(
                f"{self.kind}: {min(own)!r} is a Parameter and a coordinate; call one of them something else."
            )
        try:
            self.coupling(symbols("q", len(self.names)), symbols("t"))
        except TraceError as error:
            raise ModelError(f"{self.kind}: {error}") from None
        idle = [name for name in (*self.names, *(p.name for p in self.using)) if name not in names_in_text(self.text)]
        if idle:
            raise ModelError(f"{self.kind}: {self.text!r} does not have {idle[0]!r}.")

    def coupling(self, q: Any, t: Any) -> Any:
        """What the text is worth."""
        known = {**{p.name: p for p in self.using}, **dict(zip(self.names, q, strict=True)), "t": t}
        return parse(self.text, known)
