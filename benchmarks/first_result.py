"""The first result: what a user waits for in a fresh process, from `import linkwork` to the end of a one-second run.

Cold: the folder of caches is empty. Warm: another process has run the same before, and the loops are compiled.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.case import Bar, Case, Timer

SCRIPT = """
import time
start = time.perf_counter()
import linkwork as lw
m = lw.Model("four-bar", gravity=(0, -9.81, 0))
sizes = {"crank": 1.0, "coupler": 2.0, "rocker": 2.0}
crank, coupler, rocker = (m.body(name, lw.Rod(length=x, mass=1.0)) for name, x in sizes.items())
m.connect("A", lw.Revolute("z"), m.ground, crank)
m.connect("B", lw.Revolute("z"), crank.at(1.0, 0, 0), coupler)
m.connect("C", lw.Revolute("z"), coupler.at(2.0, 0, 0), rocker)
m.connect("D", lw.Revolute("z"), rocker.at(2.0, 0, 0), m.ground.at(2.0, 0, 0))
system = lw.compile_model(m)
state = lw.assemble(system, {"A.angle": 1.0})
run = lw.simulate(system, state, 1.0)
assert run.certificate.status == "done"
print(time.perf_counter() - start)
"""


def cases() -> Iterator[Case]:
    """Yield the times of fresh processes."""
    yield Case("four-bar, 1 s, empty caches", "s", _cold(), bar=Bar("ours", "<=", 2.0), rounds=5)
    folder = tempfile.TemporaryDirectory()
    _fresh(folder.name)
    yield Case("four-bar, 1 s, warm caches", "s", _warm(folder), bar=Bar("ours", "<=", 1.0), rounds=7)


def _cold() -> Timer:
    def measure() -> float:
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            return _fresh(folder)

    return measure


def _warm(folder: tempfile.TemporaryDirectory[str]) -> Timer:
    return lambda: _fresh(folder.name)


def _fresh(folder: str) -> float:
    """Seconds in a new process with caches in a folder of their own."""
    sources = str(Path(__file__).parents[1] / "src")
    environment = {**os.environ, "LINKWORK_CACHE_DIR": folder, "PYTHONPATH": sources}
    command = [sys.executable, "-c", SCRIPT]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return float(done.stdout)
