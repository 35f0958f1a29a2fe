r"""Rest of an absolute system: forces and reactions balance, states stand still, all rows of positions are met.

$$ r(q, z, \lambda) = -Q - A^T\lambda = 0, \qquad \dot z = 0, \qquad g(q) = 0 $$

by Newton's method on the sparse matrix of r_q, r_z and A. A part σ of the mass matrix on the diagonal keeps motions
without stiffness where they are; it is small for Newton's method, and what implicit steps in pseudo time take away
slowly.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import scipy.sparse as sp
from scipy.sparse.linalg import splu

from ...absolute import Configuration
from ...absolute.configuration import conjugate, product, rotation_vector
from ...absolute.motion import accelerate, closed
from ...absolute.slopes import Slopes, slopes_of
from ...absolute.tables import Tables
from ...contract import ModelError
from ...mechanics.absolute import AbsoluteSystem

FOUND = 1e-9
"""What may stay unbalanced, relative to the largest force."""
CLOSED = 1e-10
EPSILON = 1e-12
STEPS = 60
PSEUDO_STEPS = 400
LONGEST = 0.3
"""Radians, or parts of the size of the mechanism, that one step may take."""
SLIGHT = 1e-4
"""Radians, or parts of the size of the mechanism, by which a spring is moved at the least force to compare with."""
NEWTON = 1e-9
"""σ of Newton's method, relative to stiffness over mass."""


@dataclass(frozen=True, eq=False)
class Rested:
    """Where a search for rest ended."""

    at: Configuration
    lam: np.ndarray
    unbalanced: np.ndarray
    """What is left of forces, in the directions of velocities."""
    worst: int
    """Where most is left of them."""
    residual: float
    """The largest condition that is left, relative to the largest force."""
    way: str

    @property
    def is_found(self) -> bool:
        """Whether nothing is left."""
        return self.residual < FOUND


def resting(system: AbsoluteSystem, start: Configuration, tables: Tables) -> Rested:
    """An equilibrium near a start, by Newton's method, then by steps in pseudo time; the better of both."""
    still, gap = closed(system, at_rest(system, start), tables)
    if not gap < 1e-8:
        raise ModelError(
            f"model {system.model.name!r} cannot be assembled near the guess: its constraints are off by {gap:.3g}; "
            "give a better guess, or look for joints that contradict each other."
        )
    still = at_rest(system, still)
    search = _Search(system, tables, still)
    first = search.newton(still)
    if first.is_found:
        return first
    second = search.pseudo(still)
    return min(first, second, key=lambda found: found.residual)


def distance_to_rest(system: AbsoluteSystem, start: Configuration, tables: Tables) -> float:
    """How far Newton's method goes from a start to rest: radians, or parts of the size of the mechanism."""
    still, gap = closed(system, at_rest(system, start), tables)
    search = _Search(system, tables, at_rest(system, still))
    found = search.newton(at_rest(system, still))
    if not (gap < 1e-8 and found.is_found):
        return np.inf
    turned = rotation_vector(product(found.at.pose[:4], conjugate(still.pose[:4])))
    shifted = (found.at.pose[4:] - still.pose[4:]) / search.length
    return float(np.abs(np.concatenate([turned.ravel(), shifted.ravel(), found.at.own - still.own])).max(initial=0.0))


def at_rest(system: AbsoluteSystem, at: Configuration) -> Configuration:
    """The same places and states, with no velocities."""
    return at.with_u(np.where(_are_states(system), at.u, 0.0))


def _are_states(system: AbsoluteSystem) -> np.ndarray:
    """Which of the velocities are states of elements."""
    return np.arange(system.size) >= system.layout.nu


class _Search:
    """One search, with what its sizes are."""

    def __init__(self, system: AbsoluteSystem, tables: Tables, start: Configuration) -> None:
        self.system, self.tables = system, tables
        self.length = float(np.ptp(start.pose[4:], axis=1).max(initial=0.0)) or 1.0
        self.sizes = np.ones(system.size)
        self.sizes[: 6 * start.bodies].reshape(-1, 6)[:, 3:] = self.length
        self.states = _are_states(system)
        self.lam = accelerate(system, start, tables).lam
        slopes = self.slopes(start, self.lam)
        motion = sp.diags(np.where(self.states, 0.0, self.sizes))
        scaled = motion @ slopes.r_q @ motion
        weight = float(np.abs(tables.bodies[0]).sum()) * float(np.linalg.norm(tables.gravity)) * self.length
        loads = np.abs(motion @ self.forces(start)).max(initial=0.0)
        stiffness = float(np.abs(scaled).max()) if scaled.nnz else 0.0
        # Where nothing is loaded, rounding errors of the springs are no forces to compare with.
        known = (float(loads), weight, float(np.abs(self.lam).max(initial=0.0)), SLIGHT * stiffness)
        self.force = max(known) or 1.0
        self.rate = max(stiffness, self.force) / (float(np.abs(motion @ slopes.M @ motion).max()) or 1.0)
        # A rate of a state counts against how fast it would settle.
        fastest = np.abs(slopes.r_u.diagonal()) * np.maximum(np.abs(start.u), 1.0)
        self.weights = np.where(self.states, self.force / np.maximum(fastest, 1e-12), self.sizes)

    def forces(self, at: Configuration) -> np.ndarray:
        """Applied forces alone."""
        return self.slopes(at, np.zeros(self.system.rows)).r

    def slopes(self, at: Configuration, lam: np.ndarray) -> Slopes:
        """Residuals with derivatives, at rest."""
        return slopes_of(self.system, at, self.tables, np.zeros(self.system.size), lam)

    def off(self, s: Slopes) -> float:
        """The largest condition that is left."""
        force = float(np.abs(self.weights * s.r).max(initial=0.0)) / self.force
        return max(force, float(np.abs(s.g).max(initial=0.0)) / self.length * FOUND / CLOSED)

    def step(self, s: Slopes, sigma: float) -> tuple[np.ndarray, np.ndarray] | None:
        """(change of places, of multipliers) with σ M added to the stiffness; None where that is singular."""
        n, m = self.system.size, self.system.rows
        top = [s.r_q + s.r_u @ sp.diags(self.states.astype(float)) + sigma * s.M, s.r_lam - s.A.T]
        blocks = [top, [s.A, sp.diags(np.full(m, EPSILON * n))]] if m else [top[:1]]
        try:
            found = splu(sp.bmat(blocks, format="csc")).solve(-np.concatenate([s.r, s.g]))
        except RuntimeError:
            return None
        if not np.isfinite(found).all():
            return None
        longest = float(np.abs(found[:n] / self.sizes)[~self.states].max(initial=0.0))
        return found[:n] * min(1.0, LONGEST / max(longest, 1e-300)), found[n:]

    def moved(self, at: Configuration, step: np.ndarray) -> Configuration:
        """The places and states after a step."""
        return at.moved(step, at.u + np.where(self.states, step, 0.0), at.t)

    def newton(self, at: Configuration, lam: np.ndarray | None = None, way: str = "newton") -> Rested:
        """Newton's method."""
        lam = self.lam if lam is None else lam
        best: Rested | None = None
        since = 0
        for _ in range(STEPS):
            s = self.slopes(at, lam)
            now = Rested(at, lam, s.r, int(np.argmax(np.abs(self.weights * s.r))), self.off(s), way)
            better = best is None or now.residual < 0.9 * best.residual
            best, since = (now, 0) if better else (best, since + 1)
            assert best is not None
            if best.residual < 1e-3 * FOUND or since > 8:
                break
            found = self.step(s, NEWTON * self.rate)
            if found is None:
                break
            at, lam = self.moved(at, found[0]), lam + found[1]
        assert best is not None
        return best

    def pseudo(self, at: Configuration) -> Rested:
        """Implicit steps of a motion that loses its speed at once, longer as it comes to rest; then Newton's method."""
        lam, sigma = self.lam, 10.0 * self.rate
        size = np.inf
        for _ in range(PSEUDO_STEPS):
            s = self.slopes(at, lam)
            now = self.off(s)
            if now < 1e-5:
                break
            sigma = float(np.clip(sigma * np.clip(now / size, 0.4, 2.0), 1e-8 * self.rate, 1e4 * self.rate))
            size = now
            found = self.step(s, sigma)
            if found is None:
                break
            at, lam = self.moved(at, found[0]), lam + found[1]
        return self.newton(at, lam, "pseudo time")
