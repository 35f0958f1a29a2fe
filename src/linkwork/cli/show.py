"""What commands print: tables for people, JSON for machines, complaints on the error stream."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import typer


def complain(text: str) -> None:
    """An error for people, on the error stream; whatever is in the text is shown as it is."""
    typer.echo(f"linkwork: {printable(text)}", err=True)


def say(text: str) -> None:
    """A text on the output, without control characters that files may have smuggled into names."""
    typer.echo(printable(text))


def printable(text: str) -> str:
    """The text with control characters written out, so that names in files cannot speak to the terminal."""
    return "".join(c if c in "\n\t" or c.isprintable() else repr(c)[1:-1] for c in text)


def give_json(data: Any) -> None:
    """One JSON document on the output."""
    typer.echo(json.dumps(plain(data), indent=2, ensure_ascii=False))


def plain(value: Any) -> Any:
    """Tables, lists, text and numbers; numbers that JSON cannot hold become text."""
    if isinstance(value, Mapping):
        return {str(name): plain(x) for name, x in value.items()}
    if isinstance(value, str) or value is None or isinstance(value, (bool, int)):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if hasattr(value, "tolist"):
        return plain(value.tolist())
    return [plain(x) for x in value] if isinstance(value, Iterable) else str(value)


def channel_rows(known: Any, values: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    """(name, value, unit) of every number of channels, from the table of channels and their values."""
    found = []
    for name, value in values.items():
        units = known[name].components
        found += [
            (known[name].marked(part, part), f"{column[0]:.6g}", units[part] or "")
            for part, column in known[name].columns([value]).items()
        ]
    return found


def print_table(title: str, headings: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """A table on the output."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    found = Table(title=Text(printable(title)), title_justify="left", box=None, pad_edge=False, header_style="bold")
    for k, heading in enumerate(headings):
        found.add_column(heading, justify="right" if k and heading != "about" else "left", overflow="fold")
    for row in rows:
        found.add_row(*(Text(printable(cell)) for cell in row))
    Console(highlight=False, soft_wrap=False).print(found)
