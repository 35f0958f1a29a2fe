"""`scene_of_model`: a scene document from a model, the poses of its bodies, and whatever else is to be seen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from scipy.spatial.transform import Rotation

from ..contract import ModelError, value_of
from ..contract.errors import unknown
from ..model import Connection, Model, Point
from .arrows import load_arrows
from .base64_array import packed
from .body_shapes import body_part, ends_on_bodies
from .closed_connections import gap_of
from .parts import Arrow, Mode, Poses, Series, Trace
from .scene import (
    SCENE_FORMAT,
    VERSION,
    ArrowPart,
    BodyPart,
    ChannelPart,
    ConnectionPart,
    EndPart,
    GhostPart,
    ModePart,
    PanelPart,
    PosesPart,
    RatesPart,
    Scene,
)
from .symbols import free_length, how_drawn
from .thinning import kept_poses, kept_values

THINNING_TOLERANCE = 5e-4
"""Part of the model's size by which a thinned motion may be off: half a pixel on a picture of a thousand."""
BUDGET = 3_000_000
"""Bytes of packed poses above which the tolerance is raised."""
CHANNEL_TOLERANCE = 5e-4
"""Part of a channel's range by which its thinned curve may be off."""
CHANNEL_SAMPLES, FEWEST, ALL_SAMPLES = 20_000, 500, 150_000
"""Samples of one channel above which its tolerance is raised; where there are many, they share `ALL_SAMPLES`."""
RATE_SAMPLES = 30_000
"""Samples of velocities that all bodies share."""


def scene_of_model(
    model: Model,
    poses: Poses,
    *,
    channels: Iterable[Series] = (),
    traces: Iterable[Trace] = (),
    arrows: Iterable[Arrow] = (),
    modes: Iterable[Mode] = (),
    ghost: Poses | None = None,
    ghost_label: str = "equilibrium",
    panels: Mapping[str, Any] | None = None,
) -> Scene:
    """The scene document of a model in motion, or at one configuration.

    Poses and channels are thinned so that nothing visible is lost. `ghost` is a second configuration (its first pose is
    taken); `panels` are texts by title: a report, a certificate, equations. Loads of the model become arrows unless
    `arrows` has one of their name.
    """
    bodies = [body_part(body, ends) for body, ends in ends_on_bodies(model).items()]
    names = [body["name"] for body in bodies]
    given, curves = list(arrows), list(channels)
    most = min(max(ALL_SAMPLES // max(len(curves), 1), FEWEST), CHANNEL_SAMPLES)
    own = [arrow for arrow in load_arrows(model, poses) if arrow.name not in {a.name for a in given}]
    return {
        "format": SCENE_FORMAT,
        "version": VERSION,
        "name": model.name,
        "up": _up(model),
        "bodies": bodies,
        "connections": [_connection(connection, names, poses) for connection in model.connections.values()],
        "poses": _poses(bodies, poses),
        "rates": _rates(bodies, poses),
        "differences": poses.velocities is None,
        "ghost": None if ghost is None else _ghost(bodies, ghost, ghost_label),
        "channels": [_channel(channel, poses, most) for channel in curves],
        "traces": [
            {"name": t.name, "body": _number("trace", t.name, t.body, names), "point": _three(t.name, t.point)}
            for t in traces
        ],
        "arrows": [_arrow(arrow, poses, names) for arrow in (*given, *own)],
        "modes": [_mode(mode, names) for mode in modes],
        "panels": panel_parts(panels),
    }


def panel_parts(panels: Mapping[str, Any] | None) -> list[PanelPart]:
    """Texts by title as they stand in a scene."""
    return [{"title": str(title), "text": str(text)} for title, text in (panels or {}).items()]


def _up(model: Model) -> list[float]:
    """Against gravity where that is along an axis; else z."""
    if callable(model.gravity):
        return [0.0, 0.0, 1.0]
    gravity = np.asarray(value_of(model.gravity), dtype=float)
    along = np.flatnonzero(gravity)
    return [float(-np.sign(g)) for g in gravity] if len(along) == 1 else [0.0, 0.0, 1.0]


def _connection(connection: Connection, names: Sequence[str], poses: Poses) -> ConnectionPart:
    drawn, axes = how_drawn(connection)
    return {
        "name": connection.name,
        "kind": connection.element.kind,
        "drawn": drawn,
        "axes": [axis.tolist() for axis in axes],
        "ends": [_end(end, names) for end in connection.ends if isinstance(end, Point)],
        "gap": gap_of(connection, drawn, poses),
        "free": free_length(connection.element),
        "about": repr(connection.element)[:500],
    }


def _end(end: Point, names: Sequence[str]) -> EndPart:
    R, p = (np.asarray(value_of(x), dtype=float) for x in (end.X.R, end.X.p))
    turn = Rotation.from_matrix(R).as_quat(scalar_first=True)
    return {"body": names.index(end.body.name), "position": p.tolist(), "quaternion": turn.tolist()}


def _all_bodies(bodies: Sequence[BodyPart], poses: Poses) -> tuple[np.ndarray, np.ndarray]:
    """Positions and quaternions in the order of the scene, the ground included."""
    n = len(poses)
    p, e = np.zeros((n, len(bodies), 3)), np.zeros((n, len(bodies), 4))
    e[:, 0, 0] = 1.0
    for k, body in enumerate(bodies[1:], start=1):
        if body["name"] not in poses.bodies:
            raise ModelError(f"poses: body {body['name']!r} is missing; give a pose for every body of the model.")
        column = poses.bodies.index(body["name"])
        p[:, k], e[:, k] = poses.positions[:, column], poses.quaternions[:, column]
    return p, e


def _poses(bodies: Sequence[BodyPart], poses: Poses) -> PosesPart:
    p, e = _all_bodies(bodies, poses)
    sizes = np.array([body["size"] for body in bodies])
    reach = p.reshape(-1, 3)
    extent = float(np.linalg.norm(reach.max(axis=0) - reach.min(axis=0))) + 2.0 * float(sizes.max())
    tolerance = THINNING_TOLERANCE * (extent or 1.0)
    keep = kept_poses(poses.times, p, e, sizes, tolerance)
    while len(keep) * len(bodies) * 7 * 4 > BUDGET and len(keep) > 2:
        tolerance *= 2.0
        keep = keep[kept_poses(poses.times[keep], p[keep], e[keep], sizes, tolerance)]
    return {
        "times": packed(poses.times[keep], double=True),
        "positions": packed(p[keep]),
        "quaternions": packed(e[keep]),
        "given": len(poses),
        "tolerance": tolerance,
    }


def _rates(bodies: Sequence[BodyPart], poses: Poses) -> list[RatesPart]:
    """Velocities of all bodies, thinned each by itself: parts of the largest velocity and angular velocity."""
    if len(poses) < 2:
        return []
    v, w = poses.rates()
    sizes = [max(float(np.abs(x).max(initial=0.0)), 1e-300) for x in (w, v)]
    most = min(max(RATE_SAMPLES // len(bodies), FEWEST), CHANNEL_SAMPLES)
    found = []
    for body in bodies:
        column = poses.bodies.index(body["name"]) if body["name"] in poses.bodies else None
        parts = [np.zeros((len(poses), 3)) if column is None else x[:, column] for x in (w, v)]
        scaled = np.hstack([part / size for part, size in zip(parts, sizes, strict=True)])
        keep = _kept(poses.times, scaled, most)
        found.append(RatesPart(times=packed(poses.times[keep], double=True), values=packed(np.hstack(parts)[keep])))
    return found


def _ghost(bodies: Sequence[BodyPart], ghost: Poses, label: str) -> GhostPart:
    p, e = _all_bodies(bodies, ghost)
    return {"label": label, "positions": packed(p[0]), "quaternions": packed(e[0])}


def _channel(channel: Series, poses: Poses, most: int) -> ChannelPart:
    times, values = _curve("channel", channel.name, channel.times, channel.values, poses, ())
    keep = _kept(times, values, most)
    return {
        "name": channel.name,
        "unit": channel.unit,
        "times": packed(times[keep], double=True),
        "values": packed(values[keep]),
    }


def _arrow(arrow: Arrow, poses: Poses, names: Sequence[str]) -> ArrowPart:
    times, values = _curve("arrow", arrow.name, arrow.times, arrow.values, poses, (3,))
    keep = _kept(times, values, CHANNEL_SAMPLES)
    return {
        "name": arrow.name,
        "kind": arrow.kind,
        "body": _number("arrow", arrow.name, arrow.body, names),
        "point": _three(arrow.name, arrow.point),
        "times": packed(times[keep], double=True),
        "values": packed(values[keep]),
    }


def _kept(times: np.ndarray, values: np.ndarray, most: int) -> np.ndarray:
    finite = values[np.isfinite(values)]
    # Halved first: the range of the largest numbers there are would be infinite.
    span = 2.0 * (0.5 * float(finite.max()) - 0.5 * float(finite.min())) if finite.size else 0.0
    tolerance = CHANNEL_TOLERANCE * min(span, 1e300)
    keep = kept_values(times, values, tolerance)
    while len(keep) > most and tolerance < span:
        tolerance *= 2.0
        keep = keep[kept_values(times[keep], values[keep], tolerance)]
    return keep


def _curve(
    what: str, name: str, times: Any, values: Any, poses: Poses, tail: tuple[int, ...]
) -> tuple[np.ndarray, np.ndarray]:
    found = poses.times if times is None else np.asarray(times, dtype=float)
    curve = np.asarray(values, dtype=float)
    if found.ndim != 1 or curve.shape != (len(found), *tail):
        raise ModelError(
            f"{what} {name!r}: values have shape {curve.shape}; for {found.size} times they need {(found.size, *tail)}."
        )
    if not np.isfinite(found).all() or np.any(np.diff(found) <= 0.0):
        raise ModelError(f"{what} {name!r}: its times must be finite and rise.")
    return found, curve


def _mode(mode: Mode, names: Sequence[str]) -> ModePart:
    tables = []
    for given in (mode.displacements, mode.turns):
        table = np.zeros((len(names), 3), dtype=complex)
        for body, vector in given.items():
            table[_number("mode", mode.name, body, names)] = vector
        tables.append((packed(table.real), packed(table.imag)))
    return {
        "name": mode.name,
        "frequency": _number_or_none(mode.frequency),
        "damping": _number_or_none(mode.damping),
        "displacements": tables[0],
        "turns": tables[1],
    }


def _number_or_none(value: float | None) -> float | None:
    return float(value) if value is not None and np.isfinite(value) else None


def _number(what: str, name: str, body: str, names: Sequence[str]) -> int:
    if body not in names:
        raise ModelError(f"{what} {name!r}: {unknown('body', body, names)}")
    return names.index(body)


def _three(name: str, point: Any) -> list[float]:
    found = np.asarray(point, dtype=float)
    if found.shape != (3,) or not np.isfinite(found).all():
        raise ModelError(f"{name!r}: point = {point!r} is not three finite numbers.")
    return [float(x) for x in found]
