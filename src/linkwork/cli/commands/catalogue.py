"""`linkwork catalogue`: models and their lineage, and all of it in the browser."""

from __future__ import annotations

import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from .. import use
from ..arguments import BrowserOption, Json, PortOption
from ..local_server import LocalServer
from ..show import give_json, print_table, say
from .runs import FilesOption, Place, open_catalogue

catalogue_app = typer.Typer(help="Models of a catalogue, and a page of it in the browser.", no_args_is_help=True)
LONGEST_NUMBER = 10
WriteOption = Annotated[bool, typer.Option("--write", help="Let tags and notes be changed.")]
ModelName = Annotated[str, typer.Argument(help="The first letters of a model's hash, or the number of a run.")]


@catalogue_app.command("serve")
def serve(
    place: Place,
    files: FilesOption = None,
    port: PortOption = 0,
    write: WriteOption = False,
    open: BrowserOption = False,
) -> None:
    """Show a catalogue at an address of this machine that nobody else knows, until Ctrl-C; read-only unless --write."""
    lab = open_catalogue(place, files, read_only=not write)
    try:
        server = LocalServer(port)
    except OSError as error:
        raise use.ModelError(f"catalogue: port {port} cannot be used: {error.strerror or error}.") from None
    name = Path(place).name if "://" not in place else place.rpartition("/")[2].partition("?")[0]
    say(f"{server.address}\nCtrl-C ends it.")
    if open:
        webbrowser.open(server.address)
    try:
        server.serve(use.CatalogueSite(lab, name, server.root, writes=write))
    except KeyboardInterrupt:
        say("ended.")
    finally:
        lab.close()


@catalogue_app.command("models")
def list_models(place: Place, files: FilesOption = None, json: Json = False) -> None:
    """List models, the newest last."""
    table = open_catalogue(place, files).models().to_dict("index")
    if json:
        give_json([{"hash": name, **row, "created": str(row["created"])} for name, row in table.items()])
        return
    rows = [
        (name[:12], row["name"], str(row["runs"]), row["parent"][:12], row["change"]) for name, row in table.items()
    ]
    print_table("", ("hash", "model", "runs", "changed from", "how"), rows)


@catalogue_app.command("lineage")
def show_lineage(place: Place, which: ModelName, files: FilesOption = None, json: Json = False) -> None:
    """Say which models a model was made from, and how; the first one first."""
    steps = open_catalogue(place, files).models.lineage(_model(which))
    if json:
        give_json([dict(vars(step)) for step in steps])
    else:
        say("\n".join(map(str, steps)))


@catalogue_app.command("compare")
def compare_models(
    place: Place, first: ModelName, second: ModelName, files: FilesOption = None, json: Json = False
) -> None:
    """Say what differs between two models."""
    found = open_catalogue(place, files).models.compare(_model(first), _model(second))
    give_json(found) if json else say("\n".join(found) or "nothing differs")


def _model(which: str) -> int | str:
    """A number of a run is shorter than what tells hashes apart."""
    return int(which) if which.isdigit() and len(which) < LONGEST_NUMBER else which
