"""A start, each in a new process, in seconds of processor time.

`import linkwork`, and the newcomer's program: a four-bar is described, assembled and run for five seconds, and the load
of its first hinge is read. Warm: another process has run the same before. Cold: the cache of native code is empty.
Fresh: so it is, and linkwork has no bytecode either, as where an installer compiles none; that is measured to the end
of the first native step. Sources are copied, so that each has the bytecode that it should have.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.case import Bar, Case, Timer

BYTECODE = ("PYTHONDONTWRITEBYTECODE", "PYTHONPYCACHEPREFIX")
"""What an environment may say of bytecode."""
SOURCES = Path(__file__).parents[1] / "src"
MODEL = """
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
"""
NEWCOMER = f"{MODEL}run = lw.simulate(system, state, 5.0)\nload = run.load('A')\n"
FIRST_STEP = f"{MODEL}run = lw.simulate(system, state, 1e-9)\n"
HELP = (
    "import sys\nsys.argv[1:] = ['--help']\nfrom linkwork.cli.app import main\ntry: main()\nexcept SystemExit: pass\n"
)
TOLD = "import os, sys, time\nprint(time.process_time() + sum(os.times()[2:4]), file=sys.stderr)\n"
"""The end of every program: processor time of the process and of all that it started."""


def cases() -> Iterator[Case]:
    """Yield the time of each start; a bare Python start stands beside it as what no program can do without."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        installed, cache = _installed(Path(name)), Path(name) / "cache"
        for program in (HELP, NEWCOMER):
            _seconds(program, installed, cache)

        def warm(program: str) -> Timer:
            return lambda: _seconds(program, installed, cache)

        def case(name: str, timer: Timer, limit: float) -> Case:
            return Case(name, "s", timer, "python", warm(""), Bar("ours", "<=", limit), rounds=7)

        yield case("import linkwork", warm("import linkwork\n"), 0.1)
        yield case("linkwork --help", warm(HELP), 0.5)
        yield case("newcomer, warm", warm(NEWCOMER), 0.8)
        yield case("newcomer, cold", lambda: _with_empty_cache(NEWCOMER, installed), 1.5)
        yield case("fresh, first step", lambda: _with_empty_cache(FIRST_STEP, None), 2.0)


def _with_empty_cache(program: str, installed: Path | None) -> float:
    """Seconds of a program without native code, and in a new installation if none is given."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        return _seconds(program, installed or _installed(Path(folder)), Path(folder) / "cache")


def _installed(folder: Path) -> Path:
    """The package without bytecode."""
    shutil.copytree(SOURCES, folder / "src", ignore=shutil.ignore_patterns("__pycache__"))
    return folder / "src"


def _seconds(program: str, installed: Path, cache: Path) -> float:
    """Processor time of a program in a new process, which leaves bytecode and native code."""
    kept = {name: value for name, value in os.environ.items() if name not in BYTECODE}
    environment = {**kept, "LINKWORK_CACHE_DIR": str(cache), "PYTHONPATH": str(installed)}
    command = [sys.executable, "-c", program + TOLD]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return float(done.stderr.splitlines()[-1])
