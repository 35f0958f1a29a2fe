"""Object code for wasm32, by the compiler that makes the host's."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import llvmlite.binding as llvm

from .. import cache as disk
from ..batch import batch_helpers, emit_batch
from ..body import CodeBody
from ..code import fingerprint
from ..ir import LaneType
from ..loops.llvm_text import module
from ..loops.read import LoopProgram
from ..loops.tree import LoopFunction
from ..target import host

WASM_TRIPLE = "wasm32-unknown-unknown"
WASM_FEATURES = "+simd128"
"""Two doubles in one instruction: what every browser has had since 2023."""
WASM_WIDTH = 2


def loop_object(program: LoopProgram, visible: Sequence[LoopFunction]) -> bytes:
    """Object code of loops and all they call; other objects see `visible`."""
    return _kept("wasm loop", module(program.functions, [], None, visible), True)


def kernel_objects(body: CodeBody, name: str) -> tuple[list[bytes], int]:
    """Object code of a kernel `name(in, out, work)`, and how many numbers its work array has."""
    texts, slots = body.emit(name, LaneType(1, WASM_WIDTH))
    return [_kept("wasm kernel", text, False) for text in texts], slots


def row_objects(body: CodeBody, name: str, numbers: int) -> tuple[list[bytes], int]:
    """The same of a kernel `name(in, out, work, start, stop)` over rows; where no `numbers` of a row may have to be
    packed, it is called as for rows and is one of one evaluation."""
    if not numbers:
        objects, slots = kernel_objects(body, f"{name}.one")
        call = f"call void @{name}.one(ptr %in, ptr %out, ptr %work)\n  ret void"
        text = f"declare void @{name}.one(ptr, ptr, ptr)\ndefine void @{name}({_OVER_ROWS}) {{\n  {call}\n}}\n"
        return [*objects, _kept("wasm rows", text, False)], slots
    lanes = LaneType(WASM_WIDTH, WASM_WIDTH)
    texts, slots = body.emit(f"{name}.lanes", lanes)
    loop = emit_batch(f"{name}.lanes", *body.arguments, lanes).replace(f"@{name}.lanes.batch", f"@{name}")
    texts[0] += "\n".join(["", batch_helpers(lanes), loop])
    return [_kept("wasm kernel", text, False) for text in texts], (slots + numbers) * WASM_WIDTH


_OVER_ROWS = "ptr %in, ptr %out, ptr %work, i64 %start, i64 %stop"


def _kept(what: str, text: str, optimised: bool) -> bytes:
    """Object code from the cache on disk, made where it is not there."""
    key = disk.make_key(what, text, fingerprint(), host()["llvm"], WASM_FEATURES)
    entry = disk.read(key)
    if entry is None:
        entry = disk.CacheEntry([wasm_object(text, optimised)], 0)
        disk.write(key, entry)
    return entry.objects[0]


def wasm_object(text: str, optimised: bool) -> bytes:
    """Object code of a module; straight-line code gains nothing from `optimised`."""
    machine = _machine()
    header = f'target triple = "{WASM_TRIPLE}"\ntarget datalayout = "{machine.target_data}"\n'
    module = llvm.parse_assembly(header + text, context=llvm.create_context())
    if optimised:
        options = llvm.create_pipeline_tuning_options(speed_level=2)
        options.loop_vectorization = options.slp_vectorization = True
        builder = llvm.create_pass_builder(machine, options)
        builder.getModulePassManager().run(module, builder)
    found: bytes = machine.emit_object(module)
    return found


@cache
def _machine() -> Any:
    """LLVM's code generator for wasm32."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    target = llvm.Target.from_triple(WASM_TRIPLE)
    return target.create_target_machine(cpu="generic", features=WASM_FEATURES, opt=2, reloc="static")
