"""WebAssembly: node's time for a step of a whole simulation, over that of the host's scalar code.

Both run the same loop with the same kernels, from a start that is prepared before anything is timed; node has run each
model until its optimising compiler was done. Times are processor time, the shortest of several runs in a measurement.
The host contracts products and sums (FMA), which WebAssembly cannot.
"""

from __future__ import annotations

import importlib
import json
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import linkwork as lw
from benchmarks.case import Bar, Case, Timer
from benchmarks.peers import Unavailable
from linkwork.analyses.methods.options import Options
from linkwork.analyses.methods.registry import method_of
from linkwork.analyses.steppers.tree import TreeStepper
from linkwork.numerics.status import RUN_DONE, RUNNING

LIMIT = 2.0
RUNS = 5
SHORTEST = 0.02
"""Seconds of a measurement, at least."""
TEN: dict[str, tuple[float, str]] = {
    "robot_arm": (5.0, "dop853"),
    "double_pendulum": (10.0, "dop853"),
    "four_bar": (20.0, "dop853"),
    "jansen_leg": (10.0, "dop853"),
    "governor": (5.0, "radau"),
    "bicycle": (5.0, "dop853"),
    "heavy_top": (1.0, "dop853"),
    "hanging_chain": (1.0, "dop853"),
    "delta_robot": (5.0, "dop853"),
    "slider_crank": (1.0, "generalized_alpha"),
}
"""Seconds and method of each model."""
PROGRAM = """
require(process.argv[2]);
const fs = require("fs"), modules = new Map();
async function measured({ path, runs, shortest }) {
  if (!modules.has(path)) modules.set(path, await linkworkSimulation.load(fs.readFileSync(path)));
  let best = Infinity;
  for (let spent = 0, k = 0; k < runs || spent < shortest; k++) {
    const run = await linkworkSimulation.begin(modules.get(path));
    const before = process.cpuUsage();
    if (run.advance() !== "done") throw new Error(run.reason);
    const { user, system } = process.cpuUsage(before);
    spent += (user + system) * 1e-6;
    best = Math.min(best, (user + system) / run.steps);
  }
  return best;
}
require("readline").createInterface({ input: process.stdin }).on("line", (line) =>
  measured(JSON.parse(line)).then((best) => console.log(best), (error) => console.log(`"${error}"`)));
"""


def cases() -> Iterator[Case]:
    """Yield one case a model."""
    node = shutil.which("node")
    if node is None:
        raise Unavailable("There is no node here to run WebAssembly in; install it (apt-get install nodejs).")
    with tempfile.TemporaryDirectory() as folder, Node(node, Path(folder)) as runner:
        for name, (duration, method) in TEN.items():
            example = importlib.import_module(f"examples.{name}")
            system = lw.compile_model(example.model())
            start = example.start(system)
            path = Path(folder) / f"{name}.wasm"
            lw.export_wasm(system, start, start.t + duration, path, method=method)
            ours, theirs = runner.timer(path), _host(system, start, start.t + duration, method)
            bar = Bar("ratio", "<=", LIMIT)
            yield Case(f"{name}, {method}", "µs per step", ours, "host", theirs, bar, rounds=7)


class Node:
    """A process of node that measures the runs it is told to."""

    def __init__(self, node: str, folder: Path) -> None:
        program, loader = folder / "measure.js", folder / "simulation.js"
        program.write_text(PROGRAM, encoding="utf-8")
        self._arguments = [node, str(program), str(loader)]

    def __enter__(self) -> Node:
        # The loader is read when the first module has been written beside it.
        self._process: Any = None
        return self

    def __exit__(self, *_: object) -> None:
        if self._process is not None:
            self._process.stdin.close()
            self._process.wait()

    def ask(self, path: Path, runs: int, shortest: float) -> float:
        """The shortest time of a step, in µs."""
        if self._process is None:
            pipe = subprocess.PIPE
            self._process = subprocess.Popen(self._arguments, stdin=pipe, stdout=pipe, text=True)
        print(json.dumps({"path": str(path), "runs": runs, "shortest": shortest}), file=self._process.stdin, flush=True)
        found = json.loads(self._process.stdout.readline())
        if not isinstance(found, float):
            raise RuntimeError(found)
        return found

    def timer(self, path: Path) -> Timer:
        """Measures a module, which has been run for a second before."""
        self.ask(path, RUNS, 1.0)
        return lambda: self.ask(path, RUNS, SHORTEST)


def _host(system: lw.System, start: lw.State, end: float, method: str) -> Timer:
    """Measures the same run here."""
    options = Options(start.t, end, [end], method_of(method, "tree"), 1e-8, 1e-10, None, "projection")

    def measure() -> float:
        best, spent, k = float("inf"), 0.0, 0
        while k < RUNS or spent < SHORTEST:
            stepper = TreeStepper(system, start, options, ())
            stepper.begin()
            code, before = RUNNING, time.process_time()
            while code == RUNNING:
                code = stepper.advance(stepper.piece)
            took = time.process_time() - before
            if code != RUN_DONE:
                raise RuntimeError(stepper.explain(code))
            best, spent, k = min(best, took * 1e6 / stepper.accepted), spent + took, k + 1
        return best

    return measure
