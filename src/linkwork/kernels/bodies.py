"""A traced function as something to compile."""

from __future__ import annotations

from typing import Any, Protocol

from ..expr.function import Function
from ..expr.signature import Signature
from .code import Body
from .emit import emit_kernel, opaque_sources
from .ir import Lanes
from .schedule import cost, schedule


class Traceable(Body, Protocol):
    """A body that stands for a function, traced or yet to be traced."""

    @property
    def signature(self) -> Signature:
        """Names and shapes."""
        ...

    @property
    def function(self) -> Any:
        """What a call computes, for its reference values."""
        ...

    @property
    def opaque(self) -> list[Any]:
        """The opaque functions it calls."""
        ...


class FunctionBody:
    """A traced function as something to compile."""

    def __init__(self, function: Function) -> None:
        self.function = function

    @property
    def signature(self) -> Signature:
        """Names and shapes."""
        return self.function.signature

    @property
    def opaque(self) -> list[Any]:
        """The opaque functions it calls."""
        return opaque_sources(self.function)

    @property
    def arguments(self) -> tuple[int, int]:
        """How many inputs and outputs there are."""
        return len(self.function.inputs), len(self.function.outputs)

    @property
    def digest(self) -> str:
        """Content of the graph."""
        return self.function.digest

    @property
    def cost(self) -> int:
        """How much there is to compile."""
        return cost(self.function)

    def for_rows(self) -> FunctionBody:
        """Itself."""
        return self

    def prepare(self) -> None:
        """Nothing: it is traced."""

    def emit(self, name: str, lanes: Lanes) -> tuple[list[str], int]:
        """Schedule and IR."""
        plan = schedule(self.function)
        return emit_kernel(plan, name, lanes), plan.slot_count
