"""Signals through data."""

from __future__ import annotations

import csv
import math
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from ...contract import ModelError, Signal, option, parameter, register
from ...contract.errors import unknown
from ...expr import PiecewisePolynomial, TraceError, is_symbolic, periodic_spline, spline, table

FileRow = tuple[int, list[str]]
DELIMITERS = ";\t, "


def read_columns(path: Any, columns: Any = None) -> tuple[np.ndarray, np.ndarray]:
    """Time and value: two `columns` of a CSV file, by names from its first line or by numbers from 0 (None: 0 and 1).

    Commas, semicolons, tabs or blanks separate cells. Empty lines and lines that begin with # are skipped.
    """
    first, second = _two(path, (0, 1) if columns is None else columns)
    rows = _rows(path)
    header = [] if all(_is_number(cell) for cell in rows[0][1]) else rows[0][1]
    data = rows[1:] if header else rows
    if not data:
        raise ModelError(f"{path}: has a header but no numbers.")
    x, y = (_index(path, column, header, len(rows[0][1])) for column in (first, second))
    pairs = [(_cell(path, row, x, header), _cell(path, row, y, header)) for row in data]
    both = np.array(pairs)
    return both[:, 0], both[:, 1]


def _two(path: Any, columns: Any) -> Sequence[Any]:
    if isinstance(columns, str) or len(columns) != 2:
        raise ModelError(f"{path}: columns = {columns!r}; give two names or numbers: the time's and the value's.")
    return tuple(columns)


def _rows(path: Any) -> list[FileRow]:
    """Line number and cells of every line that says something."""
    try:
        lines = Path(path).read_text(encoding="utf-8-sig").splitlines()
    except (OSError, TypeError) as error:
        raise ModelError(f"{path}: the file cannot be read: {getattr(error, 'strerror', None) or error}.") from None
    except UnicodeDecodeError:
        raise ModelError(f"{path}: is not text in UTF-8.") from None
    told = [(n, line) for n, line in enumerate(lines, 1) if line.strip() and not line.lstrip().startswith("#")]
    if not told:
        raise ModelError(f"{path}: has no lines.")
    delimiter = next((d for d in DELIMITERS if d in told[-1][1].strip()), ",")
    rows = [next(csv.reader([line], delimiter=delimiter, skipinitialspace=True)) for _, line in told]
    return [(n, [cell.strip() for cell in row]) for (n, _), row in zip(told, rows, strict=True)]


def _index(path: Any, column: Any, header: list[str], width: int) -> int:
    if isinstance(column, str):
        if not header:
            raise ModelError(
                f"{path}: has no line with names of columns; give the column {column!r} as a number from 0."
            )
        if column not in header:
            raise ModelError(f"{path}: {unknown('column', column, header)}")
        return header.index(column)
    if not isinstance(column, int) or not 0 <= column < width:
        raise ModelError(f"{path}: there is no column {column!r}; there are {width}, counted from 0.")
    return column


def _cell(path: Any, row: FileRow, index: int, header: list[str]) -> float:
    line, cells = row
    label = f"column {header[index]!r}" if header else f"column {index}"
    if index >= len(cells) or not cells[index]:
        raise ModelError(f"{path}, line {line}: {label} is empty.")
    try:
        number = float(cells[index])
    except ValueError:
        hint = " Write decimals with a point." if "," in cells[index] else ""
        raise ModelError(f"{path}, line {line}: {label} is {cells[index]!r}, not a number.{hint}") from None
    if not math.isfinite(number):
        raise ModelError(f"{path}, line {line}: {label} is {cells[index]}; all numbers must be finite.")
    return number


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True


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


@register
class Table(Sampled):
    """y(t) = y_i + (y_{i+1} − y_i)(t − t_i)/(t_{i+1} − t_i): straight lines between the points.

    `outside`: beyond the data it keeps its value (hold), its slope (linear), or is NaN. It has kinks: for inputs and
    loads, not for driven coordinates.
    """

    outside = option(default="hold", choices=("hold", "linear", "nan"), doc="how it goes on beyond the data")

    @cached_property
    def polynomial(self) -> PiecewisePolynomial:
        """The lines."""
        return table(self.t, self.y, outside=self.outside)

    @property
    def smoothness(self) -> float:
        """That of the lines; where they are NaN outside, only the inside counts."""
        if self.outside == "nan":
            return table(self.t, self.y, outside="linear").smoothness
        return self.polynomial.smoothness


@register
class Spline(Sampled):
    """y(t) = Σ_k c_ik (t − t_i)^k, k = 0 … 3: the cubic spline through the points (t_i, y_i), twice differentiable.

    `boundary`: no curvature there (natural), no slope (clamped), or the outer two segments one cubic (not-a-knot).
    `outside`: beyond the data it keeps its tangent (linear), its value (hold), the outer cubic (extend), or is NaN.
    Natural ends go on as straight lines with two continuous derivatives; hold and clamped ends with one.
    """

    boundary = option(default="natural", choices=("natural", "clamped", "not-a-knot"), doc="what holds at the ends")
    outside = option(default="linear", choices=("linear", "hold", "extend", "nan"), doc="how it goes on")
    remedy = "The ends of its data are the cause: use outside='extend', or natural ends with outside='linear'."

    @cached_property
    def polynomial(self) -> PiecewisePolynomial:
        """The spline."""
        return spline(self.t, self.y, ends=self.boundary, outside=self.outside)

    @property
    def smoothness(self) -> float:
        """That of the polynomial; where it is NaN outside, only the inside counts."""
        if self.outside == "nan":
            return spline(self.t, self.y, ends=self.boundary, outside="extend").smoothness
        return self.polynomial.smoothness


@register
class PeriodicSpline(Sampled):
    """y(t + T) = y(t), T = t_n − t_0: the cubic spline through the points, twice differentiable everywhere.

    The last value repeats the first.
    """

    def validate(self) -> None:
        """The last value repeats the first."""
        super().validate()
        try:
            _ = self.polynomial
        except TraceError as error:
            raise ModelError(f"{self.kind}: {error}") from None

    @cached_property
    def polynomial(self) -> PiecewisePolynomial:
        """The spline."""
        return periodic_spline(self.t, self.y)
