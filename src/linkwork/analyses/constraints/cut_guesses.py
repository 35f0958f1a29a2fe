"""Guesses for coordinates of joints at which loops are opened: the tree is brought near to where they have them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ...contract import ModelError
from ...expr import array
from ...numerics.least_squares import Residuals, least_squares_fit
from ...results import State
from .loop_closure import closure_scale, evaluate_closure
from .row_wrenches import LoopClosures


def fit_cut_guesses(closures: LoopClosures, state: State, guess: Mapping[str, float], columns: Sequence[int]) -> State:
    r"""The state that comes nearest to closing all loops with these coordinates, in those of the tree that may change.

    Least squares of all residuals and of what coordinates of cut joints are off, angles to whole turns.
    """
    system: Any = closures.system
    e, layout = system.equations, system.layout
    for name in guess:
        if name not in e.channels:
            layout.q_index(name)  # says that the hinge is cut
            raise ModelError(f"{name!r} cannot be guessed.")
    values = array([e.channels[name] for name in guess])
    function = e.tracer.function("guessed", value=values, slope=e.kinematics.slopes(values))
    wanted, free, q = np.array([float(x) for x in guess.values()]), list(columns), state.q.copy()
    units = [_unit(system, name) for name in guess]
    is_angle = np.array([unit != "m" for unit in units])
    scale = np.concatenate([closure_scale(closures), np.where(is_angle, 1.0, 1.0 / closures.length)])

    def residual(x: np.ndarray) -> Residuals:
        q[free] = x
        at = replace(state, q=q)
        g, slope = evaluate_closure(closures.system, at)
        found, by_q = (np.asarray(part) for part in function(*system.arguments(at)))
        off = found - wanted
        off = np.where(is_angle, np.arctan2(np.sin(off), np.cos(off)), off)
        return np.concatenate([g, off]), np.vstack([slope, by_q.reshape(len(wanted), -1)])[:, free]

    q[free] = least_squares_fit(residual, state.q[free], scale, closures.q_scale[free]).x
    return replace(state, q=q)


def _unit(system: Any, name: str) -> str:
    owner, _, coordinate = name.partition(".")
    hinge = system.topology.chord(owner).hinge
    return (hinge.units or ("",) * len(hinge.coordinates))[hinge.coordinates.index(coordinate)]
