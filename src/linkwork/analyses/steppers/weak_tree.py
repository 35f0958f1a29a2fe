"""Tree systems in weak form, as integrators see them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ...contract import ModelError
from ...expr.graph import as_expr
from ...formulation import of_tree
from ...numerics.blocks import DENSE_SOLVER, factored_matrix
from ...numerics.integrators.time_elements import Integrand, TimePoint
from ...results import State
from ...system import System


@dataclass(frozen=True, eq=False)
class WeakState:
    """Coordinates and speeds at a time."""

    q: np.ndarray
    u: np.ndarray
    t: float

    def saved(self, name: str) -> dict[str, np.ndarray]:
        """Its arrays, for a checkpoint."""
        return {f"{name}/{part}": np.asarray(getattr(self, part)) for part in ("q", "u", "t")}

    @classmethod
    def restored(cls, kept: Mapping[str, np.ndarray], name: str) -> WeakState:
        """What was saved under a name."""
        q, u, t = (kept[f"{name}/{part}"] for part in ("q", "u", "t"))
        return cls(q, u, float(t))


class WeakTree:
    """A tree system as an integrator of weak forms sees it."""

    def __init__(self, system: System, state: State) -> None:
        check_weak_tree(system)
        e = of_tree(system.equations, "weak forms in time")
        self.parameters = system.arguments(state)[-1]
        self.size, self.rows = system.layout.nu, e.rows.count
        self.holonomic = np.array([k is not None for k in e.rows.position_of_row], dtype=bool)
        self._kernel = system.kernel("weak")
        self.digest: str = self._kernel.body.digest
        """What tells its equations from others."""
        self._g_rows = np.flatnonzero(self.holonomic)

    def evaluate(self, at: WeakState, mu: np.ndarray) -> Integrand:
        """Momenta, forces, rows."""
        found = self._kernel(at.q, at.u, at.t, self.parameters, mu)
        none = np.zeros((self.rows, self.size))
        g = np.zeros(self.rows)
        if len(self._g_rows):
            g[self._g_rows] = found.g
        rows = [getattr(found, name, none) for name in ("psi_q", "A", "A_dot")]
        slopes = (found.pi_q, found.pi_u, found.phi_q, found.phi_u, found.force_q, found.force_u, *rows)
        psi = found.psi if self.rows else np.zeros(0)
        vectors = (np.atleast_1d(x) for x in (found.pi, found.phi, found.force, psi, g))
        return Integrand(*vectors, *(np.atleast_2d(x) for x in slopes))

    @property
    def solved_by(self) -> str:
        """What solves its linear systems."""
        return DENSE_SOLVER

    def start(self, at: WeakState, degree: int, h: float) -> np.ndarray:
        """Motion at constant velocity; nodes are changes of q."""
        return np.outer(np.arange(1, degree + 1) / degree, h * at.u)

    def point(self, at: WeakState, nodes: np.ndarray, N: np.ndarray, dN: np.ndarray, h: float, tau: float) -> TimePoint:
        """The system inside the element."""
        unit = np.eye(self.size)
        place = WeakState(at.q + N[1:] @ nodes, dN[1:] @ nodes / h, at.t + tau * h)
        return TimePoint(place, [n * unit for n in N[1:]], [n / h * unit for n in dN[1:]])

    def end(self, at: WeakState, nodes: np.ndarray, h: float) -> tuple[WeakState, Any]:
        """The system at the last node."""
        return WeakState(at.q + nodes[-1], np.zeros(self.size), at.t + h), np.eye(self.size)

    def moved(self, at: WeakState, shift: np.ndarray, u: np.ndarray, t: float) -> WeakState:
        """The place shifted, with another velocity, at another time."""
        return WeakState(at.q + shift, u, t)

    def factored(self, matrix: Any) -> Callable[[np.ndarray], np.ndarray]:
        """A function that solves for right sides."""
        return factored_matrix(matrix)

    def with_speed(self, at: WeakState, u: np.ndarray) -> WeakState:
        """The same place with another velocity."""
        return replace(at, u=u)


def check_weak_tree(system: System) -> None:
    """Raises where a tree has coordinates that weak forms cannot take."""
    layout, e = system.layout, system.equations
    label = "simulate: elements in time"
    if layout.driven or layout.locked:
        held = (*layout.driven, *layout.locked)[0].name
        raise ModelError(f"{label}: {held!r} is prescribed; compile the model with coordinates='absolute'.")
    if layout.nz or system.unknowns:
        name = (*layout.z, *system.unknowns)[0]
        raise ModelError(f"{label}: the element state {name!r} is not mechanical; use lw.simulate.")
    if (
        layout.auxiliary
        or layout.nq != layout.nu
        or any(as_expr(a) is not as_expr(b) for a, b in zip(e.kinematics.q_dot, e.kinematics.symbols.u, strict=True))
    ):
        raise ModelError(
            f"{label}: some speeds are not the rates of coordinates (Euler parameters, rolling); compile the model "
            "with coordinates='absolute'."
        )
