"""`linkwork export`: a simulation that runs without Python."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .. import use
from ..arguments import File, Json, Set
from ..show import give_json, say
from ..sources import numbers_of, read_model
from .run import Integrator, Rtol

ExportTarget = Annotated[Path, typer.Argument(help="The C source to write (.c); the header stands beside it (.h).")]
ObservedOption = Annotated[
    list[str], typer.Option("--channel", help="A channel that the C program can compute. May be repeated.")
]
StepOption = Annotated[float | None, typer.Option("--step", help="The length of all steps, in seconds.")]


def export(
    file: File,
    to: ExportTarget,
    set: Set = [],  # noqa: B006
    rtol: Rtol = None,
    method: Integrator = None,
    step: StepOption = None,
    channel: ObservedOption = [],  # noqa: B006
    json: Json = False,
) -> None:
    """Write a simulation as C11: equations, events and integrator, from where the model begins."""
    if to.suffix != ".c":
        raise use.ModelError(f"{to}: a simulation is exported as C source; give a file that ends with .c.")
    source = read_model(file)
    system = use.compile_model(source.model)
    begin = source.begin(system, numbers_of(set))
    given = {name: value for name, value in (("rtol", rtol), ("method", method), ("h", step)) if value is not None}
    options = {**source.options, **given}
    made = use.export_c(system, begin, name=to.stem, channels=channel, events=source.events, **options)
    path = made.write(to.parent)
    written = [str(path), str(path.with_suffix(".h"))]
    give_json({"name": made.name, "written": written}) if json else say(f"wrote {' and '.join(written)}")
