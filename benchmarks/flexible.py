"""Exact beams and cables against Exudyn at equal error, and growth with the nodes of a cable.

F5, the flexible slider-crank: the largest error of the deflection of the rod's middle at the samples, relative to its
length, against spectral elements. A cable of 200 nodes that swings in space: the largest error of three nodes at eleven
times, relative to its length, against the same nodes in the same program with short steps; the cables of both programs
are 1e-5 of the length apart. Each program is run with several settings first, and timed with the fastest of those that
reach the error; where none does, a sentence says so. Times are those of the run, without compiling.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from typing import Any

import numpy as np

import linkwork as lw
from benchmarks.case import Bar, Case
from benchmarks.equal_error import Attempt, fastest
from benchmarks.flexible_four_bar import four_bar_cases
from benchmarks.flexible_slider_crank import slider_crank_cases
from benchmarks.peers import Unavailable
from benchmarks.peers.exudyn_beams import exudyn_attempts, exudyn_name
from benchmarks.peers.exudyn_cable import exudyn_swing
from tests.beam_models import flexible_slider_crank, quarter_places, slider_crank_errors, swinging_cable
from tests.reference_models import case

LENGTH = 0.3
OWN_SETTINGS = ((3, 2, 1e-3, 1e-2), (3, 2, 1e-4, 1e-3), (2, 3, 1e-3, 1e-3), (2, 4, 1e-4, 1e-4), (2, 4, 1e-5, 1e-4))
"""Elements, order, relative and absolute tolerance."""
PEER_SETTINGS = ((16, 2e-4), (20, 2e-4), (24, 1e-4), (64, 5e-5), (128, 5e-5), (256, 2e-5))
"""Elements, step."""
CABLE_ELEMENTS = 200
CABLE_TIMES = np.linspace(0.0, 2.0, 11)
CABLE_SETTINGS = ((1e-1, 0.067), (1e-1, 0.05), (1e-2, 0.05), (1e-3, 0.025), (1e-3, 0.02), (1e-4, 1.0))
"""Tolerance, longest step."""
CABLE_PEER_SETTINGS = ((1e-2, 1e-4), (8e-3, 1e-4), (5e-3, 1e-4), (2e-3, 1e-5), (1e-3, 1e-6), (8e-4, 1e-6))
"""Step, tolerance of Newton's method."""
NODES = (100, 1000, 10_000)
STEP = 2e-3


def own_attempt(elements: int, order: int, rtol: float, atol: float) -> Attempt:
    """F5 in tree coordinates, its rod in the plane as Exudyn's is, by Radau."""
    samples = case("F5_slider_crank_flexible")["smooth_start"]["samples"]
    m, beam = flexible_slider_crank(elements, order, "z")
    system, times = lw.compile_model(m), [s["t"] for s in samples]

    def attempt() -> tuple[float, float]:
        start = time.process_time()
        run = lw.simulate(system, t_end=times[-1], method="radau", rtol=rtol, atol=atol, times=times)
        return time.process_time() - start, slider_crank_errors(run, beam)[1] / LENGTH

    return attempt


@cache
def own_cable_attempts() -> tuple[Attempt, ...]:
    """The swinging cable in absolute coordinates, by Radau."""
    system, start, cable = swinging_cable(CABLE_ELEMENTS)

    def run(tolerance: float, longest: float) -> tuple[float, np.ndarray]:
        options: dict[str, Any] = {"rtol": tolerance, "atol": tolerance, "h": lw.Adaptive(h_max=longest)}
        begun = time.process_time()
        found = lw.simulate(system, start, CABLE_TIMES[-1], method="radau", times=CABLE_TIMES, **options)
        return time.process_time() - begun, quarter_places(found, cable)

    return _against(run, (1e-6, 1.0), CABLE_SETTINGS)


@cache
def peer_cable_attempts() -> tuple[Attempt, ...]:
    """The same by Exudyn."""
    return _against(partial(exudyn_swing, CABLE_ELEMENTS, CABLE_TIMES), (2e-4, 1e-8), CABLE_PEER_SETTINGS)


def _against(
    run: Callable[[float, float], tuple[float, np.ndarray]],
    closest: tuple[float, float],
    settings: Sequence[tuple[float, float]],
) -> tuple[Attempt, ...]:
    """Attempts with these settings, whose error is the difference from the run with the closest one."""
    wanted = run(*closest)[1]

    def attempt(*setting: float) -> tuple[float, float]:
        spent, found = run(*setting)
        return spent, float(np.abs(found - wanted).max())

    return tuple(partial(attempt, *setting) for setting in settings)


@cache
def _own_attempts() -> tuple[Attempt, ...]:
    return tuple(own_attempt(*settings) for settings in OWN_SETTINGS)


def long_cable(nodes: int) -> lw.Model:
    """A cable that hangs, of elements of 0.1 m."""
    m = lw.Model("cable")
    section = lw.StiffnessSection(2e5, 1e5, 1e5, 2.0, 2.0, 2.0, 2.0, (0.002, 0.001, 0.001))
    ends = m.ground, m.ground.at(0.08 * nodes, 0.0, 0.0)
    m.connect("rope", lw.Cable(section, None, 0.1 * nodes, nodes, damping=1e-3), *ends)
    return m


def cable_run(system: Any, steps: int) -> float:
    """Processor time of so many steps, in s."""
    options: dict[str, Any] = {"method": lw.GeneralizedAlpha(rho_inf=0.7), "h": STEP}
    start = time.process_time()
    lw.simulate(system, t_end=steps * STEP, times=[0.0, steps * STEP], **options)
    return time.process_time() - start


@cache
def cable_figures(nodes: int) -> tuple[float, float]:
    """(s from nothing to the end of the second step, ms of a step)."""
    start = time.process_time()
    system = lw.compile_model(long_cable(nodes), "absolute")
    cable_run(system, 2)
    ready = time.process_time() - start
    few, many = (min(cable_run(system, steps) for _ in range(3)) for steps in (5, 45))
    return ready, (many - few) / 40 * 1e3


def growth() -> float:
    """The power with which the time of a step grows with the nodes, the larger one of two."""
    steps = [cable_figures(nodes)[1] for nodes in NODES]
    print(
        f"    ms per step with {', '.join(map(str, NODES))} nodes: {', '.join(f'{x:.3f}' for x in steps)}", flush=True
    )
    return float(np.max(np.diff(np.log(steps)) / np.diff(np.log(NODES))))


def _rivals(
    name: str, ours: Callable[[], Sequence[Attempt]], theirs: Callable[[], Sequence[Attempt]]
) -> Iterator[Case]:
    """A case at both errors, ours against Exudyn's where it is there and reaches them."""
    for error in (1e-4, 1e-6):
        timer, peer, note = None, None, ""
        try:
            timer, peer = fastest(theirs(), error), exudyn_name()
            note = "" if timer is not None else f"{peer} does not reach this error with any of its settings"
        except Unavailable as absent:
            note = str(absent)
        bar = Bar("ratio", "<=", 0.2) if timer is not None else None
        yield Case(f"{name}, error {error:g}", "s per run", fastest(ours(), error), peer, timer, bar, 3, note)


def cases() -> Iterator[Case]:
    """F5 and a cable of 200 nodes at two errors, growth to 10⁴ nodes, their setup; modal bodies in two linkages."""
    yield from _rivals("flexible slider-crank", _own_attempts, lambda: exudyn_attempts(PEER_SETTINGS))
    yield from _rivals("swinging cable of 200 nodes", own_cable_attempts, peer_cable_attempts)
    yield Case("cable of 100 to 10000 nodes", "power of growth", growth, bar=Bar("ours", "<=", 1.2), rounds=1)
    yield Case("cable of 10000 nodes, setup", "s", lambda: cable_figures(NODES[-1])[0], rounds=1)
    yield from slider_crank_cases()
    yield from four_bar_cases()
