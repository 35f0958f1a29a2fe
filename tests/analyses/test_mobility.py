"""Mobility by rank: four-bars, doors, overconstrained loops, singular configurations, contradictions, in words."""

import json
from pathlib import Path

import numpy as np
import pytest

import linkwork as lw
from linkwork import assemble, mobility
from linkwork.analyses.constraints.mobility_text import repeated
from linkwork.analyses.mobility import Repetition
from linkwork.system import compile_model
from tests.analyses.mechanisms import bennett, bricard, door, four_bar

C1 = json.loads((Path(__file__).parents[1] / "reference" / "C1_fourbar.json").read_text())
PARALLELOGRAM = C1["case_b_parallelogram"]


def relative(q: list[str]) -> dict[str, float]:
    """The reference measures absolute angles from +y towards +x; the model relative ones from +x towards +y."""
    a, b, c = (np.pi / 2 - float(x) for x in q)
    return {"A.angle": a, "B.angle": b - a, "C.angle": c - b}


@pytest.mark.seed("S0.11", "S1.6")
@pytest.mark.parametrize("row", PARALLELOGRAM["table"], ids=lambda row: f"{row['q1_deg']}°")
def test_the_parallelogram_at_every_configuration_of_the_reference(row: dict) -> None:
    system = four_bar((1.0, 2.0, 1.0), 2.0)
    found = mobility(system, system.state(relative(row["q"])))
    assert found.degrees_of_freedom == row["dof"] == len(found.independent)
    assert found.velocity_degrees == row["dof"]
    assert found.usual_degrees == 1
    assert found.is_singular == (row["dof"] == 2)
    assert found.redundant_rows == 3 + (2 - row["rank"])
    assert not found.open and not found.contradictory


@pytest.mark.seed("S0.11")
def test_the_singular_configuration_is_named() -> None:
    system = four_bar((1.0, 2.0, 1.0), 2.0)
    found = mobility(system, system.state({"C.angle": np.pi}))
    (here,) = found.singular
    assert here.name == "D" and here.directions == ("translation along x",)
    assert here.others == ("joint 'A'", "joint 'B'", "joint 'C'")
    assert len(found.extra) == 1 and found.extra[0] in found.independent
    text = str(found)
    assert "2 degrees of freedom" in text
    assert "Singular configuration: nearby there is 1. Here" in text
    assert "must be prescribed as well" in text


@pytest.mark.parametrize("dead", C1["case_a_crank_rocker"]["dead_points_q3_prescribed"], ids=lambda d: d["type"])
def test_a_dead_point_is_no_singular_configuration_of_the_mechanism(dead: dict) -> None:
    system = four_bar((1.0, 3.0, 2.5), 3.2)
    found = mobility(system, system.state(relative(dead["q"])))
    assert found.degrees_of_freedom == 1 and not found.is_singular
    # Bars 1 and 2 are in line, which only matters to one who prescribes bar 3: the rank is that of the reference.
    assert found.redundant_rows == 5 - dead["rank_Ph"]


@pytest.mark.seed("S0.11")
def test_four_parallel_revolutes_repeat_three_directions() -> None:
    system = four_bar((1.0, 3.0, 2.5), 3.2)
    found = mobility(system, assemble(system, guess={"A.angle": 1.0, "B.angle": -1.0, "C.angle": -2.0}))
    (repetition,) = found.repetitions
    assert repetition.count == 3 and not repetition.contradictory
    assert repetition.directions == ("translation along z", "rotation about x", "rotation about y")
    for name in "ABCD":  # what is in the plane stays unique
        assert found.not_unique[name] == ("translation along z", "rotation about x", "rotation about y")


@pytest.mark.seed("S0.11")
def test_a_door_on_two_hinges() -> None:
    found = mobility(door())
    assert found.degrees_of_freedom == 1 and found.independent == ("top.angle",)
    (repetition,) = found.repetitions
    assert str(repetition) == (
        "joint 'bottom' is redundant with joint 'top': translation along x, y, z and rotation about x, y "
        "are constrained twice."
    )
    assert set(found.not_unique) == {"top", "bottom"} and not found.is_singular


def test_a_door_whose_hinges_are_not_in_line() -> None:
    found = mobility(door(offset=0.05))
    (repetition,) = found.contradictory
    assert repetition.gap == pytest.approx(0.05 / np.hypot(0.4, 0.9), rel=1e-3)
    assert "They contradict each other" in str(found) and "The configuration does not close: 'bottom'" in str(found)


def test_what_hangs_on_the_door_keeps_its_reactions() -> None:
    m = lw.Model("door")
    leaf = m.body("leaf", lw.Box(size=(0.8, 0.04, 2.0), mass=20.0))
    handle = m.body("handle", lw.Rod(length=0.1, mass=0.2))
    m.connect("top", lw.Revolute("z"), m.ground.at(0, 0, 1.8), leaf.at(-0.4, 0, 0.9))
    m.connect("lever", lw.Revolute("y"), leaf.at(0.4, 0, 0), handle)
    m.connect("bottom", lw.Revolute("z"), m.ground.at(0, 0, 0.2), leaf.at(-0.4, 0, -0.7))
    found = mobility(compile_model(m))
    assert found.degrees_of_freedom == 2 and found.unique == ("lever",)
    assert "Reactions of lever are unique." in str(found)


@pytest.mark.seed("S0.11", passage="§8.2 (8.2.1)")
@pytest.mark.seed("S1.6")
def test_bennetts_loop_moves() -> None:
    system = bennett()
    state = assemble(system, fixed={"A.angle": 1.0}, guess={"B.angle": 2.0, "C.angle": -1.0})
    found = mobility(system, state)
    assert (found.degrees_of_freedom, found.redundant_rows) == (1, 3)
    assert not found.is_singular and not found.contradictory


@pytest.mark.seed("S1.6", passage="§1")
@pytest.mark.seed("S0.11")
def test_bricards_loop_moves() -> None:
    system = bricard()
    state = assemble(system, guess={f"{name}.angle": 1.5 for name in "ABCDE"})
    found = mobility(system, state)
    assert (found.degrees_of_freedom, found.redundant_rows) == (1, 1)
    assert not found.is_singular and len(found.not_unique) == 6
    # One coordinate is chosen, and all others follow from it.
    assert len(found.independent) == 1 and len(found.dependent) == system.layout.nq - 1
    columns = [system.layout.q_index(name) for name in found.dependent]
    assert np.linalg.matrix_rank(system.constraint_rows(state)[0][:, columns], tol=1e-9) == len(columns)


def test_euler_parameters_count_for_what_they_are_worth() -> None:
    m = lw.Model("rod")
    rod = m.body("rod", lw.Rod(length=1.0, mass=1.0))
    m.connect("ball", lw.Spherical(), m.ground, rod)
    m.connect("rest", lw.PointInPlane(), m.ground, rod.at(1, 0, 0))
    system = compile_model(m)
    found = mobility(system, assemble(system))
    assert (found.degrees_of_freedom, found.velocity_degrees) == (2, 2)
    assert len(found.independent) == 2 and not found.not_unique


def test_nonholonomic_rows_restrict_velocities_only() -> None:
    m = lw.Model("skate")
    skate = m.body("skate", lw.Box(size=(0.3, 0.02, 0.1), mass=1.0))
    m.connect("ice", lw.Planar(), m.ground, skate)
    m.connect("blade", lw.KnifeEdge(), m.ground, skate)
    found = mobility(compile_model(m))
    assert (found.degrees_of_freedom, found.velocity_degrees) == (3, 2)
    assert "3 degrees of freedom, 2 on velocity level" in str(found)


def test_couplings_that_say_the_same_twice() -> None:
    m = lw.Model("gears")
    one, two = (m.body(name, lw.Cylinder(radius=0.1, length=0.02, mass=1.0)) for name in ("one", "two"))
    m.connect("A", lw.Revolute("z"), m.ground, one)
    m.connect("B", lw.Revolute("z"), m.ground.at(0.2, 0, 0), two)
    m.connect("first", lw.Gear(ratio=2.0), "A.angle", "B.angle")
    m.connect("second", lw.Gear(ratio=2.0), "A.angle", "B.angle")
    found = mobility(compile_model(m))
    (repetition,) = found.repetitions
    assert found.degrees_of_freedom == 1
    assert str(repetition).startswith("constraint 'second' is redundant with constraint 'first' in 1 direction")
    assert set(found.unique) == {"A", "B"} and set(found.not_unique) == {"first", "second"}


def test_a_tree_has_nothing_to_repeat() -> None:
    m = lw.Model("pendulum")
    m.connect("A", lw.Revolute("y"), m.ground, m.body("rod", lw.Rod(length=1.0, mass=1.0)))
    found = mobility(compile_model(m))
    assert str(found) == "pendulum: 1 degree of freedom.\nIndependent: A.angle."


def test_driven_coordinates_are_not_free_and_may_contradict_a_loop() -> None:
    m = lw.Model("twice")
    bars = [m.body(n, lw.Rod(length=1.0, mass=1.0)) for n in ("crank", "coupler", "rocker")]
    m.connect("A", lw.Revolute("z"), m.ground, bars[0], drive={"angle": lw.Polynomial((1.0, 1.0))})
    m.connect("B", lw.Revolute("z"), bars[0].at(1, 0, 0), bars[1], drive={"angle": lw.Polynomial((-1.0, 1.0))})
    m.connect("C", lw.Revolute("z"), bars[1].at(1, 0, 0), bars[2], drive={"angle": lw.Polynomial((-1.0,))})
    m.connect("D", lw.Revolute("z"), bars[2].at(1, 0, 0), m.ground.at(1.0 + 2 * np.cos(1.0), 0, 0))
    system = compile_model(m)
    found = mobility(system)
    assert found.degrees_of_freedom == 0 and found.prescribed == ("A.angle", "B.angle", "C.angle")
    (repetition,) = found.contradictory
    assert repetition.gap < 1e-12 and repetition.rate > 0.1
    assert "Their rates contradict each other" in str(repetition)


def row_of_loops(count: int) -> lw.System:
    """Four-bars side by side, all alike."""
    m = lw.Model("row")
    for k in range(count):
        bars = [(f"{name}{k}", length) for name, length in (("crank", 1.0), ("coupler", 1.2), ("rocker", 1.1))]
        a, b, c = (m.body(name, lw.Rod(length=length, mass=1.0)) for name, length in bars)
        m.connect(f"A{k}", lw.Revolute("z"), m.ground.at(2.0 * k, 0, 0), a, initial={"angle": 1.2})
        m.connect(f"B{k}", lw.Revolute("z"), a.at(1.0, 0, 0), b, initial={"angle": -1.0})
        m.connect(f"C{k}", lw.Revolute("z"), b.at(1.2, 0, 0), c, initial={"angle": -1.5})
        m.connect(f"D{k}", lw.Revolute("z"), c.at(1.1, 0, 0), m.ground.at(2.0 * k + 1.3, 0, 0), tree="cut")
    return compile_model(m)


@pytest.mark.slow
def test_many_loops_cost_few_decompositions_and_few_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many loops again ask for no more decompositions, none of them of more than one loop."""
    sizes: dict[int, list[tuple[int, ...]]] = {}
    plain = np.linalg.svd
    for count in (10, 20):
        system = row_of_loops(count)
        state = assemble(system)
        told = sizes.setdefault(count, [])

        def counted(a: np.ndarray, *args: object, told: list[tuple[int, ...]] = told, **kwargs: bool) -> object:
            told.append(a.shape)
            return plain(a, *args, **kwargs)

        monkeypatch.setattr(np.linalg, "svd", counted)
        found = mobility(system, state)
        monkeypatch.setattr(np.linalg, "svd", plain)
    assert len(sizes[20]) <= len(sizes[10]) + 2 and len(sizes[20]) < 30
    assert max(min(shape[-2:]) for shape in sizes[20]) <= 6
    assert found.degrees_of_freedom == 20 and found.rank == 40 and len(found.repetitions) == 20
    text = str(found)
    assert len(text) < 700
    assert (
        "20 loops alike: joint 'D0' is redundant with joint 'A0', joint 'B0' and joint 'C0': translation along z"
        in text
    )
    assert "So it is with 'D1', 'D2', 'D3', … 'D19' (19 in all)." in text
    assert "A0, B0, C0, … D19 (80 in all): force along z and moment about x, y" in text
    one = mobility(row_of_loops(1))
    assert {r.directions for r in found.repetitions} == {one.repetitions[0].directions}


def test_one_loop_that_contradicts_itself_is_named_among_many() -> None:
    alike = [Repetition(f"D{k}", "joint", (f"joint 'A{k}'",), (), 1, gap=0.1 if k == 5 else 0.0) for k in range(30)]
    lines = list(repeated(alike))
    assert len(lines) == 2 and lines[0].startswith(
        "29 loops alike: joint 'D0' is redundant with joint 'A0' in 1 direction."
    )
    assert lines[1].startswith("joint 'D5' is redundant with") and "They contradict each other by 0.1" in lines[1]
