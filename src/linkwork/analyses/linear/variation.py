"""How a motion changes, to first order, when its state, time or Parameters do: exact, at one state.

`motion` are bases of what the constraint rows leave free, `by_state` and `by_parameters` the derivatives of the
equations and of what follows from them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ...results import State
from ...system import System
from ..constraints.motion_at import motion_at
from ..constraints.row_wrenches import LoopClosures, loop_closures
from .free_motion import FreeMotion
from .parameter_derivatives import ParameterDerivatives
from .state_derivatives import StateDerivatives


@dataclass(frozen=True, eq=False)
class Variation:
    """First variations of a system at a state. Made by `variation_of`; every part is computed when first asked for."""

    system: System
    state: State
    u_dot: np.ndarray
    lam: np.ndarray
    basis: str = "orthonormal"
    sizes: LoopClosures | None = None
    """Sizes of rows and units known from a state nearby."""

    @cached_property
    def closures(self) -> LoopClosures:
        """The constraint rows with their sizes."""
        return loop_closures(self.system, self.state) if self.sizes is None else self.sizes

    @cached_property
    def motion(self) -> FreeMotion:
        """What the rows leave free."""
        return FreeMotion(self.system, self.state, self.closures, self.basis)

    @cached_property
    def by_state(self) -> StateDerivatives:
        """Derivatives by (q, u, z)."""
        return StateDerivatives(self.motion, self.u_dot, self.lam)

    @cached_property
    def by_parameters(self) -> ParameterDerivatives:
        """Derivatives by (t, Parameters)."""
        return ParameterDerivatives(self.by_state)

    @property
    def rates_of_y(self) -> np.ndarray:
        """ẏ = (q̇, u̇, ż) at the state itself, with the accelerations given."""
        q_dot = np.atleast_1d(self.system.evaluate("kinematics", self.state).q_dot)
        z_dot = np.atleast_1d(self.system.evaluate("state_rates", self.state).z_dot) if self.system.layout.nz else ()
        return np.concatenate([q_dot, self.u_dot, z_dot])


def variation_of(
    system: System,
    state: State,
    u_dot: np.ndarray | None = None,
    lam: np.ndarray | None = None,
    basis: str = "orthonormal",
    sizes: LoopClosures | None = None,
) -> Variation:
    """The variations at a state; accelerations and multipliers are those of the motion unless given."""
    if u_dot is None or lam is None:
        found = motion_at(system, state)
        u_dot, lam = found.u_dot, found.lam
    return Variation(system, state, np.asarray(u_dot), np.asarray(lam), basis, sizes)
