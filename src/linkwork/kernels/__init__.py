"""Traced functions to native code: program → schedule → emit → build → load. No mechanics here."""

from . import cache
from .calls import BoundCall
from .kernel import Kernel, compile_function, compile_known
from .low_rank import Separated
from .program import Add, At, Buffer, Program, ProgramTables, Row, Transposed, Whole, map_rows, scan_rows
from .target import host, vector_width

__all__ = [
    "Add",
    "At",
    "BoundCall",
    "Buffer",
    "Kernel",
    "Program",
    "ProgramTables",
    "Row",
    "Separated",
    "Transposed",
    "Whole",
    "cache",
    "compile_function",
    "compile_known",
    "host",
    "map_rows",
    "scan_rows",
    "vector_width",
]
