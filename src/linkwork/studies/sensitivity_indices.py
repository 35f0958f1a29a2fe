r"""`sensitivity_indices`: which varied values a measure depends on, alone and together with others.

Of Sobol: the part of the variance that goes where a value is known, $S_i = V(E(y|x_i))/V(y)$, and the part that stays
where all others are known, $S_{Ti}$; their difference is what a value does together with others. Of Morris: the mean of
the absolute effects of a value over its range, $\mu^*$, and how much effects differ from place to place, $\sigma$. Both
by SALib (Herman and Usher 2017), from samples that `lw.study` draws in their order.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from os import PathLike
from typing import Any

import numpy as np

from ..contract import ModelError
from ..contract.arguments import COUNT, FILE_ARGUMENT, NAME_ARGUMENT, ArgumentKind, takes
from ..contract.errors import unknown
from ..results.extras import extra
from ..views.figures import new_figure, save
from ..views.palette import COLORS, INK
from .member_table import INDEX_SAMPLINGS, MORRIS_LEVELS
from .study_plots import STUDIED, plain_axes
from .study_result import Study


@dataclass(frozen=True, eq=False)
class SensitivityIndices:
    """Indices of the values that were varied; errors are half of intervals that hold the truth in 95 of 100 cases."""

    measure: str
    unit: str
    method: str
    """"Sobol" or "Morris"."""
    names: tuple[str, ...]
    indices: Mapping[str, np.ndarray]
    """Of Sobol "first" and "total"; of Morris "mean", "absolute mean" and "deviation", in the unit of the measure."""
    errors: Mapping[str, np.ndarray]
    second: np.ndarray | None = None
    """Of Sobol: what pairs of values do together (names × names, NaN on and below the diagonal)."""

    @takes(name=NAME_ARGUMENT)
    def __getitem__(self, name: str) -> dict[str, float]:
        """The indices of one value."""
        if name not in self.names:
            raise ModelError(f"sensitivity_indices: {unknown('varied value', name, self.names)}")
        return {kind: float(found[self.names.index(name)]) for kind, found in self.indices.items()}

    def to_dataframe(self) -> Any:
        """A pandas DataFrame with a row a value."""
        errors = {f"{kind} ±": found for kind, found in self.errors.items()}
        return extra("pandas", "to_dataframe").DataFrame({**self.indices, **errors}, index=list(self.names))

    def __repr__(self) -> str:
        kind = "total" if self.method == "Sobol" else "absolute mean"
        said = ", ".join(f"{name} {x:.3g}" for name, x in zip(self.names, self.indices[kind], strict=True))
        return f"<indices of {self.method} of {self.measure!r}, {kind}: {said}>"


@takes(study=STUDIED, measure=NAME_ARGUMENT, seed=COUNT)
def sensitivity_indices(study: Study, measure: str, seed: int = 1) -> SensitivityIndices:
    """The indices of a measure, of Sobol or of Morris, as the study was sampled ("saltelli" or "morris").

    The errors are by resampling, which `seed` begins.
    """
    if measure not in study.values:
        raise ModelError(f"sensitivity_indices: {unknown('measure', measure, study.values)}")
    table = study.table
    if table.sampling not in INDEX_SAMPLINGS or table.axes:
        raise ModelError(
            "sensitivity_indices: takes a study of distributions alone, sampled for it: lw.study(…, members=256, "
            'sampling="saltelli"), or sampling="morris".'
        )
    y = study[measure].ravel()
    if not np.isfinite(y).all():
        k = int(np.argmin(np.isfinite(y)))
        raise ModelError(
            f"sensitivity_indices: {int((~np.isfinite(y)).sum())} of {len(y)} members have no number, and indices need "
            f"all of them; first member {k}: {study.failures.get(k, 'it has not run')}"
        )
    if np.ptp(y) == 0.0:
        raise ModelError(f"sensitivity_indices: {measure!r} is {y[0]:g} in all runs; nothing that was varied moves it.")
    names, unit = tuple(table.spreads), study.units.get(measure, "")
    problem = {"num_vars": len(names), "names": list(names), "bounds": [[0.0, 1.0]] * len(names)}
    if table.sampling == "saltelli":
        found = extra("SALib.analyze.sobol", "sensitivity_indices").analyze(problem, y, seed=seed)
        indices = {"first": found["S1"], "total": found["ST"]}
        errors = {"first": found["S1_conf"], "total": found["ST_conf"]}
        return SensitivityIndices(measure, unit, "Sobol", names, indices, errors, np.asarray(found["S2"]))
    x = np.column_stack([table.columns[name] for name in names])
    found = extra("SALib.analyze.morris", "sensitivity_indices").analyze(
        problem, x, y, num_levels=MORRIS_LEVELS, seed=seed
    )
    kinds = {"mean": "mu", "absolute mean": "mu_star", "deviation": "sigma"}
    indices = {kind: np.asarray(found[key], dtype=float) for kind, key in kinds.items()}
    errors = {"absolute mean": np.asarray(found["mu_star_conf"], dtype=float)}
    return SensitivityIndices(measure, unit, "Morris", names, indices, errors)


INDEXED = ArgumentKind(
    lambda value: isinstance(value, SensitivityIndices), "indices, as lw.sensitivity_indices gives them"
)


@takes(found=INDEXED, path=FILE_ARGUMENT | None)
def plot_indices(found: SensitivityIndices, path: str | PathLike[str] | None = None) -> Any:
    """A matplotlib figure of indices: of Sobol as bars, of Morris as points (μ*, σ). Also written to `path`."""
    if found.method == "Sobol":
        figure = new_figure("plot_indices", figsize=(max(4.5, 1.6 + 1.1 * len(found.names)), 4.0))
        axes = figure.subplots()
        places = np.arange(len(found.names))
        for k, (kind, label) in enumerate((("first", "alone"), ("total", "with others"))):
            shown = {"yerr": found.errors[kind], "error_kw": {"ecolor": INK, "elinewidth": 1.0, "capsize": 3.0}}
            axes.bar(places + 0.38 * (k - 0.5), found.indices[kind], 0.36, color=COLORS[k], label=label, **shown)
        axes.set_xticks(places, found.names)
        plain_axes(axes, "", f"part of the variance of {found.measure}")
        axes.legend(fontsize=8, frameon=False)
    else:
        figure = new_figure("plot_indices", figsize=(6.0, 4.6))
        axes = figure.subplots()
        unit = f" [{found.unit}]" if found.unit else ""
        x, y = found.indices["absolute mean"], found.indices["deviation"]
        axes.errorbar(x, y, xerr=found.errors["absolute mean"], fmt="o", color=COLORS[0], ecolor=INK, elinewidth=0.8)
        for name, place in zip(found.names, zip(x, y, strict=True), strict=True):
            axes.annotate(name, place, xytext=(6, 5), textcoords="offset points", fontsize=9, color=INK)
        plain_axes(axes, f"μ*, mean of absolute effects{unit}", f"σ, how much effects differ{unit}")
        axes.margins(0.15)
    figure.suptitle(f"indices of {found.method}: {found.measure}", color=INK, fontsize=11)
    save(figure, path, "plot_indices")
    return figure
