"""Where pieces of a run of a tree end: at jumps of inputs over time, and at mesh points of delayed laws."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...contract import ModelError
from ...diagnosis import Note, add_note, note
from ...numerics.integrators.record import ACCEPTED, H_LEAST, H_UNCUT, NO_STOPS, REJECTED, STOPS_PASSED, T_END, H
from ...numerics.integrators.step_control import take_step
from ...numerics.status import CONSTRAINTS_OPEN, NEWTON_FAILED, NOT_FINITE, RUN_DONE
from ...results import State
from ...run import Plan
from ...run.past import RunPast
from ...run.time_mesh import TimeMesh, time_mesh
from ...system import System
from ..engines import Engine
from ..methods.method import Method
from ..methods.options import Options
from .failures import explain

UNSOLVED_CODES = (NEWTON_FAILED, CONSTRAINTS_OPEN, NOT_FINITE)
"""Why a step has no solution."""
H_ROUNDING = 1e-9
"""The part of a step that is none."""
HALVED_MOST = 128.0
"""The part of a step of given length that may be halved once more where it has no solution."""


class TreeMesh:
    """The part of a `TreeStepper` that goes from piece to piece. Stops without a jump are passed by compiled loops."""

    system: System
    options: Options
    plan: Plan
    engine: Engine
    bound: Any
    record: Any
    method: Method
    notes: list[Note]
    present: State
    past: RunPast | None
    mesh: TimeMesh | None
    """Where steps have to end, and how long they may be; None where inputs over time do not care."""
    t: Any
    state: Any
    collect: Callable[[], None]
    _fetch: Callable[[], None]
    _start_stretch: Callable[[float, np.ndarray], None]
    _end_stretch: Callable[[], None]
    _recall: Callable[[State], None]
    _restart: Callable[[float, np.ndarray], int]

    def _look_ahead(self) -> None:
        """Finds where inputs over time ask steps to end, at the present values of Parameters."""
        plan = self.plan
        self.mesh = time_mesh(self.system, self.present.parameters, plan.t_start, plan.t_end, plan.rtol)
        stops = NO_STOPS if self.mesh is None or self.options.is_fixed else self.mesh.rows
        if stops.size or self.record.mesh.size:
            self.record = self.record._replace(mesh=stops)
            self.record.count[STOPS_PASSED] = 0
        self.record.clock[T_END] = self._limit

    def _pass_mesh_point(self) -> None:
        """Goes on behind a jump of some input; gives delayed laws the past for the next piece."""
        beyond = None if self.mesh is None else self.mesh.jump_at(self.t)
        if beyond is not None:
            self._pass_jump(min(beyond, self.plan.t_end))
        elif self.past is not None:
            self._pass_past()
        self.record.clock[T_END] = self._limit

    def _pass_jump(self, beyond: float) -> None:
        """Goes to the other side of a jump in time, a few roundings away, where the method begins anew."""
        self._fetch()
        y, clock, count = self.engine.y.copy(), self.record.clock, self.record.count
        least, h, nothing = (
            clock[H_LEAST],
            max(clock[H], clock[H_UNCUT]),
            np.zeros((max(self.engine.powers, 1), len(y))),
        )
        y_new, sides = y.copy(), [self.bound.rates(t, y) for t in (self.t, beyond)]
        if all(side is not None for side in sides):
            y_new += 0.5 * (beyond - self.t) * np.sum(sides, axis=0)
        take_step(self.bound.flow, self.record, beyond - self.t, beyond, y, y_new, nothing, nothing[0])
        clock[H_LEAST] = least
        count[ACCEPTED] -= 1
        code = self._restart(beyond, y)
        if code != RUN_DONE:
            raise ModelError(f"{explain(self.bound, code, beyond, y)}", "simulate")
        clock[H] = h
        if self.past is not None:
            self.past.break_here()
            self._pass_past()

    def _pass_past(self) -> None:
        """Gives delayed laws the past for the next piece, which another stretch of steps goes through."""
        assert self.past is not None
        y = self.engine.y.copy()
        self._end_stretch()
        self.collect()
        self._start_stretch(self.t, y)
        self._recall(self.state)
        if not self.options.is_fixed:
            # The last step was cut to end here.
            self.record.clock[H] = max(float(self.record.clock[H]), self.past.longest_lately)

    def _halve(self, code: int) -> bool:
        """Halves a step of given length that has no solution, up to its end; False where that does not help, or the
        method solves for nothing."""
        clock, h = self.record.clock, self.options.h
        if code not in UNSOLVED_CODES or h is None or not self.method.keeps_constraints or clock[H] < h / HALVED_MOST:
            return False
        if clock[H] == h:
            end = self.t + h
            clock[T_END] = end if end < clock[T_END] - H_ROUNDING * h else clock[T_END]
            said = f"the step h = {h:.3g} was too long near t = {self.t:.4g}; it was taken in shorter ones"
            add_note(self.notes, note("step_too_long", said, self.t))
        clock[H] *= 0.5
        self.record.count[REJECTED] += 1
        return True

    @property
    def _limit(self) -> float:
        """Where the piece under way ends."""
        end = self.plan.t_end if self.past is None else self.past.stop
        is_free = self.mesh is None or self.options.is_fixed
        return end if is_free else min(end, self.mesh.next_jump(self.t))  # type: ignore[union-attr]
