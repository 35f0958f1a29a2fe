"""The symplectic method as a run uses it, and which systems it is for."""

from __future__ import annotations

from typing import Any

from ...contract import ModelError
from ...expr import array, jacobian
from ...expr.node import is_structural_zero
from ...mechanics.tree import TreeSystem
from ...numerics.integrators.symplectic import FOREST_RUTH, symplectic_method
from ..common.bound_kernels import BoundKernels
from .native import NativeEngine


def symplectic_engine(bound: BoundKernels) -> NativeEngine:
    """Drifts and kicks in turn, for systems whose kinetic energy depends on u only and whose forces on q only."""
    reason = why_not_separable(bound.system)
    if reason is not None:
        raise ModelError(f"method='symplectic' needs M u̇ = h(q, t) with constant M, but {reason}.", "simulate")
    method = symplectic_method(bound.flow, bound.projection, FOREST_RUTH.drifts, FOREST_RUTH.kicks)
    return NativeEngine(bound, FOREST_RUTH.name, method)


def why_not_separable(system: TreeSystem) -> str | None:
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
