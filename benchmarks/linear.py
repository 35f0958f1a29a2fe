"""Linear analyses: eigenvalues of a long chain, equilibrium, and the synthesis of a four-bar, in seconds."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

import linkwork as lw
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


def seconds(work: Callable[[], object], repeats: int = 3) -> float:
    """The least time that `work` took."""
    best = np.inf
    for _ in range(repeats):
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
    return best


def main() -> None:
    """Prints what is measured, each beside its bar."""
    system = lw.compile_model(chain())
    hanging = system.state({"J0.angle": np.pi / 2})
    first = time.perf_counter()
    lw.linearize(system, hanging)
    print(f"{LINKS}-link chain: first linearisation with compilation {time.perf_counter() - first:.2f} s")
    taken = seconds(lambda: lw.linearize(system, hanging).eigenvalues)
    print(f"{LINKS}-link chain: eigenvalues after compilation {taken:.3f} s (bar 1 s)")
    points = pen_positions(lw.compile_model(coupler_four_bar(TARGET)))
    start = time.perf_counter()
    _, found = synthesise(points, POOR)
    taken, misses = time.perf_counter() - start, np.sqrt(2 * found.value)
    print(f"four-bar through ten points: {taken:.2f} s (bar 60 s), {found.evaluations} evaluations, off by {misses:.1e}")


if __name__ == "__main__":
    main()
