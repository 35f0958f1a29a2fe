"""Numbers or symbols that can be reached by name and by position: `q.angle`, `q[0]`."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any


@cache
def _type(label: str, names: tuple[str, ...]) -> Any:
    return namedtuple(label, names)


def named(label: str, names: Sequence[str], values: Iterable[Any]) -> Any:
    """The values as a named tuple."""
    return _type(label, tuple(names))(*values)
