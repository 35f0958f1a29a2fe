"""Two columns of numbers out of a CSV file, with errors that name the line."""

from __future__ import annotations

import csv
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ...contract import ModelError
from ...contract.errors import unknown

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
