r"""Prescribed motion of an absolute system: places, velocities and accelerations that its rows leave no choice about.

At every time $g(q, t) = 0$ by Newton's method from the attitude before, carried on at its velocity (by integration,
where some rows are on velocities alone), then
$A u + \ldots = 0$ and $A\dot u + P_{00} = 0$ (S0 §8.3, KSP/0 to KSP/2). Where steps come nearer to a singular attitude
and leave it again, it is located; values at one are limits along the path.
"""

from __future__ import annotations

from dataclasses import dataclass

import lazy_loader
import numpy as np

from ...absolute import Configuration
from ...absolute.motion import Saddle, closed
from ...absolute.tables import Tables
from ...contract import ModelError
from ...mechanics.absolute import AbsoluteSystem
from ...results import State
from ..motion import Motion
from .integrating import integrated
from .singular import DEAD, Rows

scipy = lazy_loader.load("scipy")

CLOSED = 1e-9
LOOSE = 1e-7
"""Velocities that stay after projection onto all rows, relative to those before: above this, something is free."""
SMALLEST = 1e-6
"""The shortest step, as a part of the whole."""
TURN = 0.2
"""Radians, or metres per metre of the mechanism, between attitudes."""
REACH = 0.1
"""The same between attitudes where singular ones are looked for."""
NEAR = 0.2
"""σ above this is far from singular."""
SINGULAR = 1e-5
"""σ below this makes an attitude singular."""
APART = 0.02
"""Of a step: how far the attitudes are apart from which values at a singular one are found."""
Values = tuple[np.ndarray, np.ndarray, np.ndarray]
LIMIT = {-2: -1 / 6, -1: 4 / 6, 1: 4 / 6, 2: -1 / 6}
"""Weights of these attitudes: a cubic through them."""


def followed(system: AbsoluteSystem, start: State, wanted: np.ndarray, stops: bool, rtol: float) -> Motion:
    """The motion at times; `stops` ends it at the first singular attitude, `rtol` is that of what is integrated."""
    tables = system.tables(start.parameters)
    at, gap = closed(system, system.configuration(start), tables)
    if not gap < CLOSED:
        raise ModelError(f"the start is no possible attitude: its constraints are off by {gap:.3g}. Assemble it first.")
    _check_prescribed(system, at, tables)
    rows = Rows.of(system, tables, at)
    if stops and not rows.are_looked_at:
        raise ModelError(
            f"kinematics: singular attitudes are looked for up to 400 rows, and there are {system.rows}; leave "
            "singular='stop' away."
        )
    return _Path(system, tables, rows, start, stops, rtol).follow(at, wanted)


@dataclass(frozen=True, eq=False)
class Node:
    """An attitude of the path, and how far it is from singular."""

    at: Configuration
    sigma: float
    values: Values | None = None
    """(q, u, u̇) where rows do not give them."""


@dataclass(frozen=True, eq=False)
class _Path:
    """Follows the motion of one system."""

    system: AbsoluteSystem
    tables: Tables
    rows: Rows
    start: State
    stops: bool
    rtol: float

    def follow(self, at: Configuration, wanted: np.ndarray) -> Motion:
        """The motion at times, as far as it can be followed."""
        motion, nodes = Motion(at.t), [self.node(at)]
        h, least = np.inf, SMALLEST * float(wanted[-1] - at.t)
        for t in wanted:
            while nodes[-1].at.t < t:
                node, h = self._step(nodes[-1], float(t), h, least)
                if node is None:
                    self._give_up(motion, nodes[-1])
                    return motion
                nodes = [*nodes[-2:], node]
                motion.end = node.at.t
                if self._found_singularity(motion, nodes) and self.stops:
                    motion.cut(motion.singularities[-1].t)
                    return motion
            motion.add(float(t), nodes[-1].values or self._values(nodes[-1].at))
        if nodes[-1].sigma < SINGULAR:
            motion.singularities.append(self.rows.describe(nodes[-1].at, not self.stops))
        return motion

    def node(self, at: Configuration) -> Node:
        """The node at an attitude on all rows."""
        return Node(at, self.rows.sigma(at))

    def _step(self, node: Node, t: float, h: float, least: float) -> tuple[Node | None, float]:
        """(the next node, at t or before; a proposal for the step after it): no node where there is no attitude."""
        longest = REACH / max(self._speed(node.at), 1e-300) if self.rows.are_looked_at else np.inf
        left = t - node.at.t
        while True:
            h = min(h, longest)
            end = t if left <= h * (1 + 1e-9) else node.at.t + min(h, 0.5 * left)
            reached = self._reach(node.at, end)
            if reached is not None:
                break
            h = 0.5 * (end - node.at.t)
            if h < least:
                return None, h
        found = self.node(reached)
        return (found if found.sigma >= SINGULAR else self._limit(node, found)), 2.0 * h

    def _speed(self, at: Configuration) -> float:
        """The largest angular velocity, or velocity relative to the size of the mechanism."""
        body = np.abs(at.u[: 6 * at.bodies]).reshape(-1, 6)
        return float(np.maximum(body[:, :3], body[:, 3:] / max(self.rows.length, 1e-300)).max(initial=0.0))

    def _reach(self, at: Configuration, t: float) -> Configuration | None:
        """The attitude at t from one near by; None where that is too far."""
        h = t - at.t
        if not self.system.assembly.is_holonomic.all():
            return integrated(self.system, self.tables, at, t, self.rtol)
        guess = at.moved(h * at.u, at.u, t)
        found, gap = closed(self.system, guess, self.tables)
        moved = float(np.abs(found.pose - guess.pose).max(initial=0.0))
        far = float(np.abs(h * at.u[: self.system.layout.nu]).max(initial=0.0))
        is_near = gap < CLOSED and moved <= TURN and far <= 5 * TURN
        return found if is_near else None

    def _values(self, at: Configuration) -> Values:
        """(q, u, u̇) of body frames."""
        q, u, _ = self.system.row(at, self.start.parameters)
        found = _of_frames(self.system, at, _accelerations(self.system, at, self.tables), self.start)
        return q, u, found[: self.system.layout.nu]

    def _limit(self, before: Node, singular: Node) -> Node:
        """A singular attitude with values as the limit along the path: from four neighbours, to fourth order."""
        t, at, found = singular.at.t, before.at, []
        e = APART * (t - before.at.t)
        for k in LIMIT:
            reached = self._reach(at, t + k * e)
            if reached is None:
                return singular
            at = reached
            found.append(self._values(at))
        weights = list(LIMIT.values())
        q, u, u_dot = (
            sum((w * x[i] for w, x in zip(weights, found, strict=True)), 0.0 * found[0][i]) for i in range(3)
        )
        state = State(self.system.layout, q, u, t, self.start.parameters, self.start.z)
        return Node(self.system.configuration(state), singular.sigma, (q, u, u_dot))

    def _found_singularity(self, motion: Motion, nodes: list[Node]) -> bool:
        """Looks for a singular attitude around a node that is nearer to one than its neighbours."""
        if len(nodes) < 3 or not nodes[0].sigma >= nodes[1].sigma <= nodes[2].sigma or nodes[1].sigma > NEAR:
            return False
        before, middle, after = (node.at for node in nodes)
        found: dict[float, Configuration] = {}

        def sigma(t: float) -> float:
            reached = self._reach(before if t <= middle.t else middle, t)
            if reached is None:
                return 1.0
            found[t] = reached
            return self.rows.sigma(reached)

        options = {"xatol": 1e-9 * (after.t - before.t)}
        best = scipy.optimize.minimize_scalar(sigma, bounds=(before.t, after.t), method="bounded", options=options)
        if best.fun > SINGULAR:
            return False
        motion.singularities.append(self.rows.describe(found[best.x], not self.stops))
        return True

    def _give_up(self, motion: Motion, node: Node) -> None:
        """Says why it cannot go on."""
        motion.cause = f"Beyond t = {node.at.t:.6g} no attitude was found: "
        if node.sigma < DEAD:
            motion.singularities.append(self.rows.describe(node.at, False))
            motion.cause += self.rows.dead_point(node.at)
        else:
            motion.cause += "the mechanism cannot follow its drives, or a signal jumps."


def _check_prescribed(system: AbsoluteSystem, at: Configuration, tables: Tables) -> None:
    """Raises where some motion is left free: a velocity that the rows do not take away."""
    saddle = Saddle(system, at, tables)
    n = system.size
    given = np.zeros(n)
    given[system.massive] = np.random.default_rng(3).standard_normal(len(system.massive))
    right = np.concatenate(
        [(saddle.matrix @ np.concatenate([given, np.zeros(system.rows)]))[:n], np.zeros(system.rows)]
    )
    left = np.abs(saddle.solve(right)[system.massive])
    if left.max(initial=0.0) > LOOSE:
        place = int(system.massive[int(np.argmax(left))])
        body = f"body {system.bodies.names[place // 6]!r}" if place < 6 * at.bodies else repr(system.layout.u[place])
        raise ModelError(f"kinematics needs all motion prescribed, and {body} can still move: drive it, or simulate.")


def _accelerations(system: AbsoluteSystem, at: Configuration, tables: Tables) -> np.ndarray:
    right = np.concatenate([np.zeros(system.size), -system.assembly.rates(at, tables).P_00])
    return Saddle(system, at, tables).solve(right)[: system.size]


def _of_frames(system: AbsoluteSystem, at: Configuration, u_dot: np.ndarray, state: State) -> np.ndarray:
    """Accelerations of body frames from those of centres of mass."""
    arm = system.arms(at, state.parameters)
    result, n = u_dot.copy(), 6 * at.bodies
    body, w = result[:n].reshape(-1, 6), at.u[:n].reshape(-1, 6)[:, :3]
    body[:, 3:] -= np.cross(body[:, :3], arm) + np.cross(w, np.cross(w, arm))
    return result
