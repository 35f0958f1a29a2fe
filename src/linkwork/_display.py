"""What shows itself where it is the last value of a notebook's cell, and where that is.

Pages are made by `views`, above nearly everything that is shown; the root package says how to load them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from os import PathLike
from typing import Any, ClassVar

ShownRows = tuple[Sequence[str], Sequence[Sequence[Any]], int]


class Displayed:
    """Shows itself in Jupyter, VS Code and marimo, which ask for `_repr_html_`."""

    _load_views: ClassVar[Callable[[], Any]]
    """The package `linkwork.views`, loaded; set by the root package."""

    def _repr_html_(self) -> str:
        return str(Displayed._load_views().display_html(self))

    def _shown_rows(self, most: int) -> ShownRows | None:
        """Headings, up to so many rows, and how many there are, of what is a table by nature."""
        return None


class Viewed(Displayed):
    """Shows itself as a page of the viewer."""

    def view(self, path: str | PathLike[str] | None = None, **more: Any) -> Any:
        """`lw.view` of this: a page in the notebook or the browser, or a file where a path is given."""
        return Displayed._load_views().view(self, path, **more)


def kernel_shell() -> Any:
    """IPython's shell where a notebook's kernel runs this code, else None."""
    found = sys.modules.get("IPython")
    shell = found.get_ipython() if found is not None else None
    return shell if getattr(shell, "kernel", None) is not None else None


def is_notebook() -> bool:
    """Whether a notebook shows what is returned to it: a kernel of Jupyter, or marimo."""
    marimo = sys.modules.get("marimo")
    return kernel_shell() is not None or (marimo is not None and bool(marimo.running_in_notebook()))
