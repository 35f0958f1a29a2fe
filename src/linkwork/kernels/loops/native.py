"""A loop as a native callable: read, written as LLVM text, compiled, cached on disk, called with Python values."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import cache
from typing import Any

import llvmlite.binding as llvm
import numpy as np

from ..._source import source_fingerprint
from .. import cache as disk
from ..load import Library
from ..target import host, target_machine
from .kinds import BOOL_KIND, FLOAT_KIND, NONE_KIND, LoopKind, Number, Several, loop_kind, result_kind
from .llvm_text import LOOP_ENTRY, module
from .read import LoopProgram

LOOP_SIGNATURE = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)
QUICK, THOROUGH = 1, 2
"""Code generation levels of plain functions, and of those that are vectorised."""


class PackedTuple:
    """A named tuple in slots of 8 bytes, and what keeps their memory alive."""

    __slots__ = ("address", "kept", "kind", "value")

    def __init__(self, value: Any) -> None:
        slots: list[int] = []
        inside: list[PackedTuple] = []
        for entry in value:
            parts = _slots(entry)
            if type(parts[0]) is int:
                slots += parts
            elif isinstance(parts[0], PackedTuple):
                inside.append(parts[0])
                slots.append(parts[0].address)
            else:
                slots.append(_bits(parts[0]))
        row = (ctypes.c_int64 * len(slots))(*slots)
        self.value, self.kind, self.kept = value, loop_kind(value), (row, inside)
        self.address: int = ctypes.addressof(row)


def _slots(value: Any) -> list[Any]:
    """A value as integers, floats and packed named tuples, one a slot."""
    if isinstance(value, np.ndarray):
        if not value.flags.c_contiguous:
            raise TypeError("arrays in loops have no gaps; give np.ascontiguousarray(x)")
        return [value.__array_interface__["data"][0], *value.shape]
    if isinstance(value, tuple):
        return [PackedTuple(value)]
    return [float(value) if isinstance(value, (float, np.floating)) else int(value)]


class Native:
    """The compiled form of a loop, for arguments of any kinds that it takes. Called like the function itself."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self._codes: dict[tuple[int, ...], tuple[CompiledLoop, tuple[LoopKind, ...]]] = {}
        """By the identities of kinds, each of which is one object."""
        self._last: tuple[PackedTuple, ...] = ()
        """Named tuples of the last call: packed once where the same come again."""

    def __call__(self, *arguments: Any) -> Any:
        """What the loop returns."""
        last, packed = self._last, []
        kinds: list[LoopKind] = []
        slots: list[int] = []
        for argument in arguments:
            if isinstance(argument, tuple):
                entry = next((known for known in last if known.value is argument), None) or PackedTuple(argument)
                packed.append(entry)
                kinds.append(entry.kind)
                slots.append(entry.address)
            else:
                kinds.append(loop_kind(argument))
                slots += [_bits(part) for part in _slots(argument)]
        self._last = tuple(packed)
        code = self._code(kinds)
        row = (ctypes.c_int64 * max(len(slots), 1))(*slots)
        results = (ctypes.c_int64 * code.count)()
        code.run(row, results)
        return code.result(results)

    def bound(self, *arguments: Any) -> Callable[[], Any]:
        """A call with fixed arguments, packed once; what stands in their arrays is read at every call."""
        packed = [PackedTuple(one) if isinstance(one, tuple) else one for one in arguments]
        kinds = [one.kind if isinstance(one, PackedTuple) else loop_kind(one) for one in packed]
        slots = [
            part
            for one in packed
            for part in ([one.address] if isinstance(one, PackedTuple) else map(_bits, _slots(one)))
        ]
        code = self._code(kinds)
        row, results = (ctypes.c_int64 * max(len(slots), 1))(*slots), (ctypes.c_int64 * code.count)()

        def run(kept: Any = (packed, arguments)) -> Any:
            code.run(row, results)
            return code.result(results)

        return run

    def _code(self, kinds: list[LoopKind]) -> CompiledLoop:
        key = tuple(map(id, kinds))
        found = self._codes.get(key)
        if found is None:
            # Kept with the code: identities are those of kinds that live.
            found = self._codes[key] = compiled(self.function, tuple(kinds)), tuple(kinds)
        return found[0]


def _bits(number: float | int) -> int:
    """A number as the integer that has its bits."""
    return ctypes.c_int64.from_buffer(ctypes.c_double(number)).value if isinstance(number, float) else number


class CompiledLoop:
    """Native code of a loop for arguments of given kinds."""

    def __init__(self, library: Library, result: LoopKind) -> None:
        self.library, self.run = library, LOOP_SIGNATURE(library.addresses[LOOP_ENTRY])
        self.kind = result
        self.count = len(result.parts) if isinstance(result, Several) else 1

    def result(self, slots: Any) -> Any:
        """What the loop returned, as Python values."""
        if isinstance(self.kind, Several):
            return tuple(_number(part, slots, k) for k, part in enumerate(self.kind.parts))
        assert isinstance(self.kind, Number)
        return _number(self.kind, slots, 0)


def _number(kind: Number, slots: Any, k: int) -> Any:
    if kind == NONE_KIND:
        return None
    if kind == FLOAT_KIND:
        return ctypes.c_double.from_buffer(slots, 8 * k).value
    return bool(slots[k]) if kind == BOOL_KIND else slots[k]


@cache
def native(function: Callable[..., Any]) -> Native:
    """The compiled form of a loop; one for the whole process."""
    return Native(function)


@cache
def compiled(function: Callable[..., Any], kinds: tuple[LoopKind, ...]) -> CompiledLoop:
    """Native code from the cache on disk, made where it is not there."""
    program = None if _is_own(function) else LoopProgram(function, kinds)
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
