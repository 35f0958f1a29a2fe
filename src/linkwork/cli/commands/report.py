"""`linkwork report`: a document about a run or an equilibrium, to print and keep."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from .. import use
from ..arguments import ChannelsOption, EndOption, Json, Set
from ..conclusion import conclude
from ..show import give_json, say
from ..sources import RESULT, numbers_of, read_model
from .run import motion

Reported = Annotated[Path, typer.Argument(help="A model (.toml, .json, .py), a run (.nc), or a study (.npz).")]
ReportTarget = Annotated[Path | None, typer.Option("--out", "-o", help="The document; FILE.report.html unless given.")]
Pdf = Annotated[bool, typer.Option("--pdf", help="Print it to a PDF too, by a Chromium, Chrome or Edge that is here.")]
RestFlag = Annotated[bool, typer.Option("--equilibrium", help="Of the equilibrium of the model, not of a run.")]
Title = Annotated[str, typer.Option("--title", help="What stands at the top.")]
BelowTitle = Annotated[str, typer.Option("--note", help="A text below the title.")]
STUDY_FILE = ".npz"


def report(
    file: Reported,
    out: ReportTarget = None,
    t_end: EndOption = None,
    set: Set = [],  # noqa: B006
    equilibrium: RestFlag = False,
    channel: ChannelsOption = [],  # noqa: B006
    title: Title = "",
    note: BelowTitle = "",
    pdf: Pdf = False,
    json: Json = False,
) -> None:
    """Write one printable document: drawing, data, mobility, results, plots, loads, certificate. Exit code 4 if bad."""
    found = _result(file, t_end, numbers_of(set), equilibrium, json)
    target = out if out is not None else Path(f"{file.stem}.report.html")
    written = [use.report_page(found, target, title=title, note=note, channels=channel)]
    if pdf:
        written.append(use.print_pdf(target, target.with_suffix(".pdf")))
    if json:
        give_json({"verdict": found.verdict.to_dict(), "written": [str(path) for path in written]})
    else:
        for path in written:
            say(f"wrote {path}")
    conclude(file.stem, found.verdict)


def _result(file: Path, t_end: float | None, values: dict[str, float], equilibrium: bool, quiet: bool) -> Any:
    if file.suffix in (*RESULT, STUDY_FILE):
        if equilibrium or values or t_end is not None:
            raise typer.BadParameter(
                f"{file} holds what was computed; --t-end, --set and --equilibrium are for models."
            )
        return use.load_run(file) if file.suffix in RESULT else use.load_study(file)
    source = read_model(file)
    if not equilibrium:
        return motion(source, t_end, values, output=use.Output(progress=not quiet))
    system = use.compile_model(source.model)
    return use.equilibrium(system, source.begin(system, values))
