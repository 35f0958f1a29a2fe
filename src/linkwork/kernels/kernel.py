"""A traced function as a native callable: from Python, from loops by address, from several threads at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from ..expr.errors import TraceError
from ..expr.function import Function
from .bodies import FunctionBody, Traceable
from .calls import BoundCall, PointCall, check_overlap, checked_buffer, real_array
from .closed import ClosedBody, ClosedProgram
from .opaque import OpaqueTable
from .rows import BoundRows, Rows, for_each_share, leading, run_single, run_wide, trailing
from .separated import Separated, SeparatedBody
from .target import vector_width
from .tiers import Tiers


def as_body(function: Function | ClosedProgram | Separated | Traceable) -> Traceable:
    """Whatever can be called like a function as something to compile."""
    if isinstance(function, Function):
        return FunctionBody(function)
    if isinstance(function, Separated):
        return SeparatedBody(function)
    return ClosedBody(function) if isinstance(function, ClosedProgram) else function


class NativeCode:
    """Native code of a body, as its callers see it: addresses, work memory, tiers."""

    def __init__(self, body: Any, opaque: OpaqueTable, tiered: bool) -> None:
        self.body, self.opaque, self.tiered = body, opaque, tiered
        self._tiers = Tiers(body, tiered)

    @property
    def address(self) -> int:
        """The address of `void f(double **in, double **out, double *work)`, valid as long as the kernel lives.

        Behind the inputs, `in` has the address of the table of opaque functions (`opaque.addresses`).
        """
        return self._tiers.address

    @property
    def work_size(self) -> int:
        """How many numbers the work array of one call must hold."""
        return self._tiers.work

    @property
    def is_final(self) -> bool:
        """Whether the optimised code is in place, for single calls and for batches if there were any.

        Before that, or where it could not be made, a first tier answers.
        """
        return self._tiers.is_final

    def wait(self) -> None:
        """Returns once the optimised code is in place, or raises what kept it from being made."""
        self._tiers.wait()

    @property
    def width(self) -> int:
        """How many rows the wide code takes at a time."""
        return max(2, vector_width())

    @property
    def has_wide_code(self) -> bool:
        """Whether that code is there; where it is not, it is being made from now on."""
        return self._tiers.wide(self.width) is not None

    def wide_code(self) -> Any:
        """The code that runs over rows, `width` at a time, once it is made."""
        code = self._tiers.wide(self.width)
        if code is None:
            self._tiers.wait()
            code = self._tiers.wide(self.width)
        return code

    def run_rows(
        self, inputs: Sequence[Rows], outputs: Callable[[], Sequence[Rows]], rows: int, threads: int | None
    ) -> None:
        """Runs over `rows` rows, several at a time; `outputs` is called once a thread, for memory of its own."""
        code = self._tiers.wide(self.width)

        def run(start: int, stop: int) -> None:
            results = outputs()
            if code is None:
                run_single(self, inputs, results, start, stop)
            else:
                run_wide(self, code, inputs, results, start, stop)

        for_each_share(run, rows, threads, self.width)


class Kernel(NativeCode):
    """Native code of a `Function`, called as the function is.

    `kernel(q, u)` evaluates once; `kernel.batch(q, u)` evaluates many points with SIMD and threads; `kernel.bind(...)`
    fixes the buffers for loops; `kernel.address` is for native callers.
    """

    def __init__(self, function: Function | ClosedProgram | Separated | Traceable, tiered: bool = True) -> None:
        body = as_body(function)
        super().__init__(body, OpaqueTable(body.opaque), tiered)
        self.signature = body.signature
        self.name = self.signature.name
        self._n_in = len(self.signature.shapes)
        self._free: list[PointCall] = []

    @property
    def function(self) -> Any:
        """The traced function, which is traced now if nobody needed it before."""
        return self.body.function

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        """The outputs at one point, as new arrays (floats where scalar)."""
        if kwargs or len(args) != self._n_in:
            given = self.signature.bind(args, kwargs)
            args = tuple(given[name] for name in self.signature.shapes)
        # Buffers nobody is using: other threads, and opaque functions that call this kernel again, have others.
        try:
            call = self._free.pop()
        except IndexError:
            call = PointCall(self, *self._buffers())
        try:
            return self.signature.result_type(*call.evaluate(args))
        finally:
            self._free.append(call)

    def bind(self, /, **buffers: np.ndarray) -> BoundCall:
        """A call with fixed buffers, checked now: inputs are read from and outputs written to the arrays given.

        Outputs that are not given get new arrays. The result is called without arguments; it has its own work memory,
        so each thread binds for itself.
        """
        inputs, outputs = self._buffers()
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
        return BoundCall(self, inputs, outputs)

    def bind_rows(self, inputs: Mapping[str, np.ndarray], outputs: Mapping[str, np.ndarray], count: int) -> BoundRows:
        """The wide code with fixed buffers of `count` rows, which lie along the last axis of each."""
        return BoundRows(self, inputs, outputs, count)

    def batch(self, /, *args: Any, threads: int | None = 1, **kwargs: Any) -> Any:
        """The outputs at many points: inputs have one leading axis more, or none where all points share them.

        `threads` is how many threads share the points; None takes one a core.
        """
        return self._batch(self.signature.bind(args, kwargs), threads, first=True)

    def batch_columns(self, /, *args: Any, threads: int | None = 1, **kwargs: Any) -> Any:
        """As `batch`, with the points along the last axis: nothing is packed, the fastest layout."""
        return self._batch(self.signature.bind(args, kwargs), threads, first=False)

    def _batch(self, given: Mapping[str, Any], threads: int | None, first: bool) -> Any:
        """Runs over points along the first or the last axis."""
        signature = self.signature
        shapes = signature.shapes
        arrays = {name: real_array(f"{self.name}: input {name!r}", given[name]) for name in shapes}
        points = self._points(arrays, shapes, first)
        results = {
            name: np.empty((points, *shape) if first else (*shape, points))
            for name, shape in signature.output_shapes.items()
        }
        rows_of = leading if first else trailing
        inputs = [rows_of(a, shapes[name]) for name, a in arrays.items()]
        outputs = [
            rows_of(a, shape) for a, shape in zip(results.values(), signature.output_shapes.values(), strict=True)
        ]
        self.run_rows(inputs, lambda: outputs, points, threads)
        return signature.result_type(*results.values())

    def _points(self, arrays: Mapping[str, np.ndarray], shapes: Mapping[str, tuple[int, ...]], first: bool) -> int:
        """How many points there are: the length of the axis that inputs have in addition."""
        points: int | None = None
        for name, value in arrays.items():
            shape = shapes[name]
            if value.shape == shape:
                continue
            inner = value.shape[1:] if first else value.shape[:-1]
            if value.ndim == 0 or inner != shape:
                wanted = ("points", *shape) if first else (*shape, "points")
                needs = f"({', '.join(map(str, wanted))})"
                raise TraceError(
                    f"{self.name}: input {name!r} has shape {value.shape}, needs {needs}, or {shape} for all."
                )
            found = value.shape[0 if first else -1]
            if points is not None and points != found:
                raise TraceError(f"{self.name}: input {name!r} has {found} points, others have {points}.")
            points = found
        if points is None:
            raise TraceError(f"{self.name}: no input has an axis of points; call the kernel itself for a single one.")
        return points

    def _buffers(self) -> tuple[dict[str, np.ndarray], dict[str, np.ndarray]]:
        return (
            {name: np.zeros(shape) for name, shape in self.signature.shapes.items()},
            {name: np.zeros(shape) for name, shape in self.signature.output_shapes.items()},
        )

    def __reduce__(self) -> Any:
        # Compiled anew, which the cache makes quick; code in memory cannot be sent.
        return Kernel, (self.body, self.tiered)

    def __repr__(self) -> str:
        return f"<Kernel {self.signature}{'' if self.is_final else ', first tier'}>"


def compile_function(function: Function | ClosedProgram | Separated, *, tiered: bool = True) -> Kernel:
    """Native code for a traced function, or for a rolled program with all its tables.

    Where code generation would take longer than a second, a quickly made first tier answers until the optimised code is
    ready; `tiered=False` waits for it instead.
    """
    return Kernel(function, tiered)
