"""Rows of arguments: where they lie, how they are shared among threads, and code run over them."""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np

from .batch import ROW_WORDS, SHARED, STRIDED
from .calls import BoundCall, address_of, aligned_empty
from .code import Code
from .target import cores


class RowStrides(NamedTuple):
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
        """The descriptor; of nothing, no address is asked."""
        address = address_of(self.array) if self.array.size else 0
        return (address, self.element, self.row, 0, self.mode, self.packed)


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


class BoundShare:
    """Wide code with fixed arguments for rows [start, stop) of them, called without arguments again and again.

    `words` are the six integers of a call, for loops that make it by address: code, inputs, outputs, work, start, stop.
    """

    def __init__(
        self,
        kernel: Any,
        inputs: Sequence[RowStrides],
        outputs: Sequence[RowStrides],
        start: int,
        stop: int,
        code: Code | None = None,
    ) -> None:
        code = code or kernel.wide_code()
        # One table: the inputs, that of the opaque functions, the outputs.
        rows = [*inputs, shared(kernel.opaque.addresses), *outputs]
        table = array("q", [word for r in rows for word in r.words])
        work = aligned_empty((code.work + sum([r.packed for r in rows]) * kernel.width,))
        first, _ = table.buffer_info()
        second = first + (len(inputs) + 1) * ROW_WORDS * table.itemsize
        self.kernel, self.rows, self.table, self.work = kernel, rows, table, work
        self._code = code
        self._call = code.over_rows
        self._arguments = (first, second, address_of(work), start, stop)
        self._pending = kernel.opaque.raise_pending

    @property
    def words(self) -> np.ndarray:
        """What `loops.call_rows` takes."""
        return np.array([self._code.address, *self._arguments], dtype=np.int64)

    def run(self) -> None:
        """Computes the outputs."""
        self._call(*self._arguments)
        self._pending()


class BoundRow:
    """The code for one evaluation with fixed arguments of one row, which are used where they lie.

    Called like a `BoundShare`, in Python and by loops, which hand over two integers that stay unread. It takes a third
    of the time of code for several rows.
    """

    def __init__(self, kernel: Any, inputs: Sequence[RowStrides], outputs: Sequence[RowStrides]) -> None:
        ins, outs = ({str(k): r.array for k, r in enumerate(side)} for side in (inputs, outputs))
        self.run = BoundCall(kernel, ins, outs)
        self.words = np.array([*self.run.row, 0, 1], dtype=np.int64)


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

    def run(self) -> None:
        """Computes the outputs."""
        for row in range(self.count):
            for buffer, view in self._given:
                buffer[:] = view[row]
            self._call()
            for buffer, view in self._results:
                view[row] = buffer
