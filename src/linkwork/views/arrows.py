"""Arrows of the loads in a model: what each `Load` gives at the poses shown."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from scipy.spatial.transform import Rotation

from ..contract import Load, value_of
from ..contract.derived.relative import relative_symbols
from ..expr import symbols
from ..model import Connection, Model, Point
from ..spatial import Relative
from .elastic_parts import frame_shapes
from .parts import Arrow, Poses
from .symbols import symbols_in

ARROW_SAMPLES = 1000
"""Times at which a load is evaluated, at most."""


def load_arrows(model: Model, poses: Poses) -> Iterator[Arrow]:
    """Force and moment of every load that does not depend on velocities, which poses do not tell."""
    count = len(poses)
    samples = np.unique(np.linspace(0, count - 1, min(count, ARROW_SAMPLES)).round().astype(int))
    for connection in model.connections.values():
        if isinstance(connection.element, Load) and not _needs_velocity(connection.element):
            yield from _arrows_of(connection, connection.element, poses, samples)


def _needs_velocity(load: Load) -> bool:
    rel, velocities = relative_symbols()
    moment, force = load.wrench(rel, symbols("t"))
    return bool(symbols_in([*moment, *force]) & symbols_in(velocities))


def _arrows_of(connection: Connection, load: Load, poses: Poses, samples: np.ndarray) -> Iterator[Arrow]:
    (end,) = connection.ends
    assert isinstance(end, Point)
    body = poses.bodies.index(end.body.name)
    R_WB = Rotation.from_quat(poses.quaternions[samples, body], scalar_first=True).as_matrix()
    R = R_WB @ np.asarray(value_of(end.X.R), dtype=float)
    place = np.asarray(value_of(end.X.p), dtype=float)
    p = poses.positions[samples, body] + R_WB @ place
    wrenches = np.array([_wrench(load, *row) for row in zip(R, p, poses.times[samples], strict=True)])
    for kind, values in (("moment", wrenches[:, 0]), ("force", wrenches[:, 1])):
        if np.any(values):
            times = poses.times[samples]
            where = {"times": times, "shapes": frame_shapes(end)}
            yield Arrow(connection.name, end.body.name, values, place, kind, **where)  # type: ignore[arg-type]


def _wrench(load: Load, R: np.ndarray, p: np.ndarray, t: float) -> list[np.ndarray]:
    found = load.wrench(Relative(R, p, np.zeros(3), np.zeros(3)), float(t))
    turned = R if load.axes == "body" else np.eye(3)
    return [turned @ np.asarray(value_of(part), dtype=float) for part in found]
