"""No input over time is stepped over: pulses, tables, pieces and drives, against their integrals and other routes."""

import signal
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.analyses.sensitivity.variational_steps import VariationalSteps
from linkwork.formulation.inputs_over_time import refuse_moved_jumps
from linkwork.run.time_mesh import TimeMesh, time_mesh
from tests.pulses import METHODS, Pulse, compiled, draw, off_by

END = 20.0
GUST = Pulse(
    "gauss",
    100.0 * np.exp(-(((lw.t - 7.3) / 0.01) ** 2)),
    lambda s: 100.0 * np.exp(-(((s - 7.3) / 0.01) ** 2)),
    7.3 + 0.01 * np.linspace(-8.0, 8.0, 33),
)
"""A pulse of 20 ms, in a run whose steps are seconds long."""
KNOTS = np.array([0.0, 7.29, 7.3, 7.31, END])
TRIANGLE = Pulse(
    "table", lw.Table(KNOTS, [0, 0, 100.0, 0, 0]), lambda s: np.interp(s, KNOTS, [0, 0, 100.0, 0, 0]), KNOTS
)
EVERY_METHOD = [(c, method, allowed) for c, methods in METHODS.items() for method, allowed in methods]


def mesh_of(value: Any, rtol: float = 1e-8, end: float = END) -> TimeMesh | None:
    """The mesh of a run under one load."""
    system = compiled(Pulse("", value, np.zeros_like, KNOTS), "tree", "load")
    return time_mesh(system, {}, 0.0, end, rtol)


@pytest.mark.parametrize(("coordinates", "method", "allowed"), EVERY_METHOD)
@pytest.mark.parametrize("pulse", [GUST, TRIANGLE], ids=lambda p: p.kind)
def test_every_adaptive_method_meets_a_short_pulse(pulse: Pulse, coordinates: str, method: str, allowed: float) -> None:
    off, run = off_by(pulse, compiled(pulse, coordinates, "load"), method, END)
    assert run.success
    assert off < allowed


@pytest.mark.parametrize("number", range(12))
def test_random_pulses_are_met(number: int) -> None:
    rng = np.random.default_rng([44, number])
    coordinates = ("tree", "absolute")[number % 2]
    pulse, way = draw(rng, 10.0), ("load", "law", "input")[number % 3]
    method, allowed = METHODS[coordinates][number % len(METHODS[coordinates])]
    off, run = off_by(pulse, compiled(pulse, coordinates, way), method, 10.0)
    assert run.success
    assert off < allowed, f"{pulse.kind}, {method}"


@pytest.mark.parametrize("rtol", [1e-3, 1e-8, 1e-12])
def test_knots_of_a_table_are_ends_of_steps_at_any_tolerance(rtol: float) -> None:
    system = compiled(TRIANGLE, "tree", "load")
    run = lw.simulate(system, None, END, rtol=rtol)
    assert run["slide.displacement_dot"][-1] == pytest.approx(1.0, abs=max(rtol, 1e-11))
    for knot in KNOTS[1:-1]:
        assert np.abs(run.t - knot).min() < 1e-13
    assert run.certificate.steps < 40


def test_a_pulse_is_met_by_bdf() -> None:
    pytest.importorskip("sksundae")
    off, _ = off_by(GUST, compiled(GUST, "tree", "load"), "bdf", END)
    assert off < 1e-4


def test_a_jump_is_passed_without_a_step_across_it() -> None:
    jump = Pulse("where", lw.where(lw.t > 3.0, 1e4, 0.0), lambda s: 1e4 * (s > 3.0), np.array([3.0]))
    run = lw.simulate(compiled(jump, "tree", "load"), None, 5.0, rtol=1e-12, atol=1e-14)
    assert run["slide.displacement_dot"][-1] == pytest.approx(2e4, rel=1e-13)
    assert run["slide.displacement"][-1] == pytest.approx(2e4, rel=1e-13)
    assert run.certificate.rejected == 0
    # Between the rows, and at the jump itself.
    assert run.at(np.nextafter(3.0, 4.0))["slide.displacement_dot"] == pytest.approx(0.0, abs=1e-9)
    assert run.at(3.5)["slide.displacement_dot"] == pytest.approx(5e3, rel=1e-12)


def test_samples_at_knots_are_those_of_the_motion() -> None:
    run = lw.simulate(compiled(TRIANGLE, "tree", "load"), None, END, times=[0.0, 7.29, 7.3, 7.31, 20.0])
    assert run["slide.displacement_dot"] == pytest.approx([0.0, 0.0, 0.5, 1.0, 1.0], abs=1e-8)


def test_what_does_not_change_in_time_asks_for_nothing() -> None:
    m = lw.Model("pendulum")
    rod = m.body("rod", lw.Rod(length=0.5, mass=1.0))
    m.connect("hinge", lw.Revolute("y"), m.ground, rod)
    m.connect("spring", lw.TorsionSpring(stiffness=2.0, damping=0.1, axis="y"), m.ground, rod)
    for coordinates in ("tree", "absolute"):
        system = lw.compile_model(m, coordinates)
        assert system.functions.inputs_over_time == ()
        assert time_mesh(system, {}, 0.0, END, 1e-8) is None


@pytest.mark.parametrize(
    "value", [3.0 * lw.t**2 - lw.t, 5.0 * lw.t + 1.0, np.exp(-0.1 * lw.t), np.sin(0.05 * lw.t)], ids=str
)
def test_slow_inputs_ask_for_nothing(value: Any) -> None:
    assert mesh_of(value) is None


@pytest.mark.parametrize("w", [3.0, 300.0])
def test_a_sine_bounds_steps_by_half_a_period_and_puts_no_stops(w: float) -> None:
    mesh = mesh_of(np.sin(w * lw.t))
    assert mesh is not None
    assert len(mesh.stops) == 1
    assert 0.5 < mesh.longest[0] * w / (2.0 * np.pi) < 1.2


def test_a_sine_with_more_periods_than_can_be_looked_at_is_bounded_by_its_slopes() -> None:
    mesh = mesh_of(np.sin(10.0 * lw.t), end=1e6)
    assert mesh is not None
    assert mesh.notes == ()
    assert 0.5 < mesh.longest.min() * 10.0 / (2.0 * np.pi) < 1.2


def test_a_driven_oscillator_takes_no_more_steps_for_it() -> None:
    """Steps that control of the error chooses anyway are shorter than those that resolve the drive."""
    m = lw.Model("driven", gravity=(0, 0, 0))
    block = m.body("block", mass=1.0)
    m.connect("slide", lw.Prismatic("x"), m.ground, block)
    m.connect("spring", lw.Spring(40.0, length=1.0), m.ground.at(-1, 0, 0), block)
    m.connect("push", lw.AppliedForce((lw.Sine(1.0, 5.0), 0, 0)), block)
    run = lw.simulate(lw.compile_model(m), None, 20.0, rtol=1e-6)
    mesh = time_mesh(lw.compile_model(m), {}, 0.0, 20.0, 1e-6)
    assert mesh is not None
    assert run.certificate.step_range[1] < mesh.longest.min()


@pytest.mark.parametrize("w", [1.0, 10.0, 17.3, 50.0, 123.4])
def test_every_change_of_branch_is_found(w: float) -> None:
    wanted = np.arange(1, int(END * w / np.pi) + 1) * np.pi / w
    jumping, bending = mesh_of(lw.sign(np.sin(w * lw.t))), mesh_of(abs(np.sin(w * lw.t)))
    assert jumping is not None and bending is not None
    assert jumping.jumps.mean(axis=1) == pytest.approx(wanted, abs=1e-12)
    assert bending.stops[:-1] == pytest.approx(wanted, abs=1e-12)


def test_a_small_fast_pulse_beside_a_large_slow_force_is_found() -> None:
    mesh = mesh_of(np.sin(lw.t) + 0.01 * np.exp(-(((lw.t - 7.3) / 1e-3) ** 2)))
    assert mesh is not None
    inside = np.searchsorted(mesh.stops, 7.3)
    assert mesh.longest[inside] < 5e-3
    assert mesh.longest[0] > 1.0


def test_what_cancels_in_a_sum_costs_nothing() -> None:
    mesh = mesh_of(np.sin(lw.t) ** 2 + np.cos(lw.t) ** 2)
    assert mesh is not None
    assert len(mesh.stops) == 1
    assert mesh.longest[0] > 1.0


def test_corners_that_are_no_larger_than_the_tolerance_are_no_stops() -> None:
    x = np.linspace(0.0, END, 2001)
    fine, rough = (mesh_of(lw.Table(x, np.sin(x)), rtol) for rtol in (1e-9, 1e-3))
    assert fine is not None and rough is not None
    assert len(fine.stops) > 1900
    assert len(rough.stops) < 20


@pytest.mark.few(1)
@pytest.mark.parametrize("coordinates", ["tree", "absolute"])
def test_a_drive_of_a_moment_is_met(coordinates: str) -> None:
    """A support that is shifted within 2 ms: the block on a soft spring has moved by k d T²/2 in the end."""
    k, shift, end = 0.5, 0.01, 10.0
    m = lw.Model("support", gravity=(0, 0, 0))
    base, block = m.body("base", mass=1.0), m.body("block", mass=1.0)
    m.connect("drive", lw.Prismatic("x"), m.ground, base, drive={"displacement": lw.SmoothStep(3.0, 3.002, 0.0, shift)})
    m.connect("slide", lw.Prismatic("x"), m.ground, block)
    m.connect("spring", lw.FunctionForce(lambda e, e_dot, t: -k * e, on=lw.Displacement("x")), base, block)
    system = lw.compile_model(m, coordinates)
    run = lw.simulate(system, None, end, rtol=1e-8, atol=1e-11, method="auto" if coordinates == "tree" else "radau")
    w = np.sqrt(k)
    # The step of the quintic is as one at its middle, up to its width squared.
    assert run["block.position"][-1, 0] == pytest.approx(shift * (1.0 - np.cos(w * (end - 3.001))), abs=1e-8)


def test_gravity_over_time_is_looked_at() -> None:
    assert time_mesh(compiled(GUST, "tree", "gravity"), {}, 0.0, END, 1e-8) is not None


def test_inputs_that_read_other_outputs_and_channels_are_looked_at() -> None:
    class Shaper(lw.Active):
        """Doubles what it is given."""

        ends = 0
        inputs = ("raw",)
        outputs = ("shaped",)

        def output(self, i: Any) -> Any:
            return [2.0 * i.raw]

    class Push(lw.Active):
        measure = lw.Displacement("x")
        inputs = ("push",)

        def law(self, i: Any) -> Any:
            return i.push

    for given in ("shaper.shaped", lambda x: x["slide.displacement"] + GUST.signal.value(x["t"])):
        m = lw.Model("chain", gravity=(0, 0, 0))
        block = m.body("block", mass=1.0)
        m.connect("slide", lw.Prismatic("x"), m.ground, block)
        m.connect("shaper", Shaper(), inputs={"raw": GUST.signal})
        m.connect("push", Push(), m.ground, block, inputs={"push": given})
        for coordinates in ("tree", "absolute"):
            mesh = time_mesh(lw.compile_model(m, coordinates), {}, 0.0, END, 1e-8)
            assert mesh is not None
            assert mesh.longest.min() < 0.05


def test_times_that_parameters_decide_follow_them() -> None:
    at, width = lw.Parameter("at", 5.0), lw.Parameter("width", 0.01)
    value = np.exp(-(((lw.t - at) / width) ** 2)) / width
    system = compiled(Pulse("", value, np.zeros_like, KNOTS), "tree", "load")
    rng = np.random.default_rng(3)
    places, widths = rng.uniform(1.0, 19.0, 40), 10.0 ** rng.uniform(-4.0, -1.0, 40)
    for method in ("auto", "dopri5"):
        many = lw.simulate_many(system, {"at": places, "width": widths}, END, times=3, method=method)
        assert many.u[:, -1, 0] == pytest.approx(np.full(40, np.sqrt(np.pi)), abs=1e-7)
    for value in (places[0], places[1]):
        run = lw.simulate(system, system.state({"at": value}), END)
        assert run["slide.displacement_dot"][-1] == pytest.approx(np.sqrt(np.pi), abs=1e-8)


def test_members_pass_jumps_at_times_of_their_own() -> None:
    at = lw.Parameter("at", 5.0)
    system = compiled(Pulse("", lw.where(lw.t > at, 1.0, 0.0), np.zeros_like, KNOTS), "tree", "load")
    places = np.linspace(0.5, 9.5, 19)
    many = lw.simulate_many(system, {"at": places}, 10.0, times=5)
    assert many.u[:, -1, 0] == pytest.approx(10.0 - places, abs=1e-11)
    assert many.q[:, -1, 0] == pytest.approx(0.5 * (10.0 - places) ** 2, abs=1e-11)


def test_an_action_that_moves_a_pulse_moves_the_stops() -> None:
    at = lw.Parameter("at", 2.0)
    value = lw.where((lw.t > at) & (lw.t < at + 1e-3), 1000.0, 0.0)
    system = compiled(Pulse("", value, np.zeros_like, KNOTS), "tree", "load")
    late = lw.Event("late", lambda x: x["t"] - 4.0, action=lambda s, state: state.with_values({"at": 7.0}))
    run = lw.simulate(system, None, 10.0, events=[late])
    assert run["slide.displacement_dot"][-1] == pytest.approx(2.0, abs=1e-10)
    assert run.at(6.0)["slide.displacement_dot"] == pytest.approx(1.0, abs=1e-10)


@pytest.mark.few(3)
@pytest.mark.parametrize(
    ("coordinates", "method"), [("tree", "dop853"), ("tree", "radau"), ("absolute", "auto"), ("absolute", "weak2")]
)
def test_a_run_that_is_resumed_between_pulses_is_uninterrupted(coordinates: str, method: str, tmp_path: Path) -> None:
    x = np.array([0.0, 2.0, 2.01, 2.02, 6.0, 6.01, 6.02, 10.0])
    table = lw.Table(x, [0, 0, 100.0, 0, 0, -100.0, 0, 0])
    pulse = Pulse("", table.value(lw.t) + lw.where(lw.t > 8.0, 1.0, 0.0), np.zeros_like, x)
    system = compiled(pulse, coordinates, "load")

    def stopped(system: Any, state: lw.State) -> None:
        signal.raise_signal(signal.SIGINT)

    def run(action: Any, output: lw.Output) -> lw.Trajectory:
        start = None if output.resume else system.rest
        stop = lw.Event("middle", lambda x: x["t"] - 4.0, action=action)
        more = {"h": lw.Adaptive()} if method == "weak2" else {}
        return lw.simulate(system, start, 10.0, method=method, rtol=1e-6, events=[stop], output=output, **more)

    whole = run(lambda system, state: None, lw.Output())
    mark = tmp_path / "check"
    assert run(stopped, lw.Output(checkpoint=mark)).certificate.status == "paused"
    resumed = run(lambda system, state: None, lw.Output(resume=mark))
    for name in ("t", "q", "u"):
        assert np.allclose(getattr(resumed, name), getattr(whole, name), rtol=0.0, atol=1e-12), name
    assert whole["block.velocity"][-1, 0] == pytest.approx(2.0, abs=1e-3)


@pytest.mark.parametrize(
    ("coordinates", "method"),
    [("tree", "rk4"), ("tree", "generalized_alpha"), ("absolute", "generalized_alpha"), ("absolute", "weak1")],
)
def test_fixed_steps_that_miss_a_pulse_are_doubted_by_name(coordinates: str, method: str) -> None:
    system = compiled(GUST, coordinates, "load")
    with pytest.warns(lw.VerdictWarning):
        run = lw.simulate(system, None, END, method=method, h=0.05, times=11)
        said = str(run.verdict)
        assert run["block.velocity"][-1, 0] != pytest.approx(np.sqrt(np.pi), rel=1e-2)
    assert run.verdict.level != "good"
    notes = [note for note in run.certificate.notes if "'push'" in note]
    assert len(notes) == 1, said
    assert "is not met by steps of 0.05 s, at whose ends and middles its integral is" in notes[0]
    assert "take shorter ones, or a method that chooses them" in notes[0]


def test_fixed_steps_that_resolve_a_pulse_are_good() -> None:
    run = lw.simulate(compiled(GUST, "tree", "load"), None, END, method="rk4", h=0.005, times=11)
    assert run["block.velocity"][-1, 0] == pytest.approx(np.sqrt(np.pi), rel=1e-6)
    assert run.verdict.is_good


def test_what_may_hide_in_foreign_code_is_said_with_the_width_of_the_look() -> None:
    def force(t: float) -> float:
        return float(100.0 * np.exp(-(((t - 7.3) / 0.05) ** 2)))

    given = lw.opaque(force, 1)
    pulse = Pulse("", lw.Expression(lambda t: given(t)), np.zeros_like, KNOTS)
    run = lw.simulate(compiled(pulse, "tree", "law"), None, END, rtol=1e-6)
    assert run["slide.displacement_dot"][-1] == pytest.approx(5.0 * np.sqrt(np.pi), rel=1e-5)
    said = (
        "connection 'push': inputs over time in foreign code were looked at every 0.0049 s; a shorter pulse could hide"
    )
    assert said in str(run.certificate.notes)


def test_what_changes_too_often_to_be_looked_at_is_doubted() -> None:
    mesh = mesh_of(lw.sign(np.sin(1e6 * lw.t**2)), end=100.0)
    assert mesh is not None
    assert any("too often" in note and "a shorter pulse could hide" in note for note in mesh.notes)


@pytest.mark.few(1)
@pytest.mark.parametrize("coordinates", ["tree", "absolute"])
def test_sensitivities_through_a_short_pulse_are_those_of_its_integrals(
    coordinates: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    at, width, size = lw.Parameter("at", 3.0), lw.Parameter("width", 0.02), lw.Parameter("size", 5.0)
    value = size * np.exp(-(((lw.t - at) / width) ** 2))
    system = compiled(Pulse("", value, np.zeros_like, KNOTS), coordinates, "load")
    taken: list[float] = []
    step = VariationalSteps._step

    def counted(self: VariationalSteps, Y: np.ndarray, p: np.ndarray, h: float, *states: Any) -> Any:
        taken.append(h)
        return step(self, Y, p, h, *states)

    monkeypatch.setattr(VariationalSteps, "_step", counted)
    found = lw.sensitivities(system, None, 5.0, parameters=[at, width, size])
    # Before the pulse derivatives are too small for any step to be short beside them: halved there they were some 10⁵.
    assert len(taken) < 3 * len(found.run.t) < 3000
    assert found.verdict.is_good
    by = np.asarray(found["block.position"].gradient)[-1, 0]
    impulse = 5.0 * 0.02 * np.sqrt(np.pi)
    assert by == pytest.approx([-impulse, 2.0 * impulse / 0.02, 2.0 * impulse / 5.0], rel=1e-6)


def test_sensitivities_by_the_time_of_a_jump_of_gravity_are_refused() -> None:
    at = lw.Parameter("at", 3.0)
    system = compiled(Pulse("", lw.where(lw.t > at, 1.0, 0.0), np.zeros_like, KNOTS), "tree", "gravity")
    inputs = system.functions.inputs_over_time
    refuse_moved_jumps(inputs, ["mass"])
    with pytest.raises(lw.ModelError, match="what gravity is given jumps at a time that the Parameter 'at' decides"):
        refuse_moved_jumps(inputs, ["at"])
