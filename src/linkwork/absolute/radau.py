r"""Radau IIA on absolute systems as they stand, velocities on their rows at every stage (index 2).

From a state, bodies turn by rotation vectors and shift by displacements x. Stages (x_i, u_i, λ_i) solve

$$ \dot x_i = D(x_i)\,u_i, \qquad r(x_i, u_i, \dot u_i, \lambda_i) = 0, \qquad \psi(x_i, u_i, t_i) = 0, \qquad
   (\dot x, \dot u)_i = \frac1h \sum_j (A^{-1})_{ij}\,(x_j, u_j - u_0), $$

where D takes angular velocities to rates of rotation vectors. Places and velocities are of order 5, multipliers of
order 3 (E. Hairer, G. Wanner, Solving Ordinary Differential Equations II, VII.4); forces may depend on multipliers.
Newton's method with derivatives at the start splits into one system for each eigenvalue μ of A⁻¹: with s = h/μ,
Δx = s v and D(x) u ≈ u + Ω x,

$$ \begin{pmatrix} (M + s\,r_u)(1 - s\,\Omega) + s^2 r_q & r_\lambda \\ P(1 - s\,\Omega) + s\,\psi_q & -\varepsilon
   \end{pmatrix} \begin{pmatrix} v \\ s\,\Delta\lambda \end{pmatrix} = \dots $$

ε shares loads among rows that repeat each other, as in the assembly. Large systems leave Ω and ψ_q out of the matrix,
keep its factors from step to step (`stage_newton`), and come back to the whole where that converges too slowly: where
bodies turn by a radian in a step. At the end of a step places and velocities are
brought onto their rows in the metric of its matrix, which stiff forces do not notice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import lazy_loader
import numpy as np

from ..numerics.sparse import SingularError, dense_factors
from ..numerics.superlu import SuperLU
from ..numerics.tableaus.radau import RADAU
from .alpha import Mover
from .configuration import Configuration, rate_of
from .measure import DEFAULT_TOLERANCES, Tolerances, relative_size
from .motion import accelerate
from .slopes import AbsoluteSlopes, absolute_slopes
from .stage_motion import STAGE_INVERSE
from .stage_newton import MOST_CORRECTIONS, STAGES_SOLVED, RadauStages, StageNewton, is_solved
from .stage_systems import STAGE_EIGENVALUES, StageSystems
from .starting_step import starting_step
from .tables import Tables

scipy = lazy_loader.load("scipy")

QUICK_PART = 0.01
"""What Newton's method of large systems leaves of the tolerance, where steps are controlled."""
MOST_DENSE = 300
"""Velocities and rows up to which matrices are dense."""
RADAU_ROUNDS = 3
"""How often residuals of rows are reduced after a step at most."""
ON_PLACES, ON_SPEEDS = 2e-15, 3e-16
"""Residuals of rows, relative to the size of positions and velocities, that are none."""


@dataclass(frozen=True, eq=False)
class StepMatrix:
    """The matrix of a step for one s, factored."""

    s: complex
    solve: Callable[[np.ndarray], np.ndarray]
    momentum: Any = None
    """M + s r_u; None where nobody knows it by itself."""
    turning: Any = None
    """Ω; None where it is left out."""


CREEPING_CHANGE = 0.01
"""Part of a correction by which the next differs at most where corrections creep."""


@dataclass(frozen=True, eq=False)
class StepStart:
    """What is known where a step starts."""

    at: Configuration
    rate: np.ndarray
    """u̇."""
    lam: np.ndarray
    before: tuple[np.ndarray, np.ndarray, float] | None = None
    """(u and λ at the stages, length) of the step that led here."""


class RadauSteps:
    """Steps of the method from state to state."""

    order = 4
    """Of the error estimate, per step."""
    beside: ClassVar[Mapping[str, np.ndarray]] = {}

    def __init__(self, system: Any, tables: Tables, at: Configuration) -> None:
        self.system, self.size = system, system.size
        self.elements = system.assembly.at_work(tables)
        self.is_dense = system.size + system.rows <= MOST_DENSE
        self.allowed = DEFAULT_TOLERANCES
        self.evaluations = self.jacobians = 0
        self.mover = Mover(system)
        self._quick: StageNewton | None = None
        if not self.is_dense and StageSystems.serve(system):
            self._quick = StageNewton(system, self.elements)
        self.at = at

    @property
    def at(self) -> Configuration:
        """The present state."""
        return self.start.at

    @at.setter
    def at(self, at: Configuration) -> None:
        begun = accelerate(self.system, at, self.elements.tables)
        self._begin(StepStart(at, begun.u_dot, begun.lam))

    def _begin(self, start: StepStart) -> None:
        self.start, self._was_rejected = start, False
        self._slopes: AbsoluteSlopes | None = None
        self._matrices: dict[float, tuple[StepMatrix, StepMatrix]] = {}

    @property
    def passing(self) -> tuple[Configuration, bool]:
        """The present state: velocities are on their rows after every step."""
        return self.at, True

    @property
    def tried(self) -> Configuration:
        """The state that the last attempt led to."""
        return self._pending.at

    @property
    def name(self) -> str:
        """The method, and what solves its linear systems."""
        by = "dense factors" if self.is_dense else "SuperLU"
        return f"Radau IIA, linear systems by {by if self._quick is None else self._quick.systems.name}"

    def first_step(self, span: float) -> float:
        """From accelerations and their change."""
        if not span:
            return 1.0
        return starting_step(self.system, self.elements.tables, self.at, self.start.rate, self.allowed, 3, span)

    def attempt(self, h: float, controlled: bool) -> float | None:
        """The error of a step in units of the tolerance (0 where nobody asks), None where it has no solution."""
        with np.errstate(all="ignore"):
            solved = self._quickly(h, controlled)
            # A step that is controlled may be too long for quick factors at first: a shorter one costs less.
            if solved is None and (self._quick is None or self._was_rejected or not controlled):
                solved = self._thoroughly(h)
            if solved is None:
                self._was_rejected = True
                return None
            found, matrix = solved
            end = self._on_rows(self._end(found, 2, h), matrix)
            if not np.isfinite(end.u).all():
                return None
            error = self._error(h, matrix, found, end) if controlled else 0.0
        rate = STAGE_INVERSE[2] @ (found.u - self.at.u) / h
        self._pending = StepStart(end, rate, found.lam[2], (found.u, found.lam, h))
        self._was_rejected |= not error <= 1.0
        return error

    def take(self) -> None:
        """Makes the step that was tried the present."""
        self._begin(self._pending)

    def _thoroughly(self, h: float) -> tuple[RadauStages, StepMatrix] | None:
        """(stages to rounding, the real matrix), by Newton's method with all derivatives at the start."""
        try:
            matrices = self._factored(h)
        except SingularError:
            return None

        found = self._newton(h, matrices, self._predicted(h)) or self._newton(h, matrices, self._still(h))
        if found is not None:
            self._quick = None  # where it is in use, it was tried before and did not converge
        return None if found is None else (found, matrices[0])

    def _quickly(self, h: float, controlled: bool) -> tuple[RadauStages, StepMatrix] | None:
        """The same of a large system, by the factors there are where these serve."""
        quick = self._quick
        if quick is None:
            return None
        allowed = STAGES_SOLVED
        if controlled:
            allowed = Tolerances(*(max(QUICK_PART * x, y) for x, y in zip(self.allowed, STAGES_SOLVED, strict=True)))
        quick.evaluations = quick.jacobians = 0
        found = quick.solved(self.at, self._predicted(h), h, allowed)
        self.evaluations, self.jacobians = self.evaluations + quick.evaluations, self.jacobians + quick.jacobians
        return None if found is None else (found, StepMatrix(quick.s, quick.solve))

    def _slopes_here(self) -> AbsoluteSlopes:
        """Derivatives at the start of the step."""
        if self._slopes is None:
            start = self.start
            self._slopes = absolute_slopes(
                self.system, start.at, self.elements.tables, start.rate, start.lam, self.is_dense
            )
            self.jacobians += 1
        return self._slopes

    def _factored(self, h: float) -> tuple[StepMatrix, StepMatrix]:
        """The matrices of steps of a length."""
        if h not in self._matrices:
            real, other = (self._matrix(h / mu) for mu in STAGE_EIGENVALUES)
            self._matrices = {h: (real, other)}
        return self._matrices[h]

    def _matrix(self, s: Any) -> StepMatrix:
        d, count = self._slopes_here(), self.system.rows
        eye: Any = np.eye(self.size) if self.is_dense else scipy.sparse.identity(self.size, format="csr")
        turning = self._turning()
        turned = eye - s * turning
        momentum = d.M + s * d.r_u
        inner, below = momentum @ turned + (s * s) * d.r_q, d.A @ turned + s * d.psi_q
        across, epsilon = d.r_lam - d.A.T, self.elements.regularisation[self.size :]
        if self.is_dense:
            matrix = np.block([[inner, across], [below, np.diag(epsilon)]]) if count else inner
            return StepMatrix(s, dense_factors(matrix), momentum, turning)
        parts = [[inner, across], [below, scipy.sparse.diags(epsilon)]] if count else [[inner]]
        solve = SuperLU().factor(scipy.sparse.bmat(parts, format="csc"))
        return StepMatrix(s, lambda right: solve(right.astype(type(s))), momentum, turning)

    def _turning(self) -> Any:
        """Ω, ½ω̃ for every body: how rates of rotation vectors change with these, at the start."""
        n = self.at.bodies
        x, y, z = 0.5 * self.at.u[: 6 * n].reshape(-1, 6)[:, :3].T
        first = 6 * np.arange(n)
        rows = np.concatenate([first, first, first + 1, first + 1, first + 2, first + 2])
        columns = np.concatenate([first + 1, first + 2, first, first + 2, first, first + 1])
        matrix = scipy.sparse.csr_matrix(
            (np.concatenate([-z, y, z, -x, -y, x]), (rows, columns)), shape=(self.size, self.size)
        )
        return matrix.toarray() if self.is_dense else matrix

    def _still(self, h: float) -> RadauStages:
        """Stages of a motion at constant speed."""
        u = np.tile(self.at.u, (3, 1))
        return RadauStages(h * RADAU.c[:, None] * u, u, np.tile(self.start.lam, (3, 1)))

    def _predicted(self, h: float) -> RadauStages:
        """Stages on the polynomials of the step before, or at constant acceleration where there is none."""
        if self.start.before is None:
            passed = h * RADAU.c[:, None]
            u, lam = self.at.u + passed * self.start.rate, np.tile(self.start.lam, (3, 1))
            return RadauStages(passed * (self.at.u + 0.5 * passed * self.start.rate), u, lam)
        u_before, lam_before, h_before = self.start.before
        ahead = 1.0 + RADAU.c * h / h_before
        follow = _lagrange(RADAU.c, ahead)
        u = self.at.u + (follow @ u_before - u_before[2])
        lam = self.start.lam + (follow @ lam_before - lam_before[2])
        return RadauStages(h * RADAU.a @ u, u, lam)

    def _end(self, stages: RadauStages, k: int, h: float) -> Configuration:
        """The state of a stage."""
        return self.mover.moved(self.at, stages.x[k], stages.u[k], self.at.t + RADAU.c[k] * h)

    def _newton(self, h: float, matrices: tuple[StepMatrix, StepMatrix], stages: RadauStages) -> RadauStages | None:
        """Stages that solve the equations of the step to rounding; None where they are not found."""
        last, before = np.inf, np.zeros(3 * self.size)
        for count in range(MOST_CORRECTIONS):
            change = self._correction(h, matrices, stages)
            if change is None:
                return None
            if _creep(change.u.ravel(), before):
                return None
            before = change.u.ravel()
            stages = stages.moved(change.x, change.u, change.lam)
            size = self._sized(np.abs(change.x).max(axis=0), np.abs(change.u).max(axis=0), STAGES_SOLVED)
            rate = size / last if np.isfinite(last) else 1.0
            if not np.isfinite(size) or (rate > 2.0 and count > 1):
                return None
            if is_solved(size, rate, STAGES_SOLVED):
                return stages
            last = size
        return None

    def _sized(self, x: np.ndarray, u: np.ndarray, allowed: Tolerances, end: Configuration | None = None) -> float:
        return relative_size(self.system, x, u, self.at, end or self.at, allowed)

    def _correction(self, h: float, matrices: tuple[StepMatrix, StepMatrix], stages: RadauStages) -> RadauStages | None:
        """Newton's changes of x, u and λ at all stages."""
        x_dot, rates = STAGE_INVERSE @ stages.x / h, STAGE_INVERSE @ (stages.u - self.at.u) / h
        residuals = self._residuals(h, stages, rates)
        if residuals is None:
            return None
        of_x = np.array([x_dot[k] - self._way(stages.x[k], stages.u[k]) for k in range(3)])
        mixed = [RADAU.t_inverse @ part for part in (of_x, *residuals)]
        first = self._solved(matrices[0], *self._pushed(matrices[0], *(part[0] for part in mixed)))
        other = self._solved(matrices[1], *self._pushed(matrices[1], *(part[1] + 1j * part[2] for part in mixed)))
        found = (RADAU.t @ np.array([one.real, two.real, two.imag]) for one, two in zip(first, other, strict=True))
        return RadauStages(*found)

    def _residuals(self, h: float, stages: RadauStages, rates: np.ndarray) -> tuple[np.ndarray, np.ndarray] | None:
        """(r, ψ) at all stages; None where they are not finite."""
        of_r, of_rows = np.empty_like(stages.x), np.empty_like(stages.lam)
        for k in range(3):
            at = self._end(stages, k, h)
            of_r[k] = self.elements.residual(at, rates[k], stages.lam[k], 1.0)[0]
            of_rows[k] = self._rows_at(at)
        self.evaluations += 3
        return (of_r, of_rows) if np.isfinite(of_r).all() and np.isfinite(of_rows).all() else None

    def _rows_at(self, at: Configuration) -> np.ndarray:
        """ψ."""
        return self.elements.velocity_rows(at) if self.system.rows else np.zeros(0)

    def _pushed(
        self, matrix: StepMatrix, of_x: np.ndarray, of_r: np.ndarray, of_rows: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Residuals with what those of places push: r + (M/s + r_u) x, ψ + A x."""
        return of_x, of_r + matrix.momentum @ of_x / matrix.s, of_rows + self._slopes_here().A @ of_x

    def _solved(
        self, matrix: StepMatrix, of_x: np.ndarray, of_r: np.ndarray, of_rows: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """(Δx, Δu, Δλ) that take residuals away, for one eigenvalue."""
        s, n = matrix.s, self.size
        found = matrix.solve(np.concatenate([-s * of_r, -of_rows]))
        v = found[:n]
        turned = 0.0 if matrix.turning is None else s * (matrix.turning @ v)
        return s * v, v - turned + of_x, found[n:] / s

    def _way(self, x: np.ndarray, u: np.ndarray) -> np.ndarray:
        """D(x) u."""
        n, found = 6 * self.at.bodies, u.copy()
        turn, spin = (part[:n].reshape(-1, 6)[:, :3] for part in (x, u))
        found[:n].reshape(-1, 6)[:, :3] = rate_of(turn.T, spin.T).T
        return found

    def _on_rows(self, end: Configuration, matrix: StepMatrix) -> Configuration:
        """A state with places and velocities on their rows, to rounding."""
        nothing = np.zeros(self.size)
        for _ in range(RADAU_ROUNDS if self.system.rows else 0):
            found = self.elements.rates(end)
            g, psi = (float(np.abs(x).max(initial=0.0)) for x in (found.g, found.psi))
            moves = g > ON_PLACES * (1.0 + float(np.abs(end.pose[4:]).max(initial=0.0)))
            if not moves and psi <= ON_SPEEDS * (1.0 + float(np.abs(end.u).max(initial=0.0))):
                break
            shift = matrix.solve(np.concatenate([nothing, -found.g]))[: self.size] if moves else nothing
            change = matrix.solve(np.concatenate([nothing, -found.psi]))[: self.size]
            end = self.mover.moved(end, shift, end.u + change, end.t)
        return end

    def _error(self, h: float, matrix: StepMatrix, stages: RadauStages, end: Configuration) -> float:
        """The error in units of the tolerance; where it is large at first, once more with f beside it (IV.8.20)."""
        past = RADAU.error @ stages.x / h, RADAU.error @ (stages.u - self.at.u) / h
        x, u = self._estimate(matrix, self.at, self.at.u, *past)
        error = self._sized(x, u, self.allowed, end)
        if error >= 1.0 and (self._was_rejected or self.start.before is None):
            beside = self.mover.moved(self.at, x, self.at.u + u, self.at.t)
            x, u = self._estimate(matrix, beside, self._way(x, beside.u), *past)
            error = min(error, self._sized(x, u, self.allowed, end))
        return error if np.isfinite(error) else 1e10

    def _estimate(
        self, matrix: StepMatrix, at: Configuration, way: np.ndarray, past_x: np.ndarray, past_u: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """(γ/h − J)⁻¹ (f + Σ error_i z_i/h) of places and velocities, f at a state beside the start."""
        of_x = -way - past_x
        # What these push is found beside: residuals are linear in accelerations, and in small changes of velocities.
        at = at.with_u(at.u + of_x)
        of_r = self.elements.residual(at, of_x / matrix.s - past_u, self.start.lam, 1.0)[0]
        self.evaluations += 1
        found = self._solved(matrix, of_x, of_r, self._rows_at(at))
        return found[0], found[1]

    def count_from(self, before: Any) -> None:
        """Goes on counting where another one ended."""
        self.evaluations += before.evaluations
        self.jacobians += before.jacobians

    def saved(self) -> dict[str, np.ndarray]:
        """Where it is and what it remembers."""
        start = self.start
        found = {**start.at.saved("/at"), "/rate": start.rate, "/lam": start.lam}
        if start.before is not None:
            u, lam, h = start.before
            found |= {"/before/u": u, "/before/lam": lam, "/before/h": np.array(h)}
        found |= {} if self._quick is None else self._quick.saved()
        return found | {"/counts": np.array([self.evaluations, self.jacobians])}

    def restore(self, kept: Mapping[str, np.ndarray]) -> None:
        """Goes on from there."""
        before = None
        if "/before/h" in kept:
            before = kept["/before/u"], kept["/before/lam"], float(kept["/before/h"])
        self._begin(StepStart(Configuration.restored(kept, "/at"), kept["/rate"], kept["/lam"], before))
        if self._quick is not None:
            self._quick.restore(kept)
        self.evaluations, self.jacobians = (int(x) for x in kept["/counts"])


def _creep(change: np.ndarray, before: np.ndarray) -> bool:
    """Whether corrections go on alike, which those of rounding do not.

    So they do where the slope of a law is far too large for the step, as that of (x − a)^¼ is a rounding beyond a.
    """
    along = float(change @ before)
    return along > 0.0 and float(np.linalg.norm(change - before)) < CREEPING_CHANGE * float(np.linalg.norm(before))


def _lagrange(nodes: np.ndarray, wanted: np.ndarray) -> np.ndarray:
    """Values at wanted places of the polynomials that are one at one node and zero at the others (wanted × nodes)."""
    powers = np.arange(len(nodes))
    return np.asarray(np.linalg.solve(nodes[:, None].T ** powers[:, None], wanted[None] ** powers[:, None]).T)
