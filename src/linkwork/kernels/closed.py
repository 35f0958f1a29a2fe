"""Rolled programs with their tables inside: native code that is called like that of a traced function.

A `Program` takes its tables, columns and counts as arguments, and memory for what lives during the call. Where all of
these are known, they become constants of the code and part of the work array; what is left are the inputs and outputs
of a function, for one state or several at a time.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ..expr.errors import TraceError
from ..expr.function import Function
from ..expr.signature import Signature
from .bodies import FunctionBody
from .emit_rolled import emit_program, opaque_of
from .ir import Lanes
from .rolled import COUNTS, Add, At, Loop, Program, argument_size
from .schedule import cost


@dataclass(frozen=True, eq=False)
class ClosedProgram:
    """A program with the content of its shared inputs and of its columns.

    `signature` names its other inputs and its outputs in the program's order; shapes there may differ from rows and
    width, the numbers are the same.
    """

    signature: Signature
    program: Program
    tables: Mapping[str, np.ndarray]
    columns: Mapping[str, np.ndarray]
    counts: Mapping[str, int]
    straight: Callable[[], Function]
    """Traces the same as a function: over many states straight-line code is faster, since it needs less memory."""

    def __post_init__(self) -> None:
        program = self.program
        own = [name for name, buffer in program.inputs.items() if not buffer.shared]
        sides = ((own, self.signature.shapes), (program.outputs, self.signature.output_shapes))
        for names, shapes in sides:
            if list(names) != list(shapes) or any(self.room(n) != math.prod(shape) for n, shape in shapes.items()):
                raise TraceError(f"{program.name}: its signature {self.signature} is not that of its buffers.")
        for name in program.inputs:
            if name not in own and self.tables[name].size != self.room(name):
                raise TraceError(f"{program.name}: the table {name!r} has {self.tables[name].size} numbers.")
        for loop in program.loops:
            self._check_reach(loop)

    def room(self, name: str) -> int:
        """How many numbers a buffer holds."""
        return math.prod(self.program.shape(name, self.counts))

    def _check_reach(self, loop: Loop) -> None:
        """No row leads out of a buffer: native code would not notice."""
        kinds = self.columns[loop.kind] if loop.kind else np.zeros(self.counts[loop.rows], dtype=np.int64)
        for a, place in loop.places.items():
            inner = place.place if isinstance(place, Add) else place
            sizes = np.array([argument_size(body, a) for body in loop.bodies])[kinds]
            first = self.columns[inner.column] if isinstance(inner, At) else np.zeros_like(kinds)
            if isinstance(inner, At) and ((first < 0).any() or (first + sizes > self.room(inner.buffer)).any()):
                raise TraceError(f"{self.program.name}: {a!r} leads out of {inner.buffer!r}.")
            if (sizes > self.room(inner.buffer)).any():
                raise TraceError(f"{self.program.name}: {inner.buffer!r} has too few numbers for {a!r}.")


@dataclass(frozen=True, eq=False)
class ClosedBody:
    """A closed program as something to compile."""

    closed: ClosedProgram

    @property
    def signature(self) -> Signature:
        """Names and shapes."""
        return self.closed.signature

    @cached_property
    def function(self) -> Function:
        """The same in straight-line code."""
        function = self.closed.straight()
        if function.signature != self.signature:
            raise TraceError(f"{self.signature}: the function that stands for it is {function.signature}.")
        return function

    @property
    def opaque(self) -> list[Any]:
        """The opaque functions of all loops."""
        return opaque_of(self.closed.program)

    @property
    def arguments(self) -> tuple[int, int]:
        """How many inputs and outputs there are."""
        return len(self.signature.shapes), len(self.signature.output_shapes)

    @cached_property
    def digest(self) -> str:
        """Content of the program, its tables and columns."""
        closed = self.closed
        content = hashlib.sha256(repr((closed.program.digest, self.signature, closed.counts)).encode())
        for name, values in (*closed.tables.items(), *closed.columns.items()):
            content.update(f"{name} {values.dtype.str} {values.shape} ".encode() + values.tobytes())
        return content.hexdigest()

    @property
    def cost(self) -> int:
        """How much there is to compile."""
        return sum(cost(body) for loop in self.closed.program.loops for body in loop.bodies)

    def for_rows(self) -> FunctionBody:
        """The straight-line code."""
        return FunctionBody(self.function)

    def prepare(self) -> None:
        """Nothing: its loops are traced."""

    def __reduce__(self) -> Any:
        # Whoever receives it does not have what `straight` needs.
        return FunctionBody, (self.function,)

    def emit(self, name: str, lanes: Lanes) -> tuple[list[str], int]:
        """IR of the program, and of a function around it that hands it everything."""
        program = f"{name}.program"
        texts, slots = emit_program(self.closed.program, program, lanes)
        shell = _Shell(self.closed, name, lanes)
        texts[0] = "\n".join([texts[0], *shell.constants(), shell.function(program)])
        return texts, slots + shell.internal


class _Shell:
    """The function around a program: words of the caller, constants, and parts of the work array, in its order."""

    def __init__(self, closed: ClosedProgram, name: str, lanes: Lanes) -> None:
        self.closed, self.name, self.lanes = closed, name, lanes
        self.step = 1 if lanes.width == 1 else 2
        self.fixed = {**closed.tables, **closed.columns, COUNTS: self._counts()}
        self.internal = sum(closed.room(b) for b in closed.program.internal)

    def _counts(self) -> np.ndarray:
        return np.array([self.closed.counts[count] for count in self.closed.program.counts], dtype=np.int64)

    def constants(self) -> Iterator[str]:
        """Tables, columns and counts as constants of the module."""
        for k, values in enumerate(self.fixed.values()):
            whole = values.dtype.kind == "i"
            kind = "i64" if whole else "double"
            flat = [str(int(x)) if whole else Lanes(1).constant(float(x)) for x in values.ravel()]
            entries = ", ".join(f"{kind} {x}" for x in flat)
            content = f"[{entries}]" if flat else "zeroinitializer"
            yield f"@{self.name}.fixed{k} = internal constant [{len(flat)} x {kind}] {content}, align 64"

    def function(self, program: str) -> str:
        """`@name(in, out, work)`."""
        closed, step = self.closed, self.step
        own_in, own_out = list(closed.signature.shapes), list(closed.signature.output_shapes)
        names = [*closed.program.inputs, *closed.program.columns, COUNTS]
        places = {name: k for k, name in enumerate(self.fixed)}
        lines = [
            f"define void @{self.name}(ptr %in, ptr %out, ptr %work) {{",
            f"  %ins = alloca [{step * (len(names) + 1)} x i64]",
            f"  %outs = alloca [{step * len(closed.program.written) + 1} x i64]",
        ]
        for k, name in enumerate(names):
            if name in places:
                lines += self.put("ins", k, f"@{self.name}.fixed{places[name]}", "1")
            else:
                lines += self.copied("in", own_in.index(name), "ins", k)
        lines += self.copied("in", len(own_in), "ins", len(names))
        at = 0
        for k, name in enumerate(closed.program.written):
            if name in own_out:
                lines += self.copied("out", own_out.index(name), "outs", k)
            else:
                lines.append(f"  %memory{k} = getelementptr double, ptr %work, i64 {at * self.lanes.width}")
                lines += self.put("outs", k, f"%memory{k}", str(self.lanes.width))
                at += closed.room(name)
        return "\n".join(
            [
                *lines,
                f"  %rest = getelementptr double, ptr %work, i64 {at * self.lanes.width}",
                f"  call void @{program}(ptr %ins, ptr %outs, ptr %rest)",
                "  ret void\n}",
            ]
        )

    def put(self, side: str, k: int, pointer: str, stride: str) -> list[str]:
        """One argument of the program: its pointer, and for several lanes the distance of its elements."""
        t = f"%{side}{k}"
        lines = [
            f"  {t}.p = getelementptr i64, ptr %{side}, i64 {k * self.step}",
            f"  store ptr {pointer}, ptr {t}.p",
        ]
        if self.step == 2:
            lines += [f"  {t}.s = getelementptr i64, ptr %{side}, i64 {2 * k + 1}", f"  store i64 {stride}, ptr {t}.s"]
        return lines

    def copied(self, source: str, i: int, side: str, k: int) -> list[str]:
        """An argument as the caller gave it."""
        lines = []
        for word in range(self.step):
            t = f"%{side}{k}.w{word}"
            lines += [
                f"  {t}.from = getelementptr i64, ptr %{source}, i64 {i * self.step + word}",
                f"  {t} = load i64, ptr {t}.from",
                f"  {t}.to = getelementptr i64, ptr %{side}, i64 {k * self.step + word}",
                f"  store i64 {t}, ptr {t}.to",
            ]
        return lines
