"""An image laid out in other memory of this process, with code of its own: what any target does with it."""

from __future__ import annotations

import ctypes
from typing import Any

import llvmlite.binding as llvm
import numpy as np

from linkwork.exports.image import WORD, CodePointer, Pointer, PortableImage, PortableKernel
from linkwork.kernels.ir import LaneType
from linkwork.kernels.loops.llvm_text import LOOP_ENTRY
from linkwork.kernels.loops.native import LOOP_SIGNATURE, build_loop
from linkwork.kernels.target import Library, host


class Elsewhere:
    """An image in memory of its own; with `is_fused=False` kernels round every product, as pages do."""

    def __init__(self, image: PortableImage, is_fused: bool = True) -> None:
        machine = _machine(is_fused)
        self.codes, works = {}, {}
        for name, kernel in image.kernels.items():
            self.codes[name], works[name] = _compiled(kernel, machine)
        self.blocks = {
            name: block.values.copy() if block.work_of is None else np.empty(works[block.work_of] + 1)
            for name, block in image.blocks.items()
        }
        for name, block in image.blocks.items():
            for at, target in block.pointers.items():
                words = self.blocks[name].reshape(-1).view(np.int64)
                assert words[at // WORD] == 0
                words[at // WORD] = self.address(target)
        slots = [self.address(slot) if isinstance(slot, Pointer) else slot for slot in image.arguments]
        self.slots = np.array([np.array([slot]).view(np.int64)[0] for slot in slots])
        self.library = Library(build_loop(image.program), [LOOP_ENTRY])
        self.loop = LOOP_SIGNATURE(self.library.addresses[LOOP_ENTRY])

    def address(self, target: Pointer | CodePointer) -> int:
        if isinstance(target, CodePointer):
            return self.codes[target.kernel].addresses[target.kernel]
        return int(self.blocks[target.block].ctypes.data) + target.offset

    def run(self, steps: int) -> int:
        """The status after so many steps."""
        self.slots[-1] = steps
        result = ctypes.c_int64()
        self.loop(self.slots.ctypes.data, ctypes.addressof(result))
        return result.value


def _compiled(kernel: PortableKernel, machine: Any) -> tuple[Library, int]:
    """The code of a kernel, and the size of its work array."""
    texts, work = kernel.body.emit(kernel.name, LaneType())
    header = f'target triple = "{host()["triple"]}"\n'
    modules = [llvm.parse_assembly(header + text, context=llvm.create_context()) for text in texts]
    return Library([machine.emit_object(module) for module in modules], [kernel.name]), work


def _machine(is_fused: bool) -> Any:
    description = host()
    given = {"cpu": description["cpu"], "features": description["features"]} if is_fused else {"cpu": "x86-64"}
    target = llvm.Target.from_triple(description["triple"])
    return target.create_target_machine(opt=1, reloc="pic", codemodel="small", jit=True, **given)
