r"""Speeds and accelerations that meet all rows: $P u + P_0 = 0$ and $P\dot u + P_{00} = 0$ (S0 (8.1.4), (8.1.6))."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from ..contract import ModelError
from ..numerics.rank import rank_of
from ..results import State
from ..system import System
from .closures import Closures, closures_of, listed
from .explain import contradicting_rows

MET = 1e-8
"""Scaled contradiction, relative to the sizes of what is given, below which velocity rows count as met."""


def consistent_speeds(system: System, state: State, fixed: Mapping[int, float] | None = None) -> State:
    """The state with the speeds nearest to its own, in the mass metric, that meet all rows; fixed ones are kept."""
    state = system.prescribed(state)
    u = state.u.copy()
    for k, value in (fixed or {}).items():
        u[k] = value
    if not system.equations.rows:
        return replace(state, u=u)
    closures = closures_of(system, state)
    P, P_0, _ = system.constraint_rows(replace(state, u=u))
    free = [k for k in closures.free_u if k not in (fixed or {})]
    held = list(fixed or {})
    right = -(P_0 + P[:, held] @ u[held])
    ranked = rank_of(P[:, free], closures.row_scale, closures.speed_scale[free])
    off = ranked.contradiction(right)
    if np.linalg.norm(off) > MET * max(1.0, float(np.linalg.norm(closures.row_scale * right))):
        raise ModelError(_failure(closures, off, held))
    particular, space = ranked.solve(right), ranked.null_space
    if space.shape[1]:
        M = np.asarray(system.evaluate("mass_matrix", state))
        inner = M[np.ix_(free, free)]
        wish = u[free] - particular
        left = space.T @ inner @ space
        particular = particular + space @ np.linalg.lstsq(left, space.T @ (inner @ wish), rcond=1e-12)[0]
    u[free] = particular
    return replace(state, u=u)


def _failure(closures: Closures, off: np.ndarray, held: list[int]) -> str:
    layout = closures.system.layout
    names = [layout.u[k] for k in held] + [e.name for e in layout.driven]
    cause = f" with {listed(names)} given" if names else ""
    return (
        f"model {closures.system.model.name!r}: no velocities meet {contradicting_rows(closures, off)}{cause}; "
        f"the rows contradict each other by {np.linalg.norm(off):.3g} per second. Give fewer speeds; see mobility(…)."
    )
