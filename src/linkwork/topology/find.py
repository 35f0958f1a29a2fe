"""`find_topology`: from a model to the tree it is computed on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set

from ..contract import ElasticHinge, Hinge, ModelError, SixCoordinates
from ..model import Body, Connection, Model
from .chains import with_chains
from .elastic_frames import with_frames
from .forest import Candidate, find_forest
from .graph import CONNECTION_KINDS, connection_kind
from .layout import lay_out_coordinates
from .parts import Branch, Chord, ElasticPlace, Vertex
from .topology import Topology
from .walk import Walk, WalkStep, free_name, points_of, walk_outwards


def number_vertices(ground: Body, walk: Walk, taken: Set[str]) -> tuple[Vertex, ...]:
    """The vertices by number. A twin is named after its body and its hinge, unlike any of the names `taken`."""
    parents, count = walk.parents, len(walk.parents)
    depth, tree = [0] * count, [0] * count
    children: list[list[int]] = [[] for _ in range(count)]
    for k in range(1, count):
        depth[k] = depth[parents[k]] + 1
        tree[k] = tree[parents[k]] if parents[k] else tree[k - 1] + 1
        children[parents[k]].append(k)
    # Depth first: what a body carries follows it without a gap.
    stop = list(range(1, count + 1))
    for k in range(count - 1, 0, -1):
        stop[parents[k]] = max(stop[parents[k]], stop[k])

    vertices = [Vertex(0, ground.name, ground, 0, 0, 0, count, tuple(children[0]))]
    for k, step in enumerate(walk.steps, 1):
        body = step.outboard.body
        name = free_name(f"{body.name} (at {step.name})", taken) if step.is_twin else body.name
        twin_of = body.name if step.is_twin else None
        vertices.append(Vertex(k, name, body, parents[k], depth[k], tree[k], stop[k], tuple(children[k]), twin_of))
    return tuple(vertices)


def number_branches(walk: Walk) -> tuple[tuple[Branch, ...], dict[str, ElasticPlace]]:
    """The branches, and where elastic coordinates stand; number k leads to body k.

    Coordinates and speeds follow in this order. Those of a modal body stand behind the hinge that leads to it, since
    they move all that it carries; the branches to its frames have no others.
    """
    branches = []
    elastic: dict[str, ElasticPlace] = {}
    nq = nu = 0
    for k, step in enumerate(walk.steps, 1):
        is_frame = isinstance(step.hinge, ElasticHinge)
        if not is_frame:
            q = slice(nq, nq := nq + len(step.hinge.coordinates))
            u = slice(nu, nu := nu + len(step.hinge.speed_names))
        modal = _modal_body(step)
        if modal is not None and modal.name not in elastic:
            names = modal.elastic.data.coordinates if modal.elastic else ()
            places = slice(nq, nq := nq + len(names)), slice(nu, nu := nu + len(names))
            elastic[modal.name] = ElasticPlace(tuple(names), *places)
        if is_frame and modal is not None:
            q, u = elastic[modal.name].q, elastic[modal.name].u
        way = (walk.parents[k], step.inboard, step.outboard, step.reversed)
        branches.append(Branch(k, step.name, step.hinge, step.connection, *way, q, u, step.priority))
    return tuple(branches), elastic


def _modal_body(step: WalkStep) -> Body | None:
    """The modal body that a step leads to, or on which it passes to a frame."""
    if isinstance(step.hinge, ElasticHinge):
        return next(end.body for end in (step.inboard, step.outboard) if end.body.elastic is not None)
    return step.outboard.body if step.outboard.body.elastic is not None else None


def number_chords(cuts: Iterable[Candidate], walk: Walk, numbers: Mapping[str, int]) -> tuple[Chord, ...]:
    """The chords, in order of definition. `numbers` are those of the bodies of the model."""
    twins = {step.name: (k, numbers[step.outboard.body.name]) for k, step in enumerate(walk.steps, 1) if step.is_twin}
    chords = []
    for k, cut in enumerate(cuts, 1):
        first, second = (numbers[point.body.name] for point in points_of(cut.connection))
        if cut.closes_by_residual:
            chords.append(Chord(k, cut.name, cut.hinge, cut.connection, "residual", first, second, cut.priority))
        else:
            chords.append(Chord(k, cut.name, cut.hinge, cut.connection, "weld", *twins[cut.name], cut.priority))
    return tuple(chords)


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
