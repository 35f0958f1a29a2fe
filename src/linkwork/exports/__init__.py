"""What leaves the process: traced functions as C source, whole simulations as WebAssembly."""

from .c_source import CSource, export_c
from .wasm import WasmSimulation, export_wasm

__all__ = ["CSource", "WasmSimulation", "export_c", "export_wasm"]
