"""`scene_of_model`: a scene document from a model, the poses of its bodies, and whatever else is to be seen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from scipy.spatial.transform import Rotation

from ..contract import ModelError, value_of
from ..contract.errors import unknown
from ..model import Connection, Model, Point
from ..results import Certificate
from .arrows import load_arrows
from .base64_array import packed
from .body_shapes import body_part, ends_on_bodies, looks_of, model_room
from .closed_connections import gap_of
from .contact_parts import mark_parts, touching_parts
from .elastic_parts import deformation_parts, elastic_shape, frame_shapes, section_of, strand_parts
from .extents import SampledMotion, box_around, travel_of
from .parts import DRAWN_ROUNDING, Arrow, Deformation, Lit, Mode, Poses, Series, TimeMark, TouchingPoint, Trace
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
from .symbols import free_length, how_drawn, obstacles_of
from .thinning import kept_curve, kept_poses

THINNING_TOLERANCE = 5e-4
"""Part of the model's size by which a thinned motion may be off: half a pixel on a picture of a thousand."""
BUDGET = 3_000_000
"""Bytes of packed poses above which the tolerance is raised."""
CHANNEL_SAMPLES, FEWEST, ALL_SAMPLES = 20_000, 500, 150_000
"""Samples of one channel above which its tolerance is raised; where there are many, they share `ALL_SAMPLES`."""
SPARE_BYTES, SPARE_FEWEST = 260_000, 80
"""What all channels take that nobody asked for, and again all arrows; samples that each of these has at least."""
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
    touching: Iterable[TouchingPoint] = (),
    happened: Iterable[TimeMark] = (),
    ghost: Poses | None = None,
    ghost_label: str = "equilibrium",
    panels: Mapping[str, Any] | None = None,
    plots: Iterable[str] = (),
    deformation: Iterable[Deformation] = (),
    look: Sequence[Any] | None = None,
    lit: Iterable[Lit] = (),
) -> Scene:
    """The scene document of a model in motion, or at one configuration.

    Poses and channels are thinned so that nothing visible is lost. `ghost` is a second configuration (its first pose is
    taken); `panels` are texts by title: a report, a certificate, equations. Loads of the model become arrows unless
    `arrows` has one of their name. `touching` are points where bodies touch, `happened` marks on the time line, `plots`
    names of channels that are plotted to begin with, `deformation` elastic coordinates of modal bodies. `look` is
    azimuth and elevation (degrees), then the body that a page follows, if any; `lit` are bodies lit up by a channel.
    """
    room = model_room(model, poses.positions)
    looks = {body: (ends, looks_of(body, ends, room)) for body, ends in ends_on_bodies(model).items()}
    bodies = [body_part(body, ends, own) for body, (ends, own) in looks.items()]
    names = [body["name"] for body in bodies]
    motions = [SampledMotion(*_all_bodies(bodies, each)) for each in (poses, *([] if ghost is None else [ghost]))]
    connections = [_connection(c, names, poses, motions[0]) for c in model.connections.values()]
    given, curves = list(arrows), list(channels)
    own = [arrow for arrow in load_arrows(model, poses) if arrow.name not in {a.name for a in given}]
    thin = _Thinning(curves, [*given, *own], room.reach)
    found: Scene = {
        "format": SCENE_FORMAT,
        "version": VERSION,
        "name": model.name,
        "up": _up(model),
        "extents": box_around([own for _, own in looks.values()], connections, motions),
        "bodies": bodies,
        "connections": connections,
        "poses": _poses(bodies, poses),
        "rates": _rates(bodies, poses),
        "differences": poses.velocities is None,
        "ghost": None if ghost is None else _ghost(bodies, ghost, ghost_label),
        "channels": [_channel(one, name, poses, thin) for one, name in zip(curves, _unique(curves), strict=True)],
        "traces": [
            {"name": t.name, "body": _number("trace", t.name, t.body, names), "point": _three(t.name, t.point)}
            for t in traces
        ],
        "arrows": [_arrow(arrow, poses, names, thin) for arrow in (*given, *own)],
        "modes": [_mode(mode, names, model) for mode in modes],
        "panels": panel_parts(panels),
        "touching": touching_parts(touching, [*model.connections]),
        "happened": mark_parts(happened),
        "floor": callable(model.gravity) or bool(np.any(np.asarray(value_of(model.gravity), dtype=float))),
        "plots": [*plots],
        "lit": [
            {
                "body": _number("lit", x.channel, x.body, names),
                "channel": x.channel,
                "range": [float(y) for y in x.span],
            }
            for x in lit
        ],
        "strands": strand_parts(model, [channel.name for channel in curves], lambda end: _end(end, names)),
        "deformation": deformation_parts(model, deformation, poses.times),
    }
    if look is not None:
        found["look"], found["followed"] = _look(look, names)
    return found


def panel_parts(panels: Mapping[str, Any] | None) -> list[PanelPart]:
    """Texts by title as they stand in a scene; certificates with their verdicts and rows."""
    return [_panel(str(title), given) for title, given in (panels or {}).items()]


def _panel(title: str, given: Any) -> PanelPart:
    found: PanelPart = {"title": title, "text": str(given)}
    if isinstance(given, Certificate):
        found["verdict"] = {"level": given.verdict.level, "reasons": [*given.verdict.reasons]}
        found["rows"] = [[label, said] for label, said in given.table]
    return found


def _up(model: Model) -> list[float]:
    """Against gravity where that is along an axis; else z."""
    if callable(model.gravity):
        return [0.0, 0.0, 1.0]
    gravity = np.asarray(value_of(model.gravity), dtype=float)
    along = np.flatnonzero(gravity)
    return [float(-np.sign(g)) for g in gravity] if len(along) == 1 else [0.0, 0.0, 1.0]


def _connection(connection: Connection, names: Sequence[str], poses: Poses, motion: SampledMotion) -> ConnectionPart:
    # Elements of beams are drawn as parts of their strands.
    drawn, axes = how_drawn(connection) if section_of(connection) is None else ("none", [])
    ends = [_end(end, names) for end in connection.ends if isinstance(end, Point)]
    found: ConnectionPart = {
        "name": connection.name,
        "kind": connection.element.kind,
        "drawn": drawn,
        "axes": [axis.tolist() for axis in axes],
        "ends": ends,
        "gap": gap_of(connection, drawn, poses),
        "free": free_length(connection.element),
        "about": repr(connection.element)[:500],
        "travel": travel_of(ends, axes, motion),
    }
    over = obstacles_of(connection.element, len(ends))
    return {**found, "over": over} if over else found


def _end(end: Point, names: Sequence[str]) -> EndPart:
    R, p = (np.asarray(value_of(x), dtype=float) for x in (end.X.R, end.X.p))
    turn = Rotation.from_matrix(R).as_quat(scalar_first=True)
    found: EndPart = {"body": names.index(end.body.name), "position": p.tolist(), "quaternion": turn.tolist()}
    shapes = frame_shapes(end)
    return found if shapes is None else {**found, "elastic": shapes}


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
        keep = kept_curve(poses.times, scaled, most)
        found.append(RatesPart(times=packed(poses.times[keep], double=True), values=packed(np.hstack(parts)[keep])))
    return found


def _ghost(bodies: Sequence[BodyPart], ghost: Poses, label: str) -> GhostPart:
    p, e = _all_bodies(bodies, ghost)
    return {"label": label, "positions": packed(p[0]), "quaternions": packed(e[0])}


class _Thinning:
    """How far channels and arrows are thinned: how many samples each may have, and what is rounding in it."""

    def __init__(self, channels: Sequence[Series], arrows: Sequence[Arrow], reach: float) -> None:
        fine, spare = (sum(one.spare is kind for one in channels) for kind in (False, True))
        self.most = min(max(ALL_SAMPLES // max(fine, 1), FEWEST), CHANNEL_SAMPLES)
        self.spare_bytes = SPARE_BYTES / max(spare, 1)
        self.arrow_bytes = SPARE_BYTES / max(sum(not arrow.shown for arrow in arrows), 1)
        self.scales: dict[str, float] = {}
        for unit, values in [*((c.unit, c.values) for c in channels), *((_UNITS[a.kind], a.values) for a in arrows)]:
            self.scales[unit] = max(self.scales.get(unit, 0.0), _largest(values))
        # A moment is rounding where forces of the model have longer arms.
        self.scales["N·m"] = max(self.scales.get("N·m", 0.0), reach * self.scales.get("N", 0.0))

    def channel(self, channel: Series, times: np.ndarray, values: np.ndarray) -> np.ndarray:
        """Samples of a channel to keep."""
        room = _samples(self.spare_bytes, max(len(channel.components), 1)) if channel.spare else self.most
        return kept_curve(times, values, room, DRAWN_ROUNDING * self.scales[channel.unit])

    def arrow(self, arrow: Arrow, times: np.ndarray, values: np.ndarray) -> np.ndarray:
        """Samples of an arrow to keep."""
        room = CHANNEL_SAMPLES if arrow.shown else _samples(self.arrow_bytes, 3)
        return kept_curve(times, values, room, DRAWN_ROUNDING * self.scales[_UNITS[arrow.kind]])


_UNITS = {"force": "N", "moment": "N·m"}


def _samples(room: float, numbers: int) -> int:
    """How many samples fit into so many bytes, with a time of eight and so many numbers of four."""
    return max(int(room / (8 + 4 * numbers)), SPARE_FEWEST)


def _largest(values: Any) -> float:
    found = np.abs(np.asarray(values, dtype=float))
    return float(found[np.isfinite(found)].max(initial=0.0))


def _unique(channels: Sequence[Series]) -> list[str]:
    """Names by which channels are distinguished: their own, with a number where one is there already."""
    found: dict[str, int] = {}
    names = []
    for channel in channels:
        found[channel.name] = found.get(channel.name, 0) + 1
        names.append(channel.name if found[channel.name] == 1 else f"{channel.name} ({found[channel.name]})")
    return names


def _channel(channel: Series, name: str, poses: Poses, thin: _Thinning) -> ChannelPart:
    tail = (len(channel.components),) if channel.components else ()
    times, values = _curve("channel", channel.name, channel.times, channel.values, poses, tail)
    keep = thin.channel(channel, times, values)
    return {
        "id": name,
        "name": channel.name,
        "components": [*channel.components],
        "unit": channel.unit,
        "group": channel.group,
        "times": packed(times[keep], double=True),
        "values": packed(values[keep]),
    }


def _arrow(arrow: Arrow, poses: Poses, names: Sequence[str], thin: _Thinning) -> ArrowPart:
    times, values = _curve("arrow", arrow.name, arrow.times, arrow.values, poses, (3,))
    keep = thin.arrow(arrow, times, values)
    found: ArrowPart = {
        "name": arrow.name,
        "kind": arrow.kind,
        "body": _number("arrow", arrow.name, arrow.body, names),
        "point": _three(arrow.name, arrow.point),
        "times": packed(times[keep], double=True),
        "values": packed(values[keep]),
        "shown": arrow.shown,
    }
    return found if arrow.shapes is None else {**found, "elastic": arrow.shapes}


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


def _mode(mode: Mode, names: Sequence[str], model: Model) -> ModePart:
    tables = []
    for given in (mode.displacements, mode.turns):
        table = np.zeros((len(names), 3), dtype=complex)
        for body, vector in given.items():
            table[_number("mode", mode.name, body, names)] = vector
        tables.append((packed(table.real), packed(table.imag)))
    e, reach = elastic_shape(model, mode.elastic)
    return {
        "name": mode.name,
        "frequency": _number_or_none(mode.frequency),
        "damping": _number_or_none(mode.damping),
        "displacements": tables[0],
        "turns": tables[1],
        "deformation": (packed(e.real), packed(e.imag)),
        "reach": reach,
    }


def _look(look: Any, names: Sequence[str]) -> tuple[list[float], list[int]]:
    """Two angles, and the body that a page follows where there is one."""
    try:
        angles = [float(angle) for angle in look[:2]]
    except (TypeError, ValueError):
        angles = []
    if len(angles) < 2 or len(look) > 3 or not np.isfinite(angles).all():
        raise ModelError(f"look = {look!r}; give azimuth and elevation in degrees, and then a body to follow, if any.")
    return angles, [_number("look", body, body, names) for body in look[2:]]


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
