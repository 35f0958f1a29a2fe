"""The symplectic method as a run uses it, and which systems it is for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ...contract import ModelError
from ...expr import array, jacobian
from ...expr.node import is_structural_zero
from ...kernels.loops import compiled_loop
from ...numerics.integrators import symplectic
from ...numerics.integrators.event_search import Watch
from ...numerics.integrators.hermite import step_ends
from ...numerics.integrators.record import StepRecord
from ...numerics.status import NOT_FINITE, RUN_DONE
from ...numerics.tableaus.forest_ruth import FOREST_RUTH
from ...system import System
from ..common.bound_kernels import BoundKernels
from .engine import PIECE_STEPS, StepInterpolator
from .extension import Extension
from .polynomials import piecewise


class SymplecticEngine:
    """Drifts and kicks in turn, for systems whose kinetic energy depends on u only and whose forces on q only."""

    powers = 3
    loop = staticmethod(symplectic.advance_symplectic)
    restart_loop = staticmethod(symplectic.restart_symplectic)

    def __init__(self, bound: BoundKernels) -> None:
        reason = why_not_separable(bound.system)
        if reason is not None:
            raise ModelError(f"simulate: method='symplectic' needs M u̇ = h(q, t) with constant M, but {reason}.")
        self.bound, self.name = bound, FOREST_RUTH.name
        self._table = np.array(FOREST_RUTH.drifts), np.array(FOREST_RUTH.kicks)
        self._ends = step_ends(bound.n)
        self._advance = compiled_loop(self.loop)

    @property
    def y(self) -> np.ndarray:
        """The present state."""
        return np.asarray(self._ends.y)

    @property
    def steps(self) -> int:
        """How many steps a piece of the run should have."""
        return PIECE_STEPS

    def restart(self, t: float, y: np.ndarray) -> int:
        """Takes a state to go on from."""
        self._ends.y[:] = y
        found = self.bound.rates(t, y)
        if found is None:
            return NOT_FINITE
        self._ends.f_0[:] = found
        return RUN_DONE

    def first_step(self, t: float, span: float, record: StepRecord) -> None:
        """Nothing to do: the step is given."""

    def advance(self, watch: Watch, record: StepRecord, steps: int) -> int:
        """Goes on for up to so many steps."""
        return int(self._advance(*self.arguments(watch, record, steps)))

    def arguments(self, watch: Watch, record: StepRecord, steps: int) -> tuple[Any, ...]:
        """What the loop is called with."""
        return self.bound.flow, *self._table, self._ends, watch, record, steps

    def ahead(self, t: float) -> Iterator[Extension]:
        """None: steps are not remembered."""
        return iter(())

    def leave(self) -> None:
        """Nothing is kept for others."""

    def interpolator(self, t: np.ndarray, y: np.ndarray, dense: np.ndarray) -> StepInterpolator:
        """Cubics through the ends of the steps."""
        return piecewise(t, y, dense)


def why_not_separable(system: System) -> str | None:
    """What keeps a system from being M u̇ = h(q, t) with constant M and q̇ = u; None where it is."""
    e, names = system.equations, system.equations.kinematics.symbols
    if e.rows.by_connection:
        return f"{e.rows.by_connection[0].name!r} constrains it"
    if e.kinematics.prescribed_rates:
        return "some of its coordinates are prescribed"
    if len(names.z) or len(system.unknowns):
        return "elements have states or unknowns of their own"
    if len(names.q) != len(names.u) or any(rate is not u for rate, u in zip(e.kinematics.q_dot, names.u, strict=True)):
        return "its speeds are not the rates of its coordinates"
    if _depends(e.dynamics.M, [*names.q, names.t]):
        return "its mass matrix changes with its configuration"
    if _depends(e.dynamics.h, names.u):
        forces = [name for name, law in e.laws.by_name.items() if _depends(law.wrenches, names.u)]
        return f"the force of {forces[0]!r} depends on speeds" if forces else "its forces depend on speeds"
    return None


def _depends(values: Any, x: Any) -> bool:
    return any(not is_structural_zero(entry) for entry in jacobian(array(values).ravel(), array(x)).ravel())
