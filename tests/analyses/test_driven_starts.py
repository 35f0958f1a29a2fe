"""Runs from equilibria of models whose drives move: drives as they are at the time, other hinges at rest, in both
formulations."""

import numpy as np
import pytest

import linkwork as lw
from tests.analyses.driven_cranks import crank_with_bob


@pytest.mark.few(1)
@pytest.mark.parametrize("loop", [False, True])
def test_a_run_from_an_equilibrium_with_a_moving_drive_starts_alike(loop: bool) -> None:
    """The rod turns with the crank, ω = 5 rad/s, as its hinge is at rest; bodies at rest in the world were struck."""
    ends = {}
    for coordinates in ("tree", "absolute"):
        system = lw.compile_model(crank_with_bob(loop), coordinates)
        run = lw.simulate(system, lw.equilibrium(system).state, 0.05, times=2)
        np.testing.assert_allclose(run["bob.angular_velocity"][0], [0, 5, 0], atol=1e-9)
        assert run["B.angle_dot"][0] == pytest.approx(0.0, abs=1e-9)
        ends[coordinates] = run["bob.position"][-1]
    np.testing.assert_allclose(ends["absolute"], ends["tree"], atol=1e-6)
