"""The equations of motion with accelerations and multipliers as unknowns, against the accelerations that solve them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.analyses.constraints.row_choice import chosen_rows
from linkwork.system import System
from tests.formulation.law_examples import loop_with_drive, motor_with_friction

RNG = np.random.default_rng(3)


def some_state(system: System) -> lw.State:
    q = system.rest.q + 0.1 * RNG.normal(size=system.layout.nq)
    turn = [k for k, name in enumerate(system.layout.q) if name.startswith("S.e")]
    q[turn] /= np.linalg.norm(q[turn]) if turn else 1.0
    parts = RNG.normal(size=system.layout.nu), 0.3, system.rest.parameters, RNG.normal(size=system.layout.nz)
    return system.prescribed(lw.State(system.layout, q, *parts))


@pytest.mark.parametrize("make", [motor_with_friction, loop_with_drive])
def test_the_residual_vanishes_on_the_motion(make: Any) -> None:
    system = make()
    state = some_state(system)
    rows = chosen_rows(system, state)
    found = system.functions.at("multipliers", state)
    z_dot = system.functions.at("rates", state).z_dot
    e = system.equations
    assert list(rows) == e.rows.nonzero
    residual = system.kernel("index3", rows=rows)(
        *system.arguments(state), found.u_dot, z_dot, np.asarray(found.lam)[list(rows)]
    ).r
    nu, nz = system.layout.nu, system.layout.nz
    scale = 1.0 + np.abs(system.evaluate("dynamics", state).h).max()
    assert np.allclose(residual[: nu + nz], 0.0, atol=1e-10 * scale)
    held = np.asarray(system.evaluate("position", state).g, dtype=float).ravel()[
        [e.rows.position_of_row[k] for k in rows]
    ]
    assert np.allclose(residual[nu + nz : nu + nz + len(rows)], held, atol=1e-14)
    assert np.allclose(residual[nu + nz + len(rows) :], 0.0, atol=1e-10 * scale)


@pytest.mark.parametrize("make", [motor_with_friction, loop_with_drive])
def test_its_slopes_are_those_of_the_residual(make: Any) -> None:
    system = make()
    state = some_state(system)
    rows = chosen_rows(system, state)
    layout = system.layout
    q, u, z, s, t, parameters = system.arguments(state)
    sizes = [layout.nq, layout.nu + layout.nz, layout.nu + layout.nz + len(rows) + len(s)]
    x = np.concatenate([q, u, z, RNG.normal(size=sizes[2])])

    def arguments(x: np.ndarray) -> list[Any]:
        places = np.cumsum([layout.nq, layout.nu, layout.nz, layout.nu, layout.nz, len(rows)])
        q, u, z, u_dot, z_dot, lam, s = np.split(x, places)
        return [q, u, z, s, t, parameters, u_dot, z_dot, lam]

    slopes = system.kernel("index3_slopes", rows=rows)(*arguments(x))
    found = np.hstack([np.reshape(part, (-1, size)) for part, size in zip(slopes, sizes, strict=True)])
    residual = system.kernel("index3", rows=rows)
    for k in range(len(x)):
        step = np.zeros(len(x))
        step[k] = 1e-5
        values = [residual(*arguments(x + factor * step)).r for factor in (-2, -1, 1, 2)]
        slope = (8 * (values[2] - values[1]) - (values[3] - values[0])) / 12e-5
        assert np.allclose(found[:, k], slope, rtol=1e-6, atol=1e-7 * np.abs(found).max()), k


def test_the_stretch_of_a_turn_is_about_its_axis() -> None:
    """Euler parameters after a turn by |Δ|h about Δ, up to h⁵; plain coordinates move by hΔ exactly."""
    system = loop_with_drive()
    layout = system.layout
    state = some_state(system)
    turn = [k for k, name in enumerate(layout.q) if name.startswith("S.e")]
    spin = [k for k, name in enumerate(layout.u) if name.startswith("S.w")]
    errors = []
    for h in (0.1, 0.05):
        found = system.kernel("stretch")(*system.arguments(state), h)
        assert np.allclose(found.q_new[:3], state.q[:3] + h * state.u[:3], rtol=0, atol=1e-16)
        assert found.q_new[layout.q_index("P.displacement")] == pytest.approx(
            0.1 + 0.4 * (0.3 + h) + 0.3 * (0.3 + h) ** 2
        )
        rate = np.linalg.norm(state.u[spin])
        e_dot = (system.evaluate("kinematics", state).q_dot[turn]) * 2.0 / rate
        exact = np.cos(0.5 * rate * h) * state.q[turn] + np.sin(0.5 * rate * h) * e_dot
        errors.append(np.abs(found.q_new[turn] - exact).max())
    assert errors[1] < errors[0] / 28
    assert errors[0] < 1e-5
