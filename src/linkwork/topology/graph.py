"""The graph as the user drew it: bodies are vertices, connections are edges, nothing is cut or numbered yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

import lazy_loader

from ..contract import Assembly, Constraint, Contact, ContactSet, Element, Force, Hinge, Load, ModelError, Rotor
from ..model import Connection, Model

if TYPE_CHECKING:
    import networkx as nx
else:
    nx = lazy_loader.load("networkx")  # most models are never looked at as a graph

CONNECTION_KINDS: dict[type[Element], str] = {
    Hinge: "joint",
    Constraint: "constraint",
    Contact: "contact",
    ContactSet: "contact",
    Force: "force",
    Load: "load",
    Rotor: "rotor",
    Assembly: "assembly",
}
"""What a connection can be. Only hinges carry the tree."""


def connection_kind(connection: Connection) -> str:
    """One of the words of `CONNECTION_KINDS`."""
    for base, kind in CONNECTION_KINDS.items():
        if isinstance(connection.element, base):
            return kind
    raise ModelError(
        f"connection {connection.name!r}: {connection.element.kind} is not a {', '.join(CONNECTION_KINDS.values())}."
    )


def graph_of(model: Model) -> nx.MultiGraph:
    """The graph of a model (S0 §4.1), ground included; parallel connections are parallel edges.

    A vertex has `body` and `on`: the names of the connections that end on this body alone (loads, rotors). An edge has
    the connection's name as key, `connection` and `kind`. A connection with more than two ends is a star of edges that
    start at its first end. Couplings of coordinates end on no body; they are listed in `graph.graph["couplings"]`.
    Controllers, which act on no body, are not in it.
    """
    graph = nx.MultiGraph(name=model.name, couplings=[])
    for body in (model.ground, *model.bodies.values()):
        graph.add_node(body.name, body=body, on=[])
    for name, connection in model.connections.items():
        ends = [body.name for body in connection.bodies]
        elsewhere = [end for end in ends if end != ends[0]]
        if not ends:
            if connection_kind(connection) in ("constraint", "contact"):
                graph.graph["couplings"].append(name)
        elif not elsewhere:
            graph.nodes[ends[0]]["on"].append(name)
        for other in elsewhere:
            graph.add_edge(ends[0], other, key=name, connection=connection, kind=connection_kind(connection))
    return graph
