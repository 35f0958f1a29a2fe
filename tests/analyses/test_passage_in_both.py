"""Derivatives of runs past events and impacts in absolute coordinates: those of the tree, and of differences."""

import numpy as np
import pytest

import linkwork as lw


def pendulum() -> lw.Model:
    """A pendulum that meets a stop: how hard depends on its length."""
    m = lw.Model("pendulum")
    length = lw.Parameter("l", 0.8)
    rod = m.body("rod", mass=1.0, com=(0.05, 0, -length), inertia=(0.02, 0.03, 0.02))
    rod.point("tip", (0, 0, -length))
    m.connect("pin", lw.Revolute("y"), m.ground.at(0.1, 0, 0), rod, initial={"angle": 0.6, "angle_dot": 1.0})
    return m


def gap(channels):
    """From the tip to a wall that moves."""
    return 0.02 * channels["t"] + 0.05 * channels["l"] - channels["rod.tip.position"][0]


EVENTS = {
    "seen": lw.Event("seen", gap, direction="falling"),
    "struck": lw.Event("struck", gap, direction="falling", action=lambda s, state: lw.impact(s, state, gap, 0.7)),
}


@pytest.mark.few(1)
@pytest.mark.parametrize("name", EVENTS)
def test_derivatives_past_an_event_are_those_of_the_tree(name: str) -> None:
    found = []
    for coordinates in ("tree", "absolute"):
        system = lw.compile_model(pendulum(), coordinates)
        found.append(
            lw.sensitivities(system, None, 0.7, parameters=["l"], times=[0.7], events=[EVENTS[name]], rtol=1e-8)
        )
    tree, absolute = found
    assert [passed.event for passed in absolute.events] == [passed.event for passed in tree.events] == [name]
    for one, other in (
        (x.events[0].t for x in found),
        (x["rod.angular_velocity"] for x in found),
        (x["rod.position"] for x in found),
    ):
        np.testing.assert_allclose(other.value, one.value, atol=1e-6)
        np.testing.assert_allclose(other.gradient, one.gradient, atol=1e-5)
    assert abs(tree.events[0].t.gradient[0]) > 1e-2
