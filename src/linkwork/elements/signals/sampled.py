"""What all signals made from data have in common."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from ...contract import ModelError, Signal, option, parameter
from ...expr import PiecewisePolynomial, is_symbolic
from .columns import read_columns


def data(given: Any) -> np.ndarray:
    """One column of numbers, kept by the element and never changed."""
    if is_symbolic(given):
        raise ModelError("data are numbers; Parameters cannot be among them")
    column = np.array(given, dtype=float)
    if column.ndim != 1:
        raise ModelError(f"needs one column of numbers, has shape {column.shape}")
    bad = np.flatnonzero(~np.isfinite(column))
    if len(bad):
        raise ModelError(f"entry {bad[0]} is {column[bad[0]]}; all must be finite")
    column.flags.writeable = False
    return column


class Sampled(Signal):
    """y(t) through points (t_i, y_i): arrays `t` and `y`, or two `columns` of a CSV `file`.

    Columns are names from the first line of the file, or numbers from 0; without them they are the first two. The
    file is read once: the element keeps the numbers, so that a model is complete without it.
    """

    t = parameter(unit="s", shape=(None,), default=None, convert=data, doc="times, increasing")
    y = parameter(shape=(None,), default=None, convert=data, doc="values")
    file = option(default=None, path=True, doc="a CSV file instead of t and y")
    columns = option(default=None, doc="two columns of the file: names, or numbers from 0")

    def _bind(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any]:
        given = super()._bind(args, kwargs)
        path, columns = given.pop("file", None), given.pop("columns", None)
        if path is not None:
            if given.get("t") is not None or given.get("y") is not None:
                raise ModelError(f"{self.kind}: give t and y, or a file, not both.")
            try:
                given["t"], given["y"] = read_columns(path, columns)
            except ModelError as error:
                raise ModelError(f"{self.kind}: {error}") from None
        elif columns is not None:
            raise ModelError(f"{self.kind}: columns go with a file.")
        return given

    def validate(self) -> None:
        """Two or more points with increasing times."""
        if self.t is None or self.y is None:
            raise ModelError(f"{self.kind}: give t and y, or a file.")
        if len(self.t) != len(self.y) or len(self.t) < 2:
            counts = f"{len(self.t)} times and {len(self.y)} values"
            raise ModelError(f"{self.kind}: needs two or more points, t and y of one length; got {counts}.")
        for i in np.flatnonzero(np.diff(self.t) <= 0)[:1]:
            raise ModelError(f"{self.kind}: t must increase; t[{i + 1}] = {self.t[i + 1]:g} follows {self.t[i]:g}.")

    @cached_property
    def polynomial(self) -> PiecewisePolynomial:
        """The curve through the points."""
        raise ModelError(f"{self.kind}: a signal made from data must have polynomial(self).")

    def value(self, t: Any) -> Any:
        """The value at time t."""
        return self.polynomial(t)
