"""`compile_model`: a model becomes a frozen `System`."""

from __future__ import annotations

from .contract import ModelError
from .contract.arguments import NAME, Kind, takes
from .contract.errors import unknown
from .mechanics.absolute import compile_absolute
from .mechanics.port import System
from .mechanics.tree import compile_tree
from .model import Model

__all__ = ["System", "compile_model"]

MODEL = Kind(lambda value: isinstance(value, Model), "a model, lw.Model(…)")


@takes(model=MODEL, formulation=NAME)
def compile_model(model: Model, formulation: str = "tree") -> System:
    """A frozen system from a model: topology found, equations derived; code is compiled as it is needed.

    `formulation` is "tree" (the coordinates of hinges; loops are opened) or "absolute" (six coordinates a body and a
    sparse system, for models of many bodies and for weak forms in time).
    """
    if formulation == "absolute":
        return compile_absolute(model)
    if formulation != "tree":
        raise ModelError(f"compile_model: {unknown('formulation', formulation, ['tree', 'absolute'])}")
    return compile_tree(model)
