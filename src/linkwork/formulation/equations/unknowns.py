"""Unknowns s that residuals make known: those of elements, and accelerations and loads that inputs of elements name."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ...expr import array, jacobian
from .forward_dynamics import ForwardDynamics
from .laws import ForceLaws


@dataclass(frozen=True, eq=False)
class Unknowns:
    """s and their residuals r(q, u, z, s, t) = 0, as many as there are unknowns."""

    laws: ForceLaws
    forward_dynamics: ForwardDynamics
    channels: Any

    @cached_property
    def s(self) -> Any:
        """All unknowns: those of elements, then forces and accelerations that inputs of elements ask for."""
        for law in self.laws.by_name.values():
            _ = law.known
        own = self.forward_dynamics.dynamics.kinematics.symbols.s
        return array([*own, *self.channels.wanted.values()])

    @cached_property
    def residual(self) -> Any:
        """What is zero at the right unknowns."""
        if not len(self.s):
            return self.laws.residual
        u_dot, lam, _ = self.forward_dynamics.by_mass_matrix
        return array([*self.laws.residual, *self.wanted(u_dot, lam)])

    def wanted(self, u_dot: Any, lam: Any) -> list[Any]:
        """What inputs of elements ask for of a motion, less what it is at these accelerations and multipliers."""
        moving = self.channels.at_motion(u_dot, lam)
        return [symbol - moving[name] for name, symbol in self.channels.wanted.items()]

    @cached_property
    def residual_s(self) -> Any:
        """∂r/∂s."""
        return jacobian(self.residual, self.s) if len(self.s) else np.zeros((0, 0))
