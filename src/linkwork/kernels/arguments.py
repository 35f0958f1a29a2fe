"""The arguments of a kernel: arrays of a caller, checked, as what native code is given.

`FixedArguments` have shapes that are known; `OpenArguments` are those of a program whose numbers of rows are read off
the arrays.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..expr.errors import KernelInputError, TraceError
from ..expr.signature import Signature
from .calls import aligned_empty, check_overlap, checked_buffer, real_array
from .program import COUNTS, Add, At, Program, RolledLoop, Whole, argument_size
from .rows import RowStrides, leading, shared, trailing

Arrays = Mapping[str, np.ndarray]
Buffers = tuple[dict[str, np.ndarray], dict[str, np.ndarray], list[np.ndarray]]
"""Inputs, outputs, and memory for what lives during a call."""


@dataclass(frozen=True, eq=False)
class Many:
    """The arguments of many evaluations; `outputs` is called once a thread, for memory of its own."""

    inputs: Sequence[RowStrides]
    outputs: Callable[[], Sequence[RowStrides]]
    rows: int
    results: Sequence[np.ndarray]


class FixedArguments:
    """Arguments whose shapes are those of a signature."""

    def __init__(self, signature: Signature) -> None:
        self.signature, self.name = signature, signature.name

    def ordered(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Sequence[Any]:
        """Arguments in the order of the inputs."""
        given = self.signature.bind(args, kwargs)
        return [given[name] for name in self.signature.shapes]

    def empty(self) -> Buffers:
        """New buffers."""
        signature = self.signature
        inputs, outputs = (
            {name: np.zeros(shape) for name, shape in side.items()}
            for side in (signature.shapes, signature.output_shapes)
        )
        return inputs, outputs, []

    def bound(self, buffers: Mapping[str, Any]) -> Buffers:
        """The buffers given, and new ones for other outputs."""
        inputs, outputs, internal = self.empty()
        for name, buffer in buffers.items():
            side = inputs if name in inputs else outputs
            if name not in side:
                known = ", ".join([*inputs, *outputs])
                raise TraceError(f"{self.name}: {name!r} is neither an input nor an output; it has {known}.")
            label = f"{self.name}: buffer {name!r}"
            side[name] = checked_buffer(label, buffer, side[name].shape, write=side is outputs)
        missing = [name for name in inputs if name not in buffers]
        if missing:
            raise TraceError(f"{self.name}: bind needs a buffer for input {missing[0]!r}.")
        check_overlap(self.name, inputs, outputs)
        return inputs, outputs, internal

    def many(self, args: Sequence[Any], kwargs: Mapping[str, Any], first: bool) -> Many:
        """Points along the first or the last axis of those inputs that do not have the shape of one."""
        signature, given = self.signature, self.signature.bind(args, kwargs)
        arrays = {name: real_array(self.name, name, given[name]) for name in signature.shapes}
        points = self._points(arrays, first)
        rows_of = leading if first else trailing
        inputs = [rows_of(a, signature.shapes[name]) for name, a in arrays.items()]
        shapes = list(signature.output_shapes.values())
        results = [aligned_empty((points, *shape) if first else (*shape, points)) for shape in shapes]
        outputs = [rows_of(a, shape) for a, shape in zip(results, shapes, strict=True)]
        return Many(inputs, lambda: outputs, points, results)

    def _points(self, arrays: Arrays, first: bool) -> int:
        """How many points there are: the length of the axis that inputs have in addition."""
        points: int | None = None
        for name, value in arrays.items():
            shape = self.signature.shapes[name]
            if value.shape == shape:
                continue
            inner = value.shape[1:] if first else value.shape[:-1]
            if value.ndim == 0 or inner != shape:
                wanted = ("points", *shape) if first else (*shape, "points")
                needs = f"({', '.join(map(str, wanted))})"
                raise KernelInputError(self.name, name, f"has shape {value.shape}, needs {needs}, or {shape} for all.")
            found = value.shape[0 if first else -1]
            if points is not None and points != found:
                raise KernelInputError(self.name, name, f"has {found} points, others have {points}.")
            points = found
        if points is None:
            raise TraceError(f"{self.name}: no input has an axis of points; call the kernel itself for a single one.")
        return points


class OpenArguments:
    """Arguments by name; the number of rows is read off the arrays, and any number runs the same code."""

    def __init__(self, program: Program) -> None:
        self.program, self.name = program, program.name

    def single(self, args: Sequence[Any], arrays: Mapping[str, Any]) -> Buffers:
        """Buffers of one state from whatever is like an array; outputs are made anew."""
        return self.bound(self._converted(args, arrays))

    def bound(self, arrays: Mapping[str, Any]) -> Buffers:
        """The buffers given, and new ones for other outputs.

        Columns are checked now: offsets written into them later must stay inside the buffers.
        """
        program, counts = self.program, self._counts(arrays)
        inputs = {
            name: checked_buffer(self._label(name), arrays[name], program.shape(name, counts))
            for name in program.inputs
        }
        columns = self._columns(arrays, counts)
        outputs = {}
        for name in program.outputs:
            shape = program.shape(name, counts)
            given = name in arrays
            outputs[name] = (
                checked_buffer(self._label(name), arrays[name], shape, write=True) if given else np.zeros(shape)
            )
        check_overlap(self.name, inputs, outputs)
        internal = [np.zeros(program.shape(name, counts)) for name in program.internal]
        return {**inputs, **columns, COUNTS: self._count_array(counts)}, outputs, internal

    def many(self, args: Sequence[Any], arrays: Mapping[str, Any], first: bool, width: int) -> Many:
        """Many states along the first axis of every input that is not `shared`."""
        program = self.program
        if not first:
            raise TraceError(f"{self.name}: states of a program with open counts lie along the first axis; use batch.")
        given = self._converted(args, arrays)
        own = [name for name, b in program.inputs.items() if not b.shared]
        rows = self._states(given, own)
        # The shape of one state, whatever their number.
        single = {name: np.broadcast_to(0.0, a.shape[1:]) if name in own else a for name, a in given.items()}
        counts = self._counts(single)
        inputs = [self._input_rows(name, given[name], counts, rows) for name in program.inputs]
        inputs += [shared(column) for column in self._columns(given, counts).values()]
        inputs.append(shared(self._count_array(counts)))
        results = {name: np.empty((rows, *program.shape(name, counts))) for name in program.outputs}
        outputs = [leading(a, program.shape(name, counts)) for name, a in results.items()]

        def with_internal() -> list[RowStrides]:
            memory = [np.zeros((*program.shape(name, counts), width)) for name in program.internal]
            return [*outputs, *(shared(a, width) for a in memory)]

        return Many(inputs, with_internal, rows, list(results.values()))

    def _states(self, given: Arrays, own: Sequence[str]) -> int:
        if not own:
            raise TraceError(f"{self.name}: all inputs are shared; there is nothing to batch over.")
        missing = [name for name in own if name not in given]
        if missing:
            raise TraceError(f"{self.name}: {missing[0]!r} is missing.")
        states = {len(given[name]) for name in own}
        if len(states) != 1:
            raise TraceError(f"{self.name}: inputs have different numbers of states: {sorted(states)}.")
        return states.pop()

    def _input_rows(self, name: str, array: np.ndarray, counts: Mapping[str, int], rows: int) -> RowStrides:
        shape = self.program.shape(name, counts)
        if self.program.inputs[name].shared:
            return shared(checked_buffer(self._label(name), array, shape))
        return leading(checked_buffer(self._label(name), array, (rows, *shape)), shape)

    def _columns(self, arrays: Arrays, counts: Mapping[str, int]) -> dict[str, np.ndarray]:
        """The columns, checked: no offset leads out of its buffer, no kind is unknown."""
        columns = {
            name: checked_buffer(self._label(name), arrays[name], (counts[count],), np.int64)
            for name, count in self.program.columns.items()
        }
        for loop in self.program.loops:
            if counts[loop.rows]:
                self._check_reach(loop, columns, counts)
        return columns

    def _check_reach(self, loop: RolledLoop, columns: Arrays, counts: Mapping[str, int]) -> None:
        if loop.kind is not None:
            self._check_range(loop.kind, columns[loop.kind], len(loop.bodies) - 1, "the kinds")
        for a, place in loop.places.items():
            inner = place.place if isinstance(place, Add) else place
            room = math.prod(self.program.shape(inner.buffer, counts))
            room -= max(argument_size(body, a) for body in loop.bodies)
            if isinstance(inner, At):
                self._check_range(
                    inner.column, columns[inner.column], room, f"the offsets of {a!r} in {inner.buffer!r}"
                )
            elif isinstance(inner, Whole) and room < 0:
                raise TraceError(f"{self.name}: {inner.buffer!r} has too few numbers for {a!r}.")

    def _check_range(self, name: str, column: np.ndarray, last: int, meaning: str) -> None:
        low, high = int(column.min()), int(column.max())
        if low < 0 or high > last:
            raise TraceError(f"{self._label(name)} has entries from {low} to {high}; {meaning} go from 0 to {last}.")

    def _converted(self, args: Sequence[Any], arrays: Mapping[str, Any]) -> dict[str, np.ndarray]:
        """Anything like an array, as native code wants it."""
        if args:
            raise TraceError(f"{self.name}: a program with open counts takes its arrays by name.")
        for name in self.program.outputs:
            if name in arrays:
                raise TraceError(f"{self._label(name)} is an output, made anew here; bind takes buffers for outputs.")
        return {name: self._array(name, value) for name, value in arrays.items()}

    def _array(self, name: str, value: Any) -> np.ndarray:
        if name not in self.program.columns:
            return np.asarray(real_array(self.name, name, value), order="C")
        array = np.asarray(value)
        if array.size and array.dtype.kind not in "iu":
            raise TraceError(f"{self._label(name)} is a column and holds whole numbers, not {array.dtype}.")
        return np.ascontiguousarray(array, dtype=np.int64)

    def _counts(self, arrays: Mapping[str, Any]) -> dict[str, int]:
        """The counts, read off the shapes; every array must be there and agree."""
        program = self.program
        known = {**program.inputs, **program.columns, **program.outputs}
        for name in arrays:
            if name not in known:
                raise TraceError(
                    f"{self.name}: there is no input, column or output {name!r}; it has {', '.join(known)}."
                )
        counts: dict[str, int] = {}
        for name in (*program.inputs, *program.columns):
            if name not in arrays:
                raise TraceError(f"{self.name}: {name!r} is missing.")
            buffer = program.inputs.get(name)
            count = program.columns.get(name) if buffer is None else buffer.rows
            if count is None:
                continue
            shape = np.shape(arrays[name])
            if len(shape) != (1 if buffer is None else 2):
                raise TraceError(f"{self._label(name)} has shape {shape}; it needs rows.")
            rows = shape[name in program.transposed] - (0 if buffer is None else buffer.extra)
            if rows < 0:
                raise TraceError(f"{self._label(name)} has too few rows: {shape[0]}.")
            if counts.setdefault(count, rows) != rows:
                raise TraceError(f"{self._label(name)} has {rows} rows for {count!r}, others have {counts[count]}.")
        missing = [count for count in program.counts if count not in counts]
        if missing:
            raise TraceError(f"{self.name}: no input or column gives the count {missing[0]!r}.")
        return counts

    def _count_array(self, counts: Mapping[str, int]) -> np.ndarray:
        return np.array([counts[name] for name in self.program.counts], dtype=np.int64)

    def _label(self, name: str) -> str:
        return f"{self.name}: {name!r}"
