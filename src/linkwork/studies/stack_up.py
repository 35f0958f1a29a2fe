r"""`stack_up`: what the tolerance of each value adds to that of a measure, by the linear form of the study's runs.

With $y = y_0 + \sum_i s_i (x_i - \mu_i)$ and independent values, $\sigma_y^2 = \sum_i s_i^2\sigma_i^2$; the worst case
is $\sum_i |s_i| T_i$ and the root sum of squares $\sqrt{\sum_i s_i^2 T_i^2}$, with the room $T_i$ that each value has
from its mean to the bound that moves y up, or down: the larger of both sums. Slopes are those of least squares over all
runs; what the linear form leaves of the variance is reported, each sum of squares over its degrees of freedom.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from os import PathLike
from typing import Any

import numpy as np

from ..contract import ModelError
from ..contract.arguments import FILE_ARGUMENT, NAME_ARGUMENT, ArgumentKind, takes
from ..contract.errors import unknown
from ..results import Verdict
from ..results.verdict import Finding, judge_result
from ..views.figures import new_figure, save
from ..views.palette import COLORS, GREY, INK
from .member_table import Spread
from .study_plots import STUDIED, plain_axes
from .study_result import Study

CURVED = 0.05
"""Part of the variance that the linear form may leave, before the stack-up is doubtful."""
SPARE_RUNS = 6
"""Runs beyond the number of slopes: with these, chance makes a parabola look straight in less than one case of 100."""


@dataclass(frozen=True, eq=False)
class StackUp:
    """Contributions of values to a measure."""

    measure: str
    unit: str
    nominal: float
    """The linear form where all values have their means."""
    slopes: Mapping[str, float]
    spreads: Mapping[str, Spread]
    values: np.ndarray
    """The measure of all members."""
    unexplained: float
    """The part of the variance of the runs that the linear form leaves: 1 − R², adjusted for the number of slopes."""

    @cached_property
    def contributions(self) -> dict[str, float]:
        """The part of each value in the variance of the linear form; their sum is 1."""
        parts = {name: (s * self.spreads[name].deviation) ** 2 for name, s in self.slopes.items()}
        total = sum(parts.values())
        return {name: part / total if total else 0.0 for name, part in parts.items()}

    @property
    def deviation(self) -> float:
        """The standard deviation of the measure by the linear form."""
        return float(np.sqrt(sum((s * self.spreads[name].deviation) ** 2 for name, s in self.slopes.items())))

    @property
    def worst_case(self) -> float:
        """How far the measure gets from `nominal` where every value is at its worst."""
        return float(np.abs(self._limits.sum(axis=0)).max())

    @property
    def rss(self) -> float:
        """The root of the sum of squares of what each tolerance does."""
        return float(np.sqrt((self._limits**2).sum(axis=0)).max())

    @cached_property
    def _limits(self) -> np.ndarray:
        """How far each value moves the measure (down, up)."""
        return np.array([sorted(s * x for x in self.spreads[name].room) for name, s in self.slopes.items()])

    @cached_property
    def verdict(self) -> Verdict:
        """Whether the linear form stands for the runs."""
        return judge_result(self, {"not_linear": _is_linear}, "the linear form explains the runs")

    @property
    def report(self) -> str:
        """The stack-up in words."""
        unit = f" {self.unit}" if self.unit else ""
        lines = [
            f"{self.measure} = {self.nominal:.6g} ± {self.worst_case:.3g}{unit} at worst, ± {self.rss:.3g}{unit} by "
            f"root sum of squares; standard deviation {self.deviation:.3g}{unit}, of the runs "
            f"{self.values.std(ddof=1):.3g}{unit}."
        ]
        most = dict(zip(self.slopes, np.abs(self._limits).max(axis=1), strict=True))
        for name, part in sorted(self.contributions.items(), key=lambda one: -one[1]):
            lines.append(
                f"  {name}: {100.0 * part:.1f} % of the variance, slope {self.slopes[name]:.4g}, "
                f"± {most[name]:.3g}{unit} at its limits"
            )
        return "\n".join([*lines, f"{self.verdict}."])


def _is_linear(found: StackUp) -> Finding | None:
    if found.unexplained <= CURVED:
        return None
    return (
        "doubtful",
        f"the linear form leaves {100.0 * found.unexplained:.0f} % of the variance of the runs: take narrower "
        "tolerances, or lw.sensitivity_indices, which needs no linear form",
    )


@takes(study=STUDIED, measure=NAME_ARGUMENT)
def stack_up(study: Study, measure: str) -> StackUp:
    """What the tolerance of each sampled value does to a measure."""
    if measure not in study.values:
        raise ModelError(f"stack_up: {unknown('measure', measure, study.values)}")
    spreads = study.table.spreads
    if not spreads or study.table.axes:
        raise ModelError("stack_up: takes a study of samples: give `over` distributions alone, such as lw.normal(…).")
    y = study[measure].ravel()
    kept = np.isfinite(y)
    if kept.sum() < len(spreads) + SPARE_RUNS:
        raise ModelError(
            f"stack_up: {int(kept.sum())} members have a number, and {len(spreads) + SPARE_RUNS} or more are needed to "
            f"judge {len(spreads)} slopes; draw more `members`."
        )
    if np.ptp(y[kept]) == 0.0:
        raise ModelError(f"stack_up: {measure!r} is {y[kept][0]:g} in all runs; nothing that was varied moves it.")
    for name, x in spreads.items():
        if not np.isfinite([x.mean, x.deviation]).all():
            raise ModelError(f"stack_up: the distribution of {name!r} has no mean or no deviation; give one that has.")
    # In units of deviations, from the means: the columns of the fit are of one size.
    columns = [(study.table.columns[name][kept] - x.mean) / x.deviation for name, x in spreads.items()]
    A = np.column_stack([np.ones(int(kept.sum())), *columns])
    found, *_ = np.linalg.lstsq(A, y[kept], rcond=None)
    left, total = y[kept] - A @ found, y[kept] - y[kept].mean()
    freedom = (len(total) - 1) / (len(total) - 1 - len(spreads))
    unexplained = min(1.0, float(left @ left / (total @ total)) * freedom)
    slopes = {name: float(s / x.deviation) for s, (name, x) in zip(found[1:], spreads.items(), strict=True)}
    return StackUp(measure, study.units.get(measure, ""), float(found[0]), slopes, spreads, y[kept], unexplained)


STACKED = ArgumentKind(lambda value: isinstance(value, StackUp), "a stack-up, as lw.stack_up gives it")


@takes(found=STACKED, path=FILE_ARGUMENT | None)
def plot_stack_up(found: StackUp, path: str | PathLike[str] | None = None) -> Any:
    """A matplotlib figure of contributions to the variance, and of the runs with what the tolerances allow.

    Also written to `path`.
    """
    names = sorted(found.contributions, key=lambda name: found.contributions[name])
    figure = new_figure("plot_stack_up", figsize=(9.5, max(3.2, 1.8 + 0.36 * len(names))))
    bars, runs = figure.subplots(1, 2, width_ratios=(1.0, 1.2))
    shares = [100.0 * found.contributions[name] for name in names]
    bars.barh(names, shares, color=COLORS[0], height=0.6)
    for k, share in enumerate(shares):
        bars.text(share, k, f" {share:.1f} %", va="center", fontsize=8, color=INK)
    plain_axes(bars, "part of the variance [%]", "")
    bars.set_xlim(0.0, 1.18 * max(shares))
    bars.grid(axis="y", visible=False)
    runs.hist(found.values, bins=min(60, max(8, int(np.sqrt(len(found.values))))), color=GREY, alpha=0.55)
    runs.axvline(found.nominal, color=INK, linewidth=1.0)
    halves = {"root sum of squares": (found.rss, COLORS[2]), "worst case": (found.worst_case, COLORS[1])}
    for label, (half, color) in halves.items():
        for place in (found.nominal - half, found.nominal + half):
            runs.axvline(place, color=color, linewidth=1.2, label=label if place > found.nominal else None)
    plain_axes(runs, f"{found.measure} [{found.unit}]" if found.unit else found.measure, "runs")
    runs.margins(y=0.25)
    runs.locator_params(axis="x", nbins=5)
    runs.legend(fontsize=8, frameon=False, loc="upper center", ncols=2)
    save(figure, path, "plot_stack_up")
    return figure
