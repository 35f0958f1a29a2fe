"""Derivatives of the rates of a state, against differences of these rates."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from linkwork.analyses.common.bound_kernels import BoundKernels
from linkwork.analyses.constraints.row_choice import chosen_rows
from linkwork.numerics.integrators.flow import differentiate
from linkwork.system import System, compile_model

from .test_laws import Cubic, Friction, Motor, arm

RNG = np.random.default_rng(11)


def motor_with_friction() -> System:
    m, body = arm()
    second = m.body("second", lw.Box(size=(0.3, 0.2, 0.1), mass=0.4))
    m.connect("B", lw.Universal("x", "y"), body.at(1, 0, 0), second.at(0.2, 0, 0))
    m.connect("motor", Motor(), m.ground, body, inputs={"voltage": 3.0})
    m.connect("friction", Friction(), m.ground, body, inputs={"normal": "A.force.x"})
    m.connect("cubic", Cubic(), body, second)
    return compile_model(m)


def loop_with_drive() -> System:
    m = lw.Model("loop")
    a, b, c = (m.body(n, lw.Rod(length=x, mass=1.0)) for n, x in (("a", 0.3), ("b", 0.9), ("c", 0.7)))
    m.connect("A", lw.Revolute("z"), m.ground, a)
    m.connect("B", lw.Revolute("z"), a.at(0.3, 0, 0), b)
    m.connect("C", lw.Revolute("z"), b.at(0.9, 0, 0), c)
    m.connect("D", lw.Revolute("z"), c.at(0.7, 0, 0), m.ground.at(0.8, 0, 0))
    top = m.body("top", lw.Box(size=(0.1, 0.2, 0.3), mass=0.5))
    m.connect("S", lw.Spherical(), b.at(0.5, 0, 0), top.at(0, 0, -0.3))
    m.connect("spring", lw.Spring(stiffness=80, damping=2, length=0.2), m.ground.at(0, 1, 0.3), top)
    slider = m.body("slider", lw.Sphere(radius=0.05, mass=0.3))
    m.connect(
        "P", lw.Prismatic("x"), m.ground, slider, drive={"displacement": lw.Polynomial(coefficients=(0.1, 0.4, 0.3))}
    )
    m.connect("pull", lw.Spring(stiffness=30, length=0.1), slider, top.at(0.1, 0, 0))
    return compile_model(m)


@pytest.mark.parametrize("stabilisation", [(0.0, 0.0), (30.0, 20.0)])
@pytest.mark.parametrize("make", [motor_with_friction, loop_with_drive])
def test_slopes_are_those_of_the_rates(make, stabilisation: tuple[float, float]) -> None:
    system = make()
    state = system.rest
    q = state.q + 0.1 * RNG.normal(size=system.layout.nq)
    turn = [k for k, name in enumerate(system.layout.q) if name.startswith("S.e")]
    q[turn] /= np.linalg.norm(q[turn]) if turn else 1.0
    state = system.prescribed(
        lw.State(
            system.layout,
            q,
            RNG.normal(size=system.layout.nu),
            0.3,
            state.parameters,
            RNG.normal(size=system.layout.nz),
        )
    )
    bound = BoundKernels(
        system, np.array(system.arguments(state)[-1], dtype=float), chosen_rows(system, state), stabilisation
    )
    tangent = bound.implicit.tangent()
    y, t = bound.y_of(state), state.t
    assert differentiate(bound.flow, tangent, t, y)
    found, n = tangent.f_y.copy(), bound.n - 1
    along = np.eye(n)
    # Euler parameters stay on their unit sphere: across it the equations of motion mean nothing.
    along[np.ix_(turn, turn)] -= np.outer(q[turn], q[turn])
    found = found @ along
    for k in range(n):
        step = 1e-5 * np.append(along[:, k], 0.0)
        rates = [bound.rates(t, y + factor * step)[:n] for factor in (-2, -1, 1, 2)]
        slope = (8 * (rates[2] - rates[1]) - (rates[3] - rates[0])) / 12e-5
        assert np.allclose(found[:, k], slope, rtol=1e-6, atol=1e-6 * np.abs(found).max()), (k, system.layout.q)
