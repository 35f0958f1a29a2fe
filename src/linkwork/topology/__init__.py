"""The graph as drawn, and the forest with chords that is computed on."""

from .find import find_topology
from .graph import graph_of
from .layout import Layout, Prescribed
from .matrices import GraphMatrices, lower_body_arrays
from .parts import Branch, Chord, TopologyLoop, Vertex
from .topology import Topology

__all__ = [
    "Branch",
    "Chord",
    "GraphMatrices",
    "Layout",
    "Prescribed",
    "Topology",
    "TopologyLoop",
    "Vertex",
    "find_topology",
    "graph_of",
    "lower_body_arrays",
]
