"""Figures of matplotlib, made without a display and without its global state; it is loaded when one is made."""

from __future__ import annotations

import sys
from functools import partial
from io import BytesIO
from os import PathLike
from pathlib import Path
from typing import Any

from ..contract import ModelError


def load_matplotlib(asked: str) -> None:
    """Imports matplotlib, without what a `matplotlibrc` in the current folder says: that may name programs to run."""
    is_first = "matplotlib" not in sys.modules
    try:
        import matplotlib
    except ImportError as error:
        raise ModelError(f"{asked} needs matplotlib: pip install 'linkwork[plot]'.") from error
    if is_first and Path("matplotlibrc").exists() and Path(matplotlib.matplotlib_fname()).samefile("matplotlibrc"):
        user = Path(matplotlib.get_configdir(), "matplotlibrc")
        dict.update(matplotlib.rcParams, matplotlib.rcParamsDefault)
        if user.exists():
            matplotlib.rc_file(user)


def new_figure(asked: str, **options: Any) -> Any:
    """A figure that belongs to nobody; notebooks show it when it is returned."""
    load_matplotlib(asked)
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(layout="constrained", **options)
    FigureCanvasAgg(figure)
    # Matplotlib's own figures are shown by notebooks only where its global state was set up for them.
    figure._repr_png_ = partial(_png, figure)  # type: ignore[attr-defined]
    return figure


def _png(figure: Any) -> bytes:
    """The figure as notebooks show it."""
    picture = BytesIO()
    figure.savefig(picture, format="png", dpi=100)
    return picture.getvalue()


def save(figure: Any, path: str | PathLike[str] | None, asked: str) -> None:
    """Writes the figure where a path is given."""
    if path is None:
        return
    try:
        figure.savefig(path, dpi=150)
    except (OSError, ValueError) as error:
        folder = Path(path).absolute().parent
        why = str(error) if folder.is_dir() else f"the folder {folder} does not exist; make it first"
        raise ModelError(f"{asked}: {Path(path)} cannot be written: {why}.") from error
