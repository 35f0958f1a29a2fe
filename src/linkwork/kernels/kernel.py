"""A program as a native callable: from Python, from loops by address, from several threads at once."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from . import cache
from .arguments import FixedArguments, OpenArguments
from .body import CodeBody, Make, Record
from .calls import BoundCall, PointCall
from .code import Code, compile_body, fingerprint
from .opaque import OpaqueTable
from .program import ProgramSource
from .rows import BoundShare, RowStrides, for_each_share, trailing
from .target import host, vector_width


class Kernel:
    """Native code of a traced function or of another program, called as the function is.

    `kernel(q, u)` evaluates once; `kernel.batch(q, u)` evaluates many points with SIMD and threads; `kernel.bind(...)`
    fixes the buffers for loops; `kernel.address` is for native callers. Where counts of rows are open, arrays are given
    by name and tell them.
    """

    def __init__(self, source: ProgramSource | CodeBody) -> None:
        self.body = source if isinstance(source, CodeBody) else CodeBody.of(source)
        self._code = compile_body(self.body)
        self._wide: Code | None = None
        self._one_makes_it = threading.Lock()
        self.opaque = OpaqueTable(self.body.opaque)
        self.signature = self.body.signature
        self.name = self.signature.name
        # As `result_type._make`, which is a Python function: it would be a tenth of a small call.
        self._result = partial(tuple.__new__, self.signature.result_type)
        self._open = OpenArguments(self.body.program) if self.body.is_open else None
        self._fixed = FixedArguments(self.signature)
        self._n_in = -1 if self._open else len(self.signature.shapes)
        self._free: list[PointCall] = []

    @property
    def function(self) -> Any:
        """What a call computes, for its reference values; it is traced now if nobody needed it before."""
        return self.body.program.function

    @property
    def address(self) -> int:
        """The address of `void f(double **in, double **out, double *work)`, valid as long as the kernel lives.

        Behind the inputs, `in` has the address of the table of opaque functions (`opaque.addresses`).
        """
        return self._code.address

    @property
    def work_size(self) -> int:
        """How many numbers the work array of one call must hold."""
        return self._code.work

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        """The outputs at one point, as new arrays (floats where scalar)."""
        if kwargs or len(args) != self._n_in:
            if self._open is not None:
                return self._call_open(args, kwargs)
            args = tuple(self._fixed.ordered(args, kwargs))
        # Buffers nobody is using: other threads, and opaque functions that call this kernel again, have others.
        try:
            call = self._free.pop()
        except IndexError:
            call = PointCall(self, *self._fixed.empty())
        try:
            return self._result(call.evaluate(args))
        finally:
            self._free.append(call)

    def _call_open(self, args: Sequence[Any], arrays: Mapping[str, Any]) -> Any:
        assert self._open is not None
        call = BoundCall(self, *self._open.single(args, arrays))
        call()
        return self._result(call.outputs.values())

    def bind(self, /, **buffers: np.ndarray) -> BoundCall:
        """A call with fixed buffers, checked now: inputs are read from and outputs written to the arrays given.

        Outputs that are not given get new arrays. The result is called without arguments; it has its own work memory,
        so each thread binds for itself.
        """
        return BoundCall(self, *(self._open or self._fixed).bound(buffers))

    def bind_rows(self, inputs: Mapping[str, np.ndarray], outputs: Mapping[str, np.ndarray], count: int) -> BoundShare:
        """The wide code with fixed buffers of `count` rows, which lie along the last axis of each."""
        given = [trailing(inputs[name], shape) for name, shape in self.signature.shapes.items()]
        results = [trailing(outputs[name], shape) for name, shape in self.signature.output_shapes.items()]
        return BoundShare(self, given, results, 0, count)

    def batch(self, /, *args: Any, threads: int | None = 1, **kwargs: Any) -> Any:
        """The outputs at many points: inputs have one leading axis more, or none where all points share them.

        `threads` is how many threads share the points; None takes one a core.
        """
        return self._batch(args, kwargs, threads, first=True)

    def batch_columns(self, /, *args: Any, threads: int | None = 1, **kwargs: Any) -> Any:
        """As `batch`, with the points along the last axis: nothing is packed, the fastest layout."""
        return self._batch(args, kwargs, threads, first=False)

    def _batch(self, args: Sequence[Any], kwargs: Mapping[str, Any], threads: int | None, first: bool) -> Any:
        if self._open is not None:
            many = self._open.many(args, kwargs, first, self.width)
        else:
            many = self._fixed.many(args, kwargs, first)
        self.run_rows(many.inputs, many.outputs, many.rows, threads)
        return self._result(many.results)

    @property
    def width(self) -> int:
        """How many rows the wide code takes at a time."""
        return max(2, vector_width())

    def wide_code(self) -> Code:
        """The code that runs over rows, `width` at a time; it is made when it is first asked for."""
        with self._one_makes_it:
            if self._wide is None:
                self._wide = compile_body(self.body.for_rows(), self.width)
        return self._wide

    def run_rows(
        self, inputs: Sequence[RowStrides], outputs: Callable[[], Sequence[RowStrides]], rows: int, threads: int | None
    ) -> None:
        """Runs over `rows` rows, several at a time; `outputs` is called once a thread, for memory of its own."""
        code = self.wide_code()

        def run(start: int, stop: int) -> None:
            BoundShare(self, inputs, outputs(), start, stop, code).run()

        for_each_share(run, rows, threads, self.width)

    def __reduce__(self) -> Any:
        # Compiled anew, which the cache makes quick; code in memory cannot be sent.
        return Kernel, (self.body,)

    def __repr__(self) -> str:
        return f"<Kernel {self.signature}>"


def compile_function(source: ProgramSource) -> Kernel:
    """Native code for a traced function, or for another program."""
    return Kernel(source)


def compile_known(make: Make, key: str) -> Kernel:
    """Native code for the function that `make` traces, which it is asked for only where there is no such code yet.

    `key` must tell everything that the traced function depends on: code found under it is taken for that of `make`.
    """
    place = cache.make_key("function", key, fingerprint(), host())
    record = Record.read(place)
    if record is not None:
        return Kernel(CodeBody(make, record, place))
    body = CodeBody.of(make())
    if not body.opaque and not body.is_open:
        body.record.write(place)
    return Kernel(body)
