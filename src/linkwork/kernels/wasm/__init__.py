"""Native code for pages: loops and kernels compiled for wasm32, and a linker that makes one module of them."""

from .linker import STACK_BYTES, link_wasm
from .objects import kernel_objects, loop_object, row_objects, wasm_object

__all__ = ["STACK_BYTES", "kernel_objects", "link_wasm", "loop_object", "row_objects", "wasm_object"]
