"""Simulation: runs of linkwork against MuJoCo (C, RK4, the same steps) and against SciPy on the same right-hand side.

Trees run with fixed steps; ours are timed with everything a run does (energy balance, certificate), and the loop alone.
Loops are compared at equal error against a tight reference, not at equal steps: each takes the loosest of its scanned
tolerances that reaches the error.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np
from scipy.integrate import solve_ivp

import linkwork as lw
from benchmarks.case import Bar, Case, Timer
from benchmarks.loops import LOOPS
from benchmarks.mechanisms import Mechanism, arm, spatial_chain
from benchmarks.peers import Unavailable, mujoco
from benchmarks.peers.trees import MujocoRun
from linkwork.analyses.flows import Bound, chosen_rows
from linkwork.numerics import compiled
from linkwork.numerics.integrators import explicit

H = 1e-3
STEPS = 2_000
ERRORS = (1e-6, 1e-9)
TOLERANCES = tuple(10.0 ** -(k / 2) for k in range(6, 27))
REFERENCE = 1e-13


def cases() -> Iterator[Case]:
    """Yield trees, then loops."""
    compiled.compile_now(compiled.name_of(explicit.advance))
    compiled.mark_used(explicit.advance)
    for mechanism in (arm(), spatial_chain(10), spatial_chain(20)):
        yield _tree(mechanism)
    for name, make in LOOPS.items():
        system, start, t_end = make()
        yield from _loop(Loop(name, system, start, t_end))


def _tree(mechanism: Mechanism) -> Case:
    system = lw.compile_model(mechanism.model)
    start = state_of(system, mechanism)

    def run(steps: int) -> lw.Trajectory:
        return lw.simulate(system, start, H * steps, times=[H * steps], method="rk4", h=H)

    run(10)
    system.chosen_kernel("motion", ()).wait()
    name = f"{mechanism.name}, RK4"
    try:
        theirs = MujocoRun(mechanism, H)
    except Unavailable as reason:
        return Case(name, "µs per step", _timer(lambda: run(STEPS), STEPS), note=f"MuJoCo skipped: {reason}")
    joints = [system.layout.q_of[f"j{k}"] for k in range(len(mechanism.parts))]
    ours_q = np.concatenate([run(100).q[-1][place] for place in joints])
    error = np.abs(ours_q - theirs.run(100)).max()
    if not error < 1e-8:
        raise AssertionError(f"{mechanism.name}: after 100 steps our coordinates and MuJoCo's differ by {error:.1e}.")
    timers = _timer(lambda: run(STEPS), STEPS), _timer(lambda: theirs.run(STEPS), STEPS)
    return Case(name, "µs per step", timers[0], mujoco.name(), timers[1], Bar("ratio", "<=", 0.4))


def state_of(system: lw.System, mechanism: Mechanism) -> lw.State:
    """The mechanism's state in our order."""
    layout, rest = system.layout, system.rest
    q, u = rest.q.copy(), rest.u.copy()
    for k, (position, speed) in enumerate(mechanism.joints):
        q[layout.q_of[f"j{k}"]], u[layout.u_of[f"j{k}"]] = position, speed
    return lw.State(layout, q, u, 0.0, rest.parameters, rest.z)


@dataclass(frozen=True, eq=False)
class Loop:
    """A mechanism with loops and the run that is asked for."""

    name: str
    system: lw.System
    start: lw.State
    t_end: float

    def ours(self, tolerance: float) -> np.ndarray:
        """(q, u) at the end of our run."""
        options = {"rtol": tolerance, "atol": tolerance}
        run = lw.simulate(self.system, self.start, self.t_end, times=[self.t_end], method="dop853", **options)
        return np.concatenate([run.q[-1], run.u[-1]])

    def scipy(self, tolerance: float) -> np.ndarray:
        """The same by SciPy: the same kernel, called from Python; constraints are left to the tolerance."""
        rows = chosen_rows(self.system, self.start)
        parameters = np.ascontiguousarray(self.system.arguments(self.start)[-1], dtype=float)
        bound = Bound(self.system, parameters, rows)
        n = bound.n - 1

        def rates(t: float, y: np.ndarray) -> np.ndarray:
            found = bound.rates(t, np.append(y, 0.0))
            assert found is not None
            return found[:n]

        y = bound.y_of(self.start)[:n]
        return np.asarray(solve_ivp(rates, (0.0, self.t_end), y, "DOP853", rtol=tolerance, atol=tolerance).y[:, -1])


def _loop(loop: Loop) -> Iterator[Case]:
    loop.ours(1e-6)
    rows = chosen_rows(loop.system, loop.start)
    for kernel in ("motion", "closing"):
        loop.system.chosen_kernel(kernel, rows).wait()
    exact = loop.ours(REFERENCE)
    for error in ERRORS:
        one, other = (_loosest(run, exact, error) for run in (loop.ours, loop.scipy))
        name = f"{loop.name}, {loop.t_end:g} s, error {error:.0e}"
        limit = Bar("ratio", "<=", 0.1)
        yield Case(name, "ms per run", one, "SciPy DOP853", other, limit, rounds=7)


def _loosest(run: Callable[[float], np.ndarray], exact: np.ndarray, error: float) -> Timer:
    """The time of the run with the loosest tolerance that reaches an error."""
    for tolerance in TOLERANCES:
        found = run(tolerance)
        if np.abs(found - exact[: len(found)]).max() <= error:
            return _timer(partial(run, tolerance), 1, 1e-3)
    raise AssertionError(f"no tolerance reaches an error of {error:g}.")


def _timer(run: Callable[[], object], count: int, unit: float = 1e-6) -> Timer:
    def measure() -> float:
        start = time.perf_counter()
        run()
        return (time.perf_counter() - start) / (count * unit)

    return measure
