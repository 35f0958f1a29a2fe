"""Large systems in absolute coordinates: time per step and memory against the number of bodies.

Rings and nets of links on ball joints fall from rest by the generalized-α method with ρ∞ = 0.9 and h = 2 ms. The peer
is Exudyn with its sparse solver, the same links, the same method and step; both end at the same place before anything
counts. Nets are squares of links between nodes; every node joins its links to the first of them. Chains compare both
of our own formulations. Times are those of the processor, one thread each: what else the machine does hardly matters.
Memory is that of a process of its own (`large_memory`), since what one system leaves free the next one would take.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

import linkwork as lw
from benchmarks.case import Bar, Case, Timer
from benchmarks.links import INERTIA, LENGTH, Links, build, chain, net, ring

RINGS = ((100, True), (200, True), (1000, True), (4000, False), (8000, False), (20_000, False))
NETS = ((10, True), (20, True), (50, False), (100, False), (223, False))
"""Sizes, and whether the peer runs as well: its factors of larger nets take minutes."""
GROWTH = 500
"""The growth is that of systems with more links than this: below, what a step costs in any case weighs."""
CHAINS = (10, 30, 100)
LONG = 1000
H = 2e-3
STEPS = 20
DAMPING = 0.9
QUANTITY = "ms per step"
AGREEMENT = 1e-5
ROUNDS = 3


def cases() -> Iterator[Case]:
    """Yield rings and nets, how time grows with the number of links, and chains in both formulations."""
    for family, sizes in ((ring, RINGS), (net, NETS)):
        known: list[tuple[int, float]] = []
        for size, has_peer in sizes:
            yield _case(family, size, has_peer, known)
        yield _growth(family.__name__, known)
    yield from _chains()


def begun(links: Links) -> tuple[Any, lw.State, lw.Trajectory]:
    """(system, start, run), after a run of `STEPS`."""
    system, state = build(links)
    return system, state, fallen(system, state, STEPS)


def fallen(system: Any, state: lw.State, steps: int) -> lw.Trajectory:
    """So many steps."""
    method = lw.GeneralizedAlpha(DAMPING)
    return lw.simulate(system, state, steps * H, times=[steps * H], h=H, method=method)


def ours(links: Links) -> tuple[Timer, np.ndarray, str]:
    """A timer of a step in ms, where the links are after the first `STEPS`, and what the system takes.

    The timer takes the difference of two runs, so that starting one does not count.
    """
    began = time.process_time()
    system, state, run = begun(links)
    ready = time.process_time() - began

    def took(steps: int) -> float:
        start = time.process_time()
        fallen(system, state, steps)
        return time.process_time() - start

    stored = system.elements.assembly.matrix.whole_pattern.fronts.plan.stored * 8 / 2**20
    note = f"{links.name}: ready after {ready:.1f} s, {STEPS} steps among them; factors {stored:.0f} MB"
    places = np.array([run[f"{name}.position"][-1] for name in system.model.bodies])
    return lambda: (took(3 * STEPS) - took(STEPS)) / (2 * STEPS) * 1e3, places, note


def _case(family: Callable[[int], Links], size: int, has_peer: bool, known: list[tuple[int, float]]) -> Case:
    links = family(size)
    timer, places, note = ours(links)
    command = [sys.executable, "-m", "benchmarks.large_memory", family.__name__, str(size)]
    memory = float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    note = f"{note}; {memory:.0f} MB in all."

    def timed() -> float:
        found = timer()
        known.append((len(links.centres), found))
        return found

    peer = _peer(links) if has_peer else None
    if peer is None:
        return Case(links.name, QUANTITY, timed, rounds=ROUNDS, note=note)
    theirs, found = peer
    gap = float(np.abs(found - places).max())
    if gap > AGREEMENT:
        raise AssertionError(f"{links.name}: Exudyn ends elsewhere by {gap:.1e} m.")
    bar = Bar("ratio", "<=", 0.5)
    return Case(
        links.name, QUANTITY, timed, "Exudyn, sparse", theirs, bar, ROUNDS, f"{note} Exudyn within {gap:.0e} m."
    )


def _growth(family: str, known: list[tuple[int, float]]) -> Case:
    """The exponent of the number of links in the time of a step, out of what the cases before measured."""

    def exponent() -> float:
        large = sorted({n for n, _ in known if n > GROWTH})
        times = [min(t for n, t in known if n == size) for size in large]
        return float(np.polyfit(np.log(large), np.log(times), 1)[0])

    return Case(f"{family}s, growth of time", "exponent of N", exponent, bar=Bar("ours", "<=", 1.15), rounds=1)


def _chains() -> Iterator[Case]:
    """Chains in both formulations by the same method, then a long one that trees step explicitly."""
    known: list[tuple[float, float, float]] = []
    for links in CHAINS:
        absolute, tree = _absolute_chain(links), _tree_chain(links, "generalized_alpha")
        known.append(
            (links, float(np.median([absolute() for _ in range(3)])), float(np.median([tree() for _ in range(3)])))
        )
        note = _crossing(known) if links == CHAINS[-1] else ""
        name = f"chain, {links} links, absolute against tree, both generalized-α"
        yield Case(name, QUANTITY, absolute, "tree formulation", tree, rounds=ROUNDS, note=note)
    name = f"chain, {LONG} links, absolute generalized-α against tree by RK4"
    yield Case(name, QUANTITY, _absolute_chain(LONG), "tree formulation", _tree_chain(LONG, "rk4"), rounds=ROUNDS)


def _crossing(known: list[tuple[float, float, float]]) -> str:
    """Where the absolute formulation becomes the faster one, on straight lines between logarithms."""
    n, absolute, tree = np.log(np.array(known)).T
    gap = absolute - tree
    if gap[0] <= 0:
        return f"chains: the absolute formulation is the faster one from {known[0][0]:.0f} links on, or before."
    if gap[-1] > 0:
        return f"chains: the tree is the faster one up to {known[-1][0]:.0f} links."
    k = int(np.argmax(gap <= 0))
    at = n[k - 1] + (n[k] - n[k - 1]) * gap[k - 1] / (gap[k - 1] - gap[k])
    return f"chains: the absolute formulation is the faster one from about {np.exp(at):.0f} links on."


def _absolute_chain(links: int) -> Timer:
    system = lw.compile_model(chain(links), coordinates="absolute")
    start = system.placed({f"b{k}": (np.eye(3), (k * LENGTH, 0.0, 0.0)) for k in range(links)})
    return _simulated(system, start, "generalized_alpha", links)


def _tree_chain(links: int, method: str) -> Timer:
    system = lw.compile_model(chain(links))
    return _simulated(system, system.rest, method, links)


def _simulated(system: Any, start: lw.State, method: str, links: int) -> Timer:
    """The time of a step of `simulate`: the difference of two runs of a number of steps and thrice as many."""
    # Steps of few links are short: more of them outweigh what starting a run takes now more, now less.
    count = STEPS if links >= CHAINS[-1] else 5 * STEPS

    def run(steps: int) -> float:
        begin = time.process_time()
        lw.simulate(system, start, steps * H, times=[steps * H], h=H, method=method)
        return time.process_time() - begin

    run(count)
    return lambda: (run(3 * count) - run(count)) / (2 * count) * 1e3


def _peer(links: Links) -> tuple[Timer, np.ndarray] | None:
    """Exudyn on the same links: a timer, and where the links are after `STEPS`; None where it is not installed."""
    try:
        from benchmarks.peers.exudyn_links import measure
    except ImportError:
        return None
    return measure(links, H, STEPS, DAMPING, INERTIA, LENGTH)
