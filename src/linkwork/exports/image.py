"""A loop with all the memory it touches, free of addresses: what every target outside this process starts from.

`portable_image` takes a loop and its arguments as they are bound here: named tuples of arrays, numbers, kernels as rows
of integers. It gives blocks of numbers with names, and says of every word in them that is an address what it leads to:
a place in another block, or the code of a kernel. Arrays that share memory lie in one block. A target lays the blocks
out as it likes, compiles the program and the kernels, and puts its own addresses into the words.

A kernel is called by four words, `CodePointer`, then pointers to its table of inputs, its table of outputs and its work
array; four zeros are none. Further words of such a row may be the table of outputs itself. A table has one pointer
for each argument, in the order of the kernel's signature. Words that stand for arrays without numbers are zero.

What is called by address may also be a loop with fixed arguments, whose inputs are their slots and whose outputs stay
unread; or a kernel that runs over rows, whose tables describe where these lie (`kernels.batch`), and which is handed
two words more: the first row and the one behind the last.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..contract import ModelError
from ..kernels import BoundCall
from ..kernels.batch import ROW_SIZE, ROW_WORDS
from ..kernels.body import CodeBody
from ..kernels.loops.c_text.names import Names
from ..kernels.loops.kinds import Struct, loop_kind, width
from ..kernels.loops.native import LoopKernel
from ..kernels.loops.read import LoopProgram
from ..kernels.loops.tree import LoopFunction
from ..kernels.rows import BoundRow, BoundShare

Callee = BoundCall | BoundRow | BoundShare | LoopKernel
"""What is called by address, bound to its memory."""
WORD = 8
"""Bytes of a slot, whatever the target."""
CALL_WORDS = 4
"""Words of a call: code, table of inputs, table of outputs, work array."""
MOST_COUNTED = 1 << 32
"""No count and no place in memory of loops is as large: such an integer is an address that was not expected."""


@dataclass(frozen=True)
class Pointer:
    """A place in a block, so many bytes behind its first."""

    block: str
    offset: int = 0


@dataclass(frozen=True)
class CodePointer:
    """Code that is called by address, `void f(in, out, work)`; over rows with the first and the one behind the last."""

    kernel: str


@dataclass(frozen=True, eq=False)
class MemoryBlock:
    """Memory with its content at the start; words that hold addresses are zero in `values`."""

    name: str
    """A C identifier, unique in the image: structure and field, such as "record_clock"."""
    values: np.ndarray
    pointers: Mapping[int, Pointer | CodePointer]
    """Words that hold addresses, by their place in bytes."""
    kind: Struct | None = None
    """Of a named tuple, whose values are slots as `loops.kinds` lays them out: a float by its bits."""
    work_of: str | None = None
    """The kernel whose work array it is: its content is nothing, its size what the code of a target wants."""


@dataclass(frozen=True, eq=False)
class PortableKernel:
    """A kernel that the loop calls."""

    name: str
    """A C identifier, unique in the image: "kernel_motion"."""
    body: CodeBody
    """`body.program` is what was traced, `body.emit` its LLVM text."""
    rows: int | None = None
    """Over rows: how many numbers the arguments of one hold that may have to be packed; 0 where it is called as for
    rows, with tables of one evaluation."""


@dataclass(frozen=True, eq=False)
class PortableLoop:
    """A loop with fixed arguments that others call by address."""

    name: str
    function: LoopFunction
    """Of the program; it returns nothing."""


@dataclass(frozen=True, eq=False)
class PortableCall:
    """A loop with what the slots of its arguments hold; None is what is only known when it is called."""

    function: LoopFunction
    slots: tuple[Pointer | float | int | None, ...]


@dataclass(frozen=True, eq=False)
class PortableEntry:
    """What somebody outside calls: a loop, and others that run before and after it. It returns what that returns."""

    main: PortableCall
    before: tuple[PortableCall, ...] = ()
    after: tuple[PortableCall, ...] = ()


@dataclass(frozen=True, eq=False)
class PortableImage:
    """A loop with all it touches."""

    program: LoopProgram
    arguments: tuple[Pointer | float | int, ...]
    """What the slots of its arguments hold: a named tuple one, an array one and its lengths, a number one."""
    blocks: Mapping[str, MemoryBlock]
    kernels: Mapping[str, PortableKernel | PortableLoop]
    _memory: _Memory = field(repr=False)

    def place(self, array: np.ndarray) -> Pointer:
        """Where an array of this process lies in the image."""
        found = self._memory.find(_address(array))
        if found is None:
            raise ModelError("this array is not part of the image.")
        return found

    def called(self, function: Callable[..., Any], *arguments: Any) -> PortableCall:
        """A loop of the program with arrays and named tuples that are part of the image; None is a time to be given."""
        kinds = tuple(loop_kind(0.0 if argument is None else argument) for argument in arguments)
        slots: list[Pointer | float | int | None] = []
        for argument in arguments:
            slots += [None] if argument is None else self._memory.slots("", argument)
        return PortableCall(self.program.include(function, kinds), tuple(slots))

    def calls(self, *invocations: Sequence[Any]) -> tuple[PortableCall, ...]:
        """The same of a loop and its arguments in one, none where there is nothing to do."""
        return tuple(self.called(*one) for one in invocations if one)


def portable_image(
    function: Callable[..., Any],
    arguments: Sequence[Any],
    calls: Iterable[Callee],
    more: Mapping[str, Any] | None = None,
) -> PortableImage:
    """The image of a loop with its arguments; `calls` are all kernels that these may lead to.

    `more` are arrays and named tuples that belong to it though the loop does not lead to them.
    """
    program = LoopProgram(function, tuple(map(loop_kind, arguments)))
    memory = _Memory(program, calls)
    slots: list[Pointer | float | int] = []
    handed = [argument for argument in arguments if width(loop_kind(argument))]
    for (name, _), argument in zip(program.entry.parameters, handed, strict=True):
        slots += memory.slots(name, argument)
    for name, value in (more or {}).items():
        memory.slots(name, value)
    memory.follow()
    return PortableImage(program, tuple(slots), memory.blocks, memory.kernels, memory)


class _Memory:
    """Blocks as they are found, and what addresses of this process lead to."""

    def __init__(self, program: LoopProgram, calls: Iterable[Callee]) -> None:
        self.program = program
        self.blocks: dict[str, MemoryBlock] = {}
        self.kernels: dict[str, PortableKernel | PortableLoop] = {}
        self._calls = {int(_words(call)[1]): call for call in calls}
        self._codes = {int(_words(call)[0]): _label(call) for call in self._calls.values()}
        self._names = Names()
        self._starts: list[int] = []
        self._owners: dict[int, tuple[str, np.ndarray]] = {}
        """Name and array by first address."""
        self._tuples: dict[int, tuple[str, Any]] = {}
        self._known: dict[tuple[int, int], str] = {}
        """Names of code by its address and how many words call it."""
        self._unread: list[str] = []
        """Blocks of integers, some of which may be addresses."""

    def slots(self, name: str, value: Any) -> list[Pointer | float | int]:
        """What a field or an argument takes; nothing where its kind says all of it."""
        if not width(loop_kind(value)):
            return []
        if isinstance(value, np.ndarray):
            return [self.array(name, value) or 0, *value.shape]
        if isinstance(value, tuple):
            return [self.structure(name, value)]
        return [float(value) if isinstance(value, (float, np.floating)) else int(value)]

    def structure(self, name: str, value: Any) -> Pointer:
        """A named tuple as a block of slots."""
        if id(value) in self._tuples:
            return Pointer(self._tuples[id(value)][0])
        own = self._names.fresh(name)
        self._tuples[id(value)] = own, value
        found = [
            slot for key, part in zip(value._fields, value, strict=True) for slot in self.slots(f"{name}_{key}", part)
        ]
        row = np.zeros(len(found), dtype=np.int64)
        for k, slot in enumerate(found):
            if not isinstance(slot, Pointer):
                row[k : k + 1] = np.array([slot]).view(np.int64)
        pointers = {WORD * k: slot for k, slot in enumerate(found) if isinstance(slot, Pointer)}
        kind = loop_kind(value)
        assert isinstance(kind, Struct)
        self.blocks[own] = MemoryBlock(own, row, pointers, kind)
        return Pointer(own)

    def array(self, name: str, array: np.ndarray, work_of: str | None = None) -> Pointer | None:
        """Where an array lies, in a block of its own where its memory was not met before; None where it is empty."""
        if not array.size:
            return None
        owner = _owner(array) if work_of is None else array
        found = self.find(_address(array))
        if found is None:
            own = self._names.fresh(name)
            start = _address(owner)
            self._owners[start] = own, owner
            self._starts.insert(bisect_right(self._starts, start), start)
            self.blocks[own] = MemoryBlock(own, owner.copy(), {}, work_of=work_of)
            if owner.dtype.kind in "iu" and owner.itemsize == WORD:
                self._unread.append(own)
            found = Pointer(own, _address(array) - start)
        return found

    def find(self, address: int) -> Pointer | None:
        """The place that an address of this process leads to."""
        k = bisect_right(self._starts, address) - 1
        if k < 0:
            return None
        name, owner = self._owners[self._starts[k]]
        offset = address - self._starts[k]
        return Pointer(name, offset) if offset < owner.nbytes else None

    def follow(self) -> None:
        """Reads the integers of all blocks: those of calls become pointers."""
        while self._unread:
            name = self._unread.pop()
            values = self.blocks[name].values.copy()
            words = values.reshape(-1).view(np.int64)
            pointers: dict[int, Pointer | CodePointer] = {}
            for k in self._of_calls(words, values.shape[-1] if values.ndim else 1):
                pointers[WORD * k] = self.led_to(name, words, k)
            for at in pointers:
                words[at // WORD] = 0
            for k in np.flatnonzero(np.abs(words) >= MOST_COUNTED).tolist():
                raise ModelError(f"{name}: entry {k} is an address of this process outside of the call of a kernel.")
            self.blocks[name] = MemoryBlock(name, values, pointers)

    def _of_calls(self, words: np.ndarray, length: int) -> Iterator[int]:
        """The words of calls: the address of a kernel, and what stands behind it in its row of so many words.

        By structure, not by size: memory of some processes lies at addresses as small as counts.
        """
        for k, word in enumerate(words.tolist()):
            if word in self._codes:
                called = self._calls.get(int(words[k + 1]))
                over_rows = called is not None and len(_words(called)) > CALL_WORDS
                end = k + CALL_WORDS if over_rows else max(k + CALL_WORDS, k - k % length + length)
                yield from (j for j in range(k, end) if words[j])

    def led_to(self, name: str, words: np.ndarray, k: int) -> Pointer | CodePointer:
        """What word k of a block leads to."""
        if int(words[k]) in self._codes:
            called = self._calls.get(int(words[k + 1]))
            if called is None:
                label = self._codes[int(words[k])]
                raise ModelError(f"{name}: the kernel {label!r} is called with memory that is not known.")
            return CodePointer(self.callee(called))
        found = self.find(int(words[k]))
        if found is None:
            raise ModelError(f"{name}: entry {k} is an address of this process, and nothing that leaves it lies there.")
        return found

    def callee(self, called: Callee) -> str:
        """The name of code, with the memory that it is bound to."""
        words = _words(called)
        key = int(words[0]), len(words)
        own = self._known.get(key)
        if own is None:
            made = self._code(called)
            own = self._known[key] = made.name
            self.kernels[own] = made
        if self.find(int(words[1])) is None:
            if isinstance(called, LoopKernel):
                self.loop(own, called)
            elif isinstance(called, BoundShare):
                self.share(own, called)
            else:
                self.call(own, called.run if isinstance(called, BoundRow) else called)
        return own

    def _code(self, called: Callee) -> PortableKernel | PortableLoop:
        """What is called."""
        if isinstance(called, LoopKernel):
            name = self._names.fresh(f"loop_{called.function.__name__}")
            return PortableLoop(name, self.program.include(called.function, tuple(map(loop_kind, called.arguments))))
        kernel = _kernel_of(called)
        rows = None if isinstance(called, BoundCall) else 0
        if isinstance(called, BoundShare):
            rows = sum(row.packed for row in called.rows)
        if kernel.body.opaque:
            law = kernel.body.opaque[0].name
            raise ModelError(
                f"the kernel {kernel.name!r} calls {law!r}, a function in plain Python, which cannot leave the "
                "process; write it with the operations of linkwork so that it is traced, or as a table of values."
            )
        body = kernel.body.for_rows() if rows else kernel.body
        return PortableKernel(self._names.fresh(f"{'kernel' if rows is None else 'rows'}_{kernel.name}"), body, rows)

    def call(self, own: str, call: BoundCall) -> None:
        """The memory of a kernel of one evaluation."""
        for label, array in {**call.inputs, **call.outputs}.items():
            self.array(f"{own}_{label}", array)
        for array in call.internal:
            self.array(f"{own}_internal", array)
        self.array(f"{own}_work", call.work, own)
        self.table(f"{own}_in", call.input_table, list(call.inputs.values()))
        self.table(f"{own}_out", call.output_table, [*call.outputs.values(), *call.internal])

    def table(self, name: str, table: np.ndarray, arrays: Sequence[np.ndarray]) -> None:
        """A table of arguments: one pointer for each."""
        found = {WORD * k: self.array(name, array) for k, array in enumerate(arrays)}
        self._known_words(name, table, np.zeros(table.shape, dtype=np.int64), found)

    def share(self, own: str, share: BoundShare) -> None:
        """The memory of a kernel over rows: descriptors of arguments, of which all but the address is as it stands."""
        table = np.frombuffer(share.table, dtype=np.int64)
        words, found = table.copy(), dict[int, Pointer | None]()
        for k, row in enumerate(share.rows):
            words[k * ROW_WORDS] = 0
            if words[k * ROW_WORDS + ROW_SIZE]:
                found[WORD * k * ROW_WORDS] = self.array(f"{own}_rows", row.array)
        self._known_words(f"{own}_table", table, words, found)
        self.array(f"{own}_work", share.work, own)

    def loop(self, own: str, called: LoopKernel) -> None:
        """The memory of a loop: its arguments in slots."""
        names, slots = called.function.__code__.co_varnames, list[Pointer | float | int]()
        for name, argument in zip(names, called.arguments, strict=False):
            slots += self.slots(f"{own}_{name}", argument)
        words = np.zeros(len(called.given), dtype=np.int64)
        for k, slot in enumerate(slots):
            if not isinstance(slot, Pointer):
                words[k : k + 1] = np.array([slot]).view(np.int64)
        found = {WORD * k: slot for k, slot in enumerate(slots) if isinstance(slot, Pointer)}
        self._known_words(f"{own}_given", np.ctypeslib.as_array(called.given), words, found)
        self.array(f"{own}_unread", np.ctypeslib.as_array(called.results))

    def _known_words(
        self, name: str, array: np.ndarray, words: np.ndarray, found: Mapping[int, Pointer | None]
    ) -> None:
        """A block of integers that need not be read: it is known which of them are addresses."""
        place = self.array(name, array)
        assert place is not None
        self._unread.remove(place.block)
        pointers = {at: pointer for at, pointer in found.items() if pointer is not None}
        self.blocks[place.block] = MemoryBlock(place.block, words, pointers)


def _words(called: Callee) -> np.ndarray:
    """The integers by which it is called."""
    return called.row if isinstance(called, BoundCall) else called.words


def _kernel_of(called: BoundCall | BoundRow | BoundShare) -> Any:
    return called.run.kernel if isinstance(called, BoundRow) else called.kernel


def _label(called: Callee) -> str:
    """What messages call it."""
    return called.function.__name__ if isinstance(called, LoopKernel) else str(_kernel_of(called).name)


def _owner(array: np.ndarray) -> np.ndarray:
    """The array that has the memory."""
    while isinstance(array.base, np.ndarray):
        array = array.base
    return array if array.flags.c_contiguous else array.T


def _address(array: np.ndarray) -> int:
    return int(array.__array_interface__["data"][0])
