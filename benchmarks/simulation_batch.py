"""Many simulations at once: 1,024 arms side by side on SIMD code, against MuJoCo's native `mj_step` loop on one.

One thread each, no contacts, the same mechanism from the same numbers, the same step; both must agree after a hundred
steps before anything is timed. MuJoCo runs its classical Runge–Kutta, as ours does; the case against its default
integrator, which evaluates the dynamics once a step where Runge–Kutta does so four times, is there for scale.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from functools import cache

import numpy as np

import linkwork as lw
from benchmarks.case import Bar, Case, Timer, time_per_evaluation
from benchmarks.mechanisms import Mechanism, arm
from benchmarks.peers import Unavailable, mujoco
from benchmarks.peers.native import build
from benchmarks.peers.trees import SOURCES, PeerTree, mujoco_tree

MEMBERS = 1024
STEPS = 1_000
STEP = 1e-3
PEER_STEPS = 2_000
LIMIT = 0.08
AGREEMENT = 1e-9


class SteppedTree(PeerTree):
    """A mechanism inside MuJoCo that moves."""

    def prepare(self, runge_kutta: bool) -> None:
        """Sets step and integrator."""
        self._library.set_step(ctypes.c_void_p(self._handle), ctypes.c_double(STEP), ctypes.c_long(runge_kutta))

    def advance(self, count: int) -> None:
        """So many steps."""
        self._library.steps(ctypes.c_void_p(self._handle), ctypes.c_long(count))

    def state(self) -> tuple[np.ndarray, np.ndarray]:
        """(q, v); as many of each, since all joints here are revolute."""
        q, v = np.zeros(self.dof), np.zeros(self.dof)
        self._library.get_state(ctypes.c_void_p(self._handle), *(ctypes.c_void_p(x.ctypes.data) for x in (q, v)))
        return q, v


@cache
def _library() -> ctypes.CDLL:
    source = "\n".join((SOURCES / f"mujoco_{name}.c").read_text(encoding="utf-8") for name in ("tree", "step"))
    return build("mujoco_step", source, "c", mujoco.toolkit())


def stepped_tree(mechanism: Mechanism, runge_kutta: bool) -> SteppedTree:
    """The mechanism in MuJoCo at its state."""
    mujoco_tree(mechanism)  # raises where MuJoCo cannot be had
    q = [float(x[0]) for x, _ in mechanism.joints]
    v = [float(u[0]) for _, u in mechanism.joints]
    tree = SteppedTree(_library(), mechanism, q, v)
    tree.prepare(runge_kutta)
    return tree


def members(system: lw.System, mechanism: Mechanism) -> list[lw.State]:
    """The mechanism's state, and others close to it."""
    rng = np.random.default_rng(5)
    q = np.array([float(x[0]) for x, _ in mechanism.joints])
    u = np.array([float(v[0]) for _, v in mechanism.joints])
    near = [0.0 * q, *(0.01 * rng.normal(size=(MEMBERS - 1, len(q))))]
    return [lw.State(system.layout, q + d, u) for d in near]


def ours(system: lw.System, states: list[lw.State], **options: object) -> Timer:
    """ns per state and step, all in one call on one thread, everything that comes with the call included."""

    def run() -> lw.Ensemble:
        return lw.simulate_many(system, states, STEP * STEPS, times=2, threads=1, **options)  # type: ignore[arg-type]

    ensemble = run()
    if not ensemble.success:
        raise AssertionError(f"a member failed: {ensemble.statuses[ensemble.failed[0]]}")
    return time_per_evaluation(run, int(ensemble.steps.sum()))


def cases() -> Iterator[Case]:
    """A batch of arms."""
    mechanism = arm()
    system = lw.compile_model(mechanism.model)
    states = members(system, mechanism)
    fixed = ours(system, states, method="rk4", h=STEP)
    try:
        _check(system, states[0], mechanism)
    except Unavailable as reason:
        yield Case("1,024 arms, Runge–Kutta", "ns per state and step", fixed, note=f"MuJoCo skipped: {reason}")
        return
    for name, runge_kutta, bar in (("RK4", True, Bar("ratio", "<=", LIMIT)), ("default", False, None)):
        tree = stepped_tree(mechanism, runge_kutta)
        theirs = time_per_evaluation(lambda t=tree: t.advance(PEER_STEPS), PEER_STEPS)  # type: ignore[misc]
        case = f"1,024 arms, Runge–Kutta; MuJoCo's {name}"
        yield Case(case, "ns per state and step", fixed, mujoco.name(), theirs, bar, rounds=9)
    adaptive = ours(system, states, method="dopri5", rtol=1e-6, atol=1e-8)
    yield Case("1,024 arms, Dormand–Prince, each its own steps", "ns per state and step", adaptive, rounds=5)


def _check(system: lw.System, state: lw.State, mechanism: Mechanism) -> None:
    tree = stepped_tree(mechanism, True)
    tree.advance(100)
    run = lw.simulate_many(system, [state], 100 * STEP, times=2, method="rk4", h=STEP)
    error = max(np.abs(a - b).max() for a, b in zip(tree.state(), (run.q[0, -1], run.u[0, -1]), strict=True))
    if not error < AGREEMENT:
        raise AssertionError(f"our arm and MuJoCo's are {error:.1e} apart after a hundred steps.")
