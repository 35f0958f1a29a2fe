"""`picture` and `animate`: a mechanism on paper, drawn without a display."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from io import StringIO
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
from scipy.spatial.transform import Rotation

from ..contract import ModelError, value_of
from ..model import Model, Point
from ..results import Trajectory
from .body_shapes import ends_on_bodies, looks_of, model_room
from .deformed import DeformedBody, deformed_bodies
from .figures import new_figure, save
from .palette import COLORS, GROUND, INK, TRACE
from .parts import Poses, Trace
from .primitives import facets_of
from .run_scene import smooth
from .surface_looks import Room
from .symbols import how_drawn

LIGHT_DIRECTION = np.array([0.35, -0.6, 0.72])
PICTURE_INCHES = 5.0
"""Inches of a picture."""
FRAMES = 60
LINES = ("spring", "damper", "spring-damper", "actuator", "muscle", "constraint", "line")
"""Connections drawn between their ends."""
NOT_HELD = ("free", "joint", "plane", "contact", "guide", "mark", "load", "none")
"""Connections that need no place on the ground to be seen."""
SUPPORT = ((0.0, 0.0), (-0.6, -1.0), (0.6, -1.0), (0.0, 0.0), (-1.0, -1.0), (1.0, -1.0))
"""Corners of the symbol of a support: a triangle below its point, and the line it stands on."""


@dataclass(frozen=True, eq=False)
class Camera:
    """Looks at the world from an `azimuth` (about z) and an `elevation`, in degrees, without perspective."""

    azimuth: float = -70.0
    elevation: float = 18.0

    @property
    def rows(self) -> np.ndarray:
        """Directions to the right, up, and to the eye."""
        a, e = np.radians([self.azimuth, self.elevation])
        back = np.array([np.cos(e) * np.cos(a), np.cos(e) * np.sin(a), np.sin(e)])
        right = np.array([-np.sin(a), np.cos(a), 0.0])
        return np.stack([right, np.cross(back, right), back])


@dataclass(frozen=True, eq=False)
class Paper:
    """A run ready to be drawn: pieces of bodies, lines of connections, poses over time (n × bodies …)."""

    pieces: Sequence[list[np.ndarray]]
    sheets: Sequence[list[np.ndarray]]
    """Planes that bodies touch others with."""
    wires: Sequence[list[np.ndarray]]
    lines: Sequence[tuple[str, list[tuple[int, Point]]]]
    R: np.ndarray
    p: np.ndarray
    paths: Sequence[np.ndarray]
    camera: Camera
    deformed: Mapping[int, DeformedBody] = field(default_factory=dict)
    """Modal bodies by number."""
    supports: np.ndarray = field(default_factory=lambda: np.zeros((0, 3)))
    """Points of the ground that bodies hang on (n × 3), on paper."""

    def pieces_at(self, k: int, body: int) -> list[np.ndarray]:
        """Pieces of a body in its own frame, at one of the times."""
        own = self.deformed[body].pieces(k) if body in self.deformed else []
        return own or self.pieces[body]

    def end(self, k: int, body: int, end: Point) -> np.ndarray:
        """Where an end of a connection stands on paper."""
        place = np.asarray(value_of(end.X.p), dtype=float)
        moved = place + self.deformed[body].shift(end, k) if body in self.deformed else place
        return np.asarray(self.place(k, body, moved[None])[0])

    def place(self, k: int, body: int, points: np.ndarray) -> np.ndarray:
        """Points of a body on paper: right, up, and towards the eye."""
        return (points @ self.R[k, body].T + self.p[k, body]) @ self.camera.rows.T


def picture(
    run: Trajectory,
    path: str | PathLike[str],
    *,
    t: float | None = None,
    traces: Iterable[Trace] = (),
    ghosts: int = 3,
    azimuth: float = -70.0,
    elevation: float = 18.0,
    exaggerate: float = 1.0,
) -> Path:
    """A picture (png, svg, pdf) of a run at time `t` (its end unless given); returns where it is.

    `ghosts` earlier configurations are drawn faintly, and the paths of `traces`. Elastic bodies are drawn deformed, so
    many times as far as they are as `exaggerate` says.
    """
    paper = on_paper(run, list(traces), Camera(azimuth, elevation), exaggerate)
    times = smooth(run).t
    if t is not None and not times[0] <= t <= times[-1]:
        raise ModelError(f"picture: t = {t:g} is not in the run, {times[0]:g} to {times[-1]:g}.")
    last = len(times) - 1 if t is None else int(np.argmin(np.abs(times - t)))
    save(paper_figure(paper, run.model.name, last, ghosts), path, "picture")
    return Path(path)


def run_svg(run: Trajectory) -> str:
    """A run where it ends as the text of a small SVG."""
    figure, text = paper_figure(on_paper(run, [], Camera()), ""), StringIO()
    figure.savefig(text, format="svg", bbox_inches="tight")
    return text.getvalue()


def paper_figure(paper: Paper, title: str, last: int = -1, ghosts: int = 0) -> Any:
    """A matplotlib figure of one configuration, with earlier ones behind it."""
    last = last % len(paper.p)
    figure, axes = _sheet(paper, title)
    for k in np.linspace(0, last, ghosts + 2).astype(int)[1:-1] if last else ():
        _draw(axes, paper, int(k), 0.16)
    _draw(axes, paper, last, 1.0)
    return figure


def animate(
    run: Trajectory,
    path: str | PathLike[str],
    *,
    traces: Iterable[Trace] = (),
    frames: int = FRAMES,
    fps: int = 20,
    azimuth: float = -70.0,
    elevation: float = 18.0,
    exaggerate: float = 1.0,
) -> Path:
    """An animation (gif; mp4 where ffmpeg is installed) of a run; returns where it is."""
    paper = on_paper(run, list(traces), Camera(azimuth, elevation), exaggerate)
    figure, axes = _sheet(paper, run.model.name)
    writer = _writer(Path(path), fps)
    times = smooth(run).t
    try:
        with writer.saving(figure, str(path), 80):
            for t in np.linspace(times[0], times[-1], frames):
                for drawn in list(axes.collections):
                    drawn.remove()
                _draw(axes, paper, int(np.argmin(np.abs(times - t))), 1.0)
                writer.grab_frame()
    except OSError as error:
        raise ModelError(f"animate: {path} cannot be written: {error}.") from error
    return Path(path)


def on_paper(run: Trajectory, traces: Sequence[Trace], camera: Camera, exaggerate: float = 1.0) -> Paper:
    """What is drawn of a run; body 0 is the ground."""
    shown = smooth(run)
    model, names = run.model, list(run.model.bodies)
    n = len(shown.t)
    R, p = np.tile(np.eye(3), (n, len(names) + 1, 1, 1)), np.zeros((n, len(names) + 1, 3))
    for k, name in enumerate(names, start=1):
        R[:, k], p[:, k] = shown.pose(name)
    return _paper(model, R, p, traces, camera, deformed_bodies(shown, names, exaggerate))


def poses_on_paper(model: Model, poses: Poses, camera: Camera) -> Paper:
    """What is drawn of poses that are not a run; elastic bodies are drawn as they were made."""
    columns = [poses.bodies.index(name) for name in model.bodies]
    n, turns = len(poses), np.asarray(poses.quaternions)[:, columns]
    own = Rotation.from_quat(turns.reshape(-1, 4), scalar_first=True).as_matrix().reshape(n, -1, 3, 3)
    R = np.concatenate([np.tile(np.eye(3), (n, 1, 1, 1)), own], axis=1)
    p = np.concatenate([np.zeros((n, 1, 3)), np.asarray(poses.positions)[:, columns]], axis=1)
    return _paper(model, R, p, (), camera, {})


def _paper(
    model: Model,
    R: np.ndarray,
    p: np.ndarray,
    traces: Sequence[Trace],
    camera: Camera,
    deformed: Mapping[int, DeformedBody],
) -> Paper:
    names = list(model.bodies)
    size = float(np.ptp(p.reshape(-1, 3), axis=0).max()) or 1.0
    pieces, sheets, wires = _bodies(model, model_room(model, p[:, 1:]), 0.03 * size)
    numbers = {name: k for k, name in enumerate(names, start=1)} | {model.ground.name: 0}
    paths = []
    for trace in traces:
        if trace.body not in numbers:
            raise ModelError(f"trace {trace.name!r}: there is no body {trace.body!r}.")
        k = numbers[trace.body]
        paths.append((np.einsum("tij,j->ti", R[:, k], np.asarray(trace.point, float)) + p[:, k]) @ camera.rows.T)
    supports = _ground_points(model) @ camera.rows.T
    return Paper(pieces, sheets, wires, _lines(model, numbers), R, p, paths, camera, deformed, supports)


def _ground_points(model: Model) -> np.ndarray:
    """Where joints, constraints and forces hold on to the ground (n × 3), each place once."""
    held = [c for c in model.connections.values() if how_drawn(c)[0] not in NOT_HELD]
    ends = [end for c in held for end in c.ends if isinstance(end, Point) and end.body.is_ground]
    places = np.array([np.asarray(value_of(end.X.p), dtype=float) for end in ends]).reshape(-1, 3)
    return np.unique(places.round(9), axis=0)


def _bodies(model: Model, room: Room, point_size: float) -> tuple[list[list[np.ndarray]], ...]:
    """Polygons of shapes, of planes, and lines of bodies without a shape; the ground comes first."""
    pieces: list[list[np.ndarray]] = []
    sheets: list[list[np.ndarray]] = []
    wires: list[list[np.ndarray]] = []
    for body, ends in ends_on_bodies(model).items():
        looks = looks_of(body, ends, room)
        for found, is_sheet in ((pieces, False), (sheets, True)):
            own = [look for look in looks if (look["kind"] == "sheet") == is_sheet]
            found.append([piece for look in own for piece in facets_of(look, point_size)])
        framed = [(np.asarray(look["points"]), look["segments"]) for look in looks if look["kind"] == "wire"]
        wires.append([corners[list(segment)] for corners, segments in framed for segment in segments])
    return pieces, sheets, wires


def _lines(model: Model, numbers: dict[str, int]) -> list[tuple[str, list[tuple[int, Point]]]]:
    """Forces and constraints between points, as lines."""
    found: list[tuple[str, list[tuple[int, Point]]]] = []
    for connection in model.connections.values():
        drawn, _ = how_drawn(connection)
        ends = [end for end in connection.ends if isinstance(end, Point)]
        if drawn in LINES and len(ends) > 1:
            found.append((drawn, [(numbers[end.body.name], end) for end in ends]))
    return found


def _sheet(paper: Paper, title: str) -> tuple[Any, Any]:
    """An empty figure that has room for the whole motion."""
    points = [np.zeros((1, 3)), paper.supports, *paper.paths]
    for k in np.linspace(0, len(paper.p) - 1, 40).astype(int):
        for body in range(len(paper.pieces)):
            corners = [*paper.pieces_at(int(k), body), *paper.wires[body]]
            if corners:
                points.append(paper.place(int(k), body, np.concatenate(corners)))
    every = np.concatenate(points)[:, :2]
    low, high = every.min(axis=0), every.max(axis=0)
    room = 0.06 * float((high - low).max()) or 0.1
    width, height = high - low + 2 * room
    scale = PICTURE_INCHES / max(width, height)
    figure = new_figure("picture", figsize=(max(width * scale, 2.5), max(height * scale, 2.0) + 0.3))
    axes = figure.subplots()
    axes.set_axis_off()
    axes.set(xlim=(low[0] - room, high[0] + room), ylim=(low[1] - room, high[1] + room), aspect="equal")
    axes.set_title(title, color=INK, fontsize=11)
    for trace in paper.paths:
        axes.plot(trace[:, 0], trace[:, 1], color=TRACE, linewidth=0.9, zorder=1)
    if len(paper.supports):
        support = {"marker": _support(), "markersize": 15, "linestyle": "none", "markeredgewidth": 1.2}
        x, y, _ = paper.supports.T
        axes.plot(x, y, color=GROUND, markeredgecolor=INK, fillstyle="none", zorder=5, **support)
    return figure, axes


def _support() -> Any:
    from matplotlib.path import Path as Outline

    steps = [Outline.MOVETO, *[Outline.LINETO] * 3, Outline.MOVETO, Outline.LINETO]
    return Outline(SUPPORT, steps)


def _draw(axes: Any, paper: Paper, k: int, alpha: float) -> None:
    from matplotlib.collections import LineCollection, PolyCollection
    from matplotlib.colors import to_rgb

    polygons, depths, colors, lines = [], [], [], []
    for body in range(len(paper.pieces)):
        base = np.array(to_rgb(COLORS[(body - 1) % len(COLORS)] if body else GROUND))
        for piece in paper.pieces_at(k, body):
            corners = paper.place(k, body, piece)
            polygons.append(corners[:, :2])
            depths.append(corners[:, 2].mean())
            colors.append((*(_lit(corners, paper.camera) * base), alpha))
        lines += [paper.place(k, body, wire)[:, :2] for wire in paper.wires[body]]
    planes = [paper.place(k, b, sheet)[:, :2] for b, sheets in enumerate(paper.sheets) for sheet in sheets]
    if planes and alpha == 1.0:
        axes.add_collection(PolyCollection(planes, facecolors=GROUND, edgecolors=GROUND, alpha=0.25, zorder=2))
    order = np.argsort(depths)
    if len(order):
        shaded = [colors[j] for j in order]
        axes.add_collection(
            PolyCollection([polygons[j] for j in order], facecolors=shaded, edgecolors="none", zorder=3)
        )
    if lines:
        axes.add_collection(LineCollection(lines, colors=INK, linewidths=2.2, alpha=alpha, zorder=3))
    springs = [_line(paper, k, kind, ends) for kind, ends in paper.lines]
    if springs:
        axes.add_collection(LineCollection(springs, colors=INK, linewidths=1.1, alpha=alpha, zorder=4))


def _lit(corners: np.ndarray, camera: Camera) -> float:
    """How bright a piece is: by the angle between it and the light."""
    normal = np.cross(corners[1] - corners[0], corners[2] - corners[0])
    size = float(np.linalg.norm(normal))
    light = camera.rows @ LIGHT_DIRECTION
    return 0.55 + 0.45 * abs(float(normal @ light)) / (size * float(np.linalg.norm(light))) if size else 0.6


def _line(paper: Paper, k: int, kind: str, ends: list[tuple[int, Point]]) -> np.ndarray:
    """The line of a connection on paper; springs are zigzags."""
    points = np.array([paper.end(k, body, end)[:2] for body, end in ends])
    if not kind.startswith("spring") or len(points) != 2:
        return points
    along = points[1] - points[0]
    across = 0.035 * np.array([-along[1], along[0]])
    steps = np.concatenate([[0.0], np.linspace(0.15, 0.85, 15), [1.0]])
    sides = np.concatenate([[0.0, 0.0], np.tile([1.0, -1.0], 7)[:13], [0.0, 0.0]])
    return points[0] + steps[:, None] * along + sides[:, None] * across


def _writer(path: Path, fps: int) -> Any:
    from matplotlib.animation import FFMpegWriter, PillowWriter

    if path.suffix == ".gif":
        return PillowWriter(fps=fps)
    if path.suffix == ".mp4" and FFMpegWriter.isAvailable():
        return FFMpegWriter(fps=fps)
    why = "there is no ffmpeg here; write a .gif" if path.suffix == ".mp4" else "choose .gif or .mp4"
    raise ModelError(f"animate: {path}: {why}.")
