"""Kernels called by address: from plain Python here, and as a call of the machine in compiled loops."""

from __future__ import annotations

import ctypes
from functools import cache
from typing import Any

KERNEL_SIGNATURE = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)
ROWS_SIGNATURE = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 3, ctypes.c_int64, ctypes.c_int64)


@cache
def _callable(address: int) -> Any:
    return KERNEL_SIGNATURE(address)


def call(kernel: Any) -> None:
    """Runs a kernel, given as four integers: its address, and those of its inputs, outputs and work array.

    More integers may follow, for instance the table of outputs.
    """
    address, inputs, outputs, work = kernel[:4].tolist()
    _callable(address)(inputs, outputs, work)


@cache
def _callable_rows(address: int) -> Any:
    return ROWS_SIGNATURE(address)


def call_rows(kernel: Any) -> None:
    """Runs a kernel over rows, given as six integers: as `call`, then the first row and the one behind the last."""
    address, inputs, outputs, work, start, stop = kernel.tolist()
    _callable_rows(address)(inputs, outputs, work, start, stop)
