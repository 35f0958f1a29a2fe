r"""Projection of a state on constraints and invariants, in the mass metric.

Newton's method on g(q, t) = 0 with δq = −N M⁻¹Pᵀ(P M⁻¹Pᵀ)⁻¹ g, then δu = −M⁻¹Pᵀ(P M⁻¹Pᵀ)⁻¹(P u + P_0).

This metric knows no stiffness: where light coordinates are stiff (modes, beams), closing a gap of the size of the
tolerance strains them, and what strains vibrates. An implicit method has factors of κ − J at hand, J = ∂f/∂y with the
constraints enforced. The change that solves

$$ (\kappa - J)\begin{pmatrix}\delta q \\ \cdot\end{pmatrix} = \begin{pmatrix}\kappa\,\delta q_M \\ 0\end{pmatrix} $$

closes the same gap, as P J vanishes but for the curvature of constraints; of all that do it is the least in the metric
κ² M + K, in which stiff coordinates stay where they are. Speeds strain nothing, and keep the mass metric: taken into
this one, stiff dampers would bend them.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...kernels.loops import compiled_loop, loop
from ...kernels.loops.calls import call
from ..weighted_sums import assign
from .flow import Flow, evaluate_flow, rated_here

LEFT_OPEN = 1e8
"""Times the tolerance above which a residual that is left counts as open."""
STALLED_GAP = 1e4
"""Times the tolerance up to which a residual that no longer becomes smaller is rounding. Above, it may yet: closing
gaps changes the norms of Euler parameters, and restoring these opens gaps again, of the same size once."""
ROUNDED_OFF = 1e-14
"""What rounding may leave of angles, however small the lengths of a model are."""
SPARING_ITERATIONS = 3
"""Turns in the metric of an implicit method, which converge linearly, before plain ones."""
POSITION_RESIDUAL, VELOCITY_RESIDUAL, PROJECTION_CHANGE = range(3)
"""Places in `Projection.worst`."""
PLACES_ALONE, PLACES_AND_SPEEDS, CLOSEST, RANK, RANK_AGAIN = range(5)
"""What a kernel is asked for: changes of positions that are open, of velocities as well where these are not closed yet,
of both however small the residuals are; or only the smallest pivot, again where it may differ much from the last."""


class Projection(NamedTuple):
    """The kernel of the corrections; all of them empty where there is nothing to keep."""

    kernel: Any
    dq: Any
    du: Any
    residual: Any
    """(largest |g|, largest |P u + P_0|, smallest pivot)."""
    worst: Any
    """Largest residuals after projection, and the largest correction, so far."""
    active: Any
    """One integer: whether states are projected."""
    asks: Any
    """One integer: what is asked for; kernels that are not `ranking` give all of it."""
    ranking: bool
    """Whether pivots are asked for; elsewhere rates bring them along."""
    strains: bool
    """Whether closing gaps may strain anything."""
    tolerance: float


@loop
def project(flow: Flow, projection: Projection, t: float, y: Any) -> bool:
    """Projects y in place; False where the constraints cannot be met."""
    return project_as_asked(flow, projection, t, y, False)


@loop
def project_as_asked(flow: Flow, projection: Projection, t: float, y: Any, closest: bool) -> bool:
    """The same to the tolerance, or as closely as rounding lets it: residuals are multiplied near singular rows."""
    nq, nu, n = len(projection.dq), len(projection.du), len(y)
    moved, before = 0.0, np.inf
    flow.x[n] = t
    for iteration in range(12):
        assign(flow.x, y)
        projection.asks[0] = CLOSEST if closest else PLACES_AND_SPEEDS if iteration > 0 else PLACES_ALONE
        call(projection.kernel)
        g = projection.residual[0]
        if not abs(g) < np.inf:
            return False
        # Small enough, or as small as rounding lets it become.
        is_rounding = iteration > 1 and 0.5 * before <= g <= STALLED_GAP * projection.tolerance
        if (g <= projection.tolerance and not closest) or iteration == 11 or is_rounding:
            break
        before = g
        for i in range(nq):
            y[i] += projection.dq[i]
            moved = max(moved, abs(projection.dq[i]))
    for i in range(nu):
        y[nq + i] += projection.du[i]
    projection.worst[POSITION_RESIDUAL] = max(projection.worst[POSITION_RESIDUAL], projection.residual[0])
    projection.worst[PROJECTION_CHANGE] = max(projection.worst[PROJECTION_CHANGE], moved)
    return bool(projection.residual[0] <= max(ROUNDED_OFF, LEFT_OPEN * projection.tolerance))


@loop
def pivot_at(flow: Flow, projection: Projection, t: float, y: Any, f: Any) -> float:
    """The smallest pivot at a state; zero where there is none. `f` is room for the rates."""
    n = len(y)
    if projection.ranking:
        pivot = asked_pivot(flow, projection, t, y, RANK)
    else:
        evaluate_flow(flow, t, y, f)
        pivot = flow.f[n]
    return float(pivot if abs(pivot) < np.inf else 0.0)


@loop
def asked_pivot(flow: Flow, projection: Projection, t: float, y: Any, asked: int) -> float:
    """The same where it is asked for, by RANK or RANK_AGAIN."""
    assign(flow.x, y)
    flow.x[len(y)] = t
    projection.asks[0] = asked
    call(projection.kernel)
    return float(projection.residual[2])


@loop
def pivot_is_new(flow: Flow, projection: Projection, t: float, y: Any) -> bool:
    """Leaves the smallest pivot at the end of a step in `flow`; False where it cannot differ much from the last one."""
    if not projection.ranking:
        return True
    pivot = asked_pivot(flow, projection, t, y, RANK_AGAIN)
    if not abs(pivot) < np.inf:
        return False
    flow.pivot[2] = pivot
    flow.pivot[1] = max(flow.pivot[1], pivot)
    return True


@loop
def approach(method: Any, t: float, y: Any, kappa: float, room: Any) -> bool:
    """Brings y nearly to the constraints, stiff coordinates spared; `room` has one entry less than y.

    False where the factors, which may be those of a configuration that has passed, lead away from the constraints.
    """
    flow, projection = method.flow, method.projection
    nq, n = len(projection.dq), len(y)
    if not projection.strains:
        return True
    flow.x[n] = t
    before = np.inf
    projection.asks[0] = PLACES_ALONE
    for _ in range(SPARING_ITERATIONS):
        assign(flow.x, y)
        call(projection.kernel)
        g = projection.residual[0]
        if not projection.tolerance < g < 0.1 * before:
            return bool(g <= max(projection.tolerance, 0.1 * before))
        before = g
        spare(method, kappa, room, projection.dq)
        for i in range(nq):
            y[i] += projection.dq[i]
            projection.worst[PROJECTION_CHANGE] = max(projection.worst[PROJECTION_CHANGE], abs(projection.dq[i]))
    return True


@loop
def spare(method: Any, kappa: float, room: Any, change: Any) -> None:
    """Takes a change of positions into the metric of κ − J, which has factors."""
    for i in range(len(room)):
        room[i] = 0.0
    for i in range(len(change)):
        room[i] = kappa * change[i]
    method.equations.solve(method.systems, kappa, room)
    for i in range(len(change)):
        change[i] = room[i]


@loop
def project_here(flow: Flow, projection: Projection, y: Any) -> bool:
    """The same at the time that `flow.x` holds."""
    return project(flow, projection, flow.x[len(y)], y)


def make_projection(
    kernel: Any,
    dq: Any,
    du: Any,
    residual: Any,
    active: bool,
    tolerance: float,
    strains: bool = True,
    asks: Any = None,
    ranking: bool = False,
) -> Projection:
    """A projection with fresh counters; `asks` is what its kernel reads."""
    whether, asked = np.array([int(active)], dtype=np.int64), np.zeros(1, dtype=np.int64) if asks is None else asks
    return Projection(kernel, dq, du, residual, np.zeros(3), whether, asked, ranking, strains, float(tolerance))


class BoundFlow:
    """What equations of both formulations have in common, once they are bound to memory."""

    flow: Flow
    projection: Projection
    x: np.ndarray
    """What loops read: y, then t."""
    f: np.ndarray
    """What they write: ẏ, then the smallest pivot."""
    energies: np.ndarray
    """Kinetic and potential, where `energy` was asked for last."""
    energy_kernel: np.ndarray
    _rated: Any = None
    _projected: Any = None
    """Calls of compiled code, once they are needed; with the array that the second one changes."""

    def energy(self, t: float, y: np.ndarray) -> float:
        """Kinetic and potential energy together."""
        self.x[:-1], self.x[-1] = y, t
        call(self.energy_kernel)
        kinetic, potential = self.energies.tolist()
        return float(kinetic + potential)

    def rates(self, t: float, y: np.ndarray) -> np.ndarray | None:
        """ẏ, or None where it cannot be computed."""
        self.x[:-1], self.x[-1] = y, t
        if self._rated is None:
            self._rated = compiled_loop(rated_here).bound(self.flow)
        return self.f[:-1].copy() if self._rated() else None

    def project(self, t: float, y: np.ndarray) -> bool:
        """Projects y in place; False where the constraints cannot be met."""
        if self._projected is None:
            own = np.zeros(len(self.x) - 1)
            self._projected = compiled_loop(project_here).bound(self.flow, self.projection, own), own
        projected, own = self._projected
        own[:], self.x[-1] = y, t
        fits = bool(projected())
        y[:] = own
        return fits
