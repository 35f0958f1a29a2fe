"""`linkwork live`: a page in which the model runs, written once or served and renewed while one models."""

from __future__ import annotations

import sys
import webbrowser
from pathlib import Path
from typing import Annotated, Any

import typer

from .. import use
from ..arguments import BrowserOption, ChannelsOption, File, Json, PortOption, Set
from ..page_server import PageServer
from ..show import give_json, say
from ..sources import ModelSource, numbers_of, read_model

OutOption = Annotated[
    Path | None, typer.Option("--out", "-o", help="Write the page to this file and end; it is served unless given.")
]
ControlOption = Annotated[
    list[str], typer.Option("--control", help="A slider: crank.length=0.1:0.5, or gravity. May be repeated.")
]
SpanOption = Annotated[float | None, typer.Option("--span", help="Seconds that are computed at once.")]
TAKEN_OPTIONS = ("method", "rtol", "atol")
"""What a file may say of a run that a page takes over."""


def live(
    file: File,
    out: OutOption = None,
    control: ControlOption = [],  # noqa: B006
    set: Set = [],  # noqa: B006
    span: SpanOption = None,
    channel: ChannelsOption = [],  # noqa: B006
    port: PortOption = 0,
    open: BrowserOption = False,
    json: Json = False,
) -> None:
    """Make a page in which the model runs, with sliders; it is served here, and made again after every save."""
    asked = {"controls": ranges_of(control), "span": span, "values": numbers_of(set), "channels": channel}
    if out is not None:
        found = written(read_model(file), out, **asked)
        told = {"written": str(found.path), "living": found.is_living, "sentence": found.sentence}
        give_json(told) if json else say(f"wrote {found.path}. {found.sentence}")
        return
    server = PageServer(file, lambda: page_of(file, asked), port)
    give_json({"address": server.address}) if json else say(f"{server.address}\nSaving {file} renews it; Ctrl-C ends.")
    sys.stdout.flush()
    if open:
        webbrowser.open(server.address)
    server.serve()


def request_of(source: ModelSource, asked: dict[str, Any]) -> dict[str, Any]:
    """Arguments of `lw.live`, from a file and what was asked for beside it."""
    system = use.compile_model(source.model)
    return {
        "system": system,
        "start": source.begin(system, asked["values"]),
        "controls": asked["controls"] or source.controls,
        "span": asked["span"] or source.duration,
        "channels": asked["channels"],
        "traces": source.traces,
        "events": source.events,
        **{name: value for name, value in source.options.items() if name in TAKEN_OPTIONS},
    }


def written(source: ModelSource, out: Path, **asked: Any) -> Any:
    """The page in a file."""
    return use.live(file=out, **request_of(source, asked))


def page_of(file: Path, asked: dict[str, Any]) -> str:
    """The page as text, of the file as it stands now and what it imports from beside it."""
    folder = file.parent.absolute()
    for name, module in list(sys.modules.items()):
        path = getattr(module, "__file__", None)
        if path is not None and Path(path).parent == folder:
            del sys.modules[name]
    return str(use.live_page(**request_of(read_model(file), asked)))


def ranges_of(texts: list[str]) -> dict[str, tuple[float, float] | None] | None:
    """Ranges by name, from "crank.length=0.1:0.5" or a name alone; None where nothing is asked for."""
    found: dict[str, tuple[float, float] | None] = {}
    for text in texts:
        name, equals, limits = text.partition("=")
        try:
            low, high = map(float, limits.split(":")) if equals else (0.0, 0.0)
        except ValueError:
            raise use.ModelError(
                f"--control {text}: give a name, or a name and a range, such as --control crank.length=0.1:0.5."
            ) from None
        found[name.strip()] = (low, high) if equals else None
    return found or None
