"""Blocks of states side by side: the wide code of a system bound to their memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...consistency import scales_of, typical_length
from ...kernels.loops.calls import call_rows
from ...mechanics.tree import TreeSystem
from ...numerics.integrators import explicit_lanes
from ...numerics.integrators.projection import LEFT_OPEN, ROUNDED_OFF
from ...numerics.integrators.stages import stage_table
from ...numerics.status import CONSTRAINTS_OPEN, NOT_FINITE, RUN_DONE, RUNNING
from ...numerics.tableaus import Tableau
from ...run.time_mesh import TimeMesh
from ..common.bound_kernels import tolerance_of
from ..constraints.start_correction import START_ROUNDING
from ..methods.options import Options

BLOCK_WIDTH = 4
"""SIMD groups in a block: few enough that its memory stays close to the processor."""
H_LIMIT = 1e-15
BLOCK_NEWTON_STEPS = 12


class Block:
    """Memory and code for some states at a time."""

    def __init__(self, system: TreeSystem, rows: tuple[int, ...], options: Options, tableau: Tableau) -> None:
        self.order, self.table = tableau.order, stage_table(tableau)
        table = self.table
        layout, e = system.layout, system.equations
        nq, nu, nz = layout.nq, layout.nu, layout.nz
        self.n = n = nq + nu + nz + 1
        motion = system.kernel("motion", rows=rows, stabilisation=options.gains)
        self.width = width = BLOCK_WIDTH * motion.width
        x, f = explicit_lanes.aligned((n + 1, width)), explicit_lanes.aligned((n + 1, width))
        self.parameters = np.zeros((len(e.parameters), width))
        inputs = {"q": x[:nq], "u": x[nq : nq + nu], "z": x[nq + nu : n - 1], "s": np.zeros((0, width)), "t": x[n]}
        inputs["parameters"] = self.parameters
        rates = {"q_dot": f[:nq], "u_dot": f[nq : nq + nu], "z_dot": f[nq + nu : n - 1]}
        rhs = motion.bind_rows(inputs, {**rates, "power": f[n - 1], "pivot": f[n]}, width)
        self._kept: list[Any] = [rhs]
        projection = np.zeros(6, dtype=np.int64)
        corrections = (np.zeros((nq, width)), np.zeros((nu, width)), np.zeros((3, width)))
        held = bool(e.rows.count or len(e.kinematics.invariants) or layout.driven or layout.locked)
        self.closes = held and options.constraints == "projection"
        if held:
            named = dict(zip(("dq", "du", "residual"), corrections, strict=True))
            code = system.kernel("projection", rows=rows).bind_rows(inputs, named, width)
            self._kept.append(code)
            projection = code.words
        self._projection = int(projection[0])
        self.opaque = motion.opaque
        limits = (options.end, options.h or options.h_max or np.inf, H_LIMIT)
        tolerances = (tolerance_of(system), options.rtol, options.plan.atol)
        self.lanes = explicit_lanes.make_lanes((rhs.words, projection), (x, f), corrections, tolerances, table, limits)
        self.y, self.x, self.f = self.lanes.y.reshape(n, width), x, f
        self.options = options
        self.q_scale = scales_of(system, typical_length(system, system.rest))[1]

    def start(self, y: np.ndarray, parameters: np.ndarray, t: float, meshes: Sequence[TimeMesh | None]) -> None:
        """Takes states (one a row) to begin with, on their constraints; lanes that are left over rest."""
        self._lay(meshes)
        lanes, count = self.lanes, len(y)
        places = np.minimum(np.arange(self.width), count - 1)
        self.y[:], self.parameters[:] = y[places].T, parameters[places].T
        lanes.shift[:] = 0.0
        lanes.clock[:], lanes.count[:] = 0.0, 0
        lanes.clock[explicit_lanes.LANE_H_LEAST] = np.inf
        lanes.clock[explicit_lanes.LANE_T] = lanes.clock[explicit_lanes.LANE_T_NEW] = t
        lanes.clock[explicit_lanes.LANE_LAST_ERROR] = 1e-4
        lanes.ok[:] = explicit_lanes.USABLE
        lanes.status[:] = RUN_DONE
        lanes.status[:count] = RUNNING
        if self._projection:
            self._close(t)
        lanes.projection[0] = self._projection if self.closes else 0
        rates = self._rates(t, self.y)
        lanes.k[0] = rates.ravel()
        lanes.status[:count][~np.isfinite(rates[:, :count]).all(axis=0)] = NOT_FINITE
        lanes.clock[explicit_lanes.LANE_H] = self.options.h if self.options.is_fixed else self._first_steps(t, rates)

    def _lay(self, meshes: Sequence[TimeMesh | None]) -> None:
        """Where the steps of each lane have to end."""
        rows = [np.zeros((0, 3)) if x is None or self.options.is_fixed else x.rows_with_jumps for x in meshes]
        found = np.full((3, max(map(len, rows)), self.width), np.inf)
        for lane, own in enumerate(rows):
            found[:, : len(own), lane] = own.T
        if found.shape != self.lanes.mesh.shape or found.size:
            self.lanes = self.lanes._replace(mesh=found)

    def _rates(self, t: Any, y: np.ndarray) -> np.ndarray:
        self.x[:-1], self.x[-1] = y, t
        call_rows(self.lanes.rhs)
        return self.f[:-1].copy()

    def _close(self, t: float) -> None:
        """Projects the starts; lanes where that fails are out."""
        lanes = self.lanes
        nq, nu = len(lanes.dq), len(lanes.du)
        lanes.projection[0] = self._projection
        given = self.y[:nq].copy()
        for _ in range(BLOCK_NEWTON_STEPS):
            self.x[:-1], self.x[-1] = self.y, t
            call_rows(lanes.projection)
            far = lanes.residual[0] > lanes.tolerance
            if not far.any():
                break
            self.y[:nq] += np.where(far, lanes.dq, 0.0)
        self.y[nq : nq + nu] += lanes.du
        far = (np.abs(self.y[:nq] - given) > START_ROUNDING * (self.q_scale[:, None] + np.abs(given))).any(axis=0)
        left = max(ROUNDED_OFF, LEFT_OPEN * lanes.tolerance)
        lost = (far | ~(lanes.residual[0] <= left)) & (lanes.status == RUNNING)
        lanes.status[lost] = CONSTRAINTS_OPEN

    def _first_steps(self, t: float, rates: np.ndarray) -> np.ndarray:
        """Steps to begin with, lane by lane as `engines.engine.first_step` finds them."""
        y, order = self.y, self.order
        weights = self.options.plan.atol + self.options.rtol * np.abs(y[:-1])
        with np.errstate(all="ignore"):
            size, rate = _norm(y[:-1] / weights), _norm(rates[:-1] / weights)
            h = np.where((size < 1e-5) | (rate < 1e-5), 1e-6, 0.01 * size / rate)
            h = np.minimum(h, self.options.end - t)
            change = _norm((self._rates(t + h, y + h * rates)[:-1] - rates[:-1]) / weights) / h
            most = np.fmax(rate, np.where(np.isfinite(change), change, 1e3))
            other = np.where(most <= 1e-15, np.maximum(1e-6, h * 1e-3), (0.01 / most) ** (1.0 / (order + 1)))
            return np.minimum(np.minimum(100.0 * h, other), self.options.end - t)


def _norm(x: np.ndarray) -> np.ndarray:
    return np.asarray(np.sqrt((x**2).mean(axis=0))) if len(x) else np.zeros(x.shape[1])
