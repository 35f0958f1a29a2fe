"""What a user's functions return: shapes and counts, in words where they are wrong."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...expr import array
from ...expr.graph import Bool
from ..errors import ModelError
from ..parameters import value_of


def rows_returned(label: str, rows: Any) -> Any:
    """Rows as a vector; one alone may be returned as it is."""
    if rows is None:
        raise ModelError(f"{label}: returned nothing. Is a `return` missing?")
    flat = array(list(rows) if isinstance(rows, tuple) else rows).ravel()
    if any(isinstance(row, (Bool, bool, np.bool_)) for row in flat):
        raise ModelError(f"{label}: returned a comparison; return the difference that is to be zero.")
    return flat


def residuals_of(label: str, rows: Any) -> Any:
    """Rows, of which there is at least one."""
    flat = rows_returned(label, rows)
    if flat.size == 0:
        raise ModelError(f"{label}: returned no residual.")
    return flat


def numbers(value: Any) -> np.ndarray:
    """What traced or plain values are worth, Parameters at their own values."""
    return np.asarray(value_of(value), dtype=float)


def check_wrench(label: str, result: Any) -> None:
    """Raises where `result` is not a moment and a force."""
    if not isinstance(result, (tuple, list, np.ndarray)) or len(result) != 2:
        raise ModelError(f"{label}: must return (moment, force), three numbers each.")
    for what, part in zip(("moment", "force"), result, strict=True):
        check_result_shape(f"{label}: the {what}", part, (3,))


def check_result_shape(label: str, result: Any, shape: tuple[int, ...]) -> None:
    """Raises where `result` is not an array of `shape`."""
    if result is None:
        raise ModelError(f"{label}: returned nothing. Is a `return` missing?")
    found = np.shape(array(result))
    if found != shape:
        wanted = f"{' × '.join(map(str, shape))} numbers" if shape else "one number"
        raise ModelError(f"{label}: must be {wanted}, has shape {found}.")


def check_count(label: str, result: Any, count: int) -> None:
    """Raises where `result` is not `count` numbers."""
    found = rows_returned(label, result).size
    if found != count:
        raise ModelError(f"{label}: must give {count} numbers, gave {found}.")
