"""Radau IIA as a run uses it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ...kernels.loops import compiled_loop
from ...numerics.integrators import radau
from ...numerics.integrators.event_search import Watch
from ...numerics.integrators.radau_work import forget, radau_memory, radau_table
from ...numerics.integrators.record import StepRecord
from ...numerics.integrators.shifted_systems import ShiftedSystems, shifted_systems
from ...numerics.integrators.tangent import Tangent, make_tangent
from ...numerics.status import NOT_FINITE, RUN_DONE
from ...numerics.tableaus.radau import RADAU
from ..common.bound_kernels import BoundKernels
from .engine import PIECE_STEPS, StepInterpolator, set_first_step
from .extension import Extension, extensions
from .polynomials import piecewise


class RadauEngine:
    """Implicit Runge–Kutta of order 5 for stiff equations."""

    powers = 3
    loop = staticmethod(radau.advance_radau)
    restart_loop = staticmethod(radau.restart_radau)

    def __init__(self, bound: BoundKernels, rtol: float, atol: Any) -> None:
        self.bound, self.name = bound, RADAU.name
        self._table = radau_table(RADAU)
        self._tangent = tangent_of(bound)
        self._memory = radau_memory(bound.n, rtol, atol, systems_of(bound, self._tangent))
        self._advance = compiled_loop(self.loop)

    @property
    def y(self) -> np.ndarray:
        """The present state."""
        return np.asarray(self._memory.y)

    @property
    def steps(self) -> int:
        """How many steps a piece of the run should have."""
        return PIECE_STEPS

    def restart(self, t: float, y: np.ndarray) -> int:
        """Takes a state to go on from."""
        self._memory.y[:] = y
        forget(self._memory)
        self._memory.track[:] = np.nan
        found = self.bound.rates(t, y)
        if found is None:
            return NOT_FINITE
        self._memory.f_0[:] = found
        return RUN_DONE

    def first_step(self, t: float, span: float, record: StepRecord) -> None:
        """A step to begin with, as the order of the error estimate asks for."""
        memory = self._memory
        scale = memory.scale + memory.rtol * np.abs(memory.y)
        set_first_step(self.bound, t, memory.y, memory.f_0, scale, 3, span, record)

    def advance(self, watch: Watch, record: StepRecord, steps: int) -> int:
        """Goes on for up to so many steps."""
        return int(self._advance(*self.arguments(watch, record, steps)))

    def arguments(self, watch: Watch, record: StepRecord, steps: int) -> tuple[Any, ...]:
        """What the loop is called with."""
        bound = self.bound
        return bound.flow, self._tangent, self._table, self._memory, bound.closing, watch, record, steps

    def ahead(self, t: float) -> Iterator[Extension]:
        """Polynomials through the last steps."""
        memory = self._memory
        tolerance = memory.scale + memory.rtol * np.abs(memory.y)
        return extensions(memory.track, t, memory.y, memory.f_0, tolerance)

    def leave(self) -> None:
        """Nothing is kept for others."""

    def interpolator(self, t: np.ndarray, y: np.ndarray, dense: np.ndarray) -> StepInterpolator:
        """The collocation polynomials of the steps."""
        return piecewise(t, y, dense)


def tangent_of(bound: BoundKernels) -> Tangent:
    """The exact derivatives of a system's rates."""
    n, m = bound.n - 1, len(bound.s)
    f_y, f_s, r_y = np.zeros((n, n)), np.zeros((n, m)), np.zeros((m, n))
    kernel = bound.system.kernel("motion_slopes", rows=bound.rows, stabilisation=bound.stabilisation)
    return make_tangent(bound.bind(kernel, {"f_y": f_y, "f_s": f_s, "r_y": r_y}), f_y, f_s, r_y)


def systems_of(bound: BoundKernels, tangent: Tangent) -> ShiftedSystems:
    """The systems of Newton's method, without coordinates whose rates are speeds."""
    kinematics, nq = bound.system.equations.kinematics, bound.sizes[0]
    place = {u: nq + j for j, u in enumerate(kinematics.symbols.u)}
    pairs = [(i, place[rate]) for i, rate in enumerate(kinematics.q_dot) if rate in place]
    return shifted_systems(tangent.f_y, pairs)
