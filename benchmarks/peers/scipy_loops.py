"""SciPy's `solve_ivp` on our compiled right-hand side, called as cheaply as Python can."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
from scipy.integrate import solve_ivp

from benchmarks.loops.loop import Loop
from linkwork.analyses.common.bound_kernels import BoundKernels
from linkwork.analyses.constraints.row_choice import chosen_rows
from linkwork.kernels.loops import call


class ScipyLoop:
    """A mechanism for SciPy: DOP853, or Radau with our exact Jacobian where it is stiff. Constraints may drift."""

    def __init__(self, loop: Loop) -> None:
        self.loop = loop
        system: Any = loop.system
        start = loop.start
        parameters = np.ascontiguousarray(system.arguments(start)[-1], dtype=float)
        self._bound = bound = BoundKernels(system, parameters, chosen_rows(system, start))
        self._y = bound.y_of(start)[:-1]
        self.name = "SciPy Radau" if loop.stiff else "SciPy DOP853"
        self._jacobian = self._make_jacobian() if loop.stiff else None

    def run(self, tolerance: float) -> np.ndarray:
        """(q, u) at the end."""
        method = "Radau" if self.loop.stiff else "DOP853"
        options = {"jac": self._jacobian} if self.loop.stiff else {}
        span = 0.0, self.loop.t_end
        found = solve_ivp(self._rates, span, self._y, method, rtol=tolerance, atol=tolerance, **options)
        return np.asarray(found.y[:, -1])

    def centres(self, y: np.ndarray) -> np.ndarray:
        """Places and velocities of the centres of mass."""
        state = self._bound.state_of(y, self.loop.t_end, self.loop.start)
        # Read as it is: a run would begin with a projection.
        read = replace(self.loop.standing, t=np.array([state.t]), q=state.q[None], u=state.u[None], _known={})
        return self.loop.centres(read)

    def _rates(self, t: float, y: np.ndarray) -> np.ndarray:
        bound, n = self._bound, len(y)
        bound.x[:n], bound.x[-1] = y, t
        call(bound.flow.rhs)
        return bound.f[:n].copy()

    def _make_jacobian(self) -> Callable[[float, np.ndarray], np.ndarray]:
        bound, tangent = self._bound, self._bound.implicit.tangent()

        def jacobian(t: float, y: np.ndarray) -> np.ndarray:
            bound.x[: len(y)], bound.x[-1] = y, t
            call(tangent.kernel)
            return np.array(tangent.f_y)

        return jacobian
