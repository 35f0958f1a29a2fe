"""How native code is called from Python: buffers that are checked, converted, and handed over by address."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ..expr.array import is_symbolic
from ..expr.errors import KernelInputError, TraceError
from .opaque import OpaqueTable

CALL = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)


class BoundCall:
    """A kernel with its buffers: calling it costs one foreign call and nothing else."""

    def __init__(
        self,
        kernel: Any,
        inputs: Mapping[str, np.ndarray],
        outputs: Mapping[str, np.ndarray],
        internal: Sequence[np.ndarray] = (),
    ) -> None:
        self.kernel, self.inputs, self.outputs, self.internal = kernel, inputs, outputs, internal
        # All of it must outlive this call: the code, its memory, and the tables that lead there.
        self._opaque: OpaqueTable = kernel.opaque
        self.work = np.empty(kernel.work_size + 1)
        self.input_table = pointers([*inputs.values(), self._opaque.addresses])
        self.output_table = pointers([*outputs.values(), *internal])
        self._call = CALL(kernel.address)
        addresses = tuple(map(address_of, (self.input_table, self.output_table, self.work)))
        self._arguments = tuple(map(ctypes.c_void_p, addresses))
        self.addresses = tuple(map(np.uintp, addresses))
        self.row = np.array([kernel.address, *addresses], dtype=np.int64)
        """What `loops.call` takes."""

    @property
    def output_addresses(self) -> np.ndarray:
        """Where each output is written."""
        return self.output_table.copy()

    def __call__(self) -> None:
        """Reads the inputs, writes the outputs."""
        self._call(*self._arguments)
        if self._opaque.errors:
            self._opaque.raise_pending()


class PointCall(BoundCall):
    """A bound call that copies its inputs in and its outputs out: what calling a kernel as a function does."""

    def __init__(
        self,
        kernel: Any,
        inputs: Mapping[str, np.ndarray],
        outputs: Mapping[str, np.ndarray],
        internal: Sequence[np.ndarray] = (),
    ) -> None:
        super().__init__(kernel, inputs, outputs, internal)
        self._name: str = kernel.name
        self._targets = [(array, array.shape) for array in inputs.values()]
        self._readers = [x.item if x.ndim == 0 else x.copy for x in outputs.values()]

    def evaluate(self, values: Sequence[Any]) -> Sequence[Any]:
        """The outputs at `values`, which are given in the order of the inputs."""
        for (target, shape), value in zip(self._targets, values, strict=True):
            kind = value.__class__
            if kind is np.ndarray and value.dtype is _DOUBLE and value.shape == shape:
                target[...] = value
            elif kind is float and shape == ():
                target[()] = value
            else:
                target[...] = self._converted(target, value)
        self._call(*self._arguments)
        if self._opaque.errors:
            self._opaque.raise_pending()
        readers = self._readers
        # A comprehension costs as much as the copy of one small output.
        return (readers[0](),) if len(readers) == 1 else [read() for read in readers]

    def _converted(self, target: np.ndarray, value: Any) -> np.ndarray:
        """Anything else that is a number or an array of them."""
        name = next(name for name, array in self.inputs.items() if array is target)
        array = real_array(self._name, name, value)
        if array.shape != target.shape:
            raise KernelInputError(self._name, name, f"has shape {array.shape}, needs {target.shape}.")
        return array


_DOUBLE = np.dtype(np.float64)


def real_array(owner: str, name: str, value: Any) -> np.ndarray:
    """`value` as an array of doubles; text, complex numbers and symbols are refused."""
    try:
        array = np.asarray(value)
    except ValueError:
        raise KernelInputError(owner, name, "must be an array; its rows have different lengths.") from None
    if array.dtype.kind in "fiub":
        return np.asarray(array, dtype=float)
    if is_symbolic(value):
        raise KernelInputError(
            owner, name, "is symbolic; a kernel takes numbers. Call the Function it was made of instead."
        )
    if array.dtype.kind == "O":
        try:
            # And not astype, for which None is NaN.
            return np.array([float(x) for x in array.ravel()], dtype=float).reshape(array.shape)
        except (TypeError, ValueError):
            pass
    raise KernelInputError(owner, name, f"must be real numbers, got {type(value).__name__} of {array.dtype}.")


CACHE_LINE = 8
"""Numbers in a line of the processor's cache; a vector that lies across two is read and written in two steps."""


def aligned_empty(shape: tuple[int, ...]) -> np.ndarray:
    """A new array that begins at a line of the cache."""
    size = math.prod(shape)
    memory = np.empty(size + CACHE_LINE)
    first = -(address_of(memory) // memory.itemsize) % CACHE_LINE
    return memory[first : first + size].reshape(shape)


def address_of(array: np.ndarray) -> int:
    """Where an array begins; three times as fast as `array.ctypes.data` where it can be written and is not empty."""
    try:
        return ctypes.addressof(ctypes.c_char.from_buffer(array.data))
    except (TypeError, ValueError):
        return array.ctypes.data


def pointers(arrays: Sequence[np.ndarray]) -> np.ndarray:
    """The addresses of arrays, as native code wants them."""
    return np.array([address_of(a) for a in arrays] or [0], dtype=np.uintp)


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
