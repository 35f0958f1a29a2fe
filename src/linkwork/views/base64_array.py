"""Arrays of numbers as text: little-endian bytes in base64, four bytes a number where that is enough."""

from __future__ import annotations

import base64
from typing import Any, TypedDict

import numpy as np

FLOAT32_LARGEST, FLOAT32_SMALLEST = 3e38, 1e-37
"""Sizes that four bytes can hold without becoming infinite or zero."""


class PackedArray(TypedDict):
    """An array: its type ("float32", "float64" or "int32"), its shape, and its numbers row by row, in base64."""

    dtype: str
    shape: list[int]
    data: str


def packed(values: Any, double: bool = False) -> PackedArray:
    """An array as text; eight bytes a number where asked, or where four would lose a number altogether."""
    array = np.asarray(values)
    if array.dtype.kind in "iub":
        kind = "int32"
    else:
        array = array.astype(np.float64)
        sizes = np.abs(array[np.isfinite(array) & (array != 0.0)])
        wide = double or (sizes.size and (sizes.max() > FLOAT32_LARGEST or sizes.max() < FLOAT32_SMALLEST))
        kind = "float64" if wide else "float32"
    data = np.ascontiguousarray(array.astype(np.dtype(kind).newbyteorder("<"))).tobytes()
    return {"dtype": kind, "shape": list(array.shape), "data": base64.b64encode(data).decode("ascii")}
