r"""The generalized-α method on the Lie group of rigid motions (Arnold and Brüls 2007), index 3, for absolute systems.

$$ \Delta = h u_n + h^2(\tfrac12-\beta)a_n + h^2\beta a_{n+1},\quad u_{n+1} = u_n + h(1-\gamma)a_n + h\gamma a_{n+1}, $$
$$ (1-\alpha_m)a_{n+1} + \alpha_m a_n = (1-\alpha_f)\dot u_{n+1} + \alpha_f\dot u_n, $$

R ← exp(Δ) R with spatial rotation vectors, together with the equations of motion and g = 0 at the new time. Second
order; `damping` ρ∞ is what is left of the fastest motions in a step. Newton's method keeps its factors as long as it
converges.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..numerics.sparse import SingularError
from .configuration import Configuration
from .motion import accelerate
from .tables import Tables

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


class Alpha:
    """Steps of the generalized-α method. It keeps accelerations from step to step."""

    order = 2
    name = "Lie-group generalized-α"

    def __init__(self, system: Any, tables: Tables, start: Configuration, damping: float) -> None:
        self.system, self.c = system, Coefficients.of(damping)
        self.solver = system.assembly.solver()
        self.elements = system.assembly.at_work(tables)
        begun = accelerate(system, start, tables)
        self.u_dot, self.a, self.lam = begun.u_dot, begun.u_dot.copy(), begun.lam
        self.jacobians = self.evaluations = 0
        self._factored = 0.0
        """The step of the factors; 0 for none."""

    def forget(self) -> None:
        """New factors with the next step."""
        self._factored = 0.0

    def step(self, at: Configuration, h: float, tolerance: float) -> tuple[Configuration, float] | None:
        """(the configuration after h, estimate of the error of its positions); None where Newton's method fails."""
        found = self._newton(at, h, tolerance, exact=False)
        # Factors that are too old are the usual cause; with new ones in every iteration it is Newton's method proper.
        return found if found is not None else self._newton(at, h, tolerance, exact=True)

    def _newton(self, at: Configuration, h: float, tolerance: float, exact: bool) -> tuple[Configuration, float] | None:
        c = self.c
        b_1 = (1 - c.alpha_m) / ((1 - c.alpha_f) * c.beta * h * h)
        b_2 = c.gamma / (c.beta * h)
        start = h * at.u + h * h * (0.5 - c.beta) * self.a
        x = start + h * h * c.beta * self.a
        lam = self.lam.copy()
        last = np.inf
        for _ in range(ITERATIONS):
            if exact:
                self.forget()
            a = (x - start) / (c.beta * h * h)
            u_dot = ((1 - c.alpha_m) * a + c.alpha_m * self.a - c.alpha_f * self.u_dot) / (1 - c.alpha_f)
            new = at.moved(x, at.u + h * (1 - c.gamma) * self.a + h * c.gamma * a, at.t + h)
            change = self._change(new, u_dot, lam, b_1, b_2, h)
            size = np.inf if change is None else float(np.abs(change[0]).max(initial=0.0))
            if change is None or not np.isfinite(size) or size > 2.0 * last:
                self.forget()
                return None
            x, lam = x + change[0], lam + change[1]
            rate = size / last
            if size <= tolerance or (0.0 < rate < 1.0 and size * rate / (1.0 - rate) <= 0.1 * tolerance):
                return self._accept(at, x, lam, start, h)
            if rate > SLOW and np.isfinite(last):
                self.forget()
            last = size
        self.forget()
        return None

    def _change(
        self, new: Configuration, u_dot: np.ndarray, lam: np.ndarray, b_1: float, b_2: float, h: float
    ) -> tuple[np.ndarray, np.ndarray] | None:
        """Newton's correction of (step, multipliers)."""
        n = self.system.size
        self.evaluations += 1
        if not (self._factored and 1 / DRIFTED < h / self._factored < DRIFTED):
            factors = np.array([1.0, b_2 / b_1, 1.0 / b_1, 1.0 / b_2])
            r, rows, triplets = self.elements.tangent(new, u_dot, lam, factors)
            try:
                self.solver.factor(triplets)
            except SingularError:
                return None
            self.jacobians += 1
            self._factored = h
        else:
            r, rows = self.elements.residual(new, u_dot, lam, 1.0 / b_2)
        found = self.solver.solve(np.concatenate([-r / b_1, -rows]))
        return found[:n], -b_1 * found[n:]

    def _accept(
        self, at: Configuration, x: np.ndarray, lam: np.ndarray, start: np.ndarray, h: float
    ) -> tuple[Configuration, float]:
        c = self.c
        a = (x - start) / (c.beta * h * h)
        u_dot = ((1 - c.alpha_m) * a + c.alpha_m * self.a - c.alpha_f * self.u_dot) / (1 - c.alpha_f)
        new = at.moved(x, at.u + h * (1 - c.gamma) * self.a + h * c.gamma * a, at.t + h)
        massive = 6 * at.bodies
        jump = float(np.abs(u_dot - self.u_dot)[:massive].max(initial=0.0))
        self._pending = (u_dot, a, lam)
        # The displacement is off by h²(β − 1/6) times the change of the acceleration, in the limit of small steps.
        return new, h * h * max(abs(c.beta - 1 / 6), 1 / 12) * jump

    def take(self) -> None:
        """Makes the step that was computed last the one to go on from."""
        self.u_dot, self.a, self.lam = self._pending
