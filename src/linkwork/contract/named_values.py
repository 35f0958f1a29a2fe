"""Numbers or symbols that can be reached by name and by position: `q.angle`, `q[0]`."""

from __future__ import annotations

import keyword
from collections import namedtuple
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

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
