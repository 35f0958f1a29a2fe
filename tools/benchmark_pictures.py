"""Plots of the page of benchmarks, drawn from its own tables: `python -m tools.benchmark_pictures` writes them anew."""

import re
from pathlib import Path
from typing import Any

import numpy as np

from linkwork.views.figures import new_figure
from linkwork.views.palette import COLORS, INK

DOCS = Path(__file__).parents[1] / "docs"
PAGE = DOCS / "benchmarks.md"
PICTURES = DOCS / "images" / "benchmarks"
Table = tuple[list[str], list[list[str]]]


def table(text: str, first: str) -> Table:
    """Headings and rows of the table whose heading begins so."""
    lines = text[text.index(f"\n{first}") + 1 :].splitlines()
    end = next(k for k, line in enumerate(lines) if not line.startswith("|"))
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[:end]]
    return rows[0], rows[2:]


def figure_of(cell: str) -> float:
    """The number of a cell; of a range its middle, of a bound the bound, and no number where there is none."""
    found = [float(x) for x in re.findall(r"\d+(?:\.\d+)?", cell)]
    return float(np.mean(found)) if found else float("nan")


def loops(text: str) -> dict[str, dict[str, tuple[float, bool]]]:
    """Milliseconds at equal error by case and program, and whether the program takes at least as long."""
    heads, rows = table(text, "| | error | ours, ms ")
    found, name = {}, ""
    for row in rows:
        name, ours = row[0] or name, figure_of(row[2])
        times = {"linkwork": (ours, False)}
        for program, cell in zip(heads[3:], row[3:], strict=True):
            if np.isfinite(figure_of(cell)):
                times[program] = (ours / figure_of(cell), "<" in cell)
        found[f"{name}, {row[1]}"] = times
    return found


def loops_figure(text: str) -> Any:
    """Bars of the time of each program at equal error; an open one is a bound, which the program does not reach."""
    cases = loops(text)
    programs = list(dict.fromkeys(program for times in cases.values() for program in times))
    figure = new_figure("benchmarks", figsize=(8.0, 0.55 * len(cases) + 1.2))
    axes = figure.subplots()
    step = 0.82 / len(programs)
    for k, program in enumerate(programs):
        for place, times in enumerate(cases.values()):
            if program in times:
                length, is_bound = times[program]
                color, fill = COLORS[k % len(COLORS)], not is_bound
                axes.barh(place + k * step, length, 0.9 * step, color=color if fill else "none", edgecolor=color)
        axes.barh([np.nan], [1.0], color=COLORS[k % len(COLORS)], label=program)
    axes.set_yticks(np.arange(len(cases)) + 0.41 - step / 2, list(cases))
    axes.set(xscale="log", xlabel="processor time of ten seconds of motion [ms]; open: at least")
    axes.invert_yaxis()
    axes.legend(fontsize=8, frameon=False, loc="lower center", bbox_to_anchor=(0.4, 1.0), ncols=len(programs))
    return _plain(figure, axes)


def pages_figure(text: str) -> Any:
    """How many times faster than real time living pages run."""
    heads, rows = table(text, "| model | state | slider, ms ")
    shown = {row[0]: figure_of(row[heads.index("× real time")]) for row in rows if not row[0].startswith("**")}
    figure = new_figure("benchmarks", figsize=(8.0, 4.2))
    axes = figure.subplots()
    axes.barh(list(shown), list(shown.values()), color=COLORS[0])
    axes.axvline(1.0, color=INK, linewidth=0.8)
    axes.set(xscale="log", xlabel="seconds of motion in a second of one core; the line is real time")
    axes.invert_yaxis()
    return _plain(figure, axes)


def _plain(figure: Any, axes: Any) -> Any:
    axes.tick_params(labelsize=9)
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(axis="x", alpha=0.25, linewidth=0.6)
    return figure


def main() -> None:
    """Write the pictures."""
    text = PAGE.read_text(encoding="utf-8")
    PICTURES.mkdir(parents=True, exist_ok=True)
    for name, draw in (("loops", loops_figure), ("living_pages", pages_figure)):
        draw(text).savefig(PICTURES / f"{name}.png", dpi=110)


if __name__ == "__main__":
    main()
