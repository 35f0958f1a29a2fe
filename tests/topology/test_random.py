"""The guarantees of `Topology` on random graphs."""

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from linkwork.contract import ModelError
from linkwork.model import Model
from linkwork.topology import Topology, find_topology
from tests.topology.helpers import Ball, Explicit, Pin, Roller, Steady, Together, Tube, bodies

ROOT = Path(__file__).parents[2]
HINGES = [Pin(), Tube(), Ball(), Explicit(), Roller()]


@dataclass(frozen=True)
class Edge:
    first: int
    second: int
    hinge: int
    tree: str | None
    driven: bool


@st.composite
def drawings(draw: st.DrawFn) -> tuple[int, list[Edge]]:
    """How many bodies, and hinges between them and the ground (0); any graph, connected or not."""
    n = draw(st.integers(1, 9))
    pair = st.tuples(st.integers(0, n), st.integers(0, n)).filter(lambda p: p[0] != p[1])
    edge = st.builds(
        lambda p, hinge, tree, driven: Edge(*p, hinge, tree, driven and hinge < 2),
        pair,
        st.integers(0, len(HINGES) - 1),
        st.sampled_from([None, None, None, None, "cut", "branch"]),
        st.sampled_from([False, False, True]),
    )
    return n, draw(st.lists(edge, max_size=14))


def model_of(n: int, edges: list[Edge], order: list[int] | None = None) -> Model:
    model = Model("random")
    made = [model.ground, *bodies(model, *(f"b{k}" for k in range(1, n + 1)))]
    for k in order or range(len(edges)):
        edge = edges[k]
        drive = {"angle": Steady()} if edge.driven else None
        model.connect(f"h{k}", HINGES[edge.hinge], made[edge.first], made[edge.second], tree=edge.tree, drive=drive)
    return model


def topology_of(model: Model) -> Topology | None:
    """None where the forced branches contradict each other."""
    try:
        return find_topology(model)
    except ModelError as error:
        names = str(error).split(" form a loop")[0].removeprefix("the joints ").split(", ")
        assert len(names) >= 2
        assert all(model.connections[name].tree == "branch" for name in names)
        return None


def check_tree(model: Model, topology: Topology) -> None:
    """Guarantees 1 to 3."""
    assert [vertex.number for vertex in topology.bodies] == list(range(len(topology.bodies)))
    plain = [vertex.name for vertex in topology.bodies if not vertex.is_twin]
    assert sorted(plain) == sorted(["ground", *model.bodies])
    assert len({vertex.name for vertex in topology.bodies}) == len(topology.bodies)
    assert len(topology.branches) == len(topology.bodies) - 1
    for k, branch in enumerate(topology.branches, 1):
        vertex, parent = topology.bodies[k], topology.bodies[branch.parent]
        assert branch.number == k
        assert vertex.parent == branch.parent < k
        assert vertex.depth == parent.depth + 1
        assert k in parent.children
        assert parent.number < k < parent.stop
        assert branch.inboard.body is parent.body
        assert branch.outboard.body is vertex.body
        assert not parent.is_twin
        if branch.connection is not None:
            ends = branch.connection.ends
            assert (branch.inboard, branch.outboard) == (ends[::-1] if branch.reversed else ends)
    for vertex in topology.bodies:
        inside = {vertex.number}
        inside |= {k for k in range(1, len(topology.bodies)) if vertex.number in up(topology, k)}
        assert inside == set(range(vertex.number, vertex.stop))
    assert [k for tree in topology.trees for k in tree] == list(range(1, len(topology.bodies)))


def up(topology: Topology, number: int) -> set[int]:
    found = set()
    while number:
        number = topology.bodies[number].parent
        found.add(number)
    return found


def check_chords(model: Model, topology: Topology) -> None:
    """Guarantees 4 to 6."""
    drawn = [branch.name for branch in topology.branches if not branch.is_floating]
    chords = {chord.name: chord for chord in topology.chords}
    twins = {branch.name for branch in topology.branches if topology.bodies[branch.number].is_twin}
    assert sorted([*drawn, *(name for name in chords if name not in twins)]) == sorted(model.connections)
    assert twins == {name for name, chord in chords.items() if chord.kind == "weld"}
    for loop, chord in zip(topology.loops, topology.chords, strict=True):
        assert loop.chord == chord.name
        assert len(set(loop.hinges)) == len(loop.hinges) == len(set(loop.bodies)) == len(loop.bodies)
        for name, ends in zip(
            loop.hinges, zip(loop.bodies, [*loop.bodies[1:], loop.bodies[0]], strict=True), strict=True
        ):
            if name in model.connections:
                assert {body.name for body in model.connections[name].bodies} == set(ends)
        if chord.connection.tree is None:
            others = [topology.branch(name).priority for name in loop.hinges[:-1]]
            assert all(other is not None and other < chord.priority for other in others)
        if chord.kind == "weld":
            twin, body = topology.bodies[chord.first], topology.bodies[chord.second]
            assert (twin.twin_of, twin.body) == (body.name, body.body)
            assert not body.body.is_ground
    for name, connection in model.connections.items():
        if connection.tree == "cut":
            assert name in chords
        if connection.tree == "branch":
            assert name not in chords
        if connection.drive:
            assert f"{name}.angle" in topology.layout.q
    assert len(set(topology.layout.q)) == len(topology.layout.q)
    assert topology.layout.nq == sum(len(branch.hinge.coordinates) for branch in topology.branches)


@given(drawings())
def test_guarantees(drawing: tuple[int, list[Edge]]) -> None:
    model = model_of(*drawing)
    topology = topology_of(model)
    if topology is None:
        return
    check_tree(model, topology)
    check_chords(model, topology)
    assert topology.report()
    assert str(topology_of(model).report()) == topology.report()


@given(drawings(), st.randoms(use_true_random=False))
def test_the_order_of_definition_breaks_no_guarantee(drawing: tuple[int, list[Edge]], random) -> None:
    n, edges = drawing
    order = list(range(len(edges)))
    random.shuffle(order)
    one, other = model_of(n, edges), model_of(n, edges, order)
    first, second = topology_of(one), topology_of(other)
    assert (first is None) == (second is None)
    if first is None or second is None:
        return
    check_tree(other, second)
    check_chords(other, second)

    # Only ties depend on the order: what the spanning tree weighs is the same.
    def weights(topology: Topology) -> list[tuple[object, ...]]:
        return sorted(tuple(chord.priority)[:-1] for chord in topology.chords)

    assert weights(first) == weights(second)
    # Parts that reach the ground do so in any order.
    assert {b.outboard.body.name for b in first.floating} == {b.outboard.body.name for b in second.floating}


@given(drawings(), st.data())
def test_matrices(drawing: tuple[int, list[Edge]], data: st.DataObject) -> None:
    n, edges = drawing
    model = model_of(n, [Edge(e.first, e.second, e.hinge, None, e.driven) for e in edges])
    for k in range(data.draw(st.integers(0, 2)) if n > 1 else 0):
        model.connect(f"c{k}", Together(), model["b1"], model["b2"])
    topology = find_topology(model)
    matrices = topology.matrices
    size = len(topology.branches)
    E = np.eye(size, dtype=int)
    # (4.3.8), tree by tree and as a whole.
    assert (matrices.S @ matrices.T == E).all()
    assert (matrices.T @ matrices.S == E).all()
    assert (matrices.S_0 @ matrices.T == -1).all()
    for block in matrices.trees:
        assert (matrices.S[block, block] @ matrices.T[block, block] == np.eye(block.stop - block.start)).all()
        assert matrices.S_0[block].tolist() == [-1] + [0] * (block.stop - block.start - 1)
    # Regular structure: unit diagonal, nothing below it, -1 and 0 or 1 and 0 above.
    assert (np.tril(matrices.S) == E).all()
    assert (np.tril(matrices.T) == E).all()
    assert set(np.triu(matrices.S, 1).ravel()) <= {0, -1}
    # Every arc starts once and ends once.
    for L in (matrices.L, matrices.L_c):
        assert (L.sum(axis=0) == 0).all()
        assert (np.abs(L).sum(axis=0) == 2).all()
    assert matrices.L_c.shape == (size + 1, len(topology.chords) + len(topology.constraints))
    # T S_c has the branches of the loop of every chord: outwards to its end, inwards from its start.
    loops = matrices.T @ matrices.S_c
    for k, arc in enumerate(matrices.chords):
        inwards, outwards = topology.between(*arc)
        expected = np.zeros(size, dtype=int)
        expected[[i - 1 for i in inwards]] = -1
        expected[[i - 1 for i in outwards]] = 1
        assert (loops[:, k] == expected).all()
    # The columns of the lower body arrays are the paths.
    arrays = topology.lower_bodies
    for vertex in topology.bodies[1:]:
        path = [branch.number for branch in topology.path(vertex.name)]
        assert [i for i in arrays[:, vertex.number - 1] if i] == path[::-1]
        assert np.flatnonzero(matrices.T[:, vertex.number - 1]).tolist() == [i - 1 for i in path]


PROGRAM = """
import random
from tests.topology.test_random import Edge, model_of
from linkwork.topology import find_topology
rng = random.Random(4)
edges = [Edge(*rng.sample(range(31), 2), rng.randrange(5), None, False) for _ in range(45)]
print(find_topology(model_of(30, edges)).report())
"""


def test_the_result_does_not_depend_on_the_process() -> None:
    """Sets of strings are iterated in another order in every process."""
    reports = set()
    for seed in ("1", "2", "3"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, cwd=ROOT
        )
        assert done.returncode == 0, done.stderr
        reports.add(done.stdout)
    assert len(reports) == 1
