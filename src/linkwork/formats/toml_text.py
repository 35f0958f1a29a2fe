"""Tables as TOML text, laid out for readers: a heading for each body and connection, everything in it on one line."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping
from typing import Any

from .errors import FormatError, described_value

BARE = re.compile(r"[A-Za-z0-9_-]+")
HEADED = ("bodies", "connections")
"""Tables whose entries get a heading each."""


def write_toml(data: Mapping[str, Any]) -> str:
    """The tables of a model as TOML text."""
    return "\n".join(_lines(data)).strip() + "\n"


def _lines(data: Mapping[str, Any]) -> Iterator[str]:
    yield from (f"{_key(name)} = {_value(value)}" for name, value in data.items() if not isinstance(value, Mapping))
    for name, table in data.items():
        if name in HEADED:
            for inner, entry in table.items():
                yield from _section(f"{name}.{_key(inner)}", entry)
        elif isinstance(table, Mapping):
            yield from _section(_key(name), table)


def _section(heading: str, table: Mapping[str, Any]) -> Iterator[str]:
    yield ""
    yield f"[{heading}]"
    yield from (f"{_key(name)} = {_value(value)}" for name, value in table.items())


def _key(name: str) -> str:
    return name if BARE.fullmatch(name) else _string(name)


def _string(text: str) -> str:
    # JSON's escapes are TOML's, but for DEL, which JSON lets stand.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _string(value)
    if isinstance(value, int):
        return repr(value)
    if isinstance(value, float) and math.isfinite(value):
        return repr(value)
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, Mapping):
        inside = ", ".join(f"{_key(name)} = {_value(entry)}" for name, entry in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    raise FormatError(f"TOML cannot hold {described_value(value)}; save the model as JSON.")
