"""Small mechanisms, each with the tree one would draw by hand, and the errors."""

from itertools import pairwise
from typing import Any

import pytest

import linkwork as lw
from linkwork.contract import Hinge, ModelError, SixCoordinates
from linkwork.model import Model
from linkwork.spatial import Pose, rotation_z
from linkwork.topology import Topology, find_topology
from tests.topology.helpers import (
    Ball,
    Elastic,
    Equal,
    Explicit,
    Pin,
    Push,
    Roller,
    Skate,
    Solid,
    Steady,
    Strut,
    Together,
    Tube,
    Wheel,
    bodies,
    four_bar,
    tree_model,
)


def cuts(topology: Topology) -> dict[str, str]:
    return {chord.name: chord.kind for chord in topology.chords}


def tree(topology: Topology) -> dict[str, str]:
    """Branch that leads to each body."""
    return {topology.bodies[branch.number].name: branch.name for branch in topology.branches}


def ring(*hinges: Hinge, **options: dict[str, Any]) -> Model:
    """Ground and bodies b1, b2, … in a ring of hinges h1, h2, …; options are for single hinges."""
    model = Model("ring")
    made = [model.ground, *bodies(model, *(f"b{k}" for k in range(1, len(hinges)))), model.ground]
    for k, hinge in enumerate(hinges):
        model.connect(f"h{k + 1}", hinge, made[k], made[k + 1], **options.get(f"h{k + 1}", {}))
    return model


@pytest.mark.seed("S0.6")
def test_of_equal_hinges_the_last_is_cut() -> None:
    topology = find_topology(four_bar())
    assert tree(topology) == {"crank": "A", "coupler": "B", "rocker": "C"}
    assert cuts(topology) == {"D": "residual"}
    assert topology.loops[0].bodies == ("rocker", "coupler", "crank", "ground")
    assert topology.loops[0].hinges == ("C", "B", "A", "D")


@pytest.mark.seed("S0.6")
def test_the_hinge_with_the_most_coordinates_is_cut() -> None:
    assert cuts(find_topology(ring(Pin(), Ball(), Tube(), Pin()))) == {"h2": "residual"}
    # Euler parameters count as the three coordinates they stand for.
    assert cuts(find_topology(ring(Ball(), Skateless(), Pin()))) == {"h2": "residual"}


class Skateless(Hinge):
    """Four coordinates, four directions."""

    coordinates = ("x", "y", "z", "angle")

    def pose(self, q: Any, t: Any) -> Pose:
        return Pose(rotation_z(q.angle), (q.x, q.y, q.z))

    def residual(self, rel: Any, t: Any) -> Any:
        return [rel.R[0, 2], rel.R[1, 2]]


def test_a_hinge_with_a_residual_is_cut_before_one_without() -> None:
    assert cuts(find_topology(ring(Pin(), Explicit(), Pin()))) == {"h3": "residual"}


def test_without_residuals_the_hinge_keeps_its_coordinates_and_leads_to_a_twin() -> None:
    topology = find_topology(ring(Explicit(), Explicit(), Explicit(), h2={"tree": "cut"}))
    assert cuts(topology) == {"h2": "weld"}
    branch, chord = topology.branch("h2"), topology.chord("h2")
    twin = topology.bodies[branch.number]
    assert (twin.name, twin.twin_of, twin.is_twin, twin.children) == ("b2 (at h2)", "b2", True, ())
    assert topology.bodies[branch.parent].name == "b1"
    assert not branch.reversed
    assert (chord.first, topology.bodies[chord.second].name) == (twin.number, "b2")
    assert "h2.a" in topology.layout.q
    assert topology.layout.nq == 6


def test_the_twin_never_doubles_the_ground() -> None:
    topology = find_topology(ring(Explicit(), Explicit()))
    branch = topology.branch("h2")
    assert topology.bodies[branch.number].twin_of == "b1"
    assert (branch.parent, branch.reversed) == (0, True)
    assert (branch.inboard.body.name, branch.outboard.body.name) == ("ground", "b1")


@pytest.mark.parametrize("hinge", [Roller(), Skate()])
def test_what_restricts_velocities_is_not_cut_by_its_residual(hinge: Hinge) -> None:
    assert not hinge.is_holonomic
    assert cuts(find_topology(ring(Pin(), hinge, Pin()))) == {"h3": "residual"}
    assert cuts(find_topology(ring(Pin(), hinge, Pin(), h2={"tree": "cut"}))) == {"h2": "weld"}


@pytest.mark.parametrize("options", [{"drive": {"angle": Steady()}}, {"lock": ["angle"]}])
@pytest.mark.seed("S0.8")
def test_prescribed_hinges_stay_in_the_tree(options: dict[str, Any]) -> None:
    assert cuts(find_topology(ring(Pin(), Pin(), Pin(), h3=options))) == {"h2": "residual"}
    # Where all are prescribed, the coordinates stay although the loop is opened.
    topology = find_topology(ring(Pin(), Pin(), h1=options, h2=options))
    assert cuts(topology) == {"h2": "weld"}
    prescribed = (*topology.layout.driven, *topology.layout.locked)
    assert [(p.name, p.q, p.u) for p in prescribed] == [("h1.angle", 0, 0), ("h2.angle", 1, 1)]


def test_coupled_hinges_stay_in_the_tree() -> None:
    model = ring(Pin(), Pin(), Pin())
    model.connect("gear", Equal(), "h3.angle", "h1.angle")
    topology = find_topology(model)
    assert cuts(topology) == {"h2": "residual"}
    assert topology.layout.couplings == {
        "gear": (topology.layout.q_index("h3.angle"), topology.layout.q_index("h1.angle"))
    }


def test_starting_values_decide_between_equals_only() -> None:
    start = {"initial": {"angle": 0.3}}
    assert cuts(find_topology(ring(Pin(), Pin(), Pin(), h3=start))) == {"h2": "residual"}
    assert cuts(find_topology(ring(Pin(), Pin(), Tube(), h3=start))) == {"h3": "residual"}


def test_parallel_hinges_are_a_loop_of_two() -> None:
    model = Model("door")
    (door,) = bodies(model, "door")
    model.connect("upper", Pin(), model.ground.at(0, 0, 2), door.at(0, 0, 2))
    model.connect("lower", Pin(), door.at(0, 0, 0), model.ground.at(0, 0, 0))
    topology = find_topology(model)
    assert tree(topology) == {"door": "upper"}
    assert topology.loops[0].hinges == ("upper", "lower")
    assert len(topology.loops[0]) == 2


@pytest.mark.seed("S0.6")
def test_isolated_parts_get_six_coordinates_at_their_first_body() -> None:
    model = four_bar()
    bodies(model, "bus", "panel", "dust")
    model.connect("wing", Pin(), model["panel"], model["bus"])
    topology = find_topology(model)
    assert [branch.name for branch in topology.floating] == ["bus (free)", "dust (free)"]
    wing = topology.branch("wing")
    assert wing.reversed
    assert topology.bodies[wing.parent].name == "bus"
    assert isinstance(topology.branch("dust (free)").hinge, SixCoordinates)
    assert topology.trees == (range(1, 4), range(4, 6), range(6, 7))
    assert "Nothing is connected to: dust" in topology.report()


def test_the_hinge_of_isolated_parts_can_be_given() -> None:
    class Own(SixCoordinates):
        """Another."""

    model = Model("stone")
    bodies(model, "stone")
    own = Own()
    assert find_topology(model, free=own).branches[0].hinge is own
    with pytest.raises(ModelError, match="Pin has 1 speeds; an isolated part needs six"):
        find_topology(model, free=Pin())


def test_forces_constraints_and_assemblies_do_not_hold_a_body_in_the_tree() -> None:
    model = Model("held")
    for name, element in {"a": Elastic(), "b": Together(), "c": Strut(), "d": Push(), "e": Wheel()}.items():
        (body,) = bodies(model, f"body {name}")
        model.connect(name, element, *([model.ground] if element.ends == 2 else []), body)
    topology = find_topology(model)
    assert len(topology.floating) == 5
    kept = [topology.forces, topology.constraints, topology.assemblies, topology.loads, topology.rotors]
    assert [connections[0].name for connections in kept] == list("abcde")
    assert topology.ends(topology.forces[0]) == (0, 1)
    assert topology.ends(topology.loads[0]) == (4,)


def test_forced_cuts_and_branches_are_respected() -> None:
    assert cuts(find_topology(ring(Pin(), Pin(), Pin(), h1={"tree": "cut"}))) == {"h1": "residual"}
    assert cuts(find_topology(ring(Pin(), Pin(), Ball(), h3={"tree": "branch"}))) == {"h2": "residual"}


def test_a_forced_cut_may_isolate_a_part() -> None:
    model = tree_model([0, 1])
    model.remove("H2")
    model.connect("H2", Pin(), model["1"], model["2"], tree="cut")
    topology = find_topology(model)
    assert [branch.name for branch in topology.floating] == ["2 (free)"]
    assert topology.loops[0].hinges == ("H1", "2 (free)", "H2")


def test_a_loop_of_forced_branches_is_an_error_that_names_them() -> None:
    forced = {"tree": "branch"}
    model = ring(Pin(), Pin(), Pin(), h1=forced, h2=forced, h3=forced)
    with pytest.raises(ModelError, match=r"the joints h2, h1, h3 form a loop through b2, b1, ground, and all of them"):
        find_topology(model)


def test_hinges_without_coordinates_stay_in_the_tree() -> None:
    topology = find_topology(ring(Solid(), Pin(), Solid()))
    assert cuts(topology) == {"h2": "residual"}
    assert topology.layout.q == ()
    assert topology.layout.q_of == {"h1": slice(0, 0), "h3": slice(0, 0)}


def test_an_empty_model_has_a_topology() -> None:
    topology = find_topology(Model("nothing"))
    assert (len(topology.bodies), topology.branches, topology.trees) == (1, (), ())
    assert topology.matrices.T.shape == (0, 0)
    assert topology.lower_bodies.shape == (1, 0)
    assert topology.report().startswith("nothing: 0 bodies")


def test_made_up_names_avoid_those_of_the_user() -> None:
    model = Model("names")
    bodies(model, "a", "a (free)")
    names = [branch.name for branch in find_topology(model).branches]
    assert names == ["a (free)'", "a (free) (free)"]
    assert len(set(names)) == 2


def test_lookups_name_the_nearest() -> None:
    topology = find_topology(four_bar())
    assert topology.body("rocker").number == 3
    assert topology.chord("D").second == 0
    with pytest.raises(ModelError, match=r"there is no body 'rokker'. Did you mean 'rocker'"):
        topology.body("rokker")
    with pytest.raises(ModelError, match="there is no branch 'X'; there is A, B, C"):
        topology.branch("X")
    with pytest.raises(ModelError, match="'D' is not a branch of the tree: it is cut"):
        topology.branch("D")
    with pytest.raises(ModelError, match="there is no chord 'A'"):
        topology.chord("A")


def test_long_chains_do_not_recurse() -> None:
    model = Model("chain")
    made = [model.ground, *(model.body(f"b{k}", mass=1.0) for k in range(3_000))]
    for k, (one, other) in enumerate(pairwise(made)):
        model.connect(f"h{k}", Pin(), one, other)
    topology = find_topology(model)
    assert topology.bodies[-1].depth == 3_000
    assert len(topology.path("b2999")) == 3_000
    assert len(topology.report().splitlines()) > 6_000


class Elbow(lw.Assembly):
    """Two pins one behind the other, and a bar between the ends."""

    nodes = ("middle", "far", "turned")

    def parts(self) -> Any:
        return {
            "first": (lw.Revolute("z"), 0, "middle"),
            "arm": (lw.Fixed((0.5, 0, 0)), "middle", "far"),
            "second": (lw.Revolute("z"), "far", "turned"),
            "hand": (lw.Fixed((0.3, 0, 0)), "turned", 1),
            "bar": (lw.FixedDistance(0.7), 0, 1),
        }


def test_assembly_of_hinges_is_a_branch_and_what_is_inside_a_constraint() -> None:
    m = lw.Model("elbow")
    body = m.body("body", mass=1.0, inertia=(1, 1, 1))
    m.connect("elbow", Elbow(), m.ground, body.at(0.3, 0, 0))
    found = lw.find_topology(m)
    assert [b.name for b in found.branches] == ["elbow"]
    assert found.layout.q == ("elbow.first.angle", "elbow.second.angle")
    assert [c.name for c in found.constraints] == ["elbow (inside)"]
    assert not found.assemblies and not found.floating
