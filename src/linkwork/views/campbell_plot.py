"""The Campbell diagram as a picture."""

from __future__ import annotations

from os import PathLike
from typing import Any

import numpy as np

from ..results import CampbellDiagram
from .figures import new_figure, save
from .palette import COLORS, INK

WHIRL_STYLES = {"forward": "-", "backward": "--", "planar": ":"}
"""Lines of whirls."""


def plot_campbell(diagram: CampbellDiagram, path: str | PathLike[str] | None = None) -> Any:
    """A matplotlib figure of frequencies over the spin, whirls by the style of their lines, orders and crossings.

    Below are the damping ratios. Also written to `path`.
    """
    figure = new_figure("plot_campbell", figsize=(7.5, 6.2))
    above, below = figure.subplots(2, 1, sharex=True, height_ratios=(3.0, 1.0))
    for k, whirl in enumerate(diagram.whirls):
        style = {"color": COLORS[k % len(COLORS)], "linestyle": WHIRL_STYLES[whirl], "linewidth": 1.4}
        above.plot(diagram.speeds, diagram.frequencies[:, k], label=f"{k + 1} {whirl}", **style)
        below.plot(diagram.speeds, diagram.damping_ratios[:, k], **style)
    top = float(np.nanmax(diagram.frequencies)) * 1.08
    ends = np.array([diagram.speeds[0], diagram.speeds[-1]])
    for order in sorted({1.0, *(x.order for x in diagram.crossings)}):
        above.plot(ends, np.abs(order * ends) / (2.0 * np.pi), color=INK, linewidth=0.7, alpha=0.6)
        reach = min(ends[1], 2.0 * np.pi * top / order)
        above.annotate(f"{order:g}×", (reach, order * reach / (2.0 * np.pi)), color=INK, fontsize=8)
    for crossing in diagram.crossings:
        above.plot(crossing.speed, crossing.frequency, "o", color=INK, markersize=4.5, markerfacecolor="none")
    above.set_ylim(0.0, top)
    above.set_ylabel("frequency [Hz]", color=INK)
    below.set_ylabel("damping ratio", color=INK)
    below.set_xlabel("spin [rad/s]", color=INK)
    above.legend(fontsize=8, frameon=False, loc="upper left", bbox_to_anchor=(1.0, 1.0))
    for axes in (above, below):
        axes.grid(alpha=0.25, linewidth=0.6)
        axes.spines[["top", "right"]].set_visible(False)
    save(figure, path, "plot_campbell")
    return figure
