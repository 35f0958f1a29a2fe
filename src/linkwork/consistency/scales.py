"""The size of a model, which tolerances are relative to: its typical length, and units of coordinates and speeds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from ..formulation.shared_loads import longest_arm
from ..results import State
from ..spatial import Pose

_lengths: WeakKeyDictionary[Any, dict[Any, float]] = WeakKeyDictionary()
"""Lengths of systems at values of their Parameters: asked for by every analysis."""


def typical_length(system: Any, state: State) -> float:
    """The largest lever arm on a body that a connection has; one where there is none."""
    known = _lengths.setdefault(system, {})
    key = tuple(state.parameters.values())
    if key not in known:
        known.clear()
        known[key] = float(state.worth(longest_arm(system.model)))
    return known[key]


def number_pose(X: Pose, state: State) -> Pose:
    """A constant pose in numbers, Parameters at the values of a state."""
    return Pose(state.worth(X.R), state.worth(X.p))


def scales_of(system: Any, length: float) -> tuple[np.ndarray, np.ndarray]:
    """Sizes of a unit of (speeds, coordinates) of a tree: `length` for displacements, one for angles."""
    speeds, coordinates = np.ones(system.layout.nu), np.ones(system.layout.nq)
    for branch in system.topology.branches:
        units = branch.hinge.units or ("",) * len(branch.hinge.coordinates)
        coordinates[branch.q] = [length if unit == "m" else 1.0 for unit in units]
        if branch.hinge.speeds is None:
            speeds[branch.u] = coordinates[branch.q]
        else:
            known = dict(zip(branch.hinge.coordinates, coordinates[branch.q], strict=True))
            speeds[branch.u] = [_speed_scale(name, known, length) for name in branch.hinge.speeds]
    return speeds, coordinates


def _speed_scale(name: str, coordinates: Mapping[str, float], length: float) -> float:
    """The size of a speed of its own: that of the coordinate it is the rate of, or a length where it is called v_…."""
    if name.removesuffix("_dot") in coordinates:
        return coordinates[name.removesuffix("_dot")]
    return length if name.rpartition(".")[2].startswith("v") else 1.0
