"""The graph as drawn."""

import networkx as nx

from linkwork.topology import graph_of
from tests.topology.helpers import Elastic, Equal, Pin, Push, Strut, Together, Triangle, Wheel, bodies, four_bar


def test_every_connection_is_in_the_graph() -> None:
    model = four_bar()
    (pin,) = bodies(model, "pin")
    crank, rocker = model["crank"], model["rocker"]
    model.connect("double", Pin(), model.ground, crank)
    model.connect("spring", Elastic(), crank, rocker)
    model.connect("touch", Together(), crank, pin)
    model.connect("strut", Strut(), crank, pin)
    model.connect("film", Triangle(), crank, rocker, pin)
    model.connect("push", Push(), pin)
    model.connect("wheel", Wheel(), pin)
    model.connect("gear", Equal(), "A.angle", "B.angle")
    graph = graph_of(model)
    assert isinstance(graph, nx.MultiGraph)
    assert set(graph.nodes) == {"ground", "crank", "coupler", "rocker", "pin"}
    kinds = {key: data["kind"] for _, _, key, data in graph.edges(keys=True, data=True)}
    assert kinds == {
        **dict.fromkeys(["A", "B", "C", "D", "double"], "joint"),
        "spring": "force",
        "touch": "constraint",
        "strut": "assembly",
        "film": "force",
    }
    assert set(graph["ground"]["crank"]) == {"A", "double"}
    assert set(graph["crank"]["rocker"]) == {"spring", "film"}
    assert set(graph["crank"]["pin"]) == {"touch", "strut", "film"}
    assert graph.nodes["pin"]["on"] == ["push", "wheel"]
    assert graph.graph["couplings"] == ["gear"]
    assert graph.edges["ground", "crank", "A"]["connection"] is model["A"]
