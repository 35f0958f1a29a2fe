"""`linkwork equilibrium`: where a model rests or moves steadily, and whether it stays there."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

import typer

from .. import use
from ..arguments import ChannelsOption, File, Json, MovingOption, PageOption, Set, SpeedOption
from ..conclusion import conclude
from ..show import channel_rows, give_json, print_table, say
from ..sources import ModelSource, numbers_of, read_model

All = Annotated[bool, typer.Option("--all", help="Look for all equilibria, from many starts.")]
Stable = Annotated[bool, typer.Option("--stable", help="Refuse an unstable one.")]


def equilibrium(
    file: File,
    set: Set = [],  # noqa: B006
    speed: SpeedOption = [],  # noqa: B006
    moving: MovingOption = False,
    all: All = False,
    stable: Stable = False,
    channel: ChannelsOption = [],  # noqa: B006
    view: PageOption = None,
    json: Json = False,
) -> None:
    """Find an equilibrium, or a steady motion with the speeds given. Exit code 1 if none is found."""
    if all and stable:
        raise typer.BadParameter("--all finds stable and unstable ones; leave --stable out.")
    source = read_model(file)
    system = use.compile_model(source.model)
    begin, asked = source.begin(system, numbers_of(set)), kept(speed, moving)
    if all:
        found = use.equilibria(system, begin, **asked)
    else:
        found = (use.equilibrium(system, begin, stable=stable, **asked),)
    if view is not None:
        use.view(found[0].system, view, motion=found[0].state, panels={"Equilibrium": summary(source, found[0])})
    if json:
        written = [str(view)] if view is not None else []
        entries = [equilibrium_data(eq, channel) for eq in found]
        give_json({"model": source.model.name, "equilibria": entries, "written": written})
        conclude(source.model.name, *(eq.verdict for eq in found))
        return
    for eq in found:
        say(summary(source, eq))
        names = (*eq.system.layout.q, *eq.system.layout.z, *speeds_of(eq), *channel)
        rows = channel_rows(eq.channels.table, {name: eq[name] for name in names})
        print_table("", ("channel", "value", "unit"), rows)
        for said in (*eq.margins.values(), *eq.contacts.notes):
            say(str(said))
    if not all and found[0].stability == "unstable":
        say("--stable looks for a stable one beside it, --all for all there are")
    if view is not None:
        say(f"wrote {view}")
    conclude(source.model.name, *(eq.verdict for eq in found))


def kept(speed: list[str], moving: bool) -> dict[str, Any]:
    """What a steady motion keeps."""
    return {"speeds": numbers_of(speed, "--speed") or None, "drives": "moving" if moving else "held"}


def summary(source: ModelSource, eq: Any) -> str:
    """An equilibrium in a sentence."""
    return f"{source.model.name}: {eq.stability}, found by {eq.way}; residual {eq.residual:.1e}; {eq.verdict}"


def speeds_of(eq: Any) -> list[str]:
    """The speeds that are not zero."""
    return [name for name, value in zip(eq.system.layout.u, eq.state.u, strict=True) if value]


def equilibrium_data(eq: Any, channels: list[str]) -> dict[str, Any]:
    """An equilibrium as data."""
    return {
        "stability": eq.stability,
        "verdict": eq.verdict.to_dict(),
        "found_by": eq.way,
        "residual": eq.residual,
        "t": eq.state.t,
        "values": eq.state.values,
        "channels": {name: eq[name] for name in channels},
        "contacts": {name: asdict(margin) for name, margin in eq.margins.items()},
        "eigenvalues": [[value.real, value.imag] for value in eq.eigenvalues],
    }
