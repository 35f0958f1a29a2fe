"""Machines of the gallery that are there to be looked at as well: their numbers by closed forms and geometry."""

import numpy as np
import pytest

from examples import v_engine, walking_beast


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
