"""The tables, and how a run is set beside one."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from scipy.spatial.transform import Rotation

import linkwork as lw
from validation.case import Figure, compare, compiled, started

GRAVITY = (0.0, 0.0, -9.80665)
LONG_BAR = {"mass": 1.0, "inertia": (0.04, 0.1, 0.1)}
"""A pendulum whose long axis is x."""
NAMES = {"Pos": "position", "Vel": "velocity", "Acc": "acceleration", "Quat": "attitude"}
NAMES |= {"Avel": "angular velocity", "Aacc": "angular acceleration"}
MOTION = {"Pos", "Vel", "Quat", "Avel"}
NOISE = {True: 1e-5, False: 2e-4}
"""What the steps of ADAMS leave in motion (True), and in accelerations and reactions, in parts of their largest."""
NOTHING = 1e-9
"""Below that a number of a table is a rounding error."""
TIGHT = {"rtol": 1e-10, "atol": 1e-12}


@cache
def tables() -> dict[str, Any]:
    """All tables: case, quantity, rows."""
    path = Path(__file__).parents[1] / "data" / "adams.json"
    return dict(json.loads(path.read_text(encoding="utf-8"))["cases"])


def printed_digits(column: Mapping[str, Any]) -> int:
    """How many digits the numbers of a column are printed with: six, or seven."""
    numbers = [f"{abs(x):.6e}".partition("e")[0].replace(".", "").rstrip("0") for row in column["rows"] for x in row]
    return max(6, *(len(number) for number in numbers)) if column["peak"] > NOTHING else 6


def size_of(column: Mapping[str, Any]) -> float:
    """The largest number of a column, or one unit where it holds zeros, with the rounding errors of ADAMS."""
    return float(column["peak"]) if column["peak"] > NOTHING else 1.0


def resolution(column: Mapping[str, Any]) -> float:
    """What a column resolves, in parts of its size: half a unit in the last digit of its largest number."""
    size = size_of(column)
    return float(0.5 * 10.0 ** (np.floor(np.log10(size)) + 1 - printed_digits(column)) / size)


def title_of(column: str) -> str:
    """A column in words: Rforce_Body1 is the force on the first body."""
    said = column.replace("_Body", " on body ").replace("Rforce", "force ").replace("Rtorque", "moment ")
    return NAMES.get(column) or " ".join(said.split())


def attitude(run: lw.Trajectory, wanted: np.ndarray) -> np.ndarray:
    """Euler parameters along a run, with the sign of those wanted: both signs are the same attitude."""
    x = Rotation.from_matrix(run["bar.rotation"]).as_quat()[:, [3, 0, 1, 2]]
    return np.asarray(x * np.where((x * wanted).sum(axis=1) < 0, -1.0, 1.0)[:, None])


def figures(
    model: lw.Model, name: str, loads: Mapping[str, Any], start: Mapping[str, Any] | None = None, drift: float = 0.0
) -> Iterator[Figure]:
    """Runs a model and sets the motion of its body `bar`, and loads, beside a table.

    `loads` says for each column of reactions what stands for it: a function of the run. A reaction of ADAMS is what the
    first body of a joint, the ground, feels, in its axes. A table that drifts is met within that, and the energy
    balance of linkwork stands beside.
    """
    data = tables()[name]
    system = compiled(model)
    run = lw.simulate(system, started(system, start or {}), times=data["t"], **TIGHT)
    for column in [*NAMES, *loads]:
        wanted, digits = np.asarray(data[column]["rows"]), resolution(data[column])
        if column in loads:
            found = loads[column](run)
        else:
            channel = f"bar.{NAMES[column]}".replace(" ", "_")
            found = attitude(run, wanted) if column == "Quat" else run[channel]
        allowed = max(drift, digits, NOISE[column in MOTION])
        yield compare(title_of(column), found, wanted, digits, allowed=allowed, size=size_of(data[column]))
    if drift:
        yield compare("energy balance of linkwork", run.energy_balance, np.zeros(len(run)), 1e-9, size=20.0)


def felt_by_ground(
    joint: str, place: Sequence[float] = (0.0, 0.0, 0.0), hold: Sequence[float] | None = None
) -> dict[str, Callable[[lw.Trajectory], np.ndarray]]:
    """What the ground feels in a joint at a place: force, and moment about the place, in its axes.

    linkwork gives what the *second* end feels, about the origin of the second end; that is where `hold` is on the bar.
    Where both ends stay together there is no difference, and `hold` is not needed.
    """

    def force(run: lw.Trajectory) -> np.ndarray:
        return -run.load(joint, axes="world").force

    def moment(run: lw.Trajectory) -> np.ndarray:
        load = run.load(joint, axes="world")
        if hold is None:
            return -load.moment
        end = run["bar.position"] + run["bar.rotation"] @ np.asarray(hold, dtype=float)
        return -(load.moment + np.cross(end - np.asarray(place), load.force))

    return {"Rforce": force, "Rtorque": moment}
