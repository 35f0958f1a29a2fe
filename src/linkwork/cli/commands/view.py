"""`linkwork view`: a page of a model or a stored run."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .. import use
from ..arguments import EndOption, Json
from ..show import give_json, say
from ..sources import RESULT, read_model
from .run import motion

Shown = Annotated[Path, typer.Argument(help="A model (.toml, .json, .py) or a run (.nc).")]
PageTarget = Annotated[Path | None, typer.Option("--out", "-o", help="The page; beside the file unless given.")]


def view(file: Shown, out: PageTarget = None, t_end: EndOption = None, json: Json = False) -> None:
    """Write one self-contained page of a model as drawn, of its motion up to --t-end, or of a stored run."""
    page = out if out is not None else Path(f"{file.stem}.html")
    if file.suffix in RESULT:
        use.view(use.load_run(file), page)
    else:
        source = read_model(file)
        shown = source.model if t_end is None else motion(source, t_end, {})
        use.view(shown, page, traces=source.traces if t_end is not None else ())
    give_json({"written": [str(page)]}) if json else say(f"wrote {page}")
