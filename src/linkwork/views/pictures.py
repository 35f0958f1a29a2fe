"""`picture` and `animate`: a mechanism on paper, drawn without a display."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from ..contract import ModelError, value_of
from ..model import Model, Point
from ..results import Trajectory
from .body_shapes import ends_on_bodies, looks_of
from .figures import new_figure, save
from .palette import COLORS, GROUND, INK, TRACE
from .parts import Trace
from .primitives import facets_of
from .run_scene import smooth
from .symbols import how_drawn

LIGHT_DIRECTION = np.array([0.35, -0.6, 0.72])
PICTURE_INCHES = 5.0
"""Inches of a picture."""
FRAMES = 60
LINES = ("spring", "damper", "spring-damper", "actuator", "constraint", "line")
"""Connections drawn between their ends."""


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
    wires: Sequence[list[np.ndarray]]
    lines: Sequence[tuple[str, list[tuple[int, np.ndarray]]]]
    R: np.ndarray
    p: np.ndarray
    paths: Sequence[np.ndarray]
    camera: Camera

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
) -> Path:
    """A picture (png, svg, pdf) of a run at time `t` (its end unless given); returns where it is.

    `ghosts` earlier configurations are drawn faintly, and the paths of `traces`.
    """
    paper = on_paper(run, list(traces), Camera(azimuth, elevation))
    times = smooth(run).t
    last = len(times) - 1 if t is None else int(np.argmin(np.abs(times - t)))
    figure, axes = _sheet(paper, run.model.name)
    for k in np.linspace(0, last, ghosts + 2).astype(int)[1:-1] if last else ():
        _draw(axes, paper, int(k), 0.16)
    _draw(axes, paper, last, 1.0)
    save(figure, path, "picture")
    return Path(path)


def animate(
    run: Trajectory,
    path: str | PathLike[str],
    *,
    traces: Iterable[Trace] = (),
    frames: int = FRAMES,
    fps: int = 20,
    azimuth: float = -70.0,
    elevation: float = 18.0,
) -> Path:
    """An animation (gif; mp4 where ffmpeg is installed) of a run; returns where it is."""
    paper = on_paper(run, list(traces), Camera(azimuth, elevation))
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


def on_paper(run: Trajectory, traces: Sequence[Trace], camera: Camera) -> Paper:
    """What is drawn of a run; body 0 is the ground."""
    shown = smooth(run)
    model, names = run.model, list(run.model.bodies)
    n = len(shown.t)
    R, p = np.tile(np.eye(3), (n, len(names) + 1, 1, 1)), np.zeros((n, len(names) + 1, 3))
    for k, name in enumerate(names, start=1):
        R[:, k], p[:, k] = shown.pose(name)
    size = float(np.ptp(p.reshape(-1, 3), axis=0).max()) or 1.0
    pieces, wires = _bodies(model, 0.03 * size)
    numbers = {name: k for k, name in enumerate(names, start=1)} | {model.ground.name: 0}
    paths = []
    for trace in traces:
        if trace.body not in numbers:
            raise ModelError(f"trace {trace.name!r}: there is no body {trace.body!r}.")
        k = numbers[trace.body]
        paths.append((np.einsum("tij,j->ti", R[:, k], np.asarray(trace.point, float)) + p[:, k]) @ camera.rows.T)
    return Paper(pieces, wires, _lines(model, numbers), R, p, paths, camera)


def _bodies(model: Model, point_size: float) -> tuple[list[list[np.ndarray]], list[list[np.ndarray]]]:
    """Polygons of shapes, and lines of bodies without one; the ground comes first."""
    pieces, wires = [], []
    for body, ends in ends_on_bodies(model).items():
        looks = looks_of(body, ends)
        pieces.append([piece for look in looks for piece in facets_of(look, point_size)])
        framed = [(np.asarray(look["points"]), look["segments"]) for look in looks if look["kind"] == "wire"]
        wires.append([corners[list(segment)] for corners, segments in framed for segment in segments])
    return pieces, wires


def _lines(model: Model, numbers: dict[str, int]) -> list[tuple[str, list[tuple[int, np.ndarray]]]]:
    """Forces and constraints between points, as lines."""
    found: list[tuple[str, list[tuple[int, np.ndarray]]]] = []
    for connection in model.connections.values():
        drawn, _ = how_drawn(connection)
        ends = [end for end in connection.ends if isinstance(end, Point)]
        if drawn in LINES and len(ends) > 1:
            places = [(numbers[end.body.name], np.asarray(value_of(end.X.p), dtype=float)) for end in ends]
            found.append((drawn, places))
    return found


def _sheet(paper: Paper, title: str) -> tuple[Any, Any]:
    """An empty figure that has room for the whole motion."""
    points = [np.zeros((1, 3)), *paper.paths]
    for k in np.linspace(0, len(paper.p) - 1, 40).astype(int):
        for body, pieces in enumerate(paper.pieces):
            corners = [*pieces, *paper.wires[body]]
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
    return figure, axes


def _draw(axes: Any, paper: Paper, k: int, alpha: float) -> None:
    from matplotlib.collections import LineCollection, PolyCollection
    from matplotlib.colors import to_rgb

    polygons, depths, colors, lines = [], [], [], []
    for body, pieces in enumerate(paper.pieces):
        base = np.array(to_rgb(COLORS[(body - 1) % len(COLORS)] if body else GROUND))
        for piece in pieces:
            corners = paper.place(k, body, piece)
            polygons.append(corners[:, :2])
            depths.append(corners[:, 2].mean())
            colors.append((*(_lit(corners, paper.camera) * base), alpha))
        lines += [paper.place(k, body, wire)[:, :2] for wire in paper.wires[body]]
    order = np.argsort(depths)
    if len(order):
        shaded = [colors[j] for j in order]
        axes.add_collection(
            PolyCollection([polygons[j] for j in order], facecolors=shaded, edgecolors="none", zorder=3)
        )
    if lines:
        axes.add_collection(LineCollection(lines, colors=INK, linewidths=2.2, alpha=alpha, zorder=3))
    springs = [_line(paper, k, kind, places) for kind, places in paper.lines]
    if springs:
        axes.add_collection(LineCollection(springs, colors=INK, linewidths=1.1, alpha=alpha, zorder=4))


def _lit(corners: np.ndarray, camera: Camera) -> float:
    """How bright a piece is: by the angle between it and the light."""
    normal = np.cross(corners[1] - corners[0], corners[2] - corners[0])
    size = float(np.linalg.norm(normal))
    light = camera.rows @ LIGHT_DIRECTION
    return 0.55 + 0.45 * abs(float(normal @ light)) / (size * float(np.linalg.norm(light))) if size else 0.6


def _line(paper: Paper, k: int, kind: str, places: list[tuple[int, np.ndarray]]) -> np.ndarray:
    """The line of a connection on paper; springs are zigzags."""
    points = np.array([paper.place(k, body, place[None])[0, :2] for body, place in places])
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
