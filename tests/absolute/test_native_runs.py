"""Absolute systems in the native loops of trees: rates, derivatives and runs against other ways to them."""

from __future__ import annotations

import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.absolute import shifted_loops
from linkwork.absolute.motion import accelerate
from linkwork.absolute.run_kernels import AbsoluteKernels
from linkwork.absolute.saddle_loops import MADE_SO_FAR
from linkwork.kernels.loops import compiled_loop
from linkwork.kernels.loops.calls import call
from tests.contact_models import PointOnPlane


def spinning() -> lw.Model:
    """Two bodies with centres of mass away from their frames, a ball joint, a spring and a damper."""
    m = lw.Model("spinning", gravity=(0.3, 0, -9.81))
    a = m.body("a", mass=2.0, com=(0.1, -0.05, 0.02), inertia=(0.02, 0.03, 0.04))
    b = m.body("b", mass=1.0, com=(0.0, 0.2, 0.0), inertia=(0.01, 0.002, 0.011))
    m.connect("ball", lw.Spherical(), m.ground.at(0, 0, 0), a.at(0.2, 0, 0))
    m.connect("pin", lw.Revolute("x"), a.at(-0.2, 0, 0), b.at(0, -0.1, 0))
    m.connect("k", lw.Spring(stiffness=40.0, damping=0.5, length=0.3), m.ground.at(1, 0, 0), b.at(0, 0.3, 0))
    return m


def four_bar() -> lw.Model:
    """A planar loop in space: three of its rows repeat others."""
    m = lw.Model("four-bar")
    sizes = (("crank", 0.2, 1.0), ("coupler", 0.9, 2.0), ("rocker", 0.5, 1.5))
    crank, coupler, rocker = (m.body(name, lw.Rod(length=length, mass=mass)) for name, length, mass in sizes)
    m.connect("A", lw.Revolute("y"), m.ground.at(0, 0, 0), crank.at(0, 0, 0), initial={"angle": 0.3})
    m.connect("B", lw.Revolute("y"), crank.at(0.2, 0, 0), coupler.at(0, 0, 0), initial={"angle": -0.4})
    m.connect("C", lw.Revolute("y"), coupler.at(0.9, 0, 0), rocker.at(0, 0, 0))
    m.connect("D", lw.Revolute("y"), rocker.at(0.5, 0, 0), m.ground.at(0.8, 0, 0))
    return m


def slender_chain() -> lw.Model:
    """Links without inertia about their axes, too many for dense factors."""
    m, end = lw.Model("chain"), None
    for k in range(9):
        link = m.body(f"link {k}", lw.Rod(length=0.1, mass=0.1))
        before = m.ground.at(0, 0, 0) if end is None else end.at(0.1, 0, 0)
        m.connect(f"J{k}", lw.Revolute("y"), before, link.at(0, 0, 0), initial={"angle": 0.2})
        end = link
    return m


def moving(make: Callable[[], lw.Model]) -> tuple[AbsoluteKernels, np.ndarray]:
    """A system at a random state on its constraints."""
    system = lw.compile_model(make(), "absolute")
    start = lw.assemble(system)
    bound = AbsoluteKernels(system, start.parameters)
    y, (nq, nu, _) = bound.y_of(start), bound.sizes
    y[nq : nq + nu] = np.random.default_rng(3).normal(size=nu)
    assert bound.project(0.0, y)
    return bound, y


@pytest.mark.few(2)
@pytest.mark.parametrize("make", [spinning, four_bar, slender_chain])
def test_rates_are_those_of_python(make: Callable[[], lw.Model]) -> None:
    bound, y = moving(make)
    nq, nu, _ = bound.sizes
    found = bound.rates(0.0, y)
    wanted = accelerate(bound.elements, bound.loops.configuration(y, 0.0), bound.loops.tables)
    assert found is not None
    np.testing.assert_allclose(found[nq : nq + nu], wanted.u_dot, atol=1e-9 * np.abs(wanted.u_dot).max())
    position, velocity = bound.left_open(np.zeros(1), y[None])
    assert position < 1e-14 and velocity < 1e-13


def test_derivatives_are_those_of_differences() -> None:
    bound, y = moving(spinning)
    n, tangent = bound.n - 1, bound.implicit.tangent()
    bound.x[:-1], bound.x[-1] = y, 0.0
    call(tangent.kernel)
    found = tangent.f_y.copy()
    # Along states on the constraints: velocities, and where they lead.
    for direction in (bound.rates(0.0, y), _of_speeds(bound, y)):
        near = 1e-6 * np.asarray(direction)
        sides = [np.asarray(bound.rates(0.0, y + sign * near)) for sign in (1.0, -1.0)]
        wanted = (sides[0] - sides[1])[:n] / 2e-6
        np.testing.assert_allclose(found @ np.asarray(direction)[:n], wanted, atol=2e-6 * np.abs(wanted).max())


def _of_speeds(bound: AbsoluteKernels, y: np.ndarray) -> np.ndarray:
    direction, nq = np.zeros(bound.n), bound.sizes[0]
    direction[nq : nq + 6] = np.arange(1.0, 7.0)
    return direction


@pytest.mark.few(1)
@pytest.mark.parametrize("make", [spinning, slender_chain])
def test_shifted_systems_are_those_of_the_dense_derivatives(make: Callable[[], lw.Model]) -> None:
    bound, y = moving(make)
    n, tangent, it = bound.n - 1, bound.implicit.tangent(), bound.implicit.shifted
    bound.x[:-1], bound.x[-1] = y, 0.0
    call(tangent.kernel)
    rates = bound.rates(0.0, y)
    assert rates is not None
    x, kappa, (alpha, beta) = rates[:n], 4e3, (3e3, 5e3)
    bound.x[:-1], bound.x[-1] = y, 0.0
    assert compiled_loop(shifted_loops.differentiate_here)(bound.work, bound.implicit.slopes, it)
    right = np.append(kappa * x - tangent.f_y @ x, 0.0)
    assert compiled_loop(shifted_loops.factor_shift)(bound.work, it, kappa)
    compiled_loop(shifted_loops.solve_shift)(bound.work, it, kappa, right)
    np.testing.assert_allclose(right[:n], x, atol=1e-6 * np.abs(x).max())
    z = (1.0 + 0.5j) * x
    both = (alpha + 1j * beta) * z - tangent.f_y @ z
    re, im = np.append(both.real, 0.0), np.append(both.imag, 0.0)
    assert compiled_loop(shifted_loops.factor_shift_pair)(bound.work, it, alpha, beta)
    for part, values in enumerate((re, im)):
        compiled_loop(shifted_loops.push_rates)(bound.work, it, values, part)
    compiled_loop(shifted_loops.solve_pushed_pair)(bound.work, it, alpha, beta, re, im)
    np.testing.assert_allclose(re[:n] + 1j * im[:n], z, atol=1e-6 * np.abs(x).max())


@pytest.mark.parametrize("constraints", ["baumgarte", lw.Enforcement(solution="complement")])
def test_what_would_do_nothing_is_refused(constraints: Any) -> None:
    system = lw.compile_model(spinning(), "absolute")
    with pytest.raises(lw.ModelError, match="simulate: absolute coordinates keep constraints by projection"):
        lw.simulate(system, lw.assemble(system), 0.1, method="dop853", constraints=constraints)


def heavy_chain() -> lw.Model:
    """Links of 100 t, too many for dense factors, whose end is above a floor: rows of an open contact are empty."""
    m, end = lw.Model("chain"), None
    for k in range(9):
        link = m.body(f"link{k}", mass=1e5, inertia=(1e4, 1e4, 1e4))
        before = m.ground if end is None else end.at(1, 0, 0)
        m.connect(f"J{k}", lw.Revolute("y"), before, link, initial={"angle": 0.2})
        end = link
    m.connect("floor", PointOnPlane(height=-100.0, restitution=0.4, friction=0.3), m.ground, end)
    return m


@pytest.mark.slow
def test_rows_of_open_contacts_have_a_pivot_beside_heavy_bodies() -> None:
    tree, absolute = (lw.compile_model(heavy_chain(), form) for form in ("tree", "absolute"))
    exact = lw.simulate(tree, None, 0.1, rtol=1e-10)
    for method in ("radau", "dop853"):
        run = lw.simulate(absolute, None, 0.1, method=method)
        np.testing.assert_allclose(run["link8.position"][-1], exact["link8.position"][-1], atol=1e-11)


def slow_chain() -> lw.Model:
    """Links that hang nearly still, too many for dense factors."""
    m, end = lw.Model("hanging"), None
    for k in range(9):
        link = m.body(f"link {k}", lw.Rod(length=0.1, mass=0.1, radius=0.01))
        before = m.ground.at(0, 0, 0) if end is None else end.at(0.1, 0, 0)
        angle = 0.5 * np.pi - 1e-3 if end is None else 0.0
        m.connect(f"J{k}", lw.Revolute("y"), before, link.at(0, 0, 0), initial={"angle": angle})
        end = link
    return m


def factors_made(model: lw.Model, method: str, t: float, **given: Any) -> tuple[int, dict[str, int]]:
    """(factors of the saddle point, numbers of the certificate) of a run."""
    system: Any = lw.compile_model(model, "absolute")

    def numbers() -> dict[str, int]:
        found = lw.simulate(system, lw.assemble(system), t, method=method, **given).certificate
        return {name: getattr(found, name) for name in ("steps", "rejected", "evaluations", "jacobians")}

    counted = numbers()
    (bound,) = system.elements.assembly.kept["run_kernels"]
    return int(bound.work.factors.made[MADE_SO_FAR]), counted


def test_stages_of_radau_have_no_factors_of_their_own() -> None:
    # The ends of steps have, and derivatives at the same places; three stages times corrections have not.
    made, found = factors_made(four_bar(), "radau", 0.4, rtol=1e-6)
    assert found["evaluations"] > 8 * found["steps"]
    assert made <= 2 * (found["steps"] + found["rejected"])
    assert found["jacobians"] < 0.7 * found["steps"]


def test_tangents_of_generalized_alpha_serve_for_many_steps() -> None:
    _, found = factors_made(four_bar(), "generalized_alpha", 0.4, h=1e-3)
    assert found["steps"] == 400
    assert found["jacobians"] < 0.5 * found["steps"]


def test_factors_serve_at_places_close_by() -> None:
    # Steps end with projections and with rates at almost the same place; what hardly moves needs them once.
    made, found = factors_made(four_bar(), "dop853", 0.4, rtol=1e-6)
    assert made <= found["evaluations"]
    made, found = factors_made(slow_chain(), "dopri5", 0.01, rtol=1e-6)
    assert found["evaluations"] > 5 * made


@pytest.mark.few(2)
@pytest.mark.parametrize("method", ["dopri5", "radau", "generalized_alpha"])
def test_runs_go_on_from_a_checkpoint_to_the_bit(method: str, tmp_path: Path) -> None:
    # Factors that serve at several places are among what a run goes on from.
    system, stops = lw.compile_model(slow_chain(), "absolute"), [False]

    def stop(_: lw.System, state: lw.State) -> dict[str, float]:
        if stops[0]:
            stops[0] = False
            signal.raise_signal(signal.SIGINT)
        return {"link 0.w_y": state["link 0.w_y"]}

    start, mark = lw.assemble(system), tmp_path / "check"
    given: dict[str, Any] = {
        "method": method,
        "rtol": 1e-6,
        "times": 50,
        "events": [lw.Event("turns", "link 8.w_y", 1e-2, "rising", action=stop)],
    }
    whole = lw.simulate(system, start, 0.5, **given)
    stops[0] = True
    first = lw.simulate(system, start, 0.5, output=lw.Output(checkpoint=mark), **given)
    assert first.certificate.status == "paused"
    resumed = lw.simulate(system, None, 0.5, output=lw.Output(resume=mark), **given)
    assert len(first) < len(whole)
    for name in ("t", "q", "u", "work"):
        assert np.array_equal(getattr(resumed, name), getattr(whole, name)), name
