"""Simulation: trees against MuJoCo (C, RK4, the same steps); loops against all, at equal error (`simulation_loops`).

Ours are timed with everything a run does (energy balance, certificate).
"""

from __future__ import annotations

import time
from collections.abc import Iterator

import numpy as np

import linkwork as lw
from benchmarks.case import Bar, Case, time_per_evaluation
from benchmarks.mechanisms import Mechanism, arm, spatial_chain
from benchmarks.peers import Unavailable, mujoco
from benchmarks.peers.trees import MujocoRun
from benchmarks.simulation_loops import loop_cases
from examples import heavy_top

H = 1e-3
STEPS = 2_000


def cases() -> Iterator[Case]:
    """Yield trees, then loops."""
    for mechanism in (arm(), spatial_chain(10), spatial_chain(20)):
        yield _tree(mechanism)
    yield _fixed_cost()
    yield from loop_cases()


def _fixed_cost() -> Case:
    """What a run costs before it has gone anywhere: a heavy top for a millisecond, three steps."""
    system = lw.compile_model(heavy_top.model())
    start = heavy_top.start(system)

    def run() -> lw.Trajectory:
        return lw.simulate(system, start, 1e-3, times=[1e-3])

    run()

    def measure() -> float:
        found = []
        for _ in range(50):
            begin = time.process_time_ns()
            run()
            found.append((time.process_time_ns() - begin) * 1e-6)
        return min(found)

    return Case("fixed cost of a run, heavy top", "ms of processor", measure, bar=Bar("ours", "<=", 0.1))


def _tree(mechanism: Mechanism) -> Case:
    system = lw.compile_model(mechanism.model)
    start = state_of(system, mechanism)

    def run(steps: int) -> lw.Trajectory:
        return lw.simulate(system, start, H * steps, times=[H * steps], method="rk4", h=H)

    run(10)
    name = f"{mechanism.name}, RK4"
    try:
        theirs = MujocoRun(mechanism, H)
    except Unavailable as reason:
        return Case(
            name,
            "µs per step",
            time_per_evaluation(lambda: run(STEPS), STEPS, unit=1e-6),
            note=f"MuJoCo skipped: {reason}",
        )
    joints = [system.layout.q_of[f"j{k}"] for k in range(len(mechanism.parts))]
    ours_q = np.concatenate([run(100).q[-1][place] for place in joints])
    error = np.abs(ours_q - theirs.run(100)).max()
    if not error < 1e-8:
        raise AssertionError(f"{mechanism.name}: after 100 steps our coordinates and MuJoCo's differ by {error:.1e}.")
    timers = (
        time_per_evaluation(lambda: run(STEPS), STEPS, unit=1e-6),
        time_per_evaluation(lambda: theirs.run(STEPS), STEPS, unit=1e-6),
    )
    return Case(name, "µs per step", timers[0], mujoco.name(), timers[1], Bar("ratio", "<=", 0.3))


def state_of(system: lw.System, mechanism: Mechanism) -> lw.State:
    """The mechanism's state in our order."""
    layout, rest = system.layout, system.rest
    q, u = rest.q.copy(), rest.u.copy()
    for k, (position, speed) in enumerate(mechanism.joints):
        q[layout.q_of[f"j{k}"]], u[layout.u_of[f"j{k}"]] = position, speed
    return lw.State(layout, q, u, 0.0, rest.parameters, rest.z)
