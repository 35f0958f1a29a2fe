"""The map of one `simulate` call in docs/architecture.md is true: its files exist, and calls pass them."""

import re
import sys
from pathlib import Path
from types import FrameType
from typing import Any

import linkwork as lw

ROOT = Path(__file__).parents[2]
PACKAGE = Path(lw.__file__).parent
BESIDE = {
    "results/run_file",
    "run/checkpoint",
    "analyses/engines/engine",
    "analyses/engines/weak",
    "absolute/weak_form",
    "mechanics/load_shares",
    "mechanics/weak_tree",
    "absolute/alpha_loops",
    "absolute/implicit_loops",
    "absolute/shifted_loops",
    "absolute/step_loops",
    "analyses/engines/moreau",
    "analyses/engines/contact_steps",
    "analyses/engines/contact_record",
    "numerics/integrators/moreau",
}
"""What is on the map for runs with files and checkpoints, over impacts, and elements in time; compiled loops; loads."""


def on_the_map() -> set[str]:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    block = page.split("## The way of one `simulate` call")[1].split("```")[1]
    found = set(re.findall(r"\b(?:[a-z_]+/)+[a-z_]+\b", block)) | {"mechanics/function_table"}
    assert len(found) > 20
    return found


def passed(system: lw.System) -> set[str]:
    """The files that a run goes through, from the first one on: code is compiled on the way."""
    found: set[str] = set()

    def look(frame: FrameType, event: str, argument: Any) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(str(PACKAGE)):
            found.add(frame.f_code.co_filename[len(str(PACKAGE)) + 1 :].removesuffix(".py").replace("\\", "/"))

    hit = lw.Event("hit", "bar.position.z", action=lambda system, state: None)
    before = sys.getprofile()
    sys.setprofile(look)
    try:
        lw.simulate(system, None, 0.01, events=[hit]).at(0.005)
    finally:
        sys.setprofile(before)
    return found


def pendulum() -> lw.Model:
    model = lw.Model("pendulum", gravity=(0, 0, -9.81))
    bar = model.body("bar", mass=1.0, inertia=(0.1, 0.1, 0.01))
    model.connect("pin", lw.Revolute("y"), model.ground, bar.at(0, 0, 0.5))
    model.connect("guide", lw.PointInPlane(normal="y"), model.ground, bar.at(0, 0, -0.5))
    return model


def test_the_map_names_files_that_exist() -> None:
    lost = {name for name in on_the_map() if not (PACKAGE / f"{name}.py").is_file()}
    assert not lost


def test_calls_pass_the_files_on_the_map() -> None:
    model = pendulum()
    seen = passed(lw.compile_model(model)) | passed(lw.compile_model(model, "absolute"))
    assert on_the_map() - seen - BESIDE == set()
