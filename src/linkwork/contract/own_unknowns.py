"""What constraints and contacts have in common: unknowns of their own, what they show, what they say is wrong."""

from __future__ import annotations

import keyword
from collections import namedtuple
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, ClassVar, NamedTuple

from ..spatial import Relative
from .element import Element
from .errors import ModelError, unknown

NAME_KINDS = {"q": "coordinate", "u": "speed", "z": "state", "s": "unknown", "i": "input"}
"""What the names that functions of elements are given stand for."""


class UnknownName(ModelError, AttributeError):
    """A value that was reached for by a name it does not have."""


@cache
def _type(label: str, names: tuple[str, ...]) -> Any:
    return type(label, (namedtuple(label, names),), {"__slots__": (), "__getattr__": _missing})


def _missing(values: Any, name: str) -> Any:
    """Raises for a name that is not there; those of protocols are nobody's mistake."""
    if name.startswith("_"):
        raise AttributeError(name)
    label = type(values).__name__
    raise UnknownName(f"{label}.{name}: {unknown(NAME_KINDS.get(label, 'value'), name, values._fields)}")


def named(label: str, names: Sequence[str], values: Iterable[Any]) -> Any:
    """The values as a named tuple."""
    return _type(label, tuple(names))(*values)


def check_identifiers(owner: str, what: str, names: Any) -> None:
    """Raises where `names`, written in a class, cannot be names to reach values by."""
    if isinstance(names, str):
        raise ModelError(f'{owner}: {what} = {names!r} is one word; write ("{names}",) with a comma.')
    for name in names:
        if not isinstance(name, str) or not name.isidentifier() or name.startswith("_") or keyword.iskeyword(name):
            raise ModelError(f"{owner}: {what}: {name!r} cannot be a name.")
    if len(set(names)) < len(names):
        raise ModelError(f"{owner}: {what}: a name is used twice in {names}.")


class Guess(NamedTuple):
    """Unknowns to begin with, in their order, and what is worth a word about them; "" where nothing is."""

    values: tuple[float, ...]
    remark: str = ""


class OwnUnknowns(Element):
    """An element with `auxiliary` unknowns: where on a curve or on surfaces the contact is."""

    auxiliary: ClassVar[tuple[str, ...]] = ()
    outputs: ClassVar[Mapping[str, tuple[tuple[int, ...], str]]] = {}
    """Channels of its own: (shape, unit) by name."""
    pushes: ClassVar[Mapping[str, int]] = {}
    """Channels that are multipliers: the number of the row by name; they are forces (N)."""
    faults: ClassVar[Mapping[str, str]] = {}
    """What is wrong where an output or a push is negative, in words that follow the name of the connection."""

    def guess(self, rel: Relative, t: float) -> Guess | None:
        """Numbers of its unknowns at a pose; None where assembly starts from zero, or from what a connection says."""
        return None

    def output(self, rel: Relative, t: Any, s: Any = ()) -> Mapping[str, Any]:
        """Its outputs by name, at a pose and unknowns."""
        return {}

    @property
    def unknown_range(self) -> Mapping[str, tuple[float, float]]:
        """Between which numbers auxiliary unknowns mean something; a run that leaves them is bad."""
        return {}

    def beyond(self, own: str, is_high: bool, places: Sequence[str]) -> tuple[str, str, str]:
        """Words where an unknown left its range, for places of the ends: what happened, what has the range, why it ends
        there."""
        what, at = ("end", places[-1]) if is_high else ("beginning", places[1])
        return f"slid off the {what} of its line, at {at}", "line", "Beyond it is not a beam"

    @property
    def surfaces_on_ends(self) -> Sequence[Any]:
        """Surfaces that it gives to its ends, in their order, which viewers show there."""
        return ()

    def s(self, values: Any) -> Any:
        """The auxiliary unknowns by name."""
        return named("s", self.auxiliary, values)
