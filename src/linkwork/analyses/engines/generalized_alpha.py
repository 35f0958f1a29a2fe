"""The generalized-α method as a run uses it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ...kernels.loops import compiled_loop
from ...numerics.integrators import generalized_alpha as alpha
from ...numerics.integrators.alpha_scheme import ALPHA_NUDGE
from ...numerics.integrators.event_search import Watch
from ...numerics.integrators.record import StepRecord
from ...numerics.status import NOT_FINITE, RUN_DONE
from ..common.bound_kernels import BoundKernels, scalar
from .engine import PIECE_STEPS, StepInterpolator, set_first_step
from .extension import FEW_NODES, Extension, extensions
from .polynomials import piecewise


class AlphaEngine:
    """Generalized-α on index 3, order 2, with damping of high frequencies to choice."""

    powers = 3
    loop = staticmethod(alpha.advance_alpha)
    restart_loop = staticmethod(alpha.restart_alpha)

    def __init__(self, bound: BoundKernels, rho_inf: float, rtol: float, atol: np.ndarray, is_fixed: bool) -> None:
        self.bound, self.name = bound, "generalized_alpha"
        self._residual = bound_residual(bound)
        self._scheme = alpha.scheme_of(rho_inf, rtol, is_fixed)
        self._memory = alpha.alpha_memory(bound.n, self._residual, len(bound.s), atol)
        self._advance = compiled_loop(self.loop)

    @property
    def y(self) -> np.ndarray:
        """The present state."""
        return np.asarray(self._memory.ends.y)

    @property
    def steps(self) -> int:
        """How many steps a piece of the run should have."""
        return PIECE_STEPS

    def restart(self, t: float, y: np.ndarray) -> int:
        """Takes a state to go on from; accelerations and their change begin with those of the equations there."""
        memory, nq = self._memory, self.bound.sizes[0]
        memory.ends.y[:] = y
        found = self.bound.rates(t, y)
        ahead = None if found is None else self.bound.rates(t + ALPHA_NUDGE, y + ALPHA_NUDGE * found)
        if found is None or ahead is None:
            return NOT_FINITE
        memory.ends.f_0[:] = found
        memory.rate[:] = found[nq:-1]
        memory.offset[:] = (self._scheme.c.alpha_m - self._scheme.c.alpha_f) * (ahead - found)[nq:-1] / ALPHA_NUDGE
        memory.start[:] = 0.0
        memory.start[len(self._residual.lam) :] = self.bound.s
        memory.past[0] = 0.0
        memory.track[:] = np.nan
        return RUN_DONE

    def first_step(self, t: float, span: float, record: StepRecord) -> None:
        """A step to begin with."""
        ends, memory = self._memory.ends, self._memory
        scale = memory.scale + self._scheme.rtol * np.abs(ends.y)
        set_first_step(self.bound, t, ends.y, ends.f_0, scale, 2, span, record)

    def advance(self, watch: Watch, record: StepRecord, steps: int) -> int:
        """Goes on for up to so many steps."""
        return int(self._advance(*self.arguments(watch, record, steps)))

    def arguments(self, watch: Watch, record: StepRecord, steps: int) -> tuple[Any, ...]:
        """What the loop is called with."""
        bound = self.bound
        return bound.flow, self._residual, self._scheme, self._memory, bound.closing, watch, record, steps

    def ahead(self, t: float) -> Iterator[Extension]:
        """Polynomials through the last steps."""
        memory, ends = self._memory, self._memory.ends
        tolerance = memory.scale + self._scheme.rtol * np.abs(ends.y)
        return extensions(memory.track, t, ends.y, ends.f_0, tolerance, FEW_NODES)

    def leave(self) -> None:
        """Nothing is kept for others."""

    def interpolator(self, t: np.ndarray, y: np.ndarray, dense: np.ndarray) -> StepInterpolator:
        """Cubics through the ends of the steps."""
        return piecewise(t, y, dense)


def bound_residual(bound: BoundKernels) -> alpha.AlphaResidual:
    """The equations at the end of a step, bound to buffers."""
    nq, nu, nz = bound.sizes
    places = bound.system.equations.rows.position_of_row
    found = alpha.alpha_buffers(nq, nu, nz, [1 if places[k] is None else 2 for k in bound.rows], len(bound.s))
    kernel = bound.system.kernel
    unknowns = {"u_dot": found.rate[:nu], "z_dot": found.rate[nu:], "lam": found.lam}
    slopes = {"r_q": found.r_q, "r_v": found.r_v, "r_x": found.r_x}
    moved = {"h": scalar(found.step, 0), "q_new": found.q_new, "q_u": found.q_u}
    return found._replace(
        residual=bound.bind(kernel("index3", rows=bound.rows), {**unknowns, "r": found.r}),
        slopes=bound.bind(kernel("index3_slopes", rows=bound.rows), {**unknowns, **slopes}),
        stretch=bound.bind(kernel("stretch"), moved),
    )
