"""The absolute formulation, traced: six coordinates a body, every element on its own, one function for each kind."""

from .body import body_outputs, body_symbols
from .collect import Collected, collect
from .kind import Kind
from .outputs import OUTPUTS

__all__ = ["OUTPUTS", "Collected", "Kind", "body_outputs", "body_symbols", "collect"]
