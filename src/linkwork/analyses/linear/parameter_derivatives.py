r"""How a motion follows a change of time or of Parameters p = (t, Parameters): exact, at one state.

Variations that meet all constraints are δy = T x + Y δp, with L Y = 0 on what is free, which makes

$$ \dot x = L\,(A T x + (A Y + B)\,\delta p) $$

exact at this state.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ...mechanics.port import dense
from ...system import System
from ..constraints.loop_closure import evaluate_closure
from .state_derivatives import StateDerivatives, solved_unknowns


@dataclass(frozen=True, eq=False)
class ParameterDerivatives:
    """First derivatives by (t, Parameters); every part is computed when first asked for."""

    by_state: StateDerivatives

    @property
    def system(self) -> System:
        """The system."""
        return self.by_state.system

    @cached_property
    def functions(self) -> Any:
        """Derivatives of the equations by (t, p), with state, accelerations and multipliers held fixed."""
        y = self.by_state
        return self.system.functions.at_motion("parameter_variations", y.motion.state, y.u_dot, y.lam)

    @cached_property
    def s_p(self) -> np.ndarray:
        """Derivatives of the unknowns of elements by (t, p)."""
        return solved_unknowns(self.by_state.motion.rates.R_s, self.functions.R_p)

    @cached_property
    def _followed(self) -> tuple[np.ndarray, np.ndarray]:
        """(∂u̇/∂(t, p), ∂λ/∂(t, p))."""
        f, y = self.functions, self.by_state
        r_s = np.asarray(y.residuals.r_s) if len(self.s_p) else np.zeros((self.system.layout.nu, 0))
        r_p = f.r_p + y.M @ f.a_p + r_s @ self.s_p
        held = np.setdiff1d(np.arange(self.system.layout.nu), y.motion.free)
        c_p = f.c_p
        if len(y.lam) and len(held):
            c_p = c_p + dense(self.system.constraint_rows(y.motion.state)[0])[:, held] @ f.a_p[held]
        rates, lam_p, _ = y.followed(r_p, c_p)
        return rates + f.a_p, lam_p

    @property
    def u_dot_p(self) -> np.ndarray:
        """∂u̇/∂(t, p)."""
        return self._followed[0]

    @property
    def lam_p(self) -> np.ndarray:
        """∂λ/∂(t, p)."""
        return self._followed[1]

    @cached_property
    def B(self) -> np.ndarray:
        """∂ẏ/∂(t, p)."""
        f = self.functions
        u_dot_p = self.u_dot_p
        return np.vstack([f.q_dot_p, u_dot_p, f.z_dot_p + self.by_state.z_dot_from(self.s_p, self.lam_p)])

    @cached_property
    def Y(self) -> np.ndarray:
        """What changes of (t, p) ask of y, with L Y = 0 on what is free."""
        f, layout, motion = self.functions, self.system.layout, self.by_state.motion
        dq, du = np.zeros((layout.nq, f.q_p.shape[1])), np.zeros((layout.nu, f.q_p.shape[1]))
        residual, slope = evaluate_closure(self.system, motion.state)
        free = list(motion.closures.free_q)
        if len(residual):
            right = np.vstack([f.g_p, np.zeros((len(residual) - len(f.g_p), f.g_p.shape[1]))])
            inverse = np.linalg.pinv(dense(slope)[:, free], rcond=1e-9)
            dq[free] = -inverse @ right
            dq -= motion.displacements @ (motion.left[0] @ dq)
        du += motion.speeds_for(dq, f.g_dot_p)
        for entry in (*layout.driven, *layout.locked):
            dq[entry.q], du[entry.u] = f.q_p[entry.q], f.u_p[entry.u]
        return np.vstack([dq, du, np.zeros((layout.nz, dq.shape[1]))])


def parameter_names(system: System) -> tuple[str, ...]:
    """The Parameters of a system in the order of derivatives by them, which stand behind those by time."""
    return tuple(system.rest.parameters)
