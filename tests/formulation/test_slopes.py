"""Derivatives of the rates of a state, against differences of these rates."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from linkwork.analyses.common.bound_kernels import BoundKernels
from linkwork.analyses.constraints.row_choice import chosen_rows
from linkwork.numerics.integrators.flow import differentiate
from tests.formulation.law_examples import loop_with_drive, motor_with_friction

RNG = np.random.default_rng(11)


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
