"""Plots of fits: what was measured with the fitted run, what is left, and whether that is noise."""

from __future__ import annotations

from os import PathLike
from typing import Any

import numpy as np
from scipy import stats

from ..contract import ModelError
from ..contract.arguments import FILE_ARGUMENT, ArgumentKind, takes
from ..views.figures import new_figure, save
from ..views.palette import COLORS, GREY, INK
from .fit import Fit
from .study_plots import plain_axes

FIT_ARGUMENT = ArgumentKind(lambda value: isinstance(value, Fit), "a fit, as lw.fit gives it")


@takes(fit=FIT_ARGUMENT, path=FILE_ARGUMENT | None)
def plot_residuals(fit: Fit, path: str | PathLike[str] | None = None) -> Any:
    """A matplotlib figure with a row a channel; also written to `path`.

    Left the data and the fitted run; in the middle what is left of the data, with two deviations of the measurement as
    a band; right residuals in order over those of the normal distribution: on the line where they are noise.
    """
    if not fit.data:
        raise ModelError("plot_residuals: the fit has no data with it.")
    figure = new_figure("plot_residuals", figsize=(10.5, 0.8 + 2.5 * len(fit.residuals)))
    rows = figure.subplots(len(fit.residuals), 3, squeeze=False, width_ratios=(1.3, 1.3, 1.0))
    for (data, left, order), (name, residuals) in zip(rows, fit.residuals.items(), strict=True):
        kept = np.isfinite(residuals)
        t, r, measured = fit.data["t"][kept], residuals[kept], fit.data[name][kept]
        deviation = fit.deviations[name]
        data.plot(t, measured, "o", color=GREY, markersize=3.5, label="measured")
        data.plot(t, measured + r, color=COLORS[0], linewidth=1.3, label="fitted")
        left.axhspan(-2.0 * deviation, 2.0 * deviation, color=COLORS[0], alpha=0.12, linewidth=0)
        left.axhline(0.0, color=INK, linewidth=0.8)
        left.plot(t, -r, "o", color=COLORS[1], markersize=3.5)
        quantiles = stats.norm.ppf((np.arange(len(r)) + 0.5) / len(r))
        order.plot(quantiles, quantiles, color=INK, linewidth=0.8)
        order.plot(quantiles, np.sort(-r / deviation), "o", color=COLORS[1], markersize=3.5)
        plain_axes(data, "t [s]", name)
        plain_axes(left, "t [s]", "measured less fitted")
        plain_axes(order, "deviations of noise", "of residuals")
    rows[0, 0].legend(fontsize=8, frameon=False)
    said = ", ".join(f"{name} = {x:.5g} ± {fit.standard_errors[name]:.2g}" for name, x in fit.values.items())
    figure.suptitle(said, color=INK, fontsize=10)
    save(figure, path, "plot_residuals")
    return figure
