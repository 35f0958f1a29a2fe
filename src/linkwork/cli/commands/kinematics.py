"""`linkwork kinematics`: the motion that drives impose."""

from __future__ import annotations

from typing import Annotated

import typer

from .. import use
from ..arguments import EndOption, File, Json, PageOption, Set
from ..conclusion import EXIT_FAILED, conclude
from ..show import give_json, print_table, say
from ..sources import numbers_of, read_model

Samples = Annotated[int, typer.Option("--samples", min=2, max=100_000, help="How many configurations.")]


def kinematics(
    file: File,
    t_end: EndOption = None,
    samples: Samples = 201,
    set: Set = [],  # noqa: B006
    view: PageOption = None,
    json: Json = False,
) -> None:
    """Positions, velocities, accelerations where all motion is prescribed. Exit code 1 where it is stuck, 4 if bad."""
    source = read_model(file)
    system = use.compile_model(source.model)
    start = source.begin(system, numbers_of(set))
    end = t_end if t_end is not None else start.t + (source.duration or 1.0)
    times = [start.t + (end - start.t) * k / (samples - 1) for k in range(samples)]
    found = use.kinematics(system, start, times=times)
    if view is not None:
        use.view(system, view, motion=found, traces=source.traces, panels={"Motion": found})
    names = system.layout.q
    if json:
        columns = {name: found[name] for name in (*names, *system.layout.u)}
        told = {"complete": found.complete, "verdict": found.verdict.to_dict(), "t": found.times, "channels": columns}
        give_json({"model": source.model.name, **told, "written": [] if view is None else [str(view)]})
    else:
        say(str(found))
        known = system.channel_table
        rows = [
            (name, f"{found[name].min():.6g}", f"{found[name].max():.6g}", known[name].unit or "")
            for name in names
            if len(found)
        ]
        print_table("", ("coordinate", "least", "greatest", "unit"), rows)
        if view is not None:
            say(f"wrote {view}")
    if not found.complete:
        raise typer.Exit(EXIT_FAILED)
    conclude(source.model.name, found.verdict)
