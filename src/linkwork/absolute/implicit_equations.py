"""Equations of an absolute system that implicit methods solve: shifted systems, residuals, weak forms."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np

from ..numerics.integrators.flow import Tangent, make_tangent
from ..numerics.integrators.generalized_alpha import AlphaMethod, alpha_method
from ..numerics.integrators.implicit_rk import implicit_method
from ..numerics.integrators.implicit_rk_work import implicit_table
from ..numerics.integrators.implicit_stages import ImplicitMethod
from ..numerics.tableaus.implicit import RADAU
from ..numerics.tableaus.stage_basis import StageBasis
from . import slope_loops
from .alpha_loops import ABSOLUTE_SOLUTION, AbsoluteIndex3
from .implicit_loops import ABSOLUTE_RATES, ABSOLUTE_STAGES, SLOW_STAGES, AbsoluteStages
from .interpolation import row_nodes
from .saddle_memory import block_factors, doubled_pattern, stored_factors, triplet_pattern
from .shifted_loops import BY_LOAD, OVER_SHIFT, TIMES_SHIFT, UNSHIFTED, ShiftedWork
from .slope_loops import SlopeEntries, SlopeWork
from .weak_form import WeakAbsolute

SLOPE_MATRICES = dict.fromkeys(("r_q", "r_u", "M", "r_lam"), False) | dict.fromkeys(
    ("A", "reactions", "psi_q", "c_q", "c_u"), True
)
"""Matrices of the function "slopes", and whether they have a row for every constraint row."""


class AbsoluteImplicit:
    """What implicit methods ask of the equations of one run."""

    def __init__(self, bound: Any) -> None:
        self.bound, self.elements = bound, bound.elements

    @cached_property
    def slopes(self) -> SlopeWork:
        """All derivatives of the equations."""
        found, size = self.bound.loops.evaluation("slopes"), self.elements.size
        wiring = found.wiring
        matrices = {}
        for name, of_rows in SLOPE_MATRICES.items():
            rows, columns = wiring.entries(name, of_rows)
            matrices[name] = SlopeEntries(found.outputs.get(name, np.zeros(0)), rows, columns)
        sums: Any = {name: found.total(name) for name in ("r", "g", "psi")}
        calls = self.bound.loops.native("slopes")
        nothing = np.zeros((0, 0))
        return SlopeWork(calls=calls, **sums, **matrices, by_place=nothing, by_speed=nothing, row=np.zeros(size))

    @cached_property
    def shifted(self) -> ShiftedWork:
        """Systems (κ − J) x = b."""
        by, size, n = self.slopes, self.elements.size, self.elements.size + self.elements.rows
        parts = [
            (by.M, TIMES_SHIFT, 0, 0),
            (by.A, TIMES_SHIFT, size, 0),
            (by.r_q, OVER_SHIFT, 0, 0),
            (by.c_q, OVER_SHIFT, size, 0),
            (by.r_u, UNSHIFTED, 0, 0),
            (by.c_u, UNSHIFTED, size, 0),
            # Reactions stand right of the velocities.
            (SlopeEntries(by.reactions.values, by.reactions.columns, by.reactions.rows), UNSHIFTED, 0, size),
            (by.r_lam, BY_LOAD, 0, size),
        ]
        rows, columns, kinds = [], [], np.zeros(4, dtype=np.int64)
        for entries, kind, down, right in parts:
            rows.append(entries.rows + down)
            columns.append(entries.columns + right)
            kinds[kind] += len(entries.rows)
        i, j = (np.concatenate(x).astype(np.int32) for x in (rows, columns))
        blocks, diagonal = self.elements.assembly.matrix.blocks, np.arange(n, dtype=np.int32)
        whole = triplet_pattern(n, np.concatenate([i, diagonal]), np.concatenate([j, diagonal]), blocks)
        return ShiftedWork(
            y=np.zeros(self.bound.n),
            values=np.zeros(len(i)),
            rows=i,
            columns=j,
            ends=np.cumsum(kinds),
            real=stored_factors(whole, len(i)),
            complex_blocks=block_factors(whole, whole.seen, True),
            pair=stored_factors(doubled_pattern(whole, len(i)), 4 * len(i), doubles=True),
            place=np.zeros((2, size)),
            right=np.zeros((2, n)),
            spare=np.zeros(self.bound.n),
        )

    @property
    def _pairs(self) -> list[tuple[int, int]]:
        """Places (i, j) in y with q̇_i = u_j: positions of bodies, and own coordinates."""
        nq, bodies = self.bound.sizes[0], self.elements.bodies.count
        found = [(7 * b + 4 + k, nq + 6 * b + 3 + k) for b in range(bodies) for k in range(3)]
        return found + [(7 * bodies + i, nq + 6 * bodies + i) for i in range(nq - 7 * bodies)]

    def implicit_method(self, basis: StageBasis, order: int) -> ImplicitMethod:
        """An implicit Runge–Kutta method on these equations, with memory of its own."""
        evaluation, table = self.bound.loops.evaluation("balance"), implicit_table(basis)
        size, rows, s = self.elements.size, self.elements.rows, len(table.c)
        stages = AbsoluteStages(
            work=self.bound.work,
            slopes=self.slopes,
            shifted=self.shifted,
            calls=self.bound.loops.native("balance"),
            sum_r=evaluation.total("r"),
            sum_c=evaluation.total("c"),
            past=np.zeros((4, rows)),
            past_t=np.full(3, np.nan),
            lam=np.zeros((s, rows)),
            left=np.zeros((s, size + rows)),
            pushed=np.zeros((s, size + rows)),
            change=np.zeros((s, rows)),
            rates=np.ascontiguousarray(table.t @ table.shifts),
        )
        found = implicit_method(self.bound.flow, self.bound.projection, stages, stages, basis, order)
        if basis is not RADAU.basis:
            return found._replace(equations=ABSOLUTE_RATES)
        return found._replace(equations=ABSOLUTE_STAGES, table=table._replace(slow=SLOW_STAGES))

    def weak_form(self, chart: str, solver: str, threads: int | None) -> WeakAbsolute:
        """The equations in weak form, for elements in time."""
        return WeakAbsolute(self.elements, self.bound.loops.tables, chart, solver, threads)

    def alpha_method(self, rho_inf: float, is_fixed: bool) -> AlphaMethod:
        """The generalized-α method on these equations, with memory of its own."""
        (nq, nu, nz), assembly = self.bound.sizes, self.elements.assembly
        system, evaluation = self.elements, self.bound.loops.evaluation("residual")
        size, rows = system.size, system.rows
        it = AbsoluteIndex3(
            work=self.bound.work,
            factors=stored_factors(assembly.matrix.whole_pattern, self.bound.work.factors.exact),
            factored=np.zeros(2),
            calls=self.bound.loops.native("residual"),
            c=evaluation.weights,
            sum_r=evaluation.total("r"),
            sum_rows=evaluation.total("rows"),
            tangent_r=self.bound.loops.evaluation("tangent").total("r"),
            tangent_rows=self.bound.loops.evaluation("tangent").total("rows"),
            rate=np.zeros(nu + nz),
            lam=np.zeros(rows),
            r=np.zeros(size + rows),
            q_u=np.zeros((nq, 0)),
            level=np.where(assembly.is_holonomic, 2, 1).astype(np.int64),
            step=np.zeros(1),
            is_simple=bool(assembly.is_holonomic.all()) and not system.rows_work,
        )
        found = alpha_method(self.bound.flow, self.bound.projection, it, rho_inf, is_fixed)
        room = found.work._replace(drift=np.zeros(nu), matrix=np.zeros((0, 0)))
        return found._replace(solution=ABSOLUTE_SOLUTION, work=room)

    def tangent(self) -> Tangent:
        """The exact derivatives of the rates."""
        n = self.bound.n - 1
        f_y = np.zeros((n, n))
        by_place, by_speed = np.zeros((2, self.elements.size, self.elements.size + self.elements.rows))
        slopes = self.slopes._replace(by_place=by_place, by_speed=by_speed)
        words = self.bound.loops.kernel(slope_loops.dense_tangent, self.bound.work, slopes, f_y)
        return make_tangent(words, f_y, np.zeros((n, 0)), np.zeros((0, n)))

    def between(self, t: np.ndarray, y: np.ndarray, dense: np.ndarray) -> Callable[[np.ndarray], np.ndarray]:
        """States between the ends of steps of order two, by cubics of rotations and places of body frames: polynomials
        would take three times the memory of the rows."""
        nodes = row_nodes(t, self.bound.shown(y), self.bound.sizes[:2], self.elements.bodies.count)
        return lambda wanted: self.bound.hidden(nodes(wanted))
