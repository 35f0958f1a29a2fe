"""What leaves the process: traced functions as C source."""

from .c_source import CSource, export_c

__all__ = ["CSource", "export_c"]
