"""Runs from equilibria of models whose drives move: drives as they are at the time, other hinges at rest, in both
formulations."""

import numpy as np
import pytest

import linkwork as lw


def crank_with_bob(loop: bool) -> lw.Model:
    """A crank at 5 rad/s with a rod that hangs on it; `loop` adds a slider at the end of a coupler."""
    m = lw.Model("driven")
    crank, bob = m.body("crank", lw.Rod(length=0.2, mass=0.3)), m.body("bob", lw.Rod(length=0.3, mass=0.2))
    m.connect("A", lw.Revolute("y"), m.ground, crank, drive={"angle": lambda t: 0.3 + 5.0 * t})
    m.connect("B", lw.Revolute("y"), crank.at(0.2, 0, 0), bob)
    if loop:
        coupler, slider = m.body("coupler", lw.Rod(length=0.5, mass=0.1)), m.body("slider", mass=0.5)
        m.connect("C", lw.Revolute("y"), crank.at(0.2, 0, 0), coupler, initial={"angle": -0.42})
        m.connect("D", lw.Revolute("y"), coupler.at(0.5, 0, 0), slider)
        m.connect("E", lw.Prismatic("x"), m.ground, slider)
    return m


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
