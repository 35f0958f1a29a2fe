"""`linkwork gallery` and `linkwork demo`: mechanisms to look at and to begin from."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Annotated, Any

import typer

from ...contract.errors import unknown
from .. import use
from ..arguments import Json
from ..conclusion import EXIT_FAILED, conclude
from ..show import give_json, print_table, say
from ..sources import ModelSource, of_module, run_file
from .run import motion

gallery_app = typer.Typer(help="Mechanisms to look at and to begin from.")
PACKAGE_FOLDER = Path(__file__).parents[2]
PLACES = (PACKAGE_FOLDER / "examples", PACKAGE_FOLDER.parents[1] / "examples")
"""In an installed package; in a checkout."""
DEMO = "jansen_leg"
GROUPS = {
    "Linkages": "four_bar five_bar jansen_leg slider_crank slider_crank_clearance watt_linkage stephenson_linkage "
    "bennett_linkage fifteen_bars hoecken_tolerances skewed_trough two_bars walking_beast",
    "Robots": "robot_arm flexible_robot_arm delta_robot stewart_platform gripper furuta_pendulum",
    "Machines": "cable_over_pulley cardan_shaft excavator fuel_injection_pump governor governor_robustness "
    "harbour_crane involute_gears planetary_gear ratchet ring_coupling spatial_cam v_engine wind_turbine",
    "Vehicles": "bicycle car_body double_wishbone",
    "Contact, impact and friction": "box_stack compass_walker dominoes elastic_beam_contact newtons_cradle pinball "
    "rimless_wheel rocking_block walking_wheel woodpecker",
    "Rolling and spinning": "chaplygin_sleigh double_pendulum gyroscopes heavy_top rolling_coin satellite",
    "Flexible bodies": "elastic_beam elastic_beam_loop flexible_slider_crank flying_beam guitar_string hanging_chain "
    "spin_up_beam whirling_rotor",
    "Human bodies and muscles": "bent_knee human_fall knee leg_with_muscles muscle_parameters standing swing_phase",
}
OTHERS = "More"

Name = Annotated[str, typer.Argument(help="An example, as `linkwork gallery list` names it.")]
GalleryFolder = Annotated[Path | None, typer.Option("--out", "-o", help="The folder to write to; here unless given.")]
PictureFlag = Annotated[bool, typer.Option("--picture", help="Write a picture (.png) too.")]
Animation = Annotated[bool, typer.Option("--gif", help="Write an animation (.gif) too.")]


def gallery_files() -> dict[str, Path]:
    """The files of the gallery by name."""
    place = next((p for p in PLACES if (p / f"{DEMO}.py").exists()), None)
    if place is None:
        raise use.ModelError(f"the gallery is not here: looked in {' and '.join(map(str, PLACES))}.")
    return {p.stem: p for p in sorted(place.glob("*.py")) if "\ndef numbers(" in p.read_text(encoding="utf-8")}


def title(path: Path) -> str:
    """The first line of an example's own text, without running it."""
    return (ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or path.stem).splitlines()[0]


def find(name: str) -> Path:
    """The file of an example."""
    known = gallery_files()
    if name not in known:
        raise use.ModelError(f"{unknown('example', name, known)} `linkwork gallery` lists all of them.")
    return known[name]


def group_of(name: str) -> str:
    """The group that an example belongs to."""
    return next((group for group, names in GROUPS.items() if name in names.split()), OTHERS)


@gallery_app.callback(invoke_without_command=True)
def front_door(context: typer.Context) -> None:
    """Mechanisms to look at and to begin from: without a command, all of them in groups, and how to run one."""
    if context.invoked_subcommand is not None:
        return
    titles = {name: title(path).partition(":")[0] for name, path in gallery_files().items()}
    for group in (*GROUPS, OTHERS):
        own = [f"  {name:24}{titles[name]}" for name in titles if group_of(name) == group]
        if own:
            say("\n".join([group, *own, ""]))
    say(f"linkwork gallery run {DEMO} writes its page here, with --picture and --gif a picture and an animation too.")


@gallery_app.command("list")
def show_list(json: Json = False) -> None:
    """List the examples."""
    titles = {name: title(path) for name, path in gallery_files().items()}
    if json:
        give_json(titles)
    else:
        print_table("", ("name", "about"), titles.items())


@gallery_app.command("run")
def run_example(
    name: Name, out: GalleryFolder = None, picture: PictureFlag = False, gif: Animation = False, json: Json = False
) -> None:
    """Run an example: its numbers, and a page of its motion. Exit code 1 where the run fails, 4 where it is bad."""
    path = find(name)
    module = run_file(path)
    source = of_module(path, module)
    found = motion(source, None, {}, output=use.Output(progress=not json))
    written = pages(source, found, out or Path(), picture, gif)
    numbers = module.numbers() if hasattr(module, "numbers") else {}
    if json:
        results = {"success": found.success, "numbers": numbers, "certificate": found.certificate.to_dict()}
        give_json({"example": name, **results, "written": [str(p) for p in written]})
    else:
        say(f"{source.about.splitlines()[0]}\n{found.certificate}")
        print_table("", ("number", "value"), [(key, f"{value:.6g}") for key, value in numbers.items()])
        for p in written:
            say(f"wrote {p}")
    if found.certificate.status == "failed":
        raise typer.Exit(EXIT_FAILED)
    conclude(name, found.verdict)


def pages(source: ModelSource, found: Any, folder: Path, picture: bool, gif: bool) -> list[Path]:
    """Writes the page, and pictures where asked for; returns where."""
    folder.mkdir(parents=True, exist_ok=True)
    name = source.path.stem
    written = [use.view(found, folder / f"{name}.html", traces=source.traces, panels={"About": source.about})]
    looks = {"traces": source.traces, "azimuth": source.look[0], "elevation": source.look[1]}
    if picture:
        written.append(_picture(source, found, folder / f"{name}.png", looks))
    if gif:
        written.append(use.animate(found, folder / f"{name}.gif", **looks))
    return written


def _picture(source: ModelSource, found: Any, path: Path, looks: dict[str, Any]) -> Path:
    """The figure that an example makes itself, or the motion as seen from a side."""
    if source.figure is None:
        return Path(use.picture(found, path, **looks))
    source.figure().savefig(path, dpi=110)
    return path


def demo(out: GalleryFolder = None, json: Json = False) -> None:
    """Build and run a walking mechanism with closed loops, and write a page that shows it."""
    run_example(DEMO, out if out is not None else Path("build/demo"), json=json)
