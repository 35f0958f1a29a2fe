"""Steady motions in absolute coordinates: those of the tree, by the names of hinges, with the reactions there."""

from functools import partial

import numpy as np
import pytest

import linkwork as lw
from examples import bicycle, governor
from linkwork.results.dual_numbers import Varied


def arm(length: float | lw.Parameter = 0.5) -> lw.Model:
    m = lw.Model("arm", gravity=(0, 0, -9.81))
    hub, rod = m.body("hub", mass=1.0, inertia=(1, 1, 1)), m.body("rod", mass=1.0, com=(0, 0, -length))
    m.connect("spin", lw.Revolute("z"), m.ground, hub)
    m.connect("pin", lw.Revolute("y"), hub, rod)
    return m


def top() -> lw.Model:
    """A top in two rings: precession about the vertical, tilt, and spin about its own axis."""
    m = lw.Model("top", gravity=(0, 0, -9.81))
    outer, inner = (m.body(name, mass=0.1, inertia=(1e-3, 1e-3, 1e-3)) for name in ("outer", "inner"))
    body = m.body("top", mass=0.5, com=(0, 0, 0.12), inertia=(8e-4, 8e-4, 1.6e-3))
    m.connect("precession", lw.Revolute("z"), m.ground, outer)
    m.connect("tilt", lw.Revolute("y"), outer, inner)
    m.connect("spin", lw.Revolute("z"), inner, body)
    return m


CASES = {
    "arm": (arm, {"pin.angle": 0.8}, {"speeds": {"spin.angle_dot": 6.0}}, ("pin.angle", "rod.position.x")),
    "governor": (
        governor.model,
        {},
        {"drives": "moving"},
        ("slide.displacement", "right hinge.angle", "sleeve.position.z"),
    ),
    "top": (
        top,
        {"tilt.angle": 0.5},
        {"speeds": {"precession.angle_dot": 3.0, "spin.angle_dot": 140.0}},
        ("tilt.angle", "top.velocity.y"),
    ),
    "bicycle": (bicycle.model, {}, {"speeds": {"rear.roll_dot": 5.0 / bicycle.REAR}}, ()),
}


@pytest.mark.few(2)
@pytest.mark.parametrize("name", CASES)
def test_a_steady_motion_is_that_of_the_tree(name: str) -> None:
    model, guess, how, channels = CASES[name]
    tree, system = lw.compile_model(model()), lw.compile_model(model(), "absolute")
    expected, found = lw.equilibrium(tree, guess, **how), lw.equilibrium(system, guess, **how)
    assert found.system.coordinates == "absolute" and found.verdict.is_good == expected.verdict.is_good
    for channel in channels:
        assert found[channel] == pytest.approx(expected[channel], abs=1e-9)
    for connection in found.system.model.connections:
        for channel in (f"{connection}.force", f"{connection}.moment"):
            if channel in tree.channel_table and channel in system.channel_table:
                size = 1.0 + np.abs(expected[channel]).max()
                assert np.abs(found[channel] - expected[channel]).max() < 1e-9 * size, channel
    assert np.abs(np.sort_complex(found.eigenvalues) - np.sort_complex(expected.eigenvalues)).max() < 1e-9
    assert found.stability == expected.stability


@pytest.mark.slow
def test_a_run_from_a_steady_motion_stays_steady() -> None:
    system = lw.compile_model(arm(), "absolute")
    found = lw.equilibrium(system, {"pin.angle": 0.8}, speeds={"spin.angle_dot": 6.0})
    run = lw.simulate(system, found.state, 0.5, method="weak3", rtol=1e-10)
    assert np.ptp(run["pin.angle"]) < 1e-8 and np.ptp(run["spin.angle"]) > 2.9


def test_guesses_are_states_of_bodies_too() -> None:
    system = lw.compile_model(arm(), "absolute")
    near = lw.equilibrium(system, {"pin.angle": 0.8}, speeds={"spin.angle_dot": 6.0})
    again = lw.equilibrium(system, near.state, speeds={"spin.angle_dot": 6.0})
    assert np.abs(again.state.q - near.state.q).max() < 1e-9
    several = lw.equilibria(system, {"pin.angle": 0.8}, speeds={"spin.angle_dot": 6.0}, starts=6)
    assert any(abs(abs(one["pin.angle"]) - np.arccos(9.81 / 0.5 / 36.0)) < 1e-9 for one in several)


def test_speeds_of_bodies_are_no_speeds_of_a_steady_motion() -> None:
    system = lw.compile_model(arm(), "absolute")
    with pytest.raises(lw.ModelError, match=r"'hub\.w_z'.*spin\.angle_dot"):
        lw.equilibrium(system, speeds={"hub.w_z": 6.0})


@pytest.mark.few(1)
@pytest.mark.parametrize("coordinates", ["tree", "absolute"])
def test_derivatives_of_a_steady_motion_are_those_of_its_formula(coordinates: str) -> None:
    """cos φ = g/(L Ω²)."""
    system = lw.compile_model(arm(lw.Parameter("L", 0.5)), coordinates)
    guess = lw.equilibrium(system, {"pin.angle": 0.8}, speeds={"spin.angle_dot": 8.0}).state
    found = lw.gradient(partial(angle, system, guess), {"L": 0.5})
    assert found["L"] == pytest.approx(9.81 / (0.5**2 * 64.0) / np.sin(found.value), rel=1e-11)


def angle(system: lw.System, guess: lw.State, at: lw.Design) -> Varied:
    """Of the arm in a steady motion."""
    return at.equilibrium(system, guess, speeds={"spin.angle_dot": 8.0})["pin.angle"]
