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
from ..kernels.loops.llvm_text import llvm_signature, result_type, types_of
from ..kernels.loops.tree import LoopFunction
from ..kernels.wasm import STACK_BYTES, kernel_objects, link_wasm, loop_object, wasm_object
from .image import WORD, CodePointer, MemoryBlock, Pointer, PortableImage

ALIGNMENT = 16
NOTE = "linkwork"
"""The section of a module that says what it holds."""
GIVEN = "%given"
"""The argument of a loop that the page gives."""


@dataclass(frozen=True, eq=False)
class WasmEntry:
    """A loop that the page calls, as a function of one number or of none."""

    name: str
    function: LoopFunction
    arguments: Sequence[Pointer | float | int | str]
    """One for each slot; GIVEN is what the page says."""
    takes: str | None = None
    """LLVM's type of that."""


def wasm_module(
    image: PortableImage, entries: Sequence[WasmEntry], about: Callable[[WasmMemory], Mapping[str, Any]]
) -> bytes:
    """The module; `about` gives what it says of itself, given where everything lies."""
    called = list({entry.function.name: entry.function for entry in entries}.values())
    objects, works = [loop_object(image.program, called)], {}
    for name, kernel in image.kernels.items():
        found, works[name] = kernel_objects(kernel.body, name)
        objects += found
    memory = WasmMemory(image, works)
    lines = [f"declare {llvm_signature(function)}" for function in called]
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
    result = result_type(entry.function.result)
    types = [kind for _, parameter in entry.function.parameters for kind in types_of(parameter)]
    given = (_argument(x, kind, memory) for x, kind in zip(entry.arguments, types, strict=True))
    call = f'call {result} @"{entry.function.name}"({", ".join(given)})'
    yield f"define i32 @{entry.name}({f'{entry.takes} {GIVEN}' if entry.takes else ''}) {{"
    if result == "void":
        yield f"  {call}\n  ret i32 0\n}}"
    else:
        yield f"  %found = {call}"
        yield f"  %status = {'zext' if result == 'i1' else 'trunc'} {result} %found to i32"
        yield "  ret i32 %status\n}"


def _argument(slot: Pointer | float | int | str, kind: str, memory: WasmMemory) -> str:
    """What a loop is given."""
    if isinstance(slot, Pointer):
        return f"ptr inttoptr (i32 {memory.address(slot)} to ptr)"
    if isinstance(slot, str) or kind != "double":
        return f"{kind} {'null' if kind == 'ptr' else slot}"
    return f"double {ir_literal(float(slot))}"
