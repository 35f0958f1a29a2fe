"""Which engine a method's name stands for."""

from __future__ import annotations

from ...numerics.tableaus import TABLEAUS
from ..flows import Bound
from ..options import Options
from .bdf import BdfEngine
from .engine import Engine
from .explicit import ExplicitEngine
from .generalized_alpha import AlphaEngine
from .radau import RadauEngine
from .symplectic import SymplecticEngine


def engine_of(method: str, bound: Bound, options: Options) -> Engine:
    """The engine of a method for one system."""
    scale = options.absolute_tolerances(bound.system.layout)
    if method == "radau":
        return RadauEngine(bound, options.rtol, scale)
    if method == "generalized_alpha":
        return AlphaEngine(bound, options, scale)
    if method == "symplectic":
        return SymplecticEngine(bound)
    if method == "bdf":
        return BdfEngine(bound, options.rtol, scale)
    return ExplicitEngine(bound, TABLEAUS[method], options.rtol, scale)
