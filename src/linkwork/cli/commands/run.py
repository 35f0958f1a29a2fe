"""`linkwork run`: the motion of a model."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from .. import use
from ..arguments import ChannelsOption, EndOption, File, Json, PageOption, Set, TableOption
from ..conclusion import EXIT_FAILED, conclude
from ..show import channel_rows, give_json, print_table, say
from ..sources import ModelSource, numbers_of, read_model

DEFAULT = 10.0

Out = Annotated[Path | None, typer.Option("--out", help="Keep the run in a file (.nc), for `linkwork view`.")]
Plot = Annotated[Path | None, typer.Option("--plot", help="Write a picture of channels (.png, .svg, .pdf).")]
Rtol = Annotated[float | None, typer.Option("--rtol", help="Relative error of a step; 1e-8 unless the file says one.")]
Integrator = Annotated[
    str | None, typer.Option("--method", help="An integrator by name; auto unless the file says one.")
]
Contacts = Annotated[
    str | None, typer.Option("--contact", help="How contacts are gone through: auto, events or stepping.")
]
Step = Annotated[float | None, typer.Option("--h", help="Length of steps (s), of methods with steps of one length.")]


def run(
    file: File,
    t_end: EndOption = None,
    set: Set = [],  # noqa: B006
    rtol: Rtol = None,
    method: Integrator = None,
    contact: Contacts = None,
    h: Step = None,
    view: PageOption = None,
    out: Out = None,
    csv: TableOption = None,
    plot: Plot = None,
    channel: ChannelsOption = [],  # noqa: B006
    json: Json = False,
) -> None:
    """Simulate a model and print its certificate. Exit code 1 where the run fails, 4 where it is bad."""
    source = read_model(file)
    options = {"rtol": rtol, "method": method, "contact": contact, "h": h}
    given = {name: value for name, value in options.items() if value is not None}
    found = motion(source, t_end, numbers_of(set), **given, output=use.Output(progress=not json))
    written = write_outputs(source, found, view, out, csv, plot, channel)
    if json:
        give_json(outcome(found, written, channel))
    else:
        say(f"{source.model.name}: {found.certificate}")
        if found.success:
            names = (*found.layout.q, *channel)
            last = channel_rows(found.channel_table, {name: found[name][-1] for name in names})
            print_table(f"at t = {found.t[-1]:g} s", ("channel", "value", "unit"), last)
        for path in written:
            say(f"wrote {path}")
    if found.certificate.status == "failed":
        raise typer.Exit(EXIT_FAILED)
    conclude(source.model.name, found.verdict)


def motion(source: ModelSource, t_end: float | None, values: dict[str, float], **options: Any) -> Any:
    """The run of a model, from where its file says it begins."""
    system = use.compile_model(source.model)
    begin = source.begin(system, values)
    end = t_end if t_end is not None else begin.t + (source.duration or DEFAULT)
    return use.simulate(system, begin, t_end=end, events=source.events, **{**source.options, **options})


def write_outputs(
    source: ModelSource,
    found: Any,
    view: Path | None,
    out: Path | None,
    csv: Path | None,
    plot: Path | None,
    names: list[str],
) -> list[Path]:
    """Writes what is asked for; returns where."""
    if view is not None:
        use.view(found, view, traces=source.traces, channels=names)
    if out is not None:
        found.save(out, *names)
    if csv is not None:
        found.to_csv(csv, *(names or found.layout.q))
    if plot is not None:
        use.plot(found, *(names or found.layout.q), path=plot)
    return [path for path in (view, out, csv, plot) if path is not None]


def outcome(found: Any, written: list[Path], names: list[str]) -> dict[str, Any]:
    """A run as data."""
    return {
        "model": found.model.name,
        "success": found.success,
        "verdict": found.verdict.to_dict(),
        "certificate": found.certificate.to_dict(),
        "t": found.t[-1] if len(found) else None,
        "final": found.final.values if len(found) else {},
        "channels": {name: found[name][-1] for name in names} if found.success else {},
        "events": [{"t": event.t, "event": event.event} for event in found.events],
        "contacts": [change.sentence for change in found.contacts],
        "written": [str(path) for path in written],
    }
