"""Which engine a method's name stands for."""

from __future__ import annotations

from ...numerics.tableaus import TABLEAUS
from ..flows import Bound
from ..options import Options
from .engine import Engine
from .explicit import ExplicitEngine
from .radau import RadauEngine


def engine_of(method: str, bound: Bound, options: Options) -> Engine:
    """The engine of a method for one system."""
    if method == "radau":
        return RadauEngine(bound, options.rtol, options.atol)
    return ExplicitEngine(bound, TABLEAUS[method], options.rtol, options.atol)
