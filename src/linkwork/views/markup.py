"""Pieces of HTML for texts and tables. Whatever is in a name or a text stays text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

from .._display import kernel_shell
from .page import Page, compact_page

LEVEL_COLORS = {"good": "#2e7d32", "doubtful": "#b26a00", "bad": "#b3261e"}
"""Of verdicts."""
NUMBER_CELL = ' class="number" align="right"'
SHOWN_CELLS: dict[str, str] = {}
"""Cells that this kernel has shown a page in, each with the message that ran it."""
FRAME_HEIGHT = 480
"""Pixels of a page in a notebook."""


def table_html(headings: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """A table; numbers stand to the right."""
    shown = list(rows)
    numeric = [all(_is_number(row[k]) or row[k] == "" for row in shown) for k in range(len(headings))]
    head = "".join(
        f"<th{NUMBER_CELL * is_number}>{escape(str(h))}</th>" for h, is_number in zip(headings, numeric, strict=True)
    )
    body = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in shown)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _cell(value: Any) -> str:
    if not _is_number(value):
        return f"<td>{escape(str(value))}</td>"
    return f"<td{NUMBER_CELL}>{value:.6g}</td>" if isinstance(value, float) else f"<td{NUMBER_CELL}>{value}</td>"


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def text_html(text: str, level: str = "") -> str:
    """A text as it is printed; a line beside it has the colour of the verdict."""
    color = LEVEL_COLORS.get(level, "#8a9ba8")
    style = f"border-left:4px solid {color};margin:0.4em 0;padding:0.3em 0.9em;white-space:pre;overflow-x:auto;"
    style += "font-family:monospace;line-height:1.35"
    return f'<pre style="{style}">{escape(text)}</pre>'


def frame_html(page: Page, height: int = FRAME_HEIGHT) -> str:
    """The page in a frame of its own, which may run its script and nothing else.

    The first one that a kernel shows brings the viewer, and is loaded wherever it is; the others take it from there.
    """
    brings_viewer = _brings_viewer()
    loading = "eager" if brings_viewer else "lazy"
    style = f"width:100%;height:{height}px;border:1px solid #8a9ba8;border-radius:4px"
    return (
        f'<iframe srcdoc="{escape(compact_page(page.text, brings_viewer))}" sandbox="allow-scripts allow-downloads" '
        f'loading="{loading}" title="{escape(page.name)} in the viewer" style="{style}"></iframe>'
    )


def _brings_viewer() -> bool:
    """Whether an output has to bring the viewer: the first of a kernel, that of a cell which is run once more, since it
    takes the place of an output that may have brought it, and any where nobody says which cell is run."""
    shell = kernel_shell()
    asked = {} if shell is None else shell.get_parent() or {}
    message = asked.get("header", {}).get("msg_id", "")
    # A program that runs a whole notebook answers no questions, and runs every cell once.
    once = message if not asked.get("content", {}).get("allow_stdin", True) else ""
    cell = asked.get("metadata", {}).get("cellId") or once
    is_first, before = not SHOWN_CELLS, SHOWN_CELLS.get(cell, message)
    if cell:
        SHOWN_CELLS[cell] = message
    return is_first or not cell or before != message
