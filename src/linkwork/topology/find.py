"""`find_topology`: from a model to the tree it is computed on."""

from __future__ import annotations

from ..contract import Hinge, ModelError, SixCoordinates
from ..model import Connection, Model
from .chains import with_chains
from .elastic_frames import with_frames
from .forest import find_forest
from .graph import CONNECTION_KINDS, connection_kind
from .layout import lay_out_coordinates
from .numbering import number_branches, number_chords, number_vertices
from .topology import Topology
from .walk import walk_outwards


def find_topology(model: Model, free: Hinge | None = None) -> Topology:
    """The topology of a model: loops opened, isolated parts given the hinge `free`, everything numbered.

    Assemblies of hinges and constraints are the hinges they make. `free` must have six speeds; the default is
    `SixCoordinates` (Euler parameters and position).
    """
    free = SixCoordinates() if free is None else free
    if len(free.speed_names) != 6:
        raise ModelError(f"find_topology: {free.kind} has {len(free.speed_names)} speeds; an isolated part needs six.")
    model = with_frames(with_chains(model))
    forest = find_forest(model)
    walk = walk_outwards(model, forest, free)
    vertices = number_vertices(model.ground, walk, {*model.bodies, *model.connections})
    branches, elastic = number_branches(walk)
    chords = number_chords(forest.cuts, walk, {v.name: v.number for v in vertices if not v.is_twin})
    drawn = connections_by_kind(model)
    return Topology(
        model=model.name,
        bodies=vertices,
        branches=branches,
        chords=chords,
        constraints=drawn["constraint"],
        forces=drawn["force"],
        loads=drawn["load"],
        rotors=drawn["rotor"],
        assemblies=drawn["assembly"],
        layout=lay_out_coordinates(branches, chords, drawn["rotor"], drawn["constraint"], drawn["force"], elastic),
    )


def connections_by_kind(model: Model) -> dict[str, tuple[Connection, ...]]:
    """The connections of a model, in order of definition, by what they are."""
    found: dict[str, list[Connection]] = {kind: [] for kind in CONNECTION_KINDS.values()}
    for connection in model.connections.values():
        found[connection_kind(connection)].append(connection)
    return {kind: tuple(connections) for kind, connections in found.items()}
