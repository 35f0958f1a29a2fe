"""The memory of an image as one C structure: a member for every block, and the lines that set them up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from ..kernels.loops.c_text.names import CKinds, c_literal, item_type, member
from ..kernels.loops.kinds import BOOL_KIND, FLOAT_KIND, ArrayKind, LoopKind, Struct, width
from .image import WORD, CodePointer, MemoryBlock, Pointer, PortableImage

SELF = "sim"
"""What functions call the structure that they are given."""
OWN_MEMORY = f"{SELF}->own"
"""Where blocks lie in it, apart from what users read and write."""
ROW = 6
"""Numbers in a line."""


class CMemory:
    """Blocks as members of a structure. `works` are the sizes of work arrays, `codes` the C names of kernels."""

    def __init__(
        self, image: PortableImage, kinds: CKinds, works: Mapping[str, int], codes: Mapping[str, str], prefix: str
    ) -> None:
        self._image, self._kinds, self._codes, self._prefix = image, kinds, codes, prefix
        self.members = [self._member(block, works) for block in image.blocks.values()]
        self.constants: list[str] = []
        """What memory holds at the start, where it is not zero."""
        self.lines: list[str] = []
        """Statements that set a structure of zeros up."""
        for block in image.blocks.values():
            if block.kind is not None:
                self._structure(block, block.kind)
            elif block.work_of is None:
                self._numbers(block)

    def place(self, pointer: Pointer) -> str:
        """The address of a place."""
        block = self._image.blocks[pointer.block]
        if block.kind is not None:
            return f"&{OWN_MEMORY}.{block.name}"
        at = pointer.offset // block.values.itemsize
        return f"{OWN_MEMORY}.{block.name}" + (f" + {at}" if at else "")

    def argument(self, kind: LoopKind, slots: list[Pointer | float | int | None]) -> str:
        """An argument of the loop, from what its slots hold."""
        first = slots[0]
        if isinstance(kind, Struct):
            assert isinstance(first, Pointer)
            return self.place(first)
        if isinstance(kind, ArrayKind):
            return self._array(kind, first if isinstance(first, Pointer) else None, slots[1:])
        assert isinstance(first, (int, float))
        return c_literal(float(first)) if kind == FLOAT_KIND else str(int(first))

    def _array(self, kind: ArrayKind, start: Pointer | None, lengths: Iterable[Pointer | float | int | None]) -> str:
        place = "0" if start is None else self.place(start)
        return f"({self._kinds.type(kind)}){{{place}, {', '.join(str(length) for length in lengths)}}}"

    def _member(self, block: MemoryBlock, works: Mapping[str, int]) -> str:
        if block.kind is not None:
            return f"{self._kinds.type(block.kind)} {block.name};"
        size = block.values.size if block.work_of is None else max(1, works[block.work_of])
        return f"{_type(block.values)} {block.name}[{size}];"

    def _structure(self, block: MemoryBlock, kind: Struct) -> None:
        """The fields of a named tuple, each from its slots."""
        values = block.values.reshape(-1)
        for name, (slot, part) in kind.slots.items():
            if not width(part):
                continue
            start = block.pointers.get(WORD * slot)
            assert not isinstance(start, CodePointer)
            if isinstance(part, ArrayKind):
                text = self._array(part, start, values[slot + 1 : slot + 1 + part.axes].tolist())
            elif isinstance(part, Struct):
                assert start is not None
                text = self.place(start)
            elif part == FLOAT_KIND:
                text = c_literal(float(values[slot : slot + 1].view(np.float64)[0]))
            else:
                text = str(bool(values[slot])).lower() if part == BOOL_KIND else str(int(values[slot]))
            self.lines.append(f"{OWN_MEMORY}.{block.name}.{member(name)} = {text};")

    def _numbers(self, block: MemoryBlock) -> None:
        """What an array holds: a constant that is copied, then the addresses in it."""
        values, place = block.values.reshape(-1), f"{OWN_MEMORY}.{block.name}"
        if np.any(values):
            name = f"{self._prefix}{block.name}"
            texts = [_number(value) for value in values.tolist()]
            rows = ",\n".join("    " + ", ".join(texts[k : k + ROW]) for k in range(0, len(texts), ROW))
            self.constants.append(f"static const {_type(values)} {name}[{len(texts)}] = {{\n{rows}\n}};\n")
            self.lines.append(f"memcpy({place}, {name}, sizeof {name});")
        for at, pointer in sorted(block.pointers.items()):
            to = self._codes[pointer.kernel] if isinstance(pointer, CodePointer) else f"({self.place(pointer)})"
            self.lines.append(f"{place}[{at // WORD}] = (int64_t)(intptr_t){to};")


def _type(values: np.ndarray) -> str:
    return item_type(ArrayKind(values.dtype.name, 1))


def _number(value: float | int | bool) -> str:
    return c_literal(value) if isinstance(value, float) else str(int(value))
