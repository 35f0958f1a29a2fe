"""`compile_model`: a model becomes a frozen `System`."""

from __future__ import annotations

import warnings
from typing import Literal, overload

from . import mechanics
from .contract import ModelError
from .contract.arguments import ArgumentKind, one_of, takes
from .formulation.assemblies import with_acting_assemblies
from .mechanics.port import System
from .mechanics.tree import TreeSystem, compile_tree
from .model import Model
from .model.check import Remark
from .model.contact_ends import check_one_law
from .model.coordinate_check import check_coordinates
from .topology import find_topology

__all__ = ["System", "compile_model"]

MODEL = ArgumentKind(lambda value: isinstance(value, Model), "a model, lw.Model(…)")
COORDINATES = one_of("tree", "absolute", "auto")
FEW = 60
"""Speeds up to which a tree with loops is compiled in some seconds.

Measured on rings of revolute and nets of ball joints, rtol = 1e-6. Once compiled, a tree is faster: a run takes 0.02 to
0.1 of the time in absolute coordinates with 10 to 60 speeds, 0.5 with 100. Its code takes 3, 4, 8 and 25 s to compile
with 20, 40, 60 and 100 speeds and minutes with 200, where absolute coordinates take below 2 s with any number. Chains
without loops are compiled in a second or two and run in 0.02 of the time with 5 to 100 links."""
TREE_NODES = 20
"""Nodes of beams up to which code of a tree is compiled in some seconds."""


@overload
def compile_model(model: Model, coordinates: Literal["tree"] = ...) -> TreeSystem: ...
@overload
def compile_model(model: Model, coordinates: Literal["absolute"]) -> mechanics.AbsoluteSystem: ...
@overload
def compile_model(model: Model, coordinates: str) -> System: ...
@takes(model=MODEL, coordinates=COORDINATES)
def compile_model(model: Model, coordinates: str = "tree") -> System:
    """A frozen system from a model; code is compiled as it is needed.

    `coordinates` are "tree" (those of hinges; loops are opened), "absolute" (six a body and one sparse system, for
    models of many bodies in loops and for weak forms in time), or "auto": "absolute" for beams and cables of
    more than 20 nodes and for models with loops and more than 60 speeds, whose tree takes long to compile, else "tree",
    which runs faster; `lw.report` says which and why.

    Coordinates of a hinge that depend on each other everywhere are refused; where they do only at the configuration in
    which it starts, a warning says so (`silence={"singular"}` of the model turns it off).
    """
    _test_coordinates(model)
    check_one_law(model.connections.values())
    if coordinates == "auto":
        return _chosen(model)
    if coordinates == "absolute":
        return mechanics.compile_absolute(model)
    return compile_tree(model)


def _test_coordinates(model: Model) -> None:
    """The rank test of coordinates, S0 §3.3."""
    for name, said in check_coordinates(model.connections.values()):
        if "singular" not in model.silence:
            # Behind this function: `compile_model`, the check of its arguments, and the caller.
            warnings.warn(str(Remark("singular", f"connection {name!r}: {said}")), stacklevel=4)


def _chosen(model: Model) -> System:
    """The system in the coordinates in which it is likely to be compiled and run faster.

    Work on a tree without rows grows as its bodies do. Rows make its matrices dense, so that its code grows with the
    cube of the speeds, where one code serves all elements of a kind in absolute coordinates.
    """
    topology = find_topology(with_acting_assemblies(model))
    nodes = sum(len(built.nodes) for built in model.structures.values())
    if nodes > TREE_NODES:
        reason = f"absolute coordinates: {nodes} nodes of beams and cables, whose work grows as they do."
        return mechanics.compile_absolute(model, reason=reason)
    speeds, rows = topology.layout.nu, [*topology.chords, *topology.constraints, *topology.restricting]
    if not rows:
        return compile_tree(model, "tree coordinates: there are no loops, and work grows as the bodies do.")
    held = "1 loop or constraint" if len(rows) == 1 else f"{len(rows)} loops and constraints"
    size = f"{speeds} {'speed' if speeds == 1 else 'speeds'} and {held}"
    if speeds <= FEW:
        return compile_tree(model, f"tree coordinates: {size}; up to {FEW} speeds a tree runs faster.")
    slow = f"with loops and more than {FEW} speeds the code of a tree takes long to compile"
    try:
        return mechanics.compile_absolute(model, reason=f"absolute coordinates: {size}; {slow}.")
    except ModelError as error:
        return compile_tree(model, f"tree coordinates, although there are {size}: {error}")
