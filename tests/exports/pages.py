"""Modules of WebAssembly run in node, many in one process: a start of node takes longer than a short simulation."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.exports.wasm import LOADER, WasmSimulation

FINISHED = """
async function finished(source) {
  const run = await linkworkSimulation.begin(source);
  const status = run.advance(), { t, rows } = run.samples();
  const events = run.events.map((event) => [event.t, event.name]);
  return { status, reason: run.reason, steps: run.steps, rejected: run.rejected, t: [...t], rows: [...rows], events };
}
"""
"""JavaScript that runs a module to its end, in node and in pages."""


@dataclass(frozen=True, eq=False)
class PageRun:
    """What a run in node or in a page gave."""

    status: str
    reason: str
    steps: int
    rejected: int
    t: np.ndarray
    rows: np.ndarray
    events: list[tuple[float, str]]


def page_run(found: Mapping[str, Any]) -> PageRun:
    """What `finished` returned."""
    t = np.array(found["t"])
    rows = np.array(found["rows"]).reshape(len(t), -1)
    given = (found[name] for name in ("status", "reason", "steps", "rejected"))
    return PageRun(*given, t, rows, [(when, name) for when, name in found["events"]])


def host_rows(run: lw.Trajectory) -> np.ndarray:
    """The samples of a run here, as pages have them."""
    return np.column_stack([run.q, run.u, run.z, run.work])


def in_node(program: str, *arguments: str) -> str:
    """What a program prints."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("There is no node here, in which modules could be run; install it (apt-get install nodejs).")
    done = subprocess.run([node, "-e", program, "node", *arguments], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def run_in_node(modules: Sequence[WasmSimulation], folder: Path) -> list[PageRun]:
    """All of them to their ends."""
    paths = [str(module.write(folder / f"{k}.wasm")) for k, module in enumerate(modules)]
    program = f"""{FINISHED}
    require(process.argv[2]);
    const files = process.argv.slice(3).map((path) => require("fs").readFileSync(path));
    Promise.all(files.map(finished)).then((found) => console.log(JSON.stringify(found)));
    """
    return [page_run(found) for found in json.loads(in_node(program, str(folder / LOADER), *paths))]
