r"""Joints of trees with Euler parameters, in the chart of an element in time.

Speeds of a ball are the angular velocity Ω in the axes of M, $\dot e = ½ E(e)\,Ω$. The chart has spatial rotations: it
is given $R^T$, which turns at −Ω in these axes. A joint of six coordinates has the velocity in the axes of M as well,
$\dot p = R v$; displacements are added to p, so

$$ δ_v = R^T δp, \qquad δv = R^T δ\dot p + v \times δ_Ω . $$
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..contract import ModelError
from ..expr.graph import as_expr
from ..numerics.integrators.time_elements import Directions
from ..spatial import euler_parameter_rates, matrix, rotation_euler_parameters
from ..topology import Layout

CONJUGATE = np.array([1.0, -1.0, -1.0, -1.0])


@dataclass(frozen=True, eq=False)
class BallHinges:
    """Places of balls, and of what moves freely, in q and u; everything else is a coordinate with its rate."""

    size: int
    parameters: np.ndarray
    """Of Euler parameters in q (balls × 4)."""
    turning: np.ndarray
    """Of their speeds in u (balls × 3)."""
    flat: tuple[np.ndarray, np.ndarray]
    """Of coordinates with rates of their own, in q and in u."""
    free: tuple[tuple[int, np.ndarray, np.ndarray], ...]
    """(ball, places of p in q, of v in u)."""

    def rotations(self, q: np.ndarray) -> np.ndarray:
        """Euler parameters of Rᵀ (4 × balls)."""
        return np.asarray((q[self.parameters] * CONJUGATE).T)

    def rates(self, q: np.ndarray, u: np.ndarray) -> np.ndarray:
        """−Ω, ṗ, and the rates of other coordinates."""
        result = u.copy()
        result[self.turning] = -u[self.turning]
        for ball, _, v in self.free:
            result[v] = self._rotation(q, ball) @ u[v]
        return result

    def speeds(self, q: np.ndarray, rates: np.ndarray) -> np.ndarray:
        """The way back."""
        result = rates.copy()
        result[self.turning] = -rates[self.turning]
        for ball, _, v in self.free:
            result[v] = self._rotation(q, ball).T @ rates[v]
        return result

    def placed(self, q: np.ndarray, e: np.ndarray, shift: np.ndarray) -> np.ndarray:
        """Coordinates with Euler parameters of Rᵀ, all others shifted."""
        result = q.copy()
        result[self.flat[0]] += shift[self.flat[1]]
        for _, p, v in self.free:
            result[p] += shift[v]
        result[self.parameters] = e.T * CONJUGATE
        return result

    def change(self, one: np.ndarray, other: np.ndarray) -> np.ndarray:
        """Displacements that lead from coordinates to others."""
        result = np.zeros(self.size)
        result[self.flat[1]] = other[self.flat[0]] - one[self.flat[0]]
        for _, p, v in self.free:
            result[v] = other[p] - one[p]
        return result

    def directions(
        self, q: np.ndarray, u: np.ndarray, place: Directions, speed: Directions
    ) -> tuple[np.ndarray, np.ndarray]:
        """Matrices of a change of places and speeds with unknowns."""
        E, D = place.factor * np.eye(self.size), speed.factor * np.eye(self.size)
        for ball, at in enumerate(self.turning):
            E[np.ix_(at, at)] = -place.turn[:, ball].reshape(3, 3)
            D[np.ix_(at, at)] = -speed.turn[:, ball].reshape(3, 3)
        for ball, _, v in self.free:
            at, R = self.turning[ball], self._rotation(q, ball)
            E[np.ix_(v, v)], D[np.ix_(v, v)] = place.factor * R.T, speed.factor * R.T
            D[np.ix_(v, at)] = np.cross(u[v], E[np.ix_(at, at)].T).T
        return E, D

    def _rotation(self, q: np.ndarray, ball: int) -> np.ndarray:
        return np.asarray(rotation_euler_parameters(q[self.parameters[ball]]), dtype=float)


def ball_hinges(layout: Layout, kinematics: Any, label: str) -> BallHinges:
    """What turns in a tree. Raises where the speeds of some joint are neither rates nor those of balls."""
    parameters, turning, flat_q, flat_u, free = [], [], [], [], []
    q, u, q_dot = (list(map(as_expr, x)) for x in (kinematics.symbols.q, kinematics.symbols.u, kinematics.q_dot))
    for name, of_q in layout.q_of.items():
        of_u = layout.u_of[name]
        at, by = np.arange(of_q.start, of_q.stop), np.arange(of_u.start, of_u.stop)
        if _is(q_dot[of_q], u[of_u]):
            flat_q += [*at]
            flat_u += [*by]
        elif len(at) in (4, 7) and _is(q_dot[of_q], _ball_rates(q[of_q], u[of_u])):
            parameters.append(at[:4])
            turning.append(by[:3])
            free += [(len(turning) - 1, at[4:], by[3:])] if len(at) > 4 else []
        else:
            raise ModelError(
                f"{label}: speeds of {name!r} are neither rates of its coordinates nor those of a ball; compile the "
                "model with coordinates='absolute'.",
                "simulate",
            )
    places = np.array(flat_q, dtype=np.int64), np.array(flat_u, dtype=np.int64)
    balls = np.array(parameters, dtype=np.int64).reshape(-1, 4), np.array(turning, dtype=np.int64).reshape(-1, 3)
    return BallHinges(layout.nu, *balls, places, tuple(free))


def _ball_rates(q: list[Any], u: list[Any]) -> list[Any]:
    """q̇ of a ball, or of a joint of six coordinates."""
    moves = rotation_euler_parameters(q[:4]) @ matrix(u[3:]) if len(q) > 4 else ()
    return [*euler_parameter_rates(q[:4], u[:3]), *moves]


def _is(found: list[Any], wanted: list[Any]) -> bool:
    """Whether two lists have the same expressions."""
    return len(found) == len(wanted) and all(a is as_expr(b) for a, b in zip(found, wanted, strict=True))
