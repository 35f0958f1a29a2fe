"""`derive_equations`: the equations of motion of a model."""

from __future__ import annotations

from ..model import Model
from ..topology import Topology, find_topology
from .channels import Channels
from .equations import Equations
from .links import Symbols
from .power import total_power
from .tree import LinkTree


def derive_equations(model: Model, topology: Topology | None = None) -> Equations:
    """The equations of motion of a model. What they consist of is traced when it is first asked for."""
    found = topology or find_topology(model)
    return Equations(model, found, LinkTree(found, Symbols.of(found)), Channels, total_power)
