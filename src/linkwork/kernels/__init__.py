"""Traced functions to native code: program → schedule → emit → build → load. No mechanics here."""

from . import cache
from .calls import BoundCall
from .kernel import Kernel, compile_function, compile_known
from .program import Add, At, Buffer, Fixed, Program, Row, Transposed, Whole, map_rows, scan
from .separated import Separated
from .target import host, vector_width

__all__ = [
    "Add",
    "At",
    "BoundCall",
    "Buffer",
    "Fixed",
    "Kernel",
    "Program",
    "Row",
    "Separated",
    "Transposed",
    "Whole",
    "cache",
    "compile_function",
    "compile_known",
    "host",
    "map_rows",
    "scan",
    "vector_width",
]
