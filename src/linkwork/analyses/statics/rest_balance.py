r"""The conditions of rest of a system in absolute coordinates, as residuals with exact slopes.

$$ r(q, z, \lambda) = -Q - A^T\lambda = 0, \qquad \dot z = 0, \qquad g(q) = 0, \qquad |e|^2 = 1 $$

in the unknowns q, z, λ: as many as there are conditions, since rows on speeds forbid the displacements that they would
forbid as rates.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar

import lazy_loader
import numpy as np

from ...absolute.motion import project_configuration
from ...contract import ModelError
from ...numerics.least_squares import LeastSquaresFit
from ...numerics.saddle_search import SaddleEvaluation, identity_like, matrix_of_blocks
from ...results import State
from .balance import EQUILIBRIUM_TOLERANCE

scipy = lazy_loader.load("scipy")

FOUND = 1e-9
"""What may stay unbalanced, relative to the largest force."""
CLOSED = 1e-10
"""What may stay open, relative to the size of the mechanism."""
REST_REGULARISATION = 1e-12
SLIGHT = 1e-4
"""Radians, or parts of the size of the mechanism, by which a spring is moved at the least force to compare with."""


@dataclass(frozen=True, eq=False)
class RestBalance:
    """The conditions of rest near a start, which satisfies all rows of positions and is at rest."""

    system: Any
    start: State
    met: ClassVar[float] = FOUND
    tolerance: ClassVar[float] = EQUILIBRIUM_TOLERANCE
    ways: ClassVar[tuple[str, ...]] = ("newton", "load steps", "pseudo time")
    """How it is searched for, one after the other."""

    @property
    def a(self) -> np.ndarray:
        """Accelerations: none."""
        return np.zeros(self.system.layout.nu)

    def first(self) -> np.ndarray:
        """The unknowns of the start, with the multipliers of the motion that begins there."""
        return np.concatenate([self.start.q, self.start.z, self._lam])

    @cached_property
    def _lam(self) -> np.ndarray:
        return np.asarray(self.system.functions.at("multipliers", self.start).lam)

    def parts(self, x: np.ndarray) -> tuple[State, np.ndarray]:
        """(state, multipliers) of unknowns."""
        nq, nz = self.system.layout.nq, self.system.layout.nz
        return replace(self.start, q=x[:nq], z=x[nq : nq + nz]), x[nq + nz :]

    def moved(self, x: np.ndarray, step: np.ndarray) -> np.ndarray:
        """Unknowns after a step, Euler parameters brought back to unit length."""
        found = x + step
        e = found[: 7 * self.system.chart.invariants].reshape(-1, 7)[:, :4]
        e /= np.sqrt((e * e).sum(axis=1, keepdims=True))
        return found

    def evaluated(self, x: np.ndarray) -> SaddleEvaluation:
        """Residuals and slopes at unknowns."""
        state, lam = self.parts(x)
        return self._evaluated(self.system.functions.at_motion("balance", state, self.a, lam))

    def _evaluated(self, f: Any) -> SaddleEvaluation:
        layout, rows = self.system.layout, len(f.g)
        nq, nu, nz = layout.nq, layout.nu, layout.nz
        size, g = nq + nz + rows, nu + nz
        slope = [
            (0, 0, f.r_q),
            (0, nq, f.r_z),
            (0, nq + nz, f.r_lam - f.P.T),
            (nu, 0, -f.z_dot_q),
            (nu, nq, -f.z_dot_z),
            (nu, nq + nz, -f.z_dot_lam),
            (g, 0, f.g_q),
            (g + rows, 0, f.invariants_q),
        ]
        inertia = [(0, 0, f.M @ f.turns_q), (nu, nq, np.eye(nz))]
        # The rows of constraints stand above the columns of their multipliers by as many as there are invariants.
        added = [(g, nq + nz, REST_REGULARISATION * self.system.elements.size * identity_like(f.M, rows))]
        residual = np.concatenate([f.r, -f.z_dot, f.g, f.invariants])
        return SaddleEvaluation(residual, *(matrix_of_blocks(x, size) for x in (slope, inertia, added)))

    def on_conditions(self, forces: np.ndarray) -> np.ndarray:
        """Generalised forces among the conditions, at the place of what they balance."""
        found = np.zeros(len(self.scales[0]))
        found[: len(forces)] = forces
        return found

    @cached_property
    def length(self) -> float:
        """The size of the mechanism: how far centres of mass are from each other."""
        places = self.system.elements.configuration(self.start).pose[4:]
        return float(np.ptp(places, axis=1).max(initial=0.0)) or 1.0

    @cached_property
    def _sizes(self) -> tuple[np.ndarray, float, float, np.ndarray]:
        """(units of displacements, typical force, stiffness over mass, how fast states settle)."""
        system, tables = self.system, self.system.elements.tables(self.start.parameters)
        at = system.functions.at_motion("balance", self.start, self.a, self._lam)
        plain = system.functions.at_motion("balance", self.start, self.a, np.zeros(system.rows.count))
        units = system.chart.scales(self.length)[0]
        scaled, mass = (_largest_entry(x, units) for x in (at.r_q @ at.q_dot_u, at.M))
        # The loads of a gravity field are among those at the start.
        g = 0.0 if system.elements.bodies.gravity_field else float(np.linalg.norm(tables.gravity))
        weight = float(np.abs(tables.bodies[0]).sum()) * g * self.length
        loads = float(np.abs(units * plain.r).max(initial=0.0))
        # Where nothing is loaded, rounding errors of the springs are no forces to compare with.
        force = max(loads, weight, float(np.abs(self._lam).max(initial=0.0)), SLIGHT * scaled) or 1.0
        rate = max(scaled, force) / (mass or 1.0)
        fastest = np.abs(at.z_dot_z.diagonal()) * np.maximum(np.abs(self.start.z), 1.0)
        return units, force, rate, np.maximum(fastest, 1e-12)

    @property
    def rate(self) -> float:
        """Typical stiffness over typical mass."""
        return self._sizes[2]

    @cached_property
    def scales(self) -> tuple[np.ndarray, np.ndarray]:
        """(of conditions: forces over a typical one, gaps over the size; of unknowns: radians and that size)."""
        units, force, _, fastest = self._sizes
        gaps = np.full(self.system.rows.count, FOUND / CLOSED / self.length)
        rows = np.concatenate([units / force, 1.0 / fastest, gaps, np.ones(self.system.chart.invariants)])
        q = self.system.chart.scales(self.length)[1]
        # Euler parameters change by half the angle.
        q[: 7 * self.system.chart.invariants].reshape(-1, 7)[:, :4] = 0.5
        free = np.full(self.system.layout.nz + self.system.rows.count, np.inf)
        return rows, np.concatenate([q, free])

    def near(self, state: State) -> RestBalance | None:
        """The same conditions near another state; None where that cannot be assembled."""
        return near_rest(self.system, state)

    def starts(self, count: int) -> Iterator[State]:
        """Starts around this one, farther and farther."""
        yield self.start
        chart, rng = self.system.chart, np.random.default_rng(7)
        base = self.system.state(dict(self.start.parameters), self.start.t)
        for k in range(1, count):
            reach = np.pi * min(1.0, 0.15 * k)
            yield chart.shifted(base, chart.free_q, chart.scales(self.length)[1], reach, rng)

    def failure(self, found: LeastSquaresFit) -> str:
        """Which body stays unbalanced, or which state goes on changing."""
        system, n, nu = self.system, self.system.chart.invariants, self.system.layout.nu
        residual, worst = found.residual / self.scales[0], int(np.argmax(np.abs(found.residual)))
        if nu <= worst < nu + system.layout.nz:
            return (
                f"model {system.model.name!r}: no equilibrium was found: the state {system.layout.z[worst - nu]!r} "
                f"still changes by {-residual[worst]:.4g} a second. Give a guess nearer to rest, or see with a "
                "simulation where the model goes."
            )
        left = np.abs(residual[: 6 * n].reshape(n, 6))
        body = int(np.argmax(left.max(axis=1)))
        force, moment = left[body, 3:].max(), left[body, :3].max()
        return (
            f"model {system.model.name!r}: no equilibrium was found: {force:.4g} N and {moment:.4g} N m stay "
            f"unbalanced on body {system.elements.bodies.names[body]!r}. Hold it with a spring or a joint, give a "
            "guess nearer to rest, or see with a damped simulation where the model goes."
        )


def _largest_entry(matrix: Any, units: np.ndarray) -> float:
    """Of a matrix with rows and columns in comparable units."""
    entries = scipy.sparse.coo_matrix(matrix)
    return float(np.abs(entries.data * units[entries.row] * units[entries.col]).max(initial=0.0))


def rest_balance(system: Any, state: State) -> RestBalance:
    """The conditions of rest near a state, which is assembled first."""
    still = system.elements.configuration(replace(state, u=np.zeros(system.layout.nu)))
    at, gap = project_configuration(system.elements, still, system.elements.tables(state.parameters))
    if not gap < 1e-8:
        raise ModelError(
            f"model {system.model.name!r} cannot be assembled near the guess: its constraints are off by {gap:.3g}; "
            "give a better guess, or look for joints that contradict each other."
        )
    found = system.elements.state_of(at, state.parameters)
    return RestBalance(system, replace(found, u=np.zeros(system.layout.nu), z=state.z))


def near_rest(system: Any, state: State) -> RestBalance | None:
    """The same; None where it cannot be assembled."""
    try:
        return rest_balance(system, state)
    except ModelError:
        return None
