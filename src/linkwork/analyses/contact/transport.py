r"""Speeds carried between places of one step with the momenta of bodies, whatever the coordinates.

The equations are those of `numerics.contact.momentum_transport`, of which this is the form for any system: with J and M
in the middle of the step and momenta $\pi = G u + \pi_0$ of rigid bodies about where their mass centres are there,

$$ A\,(u - u') = J_m^T(\pi' - \pi), \qquad A = M_m + J_m^T(G - G_m), $$

leads from speeds u' at one place to u at another, π' and π being taken at u'. Accelerations by
forces go the same way without π_0, each about the mass centre where it is: forces move with the bodies.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...mechanics.block_diagonal import BlockDiagonal
from ...mechanics.frames import frame_cross_matrices
from ...results import State
from ...system import System
from .inertia import Inertia


class CarriedMomenta(NamedTuple):
    """G and π_0 at a place, about mass centres in the middle of a step, and G about those of the place."""

    G: Any
    given: np.ndarray
    own: Any


class SpeedTransport:
    """Ways from and to the middle of one step, at which inertia is given."""

    def __init__(self, system: System, middle: State, inertia: Inertia) -> None:
        self._system, self._inertia = system, inertia
        found = inertia.momenta
        self._p, self._J = np.asarray(found.p), found.J
        self.middle = CarriedMomenta(found.G, np.asarray(found.pi - found.G @ middle.u), found.G)

    def at(self, state: State) -> CarriedMomenta:
        """Momenta at a state."""
        found = self._system.functions.at("body_momenta", state)
        shift = np.tile(np.eye(6), (len(self._p), 1, 1))
        shift[:, :3, 3:] = frame_cross_matrices(np.asarray(found.p) - self._p)
        about = BlockDiagonal(shift)
        return CarriedMomenta(about @ found.G, about @ np.asarray(found.pi - found.G @ state.u), found.G)

    def load(self, first: CarriedMomenta, last: CarriedMomenta, u: np.ndarray) -> np.ndarray:
        """J_mᵀ(π' − π) at speeds u."""
        return np.asarray(self._J.T @ ((first.G - last.G) @ u + first.given - last.given))

    def speeds(self, first: CarriedMomenta, last: CarriedMomenta, u: np.ndarray) -> np.ndarray:
        """Speeds u of one place at another."""
        return self._moved(last.G, u, self.load(first, last, u))

    def rates(self, first: CarriedMomenta, last: CarriedMomenta, a: np.ndarray) -> np.ndarray:
        """Accelerations by forces at one place, at another."""
        return self._moved(last.own, a, np.asarray(self._J.T @ ((first.own - last.own) @ a)))

    def _moved(self, G: Any, u: np.ndarray, load: np.ndarray) -> np.ndarray:
        found, free, M = u.copy(), self._inertia.free, self._inertia.M
        A = None if G is self.middle.G else M + self._J.T @ (G - self.middle.G)
        found[free] += self._inertia.solve(load[free], A)
        return found
