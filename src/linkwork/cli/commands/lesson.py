"""`linkwork lesson`: notes with figures that move, as one page to hand out."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from .. import use
from ..arguments import Json
from ..show import give_json, say
from ..sources import PYTHON, ModelSource, read_model

LessonNotes = Annotated[Path, typer.Argument(help="A text in Markdown (.md); Python in it is run.")]
LessonTarget = Annotated[Path | None, typer.Option("--out", "-o", help="The page; beside the notes unless given.")]


def lesson(file: LessonNotes, out: LessonTarget = None, json: Json = False) -> None:
    """Write one self-contained page of notes: text, formulas, and mechanisms that move in it."""
    found = use.lesson_page(file, out, model_file=page_of_model)
    give_json({"written": [str(found)]}) if json else say(f"wrote {found}")


def page_of_model(path: Path, options: Any) -> str:
    """The page of a model in a file; one in Python says where it starts and how long it runs."""
    if path.suffix != PYTHON:
        return str(use.page_of_file(path, options))
    return source_figure(read_model(path), options.number("t_end"), options.way)


def source_figure(source: ModelSource, t_end: float | None = None, way: str = "live") -> str:
    """The page of a model as its Python file says: from its start, for its time, with its traces and sliders."""
    system = use.compile_model(source.model)
    begin = source.begin(system, {})
    end = t_end if t_end is not None else begin.t + source.duration if source.duration else None
    shown: dict[str, Any] = {"traces": source.traces, "panels": {"About": source.about} if source.about else None}
    shown |= {"look": source.own_look, "lit": source.lit, "channels": source.plots, "keys": source.keys}
    options = {**source.options, "events": source.events}
    return str(use.figure_text(system, begin, t_end=end, way=way, controls=source.controls, options=options, **shown))
