"""Rows of arguments: where they lie, how they are shared among threads, and code run over them."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from .batch import ROW_WORDS, SHARED, STRIDED
from .calls import BoundCall
from .code import Code
from .target import cores

_BATCH_CALL = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 3, ctypes.c_int64, ctypes.c_int64)


@dataclass(frozen=True)
class RowStrides:
    """Where the rows of one argument lie: element j of row r at `array.flat[r * row + j * element]`."""

    array: np.ndarray
    size: int
    element: int
    row: int
    mode: int = STRIDED

    @property
    def packed(self) -> int:
        """How many numbers the batch loop may have to pack for one row."""
        return self.size if self.mode == STRIDED else 0

    def buffer(self) -> np.ndarray:
        """Memory for one row; what all rows share as it is."""
        return self.array if self.mode == SHARED else np.empty(self.size)

    def view(self, count: int) -> np.ndarray:
        """The first `count` rows as a matrix."""
        strides = (self.row * self.array.itemsize, self.element * self.array.itemsize)
        return np.lib.stride_tricks.as_strided(self.array, (count, self.size), strides)

    @property
    def words(self) -> tuple[int, ...]:
        """The descriptor."""
        return (self.array.ctypes.data, self.element, self.row, 0, self.mode, self.packed)


def leading(array: np.ndarray, shape: tuple[int, ...]) -> RowStrides:
    """Rows along the first axis; an array of exactly `shape` is every row."""
    array = np.asarray(array, order="C")  # and not ascontiguousarray, which gives scalars an axis
    size = math.prod(shape)
    return RowStrides(array, size, 1, 0 if array.shape == shape else size)


def trailing(array: np.ndarray, shape: tuple[int, ...]) -> RowStrides:
    """Rows along the last axis; an array of exactly `shape` is every row."""
    array = np.asarray(array, order="C")
    size = math.prod(shape)
    return RowStrides(array, size, 1, 0) if array.shape == shape else RowStrides(array, size, array.shape[-1], 1)


def shared(array: np.ndarray, element: int = 1) -> RowStrides:
    """An argument whose pointer is handed on as it is."""
    return RowStrides(array, 0, element, 0, SHARED)


def descriptors(rows: Sequence[RowStrides]) -> np.ndarray:
    """The table that the batch loop reads."""
    return np.array([r.words for r in rows], dtype=np.int64).reshape(len(rows), ROW_WORDS)


def for_each_share(run: Callable[[int, int], None], rows: int, threads: int | None, width: int) -> None:
    """`run(start, stop)` over `rows` rows, on several threads in shares of whole groups; None is one a core."""
    count = cores() if threads is None else threads
    count = max(1, min(count, rows // (4 * width)))
    if count == 1:
        run(0, rows)
        return
    share = -(-rows // (count * width)) * width
    with ThreadPoolExecutor(count) as pool:
        list(pool.map(lambda k: run(k * share, min(rows, (k + 1) * share)), range(count)))


def run_wide(
    kernel: Any, code: Code, inputs: Sequence[RowStrides], outputs: Sequence[RowStrides], start: int, stop: int
) -> None:
    """Runs wide code over rows [start, stop)."""
    ins, outs = descriptors([*inputs, shared(kernel.opaque.addresses)]), descriptors(outputs)
    packed = sum(r.packed for r in (*inputs, *outputs))
    work = np.empty(code.work + packed * kernel.width + 1)
    _BATCH_CALL(code.address)(ins.ctypes.data, outs.ctypes.data, work.ctypes.data, start, stop)
    kernel.opaque.raise_pending()


class BoundRows:
    """Wide code with fixed buffers of `count` rows side by side, for loops that call it by address.

    `inputs` and `outputs` give for every argument an array with the rows along its last axis. `words` are the six
    integers of a call: address, inputs, outputs, work, first row, last row.
    """

    def __init__(
        self, kernel: Any, inputs: Mapping[str, np.ndarray], outputs: Mapping[str, np.ndarray], count: int
    ) -> None:
        signature = kernel.signature
        given = [trailing(inputs[name], shape) for name, shape in signature.shapes.items()]
        results = [trailing(outputs[name], shape) for name, shape in signature.output_shapes.items()]
        code = kernel.wide_code()
        self._kept = (kernel, code, given, results)
        self._ins, self._outs = descriptors([*given, shared(kernel.opaque.addresses)]), descriptors(results)
        self._work = np.empty(code.work + sum(r.packed for r in (*given, *results)) * kernel.width + 1)
        addresses = (x.ctypes.data for x in (self._ins, self._outs, self._work))
        self.words = np.array([code.address, *addresses, 0, count], dtype=np.int64)


class BoundShare:
    """Wide code with fixed arguments for rows [start, stop) of them, called without arguments again and again."""

    def __init__(
        self, kernel: Any, inputs: Sequence[RowStrides], outputs: Sequence[RowStrides], start: int, stop: int
    ) -> None:
        code = kernel.wide_code()
        ins, outs = descriptors([*inputs, shared(kernel.opaque.addresses)]), descriptors(outputs)
        work = np.empty(code.work + sum(r.packed for r in (*inputs, *outputs)) * kernel.width + 1)
        self._kept = (kernel, code, inputs, outputs, ins, outs, work)
        self._call = _BATCH_CALL(code.address)
        self._arguments = (ins.ctypes.data, outs.ctypes.data, work.ctypes.data, start, stop)
        self._pending = kernel.opaque.raise_pending

    def run(self) -> None:
        """Computes the outputs."""
        self._call(*self._arguments)
        self._pending()


class BoundSingles:
    """The code for one evaluation with fixed arguments of `count` rows, called without arguments again and again."""

    def __init__(self, kernel: Any, inputs: Sequence[RowStrides], outputs: Sequence[RowStrides], count: int) -> None:
        ins, outs = ({str(k): r.buffer() for k, r in enumerate(side)} for side in (inputs, outputs))
        self._call = BoundCall(kernel, ins, outs)
        self._given, self._results = (
            [(buffer, r.view(count)) for buffer, r in zip(own.values(), side, strict=True) if r.mode != SHARED]
            for own, side in ((ins, inputs), (outs, outputs))
        )
        self.count = count

    def run(self, start: int = 0) -> None:
        """Computes the outputs of rows from `start` on."""
        for row in range(start, self.count):
            for buffer, view in self._given:
                buffer[:] = view[row]
            self._call()
            for buffer, view in self._results:
                view[row] = buffer


def run_single(kernel: Any, inputs: Sequence[RowStrides], outputs: Sequence[RowStrides], start: int, stop: int) -> None:
    """Runs the code for one evaluation over rows [start, stop): the first tier of a batch."""
    BoundSingles(kernel, inputs, outputs, stop).run(start)
