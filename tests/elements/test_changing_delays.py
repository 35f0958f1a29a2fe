"""Delays that change with time or with the state, laws on their own past force, parts of assemblies (S0 (3.4.2))."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import linkwork as lw
from linkwork.contract import ModelError
from tests.elements.delayed_springs import Series, case, changing_system, on_a_rail, series_model

BOTH = pytest.mark.parametrize("coordinates", ["tree", "absolute"])
TIGHT: dict[str, Any] = {"rtol": 1e-12, "atol": 1e-13, "method": "dop853"}


@pytest.mark.few(1)
@pytest.mark.seed("S0.4")
@BOTH
@pytest.mark.parametrize("which", ["time", "state"])
def test_changing_delays_to_the_digits_of_the_reference(which: str, coordinates: str) -> None:
    """Two solvers agree to 1e-13 and 1e-11 there; places where derivatives jump are met as well."""
    system, given = changing_system(which, coordinates), case("changing_delay")[which]
    times = [0.0, *(sample["t"] for sample in given["samples"])]
    run = lw.simulate(system, lw.assemble(system), 5.0, times=times, **TIGHT)
    np.testing.assert_allclose(run["rail.displacement"][1:], [x["x"] for x in given["samples"]], atol=2e-12)
    np.testing.assert_allclose(run["rail.displacement_dot"][1:], [x["v"] for x in given["samples"]], atol=5e-12)
    whole = lw.simulate(system, lw.assemble(system), 1.5, **TIGHT)
    for b in given["breaking_points"][:2]:
        assert np.abs(whole.t - b).min() < 1e-9


@pytest.mark.few(1)
@pytest.mark.parametrize(("which", "coordinates"), [("time", "tree"), ("state", "tree"), ("state", "absolute")])
def test_runs_with_changing_delays_keep_order_four(which: str, coordinates: str) -> None:
    system, sample = changing_system(which, coordinates), case("changing_delay")[which]["samples"][6]
    errors = []
    for h in (0.04, 0.02, 0.01):
        run = lw.simulate(system, lw.assemble(system), sample["t"], times=2, method="rk4", h=h)
        errors.append(abs(run["rail.displacement"][-1] - sample["x"]))
    assert all(np.log2(a / b) > 3.7 for a, b in pairwise(errors)), errors


@pytest.mark.few(1)
@pytest.mark.seed("S0.4")
@BOTH
def test_a_law_on_its_own_past_force(coordinates: str) -> None:
    """The force jumps at every multiple of τ; its value there is the one after, as in the reference."""
    given = case("own_past_force")
    p = given["parameters"]

    def law(e: Any, force_delayed: Any) -> Any:
        return -p["k"] * e - p["b"] * e**3 + p["r"] * p["F0"] * lw.tanh(force_delayed / p["F0"])

    m = lw.Model("own", gravity=(0, 0, 0))
    body = m.body("slider", mass=p["m"], inertia=(1, 1, 1))
    m.connect(
        "rail",
        lw.Prismatic("x"),
        m.ground,
        body,
        initial={"displacement": p["x0"], "displacement_dot": p["v0"]},
    )
    m.connect("law", lw.DelayedForce(law, p["tau"], "start", on=lw.Displacement("x")), m.ground, body)
    system = lw.compile_model(m, coordinates)
    times = [sample["t"] for sample in given["samples"]]
    run = lw.simulate(system, lw.assemble(system), times[-1], times=times, **TIGHT)
    np.testing.assert_allclose(run["rail.displacement"], [x["x"] for x in given["samples"]], atol=1e-13)
    np.testing.assert_allclose(-run["law.force"], [x["F"] for x in given["samples"]], atol=1e-11)
    errors = []
    for h in (0.02, 0.01):
        steps = lw.simulate(system, lw.assemble(system), times[-1], times=2, method="rk4", h=h)
        errors.append(abs(steps["rail.displacement"][-1] - given["samples"][-1]["x"]))
    assert np.log2(errors[0] / errors[1]) > 3.7


@pytest.mark.few(1)
@pytest.mark.parametrize("coordinates", ["tree", "absolute"])
def test_a_delay_may_be_a_parameter(coordinates: str) -> None:
    """Another value needs no other code: the run is that of a law with this number."""
    tau = lw.Parameter("tau", 0.3)

    def model(delay: Any) -> lw.Model:
        return on_a_rail(
            lw.DelayedFormula("-20*e_delayed", delay=delay, history="start", on=lw.Displacement("x")), "p", 0.1
        )

    system = lw.compile_model(model(tau), coordinates)
    for value in (0.3, 0.17):
        found = lw.simulate(system, lw.assemble(system).with_values({"tau": value}), 1.0, times=3, **TIGHT)
        number = lw.compile_model(model(value), coordinates)
        wanted = lw.simulate(number, lw.assemble(number), 1.0, times=3, **TIGHT)
        np.testing.assert_allclose(found["rail.displacement"], wanted["rail.displacement"], atol=1e-12)


def series_by_steps(end: float) -> tuple[float, float]:
    """The node eliminated: 50 (y − ½) = 30 (x − y − ½) + 8 (d(t − τ) − ½), d = x − y."""
    tau, start = 0.3, 1.2 - (38 * 0.7 + 25) / 88
    pieces: list[tuple[float, float, Any]] = []

    def node(x: float, late: float) -> float:
        return (30 * (x - 0.5) + 8 * (late - 0.5) + 25) / 80

    def late_at(t: float) -> float:
        if t <= 1e-12:
            return start
        x = next(f(t)[0] for a, b, f in pieces if a <= t <= b + 1e-12)
        return float(x - node(x, late_at(t - tau)))

    t, y = 0.0, np.array([1.2, 0.0])
    while t < end - 1e-12:
        last = min(t + tau, end)
        known = t

        def rates(at: float, y: Any, known: float = known) -> list[float]:
            return [y[1], -50 * (node(y[0], late_at(min(at - tau, known))) - 0.5)]

        found = solve_ivp(rates, (t, last), y, "DOP853", dense_output=True, rtol=1e-11, atol=1e-12)
        pieces.append((t, last, found.sol))
        t, y = last, found.y[:, -1]
    return float(y[0]), float(y[1])


@pytest.mark.seed("S0.12")
@BOTH
def test_a_part_of_an_assembly_looks_back(coordinates: str) -> None:
    system = lw.compile_model(series_model(Series()), coordinates)
    run = lw.simulate(system, lw.assemble(system), 1.0, times=3, rtol=1e-10, atol=1e-11)
    found = run["rail.displacement"][-1], run["rail.displacement_dot"][-1]
    np.testing.assert_allclose(found, series_by_steps(1.0), atol=1e-8)


def test_rates_of_a_node_without_mass_are_not_remembered() -> None:
    class Rates(Series):
        late = "-8*e_dot_delayed"

    with pytest.raises(ModelError, match=r"whose rate is not known\. Put a body with a small mass"):
        lw.simulate(lw.compile_model(series_model(Rates())), t_end=0.1)


@pytest.mark.parametrize(
    ("delay", "message"),
    [
        ("0.1*e", "connection 'spring': its delay is 0 s at t = 0 s; a delay must be positive"),
        ("0.2 - 0.3*t", "connection 'spring': its delay is -0.1 s at t = 1 s"),
    ],
)
def test_a_delay_that_is_none_is_named(delay: str, message: str) -> None:
    law = lw.DelayedFormula("-e_delayed", delay=delay, history=0.0, on=lw.Displacement("x"))
    system = lw.compile_model(on_a_rail(law))
    with pytest.raises(ModelError, match=message):
        lw.simulate(system, t_end=1.0)


def test_delays_may_ask_for_what_is_measured_and_time_alone() -> None:
    with pytest.raises(ModelError, match="a delay cannot be given 'x'; it may ask for e, e_dot, t"):
        lw.DelayedForce(lambda e_delayed: -e_delayed, lambda x: x, 0.0)
    with pytest.raises(ModelError, match="give numbers, a Parameter, a function, or a formula of e, e_dot, t"):
        lw.DelayedFormula("-e_delayed", delay="0.1*x", history=0.0)


def test_a_delay_that_grows_faster_than_time_sees_the_past_backwards() -> None:
    """τ = 0.6 + 0.4 sin 5t has rates up to 2: t − τ goes back and forth; against a solver with all jumps as ends."""
    text = "-20*e - 0.5*e_dot - 6*e_delayed"
    law = lw.DelayedFormula(text, delay="0.6 + 0.4*sin(5*t)", history="start", on=lw.Displacement("x"))
    system = lw.compile_model(on_a_rail(law, "back", 1.0))
    run = lw.simulate(system, lw.assemble(system), 2.5, times=6, **TIGHT)
    np.testing.assert_allclose(run["rail.displacement"][1:], backwards(run.t[1:]), atol=1e-9)


def backwards(times: np.ndarray) -> list[float]:
    """Steps of Gauss's method of order 6, short beside 0.2 s, with the collocation polynomial as the past."""
    h, steps = 1e-3, 2500
    x, v = np.zeros(steps + 1), np.zeros(steps + 1)
    x[0] = 1.0
    from scipy.interpolate import CubicHermiteSpline

    def late(t: float, k: int) -> float:
        s = t - 0.6 - 0.4 * np.sin(5 * t)
        if s <= 0.0:
            return 1.0
        i = min(int(s / h), k - 1)
        return float(CubicHermiteSpline([i * h, (i + 1) * h], x[i : i + 2], v[i : i + 2])(s))

    def rate(t: float, y: Any, k: int) -> Any:
        return np.array([y[1], -20 * y[0] - 0.5 * y[1] - 6 * late(t, k)])

    for k in range(steps):
        y, t = np.array([x[k], v[k]]), k * h
        a = rate(t, y, k)
        b = rate(t + h / 2, y + h / 2 * a, k)
        c = rate(t + h / 2, y + h / 2 * b, k)
        d = rate(t + h, y + h * c, k)
        x[k + 1], v[k + 1] = y + h / 6 * (a + 2 * b + 2 * c + d)
    return [float(x[round(t / h)]) for t in times]


def test_a_checkpoint_keeps_what_changing_delays_have_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from linkwork.analyses.steppers.run import Run

    system, path = changing_system("state", "tree"), tmp_path / "half"
    whole = lw.simulate(system, lw.assemble(system), 1.5, rtol=1e-9)
    usual, stopped = Run._after_piece, []

    def stop(self: Any, progress: Any) -> bool:
        found = usual(self, progress)
        if self.stepper.t > 0.7 and not stopped:
            stopped.append(self.stepper.t)
            self._save(path)
            return True
        return found

    monkeypatch.setattr(Run, "_after_piece", stop)
    lw.simulate(system, lw.assemble(system), 1.5, rtol=1e-9, output=lw.Output(checkpoint=path))
    rest = lw.simulate(system, t_end=1.5, rtol=1e-9, output=lw.Output(resume=path))
    np.testing.assert_array_equal(rest.q, whole.q)
    assert stopped
