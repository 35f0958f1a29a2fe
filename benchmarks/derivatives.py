"""Derivatives of accelerations, ∂u̇/∂(q, u, τ): linkwork's native code against Pinocchio's analytic recursion.

Both get the same chains and the same arm (`mechanisms.py`) and must agree before anything is timed. Pinocchio's
`computeABADerivatives` runs in a C++ loop of its own, our kernel is called by address from a compiled loop; each gives
all three matrices.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np

from benchmarks.case import Bar, Case, Timer, time_per_evaluation
from benchmarks.mechanisms import CHAINS, Mechanism, arm
from benchmarks.peers import Unavailable, pinocchio
from benchmarks.peers.native import build
from benchmarks.peers.trees import SOURCES, PeerTree
from benchmarks.workloads import native_loop
from linkwork.kernels.kernel import Kernel
from linkwork.system import compile_model

LIMITS = {10: 0.6, 15: 0.6, 20: 0.6, 50: 1.0}
"""Links of a chain to the bar."""
AGREEMENT = 1e-9
ROUNDING = 1e-7
"""What long chains may differ by, where mass matrices are ill-conditioned; a case that needs it says so in its note."""
QUANTITY = "ns per evaluation"
DURATION = 1e7
"""ns that one measurement takes, about."""


@dataclass(frozen=True, eq=False)
class Measured:
    """A mechanism in our hands: its kernel, its state and the derivatives there (∂u̇/∂q, ∂u̇/∂u, ∂u̇/∂τ)."""

    mechanism: Mechanism
    kernel: Kernel
    inputs: dict[str, np.ndarray]
    results: list[np.ndarray]

    @property
    def evaluations(self) -> int:
        """How many evaluations one measurement takes."""
        return max(10, int(DURATION / (1000 * self.mechanism.dof)))

    def scalar(self) -> Timer:
        """ns per evaluation of the kernel called by address."""
        return native_loop(self.kernel, self.inputs, self.evaluations)


class PeerDerivatives(PeerTree):
    """A mechanism inside Pinocchio, differentiated there."""

    def derivatives(self, evaluations: int) -> list[np.ndarray]:
        """(∂a/∂q, ∂a/∂v, ∂a/∂τ), after computing them so many times."""
        results = np.zeros((3, self.dof, self.dof))
        address = ctypes.c_void_p(results.ctypes.data)
        self._library.differentiate(ctypes.c_void_p(self._handle), ctypes.c_long(evaluations), address)
        return list(results)

    def timer(self, evaluations: int) -> Timer:
        """ns per evaluation."""
        return time_per_evaluation(lambda: self.derivatives(evaluations), evaluations)


def cases() -> Iterator[Case]:
    """Yield the cases, one mechanism after the other; bars are those the project has set itself."""
    yield from _cases(prepare(arm()), 0.6)
    for chain in CHAINS:
        for links, limit in LIMITS.items():
            yield from _cases(prepare(chain(links)), limit)


def prepare(mechanism: Mechanism) -> Measured:
    """The compiled kernel of a mechanism of revolute joints at its state."""
    system = compile_model(mechanism.model)
    kernel = system.kernel("acceleration_derivatives")
    places = [system.layout.u_of[f"j{k}"].start for k in range(len(mechanism.parts))]
    q, u = np.zeros(mechanism.dof), np.zeros(mechanism.dof)
    for place, (position, speed) in zip(places, mechanism.joints, strict=True):
        q[place], u[place] = position[0], speed[0]
    inputs = {"q": q, "u": u, "z": np.zeros(0), "s": np.zeros(0), "t": np.zeros(()), "parameters": np.zeros(0)}
    found = kernel(**inputs)
    order = np.ix_(places, places)
    return Measured(mechanism, kernel, inputs, [x[order] for x in (found.u_dot_q, found.u_dot_u, found.u_dot_tau)])


def _cases(ours: Measured, limit: float) -> Iterator[Case]:
    name = ours.mechanism.name
    try:
        theirs, note = _checked(ours)
    except Unavailable as reason:
        yield Case(name, QUANTITY, ours.scalar(), note=f"Pinocchio skipped: {reason}")
        return
    yield Case(name, QUANTITY, ours.scalar(), pinocchio.name(), theirs, Bar("ratio", "<=", limit), note=note)


def _checked(ours: Measured) -> tuple[Timer, str]:
    """Pinocchio's timer, once it is known to compute the same, and a note where fewer digits agree."""
    q, v = ([float(x[k][0]) for x in ours.mechanism.joints] for k in (0, 1))
    peer = PeerDerivatives(_library(), ours.mechanism, q, v)
    pairs = zip(ours.results, peer.derivatives(1), strict=True)
    error = max(float(np.abs(a - b).max() / np.abs(b).max()) for a, b in pairs)
    if not error < ROUNDING:
        raise AssertionError(
            f"{ours.mechanism.name}: our derivatives and Pinocchio's differ by {error:.1e} (relative)."
        )
    note = f"{ours.mechanism.name}: Pinocchio and we agree to {error:.1e} only." if error > AGREEMENT else ""
    return peer.timer(max(1, ours.evaluations // 3)), note


@cache
def _library() -> ctypes.CDLL:
    parts = ("pinocchio_tree.cpp", "pinocchio_derivatives.cpp")
    source = "\n".join((SOURCES / part).read_text(encoding="utf-8") for part in parts)
    return build("pinocchio_derivatives", source, "c++", pinocchio.toolkit())
