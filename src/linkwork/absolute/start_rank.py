"""Where a run of an absolute system may begin: on all rows, whose rank is found there and nearby."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from ..kernels.loops import compiled_loop
from ..kernels.loops.calls import call
from ..results import State
from . import saddle_loops
from .configuration import Configuration
from .motion import ON_ROWS, RANKED, accelerate, is_held, rank_at, rank_of_rows

NORM_ROUNDING = 1e-15
"""By how much the norm of Euler parameters may be off 1 in a state that is taken as it is."""
RANK_NEARBY = 0.01, -0.01
"""How far away it is looked what rank is usual, in radians or lengths of the model."""


class AbsoluteRunStart:
    """What is known of the start of one run, and of the rank of its rows."""

    def __init__(self, bound: Any) -> None:
        self.bound, self.elements, self.work = bound, bound.elements, bound.work
        self.rank: int | None = None
        """Of the rows at the start; None where they are too many."""

    def prepare(self, at: Configuration) -> None:
        """Finds unknowns of elements, and multipliers that forces depend on, to begin with: loops go on from the last
        ones, and have no way to them from zero."""
        start = 0
        for group, data in self.bound.loops.unknowns.groups:
            q = np.concatenate([*(at.pose[:, k] for k in group.bodies), at.own[group.own]])
            found = group.settled(q, at.u[group.dofs], at.t, data, 1).s
            if np.isfinite(found).all():
                self.work.unknowns.s[start : start + found.size] = found.T.ravel()
            start += found.size
        self.rank = rank_at(self.elements, at, self.bound.loops.tables)
        if self.elements.sees_reactions:
            self.work.seen[:] = accelerate(self.elements, at, self.bound.loops.tables).lam

    def starts_on_rows(self, state: State) -> bool:
        """Whether a state needs no projection and nothing to be found to begin with; its rank is known then."""
        if len(self.work.unknowns.calls) or self.elements.sees_reactions or self.elements.rows > RANKED:
            return False
        e = state.q[: 7 * self.elements.bodies.count].reshape(-1, 7)[:, :4]
        if np.abs(np.einsum("ij,ij->i", e, e) - 1.0).max(initial=0.0) > NORM_ROUNDING:
            return False
        self.bound.x[:-1], self.bound.x[-1] = self.bound.y_of(state), state.t
        work = self.work
        work.lam[:] = 0.0
        if not self._evaluated():
            return False
        place, speed = np.abs(work.g).max(initial=0.0), np.abs(work.psi).max(initial=0.0)
        fits = place <= ON_ROWS * min(1.0, self.elements.length)
        if not (fits and speed <= saddle_loops.SPEEDS_ROUNDED_OFF * (1.0 + np.abs(state.u).max(initial=0.0))):
            return False
        entries, kept = work.factors.entries, self.elements.assembly.kept
        # Runs from one start ask for the same again.
        if "start" not in kept or not np.array_equal(kept["start"][0], entries):
            M, A = self.elements.assembly.matrix.inertia_and_rows(entries, True)
            kept["start"] = entries.copy(), rank_of_rows(A), not work.diagonal[: len(M)].any() or is_held(M, A)
        _, self.rank, is_regular = kept["start"]
        return bool(is_regular)

    def starts_singular(self, state: State) -> bool:
        """Whether rows repeat each other at a start, of which the rank is known, that do not nearby."""
        if self.rank is None or self.rank == self.elements.rows or not self.bound.projection.ranking:
            return False
        return self.rank < self.usual_rank(state)

    def usual_rank(self, state: State) -> int:
        """The rank of the rows near a state, with its Parameters and contacts."""
        case = self.bound.parameters.tobytes() + self.bound.system.rows.switched_off(state).tobytes()
        known, usual = self.elements.assembly.kept.get("usual_rank", (None, 0))
        if known != case:
            count, worst = self.bound.flow.count.copy(), self.bound.projection.worst.copy()
            usual = max(self._nearby_rank(state, way) for way in RANK_NEARBY)
            self.bound.flow.count[:], self.bound.projection.worst[:] = count, worst
        usual = max(usual, self.rank or 0)
        self.elements.assembly.kept["usual_rank"] = case, usual
        return usual

    def _nearby_rank(self, state: State, way: float) -> int:
        """The rank of the rows some way from a state, in a direction in which it may move; 0 where that fails."""
        nq, nu, _ = self.bound.sizes
        y = self.bound.y_of(state)
        moving = y.copy()
        moving[nq : nq + nu] = np.random.default_rng(11).standard_normal(nu)
        q_dot = self.bound.rates(state.t, moving) if self.bound.project(state.t, moving) else None
        if q_dot is None or not (fastest := np.abs(q_dot[:nq] / self.work.units).max()) > 0.0:
            return 0
        past = way / fastest
        moving[:nq] = y[:nq] + past * q_dot[:nq]
        if not (self.bound.project(state.t + past, moving) and self._evaluated()):
            return 0
        return rank_of_rows(self.elements.assembly.matrix.inertia_and_rows(self.work.factors.entries, True)[1]) or 0

    def least_rates(self, state: State, y: np.ndarray) -> np.ndarray:
        """ẏ with the accelerations of least constraint: those of regularised factors."""
        self.bound.x[:-1], self.bound.x[-1] = y, state.t
        call(self.bound.flow.rhs)
        return self.bound.f[:-1].copy()

    @cached_property
    def _evaluated(self) -> Any:
        return compiled_loop(saddle_loops.evaluate_saddle).bound(self.work)

    def ranks(self, state: State | None = None, lasting: Any = None) -> tuple[int | None, int]:
        """(rank of the rows, that of those that hold for good) at the start, or at a state at which contacts leave
        `lasting` ones; the first is None where rows are too many to be ranked."""
        if state is None:
            return self.rank, self.rank or 0
        at, tables = self.elements.configuration(state), self.elements.tables(state.parameters)
        return rank_at(self.elements, at, tables), rank_at(self.elements, at, tables, lasting) or 0
