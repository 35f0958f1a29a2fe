"""Plots of linear systems: their modes, and how they answer to inputs that swing."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from typing import Any

import numpy as np

from ..contract import ModelError
from ..contract.errors import unknown
from ..model import Model
from ..results import Linearization, Modes, StabilityChart
from .figures import new_figure, save
from .palette import COLORS, INK
from .parts import Mode

FREQUENCY_SAMPLES = 800
_LEAST = 1e-300
"""Magnitudes below this are drawn there: a logarithm knows no zero."""


def shapes_of(modes: Modes, model: Model | None = None) -> list[Mode]:
    """Modes as the viewer shows them; with the model, bodies that are elastic deform."""
    place = {name: k for k, name in enumerate(modes.states)}
    columns = {
        name: [place[f"{name}.{own}"] for own in body.elastic.data.coordinates]
        for name, body in ({} if model is None else model.bodies).items()
        if body.elastic is not None and all(f"{name}.{own}" in place for own in body.elastic.data.coordinates)
    }
    return [
        Mode(
            f"mode {k + 1}",
            *modes.on_bodies(k),
            float(modes.frequencies[k]),
            float(modes.damping_ratios[k]),
            {name: modes.shapes[k, column] for name, column in columns.items()},
        )
        for k in range(len(modes))
    ]


def plot_modes(modes: Modes, path: str | PathLike[str] | None = None) -> Any:
    """A matplotlib figure of the eigenvalues in their plane, and of the share of each state in each mode.

    What lies right of the line grows. Also written to `path`.
    """
    if not len(modes):
        raise ModelError("plot_modes: there are no modes; nothing can move.")
    figure = new_figure("plot_modes", figsize=(9.5, max(3.2, 1.6 + 0.28 * len(modes.states))))
    plane, shares = figure.subplots(1, 2, width_ratios=(1.0, 1.2))
    values = modes.eigenvalues
    plane.axvline(0.0, color=INK, linewidth=0.8)
    grows = values.real > 1e-9 * np.abs(values).max(initial=1e-300)
    for chosen, color in ((~grows, COLORS[0]), (grows, COLORS[1])):
        plane.plot(values[chosen].real, modes.frequencies[chosen], "o", color=color, markersize=6)
    for k, value in enumerate(values):
        place = (value.real, float(modes.frequencies[k]))
        plane.annotate(f"{k + 1}", place, xytext=(5, 4), textcoords="offset points", fontsize=8, color=INK)
    plane.set_xlabel("growth [1/s]", color=INK)
    plane.set_ylabel("frequency [Hz]", color=INK)
    plane.grid(alpha=0.25, linewidth=0.6)
    plane.margins(0.12)
    shown = shares.imshow(modes.participation.T, cmap="Blues", vmin=0.0, vmax=1.0, aspect="auto")
    shares.set_xticks(range(len(modes)), [str(k + 1) for k in range(len(modes))], fontsize=8)
    shares.set_yticks(range(len(modes.states)), modes.states, fontsize=8)
    shares.set_xlabel("mode", color=INK)
    figure.colorbar(shown, ax=shares, label="share")
    save(figure, path, "plot_modes")
    return figure


def plot_response(
    linear: Linearization,
    frequencies: Any = None,
    *,
    inputs: Sequence[str] = (),
    outputs: Sequence[str] = (),
    path: str | PathLike[str] | None = None,
) -> Any:
    """A matplotlib figure of the frequency response (Bode): amplitude and phase over the frequency in Hz.

    One curve for each pair of an output and an input, all of them unless named. `frequencies` are from a tenth of the
    lowest natural frequency to ten times the highest unless given. Also written to `path`.
    """
    given = _frequencies(linear) if frequencies is None else np.asarray(frequencies, dtype=float)
    if given.ndim != 1 or not len(given) or not (given > 0.0).all():
        raise ModelError("plot_response: frequencies are positive numbers in Hz, in a row.")
    found = linear.response(given)
    rows = [_place("output", name, linear.outputs) for name in outputs or linear.outputs]
    columns = [_place("input", name, linear.inputs) for name in inputs or linear.inputs]
    figure = new_figure("plot_response", figsize=(7.5, 5.2))
    above, below = figure.subplots(2, 1, sharex=True)
    for k, (row, column) in enumerate((row, column) for row in rows for column in columns):
        values = found[:, row, column]
        label = f"{linear.outputs[row]} / {linear.inputs[column]}"
        color = COLORS[k % len(COLORS)]
        above.loglog(given, np.maximum(np.abs(values), _LEAST), label=label, color=color, linewidth=1.4)
        below.semilogx(given, np.degrees(np.unwrap(np.angle(values))), color=color, linewidth=1.4)
    above.set_ylabel("amplitude", color=INK)
    below.set_ylabel("phase [°]", color=INK)
    below.set_xlabel("frequency [Hz]", color=INK)
    above.legend(fontsize=8, frameon=False)
    for axes in (above, below):
        axes.grid(alpha=0.25, linewidth=0.6, which="both")
        axes.spines[["top", "right"]].set_visible(False)
    save(figure, path, "plot_response")
    return figure


def plot_stability(chart: StabilityChart, path: str | PathLike[str] | None = None) -> Any:
    """A matplotlib figure of a stability chart: how fast disturbances grow or decay, and the border. Also to `path`."""
    figure = new_figure("plot_stability", figsize=(7.0, 4.8))
    axes = figure.subplots()
    most = float(np.nanmax(np.abs(chart.growth))) or 1.0
    shades = axes.pcolormesh(chart.x, chart.y, chart.growth, cmap="RdBu_r", vmin=-most, vmax=most, shading="nearest")
    figure.colorbar(shades, ax=axes, label="rightmost real part [1/s]")
    if len(chart.border):
        axes.plot(chart.border[:, 0], chart.border[:, 1], ".", color=INK, markersize=3.0)
    axes.set_xlabel(chart.names[0], color=INK)
    axes.set_ylabel(chart.names[1], color=INK)
    save(figure, path, "plot_stability")
    return figure


def _frequencies(linear: Linearization) -> np.ndarray:
    own = np.abs(linear.eigenvalues) / (2.0 * np.pi)
    own = own[own > 1e-6 * own.max(initial=0.0)]
    low, high = (own.min(), own.max()) if len(own) else (1.0, 1.0)
    return np.geomspace(low / 10.0, high * 10.0, FREQUENCY_SAMPLES)


def _place(what: str, name: str, known: Sequence[str]) -> int:
    if name not in known:
        raise ModelError(f"plot_response: {unknown(what, name, known)}")
    return list(known).index(name)
