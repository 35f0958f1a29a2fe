"""From a model to its first acceleration, in a process of its own: with an empty cache, and again with a filled one."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator

import numpy as np

from benchmarks.case import Bar, Case, Timer
from benchmarks.mechanisms import Mechanism, arm, floating_tree, planar_chain, spatial_chain
from linkwork.system import compile_model

# What is measured, and how long it may take with an empty cache; a full one has 0.1 s.
MECHANISMS: dict[str, tuple[Callable[[], Mechanism], float]] = {
    "arm, 7 joints": (arm, 0.5),
    "floating tree, 30 dof": (floating_tree, 1.5),
    "planar chain, 200 links": (lambda: planar_chain(200), 15.0),
    "spatial chain, 200 links": (lambda: spatial_chain(200), 15.0),
}
WARM = 0.1
ROUNDS = 3


def cases() -> Iterator[Case]:
    """Yield cold and warm times; the model itself and the imports are there before the clock starts."""
    for name, (_, limit) in MECHANISMS.items():
        cold = Bar("ours", "<=", limit)
        yield Case(f"{name}, cold", "s", _timer(name, warm=False), bar=cold, rounds=ROUNDS)
        yield Case(f"{name}, warm", "s", _timer(name, warm=True), bar=Bar("ours", "<=", WARM), rounds=ROUNDS)


def _timer(name: str, *, warm: bool) -> Timer:
    def measure() -> float:
        with tempfile.TemporaryDirectory() as folder:
            if warm:
                _in_process(name, folder)
            return _in_process(name, folder)

    return measure


def _in_process(name: str, folder: str) -> float:
    """Seconds to the first acceleration, in a fresh interpreter with its cache in `folder`."""
    command = [sys.executable, "-m", "benchmarks.compile_time", name]
    environment = {**os.environ, "LINKWORK_CACHE_DIR": folder}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return float(done.stdout.splitlines()[-1])


def _measure_here(name: str) -> float:
    model = MECHANISMS[name][0]().model
    start = time.perf_counter()
    system = compile_model(model)
    acceleration = system.evaluate("acceleration", system.rest).u_dot
    elapsed = time.perf_counter() - start
    assert np.isfinite(acceleration).all()
    return elapsed


if __name__ == "__main__":
    print(_measure_here(sys.argv[1]))
