"""L1, V1 and M2 of the reference cases in both formulations; closed forms of what is spread."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from validation.reference.servo_hydraulics import M2, actuator, lift


def test_a_rate_that_jumps_is_refused() -> None:
    """Accelerations need its derivative."""
    with pytest.raises(lw.ModelError, match="a prescribed rate needs a continuous derivative"):
        lw.PrescribedRate("z", lw.Piecewise([1.0], [0.0, 1.0]))


def test_a_load_above_the_supply_drives_oil_back() -> None:
    """Q = c x_v √|Δ| with the sign of Δ = p_s − p: no root of a negative number."""
    system = lw.compile_model(lift(actuator("step"), 0.0))
    p = M2["parameters"]
    state = lw.assemble(system).with_values({"cylinder.pressure": 2.0 * p["supply"], "cylinder.spool": 1e-4})
    flow = -p["valve"]["flow"] * 1e-4 * np.sqrt(p["supply"])
    assert system.channels(state)["cylinder.flow"] == pytest.approx(flow, rel=1e-12)


def resting_load(load: lw.Load) -> tuple[np.ndarray, np.ndarray]:
    """(force, moment) on a body at (0.3, 0, −2), from its accelerations."""
    m = lw.Model("block", gravity=(0, 0, 0))
    m.connect("load", load, m.body("block", mass=2.0, inertia=(1.0, 1.0, 1.0)))
    system = lw.compile_model(m)
    at = system.channels(lw.assemble(system, bodies={"block": (0.3, 0.0, -2.0)}))
    return 2.0 * np.asarray(at["block.acceleration"]), np.asarray(at["block.angular_acceleration"])


@pytest.mark.slow
def test_water_carries_a_ball_by_its_volume() -> None:
    """Archimedes: the pressure of water over a whole sphere is the weight of what it displaces."""

    def ball(u: object, v: object) -> list[object]:
        return [0.5 * lw.cos(v) * lw.cos(u), 0.5 * lw.cos(v) * lw.sin(u), 0.5 * lw.sin(v)]

    half = 0.5 * np.pi
    surface = lw.FunctionSurface(ball, over=((-np.pi, np.pi), (-half, half)), closed=(True, False))
    water = lw.PressureLoad(surface, lambda x, t: -9810.0 * x[2], fixed_in="world", points=16)
    force, moment = resting_load(water)
    np.testing.assert_allclose(force, (0.0, 0.0, 9810.0 * 4.0 / 3.0 * np.pi * 0.5**3), atol=1e-7)
    np.testing.assert_allclose(moment, 0.0, atol=1e-7)


def test_a_field_on_a_block() -> None:
    """f = (0, 0, x²) N/m³ over a block, x that of the world: ∫ x² and −∫ x³ about the body's y."""
    block = lw.VolumeLoad(
        lambda x, t: (0.0, 0.0, x[0] ** 2), over=((0.0, 1.0), (0.0, 0.5), (0.0, 0.2)), fixed_in="world", points=2
    )
    force, moment = resting_load(block)
    total = (1.3**3 - 0.3**3) / 3.0
    lever = (1.3**4 - 0.3**4) / 4.0 - 0.3 * total
    np.testing.assert_allclose(force, (0.0, 0.0, 0.1 * total), atol=1e-14)
    np.testing.assert_allclose(moment, (0.25 * 0.1 * total, -0.1 * lever, 0.0), atol=1e-14)
    with pytest.raises(lw.ModelError, match="has no end; say how far"):
        lw.PressureLoad(lambda x, y: 0.1 * x, 100.0)
