"""Elements whose function is given as text: `text`, and the Parameters it is `using`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..contract import ModelError
from ..expr import TraceError, symbols
from ..expr.parse import names_in_text, parse


def formula_value(element: Any, **known: Any) -> Any:
    """What the text of an element is worth, where its names stand for these."""
    result = parse(element.text, {**{p.name: p for p in element.using}, **known})
    return result.data if result.op == "const" else result


def check_formula(element: Any, names: Sequence[str]) -> None:
    """Raises where the text is not an expression of these names and of the Parameters, each of which is in it."""
    taken = [p.name for p in element.using if p.name in names]
    if taken:
        raise ModelError(f"{element.kind}: {taken[0]!r} means something else here; give the Parameter another name.")
    try:
        formula_value(element, **{name: symbols(name) for name in names})
    except TraceError as error:
        raise ModelError(f"{element.kind}: {error}") from None
    idle = [p.name for p in element.using if p.name not in names_in_text(element.text)]
    if idle:
        raise ModelError(
            f"{element.kind}: {element.text!r} does not have the Parameter {idle[0]!r}; leave it out of `using`."
        )
