"""`ConnectionLoad`: what a connection carries, at one state or along a run, in its own axes or the world's."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from ..contract import ModelError
from ..contract.errors import unknown
from ..expr import array
from ..expr.evaluate import evaluate
from ..expr.graph import as_expr
from ..model import Model, Point

LOAD_AXES = ("connection", "world")
"""Those of the connection's first end, or those of the world."""


class ConnectionLoad(NamedTuple):
    """A moment and a force on the body at the connection's second end, at that end; in the axes of its first end.

    At a state they are three numbers each, along a run one row a time.
    """

    moment: np.ndarray
    force: np.ndarray

    def turned(self, R: np.ndarray) -> ConnectionLoad:
        """The same in axes in which its own stand at R."""
        return ConnectionLoad(*(np.einsum("...ij,...j->...i", R, part) for part in self))


def check_axes(axes: str) -> None:
    """Raises for axes that there are not."""
    if axes not in LOAD_AXES:
        raise ModelError(unknown("choice of axes", axes, LOAD_AXES))


def first_axes(
    model: Model, connection: str, parameters: Mapping[str, float], rotation: Callable[[str], np.ndarray]
) -> np.ndarray:
    """The axes of a connection's first end in the world; `rotation` gives those of a body, or of a frame on one."""
    points = [end for end in model.connections[connection].ends if isinstance(end, Point)]
    if not points:
        raise ModelError(f"{connection!r} acts on coordinates and has no axes; leave axes='world' out.")
    entries = array(points[0].X_held.R)
    R = np.array(evaluate([as_expr(x) for x in entries.ravel()], dict(parameters)), dtype=float).reshape(3, 3)
    return R if points[0].body.is_ground else np.asarray(rotation(points[0].holder) @ R)


def world_loads(
    model: Model, loads: Mapping[str, ConnectionLoad], parameters: Mapping[str, float], rotation: Any
) -> dict[str, ConnectionLoad]:
    """Loads of connections in the axes of the world; those of couplings stay as they are."""
    turns = {
        name: first_axes(model, name, parameters, rotation)
        for name in loads
        if name in model.connections and any(isinstance(end, Point) for end in model.connections[name].ends)
    }
    return {name: load.turned(turns[name]) if name in turns else load for name, load in loads.items()}
