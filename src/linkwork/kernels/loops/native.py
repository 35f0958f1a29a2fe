"""A loop as a native callable: read, written as LLVM text, compiled, cached on disk, called with Python values."""

from __future__ import annotations

import ctypes
import struct
import threading
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from operator import itemgetter
from types import MappingProxyType
from typing import Any

import llvmlite.binding as llvm
import numpy as np

from ..._source import source_fingerprint
from .. import cache as disk
from ..target import Library, host, target_machine
from .kinds import (
    BOOL_KIND,
    FLOAT_KIND,
    INT_KIND,
    NONE_KIND,
    LoopKind,
    Number,
    Several,
    functions_in,
    loop_kind,
    result_kind,
    struct_kind,
    width,
)
from .llvm_text import LOOP_ENTRY, module
from .read import LoopProgram

LOOP_SIGNATURE = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)
RECENT = 4
"""Calls whose arguments stay packed."""
QUICK, THOROUGH = 1, 2
"""Code generation levels of plain functions, and of those that are vectorised."""
_COMPILING = threading.RLock()
"""Threads that want the same loop wait for one to make it; two threads that parse at once can fail in CPython 3.11."""


NOTHING_PACKED: Mapping[int, PackedTuple] = MappingProxyType({})


class PackedTuple:
    """A named tuple in slots of 8 bytes, and what keeps their memory alive."""

    __slots__ = ("address", "kept", "kind", "value")
    kind: LoopKind

    def __init__(self, value: Any, known: Mapping[int, PackedTuple] = NOTHING_PACKED) -> None:
        slots: list[int] = []
        inside: list[PackedTuple] = []
        kinds: list[LoopKind] = []
        for entry in value:
            if isinstance(entry, tuple):
                packed = known.get(id(entry)) or PackedTuple(entry, known)
                inside.append(packed)
                kinds.append(packed.kind)
                slots += [packed.address] * width(packed.kind)
            else:
                kinds.append(loop_kind(entry))
                slots += map(_bits, _slots(entry))
        row = (ctypes.c_int64 * len(slots))(*slots)
        self.value, self.kept = value, (row, inside)
        self.kind = struct_kind(type(value).__qualname__, value._fields, *kinds)
        self.address: int = ctypes.addressof(row)

    def all_inside(self) -> Iterator[PackedTuple]:
        """It, and all named tuples in it."""
        yield self
        for packed in self.kept[1]:
            yield from packed.all_inside()


def _slots(value: Any) -> list[Any]:
    """An array or a number as integers and floats, one a slot; none of a loop, of which the kind says all."""
    if isinstance(value, np.ndarray):
        if not value.flags.c_contiguous:
            raise TypeError("arrays in loops have no gaps; give np.ascontiguousarray(x)")
        return [value.__array_interface__["data"][0], *value.shape]
    if callable(value):
        return []
    return [float(value) if isinstance(value, (float, np.floating)) else int(value)]


class PackedCall:
    """A call: named tuples packed once, while the same come again; arrays and numbers of the same kinds every time.

    Where some of them are new, what these share with those of the last call stays packed.
    """

    __slots__ = ("_changing", "_given", "_kept", "_row", "_slots", "code")

    def __init__(self, owner: Native, arguments: tuple[Any, ...], last: PackedCall | None = None) -> None:
        known = {} if last is None else {id(one.value): one for packed in last._kept for one in packed.all_inside()}
        self._given: list[Any] = []
        """Named tuples, and the kinds of everything else."""
        self._changing: list[tuple[int, int]] = []
        """(which argument, where its slots begin) of everything else."""
        self._slots: list[int] = []
        self._kept: list[PackedTuple] = []
        kinds: list[LoopKind] = []
        for k, argument in enumerate(arguments):
            if isinstance(argument, tuple):
                packed = known.get(id(argument)) or PackedTuple(argument, known)
                self._kept.append(packed)
                self._given.append(argument)
                kinds.append(packed.kind)
                self._slots += [packed.address] * width(packed.kind)
            else:
                kinds.append(loop_kind(argument))
                self._given.append(kinds[-1])
                self._changing.append((k, len(self._slots)))
                self._slots += map(_bits, _slots(argument))
        self.code = owner.code(tuple(kinds))
        self._row = ctypes.c_int64 * max(len(self._slots), 1)

    def fits(self, arguments: tuple[Any, ...]) -> bool:
        """Whether it is the call with these arguments too."""
        if len(arguments) != len(self._given):
            return False
        for argument, given in zip(arguments, self._given, strict=True):
            if argument is not given and (isinstance(argument, tuple) or loop_kind(argument) is not given):
                return False
        return True

    def row(self, arguments: tuple[Any, ...]) -> Any:
        """The slots of arguments that fit; the caller's own, for another thread may call in the meantime."""
        row = self._row(*self._slots)
        for k, place in self._changing:
            argument = arguments[k]
            if type(argument) is int:
                row[place] = argument
                continue
            for at, part in enumerate(_slots(argument), place):
                row[at] = _bits(part)
        return row


class Native:
    """The compiled form of a loop, for arguments of any kinds that it takes. Called like the function itself."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self._codes: dict[tuple[int, ...], tuple[CompiledLoop, tuple[LoopKind, ...]]] = {}
        """By the identities of kinds, each of which is one object."""
        self._recent: tuple[PackedCall, ...] = ()
        """The last calls, the newest first: loops are often called by turns with two or three sets of tables."""

    def __call__(self, *arguments: Any) -> Any:
        """What the loop returns."""
        recent = self._recent
        for call in recent:
            if call.fits(arguments):
                break
        else:
            call = PackedCall(self, arguments, recent[0] if recent else None)
            self._recent = (call, *recent[: RECENT - 1])
        code = call.code
        results = code.results()
        code.run(call.row(arguments), results)
        return code.result(results)

    def bound(self, *arguments: Any) -> Callable[[], Any]:
        """A call with fixed arguments, packed once; what stands in their arrays is read at every call."""
        call = PackedCall(self, arguments)
        code, row = call.code, call.row(arguments)
        results = code.results()

        def run(kept: Any = (call, arguments)) -> Any:
            code.run(row, results)
            return code.result(results)

        return run

    def kernel(self, *arguments: Any) -> LoopKernel:
        """A call with fixed arguments as other loops make it, by address, as if it were a kernel."""
        return LoopKernel(self, arguments)

    def code(self, kinds: tuple[LoopKind, ...]) -> CompiledLoop:
        """The code for arguments of these kinds."""
        key = tuple(map(id, kinds))
        found = self._codes.get(key)
        if found is None:
            # Kept with the code: identities are those of kinds that live.
            with _COMPILING:
                found = self._codes[key] = compiled(self.function, kinds), kinds
        return found[0]


class LoopKernel:
    """A loop with fixed arguments that returns nothing: four integers for `call`, and what keeps their memory alive."""

    def __init__(self, owner: Native, arguments: tuple[Any, ...]) -> None:
        self.function, self.arguments = owner.function, arguments
        self._call = PackedCall(owner, arguments)
        code = self._call.code
        self.given, self.results = self._call.row(arguments), code.results()
        """The arguments, in slots of 8 bytes; what it returns, which is nothing."""
        entry = code.library.addresses[LOOP_ENTRY]
        # A loop takes two addresses and a kernel three; the third stays unread.
        self.words = np.array([entry, *map(ctypes.addressof, (self.given, self.results)), 0], dtype=np.int64)


_DOUBLE, _INTEGER = struct.Struct("d"), struct.Struct("q")


def _bits(number: float | int) -> int:
    """A number as the integer that has its bits."""
    bits: int = _INTEGER.unpack(_DOUBLE.pack(number))[0] if isinstance(number, float) else number
    return bits


class CompiledLoop:
    """Native code of a loop for arguments of given kinds."""

    def __init__(self, library: Library, result: LoopKind) -> None:
        self.library, self.run = library, LOOP_SIGNATURE(library.addresses[LOOP_ENTRY])
        self.kind = result
        self.results = ctypes.c_int64 * (len(result.parts) if isinstance(result, Several) else 1)
        """Memory for what it returns."""
        self.result: Callable[[Any], Any] = itemgetter(0) if result is INT_KIND else partial(_returned, result)
        """What the loop returned, as Python values."""


def _returned(kind: LoopKind, slots: Any) -> Any:
    if kind is BOOL_KIND:  # first, since small functions of one state return it
        return bool(slots[0])
    if isinstance(kind, Several):
        return tuple(_number(part, slots, k) for k, part in enumerate(kind.parts))
    assert isinstance(kind, Number)
    return _number(kind, slots, 0)


def _number(kind: Number, slots: Any, k: int) -> Any:
    if kind is NONE_KIND:
        return None
    if kind is FLOAT_KIND:
        return ctypes.c_double.from_buffer(slots, 8 * k).value
    return bool(slots[k]) if kind is BOOL_KIND else slots[k]


@cache
def compiled_loop(function: Callable[..., Any]) -> Native:
    """The compiled form of a loop; one for the whole process."""
    return Native(function)


@cache
def compiled(function: Callable[..., Any], kinds: tuple[LoopKind, ...]) -> CompiledLoop:
    """Native code from the cache on disk, made where it is not there."""
    given = [inner for kind in kinds for inner in functions_in(kind)]
    program = None if all(map(_is_own, (function, *given))) else LoopProgram(function, kinds)
    content = source_fingerprint() if program is None else "".join(texts(program))
    key = disk.make_key("loop", f"{function.__module__}.{function.__qualname__}", repr(kinds), content, host())
    entry = disk.read(key)
    if entry is None:
        entry = disk.CacheEntry(build_loop(program or LoopProgram(function, kinds)), 0)
        disk.write(key, entry)
    result = result_kind(function)
    assert result is not None
    return CompiledLoop(Library(entry.objects, [LOOP_ENTRY]), result)


def _is_own(function: Callable[..., Any]) -> bool:
    """Whether the package's own content says all of a loop; of others, their text does."""
    return function.__module__.startswith(f"{__name__.partition('.')[0]}.")


def texts(program: LoopProgram) -> tuple[str, str]:
    """LLVM text: plain functions with the entry, and those that are vectorised."""
    plain = [function for function in program.functions if not function.is_vectorised]
    wide = [function for function in program.functions if function.is_vectorised]
    return module(plain, wide, program.entry), module(wide, plain, None)


def build_loop(program: LoopProgram) -> list[bytes]:
    """Object code of both modules."""
    return [_object(text, is_wide) for text, is_wide in zip(texts(program), (False, True), strict=True)]


def _object(text: str, is_wide: bool) -> bytes:
    machine = target_machine(THOROUGH if is_wide else QUICK)
    header = f'target triple = "{host()["triple"]}"\ntarget datalayout = "{machine.target_data}"\n'
    module = llvm.parse_assembly(header + text, context=llvm.create_context())
    options = llvm.create_pipeline_tuning_options(speed_level=2)
    options.loop_vectorization = options.slp_vectorization = True
    builder = llvm.create_pass_builder(machine, options)
    passes = builder.getModulePassManager() if is_wide else llvm.create_new_module_pass_manager()
    if not is_wide:
        passes.add_sroa_pass()
    passes.run(module, builder)
    found: bytes = machine.emit_object(module)
    return found
