"""The reference cases of S4 by three routes: Lagrange, Newton–Euler, and a model of bodies and connections."""

import json
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.integrate import DOP853

import linkwork as lw
from examples import elastic_beam as beam
from examples import gyroscopes
from linkwork.expr import jacobian

FOLDER = Path(__file__).parents[1] / "reference"
A1, A2, A3, A4 = (
    json.loads((FOLDER / f"{name}.json").read_text())
    for name in ("A1_elastic_beam", "A2_beam_contact", "A3_beam_loop", "A4_two_gyroscopes")
)
WAYS = ("lagrange", "newton-euler")
ROUTES = (*WAYS, "model")


def follow(system: lw.System, start: lw.State, times: Sequence[float], longest: float = np.inf) -> list[lw.State]:
    """States at the times given, integrated with tight tolerances and a step that ends at each of them."""
    nq = system.layout.nq
    kernel = system.kernel("rates")
    _, _, z, s, _, values = system.arguments(start)

    def rates(t: float, x: np.ndarray) -> np.ndarray:
        found = kernel(x[:nq], x[nq:], z, s, t, values)
        return np.concatenate([found.q_dot, found.u_dot])

    x, t, states = np.concatenate([start.q, start.u]), start.t, []
    for end in times:
        solver = DOP853(rates, t, x, end, rtol=1e-12, atol=1e-13, max_step=longest)
        while solver.status == "running":
            solver.step()
        x, t = solver.y, end
        states.append(system.prescribed(lw.State(system.layout, x[:nq], x[nq:], t, dict(start.parameters))))
    return states


def beam_system(route: str, kind: str = "plain", excitation: float = 0.1) -> lw.System:
    return beam.modelled(kind, excitation) if route == "model" else beam.by_hand(route, kind, u_0=excitation)


def beam_state(system: lw.System, phi: Any, phidot: Any) -> lw.State:
    """A state of either from absolute angles."""
    phi, phidot = (np.array([float(x) for x in values]) for values in (phi, phidot))
    if system.layout.nq == 3:
        return lw.State(system.layout, phi, phidot, 0.0, system.rest.parameters)
    relative = [np.diff(values, prepend=0.0) for values in (phi, phidot)]
    q, u = (np.concatenate([[0.0], values]) for values in relative)
    return system.prescribed(lw.State(system.layout, q, u))


def absolute(state: lw.State) -> tuple[np.ndarray, np.ndarray]:
    """(φ, φ̇) of a state of either."""
    if state.layout.nq == 3:
        return state.q, state.u
    return np.cumsum(state.q[1:]), np.cumsum(state.u[1:])


@pytest.mark.seed("S4.2", passage="§2.2 (7)–(12)")
@pytest.mark.seed("S4.1", passage="§2.1 (1)–(5)")
@pytest.mark.seed("S4.6")
@pytest.mark.parametrize("way", WAYS)
def test_the_beam_has_the_matrices_of_the_reference(way: str) -> None:
    system, expected = beam.by_hand(way), A1["linear_at_equilibrium"]
    state = beam_state(system, A1["equilibrium_t0"]["phi"], np.zeros(3))
    np.testing.assert_allclose(system.evaluate("dynamics", state).h, 0.0, atol=1e-12)
    np.testing.assert_allclose(system.mass_matrix(state), expected["M"], rtol=1e-13)
    e = system.equations
    slopes = e.tracer.function(
        "slopes", C=e.kinematics.slopes(e.dynamics.h), B=jacobian(e.dynamics.h, e.kinematics.symbols.u)
    )(*system.arguments(state))
    np.testing.assert_allclose(-slopes.C, expected["C"], rtol=1e-12, atol=1e-10)
    np.testing.assert_allclose(-slopes.B, expected["B"], rtol=1e-12, atol=1e-11)
    inverse = np.linalg.inv(system.mass_matrix(state))
    found = np.linalg.eigvals(np.block([[np.zeros((3, 3)), np.eye(3)], [inverse @ slopes.C, inverse @ slopes.B]]))
    values = [complex(float(re), float(im)) for re, im in expected["damped_eigenvalues"]]
    np.testing.assert_allclose(np.sort_complex(found), np.sort_complex(values), rtol=1e-9)


@pytest.mark.few(2)
@pytest.mark.seed("S4.9")
@pytest.mark.parametrize("route", ROUTES)
def test_the_beam_moves_as_the_reference_does(route: str) -> None:
    system = beam_system(route)
    start = beam_state(system, A1["initial"]["q"], A1["initial"]["qd"])
    samples = A1["trajectory"]
    for state, sample in zip(follow(system, start, [s["t"] for s in samples]), samples, strict=True):
        phi, phidot = absolute(state)
        np.testing.assert_allclose(phi, sample["phi"], atol=1e-9)
        np.testing.assert_allclose(phidot, sample["phidot"], atol=1e-8)


@pytest.mark.seed("S4.7")
@pytest.mark.parametrize("route", ROUTES)
def test_the_contact_is_that_of_the_reference(route: str) -> None:
    system = beam_system(route, "contact")
    rest = beam_state(system, A2["equilibrium_t0"]["phi"], np.zeros(3))
    h = system.evaluate("dynamics", rest).h
    # The driven row carries the weight; the others are in balance.
    np.testing.assert_allclose(h if route != "model" else h[1:], 0.0, atol=1e-8)
    start = beam_state(system, A2["initial"]["q"], A2["initial"]["qd"])
    samples = [s for s in A2["trajectory"] if s["t"] <= 1.0]
    for state, sample in zip(follow(system, start, [s["t"] for s in samples], 2e-3), samples, strict=True):
        np.testing.assert_allclose(absolute(state)[0], sample["phi"], atol=1e-8)
        np.testing.assert_allclose(absolute(state)[1], sample["phidot"], atol=1e-6)


@pytest.mark.few(4)
@pytest.mark.seed("S4.8")
@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize("run", ["run_a", "run_b"])
def test_the_loop_moves_as_the_reference_does(route: str, run: str) -> None:
    case = A3[run]
    system = beam_system(route, "loop", case["u0"])
    start = beam_state(system, case["initial"]["q"], case["initial"]["qd"])
    assert lw.accelerations(system, start).lam[0] == pytest.approx(case["lambda_t0"], rel=1e-10)
    samples = case["samples"]
    for state, sample in zip(follow(system, start, [s["t"] for s in samples]), samples, strict=True):
        np.testing.assert_allclose(absolute(state)[0], sample["phi"], atol=2e-9)
        np.testing.assert_allclose(absolute(state)[1], sample["phidot"], atol=2e-8)
        assert lw.accelerations(system, state).lam[0] == pytest.approx(sample["lambda_"], rel=1e-7, abs=1e-6)


@pytest.mark.seed("S4.5")
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("which", ["t0_static", "t1p25_listing17"])
def test_the_held_beam_is_in_balance_where_the_reference_says(way: str, which: str) -> None:
    case = A3["equilibria"][which]
    system = beam.by_hand(way, "loop")
    at = beam_state(system, case["phi"], np.zeros(3))
    at = lw.State(system.layout, at.q, at.u, 1.25 if case["u"] else 0.0)
    P, _, _ = system.constraint_rows(at)
    np.testing.assert_allclose(system.evaluate("dynamics", at).h + P.T @ [float(case["lambda_"])], 0.0, atol=1e-10)
    assert system.evaluate("position", at).g[0] == pytest.approx(0.0, abs=1e-12)


@pytest.mark.seed("S4.8")
def test_assembly_projects_velocities_as_the_reference_does() -> None:
    system, case = beam.by_hand("lagrange", "loop"), A3["run_a"]
    found = lw.assemble(system, guess=beam.START)
    np.testing.assert_allclose(found.u, case["initial"]["qd"], rtol=1e-9)
    assert lw.mobility(system, found).degrees_of_freedom == 2


@pytest.mark.few(1)
@pytest.mark.seed("S4.9", passage="§3")
@pytest.mark.parametrize("way", WAYS)
def test_the_gyroscopes_move_as_the_reference_does(way: str) -> None:
    system = gyroscopes.by_hand(way)
    start = lw.State(system.layout, A4["initial"]["q"], A4["initial"]["qd"], 0.0, system.rest.parameters)
    samples = A4["variants"]["gravity_down"]["samples"]
    for state, sample in zip(follow(system, start, [s["t"] for s in samples]), samples, strict=True):
        np.testing.assert_allclose(state.q, sample["q"], atol=1e-8)
        np.testing.assert_allclose(state.u, sample["qd"], atol=1e-7)
        place = system.evaluate("body_poses", state).p
        np.testing.assert_allclose(place[1:], [sample["com1"], sample["com2"]], atol=1e-8)


def test_the_modelled_gyroscopes_accelerate_as_those_derived_by_hand() -> None:
    by_hand, modelled = gyroscopes.by_hand("newton-euler"), gyroscopes.modelled()
    start = by_hand.state(gyroscopes.START | {"x_a": 0.1, "alpha2_dot": 0.7, "beta1_dot": -0.4})
    e = by_hand.equations
    f = gyroscopes.of_model(e.kinematics.symbols.q, e.kinematics.symbols.t)
    place = e.tracer.function("place", at=lw.array(f), F=jacobian(lw.array(f), e.kinematics.symbols.q))(
        *by_hand.arguments(start)
    )
    other = lw.State(modelled.layout, place.at, place.F @ start.u)
    np.testing.assert_allclose(modelled.evaluate("velocity", other).g_dot, 0.0, atol=1e-12)
    found, expected = lw.accelerations(modelled, other).u_dot, lw.accelerations(by_hand, start).u_dot
    np.testing.assert_allclose(found[[0, 1, 3, 4, 8, 9]], expected, rtol=1e-9, atol=1e-9)


COMPARED: dict[str, Callable[[], lw.Comparison]] = {
    f"{kind} beam, {way}": partial(beam.check, kind, way) for kind in beam.KINDS for way in WAYS
} | {f"gyroscopes, {way}": partial(gyroscopes.check, way) for way in WAYS}


@pytest.mark.seed("S4.9")
@pytest.mark.parametrize("name", COMPARED)
def test_hand_derived_and_modelled_equations_are_the_same_term_by_term(name: str) -> None:
    found = COMPARED[name]()
    assert found, str(found)
    assert found.proven
    assert found.largest < 1e-13


@pytest.mark.seed("S4.3")
@pytest.mark.parametrize("way", WAYS)
def test_a_run_of_equations_derived_by_hand_carries_its_certificate(way: str) -> None:
    system, sample = beam.by_hand(way), A1["trajectory"][0]
    run = lw.simulate(system, system.state(beam.START), sample["t"], rtol=1e-9, atol=1e-10)
    np.testing.assert_allclose([run[name][-1] for name in system.layout.q], sample["phi"], atol=1e-7)
    assert run.certificate.energy_error < 1e-7 * run.certificate.energy_scale
    assert run["bar 2.position"].shape == (len(run), 3)


def test_runs_keep_constraints_and_land_on_kinks() -> None:
    held = beam.by_hand("newton-euler", "loop")
    sample = A3["run_a"]["samples"][0]
    run = lw.simulate(held, lw.assemble(held, guess=beam.START), sample["t"], rtol=1e-9)
    assert run["support.multipliers"][-1] == pytest.approx(sample["lambda_"], rel=1e-6)
    np.testing.assert_allclose(run["y_P4"], 0.0, atol=1e-9)
    touching = beam.by_hand("lagrange", "contact")
    first, second = (event["t"] for event in A2["contact_events"][:2])
    run = lw.simulate(touching, touching.state(beam.START), second, rtol=1e-10, atol=1e-11)
    assert np.abs(run.t - first).min() < 1e-7
    assert abs(run["y_P4"][-1]) < 1e-6
