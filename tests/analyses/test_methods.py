"""Methods of integration in runs: stiff equations, changes of method, events, two tiers with the same bits."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import linkwork as lw
from benchmarks.loops.governor import governor
from linkwork.diagnosis import add_note, note
from linkwork.kernels.loops import Native
from linkwork.system import System, compile_model
from tests.formulation.law_examples import Cubic, Motor, arm
from tests.numerics.order_models import double_pendulum, four_bar, hung_ball, start, top

IMPLICIT = ("radau", "bdf", "generalized_alpha")
ALL = ("dopri5", "dop853", *IMPLICIT)


def needs(method: str) -> None:
    if method == "bdf":
        pytest.importorskip("sksundae")


def overdamped(damping: float = 3e5) -> System:
    """A swinging rod with a rod that slides on it, held by a spring and a strong damper: λ near −1e6 and −3."""
    m = lw.Model("overdamped")
    rod, slider = m.body("rod", lw.Rod(length=1.0, mass=1.0)), m.body("slider", lw.Rod(length=0.7, mass=0.5))
    m.connect("A", lw.Revolute("y"), m.ground, rod)
    m.connect("B", lw.Prismatic("x"), rod.at(1, 0, 0), slider)
    m.connect("k", lw.Spring(stiffness=1e6, damping=damping, length=0.5), rod.at(0.5, 0, 0), slider)
    return compile_model(m)


class Kinetics(lw.Force):
    """Robertson's reaction of three substances, as the states of an element that pushes with nothing."""

    states = ("a", "b", "c")
    measure = lw.RelativeAngle()

    def law(self, z):
        return 0.0 * z.a

    def state_dot(self, z):
        slow, fast = 0.04 * z.a, 1e4 * z.b * z.c
        burnt = 3e7 * z.b * z.b
        return [fast - slow, slow - fast - burnt, burnt]


def test_robertson_takes_few_steps() -> None:
    m, body = arm()
    m.connect("r", Kinetics(), m.ground, body, initial={"a": 1.0})
    system = compile_model(m)
    assert system.rest["r.a"] == 1.0
    run = lw.simulate(system, system.state(), 40.0, method="radau", rtol=1e-6, atol=1e-9)
    # Mazzia and Magherini, Test Set for Initial Value Problem Solvers, problem ROBER; t = 40.
    exact = (0.7158270687194152, 9.185534764557338e-06, 0.2841637457458276)

    def rates(t: float, y: np.ndarray) -> list[float]:
        return [
            -0.04 * y[0] + 1e4 * y[1] * y[2],
            0.04 * y[0] - 1e4 * y[1] * y[2] - 3e7 * y[1] ** 2,
            3e7 * y[1] ** 2,
        ]

    other = solve_ivp(rates, (0, 40), [1.0, 0.0, 0.0], method="BDF", rtol=1e-11, atol=1e-14).y[:, -1]
    assert np.allclose(other, exact, rtol=1e-7)
    assert np.allclose(run.final.z, exact, rtol=1e-6)


@pytest.mark.parametrize("method", ["radau", "bdf"])
def test_a_strong_damper_takes_few_steps(method: str) -> None:
    """With λ ≈ −1e6, an explicit method would take 600 000 steps in these two seconds."""
    needs(method)
    system = overdamped()
    begin = system.state({"A.angle": 0.3})
    run = lw.simulate(system, begin, 2.0, method=method, rtol=1e-6, atol=1e-8)
    assert run.success
    assert run.certificate.steps < 400
    assert 0 < run.certificate.jacobians < run.certificate.steps
    closer = lw.simulate(system, begin, 2.0, method="radau", rtol=1e-9, atol=1e-11)
    assert np.allclose(run.final.q, closer.final.q, atol=1e-4 if method == "bdf" else 2e-6)
    # The slider creeps as m ẍ is nothing beside the damper: d ẋ + k x = m g cos + m r ω².
    t = np.linspace(0.5, 1.5, 5)
    rows = closer.resample(t)
    angle, rate, x, speed = rows["A.angle"], rows["A.angle_dot"], rows["B.displacement"], rows["B.displacement_dot"]
    pull = 0.5 * (9.80665 * np.sin(angle) + (1.35 + x) * rate**2)
    assert np.allclose(1e6 * x + 3e5 * speed, pull, rtol=2e-3)


def test_a_stiff_run_goes_on_with_the_implicit_method() -> None:
    system = overdamped()
    begin = system.state({"A.angle": 0.3})
    run = lw.simulate(system, begin, 2.0, rtol=1e-6, atol=1e-8)
    known = lw.simulate(system, begin, 2.0, method="radau", rtol=1e-9, atol=1e-11)
    assert run.certificate.method == "dop853, radau"
    assert run.certificate.steps < 400
    (note,) = run.certificate.notes
    assert str(note).startswith("the equations turned out stiff: radau went on from dop853 at t = ")
    change = note.t
    assert 0.0 < change < 0.01
    assert (np.diff(run.t) > 0.0).all()
    for t in (0.3 * change, 0.999 * change, change, 1.001 * change, 0.7, 2.0):
        assert np.allclose(run.at(t).q, known.at(t).q, atol=2e-6), t
        assert np.allclose(run.at(t).u, known.at(t).u, atol=2e-5), t
    assert run.certificate.energy_error < 1e-5
    sampled = lw.simulate(system, begin, times=np.linspace(0, 2, 9), rtol=1e-6, atol=1e-8)
    assert sampled.certificate.method == "dop853, radau"
    assert np.allclose(sampled.q, known.resample(9).q, atol=2e-6)


@pytest.mark.parametrize("rtol", [1e-4, 1e-6, 1e-8, 1e-9])
def test_short_steps_without_need_are_seen_before_stability_ends(rtol: float) -> None:
    """Rods that are strong dampers: at tight tolerances |hλ| stays inside the border, and the motion is slow."""
    loop = governor()
    system = lw.compile_model(loop.model)
    chosen = lw.simulate(system, None, 1.0, rtol=rtol, atol=1e-2 * rtol, times=2)
    implicit = lw.simulate(system, None, 1.0, method="radau", rtol=rtol, atol=1e-2 * rtol, times=2)
    assert chosen.certificate.method.endswith(", radau")
    (note,) = chosen.certificate.notes
    assert "turned out stiff: radau went on from" in note and note.t < 0.05
    assert chosen.certificate.steps < 1.2 * implicit.certificate.steps + 60
    assert np.allclose(chosen.final.q, implicit.final.q, atol=1e3 * rtol)


@pytest.mark.parametrize("rtol", [1e-3, 1e-6, 1e-9])
@pytest.mark.parametrize("name", ["double_pendulum", "robot_arm", "hanging_chain", "slider_crank"])
def test_motions_that_change_fast_stay_with_the_explicit_method(name: str, rtol: float) -> None:
    example = importlib.import_module(f"examples.{name}")
    system = lw.compile_model(example.model())
    run = lw.simulate(system, example.start(system), 1.0, rtol=rtol, atol=1e-2 * rtol, times=2)
    assert "radau" not in run.certificate.method
    assert not any("stiff" in note for note in run.certificate.notes)


def test_notes_are_counted_instead_of_repeated() -> None:
    notes = [note("state_corrected", "the start was corrected", 0.0)]
    for t in (0.5, 1.25, 7.0):
        add_note(notes, note("stiff", f"the equations look stiff near t = {t:.4g}", t))
        add_note(notes, note("event_unfollowed", f"it was fast at {t:g}", t, "a" if t < 6 else "b"))
    assert list(map(str, notes)) == [
        "the start was corrected",
        "the equations look stiff near t = 0.5 (3 times, last near t = 7)",
        "it was fast at 0.5 (2 times, last near t = 1.25)",
        "it was fast at 7",
    ]


def test_the_note_of_a_method_that_was_named_comes_once() -> None:
    run = lw.simulate(lw.compile_model(governor().model), None, 1.0, method="dop853", rtol=1e-8, atol=1e-10, times=2)
    assert len([note for note in run.certificate.notes if "look stiff near" in note]) == 1


def test_a_method_that_was_named_is_kept() -> None:
    run = lw.simulate(overdamped(3e4), None, 0.05, method="dopri5", rtol=1e-5, atol=1e-7)
    assert run.certificate.method == "dopri5"
    assert any("look stiff near" in note and "method='radau'" in note for note in run.certificate.notes)


def test_stiff_and_constrained() -> None:
    """A stiff damper across a closed loop; the loop stays closed, and two methods agree."""
    m = lw.Model("stiff loop")
    crank, coupler, rocker = (
        m.body(n, lw.Rod(length=x, mass=1.0)) for n, x in (("crank", 0.3), ("coupler", 0.9), ("rocker", 0.7))
    )
    m.connect("A", lw.Revolute("z"), m.ground, crank)
    m.connect("B", lw.Revolute("z"), crank.at(0.3, 0, 0), coupler)
    m.connect("C", lw.Revolute("z"), coupler.at(0.9, 0, 0), rocker)
    m.connect("D", lw.Revolute("z"), rocker.at(0.7, 0, 0), m.ground.at(0.8, 0, 0))
    m.connect("d", lw.Spring(stiffness=1e3, damping=1e5, length=0.5), m.ground.at(0, 0.5, 0), coupler.at(0.4, 0, 0))
    system = compile_model(m)
    begin = lw.assemble(system, {"A.angle": 0.7}, guess={"B.angle": -0.5})
    runs = [
        lw.simulate(system, begin, 5.0, method="radau", rtol=1e-8, atol=1e-10),
        lw.simulate(system, begin, 5.0, rtol=1e-6, atol=1e-8, method=lw.GeneralizedAlpha(rho_inf=0.0)),
    ]
    for run in runs:
        assert run.success, run.status
        assert run.certificate.steps < 1000
        assert run.certificate.position_error < 1e-12
    assert np.allclose(runs[0].final.q, runs[1].final.q, atol=1e-5)
    assert abs(runs[0].final.q - begin.q).max() > 1e-3


@pytest.mark.few(2)
@pytest.mark.parametrize("method", IMPLICIT)
def test_driven_loops_with_euler_parameters(method: str) -> None:
    """Prescribed motion, redundant rows and a spherical joint at once."""
    needs(method)
    m = lw.Model("driven loop")
    crank, coupler, rocker = (
        m.body(n, lw.Rod(length=x, mass=1.0)) for n, x in (("crank", 0.3), ("coupler", 0.9), ("rocker", 0.7))
    )
    m.connect("A", lw.Revolute("z"), m.ground, crank, drive={"angle": lw.Polynomial(coefficients=(0.7, 3.0))})
    m.connect("B", lw.Revolute("z"), crank.at(0.3, 0, 0), coupler)
    m.connect("C", lw.Revolute("z"), coupler.at(0.9, 0, 0), rocker)
    m.connect("D", lw.Revolute("z"), rocker.at(0.7, 0, 0), m.ground.at(0.8, 0, 0))
    body = m.body("top", lw.Box(size=(0.1, 0.2, 0.3), mass=0.5))
    m.connect("S", lw.Spherical(), coupler.at(0.5, 0, 0), body.at(0, 0, -0.3))
    m.connect("spring", lw.Spring(stiffness=80, damping=2, length=0.2), m.ground.at(0, 1, 0.3), body)
    system = compile_model(m)
    begin = lw.assemble(system, {}, guess={"B.angle": -0.5})
    known = lw.simulate(system, begin, 0.5, method="dop853", rtol=1e-11, atol=1e-12)
    run = lw.simulate(system, begin, 0.5, method=method, rtol=1e-6, atol=1e-8)
    scale = {"radau": 1e-7, "bdf": 1e-4, "generalized_alpha": 3e-4}[method]
    assert np.allclose(run.final.q, known.final.q, atol=scale)
    assert run.final.q[0] == pytest.approx(0.7 + 3.0 * 0.5, abs=1e-12)
    assert run.certificate.position_error < 1e-12
    assert run.certificate.energy_error < 10 * scale


@pytest.mark.parametrize("method", IMPLICIT)
def test_states_and_unknowns_of_elements(method: str) -> None:
    needs(method)
    m, body = arm()
    m.connect("motor", Motor(), m.ground, body, inputs={"voltage": 3.0})
    m.connect("cubic", Cubic(), m.ground, body)
    system = compile_model(m)
    begin = system.state({"A.angle": 0.4, "motor.current": 0.2})
    known = lw.simulate(system, begin, 1.0, method="dop853", rtol=1e-11, atol=1e-12)
    run = lw.simulate(system, begin, 1.0, method=method, rtol=1e-7, atol=1e-8)
    scale = {"radau": 1e-7, "bdf": 1e-5, "generalized_alpha": 2e-4}[method]
    for t in (0.31, 1.0):
        assert np.allclose(run.at(t).q, known.at(t).q, atol=scale)
        assert np.allclose(run.at(t).z, known.at(t).z, atol=10 * scale)
    assert run.certificate.energy_error < 1e2 * scale


@pytest.mark.parametrize("method", ALL)
def test_events_end_steps_and_change_parameters(method: str) -> None:
    """A pendulum whose spring is made stiffer at its lowest point: times, jumps and states before and after."""
    needs(method)
    m = lw.Model("pendulum")
    rod = m.body("rod", lw.Rod(length=1.0, mass=1.0))
    stiffness = lw.Parameter("c", 1.0)
    m.connect("A", lw.Revolute("y"), m.ground, rod)
    m.connect("s", lw.TorsionSpring(stiffness=stiffness), m.ground, rod)
    system = compile_model(m)
    kick = lw.Event(
        "down", "A.angle", value=1.0, action=lambda system, state: {"c": 9.0, "A.angle_dot": state["A.angle_dot"] - 0.5}
    )
    tight = {"generalized_alpha": 1e-7}.get(method, 1e-9)
    run = lw.simulate(system, system.state({"A.angle": 0.2}), 2.0, method=method, events=[kick], rtol=tight, atol=tight)
    known = lw.simulate(
        system, system.state({"A.angle": 0.2}), 2.0, method="dop853", events=[kick], rtol=1e-12, atol=1e-12
    )
    close = {"generalized_alpha": 3e-4, "bdf": 1e-5}.get(method, 1e-7)
    assert len(run.events) == len(known.events) >= 2
    for event, other in zip(run.events, known.events, strict=True):
        assert event.t == pytest.approx(other.t, abs=close)
    first = run.events[0].t
    rows = np.flatnonzero(run.t == run.t[np.argmin(np.abs(run.t - first))])
    assert len(rows) == 2
    assert run.u[rows[1], 0] - run.u[rows[0], 0] == pytest.approx(-0.5, abs=1e-9)
    assert run.q[rows[0], 0] == pytest.approx(1.0, abs=1e-8)
    assert (run.parameters_at(rows[0])["c"], run.parameters_at(rows[1])["c"]) == (1.0, 9.0)
    assert run.at(float(run.t[rows[0]])).u[0] == run.u[rows[1], 0]
    for t in (0.9 * first, 1.1 * first, 1.3, 1.9):
        assert run.at(t).q[0] == pytest.approx(known.at(t).q[0], abs=close), t
        assert run.at(t)["c"] == known.at(t)["c"]
    assert run.certificate.energy_error < 20 * close


class Attraction(lw.Force):
    """Newton's law of gravity."""

    measure = lw.Distance()

    def law(self, e):
        return -1.0 / (e * e)


@pytest.mark.parametrize("method", ALL)
def test_a_fall_into_a_centre_ends_with_its_name(method: str) -> None:
    """It gets there after π/√8 seconds, and no method gets any further."""
    needs(method)
    m = lw.Model("fall", gravity=(0, 0, 0))
    body = m.body("body", lw.Sphere(radius=0.1, mass=1.0))
    m.connect("P", lw.Prismatic("x"), m.ground, body)
    m.connect("pull", Attraction(), m.ground, body)
    system = compile_model(m)
    run = lw.simulate(system, system.state({"P.displacement": 1.0}), 2.0, method=method, rtol=1e-6, atol=1e-8)
    assert run.certificate.status == "failed"
    assert run.t[-1] == pytest.approx(np.pi / np.sqrt(8), abs=1e-4)
    assert "steps became too small to go on" in run.certificate.sentence
    assert "connection 'pull': Attraction.law" in run.certificate.sentence


@pytest.mark.parametrize(
    ("system", "reason"),
    [
        (double_pendulum, "its mass matrix changes with its configuration"),
        (top, "its speeds are not the rates of its coordinates"),
        (four_bar, "'D' constrains it"),
    ],
)
def test_what_is_not_separable_is_refused(system: Any, reason: str) -> None:
    with pytest.raises(lw.ModelError, match="needs M u̇ = h.* with constant M, but " + reason):
        lw.simulate(system(), start(system()), 1.0, method="symplectic", h=0.01)


def test_a_damper_is_not_separable() -> None:
    m = lw.Model("damped")
    ball = m.body("ball", lw.Sphere(radius=0.1, mass=1.0))
    m.connect("T", lw.Translation(), m.ground, ball)
    m.connect("soft", lw.Spring(stiffness=30, damping=1, length=0.5), m.ground.at(0, 0, 1), ball)
    with pytest.raises(lw.ModelError, match="the force of 'soft' depends on speeds"):
        lw.simulate(compile_model(m), None, 1.0, method="symplectic", h=0.01)


def test_the_symplectic_method_keeps_the_energy_over_long_times() -> None:
    system = hung_ball()
    run = lw.simulate(system, start(system), times=np.linspace(0, 200, 41), method="symplectic", h=0.02)
    other = lw.simulate(system, start(system), times=np.linspace(0, 200, 41), method="rk4", h=0.02)

    def drift(run: lw.Trajectory) -> float:
        energy = run.energy
        return float(abs(np.polyfit(run.t, energy, 1)[0]) * 200 / abs(energy - energy[0]).max(initial=1e-9))

    assert drift(other) > 0.5
    assert drift(run) < 0.3


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"method": "symplectic"}, "symplectic has fixed steps and no error control; give the step h"),
        ({"method": "radau", "h": 0.1}, "radau chooses its own steps; give h=lw.Adaptive\\(h_max=0.1\\)"),
        ({"method": "generalized_alpha", "constraints": "none"}, "constraints itself; constraints='none' is not for"),
        ({"method": "bdf", "output": lw.Output(checkpoint="run.check")}, "where no checkpoint reaches it"),
        ({"method": "radua"}, "radau"),
    ],
)
def test_bad_options(options: dict[str, Any], message: str) -> None:
    with pytest.raises(lw.ModelError, match=message):
        lw.simulate(double_pendulum(), None, 1.0, **options)


def as_python_and_compiled(monkeypatch: pytest.MonkeyPatch, function: Any) -> list[Any]:
    """What a function gives when all loops run as plain Python, and when they are compiled."""
    found = [function()]
    monkeypatch.setattr(Native, "__call__", lambda self, *arguments: self.function(*arguments))
    return [*found, function()]


@pytest.mark.parametrize("method", ["dopri5", "dop853", "rk4", "radau", "generalized_alpha", "symplectic"])
def test_compiled_loops_give_the_bits_of_plain_python(method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    system = hung_ball() if method == "symplectic" else four_bar()
    name = system.layout.q[0]
    event = lw.Event("pass", name, value=0.1 if method == "symplectic" else 0.9, action=lambda system, state: {})
    options = {"h": 0.01} if method in ("rk4", "symplectic") else {"rtol": 1e-6}

    def run() -> tuple[lw.Trajectory, np.ndarray]:
        found = lw.simulate(system, start(system), 0.5, method=method, events=[event], **options)
        assert found.events
        return found, found.resample(20).q

    (first, inside), (second, inside_second) = as_python_and_compiled(monkeypatch, run)
    for key in ("t", "q", "u", "work"):
        assert getattr(first, key).tobytes() == getattr(second, key).tobytes(), key
    assert inside.tobytes() == inside_second.tobytes()
