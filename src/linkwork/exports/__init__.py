"""What leaves the process: traced functions and whole simulations as C source, as WebAssembly, and as living pages."""

from .c_simulation import export_c
from .c_source import CSource, export_function
from .living_page import LivePage, live
from .wasm import WasmSimulation, export_wasm

__all__ = ["CSource", "LivePage", "WasmSimulation", "export_c", "export_function", "export_wasm", "live"]
