"""Simulation of mechanisms with loops as work and precision: the time of a run that ends within an error.

Errors are the largest differences in places (m) and velocities (m/s) of centres of mass from a tight reference, on
which two sets of equations, ours and those written by hand, agree. Every program takes its cheapest settings that reach
an error; models are built, code is compiled and caches are warm before anything is timed. All run in one thread; times
are the shortest of several runs, in processor time: on a quiet machine that of the clock. OpenSim and Simbody have no
wheels and are not measured.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import numpy as np

import linkwork as lw
from benchmarks.case import Bar, Case, Timer
from benchmarks.loops.bennett import bennett
from benchmarks.loops.bricard import bricard
from benchmarks.loops.four_bar import four_bar
from benchmarks.loops.governor import governor
from benchmarks.loops.loop import Loop
from benchmarks.loops.three_loops import three_loops
from benchmarks.peers import Unavailable
from benchmarks.peers.exudyn_loops import ExudynLoop
from benchmarks.peers.exudyn_tree import ExudynTree
from benchmarks.peers.hand import make_dop853
from benchmarks.peers.hand_radau import make_radau
from benchmarks.peers.mujoco_loops import MujocoLoop
from benchmarks.peers.scipy_loops import ScipyLoop
from benchmarks.precision import PATIENCE, Descent, Stepper, best_of, loosest
from linkwork.analyses.constraints.row_choice import chosen_rows

ERRORS = (1e-6, 1e-9)
REFERENCE = 1e-13
AGREEMENT = 1e-9
"""How well our reference and that of the equations written by hand must agree."""
ROUNDS = 5
QUANTITY = "ms per run"
Integrate = Callable[[np.ndarray, float, float], tuple[np.ndarray, int, int]]
STEPPERS: dict[str, Callable[[Loop], Stepper]] = {
    "Exudyn": lambda loop: (ExudynTree if loop.stiff else ExudynLoop)(loop),
    "MuJoCo": MujocoLoop,
}
"""Peers with fixed steps."""
LIMITS = {"Exudyn": 0.05, "MuJoCo": 1.0}


@dataclass(frozen=True, eq=False)
class Goal:
    """A run that is to end within an error, and our way to do it."""

    loop: Loop
    exact: np.ndarray
    error: float

    @cached_property
    def tolerance(self) -> float:
        """The loosest that we reach it with."""
        return loosest(lambda tolerance: self.loop.centres(simulate(self.loop, tolerance)), self.exact, self.error)

    def case(self, peer: str, theirs: Timer | None, limit: float, note: str = "", rounds: int = ROUNDS) -> Case:
        """The line of the table that compares us with a peer."""
        name = f"{self.loop.name}, {self.loop.t_end:g} s, error {self.error:.0e}"
        ours = best_of(partial(simulate, self.loop, self.tolerance))
        return Case(name, QUANTITY, ours, peer, theirs, Bar("ratio", "<=", limit), rounds, note)


def loop_cases() -> Iterator[Case]:
    """Yield what a run costs before its first step, then every mechanism against every peer."""
    loop = four_bar()
    yield Case("four-bar, one step", QUANTITY, best_of(lambda: simulate(loop, 1e-6, 1e-6)))
    for make in (four_bar, three_loops, bennett, bricard, governor):
        yield from _mechanism(make())


def simulate(loop: Loop, tolerance: float, t_end: float | None = None) -> lw.Trajectory:
    """Our run, of which only the end is kept."""
    end, method = loop.t_end if t_end is None else t_end, "radau" if loop.stiff else "dop853"
    return lw.simulate(loop.system, loop.start, end, times=[end], method=method, rtol=tolerance, atol=tolerance)


def _mechanism(loop: Loop) -> Iterator[Case]:
    simulate(loop, 1e-3)
    system: Any = loop.system
    rows = chosen_rows(system, loop.start)
    for kernel in ("motion", "projection", *(("motion_slopes",) if loop.stiff else ())):
        system.kernel(kernel, rows=rows)
    explicit_by_hand = make_dop853(loop.hand.rates)
    integrate = make_radau(loop.hand.rates, loop.hand.jacobian) if loop.stiff else explicit_by_hand
    exact = _reference(loop, explicit_by_hand)
    descents = {name: _descent(loop, exact, make) for name, make in STEPPERS.items()}
    for error in ERRORS:
        goal = Goal(loop, exact, error)
        yield _by_hand(goal, integrate)
        yield _by_scipy(goal)
        for name, descent in descents.items():
            yield _by_steps(goal, name, descent)


def _reference(loop: Loop, by_hand: Integrate) -> np.ndarray:
    """The end of our tightest run by an explicit method, checked against the equations written by hand."""
    end, tight = loop.t_end, REFERENCE
    exact = loop.centres(
        lw.simulate(loop.system, loop.start, end, times=[end], method="dop853", rtol=tight, atol=tight)
    )
    y, _, _ = by_hand(loop.hand.y, end, 0.1 * tight)
    difference = float(np.abs(loop.hand.centres(y) - exact).max())
    if not difference < AGREEMENT:
        raise AssertionError(f"{loop.name}: our run and that of equations written by hand differ by {difference:.1e}.")
    return exact


def _by_hand(goal: Goal, integrate: Integrate) -> Case:
    hand, t_end = goal.loop.hand, goal.loop.t_end

    def run(tolerance: float) -> np.ndarray:
        return integrate(hand.y, t_end, tolerance)[0]

    tolerance = loosest(lambda t: hand.centres(run(t)), goal.exact, goal.error)
    peer = f"by hand in numba, {'Radau 5' if goal.loop.stiff else 'DOP853'}"
    return goal.case(peer, best_of(partial(run, tolerance)), 1.5)


def _by_scipy(goal: Goal) -> Case:
    peer = ScipyLoop(goal.loop)
    tolerance = loosest(lambda t: peer.centres(peer.run(t)), goal.exact, goal.error)
    return goal.case(peer.name, best_of(partial(peer.run, tolerance), 1), 0.1)


def _descent(loop: Loop, exact: np.ndarray, make: Callable[[Loop], Stepper]) -> Descent | Unavailable:
    try:
        return Descent(make(loop), loop.t_end, exact)
    except Unavailable as reason:
        return reason


def _by_steps(goal: Goal, name: str, descent: Descent | Unavailable) -> Case:
    """Against a peer with fixed steps; one that does not get there is given the time that it was granted."""
    limit = LIMITS[name]
    if isinstance(descent, Unavailable):
        return goal.case(name, None, limit, f"{name} skipped: {descent}")
    peer, found = descent.peer, descent.reach(goal.error)
    if found is not None:
        seconds = min(found.seconds, peer.run(found.h)[0])
        return goal.case(f"{peer.name}, h = {found.h:.1e} s", lambda: seconds * 1e3, limit, rounds=3)
    last = descent.runs[-1]
    fate = f"leave an error of {last.error:.0e}" if np.isfinite(last.error) else "end in instability"
    left = f"{last.seconds:.1f} s with h = {last.h:.1e} s {fate}"
    note = f"{peer.name}, {goal.loop.name}: {left}; what would take more than {PATIENCE:g} s counts as that."
    return goal.case(f"{peer.name}, over {PATIENCE:g} s", lambda: PATIENCE * 1e3, limit, note, rounds=3)
