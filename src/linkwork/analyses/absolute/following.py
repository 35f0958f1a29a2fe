r"""Prescribed motion of an absolute system: places, velocities and accelerations that its rows leave no choice about.

At every time $g(q, t) = 0$ by Newton's method from the attitude before, carried on at its velocity (or from
integration, where some rows are on velocities), then
$A u + \ldots = 0$ and $A\dot u + P_{00} = 0$ (S0 §8.3, KSP/0 to KSP/2).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np

from ...absolute import AbsoluteSystem, Configuration
from ...absolute.motion import Saddle, closed
from ...absolute.tables import Tables
from ...contract import ModelError
from ...results import State
from .integrating import integrated

CLOSED = 1e-9
LOOSE = 1e-7
"""Velocities that stay after projection onto all rows, relative to those before: above this, something is free."""
HALVINGS = 12
TURN = 0.2
"""Radians, or metres per metre of the mechanism, between attitudes."""


@dataclass(eq=False)
class Followed:
    """What was reached, and why it ended."""

    times: list[float] = field(default_factory=list)
    q: list[np.ndarray] = field(default_factory=list)
    u: list[np.ndarray] = field(default_factory=list)
    u_dot: list[np.ndarray] = field(default_factory=list)
    singularities: list[Any] = field(default_factory=list)
    cause: str = ""

    @property
    def end(self) -> float:
        """The last time reached."""
        return self.times[-1] if self.times else float("nan")


def followed(system: AbsoluteSystem, start: State, wanted: np.ndarray, rtol: float) -> Followed:
    """The motion at times; `rtol` is the accuracy of places that rows on velocities leave to integration."""
    tables, parameters = system.tables(start.parameters), start.parameters
    reach = _reach if system.assembly.is_holonomic.all() else partial(integrated, rtol=rtol)
    at, gap = closed(system, system.configuration(start), tables)
    if not gap < CLOSED:
        raise ModelError(f"the start is no possible attitude: its constraints are off by {gap:.3g}. Assemble it first.")
    _check_prescribed(system, at, tables)
    result = Followed()
    for t in wanted:
        reached = reach(system, tables, at, float(t))
        if reached is None:
            result.cause = (
                f"Beyond t = {at.t:.6g} no attitude was found: the mechanism cannot follow its drives, or it stands at "
                "a singular attitude; the tree formulation locates and passes these."
            )
            return result
        at = reached
        u_dot = _accelerations(system, at, tables)
        q, u = system.row(at, parameters)
        result.times.append(float(t))
        result.q.append(q)
        result.u.append(u)
        result.u_dot.append(_of_frames(system, at, u_dot, start))
    return result


def _reach(
    system: AbsoluteSystem, tables: Tables, at: Configuration, t: float, halvings: int = HALVINGS
) -> Configuration | None:
    """The attitude at t from one before, in halves where that is too far."""
    h = t - at.t
    guess = at.moved(h * at.u, at.u, t)
    found, gap = closed(system, guess, tables)
    moved = float(np.abs(found.pose - guess.pose).max(initial=0.0))
    if gap < CLOSED and moved <= TURN and float(np.abs(h * at.u).max(initial=0.0)) <= 5 * TURN:
        return found
    if not halvings:
        return None
    middle = _reach(system, tables, at, 0.5 * (at.t + t), halvings - 1)
    return None if middle is None else _reach(system, tables, middle, t, halvings - 1)


def _check_prescribed(system: AbsoluteSystem, at: Configuration, tables: Tables) -> None:
    """Raises where some motion is left free: a velocity that the rows do not take away."""
    saddle = Saddle(system, at, tables)
    n = system.size
    some = np.random.default_rng(3).standard_normal(6 * at.bodies)
    given = np.concatenate([some, np.zeros(n - len(some))])
    right = np.concatenate(
        [(saddle.matrix @ np.concatenate([given, np.zeros(system.rows)]))[:n], np.zeros(system.rows)]
    )
    left = np.abs(saddle.solve(right)[: 6 * at.bodies])
    if left.max(initial=0.0) > LOOSE:
        body = system.bodies.names[int(np.argmax(left)) // 6]
        raise ModelError(
            f"kinematics needs all motion prescribed, and body {body!r} can still move: drive it, or simulate."
        )


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
