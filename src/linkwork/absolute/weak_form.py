"""Absolute systems in weak form, as integrators see them: bodies and connections by native code, on threads."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..contract import ModelError
from ..kernels.team import ThreadTeam
from ..numerics.integrators.rotation_chart import RotationChart
from ..numerics.integrators.time_elements import (
    Changing,
    Directions,
    PositionRows,
    WeakSlopes,
    WeakVectors,
)
from ..numerics.piece_matrices import DENSE_VELOCITIES, PieceMatrices
from .configuration import Configuration, conjugate, quaternion_product, rotation_vectors
from .evaluate import ElementEvaluation
from .tables import Tables

MATRICES = {
    **dict.fromkeys(("r_x", "mu_r", "psi_x"), "weak_slopes"),
    **dict.fromkeys(("g_x", "reactions"), "weak_rows"),
}
"""Kinds of matrices, and the functions that give them."""


class WeakAbsolute:
    """An absolute system as an integrator of weak forms sees it. It has memory, so everyone has an own one.

    Matrices are lists of entries; the next evaluation overwrites them.
    """

    def __init__(
        self, system: Any, tables: Tables, chart: str = "middle", solver: str = "auto", threads: int | None = 1
    ) -> None:
        check_weak_form(system)
        self.system, self.tables = system, tables
        self.size, self.rows = system.size, system.rows
        self.holonomic = system.assembly.is_holonomic
        self.turns_reactions = any(group.kind.rows.turn_with_speed for group in system.groups)
        bodies = system.bodies.count
        self.turning = 6 * np.arange(bodies)[:, None] + np.arange(3)
        team = ThreadTeam(threads)
        self.chart, self.middle = RotationChart(bodies, team), chart == "middle"
        wiring = system.assembly.wiring
        self._evaluations = {
            name: ElementEvaluation(wiring(name), tables, team) for name in ("weak", *MATRICES.values())
        }
        places = {kind: wiring(name).entries(kind, kind != "r_x") for kind, name in MATRICES.items()}
        is_small = self.size <= DENSE_VELOCITIES and solver == "auto"
        self.matrices = PieceMatrices(system.assembly.matrix.blocks, self.size, places, solver, is_small, team)
        self._none, self._still = np.zeros(self.rows), np.zeros((9, bodies))
        self._unit = np.tile(np.eye(3).ravel()[:, None], bodies)

    def place(self, y: np.ndarray, t: float) -> Configuration:
        """The place that a state vector (q, u, z) means."""
        return Configuration.of_vector(y, t, self.system.bodies.count, self.system.layout.nq, self.size)

    def vector(self, at: Configuration) -> np.ndarray:
        """(q, u, z) of a place."""
        return at.vector(self.system.layout.nq)

    def apart(self, one: Configuration, other: Configuration) -> float:
        """How far two ends of an element are apart: places and rotations, and states relative to their size."""
        nu = self.system.layout.nu
        turn = rotation_vectors(quaternion_product(one.pose[:4], conjugate(other.pose[:4])))
        states = np.abs(one.u[nu:] - other.u[nu:]) / (1.0 + np.abs(one.u[nu:]))
        parts = (turn, one.pose[4:] - other.pose[4:], one.own - other.own, states)
        return max(float(np.abs(x).max(initial=0.0)) for x in parts)

    def rotations(self, at: Configuration) -> np.ndarray:
        """Euler parameters of all bodies."""
        return np.asarray(at.pose[:4])

    def rates(self, at: Configuration) -> np.ndarray:
        """Velocities as they are: those of rotations are angular velocities in world axes."""
        return np.asarray(at.u)

    def moved(self, at: Configuration, e: np.ndarray, shift: np.ndarray, rates: np.ndarray, t: float) -> Configuration:
        """Bodies turned, everything else shifted."""
        n = 6 * at.bodies
        pose = np.empty_like(at.pose)
        pose[:4] = e
        pose[4:] = at.pose[4:] + shift[:n].reshape(-1, 6)[:, 3:].T
        return Configuration(pose, at.own + shift[n:], rates, t)

    def with_speed(self, at: Configuration, u: np.ndarray) -> Configuration:
        """The same place with another velocity."""
        return at.with_u(u)

    def vectors(
        self, at: Configuration, mu: np.ndarray, weights: tuple[float, float, float], u_dot: np.ndarray | None = None
    ) -> WeakVectors:
        """Momenta, forces and rows of all elements."""
        found = self._evaluations["weak"]
        found.run_weak(at, mu, weights, a=u_dot)
        return WeakVectors(found.sum("r"), found.sum("psi"))

    def slopes(
        self,
        at: Configuration,
        mu: np.ndarray,
        weights: tuple[float, float, float],
        place: Directions,
        speed: Directions,
        changing: Changing | None = None,
    ) -> WeakSlopes:
        """The same with derivatives."""
        u_dot, by = (None, Directions(self._still, 0.0)) if changing is None else changing
        every, turns = (*weights, place.factor, speed.factor, by.factor), (place.turn, speed.turn, by.turn)
        found = self._evaluations["weak_slopes"]
        entries = found.run_weak(at, mu, every, turns, u_dot)
        matrices = (entries.get(name, self._none[:0]) for name in ("r_x", "mu_r", "psi_x"))
        return WeakSlopes(found.sum("r"), found.sum("psi"), *matrices)

    def by_speeds(self, at: Configuration, mu: np.ndarray) -> WeakSlopes:
        """Momenta, and the masses."""
        place, speed = Directions(self._still, 0.0), Directions(self._unit, 1.0)
        return self.slopes(at, mu, (1.0, 0.0, 0.0), place, speed)

    def position_rows(self, at: Configuration, place: Directions) -> PositionRows:
        """g, its slopes and B of all connections."""
        found = self._evaluations["weak_rows"]
        entries = found.run_weak(at, self._none, (0.0, 0.0, 0.0, place.factor), (place.turn,))
        return PositionRows(found.sum("g"), entries["g_x"], entries["reactions"])

    def scaled(self, kind: str, weights: np.ndarray, matrix: np.ndarray) -> np.ndarray:
        """Entries of rows multiplied by weights."""
        return np.asarray(weights[self.matrices.places[kind][0]] * matrix)

    def transposed_times(self, kind: str, B: np.ndarray, mu: np.ndarray) -> np.ndarray:
        """Bᵀμ."""
        rows, columns = self.matrices.places[kind]
        return np.bincount(columns, weights=B * mu[rows], minlength=self.size)


def check_weak_form(system: Any) -> None:
    """Raises where elements in time cannot serve."""
    for group in system.groups:
        if len(group.seen):
            seen = next(iter(group.kind.sight.multipliers))
            raise ModelError(
                f"connection {group.names[0]!r}: looks at the multipliers of {seen!r}, which elements in time have as "
                "impulses only; use method='radau' or 'generalized_alpha'."
            )
