"""Programs: what kernels are compiled from. One stage of straight-line code, or loops over rows of tables.

Where straight-line code would be too long, or the number of bodies shall not be part of the code, the function of one
body is compiled once and run over a table: `scan_rows` in order, so that a row may read what its parent wrote (the
outward and inward passes over a tree), `map` in any order, several rows at a time. A sequence of such loops over named
buffers becomes one native function. The number of rows is data, unless the tables are fixed: then they are constants of
the code, and what is left are the inputs and outputs of a function.
"""

from __future__ import annotations

import hashlib
import keyword
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from ..expr.errors import TraceError
from ..expr.function import Function
from ..expr.opaque import Opaque
from ..expr.signature import Signature
from .low_rank import Separated
from .schedule import cost, opaque_sources


@dataclass(frozen=True)
class Buffer:
    """Numbers in rows of `width`: as many rows as the count `rows` says, and `extra` ones.

    Without `rows` it is a single row. `shared` inputs have one content for all states of a batch (tables of lengths and
    masses); others have one for each. Written buffers start at zero; with `zero=False` they start with anything, where
    every number is written before it is read.
    """

    width: int
    rows: str | None = None
    extra: int = 0
    shared: bool = False
    zero: bool = True


@dataclass(frozen=True)
class Row:
    """Row r of a buffer (row r + `shift`)."""

    buffer: str
    shift: int = 0


@dataclass(frozen=True)
class At:
    """As many numbers of a buffer as the argument has, from element `column[r]` on: a parent's row, a slice of q."""

    buffer: str
    column: str


@dataclass(frozen=True)
class Whole:
    """A buffer from its first element on, the same for every row."""

    buffer: str


@dataclass(frozen=True)
class Transposed:
    """Element j of row r at `buffer[j, r]`: the layout that needs no packing in a `map`.

    The array of such a buffer has the shape (width, rows), and all its places are transposed.
    """

    buffer: str


@dataclass(frozen=True)
class Add:
    """An output that is added to what is there instead of replacing it.

    `apart` promises that no row of a scan reads the numbers it adds to: these need not be set aside then.
    """

    place: At | Row | Whole
    apart: bool = False


RolledPlace = Row | At | Whole | Transposed | Add


@dataclass(frozen=True)
class RolledLoop:
    """One pass over the rows of a count. Bodies are chosen by the column `kind`; all have the same argument names."""

    bodies: tuple[Function, ...]
    rows: str
    places: Mapping[str, RolledPlace]
    kind: str | None = None
    ordered: bool = True
    reverse: bool = False


def scan_rows(
    bodies: Function | Sequence[Function],
    rows: str,
    places: Mapping[str, RolledPlace],
    kind: str | None = None,
    reverse: bool = False,
) -> RolledLoop:
    """A loop in the order of the rows (or the reverse): each may use what rows before it have written."""
    chosen = (bodies,) if isinstance(bodies, Function) else tuple(bodies)
    return RolledLoop(chosen, rows, dict(places), kind, True, reverse)


def map_rows(body: Function, rows: str, places: Mapping[str, RolledPlace]) -> RolledLoop:
    """A loop whose rows do not depend on each other, run several rows at a time: no buffer is both read and written."""
    return RolledLoop((body,), rows, dict(places), None, False, False)


COUNTS = "counts of rows"
"""What the argument with the numbers of rows is called; no buffer can be."""


@dataclass(frozen=True, eq=False)
class ProgramTables:
    """What a program is given for good: the content of its shared inputs and columns, and its counts.

    `signature` names its other inputs and its outputs in the program's order; shapes there may differ from rows and
    width, the numbers are the same.
    """

    signature: Signature
    tables: Mapping[str, np.ndarray]
    columns: Mapping[str, np.ndarray]
    counts: Mapping[str, int]
    straight: Callable[[], Function]
    """Traces the same as a function: over many states straight-line code is faster, since it needs less memory."""


@dataclass(frozen=True, eq=False)
class Program:
    """Stages over named buffers: a traced function, separated matrices, or loops.

    `inputs` are read, `outputs` returned, `internal` live during the call; these two start at zero. `columns` are whole
    numbers, one a row of the count they name: offsets for `At`, kinds of bodies. What a row writes must not be what it
    reads, unless it is added.
    """

    name: str
    inputs: Mapping[str, Buffer]
    outputs: Mapping[str, Buffer]
    columns: Mapping[str, str]
    stages: Sequence[RolledLoop | Function | Separated]
    internal: Mapping[str, Buffer] = field(default_factory=dict)
    fixed: ProgramTables | None = None

    def __post_init__(self) -> None:
        check_program(self)
        if self.fixed is not None:
            check_fixed(self, self.fixed)

    @cached_property
    def whole(self) -> Function | Separated | None:
        """The one stage of a program without loops over rows."""
        (first, *_) = self.stages or (None,)
        return None if isinstance(first, RolledLoop) else first

    @cached_property
    def loops(self) -> list[RolledLoop]:
        """The loops over rows."""
        return [stage for stage in self.stages if isinstance(stage, RolledLoop)]

    @property
    def is_open(self) -> bool:
        """Whether the number of rows is read off the arguments of a call."""
        return self.whole is None and self.fixed is None

    @cached_property
    def signature(self) -> Signature:
        """Names and shapes of what a call is given and returns; open counts stand in them by name."""
        if self.whole is not None:
            return self.whole.signature
        if self.fixed is not None:
            return self.fixed.signature
        columns = {name: (count,) for name, count in self.columns.items()}
        inputs, outputs = ({name: self._outline(name) for name in side} for side in (self.inputs, self.outputs))
        return Signature(self.name, inputs | columns, outputs)

    def _outline(self, name: str) -> Any:
        """The shape of a buffer with the name of its count."""
        buffer = self.buffers[name]
        return self.shape(name, {}) if buffer.rows is None else (buffer.rows, buffer.width)

    @cached_property
    def function(self) -> Function | Separated:
        """What a call computes, without loops over rows."""
        if self.whole is not None:
            return self.whole
        if self.fixed is None:
            raise TraceError(f"{self.name}: a program with open counts is not one function.")
        function = self.fixed.straight()
        if function.signature != self.signature:
            raise TraceError(f"{self.signature}: the function that stands for it is {function.signature}.")
        return function

    @cached_property
    def opaque(self) -> list[Opaque]:
        """The opaque functions it calls, body after body."""
        return [source for body in self.bodies for source in opaque_sources(body)]

    @cached_property
    def bodies(self) -> list[Function]:
        """The traced functions of all stages."""
        if isinstance(self.whole, Separated):
            return [self.whole.factors]
        return [self.whole] if self.whole else [body for loop in self.loops for body in loop.bodies]

    @property
    def cost(self) -> int:
        """How much there is to compile, counted in sums and products."""
        return sum(map(cost, self.bodies))

    @cached_property
    def counts(self) -> list[str]:
        """The counts, in the order in which the code finds them."""
        named = [b.rows for b in (*self.inputs.values(), *self.outputs.values(), *self.internal.values()) if b.rows]
        return sorted({*named, *self.columns.values(), *(loop.rows for loop in self.loops)})

    @cached_property
    def written(self) -> dict[str, Buffer]:
        """Outputs and internal buffers: what native code gets in `out`."""
        return {**self.outputs, **self.internal}

    @cached_property
    def buffers(self) -> dict[str, Buffer]:
        """All buffers by name."""
        return {**self.inputs, **self.written}

    @cached_property
    def transposed(self) -> frozenset[str]:
        """The buffers whose rows lie along the last axis."""
        places = (place for loop in self.loops for place in loop.places.values())
        return frozenset(place.buffer for place in places if isinstance(place, Transposed))

    def shape(self, name: str, counts: Mapping[str, int]) -> tuple[int, ...]:
        """The shape of the array of a buffer, given the counts."""
        buffer = self.buffers[name]
        if buffer.rows is None:
            return (buffer.width,)
        shape = (counts[buffer.rows] + buffer.extra, buffer.width)
        return shape[::-1] if name in self.transposed else shape

    def room(self, name: str) -> int:
        """How many numbers a buffer of a program with fixed counts holds."""
        return math.prod(self.shape(name, self.fixed.counts if self.fixed else {}))

    @cached_property
    def digest(self) -> str:
        """Content hash."""
        if self.whole is not None:
            return self.whole.digest
        fixed = self.fixed
        if fixed is None:
            return self._loops_digest
        content = hashlib.sha256(repr((self._loops_digest, fixed.signature, fixed.counts)).encode())
        for name, values in (*fixed.tables.items(), *fixed.columns.items()):
            content.update(f"{name} {values.dtype.str} {values.shape} ".encode() + values.tobytes())
        return content.hexdigest()

    @property
    def _loops_digest(self) -> str:
        parts: list[Any] = [self.inputs, self.outputs, self.internal, self.columns]
        for loop in self.loops:
            bodies = [body.digest for body in loop.bodies]
            places = sorted(loop.places.items(), key=lambda item: item[0])
            parts.append((bodies, loop.rows, places, loop.kind, loop.ordered, loop.reverse))
        return hashlib.sha256(repr(parts).encode()).hexdigest()


ProgramSource = Function | Separated | Program
"""What can be compiled."""


def as_program(source: ProgramSource) -> Program:
    """A traced function, or separated matrices, as a program of one stage."""
    if isinstance(source, Program):
        return source
    named = source.signature
    inputs, outputs = (
        {name: Buffer(math.prod(shape)) for name, shape in side.items()} for side in (named.shapes, named.output_shapes)
    )
    return Program(named.name, inputs, outputs, {}, (source,))


def check_fixed(program: Program, fixed: ProgramTables) -> None:
    """Raises where what is fixed does not fit: native code would not notice."""
    own = [name for name, buffer in program.inputs.items() if not buffer.shared]
    for names, shapes in ((own, fixed.signature.shapes), (program.outputs, fixed.signature.output_shapes)):
        if list(names) != list(shapes) or any(program.room(n) != math.prod(shape) for n, shape in shapes.items()):
            raise TraceError(f"{program.name}: its signature {fixed.signature} is not that of its buffers.")
    for name in program.inputs:
        if name not in own and fixed.tables[name].size != program.room(name):
            raise TraceError(f"{program.name}: the table {name!r} has {fixed.tables[name].size} numbers.")
    for loop in program.loops:
        _check_reach(program, fixed, loop)


def _check_reach(program: Program, fixed: ProgramTables, loop: RolledLoop) -> None:
    """No row leads out of a buffer."""
    kinds = fixed.columns[loop.kind] if loop.kind else np.zeros(fixed.counts[loop.rows], dtype=np.int64)
    for a, place in loop.places.items():
        inner = _inner(place)
        sizes = np.array([argument_size(body, a) for body in loop.bodies])[kinds]
        first = fixed.columns[inner.column] if isinstance(inner, At) else np.zeros_like(kinds)
        if isinstance(inner, At) and ((first < 0).any() or (first + sizes > program.room(inner.buffer)).any()):
            raise TraceError(f"{program.name}: {a!r} leads out of {inner.buffer!r}.")
        if (sizes > program.room(inner.buffer)).any():
            raise TraceError(f"{program.name}: {inner.buffer!r} has too few numbers for {a!r}.")


def check_program(program: Program) -> None:
    """Raises a sentence about the first mistake in a program; what depends on data is checked when it is called."""
    if program.whole is not None:
        if len(program.stages) > 1:
            raise TraceError(f"{program.name}: straight-line code beside loops is a scan over a count of one.")
        return
    names = [*program.inputs, *program.outputs, *program.internal, *program.columns]
    for name in names:
        if not name.isidentifier() or name.startswith("_") or keyword.iskeyword(name):
            raise TraceError(
                f"{program.name}: {name!r} cannot name a buffer or column; use letters, digits, underscores."
            )
        if names.count(name) > 1:
            raise TraceError(f"{program.name}: the name {name!r} is used twice.")
    for name, buffer in program.written.items():
        if buffer.shared:
            raise TraceError(f"{program.name}: {name!r} is written and cannot be shared by the states of a batch.")
    for loop in program.loops:
        _check_loop(program, loop)
    for name in sorted(program.transposed):
        inner = [_inner(place) for loop in program.loops for place in loop.places.values()]
        if (
            any(place.buffer == name and not isinstance(place, Transposed) for place in inner)
            or program.buffers[name].extra
        ):
            raise TraceError(
                f"{program.name}: {name!r} is Transposed, so all its places must be, and it has no extra rows."
            )


def _check_loop(program: Program, loop: RolledLoop) -> None:
    """Every argument has a place that exists, is large enough and may be used that way."""
    if not loop.bodies:
        raise TraceError(f"{program.name}: a loop has no body.")
    first = loop.bodies[0]
    for body in loop.bodies:
        if (list(body.inputs), list(body.outputs)) != (list(first.inputs), list(first.outputs)):
            raise TraceError(f"{program.name}: {body.name} and {first.name} must name the same arguments in one order.")
        for name in (*body.inputs, *body.outputs):
            if name not in loop.places:
                raise TraceError(f"{program.name}: argument {name!r} of {body.name} has no place.")
            _check_place(program, loop, body, name)
    for name in loop.places:
        if name not in first.inputs and name not in first.outputs:
            raise TraceError(f"{program.name}: {first.name} has no argument {name!r} to be placed.")
    if len(loop.bodies) > 1 and loop.kind not in program.columns:
        raise TraceError(f"{program.name}: a loop over several bodies needs a column `kind` that says which.")
    if loop.kind is not None:
        _check_column(program, loop, f"{program.name}: the column of kinds", loop.kind)
    _check_order(program, loop)


def _check_order(program: Program, loop: RolledLoop) -> None:
    """No row writes what it reads itself, nor, where rows have no order, what another may read."""
    first = loop.bodies[0]
    for a in first.outputs:
        for b in first.inputs:
            if loop.places[a] == loop.places[b]:
                raise TraceError(
                    f"{program.name}: {first.name} writes {a!r} where it reads {b!r}; write elsewhere, or Add."
                )
            buffer = _inner(loop.places[b]).buffer
            if not loop.ordered and _inner(loop.places[a]).buffer == buffer:
                raise TraceError(
                    f"{program.name}: {first.name} reads {b!r} from {buffer!r} and writes {a!r} there, but rows of a "
                    "map have no order; write to another buffer, or use scan."
                )


def _check_place(program: Program, loop: RolledLoop, body: Function, name: str) -> None:
    label, place, is_output = (
        f"{program.name}: argument {name!r} of {body.name}",
        loop.places[name],
        name in body.outputs,
    )
    inner = _inner(place)
    if isinstance(place, Add) and not is_output:
        raise TraceError(f"{label} is an input and cannot be added to.")
    if isinstance(place, Add) and isinstance(inner, Transposed):
        raise TraceError(f"{label}: Add takes a Row, an At or a Whole.")
    known = program.written if is_output else program.buffers
    if inner.buffer not in known:
        raise TraceError(f"{label}: there is no buffer {inner.buffer!r} it could {'write' if is_output else 'read'}.")
    buffer, size = known[inner.buffer], argument_size(body, name)
    if isinstance(inner, At):
        _check_column(program, loop, label, inner.column)
    elif isinstance(inner, Transposed) and loop.ordered:
        raise TraceError(f"{label}: Transposed is for map_rows; a scan reads rows.")
    if isinstance(inner, (Row, Transposed)) and buffer.rows != loop.rows:
        raise TraceError(f"{label}: {inner.buffer!r} has rows by {buffer.rows!r}, the loop by {loop.rows!r}.")
    if isinstance(inner, Row) and not 0 <= inner.shift <= buffer.extra:
        raise TraceError(f"{label}: a shift of {inner.shift} needs as many extra rows in {inner.buffer!r}.")
    if size > buffer.width and (isinstance(inner, (Row, Transposed)) or buffer.rows is None):
        raise TraceError(f"{label} has {size} numbers, a row of {inner.buffer!r} {buffer.width}.")


def _check_column(program: Program, loop: RolledLoop, label: str, column: str) -> None:
    if column not in program.columns:
        raise TraceError(f"{label}: there is no column {column!r}.")
    if program.columns[column] != loop.rows:
        raise TraceError(f"{label}: column {column!r} counts {program.columns[column]!r}, the loop {loop.rows!r}.")


def _inner(place: RolledPlace) -> Row | At | Whole | Transposed:
    return place.place if isinstance(place, Add) else place


def argument_size(body: Function, name: str) -> int:
    """How many numbers an argument of a body has."""
    return math.prod((body.shapes if name in body.inputs else body.output_shapes)[name])
