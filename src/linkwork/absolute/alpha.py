r"""The generalized-α method on the Lie group of rigid motions (Arnold and Brüls 2007), index 3, for absolute systems.

The formulas are those of `alpha_scheme` with v = (u, z) and x = hΔ: R ← exp(x) R with spatial rotation vectors,
together with the equations of motion and g = 0 at the new time. After each step velocities are brought onto their rows
by the factors of the step, in the metric of its tangent, which is that of the mass but for terms of the order h.

Steps with error control, and all steps of small systems, factor their tangent and go on from the projected velocities,
as trees do. Fixed steps of large systems use factors for many steps: with old factors a projection has a part along the
motion, which would add up from step to step. They go on from the velocities that the method gave, which differ from the
projected ones in O(h²) and lead to the same positions to O(h²); what a run shows of them is projected (`on_rows`), and
nothing else. Error control cannot work so: accelerations that the method solves for are off along the constraint forces
whenever the step changes, an estimate of order 3 reads that as an error, and shortens steps until none is left.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..kernels.rows import BoundShare, RowStrides, trailing
from ..numerics.integrators import alpha_scheme as scheme
from ..numerics.sparse import SingularError, SparseSolver
from .assembly import AssembledElements
from .configuration import Configuration
from .measure import Tolerances, relative_size
from .motion import accelerate
from .starting_step import starting_step
from .tables import Tables

ALPHA_ITERATIONS = 12
SLOW_CORRECTION = 0.25
"""A reduction of the correction worse than this makes new factors; where factors are kept not the first, which tells
more of what prediction left than of old factors."""
DRIFTED = 1.3
"""A step that differs by more than this factor from that of the factors makes new ones."""
ALPHA_ROUNDS = 3
"""How often residuals of rows are reduced after a step at most."""
SMALL_SIZE = 100
"""Velocities up to which fixed steps make new factors too. Nets and rings of 60 to 840 bodies take 0.4 to 0.8 of the
time with old ones."""
ALPHA_ROUNDED_OFF, VELOCITY_ROUNDED_OFF = 2e-15, 3e-16
"""Residuals of rows, relative to the size of positions and velocities, that are none."""
NOW, BEFORE = ("u", "rate", "offset", "lam", "f"), ("rate", "lam", "f")
"""Names in a checkpoint."""


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
    def of(cls, c: scheme.Coefficients, at: Configuration, known: Known, h: float) -> Attempt:
        """The step that follows what is known."""
        a, per = known.rate + h * known.offset, c.beta * h * h
        start = np.asarray(h * scheme.mean_velocity(c, known.u, a, 0.0, h))
        p, s = 1.0 / (scheme.gain(c) * per), c.gamma / (c.beta * h)
        v = scheme.new_rate(c, 0.0, known.rate, a) - p * start
        w = scheme.new_velocity(c, known.u, a, 0.0, h) - s * start
        first = start + per * scheme.new_acceleration(c, known.ahead("rate", h), known.rate, a)
        return cls(at, h, np.asarray(first), start, p, np.asarray(v), s, np.asarray(w))

    def acceleration(self, x: np.ndarray) -> np.ndarray:
        """u̇ at the end."""
        return self.p * x + self.v

    def end(self, x: np.ndarray, mover: Mover) -> Configuration:
        """The configuration at the end."""
        return mover.moved(self.at, x, self.s * x + self.w, self.at.t + self.h)


@dataclass(frozen=True, eq=False)
class Past:
    """What the method knew before its last steps."""

    rate: np.ndarray
    lam: np.ndarray
    f: np.ndarray
    h: float
    """Of the step that led there."""


@dataclass(frozen=True, eq=False)
class Known:
    """What the method takes from step to step."""

    u: np.ndarray
    """The velocities that it goes on from."""
    rate: np.ndarray
    """u̇ that the method solved for."""
    offset: np.ndarray
    """(a − u̇) / h."""
    lam: np.ndarray
    f: np.ndarray
    """u̇ of the equations."""
    h: float = 0.0
    """Of the step that led here; 0 at the start."""
    past: tuple[Past, ...] = ()
    """The last one first, two of them where there were so many steps."""

    @classmethod
    def at_start(cls, system: Any, at: Configuration, elements: AssembledElements, c: scheme.Coefficients) -> Known:
        """Accelerations and their change are those of the equations."""
        solver, near = system.assembly.solver(), scheme.ALPHA_NUDGE
        begun = accelerate(system, at, elements.tables, solver)
        moved = at.moved(near * at.u, at.u + near * begun.u_dot, at.t + near)
        change = (corrected(moved, begun.u_dot, begun.lam, elements, solver) - begun.u_dot) / near
        return cls(at.u, begun.u_dot, (c.alpha_m - c.alpha_f) * change, begun.lam, begun.u_dot)

    def ahead(self, name: str, h: float) -> np.ndarray:
        """Where u̇ or λ is expected after h: on the parabola through the last three, or on a straight line."""
        now, before = getattr(self, name), [getattr(past, name) for past in self.past]
        if not before:
            return np.asarray(now)
        result = now + (h / self.h) * (now - before[0])
        if len(before) > 1:
            result += h * (h + self.h) * scheme.bend(before[1], before[0], now, self.past[0].h, self.h)
        return np.asarray(result)

    def as_past(self) -> tuple[Past, ...]:
        """What the next step has behind it."""
        return (Past(self.rate, self.lam, self.f, self.h), *self.past[:1])


def corrected(
    at: Configuration, rate: np.ndarray, lam: np.ndarray, elements: AssembledElements, solver: SparseSolver
) -> np.ndarray:
    """u̇ of the equations at a configuration, from some nearby, by factors of the saddle point or the step."""
    found = elements.rates(at, lam)
    crossing = elements.rates(at.with_u(at.u + rate), lam).psi - found.psi + found.P_00
    r = elements.residual(at, rate, lam, 1.0)[0]
    return np.asarray(rate + solver.solve(np.concatenate([-r, -crossing]))[: len(rate)])


class Alpha:
    """Steps of the generalized-α method. It keeps accelerations from step to step."""

    order = 2

    def __init__(self, system: Any, tables: Tables, start: Configuration, rho_inf: float, solver: str = "auto") -> None:
        self.system, self.size, self.c = system, system.size, scheme.coefficients(rho_inf)
        self.keeps_factors = False
        """Whether the last step was one with factors of steps before, which leaves velocities as they come."""
        self.solver = system.assembly.solver(solver)
        # Fast factors leave out how forces depend on multipliers, which is not small.
        self.solver.is_exact = system.sees_reactions
        self.elements, self.mover = system.assembly.at_work(tables), Mover(system)
        self.known = Known.at_start(system, start, self.elements, self.c)
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
        return f"Lie-group generalized-α, linear systems by {self.solver.name}"

    def forget(self) -> None:
        """New factors with the next step."""
        self._factored = 0.0

    def first_step(self, at: Configuration, allowed: Tolerances, span: float) -> float:
        """A step to begin with."""
        return starting_step(self.system, self.elements.tables, at, self.known.f, allowed, 2, span)

    def step(
        self, at: Configuration, h: float, tolerance: float, allowed: Tolerances | None = None
    ) -> tuple[Configuration, float] | None:
        """(the configuration after h, its error in units of what is allowed, 0 where nobody asks).

        Newton's method solves for it to a `tolerance`; None where it fails.
        """
        attempt, was_exact = Attempt.of(self.c, at, self.known, h), self.solver.is_exact
        self.keeps_factors = self.size > SMALL_SIZE and allowed is None
        if not self.keeps_factors:
            self.forget()
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
            return None
        return self._accept(attempt, *found, allowed)

    def _newton(self, attempt: Attempt, tolerance: float, exact: bool) -> tuple[np.ndarray, np.ndarray] | None:
        """(x, λ) that solve the equations of the step."""
        x, lam = attempt.first, self.known.ahead("lam", attempt.h)
        last, made = np.inf, self.jacobians
        for count in range(ALPHA_ITERATIONS):
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
                return x, lam
            if rate > SLOW_CORRECTION and count > (1 if self.keeps_factors else 0):
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
        n, h, p, s = self.size, attempt.h, attempt.p, attempt.s
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

    def _accept(
        self, attempt: Attempt, x: np.ndarray, lam: np.ndarray, allowed: Tolerances | None
    ) -> tuple[Configuration, float] | None:
        """The step that was solved for, on all rows; None where something in it is not finite."""
        c, h, known = self.c, attempt.h, self.known
        rate, a = attempt.acceleration(x), (x - attempt.start) / (c.beta * h * h)
        raw = attempt.end(x, self.mover)
        end = raw if self.keeps_factors else self.on_rows(raw)
        if not np.isfinite(end.u).all():
            return None
        f = rate if allowed is None else self._by_equations(end, rate, lam)
        self._pending = Known(end.u, rate, (a - rate) / h, lam, f, h, known.as_past())
        return end, 0.0 if allowed is None else self._error(attempt, x, end, allowed)

    def on_rows(self, end: Configuration) -> Configuration:
        """A configuration with velocities on their rows, and positions that meet to rounding.

        With old factors residuals of velocities alone are reduced, once, by an order of magnitude or two.
        """
        nothing = np.zeros(self.size)
        if not self.system.rows:
            return end
        if self.keeps_factors:
            return end.with_u(end.u + self._across(nothing, self.elements.velocity_rows(end))[0])
        for _ in range(ALPHA_ROUNDS):
            found = self.elements.rates(end)
            g, psi = (float(np.abs(x).max(initial=0.0)) for x in (found.g, found.psi))
            moves = g > ALPHA_ROUNDED_OFF * (1.0 + float(np.abs(end.pose[4:]).max(initial=0.0)))
            if not moves and psi <= VELOCITY_ROUNDED_OFF * (1.0 + float(np.abs(end.u).max(initial=0.0))):
                break
            shift = self._across(nothing, found.g)[0] if moves else nothing
            end = self.mover.moved(end, shift, end.u + self._across(nothing, found.psi)[0], end.t)
        return end

    def _across(self, r: np.ndarray, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """(change of velocities or accelerations, change of λ) that takes residuals away, by the factors there are."""
        found = self.solver.solve(np.concatenate([-r, -rows]))
        return found[: self.size], -found[self.size :]

    def _by_equations(self, end: Configuration, rate: np.ndarray, lam: np.ndarray) -> np.ndarray:
        """u̇ of the equations at a configuration, from that of the method.

        What the method solves for is off along the constraint forces: it makes positions meet, not accelerations.
        """
        return corrected(end, rate, lam, self.elements, self.solver) if self.system.rows else rate

    def _error(self, attempt: Attempt, x: np.ndarray, end: Configuration, allowed: Tolerances) -> float:
        """The error of a step in units of what is allowed: against the parabola through the last three u̇."""
        at, h, new = attempt.at, attempt.h, self._pending
        if not self.known.past:
            half = 0.5 * x + h / 8.0 * (at.u - end.u)
            middle = self.mover.moved(at, half, 1.5 * x / h - 0.25 * (at.u + end.u), at.t + 0.5 * h)
            f_half = accelerate(self.system, middle, self.elements.tables).u_dot
            bent = scheme.bend_within(self.known.f, f_half, new.f, h)
        else:
            bent = scheme.bend(self.known.past[0].f, self.known.f, new.f, self.known.h, h)
        of_v = new.u - scheme.good_velocity(self.known.u, self.known.f, new.f, bent, h)
        of_x = x - h * scheme.good_mean_velocity(self.known.u, self.known.f, new.f, bent, h)
        return relative_size(self.system, of_x, of_v, at, end, allowed)

    def take(self) -> None:
        """Makes the step that was computed last the one to go on from."""
        self.known = self._pending

    def saved(self) -> dict[str, np.ndarray]:
        """What is remembered from step to step, and where the present factors were made; for a checkpoint."""
        known = self.known
        found = {f"/{name}": getattr(known, name) for name in NOW} | {"/h": np.array(known.h)}
        for k, past in enumerate(known.past):
            found |= {f"/past/{k}/{name}": getattr(past, name) for name in BEFORE} | {f"/past/{k}/h": np.array(past.h)}
        if self._factored and self._matrix is not None:
            at, *others = self._matrix
            found |= at.saved("/matrix/at")
            found |= {f"/matrix/{k}": values for k, values in enumerate(others)}
        counts = (self.evaluations, self.jacobians, self._needed, self._excess, self.solver.is_exact)
        return found | {"/counts": np.array(counts), "/factored": np.array(self._factored)}

    def restore(self, kept: Mapping[str, np.ndarray]) -> None:
        """Goes on from there, with the same factors."""
        past = [
            Past(h=float(kept[f"/past/{k}/h"]), **{name: kept[f"/past/{k}/{name}"] for name in BEFORE})
            for k in range(2)
            if f"/past/{k}/h" in kept
        ]
        u, rate, offset, lam, f = (kept[f"/{name}"] for name in NOW)
        self.known = Known(u, rate, offset, lam, f, float(kept["/h"]), tuple(past))
        counts = [int(x) for x in kept["/counts"]]
        self.evaluations, self.jacobians, self._needed, self._excess = counts[:4]
        self.solver.is_exact = bool(counts[4])
        self._factored = float(kept["/factored"])
        if self._factored:
            a, lam, c = (kept[f"/matrix/{k}"] for k in range(3))
            self._matrix = Configuration.restored(kept, "/matrix/at"), a, lam, c
            self.solver.factor(self.elements.tangent(*self._matrix)[2])


class Mover:
    """Moves configurations of one system. It has memory, so everyone has an own one."""

    def __init__(self, system: Any) -> None:
        bodies = system.bodies
        self._count = bodies.count
        self._pose, self._step = np.empty((7, self._count)), np.empty(6 * self._count)
        self._moved = np.empty((7, self._count))
        inputs = [trailing(self._pose, (7,)), RowStrides(self._step, 6, 1, 6)]
        self._call = BoundShare(bodies.kernel("moved"), inputs, [trailing(self._moved, (7,))], 0, self._count)

    def moved(self, at: Configuration, step: np.ndarray, u: np.ndarray, t: float) -> Configuration:
        """Every body turned by the rotation vector and shifted by the displacement in `step`, with other velocities."""
        n = 6 * self._count
        self._pose[:] = at.pose
        self._step[:] = step[:n]
        self._call.run()
        return Configuration(self._moved.copy(), at.own + step[n:], u, t)
