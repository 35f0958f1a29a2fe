r"""Following a prescribed motion: Dormand and Prince on $\dot q = f(q, t)$ predict, the constraints correct.

Steps are as long as the predictor is good, and never so long that driven coordinates move by more than a tenth of a
radian. Positions that constraints determine are solved for at the very times that are asked for; only what
nonholonomic rows leave to integration depends on the predictor's accuracy.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import lazy_loader
import numpy as np

from ...numerics.integrators.step_control import step_ratio
from ...numerics.rank import Ranked
from ...numerics.tableaus import DORMAND_PRINCE
from ...results import State
from ..constraints.loop_closure import closure_scale, evaluate_closure, solve_closure
from ..constraints.row_wrenches import LoopClosures
from .singularities import (
    DEAD_POINT_RANK,
    Singularity,
    contradictory_drives,
    dead_point_of,
    drive_rates,
    driven_names,
    singularity_at,
)
from .speed_rows import SpeedRows

scipy = lazy_loader.load("scipy")

DRIVE_POWER, DRIVE_SAFETY = 0.2, 0.9
"""One over the power of h with which the predictor's error goes; part of the step that just meets the tolerance."""
DRIVE_SLOWEST, DRIVE_SLOWER, DRIVE_FASTEST = 0.1, 0.83, 4.0
"""Bounds of the ratio of a step to the one before: of one that is tried again, and of the next."""
DRIVE_REACH = 0.1
"""How far a driven coordinate may move in a step (radians, lever arms)."""
PREDICTED = 1e-6
"""Accuracy asked of the predictor where the corrector solves for everything."""
SINGULAR_CONFIGURATION = 1e-5
"""Singular values below this fraction of the largest make a configuration singular."""
VELOCITY_LOST = 1e-8
"""Below this fraction a velocity cannot be computed at all."""
SHORTEST_DRIVE_STEP = 1e-10
"""The shortest step, as a fraction of the whole."""
STOPPED = "It is at a singular configuration, and was asked to stop there."


@dataclass(eq=False)
class FollowedMotion:
    """Configurations at the times asked for, singular ones on the way, and why it ended."""

    end: float
    """How far it came."""
    times: list[float] = field(default_factory=list)
    q: list[np.ndarray] = field(default_factory=list)
    u: list[np.ndarray] = field(default_factory=list)
    u_dot: list[np.ndarray] = field(default_factory=list)
    singularities: list[Singularity] = field(default_factory=list)
    cause: str = ""
    open: tuple[float, float] = (0.0, 0.0)
    """The largest residual of a configuration, in radians or lever arms, and when."""

    def add(self, t: float, values: Sequence[np.ndarray]) -> None:
        """One more configuration: (q, u, u̇) at a time."""
        self.times.append(t)
        for kept, value in zip((self.q, self.u, self.u_dot), values, strict=True):
            kept.append(value)

    def cut(self, t: float) -> None:
        """Takes back what lies after a time, at which it stops."""
        count = sum(time <= t for time in self.times)
        for kept in (self.times, self.q, self.u, self.u_dot):
            del kept[count:]
        self.end, self.cause = t, STOPPED


@dataclass(frozen=True, eq=False)
class FollowedNode:
    """A point of the path: its state (with speeds), q̇, and how far it is from singular."""

    state: State
    q_dot: np.ndarray
    sigma: float


@dataclass(frozen=True, eq=False)
class Follower:
    """Follows the motion of one system; `rows` tell speeds, `integrated` counts coordinates left to integration."""

    closures: LoopClosures
    rows: SpeedRows
    integrated: int
    rtol: float
    stops: bool

    def follow(self, start: State, times: np.ndarray) -> FollowedMotion:
        """The motion at the times given, as far as it can be followed."""
        motion = FollowedMotion(start.t)
        nodes = [self.start(start)]
        span = max(float(times[-1] - start.t), 1e-300)
        waiting = [float(t) for t in times]
        if nodes[0].sigma < SINGULAR_CONFIGURATION:
            motion.singularities.append(self._describe(start, True))
        else:
            self._sample_until(motion, nodes, waiting)
        h = min(span, self._longest(nodes[-1].state))
        while waiting:
            target = waiting[0] if self.integrated else times[-1] + 1e-3 * span
            limit = min(self._longest(nodes[-1].state), target - nodes[-1].state.t)
            node, h = self._advance(nodes[-1], min(h, limit), SHORTEST_DRIVE_STEP * span)
            if node is None:
                self._give_up(motion, nodes[-1])
                break
            if abs(node.state.t - target) <= SHORTEST_DRIVE_STEP * span:
                # A time that is asked for must not be missed by rounding: no step is short enough to reach it then.
                node = self.node(self._at(node.state.q, target))
            nodes = [*nodes[-2:], node]
            motion.end = node.state.t
            if self._found_singularity(motion, nodes) and self.stops:
                self._sample_until(motion, nodes, waiting)
                motion.cut(motion.singularities[-1].t)
                break
            self._sample_until(motion, nodes, waiting)
        return motion

    def start(self, state: State) -> FollowedNode:
        """The first node. Where the start is singular, its own speeds choose the branch: they change least."""
        found = self.node(state)
        if not found.sigma < SINGULAR_CONFIGURATION:
            return found
        P, P_0, _ = self.closures.system.constraint_rows(state)
        ranked = self.closures.velocity_rank(P)
        given = state.u[list(self.closures.free_u)]
        kept = int(np.sum(ranked.singular_values > SINGULAR_CONFIGURATION * ranked.singular_values[0]))
        here = replace(ranked, rank=kept)
        nearest = given + here.solve(-P_0 - ranked.matrix @ given)
        moving = replace(state, u=self._with_free(state, self._on_a_branch(state, here, nearest)))
        return FollowedNode(moving, self.q_dot(moving), found.sigma)

    def _on_a_branch(self, state: State, here: Ranked, speeds: np.ndarray) -> np.ndarray:
        """The speeds next to the given ones that some branch through a singular configuration has.

        Along the one direction x that is free here, the accelerations can be met only where yᵀ P_00(u + z x) = 0 for
        all y with yᵀ P = 0: a quadratic equation for z.
        """
        if here.null_space.shape[1] != 1:
            return speeds
        x, y = here.null_space[:, 0], here.left_null_space

        def lack(z: float) -> np.ndarray:
            moving = replace(state, u=self._with_free(state, speeds + z * x))
            return y.T @ self.closures.system.constraint_rows(moving)[2]

        before, middle, after = lack(-1.0), lack(0.0), lack(1.0)
        rows = np.array([0.5 * (before + after) - middle, 0.5 * (after - before), middle])
        row = rows[:, int(np.argmax(np.abs(rows).max(axis=0)))]
        roots = np.roots(row) if np.abs(row[0]) > 1e-9 * np.abs(row).max() else np.roots(row[1:])
        real = [float(z.real) for z in roots if abs(z.imag) < 1e-6 * max(1.0, abs(z))]
        return speeds + min(real, key=abs) * x if real else speeds

    def node(self, state: State) -> FollowedNode:
        """The node at a state on the constraints."""
        P, P_0, _ = self.closures.system.constraint_rows(state)
        solution = self.rows.at(P)
        with np.errstate(all="ignore"):
            speeds = np.nan_to_num(solution.solve(-P_0), posinf=1e30, neginf=-1e30)
        moving = replace(state, u=self._with_free(state, speeds))
        return FollowedNode(moving, self.q_dot(moving), solution.sigma)

    def accelerations(self, state: State) -> np.ndarray:
        """u̇ at a state with its speeds."""
        system = self.closures.system
        P, _, P_00 = system.constraint_rows(state)
        u_dot = np.zeros(system.layout.nu)
        u_dot[list(self.closures.free_u)] = self.rows.at(P).solve(-P_00)
        for entry in system.layout.driven:
            u_dot[entry.u] = entry.value.derivative(state.t, 2, state.parameters)
        return u_dot

    def q_dot(self, state: State) -> np.ndarray:
        """q̇ at a state."""
        return np.asarray(self.closures.system.evaluate("kinematics", state).q_dot, dtype=float).ravel()

    def _with_free(self, state: State, free: np.ndarray) -> np.ndarray:
        u = state.u.copy()
        u[list(self.closures.free_u)] = free
        return u

    def _longest(self, state: State) -> float:
        """The time in which nothing that is driven moves farther than `DRIVE_REACH`."""
        fastest = max(
            (max(first, float(np.sqrt(second * DRIVE_REACH))) for first, second in drive_rates(self.closures, state)),
            default=0.0,
        )
        return DRIVE_REACH / fastest if fastest > 0.0 else np.inf

    def _advance(self, node: FollowedNode, h: float, shortest: float) -> tuple[FollowedNode | None, float]:
        """(next node, proposal for the step after it); no node where the step collapses."""
        tolerance = self.rtol if self.integrated else PREDICTED
        while h > shortest:
            found, error = self._step(node, h)
            if found is not None and error <= tolerance:
                return found, h * step_ratio(
                    max(error / tolerance, 1e-3), DRIVE_POWER, DRIVE_SAFETY, 0.0, DRIVE_FASTEST
                )
            h *= (
                DRIVE_SLOWER
                if error <= tolerance
                else step_ratio(error / tolerance, DRIVE_POWER, DRIVE_SAFETY, DRIVE_SLOWEST, DRIVE_SLOWER)
            )
        return None, h

    def _step(self, node: FollowedNode, h: float) -> tuple[FollowedNode | None, float]:
        """(node, error of the predictor): no node where it does not close or a velocity cannot be had."""
        state, slopes, table = node.state, [node.q_dot], DORMAND_PRINCE
        for c, row in zip(table.c[1 : table.stages], table.a[1 : table.stages], strict=True):
            q = state.q + h * np.dot(row[: len(slopes)], slopes)
            there = self.node(self._at(q, state.t + c * h))
            if there.sigma < VELOCITY_LOST or not np.abs(there.q_dot).max(initial=0.0) < 1e12:
                return None, np.inf if there.sigma >= VELOCITY_LOST else 0.0
            slopes.append(there.q_dot)
        predicted = self._at(state.q + h * np.dot(table.b[: table.stages], slopes), state.t + h)
        closed = solve_closure(self.closures, predicted)
        move = float(np.abs((closed.state.q - predicted.q) / self.closures.q_scale).max(initial=0.0))
        last = self.node(closed.state)
        local = h * np.dot(table.error, [*slopes, last.q_dot]) / self.closures.q_scale
        error = float(np.abs(local).max(initial=0.0))
        if not closed.is_closed or move > 1e2 * PREDICTED or not np.isfinite(error):
            return None, np.inf
        return (None, 0.0) if last.sigma < SINGULAR_CONFIGURATION else (last, error)

    def _at(self, q: np.ndarray, t: float) -> State:
        blank = replace(self.closures.state, q=q, u=np.zeros(self.closures.system.layout.nu), t=t)
        return self.closures.system.prescribed(blank)

    def _sample_until(self, motion: FollowedMotion, nodes: list[FollowedNode], waiting: list[float]) -> None:
        """Collects the configurations at all times up to the last node but its neighbourhood."""
        last = nodes[-1].state.t
        while waiting and waiting[0] <= last:
            t = waiting.pop(0)
            node = nodes[-1] if t == last else self.between(nodes[-2], nodes[-1], t)
            values = self._limit(nodes, t) if node.sigma < SINGULAR_CONFIGURATION else self._values(node)
            motion.add(t, values)
            left = float(np.abs(closure_scale(self.closures) * self._open(values[0], t)).max(initial=0.0))
            motion.open = max(motion.open, (left, t))

    def between(self, first: FollowedNode, second: FollowedNode, t: float) -> FollowedNode:
        """The node at a time between two others, or a little outside: interpolated, then closed."""
        h = second.state.t - first.state.t
        s = (t - first.state.t) / h
        q = (1 + 2 * s) * (1 - s) ** 2 * first.state.q + s**2 * (3 - 2 * s) * second.state.q
        q = q + h * s * (1 - s) ** 2 * first.q_dot + h * s**2 * (s - 1) * second.q_dot
        return self.node(solve_closure(self.closures, self._at(q, t)).state)

    def _open(self, q: np.ndarray, t: float) -> np.ndarray:
        return evaluate_closure(self.closures.system, self._at(q, t))[0]

    def _values(self, node: FollowedNode) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        return node.state.q, node.state.u, self.accelerations(node.state)

    def _limit(self, nodes: list[FollowedNode], t: float) -> list[np.ndarray]:
        """Values at a singular configuration, as the limit along the path: from four neighbours, to fourth order.

        At a start they lie to one side.
        """
        reach = self._longest(nodes[-1].state)
        e = 0.02 * (reach if np.isfinite(reach) else nodes[-1].state.t - nodes[-2].state.t)
        weights = {-2: -1 / 6, -1: 4 / 6, 1: 4 / 6, 2: -1 / 6}
        if t == self.closures.state.t:
            weights = {1: 4.0, 2: -6.0, 3: 4.0, 4: -1.0}
        found = {k: self._values(self.between(nodes[-2], nodes[-1], t + k * e)) for k in weights}
        return [sum((w * found[k][i] for k, w in weights.items()), start=0.0 * found[1][i]) for i in range(3)]

    def _found_singularity(self, motion: FollowedMotion, nodes: list[FollowedNode]) -> bool:
        """Looks for a singular configuration around a node that is nearer to one than its neighbours."""
        if len(nodes) < 3 or not nodes[0].sigma >= nodes[1].sigma <= nodes[2].sigma or nodes[1].sigma > 0.2:
            return False
        before, middle, after = nodes
        sigma = self._sigma_between(before, middle, after)
        bounds = (before.state.t, after.state.t)
        options = {"xatol": 1e-9 * (bounds[1] - bounds[0])}
        best = scipy.optimize.minimize_scalar(sigma, bounds=bounds, method="bounded", options=options)
        if best.fun > SINGULAR_CONFIGURATION:
            return False
        t = float(best.x)
        ends = (before, middle) if t <= middle.state.t else (middle, after)
        motion.singularities.append(self._describe(self.between(*ends, t).state, not self.stops))
        return True

    def _sigma_between(
        self, before: FollowedNode, middle: FollowedNode, after: FollowedNode
    ) -> Callable[[float], float]:
        def sigma(t: float) -> float:
            ends = (before, middle) if t <= middle.state.t else (middle, after)
            return self.between(*ends, t).sigma

        return sigma

    def _describe(self, state: State, passed: bool) -> Singularity:
        P = self.closures.system.constraint_rows(state)[0]
        return singularity_at(self.closures, self.closures.velocity_rank(P), self.rows.rank, state.t, passed)

    def _give_up(self, motion: FollowedMotion, node: FollowedNode) -> None:
        """Says why no step is short enough."""
        motion.end = node.state.t
        contradiction = contradictory_drives(self.closures, node.state)
        if contradiction is not None:
            motion.cause = contradiction
        elif node.sigma < DEAD_POINT_RANK:
            found = self._describe(node.state, False)
            motion.singularities.append(found)
            motion.cause = dead_point_of(self.closures, found)
        else:
            driven = driven_names(self.closures)
            motion.cause = f"No configuration near the last one closes for {driven} at later times; does a signal jump?"
