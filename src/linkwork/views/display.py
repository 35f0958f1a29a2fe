"""`display_html`: what a notebook shows of a model or a result that is the last value of a cell."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._display import Displayed, Viewed
from ..contract import ModelError
from .markup import frame_html, table_html, text_html
from .page import Page, compact_page, page
from .scene import Scene
from .view import scene_of

LARGEST_OUTPUT = 8_000_000
"""Characters of what a cell shows at most. A page with few bodies has about 0.3 million, most of them the viewer."""
TABLE_ROWS = 12
"""Rows of a table that are shown; of longer ones the first and a sentence."""


def display_html(result: Displayed) -> str:
    """A picture that moves where there is one to see, else a table or the text."""
    if isinstance(result, Page):
        return frame_html(result)
    if isinstance(result, Viewed):
        try:
            scene = bounded_scene(scene_of(result))
        except ModelError as error:
            return text_html(f"{result!r}\nNo picture: {error}", _level(result))
        return f"{frame_html(Page(scene['name'], page(scene)))}{text_html(repr(result), _level(result))}"
    return text_html(str(result), _level(result)) + rows_html(result)


def bounded_scene(scene: Scene) -> Scene:
    """The scene with as many of its channels as `LARGEST_OUTPUT` leaves room for, the first of them."""
    size = len(compact_page(page(scene)))
    if size > LARGEST_OUTPUT:
        sizes = np.cumsum([len(part["times"]["data"]) + len(part["values"]["data"]) for part in scene["channels"]])
        kept = int(np.searchsorted(sizes, sizes[-1] - (size - LARGEST_OUTPUT))) if len(sizes) else 0
        scene = {**scene, "channels": scene["channels"][:kept]}
        size = len(compact_page(page(scene)))
    if size > LARGEST_OUTPUT:
        raise ModelError(
            f"its page has {size / 1e6:.0f} MB, and a cell shows up to {LARGEST_OUTPUT / 1e6:.0f} MB; write it to "
            "a file, lw.view(…, path)."
        )
    return scene


def _level(result: Any) -> str:
    found = getattr(result, "verdict", result)
    return str(getattr(found, "level", ""))


def rows_html(result: Displayed) -> str:
    """The first rows of what is a table by nature; nothing of anything else."""
    found = result._shown_rows(TABLE_ROWS)
    if found is None:
        return ""
    headings, rows, count = found
    rest = f"<p>and {count - len(rows)} more</p>" if count > len(rows) else ""
    return table_html(headings, rows) + rest
