"""Branches know which way they are passed."""

import numpy as np

from linkwork.contract import HingeForm
from linkwork.contract.derived.hinge_numbers import hinge_values
from linkwork.model import Model
from linkwork.spatial import Pose
from linkwork.topology import find_topology
from tests.topology.helpers import Tube, bodies


def test_a_reversed_branch_gives_the_inverse_pose() -> None:
    model = Model("pair")
    (body,) = bodies(model, "body")
    model.connect("forth", Tube(), model.ground.at(1, 0, 0), body.at(0, 0, 1))
    model.connect("back", Tube(), body.at(0, 2, 0), model.ground.at(0, 3, 0), tree="cut")
    forth = find_topology(model).branch("forth")
    assert (forth.inboard.X.p[0], forth.outboard.X.p[2], forth.reversed) == (1.0, 1.0, False)

    model.remove("forth")
    model.remove("back")
    model.connect("back", Tube(), body.at(0, 2, 0), model.ground.at(0, 3, 0))
    back = find_topology(model).branch("back")
    assert (back.inboard.X.p[1], back.outboard.X.p[1], back.reversed) == (3.0, 2.0, True)

    form = HingeForm(back.hinge)
    numbers = hinge_values(form, [0.4, 0.7], R=form.pose.R, p=form.pose.p)
    X_FM = Pose(numbers.R, numbers.p)
    assert np.allclose((back.across(X_FM) @ X_FM).R, np.eye(3))
    assert np.allclose((back.across(X_FM) @ X_FM).p, 0.0)
    assert forth.across(X_FM) is X_FM
