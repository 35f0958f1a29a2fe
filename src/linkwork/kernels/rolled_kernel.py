"""A rolled program as a native callable. The number of rows is read off the arrays; any number runs the same code."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from ..expr.errors import TraceError
from ..expr.signature import result_class
from .calls import BoundCall, check_overlap, checked_buffer, real_array
from .emit_rolled import emit_program, opaque_of
from .ir import Lanes
from .kernel import NativeCode
from .opaque import OpaqueTable
from .rolled import COUNTS, Add, At, Loop, Program, Whole, argument_size
from .rows import Rows, leading, shared
from .schedule import cost


class ProgramBody:
    """A rolled program as something to compile."""

    def __init__(self, program: Program) -> None:
        self.program = program

    @property
    def arguments(self) -> tuple[int, int]:
        """Buffers, columns and the counts in; outputs and internal buffers out."""
        return len(self.program.inputs) + len(self.program.columns) + 1, len(self.program.written)

    @property
    def digest(self) -> str:
        """Content of the bodies and of the loops around them."""
        return self.program.digest

    @property
    def cost(self) -> int:
        """How much there is to compile."""
        return sum(cost(body) for loop in self.program.loops for body in loop.bodies)

    def for_rows(self) -> ProgramBody:
        """Itself."""
        return self

    def prepare(self) -> None:
        """Nothing: its bodies are traced."""

    def emit(self, name: str, lanes: Lanes) -> tuple[list[str], int]:
        """IR of driver and bodies."""
        return emit_program(self.program, name, lanes)


class RolledKernel(NativeCode):
    """Native code of a `Program`; called with its inputs and columns by name."""

    def __init__(self, program: Program, tiered: bool = True) -> None:
        super().__init__(ProgramBody(program), OpaqueTable(opaque_of(program)), tiered)
        self.program, self.name = program, program.name
        self._tuple = result_class(tuple(program.outputs))

    def __call__(self, /, **arrays: Any) -> Any:
        """The outputs, as new arrays, for one state."""
        self._refuse_outputs(arrays)
        call = self.bind(**{name: self._converted(name, value) for name, value in arrays.items()})
        call()
        return self._tuple(*call.outputs.values())

    def bind(self, /, **arrays: np.ndarray) -> BoundCall:
        """A call with fixed buffers: inputs and columns must be given, outputs may be.

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
        return BoundCall(self, {**inputs, **columns, COUNTS: self._count_array(counts)}, outputs, internal)

    def batch(self, /, threads: int | None = 1, **arrays: Any) -> Any:
        """The outputs for many states: every input that is not `shared` has one leading axis more."""
        program = self.program
        self._refuse_outputs(arrays)
        given = {name: self._converted(name, value) for name, value in arrays.items()}
        own = [name for name, b in program.inputs.items() if not b.shared]
        if not own:
            raise TraceError(f"{self.name}: all inputs are shared; there is nothing to batch over.")
        missing = [name for name in own if name not in given]
        if missing:
            raise TraceError(f"{self.name}: {missing[0]!r} is missing.")
        states = {len(given[name]) for name in own}
        if len(states) != 1:
            raise TraceError(f"{self.name}: inputs have different numbers of states: {sorted(states)}.")
        (rows,) = states
        # The shape of one state, whatever their number.
        single = {name: np.broadcast_to(0.0, a.shape[1:]) if name in own else a for name, a in given.items()}
        counts = self._counts(single)
        inputs = [self._input_rows(name, given[name], counts, rows) for name in program.inputs]
        inputs += [shared(column) for column in self._columns(given, counts).values()]
        inputs.append(shared(self._count_array(counts)))
        results = {name: np.empty((rows, *program.shape(name, counts))) for name in program.outputs}
        outputs = [leading(a, program.shape(name, counts)) for name, a in results.items()]

        def with_internal() -> list[Rows]:
            memory = [np.zeros((*program.shape(name, counts), self.width)) for name in program.internal]
            return [*outputs, *(shared(a, self.width) for a in memory)]

        self.run_rows(inputs, with_internal, rows, threads)
        return self._tuple(*results.values())

    def _refuse_outputs(self, arrays: Mapping[str, Any]) -> None:
        for name in self.program.outputs:
            if name in arrays:
                raise TraceError(f"{self._label(name)} is an output, made anew here; bind takes buffers for outputs.")

    def _input_rows(self, name: str, array: np.ndarray, counts: Mapping[str, int], rows: int) -> Rows:
        shape = self.program.shape(name, counts)
        if self.program.inputs[name].shared:
            return shared(checked_buffer(self._label(name), array, shape))
        return leading(checked_buffer(self._label(name), array, (rows, *shape)), shape)

    def _columns(self, arrays: Mapping[str, np.ndarray], counts: Mapping[str, int]) -> dict[str, np.ndarray]:
        """The columns, checked: no offset leads out of its buffer, no kind is unknown."""
        columns = {
            name: checked_buffer(self._label(name), arrays[name], (counts[count],), np.int64)
            for name, count in self.program.columns.items()
        }
        for loop in self.program.loops:
            if counts[loop.rows]:
                self._check_reach(loop, columns, counts)
        return columns

    def _check_reach(self, loop: Loop, columns: Mapping[str, np.ndarray], counts: Mapping[str, int]) -> None:
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

    def _converted(self, name: str, value: Any) -> np.ndarray:
        if name not in self.program.columns:
            return np.asarray(real_array(self._label(name), value), order="C")
        array = np.asarray(value)
        if array.size and array.dtype.kind not in "iu":
            raise TraceError(f"{self._label(name)} is a column and holds whole numbers, not {array.dtype}.")
        return np.ascontiguousarray(array, dtype=np.int64)

    def _counts(self, arrays: Mapping[str, np.ndarray]) -> dict[str, int]:
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
            raise TraceError(f"{self.name}: no input or column tells the count {missing[0]!r}.")
        return counts

    def _count_array(self, counts: Mapping[str, int]) -> np.ndarray:
        return np.array([counts[name] for name in self.program.counts], dtype=np.int64)

    def _label(self, name: str) -> str:
        return f"{self.name}: {name!r}"

    def __reduce__(self) -> Any:
        return RolledKernel, (self.program, self.tiered)

    def __repr__(self) -> str:
        return (
            f"<RolledKernel {self.name}, {len(self.program.loops)} loops, {self.program.operations} operations a row>"
        )


def compile_program(program: Program, *, tiered: bool = True) -> RolledKernel:
    """Native code for a rolled program."""
    return RolledKernel(program, tiered)
