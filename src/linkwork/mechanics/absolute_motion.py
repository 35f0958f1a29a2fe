"""Accelerations of body frames and multipliers in absolute coordinates, by one sparse system."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..absolute.motion import accelerate, least_multipliers, rank_of_rows
from ..contract import ModelError
from ..numerics.redundant_rows import CONSTRAINED_SOLVERS
from ..results import State
from .frames import DENSE, frames_at
from .motion import CONTRADICTION_TOLERANCE, Contradictory, StateMotion, Weights, solved_motion


def absolute_motion(system: Any, state: State, method: str = "auto", weights: Weights | None = None) -> StateMotion:
    """The motion at a state, which is taken as it is; rows that repeat others share their load by least squares."""
    if method == "compiled":
        raise ModelError(
            "accelerations in absolute coordinates are not compiled as one; give method='auto', "
            f"or up to {DENSE} speeds {', '.join(map(repr, CONSTRAINED_SOLVERS))}."
        )
    if method != "auto" and system.layout.nu > DENSE:
        raise ModelError(f"method {method!r} takes dense matrices, of up to {DENSE} speeds; use method='auto'.")
    if method != "auto":
        return solved_motion(system, state, method, weights)
    f, rows = frames_at(system.elements, state), system.rows.count
    found = accelerate(f.system, f.at, f.tables)
    if found.gap > CONTRADICTION_TOLERANCE * (1.0 + float(np.abs(found.u_dot).max(initial=0.0))):
        raise Contradictory(
            f"model {system.model.name!r}: constraints contradict each other.", -system.functions.at("rows", state).P_00
        )
    # Of very many rows the rank is not determined and taken to be full.
    rank, lam = rank_of_rows(found.A), found.lam
    if rank is not None and rank < rows and not system.elements.sees_reactions:
        lam = least_multipliers(found)
    used = rows - len(system.rows.switched_off(state))
    return StateMotion(f.of_frames(found.u_dot), lam, used, used if rank is None else rank, "sparse")
