r"""The generalized-α method on the Lie group of rigid motions (Arnold and Brüls 2007), index 3, for absolute systems.

$$ \Delta = h u_n + h^2(\tfrac12-\beta)a_n + h^2\beta a_{n+1},\quad u_{n+1} = u_n + h(1-\gamma)a_n + h\gamma a_{n+1}, $$
$$ (1-\alpha_m)a_{n+1} + \alpha_m a_n = (1-\alpha_f)\dot u_{n+1} + \alpha_f\dot u_n, $$

R ← exp(Δ) R with spatial rotation vectors, together with the equations of motion and g = 0 at the new time. Second
order; `damping` ρ∞ is what is left of the fastest motions in a step. Newton's method keeps its factors as long as it
converges.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..numerics.sparse import SingularError
from .configuration import Configuration
from .motion import accelerate
from .mover import Mover
from .tables import Tables

NAME = "Lie-group generalized-α"
ITERATIONS = 12
SLOW = 0.25
"""A reduction of the correction worse than this makes new factors."""
DRIFTED = 1.3
"""A step that differs by more than this factor from that of the factors makes new ones."""


@dataclass(frozen=True)
class Coefficients:
    """Of the method, from ρ∞."""

    alpha_m: float
    alpha_f: float
    beta: float
    gamma: float

    @classmethod
    def of(cls, damping: float) -> Coefficients:
        """Second order with ρ∞ = `damping`."""
        alpha_m, alpha_f = (2 * damping - 1) / (damping + 1), damping / (damping + 1)
        gamma = 0.5 + alpha_f - alpha_m
        return cls(alpha_m, alpha_f, 0.25 * (gamma + 0.5) ** 2, gamma)


@dataclass(frozen=True, eq=False)
class Attempt:
    """A step of length h from a configuration: everything that is sought follows from the displacements x.

    u̇ = p x + v and u = s x + w.
    """

    at: Configuration
    h: float
    first: np.ndarray
    """x to begin with."""
    start: np.ndarray
    """x without the new acceleration."""
    p: float
    v: np.ndarray
    s: float
    w: np.ndarray

    @classmethod
    def of(cls, c: Coefficients, at: Configuration, known: Known, h: float) -> Attempt:
        """The step that follows what is known."""
        start = h * at.u + h * h * (0.5 - c.beta) * known.a
        p, s = (1 - c.alpha_m) / ((1 - c.alpha_f) * c.beta * h * h), c.gamma / (c.beta * h)
        v = (c.alpha_m * known.a - c.alpha_f * known.u_dot) / (1 - c.alpha_f) - p * start
        w = at.u + h * (1 - c.gamma) * known.a - s * start
        return cls(at, h, start + h * h * c.beta * known.next_a(h), start, p, v, s, w)

    def acceleration(self, x: np.ndarray) -> np.ndarray:
        """u̇ at the end."""
        return self.p * x + self.v

    def end(self, x: np.ndarray, mover: Mover) -> Configuration:
        """The configuration at the end."""
        return mover.moved(self.at, x, self.s * x + self.w, self.at.t + self.h)


@dataclass(frozen=True, eq=False)
class Known:
    """What the method takes from step to step: u̇, its own accelerations a, multipliers, and those before."""

    u_dot: np.ndarray
    a: np.ndarray
    lam: np.ndarray
    h: float = 0.0
    """Of the step that led here; 0 at the start."""
    before: tuple[np.ndarray, np.ndarray] | None = None
    """(a, λ) before that step."""

    def next_a(self, h: float) -> np.ndarray:
        """Where a is expected after h: on a straight line."""
        return self.a if self.before is None else self.a + (h / self.h) * (self.a - self.before[0])

    def next_lam(self, h: float) -> np.ndarray:
        """Where λ is expected."""
        return self.lam.copy() if self.before is None else self.lam + (h / self.h) * (self.lam - self.before[1])


class Alpha:
    """Steps of the generalized-α method. It keeps accelerations from step to step."""

    order = 2

    def __init__(self, system: Any, tables: Tables, start: Configuration, damping: float, solver: str = "auto") -> None:
        self.system, self.c = system, Coefficients.of(damping)
        self.solver = system.assembly.solver(solver)
        # Fast factors leave out how forces depend on multipliers, which is not small.
        self.solver.is_exact = system.sees_reactions
        self.elements, self.mover = system.assembly.at_work(tables), Mover(system)
        begun = accelerate(system, start, tables)
        self.known = Known(begun.u_dot, begun.u_dot.copy(), begun.lam)
        self.jacobians = self.evaluations = 0
        self._factored = 0.0
        """The step of the factors; 0 for none."""
        self._matrix: tuple[Configuration, np.ndarray, np.ndarray, np.ndarray] | None = None
        """Where the factors were made: state, accelerations, multipliers, and what tangents are multiplied by."""
        self._needed = self._excess = 0
        """Iterations of the first step with these factors, and what later steps needed beyond that."""

    @property
    def lam(self) -> np.ndarray:
        """Multipliers at present."""
        return self.known.lam

    @property
    def name(self) -> str:
        """The method, and what solves its linear systems."""
        return f"{NAME}, linear systems by {self.solver.name}"

    def forget(self) -> None:
        """New factors with the next step."""
        self._factored = 0.0

    def step(self, at: Configuration, h: float, tolerance: float) -> tuple[Configuration, float] | None:
        """(the configuration after h, estimate of the error of its positions); None where Newton's method fails."""
        attempt, was_exact = Attempt.of(self.c, at, self.known, h), self.solver.is_exact
        found = self._newton(attempt, tolerance, exact=False)
        if found is None:
            # Factors that are old are the usual cause; what follows is Newton's method proper.
            found = self._newton(attempt, tolerance, exact=True)
        if found is None and not self.solver.is_exact:
            # Those that leave out too much, or lose digits, are the other one.
            self.solver.is_exact = True
            found = self._newton(attempt, tolerance, exact=True)
        if found is None:
            self.solver.is_exact = was_exact  # it was the step
        return found

    def _newton(self, attempt: Attempt, tolerance: float, exact: bool) -> tuple[Configuration, float] | None:
        x, lam = attempt.first, self.known.next_lam(attempt.h)
        last, made = np.inf, self.jacobians
        for count in range(ITERATIONS):
            if exact:
                self.forget()
            change = self._change(attempt, x, lam)
            size = np.inf if change is None else float(np.abs(change[0]).max(initial=0.0))
            if change is None or not np.isfinite(size) or size > 2.0 * last:
                self.forget()
                return None
            x, lam = x + change[0], lam + change[1]
            rate = size / last
            if size <= tolerance or (0.0 < rate < 1.0 and size * rate / (1.0 - rate) <= 0.1 * tolerance):
                self._count(count, made)
                return self._accept(attempt, x, lam)
            if rate > SLOW and np.isfinite(last):
                # Factors of this very step that do not do leave out what matters here.
                self.solver.is_exact |= self.jacobians > made and self.solver.pattern.leaves_out
                self.forget()
            last = size
        self.forget()
        return None

    def _count(self, iterations: int, made: int) -> None:
        """Makes new factors once the iterations that old ones cost in addition are worth them."""
        if self.jacobians > made:
            self._needed, self._excess = iterations, 0
            return
        self._excess += max(0, iterations - self._needed)
        if self._excess >= self.solver.worth:
            self.forget()

    def _change(self, attempt: Attempt, x: np.ndarray, lam: np.ndarray) -> tuple[np.ndarray, np.ndarray] | None:
        """Newton's correction of (step, multipliers)."""
        n, h, p, s = self.system.size, attempt.h, attempt.p, attempt.s
        new, u_dot = attempt.end(x, self.mover), attempt.acceleration(x)
        self.evaluations += 1
        if not (self._factored and 1 / DRIFTED < h / self._factored < DRIFTED):
            self._matrix = new, u_dot, lam, np.array([1.0, s / p, 1.0 / p, 1.0 / s])
            r, rows, triplets = self.elements.tangent(*self._matrix)
            try:
                self.solver.factor(triplets)
            except SingularError:
                return None
            self.jacobians += 1
            self._factored = h
        else:
            r, rows = self.elements.residual(new, u_dot, lam, 1.0 / s)
        found = self.solver.solve(np.concatenate([r * (-1.0 / p), -rows]))
        return found[:n], -p * found[n:]

    def _accept(self, attempt: Attempt, x: np.ndarray, lam: np.ndarray) -> tuple[Configuration, float]:
        c, h, known = self.c, attempt.h, self.known
        u_dot = attempt.acceleration(x)
        jump = float(np.abs(u_dot - known.u_dot)[self.system.massive].max(initial=0.0))
        a, end = (x - attempt.start) / (c.beta * h * h), attempt.end(x, self.mover)
        self._pending = Known(u_dot, a, lam, h, (known.a, known.lam))
        # The displacement is off by h²(β − 1/6) times the change of the acceleration, in the limit of small steps.
        error = h * h * max(abs(c.beta - 1 / 6), 1 / 12) * jump
        if self.system.layout.nz:
            # A state, which is a velocity here, is off by h/12 times what its rate has more than a straight line.
            z = self.system.layout.nu
            bent = np.abs(a - known.next_a(h))[z:] / (1.0 + np.abs(end.u[z:]))
            error = max(error, h / 12 * float(bent.max()))
        return end, error

    def take(self) -> None:
        """Makes the step that was computed last the one to go on from."""
        self.known = self._pending

    def saved(self) -> dict[str, np.ndarray]:
        """What is remembered from step to step, and where the present factors were made; for a checkpoint."""
        known = self.known
        found = {"/u_dot": known.u_dot, "/a": known.a, "/lam": known.lam, "/h": np.array(known.h)}
        if known.before is not None:
            found |= {"/before/a": known.before[0], "/before/lam": known.before[1]}
        if self._factored and self._matrix is not None:
            at, *others = self._matrix
            found |= at.saved("/matrix/at")
            found |= {f"/matrix/{k}": values for k, values in enumerate(others)}
        counts = (self.evaluations, self.jacobians, self._needed, self._excess, self.solver.is_exact)
        return found | {"/counts": np.array(counts), "/factored": np.array(self._factored)}

    def restore(self, kept: Mapping[str, np.ndarray]) -> None:
        """Goes on from there, with the same factors."""
        before = (kept["/before/a"], kept["/before/lam"]) if "/before/a" in kept else None
        self.known = Known(kept["/u_dot"], kept["/a"], kept["/lam"], float(kept["/h"]), before)
        counts = [int(x) for x in kept["/counts"]]
        self.evaluations, self.jacobians, self._needed, self._excess = counts[:4]
        self.solver.is_exact = bool(counts[4])
        self._factored = float(kept["/factored"])
        if self._factored:
            a, lam, c = (kept[f"/matrix/{k}"] for k in range(3))
            self._matrix = Configuration.restored(kept, "/matrix/at"), a, lam, c
            self.solver.factor(self.elements.tangent(*self._matrix)[2])
