"""How native code is called from Python: pointers to buffers, descriptors of rows, shares of rows for threads."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..expr.array import is_symbolic
from ..expr.errors import TraceError
from .batch import SHARED, STRIDED, WORDS
from .opaque import OpaqueTable
from .target import cores

CALL = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)
BATCH_CALL = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 3, ctypes.c_int64, ctypes.c_int64)


class BoundCall:
    """A kernel with its buffers: calling it costs one foreign call and nothing else."""

    def __init__(
        self,
        kernel: Any,
        inputs: Mapping[str, np.ndarray],
        outputs: Mapping[str, np.ndarray],
        internal: Sequence[np.ndarray] = (),
    ) -> None:
        self.inputs, self.outputs = inputs, outputs
        self._opaque: OpaqueTable = kernel.opaque
        self._work = np.empty(kernel.work_size + 1)
        self._in = pointers([*inputs.values(), self._opaque.addresses])
        self._out = pointers([*outputs.values(), *internal])
        self._call = CALL(kernel.address)
        addresses = (self._in.ctypes.data, self._out.ctypes.data, self._work.ctypes.data)
        self._arguments = tuple(map(ctypes.c_void_p, addresses))
        self.addresses = tuple(map(np.uintp, addresses))  # the type that `kernel.numba` takes
        self._kept = (kernel, internal)  # the code and its memory must outlive this call

    def __call__(self) -> None:
        """Reads the inputs, writes the outputs."""
        self._call(*self._arguments)
        if self._opaque.errors:
            self._opaque.raise_pending()


class PointCall(BoundCall):
    """A bound call that copies its inputs in and its outputs out: what calling a kernel as a function does."""

    def __init__(self, kernel: Any, inputs: Mapping[str, np.ndarray], outputs: Mapping[str, np.ndarray]) -> None:
        super().__init__(kernel, inputs, outputs)
        self._name: str = kernel.name
        self._targets = [(array, array.shape) for array in inputs.values()]
        self._readers = [x.item if x.ndim == 0 else x.copy for x in outputs.values()]

    def evaluate(self, values: Sequence[Any]) -> list[Any]:
        """The outputs at `values`, which are given in the order of the inputs."""
        for (target, shape), value in zip(self._targets, values, strict=True):
            kind = value.__class__
            if kind is np.ndarray and value.dtype is _DOUBLE and value.shape == shape:
                target[...] = value
            elif kind is float and shape == ():
                target[()] = value
            else:
                target[...] = self._converted(target, value)
        self()
        return [read() for read in self._readers]

    def _converted(self, target: np.ndarray, value: Any) -> np.ndarray:
        """Anything else that is a number or an array of them."""
        name = next(name for name, array in self.inputs.items() if array is target)
        label = f"{self._name}: input {name!r}"
        array = real_array(label, value)
        if array.shape != target.shape:
            raise TraceError(f"{label} has shape {array.shape}, needs {target.shape}.")
        return array


_DOUBLE = np.dtype(np.float64)


def real_array(label: str, value: Any) -> np.ndarray:
    """`value` as an array of doubles; text, complex numbers and symbols are refused."""
    array = np.asarray(value)
    if array.dtype.kind in "fiub":
        return np.asarray(array, dtype=float)
    if is_symbolic(value):
        raise TraceError(f"{label} is symbolic; a kernel takes numbers. Call the Function it was made of instead.")
    if array.dtype.kind == "O":
        try:
            # And not astype, for which None is NaN.
            return np.array([float(x) for x in array.ravel()], dtype=float).reshape(array.shape)
        except (TypeError, ValueError):
            pass
    raise TraceError(f"{label} must be real numbers, got {type(value).__name__} of {array.dtype}.")


def pointers(arrays: Sequence[np.ndarray]) -> np.ndarray:
    """The addresses of arrays, as native code wants them."""
    return np.array([a.ctypes.data for a in arrays] or [0], dtype=np.uintp)


@dataclass(frozen=True)
class Rows:
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

    @property
    def words(self) -> tuple[int, ...]:
        """The descriptor."""
        return (self.array.ctypes.data, self.element, self.row, 0, self.mode, self.packed)


def leading(array: np.ndarray, shape: tuple[int, ...]) -> Rows:
    """Rows along the first axis; an array of exactly `shape` is every row."""
    array = np.asarray(array, order="C")  # and not ascontiguousarray, which gives scalars an axis
    size = math.prod(shape)
    return Rows(array, size, 1, 0 if array.shape == shape else size)


def trailing(array: np.ndarray, shape: tuple[int, ...]) -> Rows:
    """Rows along the last axis; an array of exactly `shape` is every row."""
    array = np.asarray(array, order="C")
    size = math.prod(shape)
    return Rows(array, size, 1, 0) if array.shape == shape else Rows(array, size, array.shape[-1], 1)


def shared(array: np.ndarray, element: int = 1) -> Rows:
    """An argument whose pointer is handed on as it is."""
    return Rows(array, 0, element, 0, SHARED)


def descriptors(rows: Sequence[Rows]) -> np.ndarray:
    """The table that the batch loop reads."""
    return np.array([r.words for r in rows], dtype=np.int64).reshape(len(rows), WORDS)


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


def checked_buffer(
    label: str, buffer: Any, shape: tuple[int, ...], dtype: Any = np.float64, write: bool = False
) -> np.ndarray:
    """`buffer`, if native code can use it as it is."""
    if (
        not isinstance(buffer, np.ndarray)
        or buffer.dtype != dtype
        or not (buffer.flags.c_contiguous and buffer.flags.aligned)
    ):
        raise TraceError(f"{label} must be a C-contiguous array of {np.dtype(dtype)}.")
    if buffer.shape != shape:
        raise TraceError(f"{label} has shape {buffer.shape}, needs {shape}.")
    if write and not buffer.flags.writeable:
        raise TraceError(f"{label} is read-only and cannot take an output.")
    return buffer


def check_overlap(name: str, inputs: Mapping[str, np.ndarray], outputs: Mapping[str, np.ndarray]) -> None:
    """Raises where an output shares memory with an input or with another output."""
    seen = dict(inputs)
    for label, given in outputs.items():
        other = next((known for known, array in seen.items() if np.may_share_memory(given, array)), None)
        if other is not None:
            raise TraceError(f"{name}: the buffer of output {label!r} overlaps that of {other!r}; results would mix.")
        seen[label] = given
