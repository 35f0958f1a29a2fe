"""The matrices of S0 §4.3 and the lower body arrays of S2 §2, on the seeds' own examples."""

import numpy as np
import pytest

from linkwork.model import Model
from linkwork.topology import find_topology, lower_body_arrays
from tests.topology.helpers import Ball, Pin, Slide, Together, Tube, bodies, tree_model


def sol_figure_4_1() -> Model:
    """Figures 4.1–4.4: a ball-and-socket joint, two pins, two slides; B5 is isolated."""
    model = Model("figure 4-1")
    b1, b2, b3, b4, _ = bodies(model, "B1", "B2", "B3", "B4", "B5")
    model.connect("A1", Ball(), model.ground, b1)
    model.connect("A2", Pin(), b1, b2)
    model.connect("A3", Pin(), b2, b3)
    model.connect("A4", Slide(), b3, b4)
    model.connect("A5", Slide(), model.ground, b3)
    return model


@pytest.mark.seed("S0.6", passage="§4.3 (4.3.1)–(4.3.7)")
def test_the_example_of_sol() -> None:
    topology = find_topology(sol_figure_4_1())
    matrices = topology.matrices
    assert [chord.name for chord in topology.chords] == ["A1"]
    assert [vertex.name for vertex in topology.bodies] == ["ground", "B3", "B2", "B1", "B4", "B5"]
    assert [branch.name for branch in topology.branches] == ["A5", "A3", "A2", "A4", "B5 (free)"]
    assert matrices.location_column.tolist() == [0, 1, 2, 1, 0]
    # (4.3.4), first matrix. The second is printed with its +1 in the row of V1, where B1 has number 3: the chord is the
    # ball-and-socket joint between the ground and B1, so that by (4.3.1) the +1 belongs in the row of V3.
    assert matrices.L.tolist() == [
        [-1, 0, 0, 0, -1],
        [+1, -1, 0, -1, 0],
        [0, +1, -1, 0, 0],
        [0, 0, +1, 0, 0],
        [0, 0, 0, +1, 0],
        [0, 0, 0, 0, +1],
    ]
    assert matrices.L_c.ravel().tolist() == [-1, 0, 0, +1, 0, 0]
    # (4.3.7), both trees.
    one, two = matrices.trees
    assert matrices.T[one, one].tolist() == [[1, 1, 1, 1], [0, 1, 1, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
    assert matrices.T[two, two].tolist() == [[1]]


@pytest.mark.seed("S0.6")
def test_the_fuel_pump_of_sol() -> None:
    """(9.2.1). Its first chord is printed as ground–shaft; the text has it between shaft and roller, as here."""
    model = Model("pump")
    shaft, roller, plunger = bodies(model, "shaft", "roller", "plunger")
    model.connect("H1", Pin(), model.ground, shaft)
    model.connect("H2", Tube(), shaft, roller)
    model.connect("H3", Slide(), model.ground, plunger)
    model.connect("C1", Together(), shaft, roller)
    model.connect("C2", Together(), roller, plunger)
    matrices = find_topology(model).matrices
    assert matrices.S_0.tolist() == [-1, 0, -1]
    assert matrices.S.tolist() == [[1, -1, 0], [0, 1, 0], [0, 0, 1]]
    assert matrices.T.tolist() == [[1, 1, 0], [0, 1, 0], [0, 0, 1]]
    assert matrices.location_column.tolist() == [0, 1, 0]
    assert matrices.chord_names == ("C1", "C2")
    assert matrices.S_0_c.tolist() == [0, 0]
    assert matrices.S_c.tolist() == [[-1, 0], [1, -1], [0, 1]]


TABLE_1 = [
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    [0, 1, 2, 2, 4, 5, 4, 7, 7, 1],
    [0, 0, 1, 1, 2, 4, 2, 4, 4, 0],
    [0, 0, 0, 0, 1, 2, 1, 2, 2, 0],
    [0, 0, 0, 0, 0, 1, 0, 1, 1, 0],
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
]


@pytest.mark.seed("S2.1", passage="§2 table 1")
def test_lower_body_arrays_are_table_1() -> None:
    topology = find_topology(tree_model(TABLE_1[1], Ball()))
    assert [vertex.name for vertex in topology.bodies[1:]] == [str(k) for k in TABLE_1[0]]
    assert topology.lower_bodies.tolist() == TABLE_1
    assert lower_body_arrays(TABLE_1[1]).tolist() == TABLE_1


@pytest.mark.seed("S2.1")
def test_relative_angular_velocities_are_summed_along_the_lower_bodies() -> None:
    topology = find_topology(tree_model(TABLE_1[1], Ball()))
    relative = np.random.default_rng(1).normal(size=(11, 3))
    relative[0] = 0.0
    summed = relative[topology.lower_bodies].sum(axis=0)
    # S2 (3), and by the tree matrix.
    assert np.allclose(summed[8], relative[[9, 7, 4, 2, 1]].sum(axis=0))
    assert np.allclose(summed, topology.matrices.T.T @ relative[1:])
