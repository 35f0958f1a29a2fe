"""What leaves the process: traced functions as C source, whole simulations as C source and as WebAssembly."""

from .c_simulation import export_c
from .c_source import CSource, export_function
from .wasm import WasmSimulation, export_wasm

__all__ = ["CSource", "WasmSimulation", "export_c", "export_function", "export_wasm"]
