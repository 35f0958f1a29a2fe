"""Traced functions to native code: schedule → emit → build → load. No mechanics here."""

from . import cache
from .calls import BoundCall
from .closed import ClosedProgram
from .kernel import Kernel, compile_function
from .known import compile_known
from .rolled import Add, At, Buffer, Program, Row, Transposed, Whole, map_rows, scan
from .rolled_kernel import RolledKernel, compile_program
from .separated import Separated
from .target import host, vector_width

__all__ = [
    "Add",
    "At",
    "BoundCall",
    "Buffer",
    "ClosedProgram",
    "Kernel",
    "Program",
    "RolledKernel",
    "Row",
    "Separated",
    "Transposed",
    "Whole",
    "cache",
    "compile_function",
    "compile_known",
    "compile_program",
    "host",
    "map_rows",
    "scan",
    "vector_width",
]
