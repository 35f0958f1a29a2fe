"""The swing phase: activations against SciPy on rows that are put together here, and the leg that they swing."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.interpolate import make_interp_spline
from scipy.optimize import minimize

import linkwork as lw
from examples import swing_phase
from linkwork.elements.actuators import muscle_curves as curves

SPEEDS = tuple(f"{name}_dot" for name in swing_phase.ANGLES)


@pytest.mark.seed("S0.5", passage="§1.1, the swing phase with changes of 50 degrees")
def test_activations_are_those_of_scipy() -> None:
    """Least sum of squares by SLSQP: tensions by the curves, lever arms by differences, moments of the bare leg."""
    found, muscles = swing_phase.found(), swing_phase.found().muscles
    assert found.verdict.is_good
    motion = swing_phase.motion()
    splines = {name: make_interp_spline(motion["t"], motion[name], k=5) for name in swing_phase.ANGLES}
    bare, full = (lw.compile_model(swing_phase.leg(muscles=has)) for has in (False, True))
    for k in (0, 10, 35, 60, 99):
        state = found.motion[k]
        q = {name: state[name] for name in swing_phase.ANGLES}
        u = {name: state[name] for name in SPEEDS}
        here = bare.state(q | u)
        u_dot = np.zeros(bare.layout.nu)
        rows = [bare.layout.u.index(name) for name in SPEEDS]
        u_dot[rows] = [float(spline(found.t[k], 2)) for spline in splines.values()]
        A, b = np.zeros((3, len(muscles))), -lw.inverse_dynamics(bare, here, u_dot)[rows]
        for j, name in enumerate(q):
            ahead, back = (lengths(full, q | {name: q[name] + x}, muscles) for x in (1e-6, -1e-6))
            A[j] = -(ahead - back) / 2e-6
        rates = -A.T @ np.array(list(u.values()))
        for i, (name, length) in enumerate(zip(muscles, lengths(full, q, muscles), strict=True)):
            alone, active = tension(full.model[name].element, length, rates[i])
            b += A[:, i] * alone
            A[:, i] *= active
        best = least(A, -b)
        np.testing.assert_allclose(found.activations[k], best, atol=1e-5)


def lengths(full: lw.System, q: dict[str, float], muscles: tuple[str, ...]) -> np.ndarray:
    at = full.channels(full.state(q))
    return np.array([float(at[f"{name}.measure"]) for name in muscles])


def tension(muscle: lw.Muscle, whole: float, rate: float) -> tuple[float, float]:
    """(without activation, for each unit of it) behind a rigid tendon."""
    force, fibre, slack, angle = (float(x) for x in (muscle.force, muscle.fibre, muscle.slack, muscle.pennation))
    along = whole - slack
    length = np.hypot(along, fibre * np.sin(angle))
    x, v = length / fibre, rate * along / length / (10.0 * fibre)
    scale = force * along / length
    active = float(curves.active_force(x)) * float(curves.velocity_force(v))
    return scale * float(curves.passive_force(x)), scale * active


def least(A: np.ndarray, b: np.ndarray) -> np.ndarray:
    scale = 1.0 / np.abs(A).sum(axis=1)
    rows = {"type": "eq", "fun": lambda a: scale * (A @ a - b), "jac": lambda a: scale[:, None] * A}
    bounds = [(0.01, 1.0)] * A.shape[1]
    options = {"ftol": 1e-15, "maxiter": 500}
    best = minimize(
        lambda a: a @ a, np.full(A.shape[1], 0.1), jac=lambda a: 2 * a, bounds=bounds, constraints=rows, options=options
    )
    assert best.success
    return np.asarray(best.x)


def test_the_leg_swings_as_it_should() -> None:
    found = swing_phase.numbers()
    assert found["astray"] < 1e-3
    assert 50.0 < found["knee turns by"] < 60.0
    assert max(x for name, x in found.items() if name.endswith("largest")) < 0.9


@pytest.mark.slow
@pytest.mark.parametrize("options", [{}, {"fibre_damping": 0.1}, {"curves": "Millard2012"}])
def test_the_leg_swings_with_tendons_that_stretch(options) -> None:
    """Excitations that were found instant by instant, with fibres that are damped or not, move the leg as it should;
    with Millard's too, which are slow to follow where they begin from too short a past."""
    options = {"tendon": "elastic", "control": "excitation"} | options
    found = swing_phase.shared(**options)
    assert found.verdict.is_good
    system = lw.compile_model(swing_phase.leg(swing_phase.inputs_of(found), **options))
    run = lw.simulate(system, swing_phase.began(system, found), times=found.t, rtol=1e-8, atol=1e-9, method="dopri5")
    wanted = swing_phase.motion()
    assert max(np.abs(run[name] - wanted[name]).max() for name in swing_phase.ANGLES) < 1e-3
