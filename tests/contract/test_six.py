"""The hinge of isolated parts, and what the topology asks of hinges."""

import numpy as np
import pytest

from linkwork.contract import Hinge, HingeForm, Joint, ModelError, SixCoordinates, try_element
from linkwork.contract.derived.hinge_numbers import hinge_values, sample_coordinates
from linkwork.contract.hinge import speed_labels
from linkwork.spatial import Pose, Relative
from tests.topology.helpers import Ball, Pin, Roller, Skate, Solid


def test_its_modes_are_the_identity() -> None:
    form = HingeForm(SixCoordinates())
    try_element(SixCoordinates())
    q = sample_coordinates(form, np.random.default_rng(5))
    assert np.array_equal(hinge_values(form, q, phi=form.phi).phi, np.eye(6))
    assert not np.any(hinge_values(form, q, bias=form.bias).bias)


def test_its_coordinates_follow_the_speeds() -> None:
    form = HingeForm(SixCoordinates())
    rng = np.random.default_rng(6)
    q, u, step = sample_coordinates(form, rng), rng.normal(size=6), 1e-6
    q_dot = hinge_values(form, q, u, q_dot=form.q_dot).q_dot
    ahead, behind = (Pose(*hinge_values(form, q + h * q_dot, R=form.pose.R, p=form.pose.p)) for h in (step, -step))
    here = Pose(*hinge_values(form, q, R=form.pose.R, p=form.pose.p))
    spin = here.R.T @ (ahead.R - behind.R) / (2 * step)
    assert np.allclose([spin[2, 1], spin[0, 2], spin[1, 0]], u[:3], atol=1e-8)
    assert np.allclose(here.R.T @ (ahead.p - behind.p) / (2 * step), u[3:], atol=1e-8)
    assert abs(q[:4] @ q_dot[:4]) < 1e-14


def test_it_closes_nothing() -> None:
    zero = np.zeros(3)
    assert len(SixCoordinates().residual(Relative(np.eye(3), zero, zero, zero), 0.0)) == 0


def test_a_hinge_with_fewer_directions_must_close_something() -> None:
    class Empty(Pin):
        """No rows."""

        def residual(self, rel, t):
            return ()

    with pytest.raises(ModelError, match=r"Empty\.residual: has 0 rows, needs 5: 6 less its speeds"):
        try_element(Empty())


@pytest.mark.parametrize(
    ("hinge", "holonomic"),
    [(Pin(), True), (Ball(), True), (SixCoordinates(), True), (Solid(), True), (Roller(), False), (Skate(), False)],
)
def test_which_hinges_are_holonomic(hinge: Hinge, holonomic: bool) -> None:
    assert hinge.is_holonomic is holonomic


def test_speeds_are_labelled_apart_from_coordinates() -> None:
    assert speed_labels(Pin()) == ("angle_dot",)
    assert speed_labels(Ball()) == ("w_x", "w_y", "w_z")


def test_the_speed_of_a_plain_coordinate_needs_no_tracing() -> None:
    joint = Joint(Pin())
    assert joint.speed_of("angle") == "angle"
    assert "form" not in vars(joint)
