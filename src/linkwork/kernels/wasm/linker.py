"""A linker for wasm32: objects that linkwork's compiler makes become one module that a page loads.

Memory, from 0 on: the stack, which grows down, so that one that is too deep traps; numbers that the caller places; the
constants of the objects. Functions that are called by address stand in one table, from place 1 on. What nobody defines
comes from the page, where it is one of the library's functions. Numbers in code have room for five bytes (LEB128), so
that relocations are written in place.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Mapping, Sequence

from .reader import (
    LinkError,
    SymbolKind,
    WasmObject,
    WasmRelocation,
    WasmSection,
    WasmSpace,
    WasmSymbol,
    read_object,
)

STACK_BYTES = 1 << 16
PAGE_BYTES = 1 << 16
FUNCTION_INDEX_LEB, TABLE_INDEX_SLEB, TABLE_INDEX_I32, MEMORY_ADDR_LEB, MEMORY_ADDR_SLEB, MEMORY_ADDR_I32 = range(6)
TYPE_INDEX_LEB, GLOBAL_INDEX_LEB, TABLE_NUMBER_LEB = 6, 7, 20
STACK_POINTER = "__stack_pointer"
PAGE_LIBRARY = (
    *("sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh"),
    *("exp", "exp2", "expm1", "log", "log1p", "pow", "ldexp", "fmod", "fmin", "fmax", "__powidf2"),
)
"""Functions that the loader gives: JavaScript's, mended where C asks for other values."""


def link_wasm(
    objects: Iterable[bytes],
    exports: Sequence[str],
    called: Sequence[str],
    memory: Sequence[tuple[int, bytes]],
    notes: Mapping[str, bytes],
) -> bytes:
    """A module of WebAssembly.

    `exports` are functions that the page calls, besides "memory"; `called` those that code calls by address, which are
    1, 2, … in this order. `memory` has addresses, from `STACK_BYTES` on, with what lies there at the start. `notes` are
    sections that the page reads.
    """
    return _Linker([read_object(image) for image in objects], called, memory).module(exports, notes)


class _Linker:
    """Gives numbers to types, functions and places in memory, and puts them where objects refer to them."""

    def __init__(self, objects: list[WasmObject], called: Sequence[str], memory: Sequence[tuple[int, bytes]]) -> None:
        self.objects = objects
        self.types: dict[bytes, int] = {}
        self.defined: dict[tuple[int, str], tuple[int, WasmSymbol]] = {}
        """Object and symbol by kind and name, of those that all objects see."""
        self.imports: dict[str, int] = {}
        """Functions of the page, with their types."""
        for k, found in enumerate(objects):
            for content in found.types:
                self.types.setdefault(content, len(self.types))
            self._define(k, found)
        for found in objects:
            self._import(found)
        self.first = self._numbers()
        self.table = {self.function(*self.known(name)): place + 1 for place, name in enumerate(called)}
        self.memory = [(at, content) for at, content in memory if any(content)]
        self.end = max((at + len(content) for at, content in memory), default=STACK_BYTES)
        self.segments = [[self._placed(segment.size, segment.alignment) for segment in f.segments] for f in objects]

    def _define(self, k: int, found: WasmObject) -> None:
        for symbol in found.symbols:
            if symbol.is_defined and not symbol.is_local:
                key = symbol.kind, symbol.name
                if key in self.defined:
                    raise LinkError(f"{symbol.name!r} is defined twice.")
                self.defined[key] = k, symbol

    def _import(self, found: WasmObject) -> None:
        """Functions that no object has: the page must."""
        wanted = found.imported(WasmSpace.FUNCTIONS)
        for symbol in found.symbols:
            if symbol.is_defined or (symbol.kind, symbol.name) in self.defined:
                continue
            if symbol.kind == SymbolKind.FUNCTION:
                if symbol.name not in PAGE_LIBRARY:
                    raise LinkError(f"the function {symbol.name!r} is called and nobody has it.")
                self.imports[symbol.name] = self.types[found.types[wanted[symbol.number][1]]]
            elif symbol.kind == SymbolKind.DATA:
                raise LinkError(f"the data {symbol.name!r} are used and nobody has them.")

    def _numbers(self) -> list[int]:
        """The number of the first function of each object."""
        first, at = [], len(self.imports)
        for found in self.objects:
            first.append(at)
            at += len(found.functions)
        return first

    def _placed(self, size: int, alignment: int) -> int:
        """The next free place in memory."""
        at = self.end + -self.end % (1 << alignment)
        self.end = at + size
        return at

    def known(self, name: str) -> tuple[int, WasmSymbol]:
        """The object that has a function, and its symbol there."""
        found = self.defined.get((SymbolKind.FUNCTION, name))
        if found is None:
            raise LinkError(f"no object has the function {name!r}.")
        return found

    def function(self, k: int, symbol: WasmSymbol) -> int:
        """The number of the function that a symbol of object k stands for."""
        if not symbol.is_defined:
            if (SymbolKind.FUNCTION, symbol.name) not in self.defined:
                return list(self.imports).index(symbol.name)
            k, symbol = self.defined[SymbolKind.FUNCTION, symbol.name]
        return self.first[k] + symbol.number - len(self.objects[k].imported(WasmSpace.FUNCTIONS))

    def address(self, k: int, symbol: WasmSymbol) -> int:
        """Where the data lie that a symbol of object k stands for."""
        if not symbol.is_defined:
            k, symbol = self.defined[SymbolKind.DATA, symbol.name]
        return self.segments[k][symbol.number] + symbol.offset

    def place(self, k: int, symbol: WasmSymbol) -> int:
        """The place of a function in the table, where it gets one if it has none."""
        return self.table.setdefault(self.function(k, symbol), len(self.table) + 1)

    def relocate(self) -> None:
        """Puts all numbers where objects refer to them."""
        for k, found in enumerate(self.objects):
            for section, relocations in found.relocations.items():
                if section not in (WasmSection.CODE, WasmSection.DATA):
                    continue
                for relocation in relocations:
                    found.bytes[section][slice(*_stretch(relocation))] = self.written(k, found, relocation)

    def written(self, k: int, found: WasmObject, relocation: WasmRelocation) -> bytes:
        """The bytes of the number that a relocation asks for."""
        kind, addend = relocation.kind, relocation.addend
        if kind == TYPE_INDEX_LEB:
            return _padded(self.types[found.types[relocation.number]])
        symbol = found.symbols[relocation.number]
        if kind == FUNCTION_INDEX_LEB:
            return _padded(self.function(k, symbol))
        if kind == TABLE_INDEX_SLEB:
            return _padded(self.place(k, symbol))
        if kind == TABLE_INDEX_I32:
            return struct.pack("<I", self.place(k, symbol))
        if kind in (MEMORY_ADDR_LEB, MEMORY_ADDR_SLEB):
            return _padded(self.address(k, symbol) + addend)
        if kind == MEMORY_ADDR_I32:
            return struct.pack("<I", self.address(k, symbol) + addend)
        if kind == TABLE_NUMBER_LEB or (kind == GLOBAL_INDEX_LEB and symbol.name == STACK_POINTER):
            return _padded(0)
        raise LinkError(f"a relocation of kind {kind} for {symbol.name!r}, which this linker does not know.")

    def module(self, exports: Sequence[str], notes: Mapping[str, bytes]) -> bytes:
        """The whole module."""
        self.relocate()
        imports = [_text("env") + _text(name) + b"\0" + _leb(type_) for name, type_ in self.imports.items()]
        functions = [_leb(self.types[found.types[type_]]) for found in self.objects for type_ in found.functions]
        # The stack begins at its upper end.
        stack = b"\x7f\1\x41" + _signed(STACK_BYTES) + b"\x0b"
        sections: list[tuple[WasmSection, Iterable[bytes]]] = [
            (WasmSection.TYPE, self.types),
            (WasmSection.IMPORT, imports),
            (WasmSection.FUNCTION, functions),
            (WasmSection.TABLE, [b"\x70\0" + _leb(len(self.table) + 1)]),
            (WasmSection.MEMORY, [b"\0" + _leb(-(-self.end // PAGE_BYTES))]),
            (WasmSection.GLOBAL, [stack]),
            (WasmSection.EXPORT, self._exports(exports)),
            (WasmSection.ELEMENT, self._elements()),
            (WasmSection.CODE, self._bodies()),
            (WasmSection.DATA, self._data()),
        ]
        written = [_section(kind, _vector(parts)) for kind, parts in sections]
        written += [_section(WasmSection.CUSTOM, _text(name) + content) for name, content in notes.items()]
        return b"\0asm\1\0\0\0" + b"".join(written)

    def _exports(self, exports: Sequence[str]) -> list[bytes]:
        functions = [_text(name) + b"\0" + _leb(self.function(*self.known(name))) for name in exports]
        return [_text("memory") + bytes([WasmSpace.MEMORIES]) + b"\0", *functions]

    def _elements(self) -> list[bytes]:
        """The functions of the table, in the order of their places."""
        return [b"\0\x41\1\x0b" + _vector(map(_leb, self.table))] if self.table else []

    def _bodies(self) -> Iterable[bytes]:
        for found in self.objects:
            for start, stop in found.bodies:
                yield _leb(stop - start) + bytes(found.bytes[WasmSection.CODE][start:stop])

    def _data(self) -> Iterable[bytes]:
        """What lies in memory at the start; zeros are there already."""
        parts = list(self.memory)
        for found, places in zip(self.objects, self.segments, strict=True):
            for segment, at in zip(found.segments, places, strict=True):
                content = bytes(found.bytes[WasmSection.DATA][segment.offset : segment.offset + segment.size])
                parts += [(at, content)] if any(content) else []
        for at, content in parts:
            yield b"\0\x41" + _signed(at) + b"\x0b" + _leb(len(content)) + content


def _stretch(relocation: WasmRelocation) -> tuple[int, int]:
    """The bytes that a relocation replaces."""
    is_word = relocation.kind in (TABLE_INDEX_I32, MEMORY_ADDR_I32)
    return relocation.offset, relocation.offset + (4 if is_word else 5)


def _leb(value: int) -> bytes:
    """An unsigned LEB128."""
    found = bytearray()
    while value > 0x7F:
        found.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*found, value])


def _signed(value: int) -> bytes:
    """A signed LEB128 of a number that is not negative: one bit more."""
    found = _leb(value)
    return found if found[-1] < 0x40 else bytes([*found[:-1], found[-1] | 0x80, 0])


def _padded(value: int) -> bytes:
    """A LEB128 of five bytes, signed or not: places are below 2³¹."""
    return bytes([*(value >> shift & 0x7F | 0x80 for shift in (0, 7, 14, 21)), value >> 28])


def _section(kind: WasmSection, content: bytes) -> bytes:
    return bytes([kind]) + _leb(len(content)) + content


def _text(value: str) -> bytes:
    content = value.encode()
    return _leb(len(content)) + content


def _vector(parts: Iterable[bytes]) -> bytes:
    found = list(parts)
    return _leb(len(found)) + b"".join(found)
