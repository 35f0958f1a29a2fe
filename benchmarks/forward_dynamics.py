"""Forward dynamics: linkwork's native code, scalar and SIMD, against Pinocchio (C++) and MuJoCo (C), in one run.

All get the same mechanisms from the same numbers (`mechanisms.py`) and must agree before anything is timed. No peer is
called through Python: Pinocchio's `aba` and MuJoCo's `mj_forward` (no contacts, no constraints) run in loops of their
own, our kernel is called by address from a compiled loop.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from benchmarks.case import LANES, Bar, Case, Timer, time_per_evaluation
from benchmarks.mechanisms import CHAINS, Mechanism, arm, floating_tree
from benchmarks.peers import Unavailable, mujoco, pinocchio
from benchmarks.peers.trees import PeerTree, in_our_terms, mujoco_tree, pinocchio_tree
from benchmarks.workloads import native_loop
from linkwork.kernels.kernel import Kernel
from linkwork.system import System, compile_model

SIZES = (10, 50, 100, 200, 500)
AGREEMENT = 1e-9
ROUNDING = 1e-7
"""What MuJoCo may differ by, where Pinocchio agrees to `AGREEMENT`; a case that needs it says so in its note. For the
planar chain of 500 links, our graph evaluated in 80-bit arithmetic differs from our own numbers by 4e-14, from
Pinocchio's by 8e-14, from MuJoCo's by 1.5e-8."""
QUANTITY = "ns per evaluation"
DURATION = 5e7
"""ns that one measurement takes, about."""
BATCHED = 0.01
"""Seconds that calls of a batch are repeated for: one call after other code would find cold caches."""

# Who is asked, and how its accelerations are made.
PEERS: dict[str, tuple[Callable[[], str], Callable[[Mechanism], PeerTree]]] = {
    "Pinocchio": (pinocchio.name, pinocchio_tree),
    "MuJoCo": (mujoco.name, mujoco_tree),
}


@dataclass(frozen=True, eq=False)
class Measured:
    """A mechanism in our hands: its kernel and timers."""

    mechanism: Mechanism
    kernel: Kernel
    inputs: dict[str, np.ndarray]
    u_dot: np.ndarray
    """Accelerations, joint by joint."""

    @property
    def evaluations(self) -> int:
        """How many evaluations one measurement takes."""
        return max(10, int(DURATION / (400 * self.mechanism.dof)))

    def scalar(self) -> Timer:
        """ns per evaluation of the kernel called by address."""
        return native_loop(self.kernel, self.inputs, self.evaluations)

    def wide(self) -> Timer:
        """ns per state of a batch in columns."""
        states = max(64, min(4_000, 400_000 // self.mechanism.dof))
        rng = np.random.default_rng(1)
        many: dict[str, Any] = dict(self.inputs)
        for name in ("q", "u"):
            many[name] = self.inputs[name][:, None] + 0.01 * rng.normal(size=(len(self.inputs[name]), states))
        self.kernel.batch_columns(**many)
        return time_per_evaluation(lambda: self.kernel.batch_columns(**many), states, at_least=BATCHED)


def cases() -> Iterator[Case]:
    """Yield the cases, one mechanism after the other; bars are those the project has set itself."""
    strict = {"Pinocchio": 0.25, "MuJoCo": 0.30}
    for make in (arm, floating_tree):
        ours = prepare(make())
        yield from _scalar(ours, strict)
        yield _wide(ours, bar=True)
        yield _lanes(ours)
    for chain in CHAINS:
        short: Timer | None = None
        for links in SIZES:
            ours = prepare(chain(links))
            yield from _scalar(ours, {"Pinocchio": 0.40})
            yield _wide(ours, bar=links <= 100)
            if links <= 50:
                yield _lanes(ours)
            if short is None:
                short = _per_joint(ours)
        yield Case(
            f"{ours.mechanism.name}, cost per joint",
            "ns per joint",
            _per_joint(ours),
            f"{SIZES[0]} links",
            short,
            Bar("ratio", "<=", 2.0),
        )


def prepare(mechanism: Mechanism) -> Measured:
    """The compiled kernel of a mechanism at its state."""
    system = compile_model(mechanism.model)
    kernel = system.kernel("acceleration")
    q, u, places = _state(system, mechanism)
    none = np.zeros(0)
    inputs = {"q": q, "u": u, "z": none, "s": none, "t": np.zeros(()), "parameters": none}
    return Measured(mechanism, kernel, inputs, kernel(**inputs).u_dot[places])


def _state(system: System, mechanism: Mechanism) -> tuple[np.ndarray, np.ndarray, list[int]]:
    """(q, u) of the mechanism's state in our order, and the places of the speeds joint by joint."""
    layout = system.layout
    q, u = np.zeros(layout.nq), np.zeros(layout.nu)
    places: list[int] = []
    for k, (position, speed) in enumerate(mechanism.joints):
        q[layout.q_of[f"j{k}"]], u[layout.u_of[f"j{k}"]] = position, speed
        places += range(*layout.u_of[f"j{k}"].indices(layout.nu))
    return q, u, places


def _scalar(ours: Measured, limits: dict[str, float]) -> Iterator[Case]:
    timer = ours.scalar()
    for peer, (full_name, _) in PEERS.items():
        limit = limits.get(peer)
        bar = Bar("ratio", "<=", limit) if limit else None
        try:
            theirs, note = _checked(ours, peer)
        except Unavailable as reason:
            yield Case(ours.mechanism.name, QUANTITY, timer, bar=None, note=f"{peer} skipped: {reason}")
            continue
        yield Case(ours.mechanism.name, QUANTITY, timer, full_name(), theirs, bar, rounds=_rounds(ours), note=note)


def _wide(ours: Measured, bar: bool) -> Case:
    name = f"{ours.mechanism.name}, SIMD ×{ours.kernel.width}"
    limit = Bar("ratio", "<=", 0.06) if bar else None
    try:
        theirs, _ = _checked(ours, "Pinocchio")
    except Unavailable as reason:
        return Case(name, "ns per state", ours.wide(), note=f"Pinocchio skipped: {reason}")
    return Case(name, "ns per state", ours.wide(), pinocchio.name(), theirs, limit, rounds=_rounds(ours))


def _lanes(ours: Measured) -> Case:
    """A state of a batch, calls and memory included, against one evaluation."""
    name = f"{ours.mechanism.name}, SIMD ×{ours.kernel.width} through batch_columns"
    limit = LANES.get(ours.kernel.width)
    bar = Bar("ratio", "<=", limit) if limit else None
    return Case(name, "ns per state", ours.wide(), "scalar code", ours.scalar(), bar, rounds=_rounds(ours))


def _checked(ours: Measured, peer: str) -> tuple[Timer, str]:
    """A peer's timer, once it is known to compute the same, and a note where it does so with fewer digits."""
    tree = PEERS[peer][1](ours.mechanism)
    theirs = in_our_terms(peer, ours.mechanism, tree.run(1))
    error = np.abs(ours.u_dot - theirs).max() / np.abs(theirs).max()
    if not error < (ROUNDING if peer == "MuJoCo" else AGREEMENT):
        raise AssertionError(f"{ours.mechanism.name}: our accelerations and {peer}'s differ by {error:.1e} (relative).")
    note = f"{ours.mechanism.name}: {peer} agrees to {error:.1e} only." if error > AGREEMENT else ""
    return tree.timer(max(1, ours.evaluations // 10)), note


def _per_joint(ours: Measured) -> Timer:
    timer, dof = ours.scalar(), ours.mechanism.dof
    return lambda: timer() / dof


def _rounds(ours: Measured) -> int:
    return 15 if ours.mechanism.dof <= 100 else 7
