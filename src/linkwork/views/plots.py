"""Plots of runs: channels over time, one channel over another, the balance of energy."""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike
from typing import Any

import numpy as np

from ..channels import Channel
from ..contract import ModelError
from ..results import Trajectory
from .figures import new_figure, save
from .palette import COLORS, INK

CURVE_SAMPLES = 1500
"""Samples that a curve is drawn with, where the run can give them."""
MOST_CURVES = 12


def plot(run: Trajectory, *channels: str | Iterable[str], path: str | PathLike[str] | None = None) -> Any:
    """A matplotlib figure of channels over time, those of the same unit together; also written to `path`.

    Channels are names, or a list of them. Vectors are drawn as their components. Events are thin vertical lines.
    Without names, coordinates are drawn.
    """
    shown = _sampled(run)
    names = [name for given in channels for name in ([given] if isinstance(given, str) else given)]
    groups = _groups(shown, names or run.layout.q[:MOST_CURVES])
    figure = new_figure("plot", figsize=(7.5, 1.0 + 2.1 * len(groups)))
    rows = np.atleast_1d(figure.subplots(len(groups), 1, sharex=True))
    for axes, (unit, curves) in zip(rows, groups.items(), strict=True):
        for k, (name, values) in enumerate(curves.items()):
            axes.plot(shown.t, values, label=name, color=COLORS[k % len(COLORS)], linewidth=1.4)
        for event in run.events:
            axes.axvline(event.t, color=INK, linewidth=0.5, alpha=0.35)
        _dress(axes, Channel(next(iter(curves)) if len(curves) == 1 else "", unit=unit))
        if len(curves) > 1:
            axes.legend(fontsize=8, frameon=False, ncols=min(len(curves), 3))
    rows[-1].set_xlabel("t [s]", color=INK)
    figure.suptitle(run.model.name, color=INK, fontsize=11)
    save(figure, path, "plot")
    return figure


def plot_phase(run: Trajectory, first: str, second: str, path: str | PathLike[str] | None = None) -> Any:
    """A matplotlib figure of one channel over another, with a dot where the run begins; also written to `path`."""
    shown = _sampled(run)
    values = [_single(shown, name) for name in (first, second)]
    figure = new_figure("plot_phase", figsize=(5.5, 5.0))
    axes = figure.subplots()
    axes.plot(*values, color=COLORS[0], linewidth=1.1)
    axes.plot(values[0][0], values[1][0], "o", color=COLORS[1], markersize=5)
    _dress(axes, run.channel_table[second])
    axes.set_xlabel(run.channel_table[first].label, color=INK)
    axes.set_title(run.model.name, color=INK, fontsize=11)
    save(figure, path, "plot_phase")
    return figure


def plot_energy(run: Trajectory, path: str | PathLike[str] | None = None) -> Any:
    """A matplotlib figure of the energies and the work done, and of what is missing in their balance.

    What is missing is `run.energy_balance`: kinetic energy and potential of gravity, less the work of elements and
    drives, less its value at the start (S2.7); in an exact run it is zero.
    """
    found = run.channels("kinetic_energy", "potential_energy", "stored_energy", "energy")
    figure = new_figure("plot_energy", figsize=(7.5, 5.0))
    above, below = figure.subplots(2, 1, sharex=True, height_ratios=(2.2, 1.0))
    curves = {
        "kinetic": found["kinetic_energy"],
        "potential (gravity)": found["potential_energy"] - found["stored_energy"],
        "stored in elements": found["stored_energy"],
        "total": found["energy"],
        "work of elements and drives": run.work,
    }
    for k, (name, values) in enumerate(curves.items()):
        above.plot(run.t, values, label=name, color=COLORS[k], linewidth=1.4)
    above.legend(fontsize=8, frameon=False)
    below.plot(run.t, run.energy_balance, color=INK, linewidth=1.0)
    _dress(above, Channel("energy", unit="J"))
    _dress(below, Channel("balance", unit="J"))
    below.set_xlabel("t [s]", color=INK)
    figure.suptitle(run.model.name, color=INK, fontsize=11)
    save(figure, path, "plot_energy")
    return figure


def _sampled(run: Trajectory) -> Trajectory:
    """The run with samples between its steps, where it can give them."""
    if not isinstance(run, Trajectory):
        raise ModelError(f"plot: {type(run).__name__} is not a run; give a run of lw.simulate.")
    if not len(run):
        raise ModelError(f"the run of {run.model.name!r} has no states that could be drawn.")
    if run.interpolator is None or not 1 < len(run) < CURVE_SAMPLES:
        return run
    return run.resample(np.union1d(run.t, np.linspace(run.t[0], run.t[-1], CURVE_SAMPLES)))


def _groups(run: Trajectory, names: Any) -> dict[str, dict[str, np.ndarray]]:
    """Curves by unit, and in it by name."""
    groups: dict[str, dict[str, np.ndarray]] = {}
    for name, values in run.channels(*names).items():
        channel = run.channel_table[name]
        units = channel.components
        for label, column in channel.columns(values).items():
            groups.setdefault(units[label] or "", {})[channel.marked(label, label)] = column
    return groups


def _single(run: Trajectory, name: str) -> np.ndarray:
    values = run[name]
    if values.ndim != 1:
        raise ModelError(f"plot_phase: {name!r} has shape {values.shape[1:]}; take a component, such as {name}.x.")
    return values


def _dress(axes: Any, channel: Channel) -> None:
    axes.set_ylabel(channel.label, color=INK)
    axes.grid(alpha=0.25, linewidth=0.6)
    axes.spines[["top", "right"]].set_visible(False)
    axes.margins(x=0.01)
