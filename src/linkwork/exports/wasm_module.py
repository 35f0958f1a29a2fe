"""A portable image as a module of WebAssembly: code compiled and linked, memory laid out, functions for the page.

One block lies after the other, and every address is put where the image says. Slots have eight bytes as on the host, so
that loops and kernels are compiled from the same text.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..kernels.ir import ir_literal
from ..kernels.loops.llvm_text import EMPTY_NODE, llvm_signature, loop_entry, result_type, types_of
from ..kernels.wasm import STACK_BYTES, kernel_objects, link_wasm, loop_object, row_objects, wasm_object
from .image import WORD, CodePointer, MemoryBlock, Pointer, PortableCall, PortableEntry, PortableImage, PortableLoop

ALIGNMENT = 16
NOTE = "linkwork"
"""The section of a module that says what it holds."""
GIVEN = "%given"
"""What the page gives."""


@dataclass(frozen=True, eq=False)
class WasmEntry:
    """What the page calls, as a function of one number or of none."""

    name: str
    entry: PortableEntry
    takes: str | None = None
    """LLVM's type of that."""

    @property
    def calls(self) -> tuple[PortableCall, ...]:
        """All loops that it runs, in their order."""
        return (*self.entry.before, self.entry.main, *self.entry.after)


def wasm_module(
    image: PortableImage, entries: Sequence[WasmEntry], about: Callable[[WasmMemory], Mapping[str, Any]]
) -> bytes:
    """The module; `about` gives what it says of itself, given where everything lies."""
    by_address = [one for one in image.kernels.values() if isinstance(one, PortableLoop)]
    every = [one.function for entry in entries for one in entry.calls] + [one.function for one in by_address]
    called = list({function.name: function for function in every}.values())
    objects, works = [loop_object(image.program, called)], dict[str, int]()
    for name, kernel in image.kernels.items():
        if not isinstance(kernel, PortableLoop):
            body, rows = kernel.body, kernel.rows
            found, works[name] = kernel_objects(body, name) if rows is None else row_objects(body, name, rows)
            objects += found
    memory = WasmMemory(image, works)
    lines = [f"declare {llvm_signature(function)}" for function in called]
    lines += [loop_entry(one.function, one.name, ", ptr %unread") for one in by_address]
    lines.append(EMPTY_NODE)
    lines += [line for entry in entries for line in _entry(entry, memory)]
    objects.append(wasm_object("\n".join(lines), False))
    note = json.dumps(about(memory), separators=(",", ":"), ensure_ascii=False).encode()
    names = [entry.name for entry in entries]
    return link_wasm(objects, names, list(image.kernels), memory.contents(), {NOTE: note})


class WasmMemory:
    """Where blocks lie in the memory of a module."""

    def __init__(self, image: PortableImage, works: Mapping[str, int]) -> None:
        self.image = image
        self.codes = {name: k + 1 for k, name in enumerate(image.kernels)}
        """Kernels by their place in the table of functions."""
        self.places: dict[str, int] = {}
        self.end = STACK_BYTES
        for name, block in image.blocks.items():
            self.places[name] = self.end
            size = block.values.nbytes if block.work_of is None else WORD * (works[block.work_of] + 1)
            self.end += size + -size % ALIGNMENT

    def address(self, target: Pointer | CodePointer) -> int:
        """What a word that leads there holds."""
        if isinstance(target, CodePointer):
            return self.codes[target.kernel]
        return self.places[target.block] + target.offset

    def contents(self) -> list[tuple[int, bytes]]:
        """Addresses, and what lies there at the start; the last is where memory is free."""
        found = [(self.places[name], self._content(block)) for name, block in self.image.blocks.items()]
        return [*found, (self.end, b"")]

    def _content(self, block: MemoryBlock) -> bytes:
        if block.work_of is not None:
            return b""
        content = bytearray(block.values.tobytes())
        for at, target in block.pointers.items():
            struct.pack_into("<q", content, at, self.address(target))
        return bytes(content)


def _entry(entry: WasmEntry, memory: WasmMemory) -> Iterator[str]:
    """LLVM text of a function that the page calls: a loop with its arguments, which the module knows."""
    main = entry.entry.main
    result = result_type(main.function.result)
    yield f"define i32 @{entry.name}({f'{entry.takes} {GIVEN}' if entry.takes else ''}) {{"
    for one in entry.calls:
        yield f"  {'' if one is not main or result == 'void' else '%found = '}{_called(one, memory)}"
    if result == "void":
        yield "  ret i32 0\n}"
    else:
        yield f"  %status = {'zext' if result == 'i1' else 'trunc'} {result} %found to i32"
        yield "  ret i32 %status\n}"


def _called(call: PortableCall, memory: WasmMemory) -> str:
    types = [kind for _, parameter in call.function.parameters for kind in types_of(parameter)]
    given = (_argument(x, kind, memory) for x, kind in zip(call.slots, types, strict=True))
    return f'call {result_type(call.function.result)} @"{call.function.name}"({", ".join(given)})'


def _argument(slot: Pointer | float | int | None, kind: str, memory: WasmMemory) -> str:
    """What a loop is given."""
    if slot is None:
        return f"{kind} {GIVEN}"
    if isinstance(slot, Pointer):
        return f"ptr inttoptr (i32 {memory.address(slot)} to ptr)"
    return f"double {ir_literal(float(slot))}" if kind == "double" else f"{kind} {'null' if kind == 'ptr' else slot}"
