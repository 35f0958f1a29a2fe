"""States between the ends of a step of an absolute system, by the cubic with the places and velocities of both ends."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ...absolute import Configuration
from ...absolute.configuration import conjugate, product, rotation_vector


@dataclass(frozen=True, eq=False)
class StepPolynomial:
    """The way from one state to another: its error is of the order h⁴, which is enough to see what lies in between."""

    before: Configuration
    after: Configuration

    @cached_property
    def _change(self) -> np.ndarray:
        """Rotation vectors and displacements of all bodies, then changes of own unknowns."""
        one, other = self.before, self.after
        turn = rotation_vector(product(other.pose[:4], conjugate(one.pose[:4])))
        bodies = np.concatenate([turn, other.pose[4:] - one.pose[4:]]).T.ravel()
        return np.concatenate([bodies, other.own - one.own])

    def __call__(self, theta: float) -> Configuration:
        """The state at a part of the step."""
        if theta <= 0.0 or theta >= 1.0:
            return self.before if theta <= 0.0 else self.after
        one, other, left = self.before, self.after, 1.0 - theta
        h = other.t - one.t
        start, end = h * one.u, h * other.u
        way = theta**2 * (3.0 - 2.0 * theta) * self._change + theta * left**2 * start - theta**2 * left * end
        rate = 6.0 * theta * left * self._change + left * (1.0 - 3.0 * theta) * start + theta * (3 * theta - 2.0) * end
        return one.moved(way, rate / h, one.t + theta * h)
