r"""Finite elements in time: the weak forms of S3 (Eqs. 5–7, with constraints Eqs. 10–13), step by step.

Weights are Lagrange polynomials N_i on k + 1 nodes of an element of length h. Places and velocities are those of the
fields chosen (`time_shapes`). With momenta π = L_v + Aᵀμ, forces Φ = T_q + Ȧᵀμ and F, and rows ψ at quadrature points
c_g of weight b_g,

$$ r_i = \sum_g b_g\,[N_i'\,\pi + h N_i\,(\Phi + F)]_g, \qquad r_0 + p_1 = 0,\quad r_i = 0\ (0<i<k),\quad p_2 = r_k . $$

Rotations are increments in a chart of the element (`rotation_chart`); weights are virtual rotations, as in S3.

The primal form with k Gauss points, the mixed form and that of three fields are then the Gauss method of k stages, of
order 2k and stable for every step. The primal form with k + 1 points for the forces F ("full", "lobatto") is stable for
short steps only: what finite elements call locking. The others stay stable with these points, too. Kinetic terms and
constraints keep their k points, so that one discrete Lagrangian gives all of the primal form.

Multipliers μ are polynomials of degree k − 1; reactions are −Aᵀμ̇. In the "nodal" form the constant part of μ acts at
the ends and closes the position rows at the end: no drift. In the "weighted" form (the document's own; conditions on
velocities always) all parts are weighted. At every end true momenta are recovered from the modified ones, p_2, by
projection, and μ starts from zero again.

Where friction follows a reaction (contacts that slide) A is B in π and Φ, rows stay A. A direction of friction that
follows velocities has Ḃ = B_q q̇ + B_u u̇ with u̇ of the polynomial through the velocities at the start and at the points
of rows: forces are then off by O(h^{k+1}), and the order is k + 1 at least.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

import numpy as np

from .rotation_chart import RotationChart
from .time_shapes import Quadrature, TimeElement

ELEMENT_NEWTON_STEPS = 25
ELEMENT_TOLERANCE = 1e-13
ELEMENT_ROUNDING = 1e-10
"""Corrections that no longer shrink are taken for rounding below this."""
TIME_REGULARISATION = 1e-11
ROW_TOLERANCE, MEAN_RATE_TOLERANCE = 1e-8, 1e-3
"""What rows may be off at the end of an element (lengths), and on average inside it (velocities): rows that repeat each
other only where they are met disagree a little inside; rows that contradict each other never settle."""
RECOVERY_ROUNDS, RECOVERY_ROUNDING = 1, 1e-16
RECOVERY_STEPS = 12
"""Of Newton's method, where reactions depend on velocities."""


class Directions(NamedTuple):
    """How a change of unknowns turns what turns (9 × rotations), and moves the rest (a factor)."""

    turn: np.ndarray
    factor: float


class Changing(NamedTuple):
    """Accelerations, and how they depend on a change of unknowns."""

    u_dot: np.ndarray
    by: Directions


class WeakVectors(NamedTuple):
    """r = w_0 π + w_1 Φ + w_2 F for three weights w, and the rows ψ."""

    r: np.ndarray
    psi: np.ndarray


class WeakSlopes(NamedTuple):
    """The same with derivatives along directions, matrices as their system stores them."""

    r: np.ndarray
    psi: np.ndarray
    r_x: Any
    mu_r: Any
    """w_0 B + w_1 Ḃ."""
    psi_x: Any


class PositionRows(NamedTuple):
    """g with its slopes along a direction, and B: how multipliers act."""

    g: np.ndarray
    g_x: Any
    reactions: Any


MatrixPieces = dict[tuple[int, int, str], Any]
"""Blocks of a matrix by row, column and kind. Of mu_r and reactions the transposed is meant."""


class ElementFactors(Protocol):
    """A matrix with its factors."""

    def solve(self, right: np.ndarray) -> np.ndarray:
        """The solution for a right side."""

    def times(self, x: np.ndarray) -> np.ndarray:
        """The matrix times a vector."""


class ElementMatrices(Protocol):
    """What solves the linear systems of elements."""

    @property
    def name(self) -> str:
        """In words."""

    def factored(self, pieces: MatrixPieces, sides: str) -> ElementFactors:
        """Factors of a matrix; `sides` says of every block "u" (velocities) or "m" (rows). Raises ArithmeticError."""

    def make_exact(self, wanted: bool) -> bool:
        """Takes factors with rows exchanged at will, or quick ones again; whether that is a change."""


class Mechanics(Protocol):
    """What an integrator of weak forms needs to know of a system."""

    @property
    def matrices(self) -> ElementMatrices:
        """What solves its linear systems."""

    size: int
    rows: int
    holonomic: np.ndarray
    turning: np.ndarray
    """Places of speeds that are angular velocities (rotations × 3); all others are rates of coordinates."""
    chart: RotationChart
    middle: bool
    """Whether the chart stands at the middle of the element."""
    turns_reactions: bool
    """Whether B depends on velocities, so that momenta are asked for with accelerations."""

    def place(self, y: np.ndarray, t: float) -> Any:
        """The place that a state vector (q, u, z) means."""

    def vector(self, at: Any) -> np.ndarray:
        """The way back."""

    def apart(self, one: Any, other: Any) -> float:
        """The largest rotation vector or displacement that leads from a place to another."""

    def rotations(self, at: Any) -> np.ndarray:
        """Euler parameters of what turns (4 × rotations)."""

    def rates(self, at: Any) -> np.ndarray:
        """Angular velocities of what turns, and the rates of what displacements are added to."""

    def moved(self, at: Any, e: np.ndarray, shift: np.ndarray, rates: np.ndarray, t: float) -> Any:
        """The place with other rotations, the rest shifted; with other rates, at another time."""

    def vectors(
        self, at: Any, mu: np.ndarray, weights: tuple[float, float, float], u_dot: np.ndarray | None = None
    ) -> WeakVectors:
        """Momenta, forces, rows."""

    def slopes(
        self,
        at: Any,
        mu: np.ndarray,
        weights: tuple[float, float, float],
        place: Directions,
        speed: Directions,
        changing: Changing | None = None,
    ) -> WeakSlopes:
        """The same with derivatives; places, velocities and accelerations change as directions say."""

    def by_speeds(self, at: Any, mu: np.ndarray) -> WeakSlopes:
        """π with its derivatives by the speeds themselves."""

    def position_rows(self, at: Any, place: Directions) -> PositionRows:
        """Rows of positions."""

    def scaled(self, kind: str, weights: np.ndarray, matrix: Any) -> Any:
        """A matrix with a row for every constraint row, these multiplied by weights."""

    def transposed_times(self, kind: str, B: Any, mu: np.ndarray) -> np.ndarray:
        """Bᵀμ."""

    def with_speed(self, at: Any, u: np.ndarray) -> Any:
        """The same place with another velocity."""


@dataclass(frozen=True, eq=False)
class Stepped:
    """The end of an element: system, true momenta, modified ones, mean multipliers λ, indicator of error, iterations.

    Modified momenta are p + Bᵀμ (S3 Eq. 12), with multipliers that began at zero with the element.
    """

    at: Any
    momenta: np.ndarray
    modified: np.ndarray
    lam: np.ndarray
    indicator: float
    iterations: int


@dataclass(frozen=True, eq=False)
class TimePoint:
    """A place inside an element, and how it and its velocity depend on the unknowns."""

    at: Any
    place: list[Directions]
    speed: list[Directions]


def step(element: TimeElement, mechanics: Mechanics, at: Any, p_1: np.ndarray, h: float) -> Stepped | None:
    """One element from a state with momenta p_1; None where Newton's method finds no end."""
    found = _Work(element, mechanics, at, p_1, h).solved()
    if found is None and mechanics.matrices.make_exact(True):
        found = _Work(element, mechanics, at, p_1, h).solved()
        if found is None:
            mechanics.matrices.make_exact(False)  # it was the element
    return found


class _Work:
    """One element that is being solved."""

    def __init__(self, element: TimeElement, mechanics: Mechanics, at: Any, p_1: np.ndarray, h: float) -> None:
        self.element, self.mechanics, self.at, self.p_1, self.h = element, mechanics, at, p_1, h
        self.e_1, self.is_turning = mechanics.rotations(at), mechanics.turning.T
        self.nodal = mechanics.holonomic if element.form == "nodal" else np.zeros(mechanics.rows, dtype=bool)
        self.has_nodal, self.has_inside = bool(self.nodal.any()), not self.nodal.all()
        self.inside = (~self.nodal).astype(float)
        """Picks the rows whose constant multiplier acts inside the element."""
        self.still = Directions(np.zeros((9, mechanics.chart.count)), 0.0)
        self.minus_B: Any = None
        """−B at the start, of rows that are closed at the end."""
        if self.has_nodal:
            self.minus_B = -self._picked("reactions", self.nodal, mechanics.position_rows(at, self.still).reactions)

    def _picked(self, kind: str, weights: np.ndarray, matrix: Any) -> Any:
        """Rows multiplied by weights, one by one where these are not all one."""
        return matrix if weights.all() else self.mechanics.scaled(kind, weights.astype(float), matrix)

    def solved(self) -> Stepped | None:
        """The end of the element by Newton's method."""
        element, mechanics = self.element, self.mechanics
        n, k = mechanics.size, element.degree
        x, mu = np.outer(element.start, self.h * mechanics.rates(self.at)), np.zeros((k, mechanics.rows))
        last = np.inf
        for count in range(1, ELEMENT_NEWTON_STEPS + 1):
            residual, pieces = self.system(x, mu)
            if not np.isfinite(residual).all():
                return None
            try:
                change = -mechanics.matrices.factored(pieces, "u" * k + "m" * (k if mechanics.rows else 0)).solve(
                    residual
                )
            except (RuntimeError, ArithmeticError, np.linalg.LinAlgError):
                return None
            x, mu = x + change[: k * n].reshape(k, n), mu + change[k * n :].reshape(k, -1)
            size = float(np.abs(change[: k * n]).max(initial=0.0))
            if not size < 1e8:
                return None
            scale = 1.0 + float(np.abs(x).max(initial=0.0))
            # What ε leaves open of rows while multipliers change is closed by the next correction.
            left = TIME_REGULARISATION * self.h * float(np.abs(change[k * n :]).max(initial=0.0))
            is_last = left <= ELEMENT_TOLERANCE * scale and _settled(size, last, scale)
            if is_last and self.is_met(residual[k * n :].reshape(k, -1), x, size):
                return self.finish(x, mu, count)
            last = size
        return None

    def point(self, x: np.ndarray, place: np.ndarray, speed: np.ndarray, tau: float) -> TimePoint:
        """The system where places are Σ P_j x_j and velocities Σ S_j x_j / h."""
        mechanics, half = self.mechanics, 0.5 if self.mechanics.middle else 0.0
        shift, rate, slope = place @ x, speed @ x / self.h, speed / self.h
        middle = half * (self.element.end @ x)[self.is_turning]
        found = mechanics.chart(self.e_1, middle, shift[self.is_turning] - middle, rate[self.is_turning])
        u = rate.copy()
        u[self.is_turning] = found.w
        at = mechanics.moved(self.at, found.e, shift, u, self.at.t + tau * self.h)
        # In the chart an increment counts from its middle, which moves with the end.
        own, moves = place - half * self.element.end, half * self.element.end
        places = [
            Directions(a * found.T + b * found.shifted if b else a * found.T, float(c))
            for a, b, c in zip(own, moves, place, strict=True)
        ]
        speeds = [Directions(s * found.T + a * found.rest, float(s)) for s, a in zip(slope, own, strict=True)]
        return TimePoint(at, places, speeds)

    def points(self, x: np.ndarray) -> list[TimePoint]:
        """The system at all quadrature points."""
        return [self.point(x, g.place, g.speed, g.tau) for g in self.element.points]

    def _changing(self, g: Quadrature, points: list[TimePoint]) -> list[Changing | None]:
        """Accelerations at a quadrature point for every unknown; none where nothing asks for them."""
        if not (self.mechanics.turns_reactions and g.kinetic):
            return [None] * self.element.degree
        weights = g.rates / self.h
        held = [point for point, own in zip(points, self.element.points, strict=True) if own.kinetic]
        u_dot = weights[0] * self.at.u + sum(w * point.at.u for w, point in zip(weights[1:], held, strict=True))
        found: list[Changing | None] = []
        for j in range(self.element.degree):
            by = [(w, point.speed[j]) for w, point in zip(weights[1:], held, strict=True)]
            turn, factor = sum(w * s.turn for w, s in by), sum(w * s.factor for w, s in by)
            found.append(Changing(u_dot, Directions(np.asarray(turn), float(factor))))
        return found

    def _weights(self, g: Quadrature, i: int) -> tuple[float, float, float]:
        """Of π, Φ and F in r_i."""
        return float(g.kinetic * g.dN[i]), float(self.h * g.kinetic * g.N[i]), float(self.h * g.forces * g.N[i])

    def _mu(self, modes: np.ndarray, mu: np.ndarray) -> np.ndarray:
        found = modes @ mu
        return found - np.where(self.nodal, modes[0] * mu[0], 0.0) if self.has_nodal else found

    def system(self, x: np.ndarray, mu: np.ndarray) -> tuple[np.ndarray, MatrixPieces]:
        """Residual and matrix of Newton's method for (unknowns of places, modes of μ)."""
        element, mechanics = self.element, self.mechanics
        k, n, m = element.degree, mechanics.size, mechanics.rows
        r, rows, pieces = np.zeros((k, n)), np.zeros((k, m)), dict[tuple[int, int, str], Any]()
        is_last = k * len(element.points) == 1
        points = self.points(x)
        for g, point in zip(element.points, points, strict=True):
            mu_g, changing = self._mu(g.modes, mu), self._changing(g, points)
            for i, j in np.ndindex(k, k):
                weights = self._weights(g, i)
                f = mechanics.slopes(point.at, mu_g, weights, point.place[j], point.speed[j], changing[j])
                _add(pieces, (i, j, "r_x"), f.r_x, is_last)
                if j == 0:
                    r[i] += f.r
                if m and g.kinetic:
                    self._constrain(g, f, i, j, rows, pieces)
        r[0] += self.p_1
        if self.has_nodal:
            self._close(x, mu, r, rows, pieces)
        for q in range(k if m else 0):
            pieces[k + q, k + q, "diagonal"] = np.full(m, -TIME_REGULARISATION)
        return np.concatenate([r.ravel(), rows.ravel()]), pieces

    def _constrain(self, g: Quadrature, f: WeakSlopes, i: int, j: int, rows: np.ndarray, pieces: MatrixPieces) -> None:
        """Terms of multipliers inside the element, and their rows."""
        k = self.element.degree
        for q in range(0 if self.has_inside else 1, k):
            picks = self.inside if q == 0 else np.ones(len(self.inside))
            if i == 0:
                weight = g.kinetic * g.modes[q]
                _add(pieces, (k + q, j, "psi_x"), weight * self._picked("psi_x", picks, f.psi_x), True)
            if j == 0:
                _add(pieces, (i, k + q, "mu_r"), g.modes[q] * self._picked("mu_r", picks, f.mu_r), True)
            if i == 0 and j == 0:
                rows[q] += g.kinetic * g.modes[q] * picks * f.psi

    def _close(self, x: np.ndarray, mu: np.ndarray, r: np.ndarray, rows: np.ndarray, pieces: MatrixPieces) -> None:
        """Position rows at the end, and their constant multipliers at both ends."""
        k, mechanics = self.element.degree, self.mechanics
        end = self.point(x, self.element.end, self.element.last.speed, 1.0)
        # Divided by h, they are of the size of velocities as the other rows.
        r[0] += mechanics.transposed_times("reactions", self.minus_B, mu[0])
        pieces[0, k, "reactions"] = self.minus_B
        for j, place in enumerate(end.place):
            if self.element.end[j]:
                f = mechanics.position_rows(end.at, place)
                pieces[k, j, "g_x"] = self._picked("g_x", self.nodal, f.g_x) / self.h
        rows[0] += np.where(self.nodal, f.g, 0.0) / self.h

    def is_met(self, rows: np.ndarray, x: np.ndarray, size: float) -> bool:
        """Whether residuals of rows, before a correction of some size, are those of rows that can be met."""
        scale = 1.0 + float(np.abs(x).max(initial=0.0))
        gap = self.h * np.abs(rows[:1, self.nodal]).max(initial=0.0)
        rest = max(np.abs(rows[:1, ~self.nodal]).max(initial=0.0), np.abs(rows[1:]).max(initial=0.0))
        return bool(gap <= max(ROW_TOLERANCE * scale, 10.0 * size) and self.h * rest <= MEAN_RATE_TOLERANCE * scale)

    def finish(self, x: np.ndarray, mu: np.ndarray, iterations: int) -> Stepped:
        """The end: p_2 = r_k at the solution, then true momenta and velocities by projection (S3, recovery)."""
        element, mechanics, h = self.element, self.mechanics, self.h
        p_2, points = np.zeros(mechanics.size), self.points(x)
        for g, point in zip(element.points, points, strict=True):
            changing, weights = self._changing(g, points)[0], self._weights(g, element.degree)
            u_dot = None if changing is None else changing.u_dot
            p_2 += mechanics.vectors(point.at, self._mu(g.modes, mu), weights, u_dot).r
        end = self.point(x, element.end, element.last.speed, 1.0)
        new, mu_2, momenta = recovered(mechanics, end.at, p_2)
        if self.has_nodal:
            # What acts at the end does not change true momenta there; B is that of the velocities that follow.
            B, acting = mechanics.position_rows(new, self.still).reactions, np.where(self.nodal, mu[0], 0.0)
            p_2, mu_2 = p_2 + mechanics.transposed_times("reactions", B, acting), mu_2 + acting
        indicator = h * float(np.abs(end.at.u - new.u).max(initial=0.0))
        return Stepped(new, momenta, p_2, -mu_2 / h, indicator, iterations)


def _settled(size: float, last: float, scale: float) -> bool:
    """Whether a correction is the last one: it is small, the next one will be, or rounding is all that is left."""
    if size <= ELEMENT_TOLERANCE * scale or (size > 0.5 * last and size <= ELEMENT_ROUNDING * scale):
        return True
    return size < 1e-6 * scale and size * (size / last) <= 1e-3 * ELEMENT_TOLERANCE * scale


def recovered(mechanics: Mechanics, at: Any, p: np.ndarray) -> tuple[Any, np.ndarray, np.ndarray]:
    """(the place with the velocity of modified momenta p = L_v + Bᵀμ on all rows, μ, true momenta L_v).

    One linear system where B does not depend on velocities, and Newton's method where it does.
    """
    turning = mechanics.turns_reactions
    new, mu = at if turning else mechanics.with_speed(at, np.zeros(mechanics.size)), np.zeros(mechanics.rows)
    last = np.inf
    for _ in range(RECOVERY_STEPS if turning else 1):
        f = mechanics.by_speeds(new, mu)
        du, dmu = _by_masses(mechanics, f, p - f.r)
        new, mu, size = mechanics.with_speed(new, new.u + du), mu + dmu, float(np.abs(du).max(initial=0.0))
        if size <= ELEMENT_TOLERANCE * (1.0 + float(np.abs(new.u).max(initial=0.0))) or size > 0.5 * last:
            break
        last = size
    if turning:
        f = mechanics.by_speeds(new, mu)
    momenta = p - mechanics.transposed_times("mu_r", f.mu_r, mu) if mechanics.rows else p
    return new, mu, momenta


def _by_masses(mechanics: Mechanics, f: WeakSlopes, p: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(u, μ) with M u + Bᵀμ = p and ψ + A u = 0."""
    n, m = mechanics.size, mechanics.rows
    pieces: MatrixPieces = {(0, 0, "r_x"): f.r_x}
    if m:
        pieces |= {(0, 1, "mu_r"): f.mu_r, (1, 0, "psi_x"): f.psi_x}
        pieces[1, 1, "diagonal"] = np.full(m, -TIME_REGULARISATION)
    factors = mechanics.matrices.factored(pieces, "um" if m else "u")
    right = np.concatenate([p, -f.psi])
    found = factors.solve(right)
    # The matrix has −ε in the place of multipliers; what is sought has none.
    shift, last = np.concatenate([np.zeros(n), np.full(m, TIME_REGULARISATION)]), np.inf
    for _ in range(RECOVERY_ROUNDS if m else 0):
        left = right - factors.times(found) - shift * found
        size = float(np.abs(left).max(initial=0.0))
        if not size < 0.5 * last or size <= RECOVERY_ROUNDING * float(np.abs(right).max(initial=0.0)):
            break
        found, last = found + factors.solve(left), size
    return found[:n], found[n:]


def _add(pieces: MatrixPieces, key: tuple[int, int, str], part: Any, is_last: bool = False) -> None:
    """Adds to a block; parts are overwritten by the next evaluation, unless there is none."""
    if key in pieces:
        pieces[key] += part
    else:
        pieces[key] = part if is_last else part.copy()
