"""`ConnectionLoad`: what a connection carries, at one state or along a run, in its own axes or the world's."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np

from ..contract import ModelError
from ..contract.errors import unknown
from ..expr import array
from ..expr.evaluate import evaluate
from ..expr.graph import as_expr
from ..model import Model, Point

REAL_SHARES = (
    "rigid bodies share such loads in many ways, and those of least norm are shown; to have real shares put an "
    "lw.Bushing, or another compliant joint, in the place of one of these connections"
)
"""What loads that are not unique are, and what to do."""
FEW_LOADED = 6
"""Connections whose loads are listed one by one."""
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


def may_repeat(run: Any) -> bool:
    """Whether constraint rows may repeat each other somewhere along a run: as they stand, or with other Parameters."""
    told = run.certificate
    return bool(len(run)) and (told.rank != told.rows or bool(run.parameter_changes))


def warn_not_unique(run: Any, names: Iterable[str], alarm: Any) -> None:
    """Warns of those among channels of a run that are loads and not unique."""
    for name in names if may_repeat(run) else ():
        channel = run.channel_table.find(name)
        alarm.sound(name, () if channel is None else channel.not_unique, REAL_SHARES)


def told_not_unique(names: Iterable[str]) -> str:
    """A sentence about numbers of channels ("top.force.x") that are not unique: whose, which, and what to do."""
    by_owner: dict[str, dict[str, list[str]]] = {}
    for name in names:
        owner, _, rest = name.partition(".")
        kind, _, axis = rest.partition(".")
        by_owner.setdefault(owner, {}).setdefault(kind.partition("[")[0], []).append(axis)
    if not by_owner:
        return ""
    for kinds in by_owner.values():
        for again in ("multipliers", "mean_moment", "mean_force") if len(kinds) > 1 else ():
            kinds.pop(again, None)  # they say again what force and moment say
    told = [f"{owner} ({', '.join(_listed(*own) for own in kinds.items())})" for owner, kinds in by_owner.items()]
    more = len(told) - FEW_LOADED
    said = "; ".join(told[:FEW_LOADED]) + (f"; {more} more" if more > 0 else "")
    return f"not unique: {said}: {REAL_SHARES}"


def _listed(kind: str, axes: list[str]) -> str:
    return " ".join([kind, ", ".join(axis for axis in axes if axis)]).strip()


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
