"""Names and places of coordinates and speeds."""

import pytest

from linkwork.contract import ModelError
from linkwork.model import Model
from linkwork.topology import find_topology
from tests.topology.helpers import Ball, Equal, Gyro, OnCurve, Pin, Steady, Tube, Wheel, bodies, four_bar


def machine() -> Model:
    model = Model("machine")
    base, arm = bodies(model, "base", "arm")
    model.connect("cam", OnCurve(), model.ground, arm)
    model.connect("disc", Wheel(), base)
    model.connect("gyro", Gyro(), base)
    model.connect("joint", Ball(), base, arm)
    model.connect("post", Tube(), model.ground, base, drive={"shift": Steady()}, lock={"angle": 0.2})
    return model


def test_branches_come_first_then_rotors_then_auxiliary_unknowns() -> None:
    layout = find_topology(machine()).layout
    joint = [f"joint.e{k}" for k in range(4)]
    assert layout.q == ("post.angle", "post.shift", *joint, "disc.angle", "cam.s")
    speeds = ["joint.w_x", "joint.w_y", "joint.w_z"]
    assert layout.u == ("post.angle_dot", "post.shift_dot", *speeds, "disc.spin", "cam.s_dot")
    assert (layout.nq, layout.nu) == (8, 7)
    assert layout.q_of == {"post": slice(0, 2), "joint": slice(2, 6), "disc": slice(6, 7), "cam": slice(7, 8)}
    assert layout.u_of == {"post": slice(0, 2), "joint": slice(2, 5), "disc": slice(5, 6), "cam": slice(6, 7)}
    assert (layout.rotors, layout.auxiliary) == (("disc",), ("cam",))


def test_branches_have_the_same_slices() -> None:
    topology = find_topology(machine())
    for branch in topology.branches:
        assert topology.layout.q_of[branch.name] == branch.q
        assert topology.layout.u_of[branch.name] == branch.u


@pytest.mark.seed("S0.8")
def test_prescribed_coordinates_are_listed_with_what_they_follow() -> None:
    layout = find_topology(machine()).layout
    [driven], [locked] = layout.driven, layout.locked
    assert (driven.name, driven.q, driven.u) == ("post.shift", 1, 1)
    assert isinstance(driven.value, Steady)
    assert (locked.name, locked.q, locked.u, locked.value) == ("post.angle", 0, 0, 0.2)


def test_places_are_found_by_name() -> None:
    layout = find_topology(machine()).layout
    assert layout.q_index("joint.e2") == 4
    assert layout.u_index("disc.spin") == 5
    with pytest.raises(ModelError, match=r"there is no coordinate 'post.angel'. Did you mean 'post.angle'"):
        layout.q_index("post.angel")
    with pytest.raises(ModelError, match=r"there is no speed 'post.angle'. Did you mean 'post.angle_dot'"):
        layout.u_index("post.angle")


def test_coordinates_of_a_cut_hinge_are_missed_in_words() -> None:
    layout = find_topology(four_bar()).layout
    with pytest.raises(ModelError, match=r"'D.angle' is not a coordinate of the tree: .* tree='branch' to keep"):
        layout.q_index("D.angle")
    with pytest.raises(ModelError, match=r"'D.angle_dot' is not a speed of the tree"):
        layout.u_index("D.angle_dot")


def test_a_prescribed_rotor_has_no_coordinate_to_couple() -> None:
    model = Model("gyro")
    (body,) = bodies(model, "body")
    model.connect("pin", Pin(), model.ground, body)
    model.connect("gyro", Gyro(), body)
    model.connect("gear", Equal(), "pin.angle", "gyro.angle")
    with pytest.raises(ModelError, match=r"connection 'gear': 'gyro.angle' is not a coordinate"):
        find_topology(model)
