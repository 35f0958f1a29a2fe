"""`linkwork runs`: the runs of a catalogue."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Any

import typer

from .. import use
from ..arguments import Json
from ..conclusion import EXIT_FAILED
from ..show import give_json, print_table, say

runs_app = typer.Typer(help="Runs stored in a catalogue.", no_args_is_help=True)
SHOWN = ("model", "verdict", "method", "t_end", "energy_error", "tags", "note")
"""Columns of the list, for people."""

Place = Annotated[str, typer.Argument(help="The catalogue: a file such as lab.db, or the address of a database.")]
RunNumber = Annotated[int, typer.Argument(help="The number of a run, as `linkwork runs list` shows it.")]
Query = Annotated[str, typer.Option("--query", "-q", help="Which runs: \"tag == 'v2' and energy_error < 1e-6\".")]
FilesOption = Annotated[Path | None, typer.Option("--files", help="The folder of files, for a database on a server.")]
NewestOption = Annotated[int | None, typer.Option("--newest", min=1, help="Only so many, the newest.")]
RemoveFlag = Annotated[bool, typer.Option("--remove", help="Take these tags away instead.")]
NoteOption = Annotated[str | None, typer.Option("--note", help="Write the note of the run anew.")]
TagNames = Annotated[list[str] | None, typer.Argument(help="Tags.")]
PageFile = Annotated[Path | None, typer.Option("--view", help="Write a page that shows it (.html).")]


@runs_app.command("list")
def list_runs(
    place: Place, query: Query = "", newest: NewestOption = None, files: FilesOption = None, json: Json = False
) -> None:
    """List runs, the newest last."""
    table = open_catalogue(place, files).runs(query, newest)
    if json:
        give_json([{"run": number, **_plain(row)} for number, row in table.iterrows()])
        return
    if table.empty:
        say("there is no such run" if query else "there are no runs yet")
        return
    shown = [*SHOWN, *(name for name in table if name not in SHOWN and _is_named(name, query))]
    rows = [(str(number), *(_text(row[name]) for name in shown)) for number, row in table.iterrows()]
    print_table("", ("run", *shown), rows)


@runs_app.command("show")
def show_run(place: Place, number: RunNumber, files: FilesOption = None, json: Json = False) -> None:
    """Show all that is known of a run."""
    lab = open_catalogue(place, files)
    table = lab.runs(f"id == {number}")
    if table.empty:
        raise use.ModelError(f"catalogue: there is no run {number}.")
    row = {**_plain(table.iloc[0]), "model_hash": lab.models.lineage(number)[-1].hash}
    if json:
        give_json(row)
    else:
        print_table("", ("", ""), [(name, _text(value)) for name, value in row.items()])


@runs_app.command("compare")
def compare_runs(
    place: Place, first: RunNumber, second: RunNumber, files: FilesOption = None, json: Json = False
) -> None:
    """Say what differs between two runs."""
    found = open_catalogue(place, files).compare(first, second)
    if json:
        give_json(found)
    else:
        say("\n".join(found) or "nothing differs")


@runs_app.command("open")
def open_run(place: Place, number: RunNumber, view: PageFile = None, files: FilesOption = None) -> None:
    """Read a run from its file, print its certificate, and write its page."""
    run = open_catalogue(place, files).open(number)
    say(str(run.certificate))
    if view is not None:
        use.view(run, view)
        say(f"wrote {view}")


@runs_app.command("tag")
def tag_run(
    place: Place,
    number: RunNumber,
    tags: TagNames = None,
    remove: RemoveFlag = False,
    note: NoteOption = None,
    files: FilesOption = None,
) -> None:
    """Add tags to a run, or take them away; write its note."""
    if not tags and note is None:
        raise typer.BadParameter("give tags, or --note.")
    lab = open_catalogue(place, files)
    if tags:
        (lab.untag if remove else lab.tag)(number, *tags)
    if note is not None:
        lab.note(number, note)
    say(f"run {number}: {', '.join(lab.tags(number)) or 'no tags'}")


@runs_app.command("delete")
def delete_runs(place: Place, query: str, files: FilesOption = None) -> None:
    """Remove runs for which a query holds, with their files."""
    say(f"removed {use.counted(open_catalogue(place, files).delete(query), 'run')}")


@runs_app.command("prune")
def prune_files(place: Place, files: FilesOption = None) -> None:
    """Remove models and files that no run refers to."""
    say(f"removed {use.counted(open_catalogue(place, files).prune(), 'file')}")


@runs_app.command("check")
def check_files(place: Place, files: FilesOption = None, json: Json = False) -> None:
    """Say which files are gone, damaged, or nobody's. Exit code 1 where there are such."""
    found = [str(fault) for fault in open_catalogue(place, files).check()]
    if json:
        give_json(found)
    else:
        say("\n".join(found) or "all files are what they should be")
    if found:
        raise typer.Exit(EXIT_FAILED)


def open_catalogue(place: str, files: Path | None, read_only: bool = False) -> Any:
    """The catalogue at a place, which must be there."""
    if "://" not in place and not Path(place).exists():
        raise use.ModelError(f"catalogue: there is no file {place!r}.")
    return use.catalogue(place, files, read_only)


def _is_named(name: str, query: str) -> bool:
    """Whether a query asks for a name, not for a part of a longer one."""
    return re.search(rf"(?<![\w.]){re.escape(name)}(?![\w.])", query) is not None


def _plain(row: Any) -> dict[str, Any]:
    """The values of a row, without those that it does not have."""
    found = {str(name): value for name, value in row.items()}
    found["created"] = str(found["created"])
    return {n: x.item() if hasattr(x, "item") else x for n, x in found.items() if x == x and x is not None}


def _text(value: Any) -> str:
    return f"{value:.4g}" if isinstance(value, float) else str(value)
