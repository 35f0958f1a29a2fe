"""`linkwork cache`: compiled code on disk."""

from __future__ import annotations

from typing import Annotated

import typer

from .. import use
from ..arguments import Json
from ..show import give_json, say

Clear = Annotated[bool, typer.Option("--clear", help="Remove all of it.")]


def cache(clear: Clear = False, json: Json = False) -> None:
    """Say how much compiled code is kept and where, or remove it."""
    removed = use.clear() if clear else 0
    info = use.info()
    if json:
        give_json({"folder": str(info.folder or ""), "entries": info.entries, "bytes": info.bytes, "removed": removed})
        return
    if clear:
        say(f"removed {removed} kernels")
    say(str(info))
