r"""Absolute systems in weak form: rotation increments in a chart at the middle (or the start) of each element.

The unknown of the last node is half the increment, d: R_ref = exp(d) R_n, ϑ_0 = −d, ϑ_k = d, inner ϑ_i free; so
R_{n+1} = exp(2d) R_n, vectors stay short, and the element is the same read backwards. With ω = T(ϑ) ϑ̇,

$$ T = I + \frac{1-\cos s}{s^2}\tilde\vartheta + \frac{s-\sin s}{s^3}\tilde\vartheta^2, \qquad s = |\vartheta|, $$

a change of the nodes turns a body by T dϑ + exp(ϑ) T(d) dd and changes ω by T dϑ̇ + (Ṫ − ω̃ T) dϑ. The chart at the
start, which S3 suggests, has R_ref = R_n and ϑ_0 = 0: for k > 1 it loses energy slowly.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import lazy_loader
import numpy as np

from ..contract import ModelError
from ..numerics.blocks import DENSE_SOLVER, DENSE_VELOCITIES, factored_matrix
from ..numerics.integrators.time_elements import Integrand, TimePoint
from ..numerics.iterative_refinement import Refined
from .configuration import Configuration, exponential, quaternion_product
from .tables import Tables

scipy = lazy_loader.load("scipy")

BLOCKS = ("pi_q", "pi_u", "phi_q", "phi_u", "force_q", "force_u", "psi_q", "A", "A_dot")
CHARTS = ("middle", "start")
SERIES_ROTATION = 0.1
"""Rotation vectors below this are treated by series."""


class WeakAbsolute:
    """An absolute system as an integrator of weak forms sees it."""

    def __init__(self, system: Any, tables: Tables, chart: str = "middle", solver: str = "auto") -> None:
        check_weak_form(system)
        self.system, self.tables, self.chart = system, tables, chart
        self.size, self.rows = system.size, system.rows
        self.holonomic = system.assembly.is_holonomic
        self.is_small = self.size <= DENSE_VELOCITIES and solver == "auto"
        self._places = self._find_places()
        self._unknowns: dict[str, np.ndarray] = {}
        """Unknowns of elements where they were computed last."""
        self._refined = Refined(system.assembly.blocks, self.size, solver)

    @property
    def solved_by(self) -> str:
        """What solves its linear systems."""
        return DENSE_SOLVER if self.is_small else self._refined.name

    def _find_places(self) -> dict[str, tuple[np.ndarray, np.ndarray]]:
        found: dict[str, tuple[list[np.ndarray], list[np.ndarray]]] = {name: ([], []) for name in BLOCKS}
        for part in (self.system.bodies, *self.system.groups):
            entries = part.entries("weak")
            for name in BLOCKS:
                if name in entries:
                    side = part.rows if name in ("psi_q", "A", "A_dot") else part.dofs
                    found[name][0].append(side[entries[name].rows].ravel())
                    found[name][1].append(part.dofs[entries[name].columns].ravel())
        none = np.zeros(0, dtype=np.int64)
        return {name: (np.concatenate([none, *i]), np.concatenate([none, *j])) for name, (i, j) in found.items()}

    def evaluate(self, at: Configuration, mu: np.ndarray) -> Integrand:
        """Momenta, forces and rows of all elements with their derivatives."""
        system, tables = self.system, self.tables
        vectors = {name: np.zeros(self.size) for name in ("pi", "phi", "force")}
        rows = {"psi": np.zeros(self.rows), "g": np.zeros(self.rows)}
        values: dict[str, list[np.ndarray]] = {name: [] for name in BLOCKS}
        given = [
            (system.bodies, system.bodies.evaluate("weak", at, tables.bodies, tables.gravity, np.zeros(self.size)))
        ]
        for group, data in zip(system.groups, tables.groups, strict=True):
            given.append((group, group.evaluate("weak", at, data, system.threads, self._unknowns, mu=mu)))
        for part, found in given:
            for name, whole in vectors.items():
                if name in found:
                    whole += np.bincount(part.dofs.ravel(), weights=found[name].ravel(), minlength=self.size)
            for name, whole in rows.items():
                if name in found:
                    whole[part.rows] = found[name]
            for name in BLOCKS:
                if name in found:
                    values[name].append(found[name].ravel())
        matrices = {name: self._matrix(name, values[name]) for name in BLOCKS}
        return Integrand(**vectors, **rows, **matrices)

    def _matrix(self, name: str, values: list[np.ndarray]) -> Any:
        height = self.rows if name in ("psi_q", "A", "A_dot") else self.size
        numbers = np.concatenate([np.zeros(0), *values])
        rows, columns = self._places[name]
        if self.is_small:
            flat = np.bincount(rows * self.size + columns, weights=numbers, minlength=height * self.size)
            return flat.reshape(height, self.size)
        return scipy.sparse.csr_matrix((numbers, (rows, columns)), shape=(height, self.size))

    def start(self, at: Configuration, degree: int, h: float) -> np.ndarray:
        """Motion at constant velocity: ϑ_i = (2i/k − 1) d with d = hω/2, displacements h v i/k."""
        n = 6 * at.bodies
        nodes = np.outer(np.arange(1, degree + 1) / degree, h * at.u)
        if self.chart == "start":
            return nodes
        body = nodes[:, :n].reshape(degree, -1, 6)
        d = 0.5 * h * at.u[:n].reshape(-1, 6)[:, :3]
        body[:, :, :3] = (2 * np.arange(1, degree + 1) / degree - 1)[:, None, None] * d
        return nodes

    def point(
        self, at: Configuration, nodes: np.ndarray, N: np.ndarray, dN: np.ndarray, h: float, tau: float
    ) -> TimePoint:
        """The system where the shape functions are N and their derivatives dN."""
        n, k = 6 * at.bodies, len(nodes)
        body = nodes[:, :n].reshape(k, -1, 6)
        turns, middle = body[:, :, :3], self.chart == "middle"
        d = turns[-1] if middle else np.zeros_like(turns[-1])
        weight, slope = N[1:].copy(), dN[1:] / h
        if middle:
            weight[-1], slope[-1] = N[-1] - N[0], (dN[-1] - dN[0]) / h
        th, th_dot = np.tensordot(weight, turns, 1), np.tensordot(slope, turns, 1)
        T, T_dot = tangent_map(th, th_dot)
        w = np.einsum("nij,nj->ni", T, th_dot)
        pose = at.pose.copy()
        pose[:4] = quaternion_product(exponential(th.T), quaternion_product(exponential(d.T), at.pose[:4]))
        flat = np.tensordot(N[1:], nodes, 1), np.tensordot(dN[1:] / h, nodes, 1)
        pose[4:] += flat[0][:n].reshape(-1, 6)[:, 3:].T
        u = flat[1].copy()
        u[:n].reshape(-1, 6)[:, :3] = w
        rest = T_dot - cross_matrices(w) @ T
        shifted = rotations_of(th) @ tangent_map(d, d)[0] if middle else np.zeros_like(T)
        place, speed = [], []
        for j in range(k):
            turn = T * weight[j] + (shifted if j == k - 1 else 0.0)
            place.append(self._blocks(turn, N[j + 1]))
            speed.append(self._blocks(T * slope[j] + rest * weight[j], dN[j + 1] / h))
        return TimePoint(Configuration(pose, at.own + flat[0][n:], u, at.t + tau * h), place, speed)

    def _blocks(self, turns: np.ndarray, factor: float) -> Any:
        """Block-diagonal: a 3 × 3 block for the rotation of every body, a factor for everything else."""
        bodies = len(turns)
        if self.is_small:
            result = np.diag(np.full(self.size, factor))
            for k, turn in enumerate(turns):
                result[6 * k : 6 * k + 3, 6 * k : 6 * k + 3] = turn
            return result
        base = 6 * np.arange(bodies)
        rows = np.broadcast_to(base[:, None, None] + np.arange(3)[None, :, None], turns.shape).ravel()
        columns = np.broadcast_to(base[:, None, None] + np.arange(3)[None, None, :], turns.shape).ravel()
        rest = np.concatenate([(base[:, None] + np.arange(3, 6)).ravel(), np.arange(6 * bodies, self.size)])
        values = np.concatenate([turns.ravel(), np.full(len(rest), factor)])
        places = np.concatenate([rows, rest]), np.concatenate([columns, rest])
        return scipy.sparse.csr_matrix((values, places), shape=(self.size, self.size))

    def end(self, at: Configuration, nodes: np.ndarray, h: float) -> tuple[Configuration, Any]:
        """The system at the last node."""
        n = 6 * at.bodies
        step = nodes[-1].copy()
        d = step[:n].reshape(-1, 6)[:, :3]
        factor = 2.0 if self.chart == "middle" else 1.0
        d *= factor
        new = at.moved(step, np.zeros(self.size), at.t + h)
        return new, self._blocks(factor * tangent_map(d, d)[0], 1.0)

    def factored(self, matrix: Any) -> Callable[[np.ndarray], np.ndarray]:
        """A function that solves for right sides."""
        return factored_matrix(matrix) if self.is_small else self._refined.factored(matrix)

    def with_speed(self, at: Configuration, u: np.ndarray) -> Configuration:
        """The same place with another velocity."""
        return at.with_u(u)


def check_weak_form(system: Any) -> None:
    """Raises where elements in time cannot serve."""
    for group in system.groups:
        if len(group.seen):
            seen = next(iter(group.kind.sight.multipliers))
            raise ModelError(
                f"connection {group.names[0]!r}: looks at the multipliers of {seen!r}, which elements in time have as "
                "impulses only; use method='generalized_alpha'."
            )


def cross_matrices(a: np.ndarray) -> np.ndarray:
    """Matrices of cross products (n × 3 × 3)."""
    result = np.zeros((len(a), 3, 3))
    result[:, 0, 1], result[:, 0, 2], result[:, 1, 2] = -a[:, 2], a[:, 1], -a[:, 0]
    return result - result.transpose(0, 2, 1)


def rotations_of(th: np.ndarray) -> np.ndarray:
    """exp of rotation vectors (n × 3 × 3): T T(−ϑ)⁻¹ written out by Rodrigues."""
    s = np.sqrt((th * th).sum(axis=1))[:, None, None]
    K = cross_matrices(th)
    return np.eye(3) + np.sinc(s / np.pi) * K + 0.5 * np.sinc(0.5 * s / np.pi) ** 2 * (K @ K)


def tangent_map(th: np.ndarray, th_dot: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(T, Ṫ) of rotation vectors (n × 3 × 3); short ones by series."""
    x = (th * th).sum(axis=1)
    s = np.sqrt(x)
    far = s > SERIES_ROTATION
    y = np.where(far, s, 1.0)
    b = np.where(far, (1 - np.cos(y)) / y**2, 1 / 2 - x / 24 + x**2 / 720 - x**3 / 40320)
    c = np.where(far, (y - np.sin(y)) / y**3, 1 / 6 - x / 120 + x**2 / 5040 - x**3 / 362880)
    b_x = np.where(far, (y * np.sin(y) - 2 * (1 - np.cos(y))) / y**4, -1 / 12 + x / 180 - x**2 / 6720 + x**3 / 453600)
    c_x = np.where(
        far, (3 * np.sin(y) - 2 * y - y * np.cos(y)) / y**5, -1 / 60 + x / 1260 - x**2 / 60480 + x**3 / 4989600
    )
    along = (th * th_dot).sum(axis=1)
    K, Kd = cross_matrices(th), cross_matrices(th_dot)
    b, c, b_x, c_x = (z[:, None, None] for z in (b, c, b_x * along, c_x * along))
    return np.eye(3) + b * K + c * (K @ K), b_x * K + b * Kd + c_x * (K @ K) + c * (K @ Kd + Kd @ K)
