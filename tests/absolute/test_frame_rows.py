"""State vectors at centres of mass, and starts that need no projection."""

from __future__ import annotations

from typing import Any

import numpy as np

import linkwork as lw
from linkwork.absolute.motion import is_held
from linkwork.absolute.run_kernels import leased_kernels


def pendulum() -> tuple[Any, lw.State]:
    m = lw.Model("pendulum")
    arm = m.body("arm", lw.Rod(length=0.7, mass=2.0))
    bob = m.body("bob", lw.Rod(length=0.3, mass=1.0))
    m.connect(
        "hinge", lw.Revolute("y"), m.ground.at(0, 0, 0), arm.at(0, 0, 0), initial={"angle": 0.4, "angle_dot": 2.0}
    )
    m.connect("elbow", lw.Revolute("y"), arm.at(0.7, 0, 0), bob.at(0, 0, 0), initial={"angle": -1.1, "angle_dot": -3.0})
    system = lw.compile_model(m, "absolute")
    return system, lw.assemble(system)


def test_rows_at_centres_are_configurations() -> None:
    system, state = pendulum()
    bound = leased_kernels(system, state.parameters, True)
    y, at = bound.y_of(state, 0.5), system.elements.configuration(state)
    np.testing.assert_allclose(y, [*at.pose.T.ravel(), *at.u, 0.5], atol=1e-15)
    rows = np.stack([y, y])
    np.testing.assert_allclose(bound.shown(rows)[1], [*state.q, *state.u, 0.5], atol=1e-15)
    np.testing.assert_allclose(bound.hidden(bound.shown(rows)), rows, atol=1e-15)


def test_a_start_on_all_rows_is_taken_as_it_is() -> None:
    system, state = pendulum()
    assert leased_kernels(system, state.parameters, True).start.starts_on_rows(state)
    run = lw.simulate(system, state, 0.1)
    assert (run.q[0] == state.q).all()
    assert run.certificate.rank == 10
    moved = lw.State(state.layout, state.q, state.u + 1e-9, state.t, state.parameters, state.z)
    assert not leased_kernels(system, state.parameters, True).start.starts_on_rows(moved)


def test_what_nothing_holds_needs_inertia() -> None:
    M, rows = np.diag([2.0, 1.0, 0.0]), np.array([[0.0, 0.3, 1.0]])
    assert is_held(M, rows)
    assert not is_held(M, np.array([[0.0, 1.0, 0.0]]))
