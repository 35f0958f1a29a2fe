"""Errors of files, and the place in a file that they name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from ..contract import ModelError
from ..contract.errors import unknown
from ..expr import TraceError

SHOWN_LENGTH = 80
"""Characters of a value that a message shows."""


class FormatError(ModelError):
    """A file that cannot be read or written; the message names the file, the place in it and the remedy."""


@dataclass(frozen=True)
class FilePlace:
    """Where one is in a file: `source` is the file, `path` the keys that lead there, "connections.A.element.length"."""

    source: str = ""
    path: str = ""

    def __truediv__(self, key: str | int) -> FilePlace:
        """The place one level further in: a key of a table, or an index of a list."""
        if isinstance(key, int):
            return FilePlace(self.source, f"{self.path}[{key}]")
        return FilePlace(self.source, f"{self.path}.{key}" if self.path else str(key))

    def error(self, sentence: str) -> FormatError:
        """An error here."""
        return FormatError(": ".join(part for part in (self.source, _printable(self.path), sentence) if part))

    @contextmanager
    def named(self) -> Iterator[None]:
        """Puts this place in front of the messages of errors that do not name one yet."""
        try:
            yield
        except FormatError:
            raise
        except (ModelError, TraceError) as error:
            raise self.error(str(error)) from None

    def table(self, value: Any, known: Iterable[str] | None = None) -> Mapping[str, Any]:
        """`value`, which must be a table, with no other keys than the known ones."""
        if not isinstance(value, Mapping):
            raise self.error(f"must be a table, is {described_value(value)}.")
        for key in value:
            if not isinstance(key, str):
                raise self.error(f"the key {key!r} must be text.")
            if known is not None and key not in known:
                raise (self / key).error(unknown("key", key, known))
        return value

    def text(self, value: Any) -> str:
        """`value`, which must be text."""
        if not isinstance(value, str):
            raise self.error(f"must be text, is {described_value(value)}.")
        return value

    def list(self, value: Any) -> list[Any]:
        """`value`, which must be a list."""
        if not isinstance(value, (list, tuple)):
            raise self.error(f"must be a list, is {described_value(value)}.")
        return list(value)


def described_value(value: Any) -> str:
    """A value for a message: what it is, shortened."""
    if isinstance(value, Mapping):
        return "a table"
    if isinstance(value, (list, tuple)):
        return f"a list of {len(value)}"
    if isinstance(value, bool):
        return str(value).lower()
    try:
        shown = repr(value)
    except ValueError:  # Python refuses to print whole numbers with thousands of digits
        shown = "a number with thousands of digits"
    return shown if len(shown) <= SHOWN_LENGTH else f"{shown[:SHOWN_LENGTH]}…"


def _printable(text: str) -> str:
    """Keys are a stranger's: no control characters into a terminal, no endless lines."""
    clean = "".join(c if c.isprintable() else repr(c)[1:-1] for c in text[: 4 * SHOWN_LENGTH])
    return clean if len(text) <= 4 * SHOWN_LENGTH else f"{clean}…"
