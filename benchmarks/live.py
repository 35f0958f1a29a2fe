"""Living pages: the page's state against the host's, a slider's processor time, what a pull leaves open, speed, size.

Sixteen models of the gallery, each with the sliders that suggest themselves. Numbers come from node, which runs the
script and the module of the page; times are processor time once node's compiler is done, the shortest of several.
"""

from __future__ import annotations

import importlib
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np

import linkwork as lw
from benchmarks.case import Bar, Case
from benchmarks.peers import Unavailable
from linkwork.exports.living_page import live_request, living_scene
from linkwork.exports.living_program import PAGE_ROWS
from linkwork.views.page import page

SPAN = 2.0
LIVED: dict[str, dict[str, Any]] = {
    "four_bar": {},
    "jansen_leg": {},
    "slider_crank": {},
    "five_bar": {},
    "stewart_platform": {},
    "delta_robot": {},
    "heavy_top": {},
    "bicycle": {},
    "chaplygin_sleigh": {},
    "leg_with_muscles": {"rtol": 1e-10, "atol": 1e-12},
    "elastic_beam_contact": {},
    "skewed_trough": {},
    "rocking_block": {},
    "walking_wheel": {},
    "compass_walker": {},
    "pinball": {},
}
"""Loops, in space, nonholonomic, stiff, a contact and a joint of the example's own, impacts; with their tolerances."""
PROGRAM = """
for (const path of process.argv.slice(3)) require(path);
const program = JSON.parse(require("fs").readFileSync(process.argv[2]));
const spent = (work) => {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) * 1e-3;
};
linkworkLiving.begin(program).then((living) => {
  const { t } = living.base;
  living.simulate(t + 1);
  const { values } = living.rows(), n = program.columns.length, k = Math.round(1 / program.step);
  const state = [...values.slice(k * n, k * n + program.states)];
  const again = () => { living.reset(); living.simulate(t + 1); living.rows(); };
  for (let k = 0; k < 20; k++) again();
  const second = Math.min(...Array.from({ length: 7 }, () => spent(again)));
  let slider = 0;
  for (const { name, value, high } of program.controls) {
    const move = (part) => () => {
      living.set({ [name]: value + part * (high - value) });
      living.simulate(t + 1);
      living.rows();
    };
    slider = Math.max(slider, Math.min(...[0.05, 0.1, 0.15].map((part) => spent(move(part)))));
    living.reset();
  }
  living.simulate(t + 1);
  // Around where the last body is, by a tenth of how far that is from the origin.
  const body = program.bodies.findLastIndex((one) => one.dragged !== null), at = program.bodies[body].column + 9;
  living.grab(t + 0.3, program.bodies[body].dragged, [0.01, 0, 0]);
  living.y.set(living.run.y);
  living.code.look(living.now);
  const place = [...living.run.shown.slice(at, at + 3)], way = 0.1 * (Math.hypot(...place) || 1);
  for (let k = 0; k < 40; k++) living.pull([place[0] + way * Math.sin(k / 7), place[1], place[2] + way], 0.01);
  living.release();
  living.simulate(living.now + 0.2, 2000);
  console.log(JSON.stringify({ state, second, slider, open: living.open, end: living.end }));
});
"""


def cases() -> Iterator[Case]:
    """Yield five cases a model."""
    node = shutil.which("node")
    if node is None:
        raise Unavailable("There is no node here to run WebAssembly in; install it (apt-get install nodejs).")
    sys.path.append(str(Path(__file__).parents[1] / "examples"))
    for name, given in LIVED.items():
        found = measured(node, name, given)
        for quantity, relation, limit in (
            ("state after 1 s, off the host's", "<=", 1e-9),
            ("ms of processor for a slider, 1 s simulated", "<=", 50.0),
            ("open after a pull (m, rad)", "<=", 1e-8),
            ("× real time", ">=", 5.0),
            ("MB of page", "<=", 2.0),
        ):
            bar = Bar("ours", relation, limit)  # type: ignore[arg-type]
            yield Case(name, quantity, lambda value=found[quantity]: value, bar=bar, rounds=1)  # type: ignore[misc]


def measured(node: str, name: str, given: dict[str, Any]) -> dict[str, float]:
    """The figures of a model."""
    example = importlib.import_module(f"examples.{name}")
    system = lw.compile_model(example.model())
    start = example.start(system)
    made = living_scene(live_request(system, start=start, span=SPAN, **given))
    if not made.is_living:
        raise RuntimeError(f"{name}: {made.sentence}")
    told = _run(node, made.scene["program"])
    if told["end"]:
        raise RuntimeError(f"{name}: {told['end']}")
    return {
        "state after 1 s, off the host's": _off(system, start, told["state"], made.scene["program"], given),
        "ms of processor for a slider, 1 s simulated": told["slider"],
        "open after a pull (m, rad)": told["open"],
        "× real time": 1e3 / told["second"],
        "MB of page": len(page(made.scene).encode()) / 1e6,
    }


def _run(node: str, program: dict[str, Any]) -> dict[str, Any]:
    engine = str(files("linkwork.views") / "viewer" / "living.js")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "program.json"
        path.write_text(json.dumps(program), encoding="utf-8")
        done = subprocess.run([node, "-e", PROGRAM, "node", str(path), engine], capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(done.stderr)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def _off(
    system: lw.System, start: lw.State, state: list[float], program: dict[str, Any], given: dict[str, Any]
) -> float:
    """The largest difference of a number of the state, relative to its size where that is above one."""
    times = start.t + SPAN / PAGE_ROWS * np.arange(PAGE_ROWS + 1)
    # By the page's method: where that is not what "auto" begins with, and in its steps.
    is_other = program["method"] in ("radau", "moreau")
    way: dict[str, Any] = {"method": program["method"], "h": program["h"]} if is_other else {}
    here = lw.simulate(system, start, float(times[-1]), times=times, **given, **way)
    rows = np.column_stack([here.q, here.u, here.z])
    scale = np.maximum(1.0, np.abs(rows).max(axis=0))
    return float((np.abs(np.array(state[:-1]) - rows[PAGE_ROWS // 2]) / scale).max())
