"""What a kernel is compiled from: a program, traced already or yet to be.

The caller who makes a function can often say what it depends on (a description, the version of the code that traces it)
long before it is traced. Under such a key the cache keeps a record of the function: names, shapes, the content hash
under which its code is kept. The function itself is traced only where code must be made.

IR of loops whose tables are fixed: constants of the code, with a function around the loops that hands them on.

Memory for what lives during the call is part of the work array. What is left are the inputs and outputs of a function,
for one state or several at a time.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ..expr.errors import TraceError
from ..expr.function import Function
from ..expr.opaque import Opaque
from ..expr.signature import Shapes, Signature
from . import cache
from .emit import emit_kernel
from .emit_loops import emit_loops
from .ir import LaneType, arguments_room, call_native, constant_array, element, native_function, write_argument
from .low_rank import emit_separated
from .program import COUNTS, Program, ProgramSource, ProgramTables, as_program
from .schedule import schedule


def emit_fixed(program: Program, fixed: ProgramTables, name: str, lanes: LaneType) -> tuple[list[str], int]:
    """The module texts, `@name(in, out, work)` in the first, and the slots of work memory a lane needs."""
    inner = f"{name}.program"
    texts, slots = emit_loops(program, inner, lanes)
    shell = _Shell(program, fixed, name, lanes)
    texts[0] = "\n".join([texts[0], *shell.constants(), shell.function(inner)])
    return texts, slots + shell.internal


class _Shell:
    """The function around a program: words of the caller, constants, and parts of the work array, in its order."""

    def __init__(self, program: Program, fixed: ProgramTables, name: str, lanes: LaneType) -> None:
        self.program, self.name, self.lanes = program, name, lanes
        counts = np.array([fixed.counts[count] for count in program.counts], dtype=np.int64)
        self.fixed = {**fixed.tables, **fixed.columns, COUNTS: counts}
        self.internal = sum(map(program.room, program.internal))

    def constants(self) -> Iterator[str]:
        """Tables, columns and counts as constants of the module."""
        for k, values in enumerate(self.fixed.values()):
            yield f"{constant_array(f'{self.name}.fixed{k}', values)}, align 64"

    def function(self, inner: str) -> str:
        """`@name(in, out, work)`."""
        program, lanes = self.program, self.lanes
        own_in, own_out = list(program.signature.shapes), list(program.signature.output_shapes)
        names = [*program.inputs, *program.columns, COUNTS]
        places = {name: k for k, name in enumerate(self.fixed)}
        lines = [
            arguments_room("%ins", len(names), lanes, lanes.words),
            arguments_room("%outs", len(program.written), lanes),
        ]
        for k, name in enumerate(names):
            if name in places:
                lines += write_argument(f"%ins{k}", "%ins", k, f"@{self.name}.fixed{places[name]}", 1, lanes)
            else:
                lines += self.copied("in", own_in.index(name), "ins", k)
        lines += self.copied("in", len(own_in), "ins", len(names))
        at = 0
        for k, name in enumerate(program.written):
            if name in own_out:
                lines += self.copied("out", own_out.index(name), "outs", k)
            else:
                lines.append(element(f"%memory{k}", "%work", at * lanes.width))
                lines += write_argument(f"%outs{k}", "%outs", k, f"%memory{k}", lanes.width, lanes)
                at += program.room(name)
        lines += [element("%rest", "%work", at * lanes.width), call_native(inner, "%ins", "%outs", "%rest")]
        return native_function(self.name, lines)

    def copied(self, source: str, i: int, side: str, k: int) -> list[str]:
        """An argument as the caller gave it."""
        lines, words = [], self.lanes.words
        for word in range(words):
            t = f"%{side}{k}.w{word}"
            lines += [
                element(f"{t}.from", f"%{source}", i * words + word, "i64"),
                f"  {t} = load i64, ptr {t}.from",
                element(f"{t}.to", f"%{side}", k * words + word, "i64"),
                f"  store i64 {t}, ptr {t}.to",
            ]
        return lines


Make = Callable[[], ProgramSource]


@dataclass(frozen=True)
class Record:
    """How a program is called, what its code is found by, how much there is to compile."""

    signature: Signature
    digest: str
    cost: int
    uniform: bool
    """Whether the same code serves one evaluation and rows."""

    @classmethod
    def of(cls, program: Program) -> Record:
        """The record of a traced program."""
        return cls(program.signature, program.digest, program.cost, program.fixed is None)

    def encode(self) -> bytes:
        """As text; mappings as pairs, since their order counts."""
        shapes = [list(side.items()) for side in (self.signature.shapes, self.signature.output_shapes)]
        return json.dumps([self.signature.name, *shapes, self.digest, self.cost, self.uniform]).encode()

    @classmethod
    def decode(cls, content: bytes) -> Record:
        """What `encode` wrote."""
        name, inputs, outputs, *rest = json.loads(content)
        return cls(Signature(name, _shapes(inputs), _shapes(outputs)), *rest)

    def write(self, place: str) -> None:
        """Keeps it in the cache."""
        cache.write(place, cache.CacheEntry([self.encode()], 0))

    @classmethod
    def read(cls, place: str) -> Record | None:
        """The record that the cache keeps there."""
        entry = cache.read(place)
        return None if entry is None else cls.decode(entry.objects[0])


def _shapes(pairs: list[tuple[str, list[int]]]) -> Shapes:
    return {name: tuple(shape) for name, shape in pairs}


class CodeBody:
    """A program to compile. With a record from `place` in the cache it is traced only if its code is gone."""

    def __init__(self, make: Make, record: Record | None = None, place: str | None = None) -> None:
        self._make, self._record, self._place = make, record, place
        self._is_known = record is not None

    @classmethod
    def of(cls, source: ProgramSource) -> CodeBody:
        """That of something traced."""
        return cls(lambda: source)

    @cached_property
    def program(self) -> Program:
        """The program, traced when first asked for."""
        program, known = as_program(self._make()), self._record
        if known is not None:
            if program.signature != known.signature:
                raise TraceError(
                    f"{known.signature.name}: what was compiled under this key before is another function; the key "
                    "must tell everything that the function is made of."
                )
            self._record = Record.of(program)
            if self._record != known and self._place is not None:
                # Graphs are ordered by their structure, so this is another version of what traces them.
                self._record.write(self._place)
        return program

    @property
    def record(self) -> Record:
        """What is known of it: of what was compiled before, until it is traced again."""
        if self._record is None:
            self._record = Record.of(self.program)
        return self._record

    @property
    def signature(self) -> Signature:
        """Names and shapes."""
        return self.record.signature

    @property
    def digest(self) -> str:
        """Hash of the content."""
        return self.record.digest

    @property
    def cost(self) -> int:
        """How much there is to compile, counted in sums and products."""
        return self.record.cost

    @property
    def is_open(self) -> bool:
        """Whether the number of rows is read off the arguments; such a program is not recorded."""
        return not self._is_known and self.program.is_open

    @property
    def arguments(self) -> tuple[int, int]:
        """How many arguments native code has: with open counts also columns, counts and internal buffers."""
        if self.is_open:
            program = self.program
            return len(program.inputs) + len(program.columns) + 1, len(program.written)
        return len(self.signature.shapes), len(self.signature.output_shapes)

    @property
    def row_size(self) -> int:
        """How many numbers one evaluation reads and writes; 0 where counts are open."""
        if self.is_open:
            return 0
        shapes = (*self.signature.shapes.values(), *self.signature.output_shapes.values())
        return sum(map(math.prod, shapes))

    @property
    def opaque(self) -> list[Opaque]:
        """The opaque functions it calls; functions that call them are not recorded."""
        return [] if self._is_known else self.program.opaque

    def for_rows(self) -> CodeBody:
        """What is compiled to run over rows, several at a time: itself, or straight-line code where that is faster."""
        return self if self.record.uniform else CodeBody.of(self.program.function)

    def prepare(self) -> None:
        """Traces the program, if need be: only the caller's thread may."""
        _ = self.program

    def emit(self, name: str, lanes: LaneType) -> tuple[list[str], int]:
        """The module texts, `@name(in, out, work)` in the first, and the slots of work memory a lane needs."""
        program = self.program
        if program.fixed is not None:
            return emit_fixed(program, program.fixed, name, lanes)
        if program.whole is None:
            return emit_loops(program, name, lanes)
        if isinstance(program.whole, Function):
            plan = schedule(program.whole)
            return emit_kernel(plan, name, lanes), plan.slot_count
        return emit_separated(program.whole, name, lanes)

    def __reduce__(self) -> Any:
        # Whoever receives it does not have what `make` needs, nor what traces fixed tables without loops.
        return CodeBody.of, (self.program if self.is_open else self.program.function,)
