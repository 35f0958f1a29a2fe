"""What a report says of a run, of an equilibrium, of a study: results, plots, loads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from ..analyses.equilibrium import Equilibrium
from ..channels import NOT_UNIQUE, ChannelTable, unit_text
from ..model import Model
from ..results import Trajectory
from ..results.load import REAL_SHARES
from ..studies.study_result import Study
from ..views.figures import new_figure
from ..views.linear_plots import plot_modes
from ..views.palette import COLORS, INK
from ..views.plots import MOST_CURVES, plot, plot_energy
from .model_tables import TableRow, cut_table
from .report_parts import ReportSection, image_html, paragraph, printed

LOAD_KINDS = {"force": "N", "moment": "N m"}
LOAD_ROUNDING = 1e-11
"""Parts of the largest load below which there is none but for rounding."""
MOST_PLOTS = 12
"""Of measures of a study."""


def run_sections(run: Trajectory, channels: Sequence[str], most: int) -> list[ReportSection]:
    """Results, plots and loads of a run."""
    names = [*run.layout.q, *run.layout.u, *(name for name in channels if not run.channel_table[name].shape)]
    heads = ("channel", "unit", "start", "end", "lowest", "at t [s]", "highest", "at t [s]")
    table = cut_table(heads, [_span(run, name) for name in dict.fromkeys(names)], most)
    events = cut_table(("t [s]", "event"), [(event.t, event.event) for event in run.events], most)
    curves = [*run.layout.q[:MOST_CURVES], *channels]
    pictures = [image_html(plot(run, *curves), "Channels over time")] if curves else []
    pictures.append(image_html(plot_energy(run), "Energies, work, and what is missing in their balance"))
    return [
        ReportSection("Results", paragraph(_span_text(run)) + table + (f"<h3>Events</h3>{events}" if events else "")),
        ReportSection("Plots", "".join(pictures)),
        ReportSection("Loads", _loads_text(cut_table(*_run_loads(run), most))),
    ]


def _span_text(run: Trajectory) -> str:
    return f"t = {run.t[0]:g} to {run.t[-1]:g} s in {len(run) - 1} steps."


def _span(run: Trajectory, name: str) -> TableRow:
    values = np.asarray(run[name], dtype=float)
    low, high = int(np.argmin(values)), int(np.argmax(values))
    ends = float(values[0]), float(values[-1])
    channel = run.channel_table[name]
    extremes = float(values[low]), float(run.t[low]), float(values[high]), float(run.t[high])
    return channel.marked(name), unit_text(channel.unit) or "", *ends, *extremes


def _run_loads(run: Trajectory) -> tuple[Sequence[str], Sequence[TableRow]]:
    """The largest force and moment of every connection, and when."""
    if run.interpolator is not None and len(run) > run.provider.few_rows:
        run = run.resample(int(run.provider.few_rows))
    rows: list[list[Any]] = []
    for name in run.model.connections:
        row: list[Any] = [name]
        for kind in LOAD_KINDS:
            sizes = _sizes(run[f"{name}.{kind}"]) if f"{name}.{kind}" in run.channel_table else np.zeros(0)
            worst = int(np.argmax(sizes)) if len(sizes) else 0
            row += [float(sizes[worst]), float(run.t[worst])] if len(sizes) else ["", ""]
        if row[1:] != [""] * 4:
            row[0] = _marked_connection(run.channel_table, name)
            rows.append(row)
    _clear_rounding(rows, (1, 3))
    for row in rows:
        row[2::2] = ["" if size == 0.0 else t for size, t in zip(row[1::2], row[2::2], strict=True)]
    return ("connection", "largest force [N]", "at t [s]", "largest moment [N m]", "at t [s]"), rows


def _marked_connection(table: ChannelTable, name: str) -> str:
    """A connection, and which of its loads are not unique."""
    shared = [kind for kind in LOAD_KINDS if (own := table.find(f"{name}.{kind}")) is not None and own.not_unique]
    return f"{name} ({' and '.join(shared)} {NOT_UNIQUE})" if shared else name


def _clear_rounding(rows: Sequence[list[Any]], columns: Sequence[int]) -> None:
    """Writes zero where a number is none but for rounding, beside the largest of its column."""
    for column in columns:
        numbers = [row[column] for row in rows if isinstance(row[column], float)]
        least = LOAD_ROUNDING * max(map(abs, numbers), default=0.0)
        for row in rows:
            if isinstance(row[column], float) and abs(row[column]) < least:
                row[column] = 0.0


def _sizes(values: np.ndarray) -> np.ndarray:
    return np.linalg.norm(values, axis=1) if values.ndim == 2 else np.abs(values)


def _loads_text(table: str) -> str:
    said = (
        "Each acts on the body at the second end of its connection, at that end, in the axes of the first. Springs and "
        "other forces along a line have one number, the force along it."
    )
    if NOT_UNIQUE in table:
        said += f" Some are {NOT_UNIQUE}, since constraints repeat each other: {REAL_SHARES}."
    return paragraph(said) + table if table else ""


def equilibrium_sections(eq: Equilibrium, channels: Sequence[str], most: int) -> list[ReportSection]:
    """Where it is, whether it stays there, how it swings, and what connections carry."""
    layout, known = eq.system.layout, eq.channels.table
    names = [*layout.q, *(n for n, x in zip(layout.u, eq.state.u, strict=True) if x), *layout.z, *channels]
    rows: list[TableRow] = []
    for name in dict.fromkeys(names):
        units = known[name].components
        parts = known[name].columns([eq[name]])
        marked = known[name].marked
        rows += [(marked(part, part), float(column[0]), unit_text(units[part]) or "") for part, column in parts.items()]
    found = paragraph(f"{eq.stability.capitalize()}; found by {eq.way}, residual {eq.residual:.1e}.")
    modes = eq.linearization.modes()
    swings = ""
    if len(modes):
        swings = printed(str(modes)) + image_html(plot_modes(modes), "Eigenvalues, and shares of states in modes")
    loads = cut_table(*_rest_loads(eq), most)
    return [
        ReportSection("Results", found + cut_table(("channel", "value", "unit"), rows, most)),
        ReportSection("Modes", swings),
        ReportSection("Loads", _loads_text(loads)),
    ]


def _rest_loads(eq: Equilibrium) -> tuple[Sequence[str], Sequence[TableRow]]:
    rows: list[list[Any]] = []
    for name in eq.system.model.connections:
        for kind, unit in LOAD_KINDS.items():
            channel = eq.channels.table.find(f"{name}.{kind}")
            if channel is not None:
                value = np.atleast_1d(np.asarray(eq[channel.name], dtype=float))
                parts = [float(x) for x in value] if len(value) == 3 else ["", "", ""]
                rows.append([name, channel.marked(kind), *parts, float(np.linalg.norm(value)), unit])
    for unit in LOAD_KINDS.values():
        _clear_rounding([row for row in rows if row[-1] == unit], range(2, 6))
    return ("connection", "load", "x", "y", "z", "size", "unit"), rows


def study_sections(study: Study, most: int) -> list[ReportSection]:
    """Numbers of all members, what they range over, and pictures of them."""
    shown = study._shown_rows(most)
    members = cut_table(shown[0], shown[1], most)
    more = paragraph(f"{shown[2] - len(shown[1])} more members are left out.") if shown[2] > len(shown[1]) else ""
    heads = ("measure", "unit", "lowest", "mean", "highest", "standard deviation")
    spread = cut_table(heads, list(_spreads(study.values, study.units)), most)
    text = paragraph(f"{len(study)} members over {', '.join(study.table.names)}.")
    notes = "".join(map(paragraph, study.notes))
    pictures = "".join(
        image_html(_measure_figure(study, name), f"{name} over {', '.join(study.table.names)}")
        for name in list(study.values)[:MOST_PLOTS]
    )
    return [
        ReportSection("Results", text + spread + notes),
        ReportSection("Plots", pictures),
        ReportSection("Members", members + more),
    ]


def _spreads(values: Mapping[str, np.ndarray], units: Mapping[str, str]) -> Iterator[TableRow]:
    for name, column in values.items():
        good = column[np.isfinite(column)]
        numbers = [float(f(good)) if len(good) else float("nan") for f in (np.min, np.mean, np.max, np.std)]
        yield name, unit_text(units.get(name)) or "", *numbers


def _measure_figure(study: Study, name: str) -> Any:
    """A measure over whatever was varied by numbers, one panel each."""
    varied = [key for key, column in study.table.columns.items() if np.issubdtype(column.dtype, np.number)][:4]
    figure = new_figure("report_page", figsize=(min(7.5, 3.0 * max(len(varied), 1) + 1.0), 2.8))
    panels = np.atleast_1d(figure.subplots(1, max(len(varied), 1), sharey=True))
    for axes, key in zip(panels, varied, strict=False):
        axes.plot(study.table.columns[key], study.values[name], "o", color=COLORS[0], markersize=3)
        axes.set_xlabel(_labelled(key, study.units.get(key)), color=INK)
        axes.grid(alpha=0.25, linewidth=0.6)
    panels[0].set_ylabel(_labelled(name, study.units.get(name)), color=INK)
    return figure


def _labelled(name: str, unit: str | None) -> str:
    text = unit_text(unit)
    return f"{name} [{text}]" if text else name


def model_of_study(study: Study) -> Model | None:
    """The model of its first member, where it still has one."""
    return None if study._run is None else study.run(0).model
