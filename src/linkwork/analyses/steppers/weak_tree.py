"""Tree systems in weak form, in their own coordinates.

π = M u + Pᵀμ, Φ = T_q + Ṗᵀμ and F = h + Ṁ u − T_q, since T_q + F = h + Ṁ u.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ...contract import ModelError
from ...expr import array, forward, jacobian, make_function, symbols
from ...expr.graph import as_expr
from ...formulation import of_tree
from ...kernels import compile_function
from ...numerics.blocks import DENSE, factored
from ...numerics.integrators.time_elements import Integrand, Point
from ...results import State
from ...system import System


@dataclass(frozen=True, eq=False)
class Place:
    """Coordinates and speeds at a time."""

    q: np.ndarray
    u: np.ndarray
    t: float


class WeakTree:
    """A tree system as an integrator of weak forms sees it."""

    def __init__(self, system: System, state: State) -> None:
        check(system)
        e = of_tree(system.equations, "weak forms in time")
        self.parameters = system.arguments(state)[-1]
        self.size, self.rows = system.layout.nu, len(e.g_dot)
        self.holonomic = np.array([k is not None for k in e.position_of_row], dtype=bool)
        names, mu = e.tree.symbols, symbols("mu", self.rows)
        momentum = array(e.M @ names.u)
        P = e.constraint_matrices[0]
        carried = array(forward([as_expr(x) for x in momentum], e.tree.motion))
        pi, phi = momentum, 0.5 * jacobian(array([names.u @ momentum]), names.q)[0]
        force = e.h + carried - phi
        P_dot: Any = np.zeros((0, self.size))
        if self.rows:
            P_dot = array(forward([as_expr(x) for x in array(P).ravel()], e.tree.motion)).reshape(P.shape)
            pi, phi = pi + P.T @ mu, phi + P_dot.T @ mu
        outputs = {"pi": pi, "phi": phi, "force": force}
        for name, value in tuple(outputs.items()):
            outputs[f"{name}_q"], outputs[f"{name}_u"] = (jacobian(array(value), x) for x in (names.q, names.u))
        if self.rows:
            outputs |= {"psi": e.g_dot, "psi_q": jacobian(e.g_dot, names.q), "A": P, "A_dot": P_dot}
        if len(e.g):
            outputs["g"] = e.g
        inputs = {"q": names.q, "u": names.u, "t": names.t, "parameters": array(e.parameters), "mu": mu}
        self._kernel = compile_function(make_function("weak", inputs, outputs))
        self._g_rows = np.flatnonzero(self.holonomic)

    def evaluate(self, at: Place, mu: np.ndarray) -> Integrand:
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
        return DENSE

    def start(self, at: Place, degree: int, h: float) -> np.ndarray:
        """Motion at constant velocity; nodes are changes of q."""
        return np.outer(np.arange(1, degree + 1) / degree, h * at.u)

    def point(self, at: Place, nodes: np.ndarray, N: np.ndarray, dN: np.ndarray, h: float, tau: float) -> Point:
        """The system inside the element."""
        unit = np.eye(self.size)
        place = Place(at.q + N[1:] @ nodes, dN[1:] @ nodes / h, at.t + tau * h)
        return Point(place, [n * unit for n in N[1:]], [n / h * unit for n in dN[1:]])

    def end(self, at: Place, nodes: np.ndarray, h: float) -> tuple[Place, Any]:
        """The system at the last node."""
        return Place(at.q + nodes[-1], np.zeros(self.size), at.t + h), np.eye(self.size)

    def moved(self, at: Place, shift: np.ndarray, u: np.ndarray, t: float) -> Place:
        """The place shifted, with another velocity, at another time."""
        return Place(at.q + shift, u, t)

    def factored(self, matrix: Any) -> Callable[[np.ndarray], np.ndarray]:
        """A function that solves for right sides."""
        return factored(matrix)

    def with_speed(self, at: Place, u: np.ndarray) -> Place:
        """The same place with another velocity."""
        return replace(at, u=u)


def check(system: System) -> None:
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
        or any(as_expr(a) is not as_expr(b) for a, b in zip(e.q_dot, e.symbols.u, strict=True))
    ):
        raise ModelError(
            f"{label}: some speeds are not the rates of coordinates (Euler parameters, rolling); compile the model "
            "with coordinates='absolute'."
        )
