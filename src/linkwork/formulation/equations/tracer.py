"""Traced functions of a system: which inputs they take, and how they are made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ...contract import Parameter
from ...expr import Function, array, make_function
from .dynamics import DynamicEquations
from .unknowns import Unknowns


@dataclass(frozen=True, eq=False)
class FunctionTracer:
    """Makes functions of expressions in the symbols of a system."""

    dynamics: DynamicEquations
    unknowns: Unknowns
    parameters: Sequence[Parameter]

    @cached_property
    def inputs(self) -> dict[str, Any]:
        """(q, u, z, s, t, parameters)."""
        names, s = self.dynamics.kinematics.symbols, self.unknowns.s
        return {"q": names.q, "u": names.u, "z": names.z, "s": s, "t": names.t, "parameters": array(self.parameters)}

    @cached_property
    def motion_inputs(self) -> dict[str, Any]:
        """The same, then accelerations u̇ and multipliers λ."""
        u_dot, lam = self.dynamics.known
        return {**self.inputs, "u_dot": u_dot, "lam": lam}

    def function(self, name: str, **outputs: Any) -> Function:
        """A traced function of (q, u, z, s, t, parameters)."""
        return make_function(name, self.inputs, outputs)

    def motion_function(self, name: str, **outputs: Any) -> Function:
        """A traced function of (q, u, z, s, t, parameters, u_dot, lam)."""
        return make_function(name, self.motion_inputs, outputs)
