"""Loads of connections along a run, as arrows on their second ends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

import numpy as np

from ..contract import ModelError, value_of
from ..contract.errors import unknown
from ..model import Connection, Point
from ..results import Trajectory
from .elastic_parts import frame_shapes
from .parts import DRAWN_ROUNDING, Arrow

MOST_LOADED = 60
"""Connections whose loads are in a page without being asked for."""


def arrows_of_run(run: Trajectory, shown: Iterable[str]) -> Iterator[Arrow]:
    """Arrows of the connections named, and, where it costs little, of all others for a reader to ask for."""
    named = list(shown)
    for name in named:
        yield from load_arrows_of(run, name)
    if len(run) > run.provider.few_rows:
        return
    others = (name for name in run.model.connections if name not in named and _is_loaded(run, name))
    for name in islice(others, MOST_LOADED):
        yield from load_arrows_of(run, name, False)


def load_arrows_of(run: Trajectory, name: str, shown: bool = True) -> list[Arrow]:
    """Force and moment of a connection on its second end, in the world."""
    connection = _joined(run, name)
    second = _points(connection)[1]
    place = np.asarray(value_of(second.X.p), dtype=float)
    if f"{name}.moment" not in run.channel_table:
        pairs = [("force", _along_line(run, connection))]
    else:
        load = run.load(name, axes="world")
        pairs = [("force", load.force), ("moment", load.moment)]
    # A hinge that turns freely passes on no moment but rounding: less than its force has on any arm of the model.
    least = {"force": 0.0, "moment": DRAWN_ROUNDING * _arm(run) * float(np.abs(pairs[0][1]).max(initial=0.0))}
    return [
        Arrow(name, second.body.name, value, place, kind, run.t, shown, frame_shapes(second))  # type: ignore[arg-type]
        for kind, value in pairs
        if np.abs(value).max(initial=0.0) > least[kind]
    ]


def _arm(run: Trajectory) -> float:
    """The longest distance of an end from the frame of its body."""
    ends = [end for connection in run.model.connections.values() for end in _points(connection)]
    return max((float(np.linalg.norm(np.asarray(value_of(end.X.p), dtype=float))) for end in ends), default=0.0)


def _is_loaded(run: Trajectory, name: str) -> bool:
    """Whether there is a load between two bodies: a wrench, or a force along the line between its ends."""
    connection, table = run.model.connections[name], run.channel_table
    if len(_points(connection)) != 2:
        return False
    if f"{name}.moment" in table:
        return True
    measure = table.get(f"{name}.measure")
    return measure is not None and measure.shape == () and measure.unit == "m" and f"{name}.force" in table


def _along_line(run: Trajectory, connection: Connection) -> np.ndarray:
    """The force of a law on a distance, which acts on the second end away from the first."""
    if not _is_loaded(run, connection.name):
        raise ModelError(f"loads: {connection.name!r} acts neither as a wrench nor along the line between its ends.")
    first, second = (_places(run, end) for end in _points(connection))
    across = second - first
    length = np.linalg.norm(across, axis=1, keepdims=True)
    direction = np.divide(across, length, out=np.zeros_like(across), where=length > 0.0)
    return np.asarray(run[f"{connection.name}.force"])[:, None] * direction


def _places(run: Trajectory, end: Point) -> np.ndarray:
    """Where an end is over time (n × 3)."""
    place = np.asarray(value_of(end.X.p), dtype=float)
    if end.body.is_ground:
        return np.tile(place, (len(run), 1))
    R, p = run.pose(end.body.name)
    shapes = frame_shapes(end)
    if shapes is None or end.body.elastic is None:
        return np.asarray(p + R @ place)
    e = run.channels(*(f"{end.body.name}.{own}" for own in end.body.elastic.data.coordinates))
    moved = place + np.column_stack(list(e.values())) @ np.transpose(shapes["Phi"])
    return np.asarray(p + np.einsum("nij,nj->ni", R, moved))


def _points(connection: Connection) -> list[Point]:
    return [end for end in connection.ends if isinstance(end, Point)]


def _joined(run: Trajectory, name: str) -> Connection:
    connections = run.model.connections
    if name not in connections:
        raise ModelError(f"loads: {unknown('connection', name, connections)}")
    if len(_points(connections[name])) < 2:
        raise ModelError(f"loads: {name!r} does not join two bodies, so there is no load between them.")
    return connections[name]
