"""Which solver of linear systems a run asks for: known, installed, and fit for the method."""

from __future__ import annotations

from importlib import import_module

from ...contract import ModelError
from ...contract.errors import unknown
from ...numerics.solvers import LIBRARIES
from ...numerics.sparse import CHOICES


def check_solver(solver: str, verb: str, is_weak: bool) -> None:
    """Raises where a solver cannot serve; `is_weak` are elements in time, whose matrices are far from symmetric."""
    if solver not in CHOICES:
        raise ModelError(f"{verb}: {unknown('solver', solver, CHOICES)}")
    library = LIBRARIES.get(solver)
    if library is None:
        return
    if is_weak and library.is_symmetric:
        others = ", ".join(repr(name) for name in CHOICES if name not in LIBRARIES or not LIBRARIES[name].is_symmetric)
        raise ModelError(
            f"{verb}: {solver!r} factors symmetric matrices, and those of elements in time are far from it; choose "
            f"{others}."
        )
    try:
        import_module(library.package)
    except ImportError as error:
        raise ModelError(
            f"{verb}: solver={solver!r} needs {library.package}, which cannot be imported ({error}): "
            f"pip install 'linkwork[{library.extra}]'."
        ) from None
