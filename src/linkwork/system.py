"""`compile_model`: a model becomes a frozen `System`."""

from __future__ import annotations

import warnings

from .contract import ModelError
from .contract.arguments import ArgumentKind, one_of, takes
from .formulation.assemblies import with_acting_assemblies
from .mechanics.absolute import compile_absolute
from .mechanics.port import System
from .mechanics.tree import compile_tree
from .model import Model
from .model.check import Remark
from .model.contact_ends import check_one_law
from .model.coordinate_check import check_coordinates
from .topology import find_topology

__all__ = ["System", "compile_model"]

MODEL = ArgumentKind(lambda value: isinstance(value, Model), "a model, lw.Model(…)")
COORDINATES = one_of("tree", "absolute", "auto")
FEW = 24
"""Speeds up to which a tree with loops is about as fast as absolute coordinates.

Measured on runs of rings and nets of ball joints: with 12 speeds a tree takes 0.9 and 0.5 of the time of absolute
coordinates, with 24 1.2, with 36 1.5, with 48 7. Chains without loops take 0.02 of it with 5 to 100 links."""
TREE_NODES = 20
"""Nodes of beams up to which code of a tree is compiled in some seconds."""


@takes(model=MODEL, coordinates=COORDINATES)
def compile_model(model: Model, coordinates: str = "tree") -> System:
    """A frozen system from a model; code is compiled as it is needed.

    `coordinates` are "tree" (those of hinges; loops are opened), "absolute" (six a body and one sparse system, for
    models of many bodies in loops and for weak forms in time), or "auto", which takes one of them by the size of the
    model and its loops; `lw.report` says which and why.

    Coordinates of a hinge that depend on each other everywhere are refused; where they do only at the configuration in
    which it starts, a warning says so (`silence={"singular"}` of the model turns it off).
    """
    _test_coordinates(model)
    check_one_law(model.connections.values())
    if coordinates == "auto":
        return _chosen(model)
    if coordinates == "absolute":
        return compile_absolute(model)
    return compile_tree(model)


def _test_coordinates(model: Model) -> None:
    """The rank test of coordinates, S0 §3.3."""
    for name, said in check_coordinates(model.connections.values()):
        if "singular" not in model.silence:
            # Behind this function: `compile_model`, the check of its arguments, and the caller.
            warnings.warn(str(Remark("singular", f"connection {name!r}: {said}")), stacklevel=4)


def _chosen(model: Model) -> System:
    """The system in the coordinates in which it is likely to run faster.

    Work on a tree without rows grows as its bodies do. Rows make its matrices dense, so that work grows with the cube
    of the speeds, where that on a sparse system grows as the bodies do.
    """
    topology = find_topology(with_acting_assemblies(model))
    nodes = sum(len(built.nodes) for built in model.structures.values())
    if nodes > TREE_NODES:
        reason = f"absolute coordinates: {nodes} nodes of beams and cables, whose work grows as they do."
        return compile_absolute(model, reason=reason)
    speeds, rows = topology.layout.nu, [*topology.chords, *topology.constraints, *topology.restricting]
    if not rows:
        return compile_tree(model, "tree coordinates: there are no loops, and work grows as the bodies do.")
    held = "1 loop or constraint" if len(rows) == 1 else f"{len(rows)} loops and constraints"
    size = f"{speeds} {'speed' if speeds == 1 else 'speeds'} and {held}"
    if speeds <= FEW:
        return compile_tree(model, f"tree coordinates: {size} are few, and dense matrices of up to {FEW} are faster.")
    try:
        return compile_absolute(model, reason=f"absolute coordinates: {size} would make dense matrices in a tree.")
    except ModelError as error:
        return compile_tree(model, f"tree coordinates, although there are {size}: {error}")
