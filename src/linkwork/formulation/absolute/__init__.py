"""The absolute formulation, traced: six coordinates a body, every element on its own, one function for each kind."""

from .body import body_outputs, body_symbols, gravity_numbers
from .element_groups import Collected, collect
from .kind import ElementKind
from .outputs import ELEMENT_FUNCTIONS

__all__ = [
    "ELEMENT_FUNCTIONS",
    "Collected",
    "ElementKind",
    "body_outputs",
    "body_symbols",
    "collect",
    "gravity_numbers",
]
