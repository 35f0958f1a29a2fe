r"""`TreeEquations`: the equations of motion of a model in the coordinates of its tree, as expressions of its symbols.

$$ M(q,t)\,\dot u = h(q, u, z, s, t) + P^T\lambda, \qquad \dot q = Y_1 u + Y_2, \qquad P\,\dot u + P_{00} = 0 $$

Elements may have states, ż = f(q, u, z, s, t), and unknowns s that their residuals r(q, u, z, s, t) = 0 make known.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

from ..model import Model
from ..model.content import content_hash
from ..topology import Topology, find_topology
from .applied_loads import AppliedLoads
from .channels import Channels
from .constraints import constraint_rows_of
from .equations.laws import ForceLaws
from .equations.motion_equations import MotionEquations, Origin
from .equations.rows import ConstraintEquations
from .force_law import ForceLaw, LoadLaw
from .links import Link, Symbols
from .suspects import Suspect, tree_suspects
from .tree import LinkTree
from .tree_dynamics import TreeDynamics, TreeForwardDynamics
from .tree_energies import TreeEnergies
from .tree_kinematics import TreeKinematics


@dataclass(frozen=True, eq=False)
class TreeEquations(MotionEquations):
    """The equations of one model, by recursion over its tree."""

    kinematics: TreeKinematics
    dynamics: TreeDynamics
    forward_dynamics: TreeForwardDynamics
    energies: TreeEnergies
    channels: Channels
    tree: LinkTree

    @cached_property
    def origin(self) -> TreeOrigin:
        """The recursion."""
        return TreeOrigin(self)


@dataclass(frozen=True, eq=False)
class TreeOrigin(Origin):
    """Equations by recursion over a tree."""

    equations: TreeEquations

    @property
    def links(self) -> Sequence[Link]:
        """Those of the tree."""
        return self.equations.tree.links

    @property
    def suspects(self) -> Sequence[Suspect]:
        """Hinges, laws, loads and constraints."""
        return tuple(tree_suspects(self.equations))

    def code_key(self, model: Model) -> str | None:
        """The content of the model as it was drawn."""
        return content_hash(model)

    def of_tree(self, what: str) -> TreeEquations:
        """These are."""
        return self.equations


def derive_equations(model: Model, topology: Topology | None = None) -> TreeEquations:
    """The equations of motion of a model. What they consist of is traced when it is first asked for."""
    topology = topology or find_topology(model)
    tree = LinkTree(topology, Symbols.of(topology))
    parameters = list(model.parameters.values())

    def given(connection: str, name: str, value: Any) -> Any:
        """An input of an element may be a channel, which may be one of another element."""
        return channels.given(connection, name, value)

    kinematics = TreeKinematics(topology, tree.symbols, tree)
    rows = ConstraintEquations(kinematics, partial(constraint_rows_of, kinematics))
    loads = {c.name: LoadLaw(tree, c) for c in topology.loads}
    laws = ForceLaws({c.name: ForceLaw(tree, c, given) for c in topology.forces}, loads)
    dynamics = TreeDynamics(kinematics, rows, AppliedLoads(tree, laws, model.gravity))
    forward = TreeForwardDynamics(dynamics)
    energies = TreeEnergies(dynamics)
    channels = Channels(dynamics, energies, parameters)
    records = (kinematics, rows, laws, dynamics, forward, energies, channels)
    return TreeEquations(model, topology, parameters, *records, tree)
