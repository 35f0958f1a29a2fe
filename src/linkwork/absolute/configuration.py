r"""Where all bodies are and how they move, as arrays: what kernels are given and integrators step.

Bodies turn by rotation vectors ϑ from a state, $\omega = J(\vartheta)\,\dot\vartheta$ in world axes with

$$ J = 1 + \frac{1 - \cos\vartheta}{\vartheta^2}\tilde\vartheta
       + \frac{\vartheta - \sin\vartheta}{\vartheta^3}\tilde\vartheta^2, \qquad
   J^{-1} = 1 - \frac12\tilde\vartheta
       + \left(1 - \frac\vartheta2\cot\frac\vartheta2\right)\frac{\tilde\vartheta^2}{\vartheta^2} $$
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

Numbers = Any
SERIES_TURN = 1e-2
"""Rotations below this are treated by series, exact to round-off."""
_NEXT, _LAST = np.array([1, 2, 0]), np.array([2, 0, 1])


@dataclass(frozen=True, eq=False)
class Configuration:
    """Poses and velocities at centres of mass.

    `pose` (7 × bodies): Euler parameters and position, `own` the unknowns of elements, `u` (angular velocity and
    velocity of every body in world axes, one after the other, then the rates of own unknowns).
    """

    pose: Numbers
    own: Numbers
    u: Numbers
    t: float

    @property
    def bodies(self) -> int:
        """How many."""
        return int(self.pose.shape[1])

    def moved(self, step: Numbers, u: Numbers, t: float) -> Configuration:
        """Every body turned by the rotation vector and shifted by the displacement in `step`, with other velocities."""
        n = 6 * self.bodies
        by = step[:n].reshape(-1, 6).T
        pose = np.empty_like(self.pose)
        pose[:4] = quaternion_product(exponential(by[:3]), self.pose[:4])
        pose[4:] = self.pose[4:] + by[3:]
        return Configuration(pose, self.own + step[n:], u, t)

    def arms(self, com: Numbers) -> np.ndarray:
        """From frames to centres of mass, which stand in frames, in world axes; of one state behind the other."""
        found: np.ndarray = np.einsum(
            "nij,nj->ni", self.rotations(), np.tile(com, (self.bodies // max(len(com), 1), 1))
        )
        return found

    def with_u(self, u: Numbers) -> Configuration:
        """The same places with other velocities."""
        return replace(self, u=u)

    @classmethod
    def of_vector(cls, y: Numbers, t: float, bodies: int, nq: int, size: int) -> Configuration:
        """Poses body after body, other coordinates (nq with them), then velocities, as arrays.

        Integrals of states have no place among coordinates: nothing depends on them.
        """
        own = np.zeros(size - 6 * bodies)
        own[: nq - 7 * bodies] = y[7 * bodies : nq]
        return cls(y[: 7 * bodies].reshape(-1, 7).T.copy(), own, y[nq:].copy(), float(t))

    def vector(self, nq: int) -> Numbers:
        """The way back."""
        return np.concatenate([self.pose.T.ravel(), self.own[: nq - 7 * self.bodies], self.u])

    def rotations(self) -> Numbers:
        """R of every body (bodies × 3 × 3)."""
        a, b, c, d = self.pose[:4]
        return np.array(
            [
                [1 - 2 * (c * c + d * d), 2 * (b * c - a * d), 2 * (b * d + a * c)],
                [2 * (b * c + a * d), 1 - 2 * (b * b + d * d), 2 * (c * d - a * b)],
                [2 * (b * d - a * c), 2 * (c * d + a * b), 1 - 2 * (b * b + c * c)],
            ]
        ).transpose(2, 0, 1)


def exponential(vector: Numbers) -> Numbers:
    """Euler parameters (4 × n) of rotation vectors (3 × n)."""
    angle = np.sqrt((vector * vector).sum(axis=0))
    half = 0.5 * angle
    return np.concatenate([np.cos(half)[None], 0.5 * np.sinc(half / np.pi) * vector])


def quaternion_product(p: Numbers, q: Numbers) -> Numbers:
    """p ∘ q of Euler parameters (4 × n), brought back to unit length."""
    a, x = p[0], p[1:]
    b, y = q[0], q[1:]
    result = np.concatenate([(a * b - (x * y).sum(axis=0))[None], a * y + b * x + columns_crossed(x, y)])
    return result / np.sqrt((result * result).sum(axis=0))


def columns_crossed(a: Numbers, b: Numbers) -> Numbers:
    """a × b of vectors (3 × n), in a third of the time that `np.cross` takes for a few."""
    return a[_NEXT] * b[_LAST] - a[_LAST] * b[_NEXT]


def cross_products(a: Numbers, b: Numbers) -> Numbers:
    """a × b of vectors (… × 3)."""
    return a[..., _NEXT] * b[..., _LAST] - a[..., _LAST] * b[..., _NEXT]


def rotation_vectors(e: Numbers) -> Numbers:
    """The rotation vectors (3 × n), no longer than π, of Euler parameters (4 × n)."""
    e = np.where(e[0] < 0, -e, e)
    size = np.sqrt((e[1:] ** 2).sum(axis=0))
    half = np.arctan2(size, e[0])
    factor = np.where(size > 1e-12, 2.0 * half / np.where(size > 1e-12, size, 1.0), 2.0)
    return factor * e[1:]


def conjugate(e: Numbers) -> Numbers:
    """The inverse rotations."""
    return np.concatenate([e[:1], -e[1:]])


def spin_of(turn: np.ndarray, rate: np.ndarray) -> np.ndarray:
    """ω (3 × n) of rotation vectors that change at these rates."""
    square = (turn * turn).sum(axis=0)
    small = square < SERIES_TURN**2
    angle = np.sqrt(np.where(small, 1.0, square))
    first = np.where(small, 0.5 - square / 24.0, (1.0 - np.cos(angle)) / angle**2)
    second = np.where(small, 1.0 / 6.0 - square / 120.0, (angle - np.sin(angle)) / angle**3)
    across = columns_crossed(turn, rate)
    return np.asarray(rate + first * across + second * columns_crossed(turn, across))


def rate_of(turn: np.ndarray, w: np.ndarray) -> np.ndarray:
    """Rates (3 × n) of rotation vectors of bodies that turn at ω; the inverse of `spin_of`."""
    square = (turn * turn).sum(axis=0)
    small = square < SERIES_TURN**2
    angle = np.sqrt(np.where(small, 1.0, square))
    half = 0.5 * angle
    second = np.where(small, 1.0 / 12.0 + square / 720.0, (1.0 - half / np.tan(half)) / angle**2)
    across = columns_crossed(turn, w)
    return np.asarray(w - 0.5 * across + second * columns_crossed(turn, across))


def rotated_rows(e: np.ndarray, vectors: np.ndarray) -> np.ndarray:
    """R(e) v for rows of Euler parameters of bodies (… × bodies × 4) and a vector of each body."""
    scalar, axis = e[..., :1], e[..., 1:]
    across = cross_products(axis, vectors)
    return np.asarray(vectors + 2.0 * (scalar * across + cross_products(axis, across)))
