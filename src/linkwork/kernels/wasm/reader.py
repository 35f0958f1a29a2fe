"""Object files of wasm32, read: sections, symbols, relocations.

The format is that of WebAssembly's tool conventions, Linking.md, version 2.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import IntEnum
from typing import NamedTuple


class WasmSection(IntEnum):
    """Sections, in the order they stand in."""

    CUSTOM, TYPE, IMPORT, FUNCTION, TABLE, MEMORY, GLOBAL, EXPORT, START, ELEMENT, CODE, DATA, DATA_COUNT = range(13)


class WasmSpace(IntEnum):
    """What is imported and exported."""

    FUNCTIONS, TABLES, MEMORIES, GLOBALS = range(4)


class SymbolKind(IntEnum):
    """What a symbol stands for."""

    FUNCTION, DATA, GLOBAL, SECTION, TAG, TABLE = range(6)


LOCAL, UNDEFINED, EXPLICIT_NAME = 0x02, 0x10, 0x40
"""Flags of symbols."""
SEGMENT_INFO, SYMBOL_TABLE = 5, 8
"""Parts of the section "linking"."""
_SPACES = {
    SymbolKind.FUNCTION: WasmSpace.FUNCTIONS,
    SymbolKind.GLOBAL: WasmSpace.GLOBALS,
    SymbolKind.TABLE: WasmSpace.TABLES,
}
WITH_ADDEND = frozenset((3, 4, 5, 8, 9))
"""Relocations that add a number."""


class LinkError(Exception):
    """An object that the linker cannot use."""


class WasmSymbol(NamedTuple):
    """A function, a place in a segment, a global or a table; `number` counts imports first."""

    kind: int
    flags: int
    name: str
    number: int
    offset: int = 0

    @property
    def is_defined(self) -> bool:
        """Whether this object has it."""
        return not self.flags & UNDEFINED

    @property
    def is_local(self) -> bool:
        """Whether other objects must not see it."""
        return bool(self.flags & LOCAL)


class WasmRelocation(NamedTuple):
    """A number to put at a place of a section: that of a symbol, or of a type."""

    kind: int
    offset: int
    number: int
    addend: int


class WasmSegment(NamedTuple):
    """Numbers in memory: where they begin in the section of data, how many bytes, and the power of two they lie on."""

    offset: int
    size: int
    alignment: int


@dataclass(eq=False)
class WasmObject:
    """What an object holds; bodies of functions and segments are stretches of the sections' bytes."""

    types: list[bytes] = field(default_factory=list)
    imports: list[tuple[int, str, int]] = field(default_factory=list)
    """(kind, name, type) of what other objects or the page give."""
    functions: list[int] = field(default_factory=list)
    """Types of those it defines."""
    bodies: list[tuple[int, int]] = field(default_factory=list)
    """(start, stop) in the section of code."""
    segments: list[WasmSegment] = field(default_factory=list)
    symbols: list[WasmSymbol] = field(default_factory=list)
    relocations: dict[int, list[WasmRelocation]] = field(default_factory=dict)
    """By section: code, data."""
    bytes: dict[int, bytearray] = field(default_factory=dict)
    """The sections of code and data."""

    def imported(self, kind: int) -> list[tuple[str, int]]:
        """(name, type) of imports of a kind."""
        return [(name, type_) for found, name, type_ in self.imports if found == kind]


class _Cursor:
    """Reads numbers and texts one after the other."""

    def __init__(self, data: bytes | bytearray, at: int = 0, stop: int | None = None) -> None:
        self.data, self.at, self.stop = data, at, len(data) if stop is None else stop

    def byte(self) -> int:
        self.at += 1
        return self.data[self.at - 1]

    def number(self) -> int:
        """An unsigned LEB128."""
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 0x7F) << shift
            shift += 7
            if not byte & 0x80:
                return value

    def signed(self) -> int:
        """A signed LEB128."""
        start = self.at
        value = self.number()
        bits = 7 * (self.at - start)
        return value - (1 << bits) if value >> (bits - 1) else value

    def take(self, count: int) -> bytes:
        self.at += count
        return bytes(self.data[self.at - count : self.at])

    def text(self) -> str:
        return self.take(self.number()).decode()

    def limits(self) -> None:
        """Bounds of a table or memory, which the linker sets itself."""
        for _ in range(2 if self.byte() & 1 else 1):
            self.number()

    def parts(self) -> Iterator[tuple[int, _Cursor]]:
        """Stretches with a number in front, to the end."""
        while self.at < self.stop:
            kind, size = self.byte(), self.number()
            self.at += size
            yield kind, _Cursor(self.data, self.at - size, self.at)


def read_object(image: bytes) -> WasmObject:
    """What an object file holds."""
    if image[:8] != b"\0asm\1\0\0\0":
        raise LinkError("this is not an object of WebAssembly.")
    found, order = WasmObject(), []
    for kind, part in _Cursor(image, 8).parts():
        order.append(kind)
        if kind == WasmSection.TYPE:
            found.types = [_type(part) for _ in range(part.number())]
        elif kind == WasmSection.IMPORT:
            found.imports = [_import(part) for _ in range(part.number())]
        elif kind == WasmSection.FUNCTION:
            found.functions = [part.number() for _ in range(part.number())]
        elif kind == WasmSection.CODE:
            _read_code(found, part)
        elif kind == WasmSection.DATA:
            _read_data(found, part)
        elif kind == WasmSection.CUSTOM:
            _read_custom(found, part, order)
        # The table of functions is made anew from the relocations that ask for places in it.
        elif kind not in (WasmSection.DATA_COUNT, WasmSection.ELEMENT):
            raise LinkError(f"section {kind} of an object is nothing that linkwork's compiler writes.")
    return found


def _type(part: _Cursor) -> bytes:
    start = part.at
    if part.byte() != 0x60:
        raise LinkError("a type that is not a function's.")
    for _ in range(2):
        part.take(part.number())
    return bytes(part.data[start : part.at])


def _import(part: _Cursor) -> tuple[int, str, int]:
    part.text()
    name, kind = part.text(), part.byte()
    if kind == WasmSpace.FUNCTIONS:
        return kind, name, part.number()
    if kind == WasmSpace.TABLES:
        part.byte()
        part.limits()
    elif kind == WasmSpace.MEMORIES:
        part.limits()
    elif kind == WasmSpace.GLOBALS:
        part.take(2)
    else:
        raise LinkError(f"{name!r} is imported as kind {kind}, which is none that is known.")
    return kind, name, 0


def _read_code(found: WasmObject, part: _Cursor) -> None:
    start = part.at
    found.bytes[WasmSection.CODE] = bytearray(part.data[start : part.stop])
    for _ in range(part.number()):
        size = part.number()
        found.bodies.append((part.at - start, part.at - start + size))
        part.at += size


def _read_data(found: WasmObject, part: _Cursor) -> None:
    start = part.at
    found.bytes[WasmSection.DATA] = bytearray(part.data[start : part.stop])
    for _ in range(part.number()):
        # Active, in memory 0, from a constant on.
        if part.number() != 0 or part.byte() != 0x41:
            raise LinkError("a segment of data that is not placed by a constant.")
        part.signed()
        part.byte()
        size = part.number()
        found.segments.append(WasmSegment(part.at - start, size, 0))
        part.at += size


def _read_custom(found: WasmObject, part: _Cursor, order: list[int]) -> None:
    name = part.text()
    if name == "linking":
        if part.number() != 2:
            raise LinkError("the linking section has another version than 2.")
        for kind, inner in part.parts():
            if kind == SEGMENT_INFO:
                for k in range(inner.number()):
                    inner.text()
                    found.segments[k] = found.segments[k]._replace(alignment=inner.number())
                    inner.number()
            elif kind == SYMBOL_TABLE:
                found.symbols = [_symbol(found, inner) for _ in range(inner.number())]
            else:
                raise LinkError(f"part {kind} of the linking section is not known.")
    elif name.startswith("reloc."):
        section = order[part.number()]
        found.relocations[section] = [_relocation(part) for _ in range(part.number())]


def _symbol(found: WasmObject, part: _Cursor) -> WasmSymbol:
    kind, flags = part.byte(), part.number()
    if kind == SymbolKind.DATA:
        name = part.text()
        if flags & UNDEFINED:
            return WasmSymbol(kind, flags, name, 0)
        index, offset, _ = part.number(), part.number(), part.number()
        return WasmSymbol(kind, flags, name, index, offset)
    if kind == SymbolKind.SECTION:
        return WasmSymbol(kind, flags, "", part.number())
    index = part.number()
    if flags & UNDEFINED and not flags & EXPLICIT_NAME:
        space = _SPACES[SymbolKind(kind)]
        return WasmSymbol(kind, flags, found.imported(space)[index][0], index)
    return WasmSymbol(kind, flags, part.text(), index)


def _relocation(part: _Cursor) -> WasmRelocation:
    kind = part.byte()
    offset, index = part.number(), part.number()
    return WasmRelocation(kind, offset, index, part.signed() if kind in WITH_ADDEND else 0)
