"""Linear analyses: eigenvalues of a long chain after compilation, and the synthesis of a four-bar, in seconds."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial

import numpy as np

import linkwork as lw
from benchmarks.case import Bar, Case
from linkwork.analyses.linearize import linearize
from linkwork.results import State
from linkwork.system import System, compile_model
from tests.analyses.design_models import POOR, TARGET, coupler_four_bar, pen_positions, synthesise

LINKS = 100


def chain(links: int = LINKS) -> lw.Model:
    """Rods that hang from one another."""
    m = lw.Model("chain", gravity=(0, 0, -9.81))
    before = m.ground.at(0, 0, 0)
    for k in range(links):
        rod = m.body(f"rod{k}", lw.Rod(length=0.1, mass=0.1))
        m.connect(f"J{k}", lw.Revolute("y"), before, rod.at(0, 0, 0))
        before = rod.at(0.1, 0, 0)
    return m


def cases() -> Iterator[Case]:
    """Yield the cases; bars are those the project has set itself."""
    system = compile_model(chain())
    hanging = system.state({"J0.angle": np.pi / 2})
    linearize(system, hanging)  # compiles
    yield Case(
        f"eigenvalues of a chain of {LINKS}", "s", partial(_eigenvalues, system, hanging), bar=Bar("ours", "<=", 1.0)
    )
    points = pen_positions(compile_model(coupler_four_bar(TARGET)))
    yield Case("four-bar through ten points", "s", partial(_synthesis, points), bar=Bar("ours", "<=", 60.0))


def _eigenvalues(system: System, state: State) -> float:
    start = time.perf_counter()
    _ = linearize(system, state).eigenvalues
    return time.perf_counter() - start


def _synthesis(points: np.ndarray) -> float:
    start = time.perf_counter()
    _, found = synthesise(points, POOR)
    if not (found.success and found.value < 1e-16):
        raise RuntimeError(f"the synthesis missed its points: {found.message}")
    return time.perf_counter() - start
