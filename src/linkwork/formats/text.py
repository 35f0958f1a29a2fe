"""Text of files to tables and back: TOML and JSON, with limits and with errors that name the line."""

from __future__ import annotations

import json
import math
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .errors import FilePlace, FormatError, described_value

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


MAX_FILE_BYTES = 50_000_000
"""Size of a file."""
MAX_NESTING = 40
"""Tables and lists inside each other."""


@dataclass(frozen=True)
class Language:
    """A language of model files: how its text becomes the tables of a model, and how tables become text."""

    name: str
    parse: Callable[[str], Any]
    """Raises ValueError, or what is derived from it, where the text is not in this language."""
    write: Callable[[Mapping[str, Any]], str]


def read_file(file: Path, place: FilePlace | None = None) -> dict[str, Any]:
    """The table in a file."""
    place = place or FilePlace(str(file))
    try:
        if not file.is_file():
            what = "is a folder, not a file" if file.is_dir() else "there is no such file"
            raise place.error(f"{what}.")
        if file.stat().st_size > MAX_FILE_BYTES:
            raise place.error(f"has more than {MAX_FILE_BYTES // 1_000_000} MB; is it a model file?")
        text = file.read_bytes().decode("utf-8-sig")
    except (OSError, ValueError) as error:
        if isinstance(error, FormatError):
            raise
        reason = "is not text in UTF-8" if isinstance(error, UnicodeDecodeError) else f"cannot be read: {error}"
        raise place.error(f"{reason}.") from None
    return read_text(text, language_of(file, place), place)


def language_of(file: Path, place: FilePlace) -> Language:
    """The language of a file, by the end of its name."""
    language = LANGUAGES.get(file.suffix.lower())
    if language is None:
        raise place.error(f"ends in {file.suffix or 'nothing'!r}; model files end in {' or '.join(LANGUAGES)}.")
    return language


def read_text(text: str, language: Language, place: FilePlace) -> dict[str, Any]:
    """The table that a text describes."""
    if len(text) > MAX_FILE_BYTES:
        raise place.error(f"has more than {MAX_FILE_BYTES // 1_000_000} MB; is it a model file?")
    try:
        data = language.parse(text)
    except RecursionError:
        raise place.error(f"lists or tables stand more than {MAX_NESTING} deep inside each other.") from None
    except json.JSONDecodeError as error:
        raise place.error(f"is not valid JSON: line {error.lineno}, column {error.colno}: {error.msg}.") from None
    except FormatError as error:
        raise place.error(str(error)) from None
    except (ValueError, ArithmeticError) as error:
        raise place.error(f"is not valid {language.name}: {_shortened(error)}.") from None
    if not isinstance(data, dict):
        raise place.error(f"holds {described_value(data)}; a model is a table.")
    check_depth(data, place)
    return data


def _from_json(text: str) -> Any:
    return json.loads(text, object_pairs_hook=_unique, parse_constant=_refuse)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table = dict(pairs)
    if len(table) < len(pairs):
        twice, _ = Counter(name for name, _ in pairs).most_common(1)[0]
        raise FormatError(f"the key {described_value(twice)} is there twice in one table; names are unique.")
    return table


def _refuse(word: str) -> Any:
    raise FormatError(f"{word} is not a number; all numbers must be finite.")


def _shortened(error: Exception) -> str:
    text = str(error).rstrip(".")
    return text if len(text) < 200 else f"{text[:200]}…"


def check_depth(data: Any, place: FilePlace) -> None:
    """Raises where tables and lists are nested without end."""
    level = [data]
    for _ in range(MAX_NESTING):
        level = [
            entry
            for value in level
            for entry in (value.values() if isinstance(value, Mapping) else value)
            if isinstance(entry, (Mapping, list, tuple))
        ]
        if not level:
            return
    raise place.error(f"lists or tables stand more than {MAX_NESTING} deep inside each other.")


def write_json(data: Mapping[str, Any]) -> str:
    """The table as JSON text, floats by their shortest exact form."""
    return json.dumps(data, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


LANGUAGES = {
    ".toml": Language("TOML", tomllib.loads, write_toml),
    ".json": Language("JSON", _from_json, write_json),
}
"""What model files are written in, by the end of their names. A further language is a further entry."""
