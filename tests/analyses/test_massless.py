"""Speeds that move nothing with mass: rows decide about them in runs too, and where none does, that is said."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from linkwork.formulation.equations.constrained_dynamics import weights_of


def bead() -> lw.System:
    m = lw.Model("bead", gravity=(0, -9.81, 0))
    body = m.body("bead", mass=2.0, inertia=(1, 1, 1))
    m.connect("plane", lw.Planar(), m.ground, body)
    m.connect("wire", lw.PointOnCurve(lw.CircleCurve(0.5)), m.ground, body)
    return lw.compile_model(m)


@pytest.mark.parametrize(
    ("method", "close"),
    [("auto", 1e-8), ("radau", 1e-8), pytest.param("generalized_alpha", 1e-4, marks=pytest.mark.slow)],
)
def test_bead_on_a_wire_is_a_pendulum(method: str, close: float) -> None:
    """Where on the wire it is, is an unknown without inertia; the pendulum has its angle as a coordinate."""
    m = lw.Model("pendulum", gravity=(0, -9.81, 0))
    bob = m.body("bob", mass=2.0, com=(0.5, 0, 0), inertia=(0, 0, 0))
    m.connect("pin", lw.Revolute("z"), m.ground, bob, initial={"angle": 0.3})
    pendulum = lw.compile_model(m)
    system = bead()
    start = lw.assemble(system, fixed={"wire.s": 0.15}, guess={"plane.x": 0.5})
    run = lw.simulate(system, start, t_end=1.0, times=11, method=method, rtol=1e-9, atol=1e-11)
    other = lw.simulate(pendulum, t_end=1.0, times=11, rtol=1e-9, atol=1e-11)
    np.testing.assert_allclose(run["wire.s"], 0.5 * other["pin.angle"], atol=close)


def test_derivatives_of_accelerations_go_through_weighted_rows() -> None:
    """The weights cancel: traced slopes on the wire against differences of the robust solution."""
    system = bead()
    state = lw.assemble(system, fixed={"wire.s": 0.15}, guess={"plane.x": 0.5}, velocities={"wire.s_dot": 0.4})
    found = system.evaluate("acceleration_derivatives", state)
    direct = lw.accelerations(system, state, "complement").u_dot
    np.testing.assert_allclose(lw.accelerations(system, state).u_dot, direct, atol=1e-10)
    push = np.array([0.3, -0.2, 0.1, 0.0])
    m, p = system.mass_matrix(state), system.constraint_rows(state)[0][:2]
    saddle = np.block([[m, p.T], [p, np.zeros((2, 2))]])
    np.testing.assert_allclose(found.u_dot_tau @ push, np.linalg.solve(saddle, [*push, 0, 0])[:4], atol=1e-10)


def test_weights_only_where_inertia_is_missing() -> None:
    system = bead()
    e = system.equations
    assert weights_of(e.dynamics, e.forward_dynamics.under((0, 1)).p) is not None
    m = lw.Model("plain")
    body = m.body("body", mass=2.0, inertia=(1, 1, 1))
    m.connect("plane", lw.Planar(), m.ground, body)
    m.connect("rod", lw.FixedDistance(0.5), m.ground, body)
    plain = lw.compile_model(m).equations
    assert weights_of(plain.dynamics, plain.forward_dynamics.under((0,)).p) is None


def test_what_nothing_determines_is_named_before_a_run() -> None:
    """A bar of a body without mass between ball joints: its spin. As an assembly it is found and held."""
    m = lw.Model("bar")
    bar, body = m.body("bar", mass=0.0, inertia=(0, 0, 0)), m.body("body", mass=1.0, inertia=(1, 1, 1))
    m.connect("ball", lw.Spherical(), m.ground, bar)
    m.connect("socket", lw.Spherical(), bar.at(1, 0, 0), body)
    system = lw.compile_model(m)
    with pytest.raises(
        lw.ModelError, match=r"ball.w_x and socket.w_x of bodies 'bar' and 'body' can change in some comb"
    ):
        lw.simulate(system, t_end=0.1)
    m = lw.Model("arm")
    arm, slider = m.body("arm", mass=0.0, inertia=(0, 0, 0)), m.body("slider", mass=1.0, inertia=(1, 1, 1))
    m.connect("ball", lw.Spherical(), m.ground, arm)
    m.connect("rail", lw.Prismatic("x"), m.ground, slider, initial={"displacement": 1.0})
    m.connect("rod", lw.FixedDistance(0.5), arm.at(0.5, 0.1, 0), slider)
    system = lw.compile_model(m)
    with pytest.raises(lw.ModelError, match="of body 'arm' can change without moving any mass"):
        lw.simulate(system, lw.assemble(system), t_end=0.1)
