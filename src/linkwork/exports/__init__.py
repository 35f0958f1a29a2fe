"""What leaves the process: traced functions as C source."""

from .c_simulation import export_c
from .c_source import CSource, export_function

__all__ = ["CSource", "export_c", "export_function"]
