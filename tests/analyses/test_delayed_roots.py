"""Laws that look back at rest: rightmost roots, stability, response and charts, against closed forms (S0 (3.4.2))."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.optimize import brentq
from scipy.special import lambertw

import linkwork as lw
from linkwork.results.delayed_roots import LinearPast, delayed_spectrum, root_count
from tests.elements.delayed_springs import on_a_rail

BOTH = pytest.mark.parametrize("coordinates", ["tree", "absolute"])
ALONG = lw.Displacement("x")


@cache
def reference() -> dict[str, Any]:
    path = Path(__file__).parents[1] / "reference/D2_history_laws.json"
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))["delayed_roots"]
    return found


def formula(text: str, delay: Any, coordinates: str = "tree", place: float = 0.1, **more: Any) -> Any:
    law = lw.DelayedFormula(text, delay=delay, history="start", on=ALONG, **more)
    return lw.compile_model(on_a_rail(law, "delayed", place), coordinates)


@pytest.mark.seed("S0.4")
@BOTH
def test_rightmost_roots_to_the_digits_of_the_reference(coordinates: str) -> None:
    p = reference()["parameters"]
    text = f"-{p['k']}*e - {p['c']}*e_dot - {p['gain']}*e_delayed - {p['rate_gain']}*e_dot_delayed"
    system = formula(text, p["tau"], coordinates)
    eq = lw.equilibrium(system)
    lin = lw.linearize(system, eq)
    wanted = np.array([complex(float(a), float(b)) for a, b in reference()["roots"]])
    np.testing.assert_allclose(lin.eigenvalues[lin.eigenvalues.imag >= 0.0], wanted, atol=1e-12)
    assert eq.stability == "unstable" and not eq.is_stable
    assert lin.rightmost == pytest.approx(wanted[0], abs=1e-12)
    assert "the argument principle counts 23" in str(lin.verdict)
    modes = lin.modes()
    np.testing.assert_allclose(modes.frequencies[:3], wanted[:3].imag / (2.0 * np.pi), rtol=1e-12)
    np.testing.assert_allclose(modes.shapes[0, 1] / modes.shapes[0, 0], wanted[0], rtol=1e-12)


def scalar(a: float, b: float, tau: float) -> tuple[np.ndarray, LinearPast]:
    """ẋ = a x + b x(t − τ)."""
    none = np.zeros((1, 0))
    one = np.ones((1, 1))
    return a * one, LinearPast(("x",), np.array([tau]), b * one, one, 0.0 * one, none, none.T)


@pytest.mark.parametrize(("a", "b", "tau"), [(0.0, -1.3, 0.8), (-2.0, 1.0, 3.0), (0.5, -0.7, 1.1)])
def test_roots_of_one_state_are_lambert_s_function(a: float, b: float, tau: float) -> None:
    A, past = scalar(a, b, tau)
    found = delayed_spectrum(A, past, np.eye(1)).values
    wanted = np.array([a + lambertw(b * tau * np.exp(-a * tau), k) / tau for k in range(-40, 41)])
    gaps = np.abs(found[:, None] - wanted)
    assert len(found) > 8 and gaps.min(axis=1).max() < 1e-12
    assert len(set(gaps.argmin(axis=1))) == len(found), "no root is there twice"
    assert int(np.sum(wanted.real > found.real.min() - 1e-9)) == len(found), "and none is missing"
    line = 0.5 * (found[0].real + found[2].real)
    assert root_count(A, past, line) == int(np.sum(wanted.real > line))


@pytest.mark.parametrize("angle", [0.4, 1.0, np.pi / 2, 2.2, 3.0])
def test_the_border_of_hayes(angle: float) -> None:
    """a = ω cot ω, b = −ω / sin ω for τ = 1; at ω = π/2 that is a = 0, b τ = −π/2."""
    a, b = angle / np.tan(angle), -angle / np.sin(angle)
    root = delayed_spectrum(*scalar(a, b, 1.0), np.eye(1), 2).values[0]
    assert abs(root.real) < 1e-13 and abs(root.imag) == pytest.approx(angle, rel=1e-13)


@cache
def gained(coordinates: str) -> Any:
    p = reference()["parameters"]
    gain, tau = lw.Parameter("gain", 1.0), lw.Parameter("tau", 0.7)
    text = f"-{p['k']}*e - {p['c']}*e_dot - gain*e_delayed"
    return formula(text, tau, coordinates, using=[gain])


@pytest.mark.seed("S0.4")
@BOTH
def test_the_chart_meets_the_closed_border(coordinates: str) -> None:
    rows = reference()["boundary"]["rows"][-2:]
    chart = lw.stability_chart(gained(coordinates), ("gain", [-4.0, 0.0, 5.0]), ("tau", [r["delay"] for r in rows]))
    for k, row in enumerate(rows):
        on = chart.border[np.abs(chart.border[:, 1] - row["delay"]) < 1e-12]
        for end in ("min", "max"):
            gain, frequency = float(row[f"gain_{end}"]), float(row[f"frequency_at_{end}"])
            assert np.abs(on - [gain, row["delay"], frequency]).max(axis=1).min() < 1e-9
        assert list(chart.is_stable[k]) == [False, True, False]
    assert "2 of 6 points stable" in str(chart)
    assert chart.to_dataset()["growth"].sizes == {"tau": 2, "gain": 3}


def test_a_chart_of_laws_of_the_present() -> None:
    """An upright pendulum on a spring: stable where k > m g l."""
    k, damping = lw.Parameter("k", 2.0), lw.Parameter("damping", 0.1)
    law = lw.FunctionForce(lambda e, e_dot: -k * e - damping * e_dot, on=lw.RelativeAngle("z"))
    m = lw.Model("upright", gravity=(0, -10, 0))
    rod = m.body("rod", mass=0.5, com=(0, 0.4, 0), inertia=(0.01, 0.01, 0.01))
    m.connect("pin", lw.Revolute("z"), m.ground, rod)
    m.connect("spring", law, m.ground, rod)
    chart = lw.stability_chart(lw.compile_model(m), ("k", [1.0, 2.5]), ("damping", [0.1, 0.2]))
    np.testing.assert_allclose(chart.border[:, 0], 2.0, rtol=1e-6)
    assert not chart.is_stable[0, 0] and chart.is_stable[0, 1] and lw.plot_stability(chart) is not None


def test_disturbances_grow_as_the_rightmost_root_says() -> None:
    system = gained("tree")
    eq = lw.equilibrium(system, {"gain": 3.0})
    root = eq.linearization.rightmost
    run = lw.simulate(system, eq.state.with_values({"rail.displacement": 1e-3}), 30.0, rtol=1e-9, atol=1e-12)
    period = 2.0 * np.pi / root.imag
    a, b = (run.at(t)["rail.displacement"] for t in (30.0 - 4.0 * period, 30.0))
    assert np.log(b / a) / (4.0 * period) == pytest.approx(root.real, abs=1e-6)
    assert root.real > 0.1


@BOTH
def test_two_delays_as_inputs_and_outputs_see_them(coordinates: str) -> None:
    def law(e: Any, e_dot: Any, e_delayed: Any, e_dot_delayed: Any) -> Any:
        return -30 * e - 2 * e_dot - 4 * e_delayed[0] - 0.8 * e_dot_delayed[0] - 3 * e_delayed[1]

    model = on_a_rail(lw.DelayedForce(law, delay=(0.13, 0.31), history="start", on=ALONG), "two")
    system = lw.compile_model(model, coordinates)
    lin = lw.linearize(system, lw.equilibrium(system), ["slider.force.x"], ["slider.position.x", "spring.force"])
    s = 2j * np.pi * np.array([0.5, 1.3])

    def given(s: Any) -> Any:
        return 30 + 2 * s + (4 + 0.8 * s) * np.exp(-0.13 * s) + 3 * np.exp(-0.31 * s)

    found = lin.response([0.5, 1.3])
    np.testing.assert_allclose(found[:, 0, 0], 1.0 / (s**2 + given(s)), rtol=1e-12)
    np.testing.assert_allclose(found[:, 1, 0], -given(s) / (s**2 + given(s)), rtol=1e-12)
    values = lin.eigenvalues
    assert np.abs(values**2 + given(values)).max() < 1e-11
    for call, said in (
        (lin.to_scipy, "no state space of finite size"),
        (lambda: lin.modes(damped=False), "damped=True"),
    ):
        with pytest.raises(lw.ModelError, match=said):
            call()


@BOTH
def test_a_law_on_its_own_past_force_at_rest(coordinates: str) -> None:
    """F = −30 e − 40 e³ − 12 tanh(F/20) + 9 beside a spring of 100 N/m that gives as much."""

    def law(e: Any, e_dot: Any, force_delayed: Any) -> Any:
        return -30 * e - 40 * e**3 - 2.0 * e_dot - 12 * lw.tanh(force_delayed / 20) + 9

    m = on_a_rail(lw.DelayedForce(law, 0.3, "start", on=ALONG), "own", 0.1)
    m.connect("k", lw.FunctionForce(lambda e: -100.0 * e, on=ALONG), m.ground, m.bodies["slider"])
    eq = lw.equilibrium(lw.compile_model(m, coordinates))
    place = brentq(lambda e: -100 * e - 30 * e - 40 * e**3 - 12 * np.tanh(5.0 * e) + 9, 0.0, 1.0, xtol=1e-15)
    assert eq["spring.measure"] == pytest.approx(place, abs=1e-12)
    assert eq["spring.force"] == pytest.approx(100.0 * place, abs=1e-10)
    # Of neutral kind: s² + 100 + (2 s + k) / (1 + g exp(−0.3 s)) = 0.
    k, g = 30 + 120 * place**2, 0.6 * (1.0 - np.tanh(5.0 * place) ** 2)
    s = eq.eigenvalues
    off = (s**2 + 100) * (1 + g * np.exp(-0.3 * s)) + 2 * s + k
    assert (np.abs(off) < 1e-12 * np.abs(s) ** 2 * np.abs(1 + g * np.exp(-0.3 * s)) + 1e-9).all()
    assert len(s) > 3 and "all found" in str(eq.linearization.verdict)


def test_a_law_that_gives_back_all_of_its_past_force_is_refused() -> None:
    law = lw.DelayedForce(lambda e, e_dot, force_delayed: -9 * e - e_dot - 1.2 * force_delayed, 0.3, "start", on=ALONG)
    system = lw.compile_model(on_a_rail(law, "echo"))
    with pytest.raises(lw.ModelError, match=r"linearize: spring\.force: the law gives 1\.2 times its own past force"):
        np.asarray(lw.linearize(system, lw.equilibrium(system)).eigenvalues)


@BOTH
def test_a_free_mass_with_late_damping_is_neutral(coordinates: str) -> None:
    """ẍ = −2 ẋ(t − 0.1): one root is zero, the others are Lambert's."""
    eq = lw.equilibrium(formula("-2*e_dot_delayed", 0.1, coordinates))
    assert eq.stability == "stable in shape, neutral in position"
    values = eq.eigenvalues
    assert values[0] == 0.0
    np.testing.assert_allclose(values[1], lambertw(-0.2, 0) / 0.1, rtol=1e-12)


def test_equal_parts_have_equal_roots() -> None:
    """Two oscillators, alike and apart: each root twice, each with its own shape."""
    m = lw.Model("twins", gravity=(0, 0, 0))
    for name in "ab":
        body = m.body(name, mass=1.0, inertia=(1, 1, 1))
        m.connect(f"rail_{name}", lw.Prismatic("x"), m.ground, body)
        law = lw.DelayedFormula("-9*e - 0.5*e_delayed - 0.6*e_dot", delay=0.7, history="start", on=ALONG)
        m.connect(f"law_{name}", law, m.ground, body)
    lin = lw.equilibrium(lw.compile_model(m)).linearization
    alone = lw.equilibrium(formula("-9*e - 0.5*e_delayed - 0.6*e_dot", 0.7)).eigenvalues
    np.testing.assert_allclose(lin.eigenvalues[:4].real, alone[0].real, atol=1e-12)
    shapes = lin.modes().shapes[:2]
    assert abs(np.linalg.det(shapes[:, :2])) > 0.1


def test_delays_that_change_are_frozen_at_rest() -> None:
    """A delay of the state is that of the rest; one of time leaves the verdict doubtful."""
    text, rest = "-5*e - 0.9*e_dot - 2*e_delayed + 1", 1.0 / 7.0
    eq = lw.equilibrium(formula(text, "0.4 + 0.25*e**2"))
    s, tau = eq.eigenvalues, 0.4 + 0.25 * rest**2
    assert eq["spring.measure"] == pytest.approx(rest, rel=1e-12)
    assert np.abs(s**2 + 0.9 * s + 5 + 2 * np.exp(-tau * s)).max() < 1e-9 and eq.linearization.verdict.is_good
    timed = lw.equilibrium(formula(text, "0.4 + 0.1*sin(t)")).linearization
    assert timed.verdict.level == "doubtful" and "a delay changes with time" in str(timed.verdict)


def test_delays_that_do_nothing_leave_the_eigenvalues_of_the_present() -> None:
    values = lw.equilibrium(formula("-9*e - 0.6*e_dot + 0*e_delayed", 0.7)).eigenvalues
    np.testing.assert_allclose(np.sort_complex(values), np.sort_complex(np.roots([1.0, 0.6, 9.0])), rtol=1e-12)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda s: lw.linearize(s, {"rail.displacement_dot": 1.0}),
            "linearize: .*Delayed values equal present ones only",
        ),
        (lambda s: lw.linearize(s, moving=True), "linearize: connection 'spring'.*about a state of rest"),
        (lambda s: lw.equilibrium(s, drives="moving"), "equilibrium: connection 'spring'.*simulate the steady motion"),
        (lambda s: lw.stability_chart(s, ("gain", [0, 1]), ("tow", [1, 2])), "stability_chart: .*'tow'"),
        (lambda s: lw.stability_chart(s, ("gain", [1, 0]), ("tau", [1, 2])), "gain needs two or more values that rise"),
        (lambda s: lw.stability_chart(s, ("gain", [0, 1]), ("gain", [1, 2])), "both axes are 'gain'"),
    ],
)
def test_what_has_no_rest_to_look_back_at_is_refused(call: Any, message: str) -> None:
    with pytest.raises(lw.ModelError, match=message):
        call(gained("tree"))
