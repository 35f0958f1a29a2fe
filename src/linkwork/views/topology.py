"""A picture of a topology: bodies in rows by depth, branches solid, chords dashed, forces dotted."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from os import PathLike
from typing import Any

from ..contract.arguments import ArgumentKind, takes
from ..model import Connection, Model
from ..topology import Topology, Vertex, find_topology
from .figures import new_figure, save
from .palette import ASSEMBLY, CHORD, CONSTRAINT, FORCE, GREY, INK

BODY_SPACING, ROW_SPACING = 1.9, 1.35
"""Inches between bodies of a row, more where names are long, and between rows."""
LETTER = 0.085
"""Inches of a letter."""
LARGEST_PICTURE = 40.0
"""Inches; a picture that would be larger is drawn closer."""
FONT = 9.0
PicturePlace = tuple[float, float]
DRAWN = ArgumentKind(
    lambda value: isinstance(value, (Model, Topology)), "a model, such as system.model, or a topology, system.topology"
)

STYLES: dict[str, dict[str, Any]] = {
    "branch": {"color": INK, "linestyle": "-", "linewidth": 1.8},
    "floating": {"color": GREY, "linestyle": "-", "linewidth": 1.8},
    "chord": {"color": CHORD, "linestyle": "--", "linewidth": 1.6},
    "constraint": {"color": CONSTRAINT, "linestyle": "--", "linewidth": 1.3},
    "force": {"color": FORCE, "linestyle": ":", "linewidth": 1.5},
    "assembly": {"color": ASSEMBLY, "linestyle": "-.", "linewidth": 1.4},
}
EDGE_WORDS = {
    "branch": "branch",
    "floating": "six coordinates, not drawn by the user",
    "chord": "chord: a joint that is cut",
    "constraint": "constraint",
    "force": "force",
    "assembly": "assembly",
}


@dataclass(frozen=True)
class Line:
    """A line between two bodies, by number, with what is written on it."""

    style: str
    first: int
    second: int
    label: str


@dataclass(frozen=True)
class DrawnCurve:
    """A line as it is drawn: its middle lies `bow` beside the middle of start and end, downwards or to the right."""

    style: str
    label: str
    start: PicturePlace
    end: PicturePlace
    bow: float

    @property
    def middle(self) -> PicturePlace:
        """The point of the curve half way."""
        return self._beside(self.bow)

    @property
    def control(self) -> PicturePlace:
        """The control point of the quadratic curve, twice as far out."""
        return self._beside(2.0 * self.bow)

    def _beside(self, distance: float) -> PicturePlace:
        dx, dy = self.end[0] - self.start[0], self.end[1] - self.start[1]
        length = math.hypot(dx, dy) or 1.0
        across, down = -dy / length, dx / length
        if (down, across) < (-1e-9, 0.0) or (abs(down) <= 1e-9 and across < 0.0):
            across, down = -across, -down
        x, y = (self.start[0] + self.end[0]) / 2.0, (self.start[1] + self.end[1]) / 2.0
        return x + distance * across, y + distance * down


@takes(model=DRAWN)
def draw_topology(model: Model | Topology, path: str | PathLike[str] | None = None) -> Any:
    """A matplotlib figure of the topology; also written to `path` (png, svg, pdf) where one is given.

    Rounded boxes are bodies with their numbers; a dashed box is the twin of a body at a joint cut by a weld. Rows are
    depths: how many branches lead there from the ground.
    """
    topology = model if isinstance(model, Topology) else find_topology(model)
    places = places_of(topology)
    curves = list(curves_of(topology, places))
    left, right, top, bottom = _frame([*places, *(curve.middle for curve in curves)])
    scale = min(1.0, LARGEST_PICTURE / (right - left), LARGEST_PICTURE / (bottom - top))
    figure = new_figure("draw_topology", figsize=(max((right - left) * scale, 4.5), (bottom - top) * scale + 1.0))
    axes = figure.add_subplot()
    axes.set_axis_off()
    axes.set(xlim=(left, right), ylim=(bottom, top), aspect="equal")
    axes.set_title(topology.model, fontsize=11, color=INK)
    _draw_curves(axes, curves, FONT * scale)
    _draw_bodies(axes, topology, places, FONT * scale)
    _draw_legend(figure, {curve.style for curve in curves})
    save(figure, path, "draw_topology")
    return figure


def places_of(topology: Topology) -> list[PicturePlace]:
    """(x, y) of every body, y downwards: leaves side by side, a parent above the middle of its children."""
    columns = [0.0] * len(topology.bodies)
    leaves = 0
    for vertex in topology.bodies:
        if not vertex.children:
            columns[vertex.number] = float(leaves)
            leaves += 1
    for vertex in reversed(topology.bodies):
        if vertex.children:
            columns[vertex.number] = (columns[vertex.children[0]] + columns[vertex.children[-1]]) / 2.0
    width = max(BODY_SPACING, 0.6 + LETTER * max(len(_title(vertex)) for vertex in topology.bodies))
    return [(width * columns[vertex.number], ROW_SPACING * vertex.depth) for vertex in topology.bodies]


def lines_of(topology: Topology) -> Iterator[Line]:
    """Everything between two bodies; a connection with more ends is a star from its first."""
    for branch in topology.branches:
        style = "floating" if branch.is_floating else "branch"
        label = "free" if branch.is_floating else f"{branch.name}\n{branch.hinge.kind}"
        yield Line(style, branch.parent, branch.number, label)
    for chord in topology.chords:
        label = f"{chord.name}\n{chord.hinge.kind}" if chord.kind == "residual" else "weld"
        yield Line("chord", chord.first, chord.second, label)
    groups: dict[str, tuple[Connection, ...]] = {
        "constraint": topology.constraints,
        "force": topology.forces,
        "assembly": topology.assemblies,
    }
    for style, connections in groups.items():
        for connection in connections:
            first, *others = topology.ends(connection) or (0,)
            for k, other in enumerate(dict.fromkeys(n for n in others if n != first)):
                yield Line(style, first, other, connection.name if k == 0 else "")


def curves_of(topology: Topology, places: list[PicturePlace]) -> Iterator[DrawnCurve]:
    """The lines with their shapes: branches straight, what joins the same two bodies beside them, each farther out."""
    beside: defaultdict[tuple[int, int], int] = defaultdict(int)
    for line in lines_of(topology):
        pair = (min(line.first, line.second), max(line.first, line.second))
        straight = line.style in ("branch", "floating")
        beside[pair] += 0 if straight else 1
        bow = 0.0 if straight else _bow(places[pair[0]], places[pair[1]], beside[pair])
        yield DrawnCurve(line.style, line.label, places[pair[0]], places[pair[1]], bow)


def _bow(start: PicturePlace, end: PicturePlace, count: int) -> float:
    """How far the middle of the `count`-th curve between two bodies lies from the straight line; sides alternate."""
    length = math.hypot(end[0] - start[0], end[1] - start[1])
    size = max(0.55, 0.17 * length) + 0.45 * ((count - 1) // 2)
    return size if count % 2 else -size


def _frame(points: list[PicturePlace]) -> tuple[float, float, float, float]:
    xs, ys = zip(*points, strict=True)
    return min(xs) - 0.8, max(xs) + 0.8, min(ys) - 0.35, max(ys) + 0.35


def _draw_curves(axes: Any, curves: list[DrawnCurve], font: float) -> None:
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path

    for curve in curves:
        style = STYLES[curve.style]
        shape = Path([curve.start, curve.control, curve.end], [Path.MOVETO, Path.CURVE3, Path.CURVE3])
        axes.add_patch(PathPatch(shape, fill=False, zorder=1, **style))
        box = {"boxstyle": "round,pad=0.12", "facecolor": "white", "edgecolor": "none"}
        text = {"fontsize": 0.82 * font, "color": style["color"], "ha": "center", "va": "center"}
        if curve.label:
            axes.text(*curve.middle, curve.label, zorder=2, bbox=box, linespacing=1.0, **text)


def _title(vertex: Vertex) -> str:
    return vertex.name if vertex.number == 0 else f"{vertex.number} {vertex.twin_of or vertex.name}"


def _draw_bodies(axes: Any, topology: Topology, places: list[PicturePlace], font: float) -> None:
    for vertex, (x, y) in zip(topology.bodies, places, strict=True):
        box = {"boxstyle": "round,pad=0.35", "facecolor": "white", "edgecolor": INK, "linewidth": 1.3}
        if vertex.number == 0:
            box |= {"facecolor": INK, "boxstyle": "square,pad=0.4"}
        elif vertex.is_twin:
            box |= {"linestyle": "--", "edgecolor": STYLES["chord"]["color"]}
        color = "white" if vertex.number == 0 else INK
        axes.text(x, y, _title(vertex), ha="center", va="center", fontsize=font, color=color, bbox=box, zorder=3)


def _draw_legend(figure: Any, used: set[str]) -> None:
    from matplotlib.lines import Line2D

    handles = [Line2D([], [], label=EDGE_WORDS[style], **STYLES[style]) for style in STYLES if style in used]
    if handles:
        figure.legend(handles=handles, loc="outside lower center", ncols=2, fontsize=8, frameon=False)
