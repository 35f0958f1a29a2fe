"""Machines of the gallery that are there to be looked at as well: their numbers by closed forms and geometry."""

import numpy as np
import pytest

import linkwork as lw
from examples import excavator, pinball, stewart_platform, v_engine, walking_beast
from linkwork.exports.drawn_changes import check_keys
from linkwork.exports.page_controls import PageKey


def test_the_flippers_of_the_pinball_table_take_their_keys() -> None:
    """The moment on a flipper at rest and pressed, with the sign that lifts it."""
    m = pinball.model()
    check_keys(m, [PageKey(key, name, name, on, "") for key, (name, on) in pinball.KEYS.items()])
    for name, side in pinball.SIDES.items():
        at = [pinball.Press(pressed, side).value(0.0) for pressed in (0.0, 1.0)]
        assert at == pytest.approx([-side * pinball.LOWERS, -side * pinball.LIFTS]) and name in m.parameters


@pytest.mark.slow
def test_the_legs_of_the_platform_reach_as_far_as_their_slider_goes() -> None:
    """Their frequencies are multiples of 0.1 Hz: ten seconds are the whole motion. With 6 cm there is a dead point."""
    e, times = stewart_platform, np.linspace(0.0, 10.0, 201)
    system = lw.compile_model(e.model())
    reached = {
        size: len(lw.kinematics(system, e.start(system).with_values({"amplitude": size}), times=times).times)
        for size in (e.CONTROLS["amplitude"][1], 0.06)
    }
    assert reached[0.06] < 201 == reached[e.CONTROLS["amplitude"][1]]


@pytest.mark.slow
def test_the_engine_gives_what_its_gas_gives() -> None:
    """A piston by the closed form of a slider-crank; the torque over a cycle of two turns is the work of the gas."""
    found = v_engine.numbers()
    assert found["piston"] < 1e-9
    assert found["mean torque"] * 4.0 * np.pi == pytest.approx(found["work of the gas over a cycle"], rel=1e-4)
    assert found["ripple"] > 5.0 * found["mean torque"]


@pytest.mark.slow
def test_the_beast_walks_as_far_as_its_lowest_feet_carry_it() -> None:
    """A turn of the crank by geometry: each foot's way back while it is the lowest. It slips by a hundredth."""
    found = walking_beast.numbers()
    assert found["stride"] == pytest.approx(abs(found["stride by geometry"]), rel=0.02)
    assert found["heave"] < 0.005 and found["pitch"] < 0.01


@pytest.mark.slow
def test_the_excavator_takes_its_poses_and_a_cylinder_holds_its_boom() -> None:
    """Angles that the law of cosines turned into lengths come back through the loops. At a standstill the boom's
    cylinder bears F dl = dV: weights beyond the boom's pin by their arms, its own by their heights."""
    e, model = excavator, excavator.model()
    assert e.numbers()["off the poses"] < 1e-12
    system = lw.compile_model(model)
    held = lw.simulate(system, e.start(system).with_values({"pace": 0.0}), times=[0.0, 0.1])
    moment = 0.0
    for name in (*e.arm(), "stick barrel", "stick rod", "bucket barrel", "bucket rod"):
        R, p = held.pose(name)
        moment += e.GRAVITY * model[name].mass * ((p[0] + R[0] @ model[name].com)[0] - e.FOOT.real)
    size = 0.92 * e.STROKES[:, 0].min()

    def way(turn: float) -> complex:
        return complex(e.FOOT + e.BOOM_EYE * np.exp(1j * (e.POSES[0, 0] + turn)) - e.BOOM_BASE)

    def own(turn: float) -> float:
        unit = way(turn) / abs(way(turn))
        barrel, rod = unit * size / 2.0, way(turn) - unit * size / 2.0
        return e.GRAVITY * (model["boom barrel"].mass * barrel.imag + model["boom rod"].mass * rod.imag)

    h = 1e-5
    force = (moment + (own(h) - own(-h)) / (2.0 * h)) / ((abs(way(h)) - abs(way(-h))) / (2.0 * h))
    assert held["boom cylinder.displacement.load"][-1] == pytest.approx(force, rel=1e-8)
