"""Plots of studies: measures over what was varied, the Pareto front of two of them, members as lines across axes."""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from typing import Any

import numpy as np

from ..contract import ModelError
from ..contract.arguments import FILE_ARGUMENT, NAME_ARGUMENT, ArgumentKind, takes
from ..contract.errors import unknown
from ..views.figures import new_figure, save
from ..views.palette import COLORS, GREY, INK
from .study_result import Study

STUDIED = ArgumentKind(lambda value: isinstance(value, Study), "a study, as lw.study gives it")
AIMS = ("least", "most")
"""What is better of a measure."""
LINE_ALPHA = 12.0
"""Lines of so many members in one place cover it."""


def label_of(study: Study, name: str) -> str:
    """A name with its unit, as axes have it."""
    unit = study.units.get(name)
    return f"{name} [{unit}]" if unit else name


def plain_axes(axes: Any, across: str, up: str) -> None:
    """Labels and a grid."""
    axes.set_xlabel(across, color=INK)
    axes.set_ylabel(up, color=INK)
    axes.grid(alpha=0.25, linewidth=0.6)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)


def numbers_of_study(study: Study, name: str, asked: str) -> np.ndarray:
    """A measure, or what was varied, of all members as a row of numbers."""
    found = study[name].ravel()
    if found.dtype.kind not in "iufb":
        raise ModelError(f"{asked}: {name!r} has no numbers, but variants; take a measure or a Parameter.")
    return found.astype(float)


@takes(study=STUDIED, measure=NAME_ARGUMENT, path=FILE_ARGUMENT | None)
def plot_study(study: Study, measure: str, path: str | PathLike[str] | None = None) -> Any:
    """A matplotlib figure of a measure over what was varied; also written to `path`.

    A grid of one axis is a curve, of two a map with lines of equal value; of samples every varied value has a picture
    of points. Where samples stand at each point of a grid, the curve is their mean, and the band goes from the 5th to
    the 95th of a hundred.
    """
    if measure not in study.values:
        raise ModelError(f"plot_study: {unknown('measure', measure, study.values)}")
    axes = list(study.table.axes)
    if not axes:
        return _scattered(study, measure, path)
    if len(axes) > 2:
        raise ModelError(f"plot_study: the grid has {len(axes)} axes; a picture shows up to 2. See plot_parallel.")
    figure = new_figure("plot_study", figsize=(7.0, 4.6))
    if len(axes) == 1:
        _curve(figure.subplots(), study, measure, axes[0])
    else:
        _map(figure, study, measure, *axes)
    return _finished(figure, study, path, "plot_study")


def _finished(figure: Any, study: Study, path: str | PathLike[str] | None, asked: str) -> Any:
    said = f", {len(study.failures)} of {len(study)} failed" if study.failures else ""
    figure.suptitle(f"{study.name}: {len(study)} runs{said}", color=INK, fontsize=11)
    save(figure, path, asked)
    return figure


def _places(values: np.ndarray) -> tuple[np.ndarray, list[str] | None]:
    """Where values stand on an axis, and names of places where they are variants."""
    if values.dtype.kind in "iuf":
        return values, None
    return np.arange(len(values), dtype=float), [str(x) for x in values]


def _curve(axes: Any, study: Study, measure: str, name: str) -> None:
    x, ticks = _places(study.table.axes[name])
    y = study[measure].reshape(len(x), -1)
    order = np.argsort(x)
    if y.shape[1] > 1:
        low, high = np.nanpercentile(y, (5.0, 95.0), axis=1)
        axes.fill_between(x[order], low[order], high[order], color=COLORS[0], alpha=0.2, linewidth=0)
    style = "o" if ticks else "o-"
    axes.plot(x[order], np.nanmean(y, axis=1)[order], style, color=COLORS[0], linewidth=1.4, markersize=3.5)
    if ticks:
        axes.set_xticks(x, ticks)
    plain_axes(axes, label_of(study, name), label_of(study, measure))


def _map(figure: Any, study: Study, measure: str, first: str, second: str) -> None:
    (x, x_ticks), (y, y_ticks) = (_places(study.table.axes[name]) for name in (first, second))
    z = study[measure].reshape(len(x), len(y), -1)
    across, up = np.argsort(x), np.argsort(y)
    values = np.ma.masked_invalid(np.mean(z, axis=2)[np.ix_(across, up)].T)
    axes = figure.subplots()
    if min(values.shape) > 1:
        shown = axes.contourf(x[across], y[up], values, levels=16, cmap="viridis")
        axes.contour(x[across], y[up], values, levels=8, colors="white", linewidths=0.5, alpha=0.7)
    else:
        xx, yy = np.meshgrid(x[across], y[up])
        shown = axes.scatter(xx.ravel(), yy.ravel(), c=values.ravel(), cmap="viridis")
    for ticks, place, put in ((x_ticks, x, axes.set_xticks), (y_ticks, y, axes.set_yticks)):
        if ticks:
            put(place, ticks)
    figure.colorbar(shown, ax=axes, label=label_of(study, measure))
    plain_axes(axes, label_of(study, first), label_of(study, second))
    axes.grid(visible=False)


def _scattered(study: Study, measure: str, path: str | PathLike[str] | None) -> Any:
    names = [name for name in study.table.names if len(set(study.table.columns[name].tolist())) > 1]
    if not names:
        raise ModelError("plot_study: nothing was varied but to one value; there is nothing to draw over.")
    y = study.values[measure]
    columns = min(3, len(names))
    rows = -(-len(names) // columns)
    figure = new_figure("plot_study", figsize=(3.4 * columns + 0.6, 2.9 * rows + 0.5))
    pictures = figure.subplots(rows, columns, sharey=True, squeeze=False).ravel()
    for axes, name in zip(pictures, names, strict=False):
        x, ticks = _places(study.table.columns[name])
        if ticks:
            kinds = list(dict.fromkeys(ticks))
            x = np.array([float(kinds.index(tick)) for tick in ticks])
            axes.set_xticks(range(len(kinds)), kinds)
        axes.plot(x, y, ".", color=COLORS[0], markersize=3.0, alpha=min(1.0, 100.0 / np.sqrt(len(y))))
        plain_axes(axes, label_of(study, name), label_of(study, measure) if axes is pictures[0] else "")
    for axes in pictures[len(names) :]:
        axes.set_visible(False)
    return _finished(figure, study, path, "plot_study")


@takes(study=STUDIED)
def pareto_front(study: Study, aims: Mapping[str, str]) -> np.ndarray:
    """The members that no other one beats: none is as good in all measures and better in one.

    `aims` says of each measure whether the "least" or the "most" of it is better: {"mass": "least", "reach": "most"}.
    """
    if len(aims) < 2:
        raise ModelError("pareto_front: give two measures or more with what is better, {'mass': 'least', …}.")
    for name, aim in aims.items():
        if aim not in AIMS:
            raise ModelError(f"pareto_front: {name!r} is to be {aim!r}; give 'least' or 'most'.")
    signs = {name: 1.0 if aim == "least" else -1.0 for name, aim in aims.items()}
    costs = np.stack([signs[name] * numbers_of_study(study, name, "pareto_front") for name in aims], axis=1)
    left = np.flatnonzero(np.isfinite(costs).all(axis=1))
    # The best by their sum come first: each of them strikes out many others at once.
    left = left[np.argsort(_scaled(costs[left]).sum(axis=1), kind="stable")]
    front = []
    while len(left):
        best = left[0]
        front.append(best)
        is_beaten = (costs[left] >= costs[best]).all(axis=1) & (costs[left] > costs[best]).any(axis=1)
        left = left[1:][~is_beaten[1:]]
    return np.sort(np.array(front, dtype=int))


def _scaled(costs: np.ndarray) -> np.ndarray:
    """Columns from 0 to 1."""
    low = costs.min(axis=0, initial=np.inf)
    room = costs.max(axis=0, initial=-np.inf) - low
    return (costs - low) / np.where(room > 0.0, room, 1.0)


@takes(study=STUDIED, path=FILE_ARGUMENT | None)
def plot_pareto(study: Study, aims: Mapping[str, str], path: str | PathLike[str] | None = None) -> Any:
    """A matplotlib figure of two measures over each other, with the members that no other one beats as a line.

    `aims` is as for `lw.pareto_front`. Also written to `path`.
    """
    if len(aims) != 2:
        raise ModelError(f"plot_pareto: {len(aims)} measures are given; a picture shows 2 of them.")
    front = pareto_front(study, aims)
    first = next(iter(aims))
    x, y = (numbers_of_study(study, name, "plot_pareto") for name in aims)
    figure = new_figure("plot_pareto", figsize=(6.4, 5.0))
    axes = figure.subplots()
    axes.plot(x, y, ".", color=GREY, markersize=3.5, alpha=0.6, label="members")
    along = front[np.lexsort((y[front], x[front]))]
    # What is reached between two members of the front is that of the one which is worse in the first measure.
    where = "post" if aims[first] == "least" else "pre"
    axes.step(x[along], y[along], where=where, color=COLORS[1], linewidth=1.2)
    axes.plot(x[along], y[along], "o", color=COLORS[1], markersize=4.5, label="not beaten by another")
    plain_axes(axes, *(f"{label_of(study, name)}, {aim} is best" for name, aim in aims.items()))
    axes.legend(fontsize=8, frameon=False)
    return _finished(figure, study, path, "plot_pareto")


@takes(study=STUDIED, path=FILE_ARGUMENT | None)
def plot_parallel(study: Study, *names: str, path: str | PathLike[str] | None = None) -> Any:
    """A matplotlib figure with an axis a name and a line a member; also written to `path`.

    Lines have the colour of the last axis, which is the last measure unless `names` are given.
    """
    chosen = [*names] if names else [*study.table.names, *study.values]
    if len(chosen) < 2:
        raise ModelError("plot_parallel: give two names or more: measures, and what was varied.")
    columns = [_column(study, name) for name in chosen]
    table = np.stack([values for values, _ in columns], axis=1)
    table = table[np.isfinite(table).all(axis=1)]
    if not len(table):
        raise ModelError("plot_parallel: no member has all of these numbers.")
    lines = _scaled(table)
    figure = new_figure("plot_parallel", figsize=(1.6 + 1.5 * len(chosen), 4.6))
    axes = figure.subplots()
    _draw_lines(axes, lines)
    for k, (name, (_, ticks)) in enumerate(zip(chosen, columns, strict=True)):
        low, high = table[:, k].min(), table[:, k].max()
        axes.plot((k, k), (0.0, 1.0), color=INK, linewidth=0.9)
        ends = (ticks[0], ticks[-1]) if ticks else (f"{low:.4g}", f"{high:.4g}")
        for height, text in zip((-0.04, 1.04), ends, strict=True):
            axes.text(k, height, text, ha="center", va="top" if height < 0 else "bottom", fontsize=8, color=INK)
        axes.text(k, -0.13, label_of(study, name), ha="center", va="top", fontsize=9, color=INK)
    axes.set_xlim(-0.3, len(chosen) - 0.7)
    axes.set_ylim(-0.2, 1.12)
    axes.set_axis_off()
    return _finished(figure, study, path, "plot_parallel")


def _column(study: Study, name: str) -> tuple[np.ndarray, list[str] | None]:
    """Numbers of all members, and names of variants in the order of their numbers."""
    found = study[name].ravel()
    if found.dtype.kind in "iufb":
        return found.astype(float), None
    kinds = list(dict.fromkeys(map(str, found)))
    return np.array([float(kinds.index(str(x))) for x in found]), kinds


def _draw_lines(axes: Any, lines: np.ndarray) -> None:
    """All members in one collection, coloured by their last number."""
    from matplotlib.collections import LineCollection

    places = np.broadcast_to(np.arange(lines.shape[1], dtype=float), lines.shape)
    alpha = float(np.clip(LINE_ALPHA / np.sqrt(len(lines)), 0.08, 0.8))
    drawn = LineCollection(list(np.stack([places, lines], axis=2)), cmap="viridis", linewidths=0.9, alpha=alpha)
    drawn.set_array(lines[:, -1])
    axes.add_collection(drawn)
