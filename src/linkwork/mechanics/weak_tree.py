"""Tree systems in weak form, as integrators see them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ..absolute.configuration import conjugate, quaternion_product, rotation_vectors
from ..contract import ModelError
from ..numerics.integrators.rotation_chart import RotationChart
from ..numerics.integrators.time_elements import (
    Changing,
    Directions,
    PositionRows,
    WeakSlopes,
    WeakVectors,
)
from ..numerics.multifrontal import UnknownBlocks
from ..numerics.piece_matrices import PieceMatrices
from .ball_hinges import BallHinges, ball_hinges


@dataclass(frozen=True, eq=False)
class WeakState:
    """Coordinates and speeds at a time."""

    q: np.ndarray
    u: np.ndarray
    t: float


class WeakTree:
    """A tree system as an integrator of weak forms sees it; matrices are arrays."""

    turns_reactions = False

    def __init__(self, system: Any, parameters: np.ndarray, chart: str = "middle") -> None:
        e = system.equations.origin.of_tree("weak forms in time")
        self.balls: BallHinges = weak_hinges(system)
        self.parameters = parameters
        self.size, self.rows = system.layout.nu, e.rows.count
        self.holonomic = np.array([k is not None for k in e.rows.position_of_row], dtype=bool)
        self.turning, self.middle = self.balls.turning, chart == "middle"
        self.chart = RotationChart(len(self.turning))
        self._kernel = system.kernel("weak")
        self._g_rows = np.flatnonzero(self.holonomic)
        every = {"r_x": (self.size, self.size)} | dict.fromkeys(
            ("mu_r", "psi_x", "g_x", "reactions"), (self.rows, self.size)
        )
        places = {kind: (i.ravel(), j.ravel()) for kind, (i, j) in ((k, np.indices(x)) for k, x in every.items())}
        whole = UnknownBlocks(np.zeros(self.size + self.rows, dtype=np.int64), np.zeros(1, dtype=bool))
        self.matrices = PieceMatrices(whole, self.size, places, is_dense=True)

    def rotations(self, at: WeakState) -> np.ndarray:
        """Euler parameters of what turns."""
        return self.balls.rotations(at.q)

    def rates(self, at: WeakState) -> np.ndarray:
        """Speeds as rates of coordinates, those of rotations as angular velocities."""
        return self.balls.rates(at.q, at.u)

    def moved(self, at: WeakState, e: np.ndarray, shift: np.ndarray, rates: np.ndarray, t: float) -> WeakState:
        """The place with other rotations, the rest shifted."""
        q = self.balls.placed(at.q, e, shift)
        return WeakState(q, self.balls.speeds(q, rates), t)

    def apart(self, one: WeakState, other: WeakState) -> float:
        """The largest rotation vector or displacement that leads from a place to another."""
        change = self.balls.change(one.q, other.q)
        turn = quaternion_product(self.rotations(other), conjugate(self.rotations(one)))
        change[self.turning] = rotation_vectors(turn).T
        return float(np.abs(change).max(initial=0.0))

    def place(self, y: np.ndarray, t: float) -> WeakState:
        """The place that a state vector (q, u) means."""
        nq = len(y) - self.size
        return WeakState(y[:nq].copy(), y[nq:].copy(), t)

    def vector(self, at: WeakState) -> np.ndarray:
        """(q, u) of a place."""
        return np.concatenate([at.q, at.u])

    def with_speed(self, at: WeakState, u: np.ndarray) -> WeakState:
        """The same place with another velocity."""
        return replace(at, u=u)

    def _evaluated(self, at: WeakState, mu: np.ndarray) -> Any:
        return self._kernel(at.q, at.u, at.t, self.parameters, mu)

    def _psi(self, found: Any) -> np.ndarray:
        return np.atleast_1d(found.psi) if self.rows else np.zeros(0)

    def _g(self, found: Any) -> np.ndarray:
        g = np.zeros(self.rows)
        if len(self._g_rows):
            g[self._g_rows] = found.g
        return g

    def _matrix(self, found: Any, name: str) -> np.ndarray:
        """One with a row for every constraint row."""
        return np.atleast_2d(getattr(found, name)) if self.rows else np.zeros((0, self.size))

    def vectors(
        self, at: WeakState, mu: np.ndarray, weights: tuple[float, float, float], u_dot: np.ndarray | None = None
    ) -> WeakVectors:
        """Momenta, forces, rows."""
        found = self._evaluated(at, mu)
        return WeakVectors(_weighed(weights, found, ""), self._psi(found))

    def slopes(
        self,
        at: WeakState,
        mu: np.ndarray,
        weights: tuple[float, float, float],
        place: Directions,
        speed: Directions,
        changing: Changing | None = None,
    ) -> WeakSlopes:
        """The same with derivatives."""
        E, D = self.balls.directions(at.q, at.u, place, speed)
        return self._slopes(self._evaluated(at, mu), weights, E, D)

    def by_speeds(self, at: WeakState, mu: np.ndarray) -> WeakSlopes:
        """Momenta, and the mass matrix."""
        nothing, unit = np.zeros((self.size, self.size)), np.eye(self.size)
        return self._slopes(self._evaluated(at, mu), (1.0, 0.0, 0.0), nothing, unit)

    def _slopes(
        self, found: Any, weights: tuple[float, float, float], place: np.ndarray, speed: np.ndarray
    ) -> WeakSlopes:
        by_q, by_u = (np.atleast_2d(_weighed(weights, found, name)) for name in ("_q", "_u"))
        A, A_dot, psi_q = (self._matrix(found, name) for name in ("A", "A_dot", "psi_q"))
        return WeakSlopes(
            _weighed(weights, found, ""),
            self._psi(found),
            by_q @ place + by_u @ speed,
            weights[0] * A + weights[1] * A_dot,
            psi_q @ place + A @ speed,
        )

    def position_rows(self, at: WeakState, place: Directions) -> PositionRows:
        """g with its slopes, and A; conditions on velocities alone have zeros."""
        found = self._evaluated(at, np.zeros(self.rows))
        A = self._matrix(found, "A")
        return PositionRows(self._g(found), A @ self.balls.directions(at.q, at.u, place, place)[0], A)

    def scaled(self, kind: str, weights: np.ndarray, matrix: np.ndarray) -> np.ndarray:
        """Rows multiplied by weights."""
        return np.asarray(weights[:, None] * matrix)

    def transposed_times(self, kind: str, B: np.ndarray, mu: np.ndarray) -> np.ndarray:
        """Bᵀμ."""
        return np.asarray(B.T @ mu)


def _weighed(weights: tuple[float, float, float], found: Any, name: str) -> np.ndarray:
    """w₀ π + w₁ Φ + w₂ F, or its derivatives."""
    parts = (getattr(found, f"{part}{name}") for part in ("pi", "phi", "force"))
    return np.atleast_1d(sum(w * x for w, x in zip(weights, parts, strict=True)))


def weak_hinges(system: Any) -> BallHinges:
    """What turns in a tree. Raises where it has coordinates that weak forms cannot take."""
    layout, label = system.layout, "elements in time"
    if layout.driven or layout.locked:
        held = (*layout.driven, *layout.locked)[0].name
        raise ModelError(f"{label}: {held!r} is prescribed; compile the model with coordinates='absolute'.", "simulate")
    if system.rows.have_friction:
        raise ModelError(
            f"{label}: friction of contacts follows their forces; compile the model with coordinates='absolute'.",
            "simulate",
        )
    if layout.nz or system.unknowns:
        name = (*layout.z, *system.unknowns)[0]
        raise ModelError(f"{label}: the element state {name!r} is not mechanical; use lw.simulate.", "simulate")
    if layout.auxiliary:
        raise ModelError(
            f"{label}: {layout.auxiliary[0]!r} has unknowns without mass; compile the model with "
            "coordinates='absolute'.",
            "simulate",
        )
    return ball_hinges(layout, system.equations.kinematics, label)
