r"""Speeds carried from one place to another with the momenta of bodies, in loops.

In flight the momentum of a body about a point fixed in the world is constant; speeds in moving axes are not. With the
momenta $\pi = G u + \pi_0$ of rigid bodies (`formulation.body_momenta`), all about where their mass centres
are in the middle of a step, and J there, d'Alembert's principle over the step is

$$ J_m^T(\pi^+ - \pi) = h\,Q_m + W_m\Lambda, \qquad Q = h + C, $$

so that speeds go from the start to the middle by $M_m\Delta u = J_m^T(\pi - \pi_m)$ and from there to the end by
$(M_m + J_m^T(G^+ - G_m))\Delta u = J_m^T(\pi_m - \pi^+)$, each π at the speeds before it. Order two, and without
forces the momentum of every free body is constant whatever the step.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...kernels.loops import loop
from ..integrators.lu import factor_lu, solve_lu
from ..weighted_sums import assign
from .held_rows import HeldRows


class BodyMomenta(NamedTuple):
    """What a kernel writes of the rigid bodies of a tree at a state."""

    p: Any
    J: Any
    G: Any
    pi: Any
    C: Any


class MomentumTransport(NamedTuple):
    """Momenta at the start, in the middle and where the kernel was called last, and memory to solve with."""

    kernel: Any
    now: BodyMomenta
    start_p: Any
    start_pi: Any
    p: Any
    """In the middle, as the three that follow."""
    J: Any
    G: Any
    pi: Any
    wrench: Any
    """Work (6 bodies)."""
    A: Any
    pivots: Any
    change: Any
    """Work, of free speeds."""


@loop
def begin_transport(tr: MomentumTransport) -> None:
    """What the kernel has written is that of the start."""
    for k in range(len(tr.p)):
        assign(tr.start_p[k], tr.now.p[k])
    assign(tr.start_pi, tr.now.pi)


@loop
def reach_middle(tr: MomentumTransport) -> None:
    """What the kernel has written is that of the middle."""
    for k in range(len(tr.p)):
        assign(tr.p[k], tr.now.p[k])
    for i in range(len(tr.pi)):
        tr.pi[i] = tr.now.pi[i]
        for j in range(tr.J.shape[1]):
            tr.J[i, j], tr.G[i, j] = tr.now.J[i, j], tr.now.G[i, j]


@loop
def moment_arm(tr: MomentumTransport, p: Any, values: Any, i: int) -> float:
    """What row i of momenta about points p gains about those in the middle: ((p − p_m) × P) of its body."""
    k, c = i // 6, i % 6
    if c > 2:
        return 0.0
    a, b = (c + 1) % 3, (c + 2) % 3
    first, second = p[k, a] - tr.p[k, a], p[k, b] - tr.p[k, b]
    return float(first * values[6 * k + 3 + b] - second * values[6 * k + 3 + a])


@loop
def along_speeds(tr: MomentumTransport, free: Any, load: Any) -> None:
    """Adds J_mᵀ of `tr.wrench` to loads on the free speeds."""
    for i in range(len(free)):
        total = 0.0
        for r in range(len(tr.wrench)):
            total += tr.J[r, free[i]] * tr.wrench[r]
        load[i] += total


@loop
def arriving_load(tr: MomentumTransport, u: Any, evaluated: Any, free: Any, load: Any) -> None:
    """Adds J_mᵀ(π − π_m), at speeds u; the kernel was called in the middle at those `evaluated`."""
    for i in range(len(tr.pi)):
        total = tr.start_pi[i] + moment_arm(tr, tr.start_p, tr.start_pi, i) - tr.pi[i]
        for j in range(len(u)):
            total -= tr.G[i, j] * (u[j] - evaluated[j])
        tr.wrench[i] = total
    along_speeds(tr, free, load)


@loop
def leave_middle(tr: MomentumTransport, held: HeldRows, M: Any, u: Any, evaluated: Any, free: Any) -> bool:
    """Changes speeds u of the middle into those where the kernel was called last, at u; False where it is impossible.

    In the middle it was called at the speeds `evaluated`. Speeds without inertia follow the rows held there: σ PᵀP.
    """
    n = len(free)
    for i in range(len(tr.pi)):
        total = tr.pi[i] - tr.now.pi[i] - moment_arm(tr, tr.now.p, tr.now.pi, i)
        for j in range(len(u)):
            total += tr.G[i, j] * (u[j] - evaluated[j])
        tr.wrench[i] = total
    for i in range(n):
        tr.change[i] = 0.0
    along_speeds(tr, free, tr.change)
    for j in range(n):
        column = free[j]
        for r in range(len(tr.wrench)):
            tr.wrench[r] = tr.now.G[r, column] - tr.G[r, column]
        for k in range(len(tr.p)):
            for c in range(3):
                a, b = (c + 1) % 3, (c + 2) % 3
                first, second = tr.now.p[k, a] - tr.p[k, a], tr.now.p[k, b] - tr.p[k, b]
                tr.wrench[6 * k + c] += (
                    first * tr.now.G[6 * k + 3 + b, column] - second * tr.now.G[6 * k + 3 + a, column]
                )
        for i in range(n):
            total = M[free[i], column]
            for r in range(len(tr.wrench)):
                total += tr.J[r, free[i]] * tr.wrench[r]
            for k in range(held.count[0] if held.sigma[0] != 0.0 else 0):
                total += held.sigma[0] * held.P[k, i] * held.P[k, j]
            tr.A[i, j] = total
    if not factor_lu(tr.A, tr.pivots):
        return False
    solve_lu(tr.A, tr.pivots, tr.change)
    for i in range(n):
        u[free[i]] += tr.change[i]
    return True


def make_momentum_transport(kernel: Any, written: dict[str, np.ndarray], free: int) -> MomentumTransport:
    """Memory for a kernel that writes into these arrays."""
    now = BodyMomenta(*(written[name] for name in BodyMomenta._fields))
    like = {name: np.zeros_like(getattr(now, name)) for name in ("p", "J", "G", "pi")}
    return MomentumTransport(
        kernel,
        now,
        np.zeros_like(now.p),
        np.zeros_like(now.pi),
        **like,
        wrench=np.zeros_like(now.pi),
        A=np.zeros((free, free)),
        pivots=np.zeros(free, dtype=np.int64),
        change=np.zeros(free),
    )
