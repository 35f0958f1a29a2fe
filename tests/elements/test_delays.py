"""Laws that look back: delays against solutions of the delay equation by the method of steps, in both formulations."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import linkwork as lw
from linkwork.contract import ModelError
from tests.elements.delayed_springs import (
    DELAY,
    END,
    LONG,
    SHORT,
    START,
    STIFFNESS,
    absolute_system,
    exact,
    on_a_rail,
    regulated,
    regulator_system,
    spring_system,
    two_delays_system,
)
from tests.implicit_tables import GAUSS4, MIDPOINT, SDIRK3


@cache
def spring_run() -> lw.Trajectory:
    start = spring_system().state({"rail.displacement": START})
    return lw.simulate(spring_system(), start, END, rtol=1e-11, atol=1e-13)


@pytest.mark.seed("S0.4")
def test_delayed_spring_is_the_polynomial_of_the_delay_equation() -> None:
    """To 1e-8 is asked for; states between steps, and forces at rows and at states of the run, included."""
    run, times = spring_run(), np.linspace(0.0, END, 40)
    found = [run.at(t).q[0] for t in times]
    np.testing.assert_allclose(found, [exact(t) for t in times], atol=1e-11)
    np.testing.assert_allclose(run["spring.force"], [-STIFFNESS * exact(t - DELAY) for t in run.t], atol=1e-9)
    state = run.at(1.01)
    force = spring_system().channels(state)["spring.force"]
    assert force == pytest.approx(-STIFFNESS * exact(1.01 - DELAY), abs=1e-9)
    assert all(np.abs(run.t - t).min() < 1e-12 for t in (DELAY, 2 * DELAY)), "where derivatives up to the fourth jump"


@pytest.mark.seed("S0.4")
def test_work_of_a_delayed_spring_is_counted() -> None:
    run = spring_run()
    assert np.abs(run.energy_balance).max() < 1e-9
    share = run.energy_budget["spring"]
    assert share.stored is None and share.lost is None
    assert -share.work == pytest.approx(0.5 * run["rail.displacement_dot"][-1] ** 2, rel=1e-9)
    assert "spring: delayed values are interpolated with an error of" in str(run.certificate)
    assert run.success


@pytest.mark.seed("S0.4")
@pytest.mark.parametrize("coordinates", ["tree", "absolute"])
def test_elements_in_time_follow_a_delayed_law(coordinates: str) -> None:
    system = spring_system() if coordinates == "tree" else absolute_system()
    start = system.rest.with_values({"rail.displacement" if coordinates == "tree" else "slider.x": START})
    run = lw.simulate(system, start, 0.65, method="weak3", h=0.05)
    np.testing.assert_allclose(run["slider.position"][:, 0], [exact(t) for t in run.t], atol=1e-9)
    np.testing.assert_allclose(run["spring.force"], [-STIFFNESS * exact(t - DELAY) for t in run.t], atol=1e-7)


def solved_step_by_step(end: float) -> Any:
    """x(t) by SciPy on a mesh of all sums of delays, at 1e-12."""
    pieces: list[tuple[float, float, Any]] = []

    def past(t: float) -> Any:
        if t <= 0.0:
            return 0.2 * np.cos(2 * t), -0.4 * np.sin(2 * t)
        return next(f(t) for a, b, f in pieces if a <= t <= b + 1e-12)

    def rates(t: float, y: Any) -> list[float]:
        (e_1, d_1), (e_2, _) = past(t - SHORT), past(t - LONG)
        return [y[1], -30.0 * y[0] - 4.0 * e_1 - 0.8 * d_1 - 3.0 * e_2**3 + 0.3 * np.sin(3 * t)]

    sums = {round(i * SHORT + j * LONG, 12) for i in range(9) for j in range(4)}
    y = [0.2, 0.0]
    for a, b in pairwise(sorted({0.0, end, *(x for x in sums if x < end)})):
        found = solve_ivp(rates, (a, b), y, "DOP853", dense_output=True, rtol=1e-12, atol=1e-14)
        pieces.append((a, b, found.sol))
        y = found.y[:, -1]
    return past


@pytest.mark.seed("S0.4")
@pytest.mark.parametrize(
    ("method", "options", "within"),
    [
        ("auto", {"rtol": 1e-10, "atol": 1e-12}, 1e-11),
        ("radau", {"rtol": 1e-9, "atol": 1e-11}, 1e-9),
        ("rk4", {"h": 2e-3}, 1e-8),
    ],
)
def test_two_delays_of_values_and_rates(method: str, options: dict[str, float], within: float) -> None:
    system, past = two_delays_system(), solved_step_by_step(1.0)
    run = lw.simulate(system, system.state({"rail.displacement": 0.2}), 1.0, method=method, times=9, **options)
    np.testing.assert_allclose(run.q[1:, 0], [past(t)[0] for t in run.t[1:]], atol=within)


@pytest.mark.parametrize("coordinates", ["tree", "absolute"])
@pytest.mark.parametrize(
    ("method", "within"),
    [("rk4", 5e-10), ("generalized_alpha", 2e-5), (SDIRK3, 2e-8), (MIDPOINT, 2e-5), (GAUSS4, 3e-10)],
    ids=lambda x: getattr(x, "name", x),
)
def test_steps_of_given_length_stay_whole(coordinates: str, method: Any, within: float) -> None:
    """Polynomials of steps are of degree 1 for the midpoint rule, which were divided 5,369 times, to 6e-7 s."""
    system = regulator_system(coordinates)
    run = lw.simulate(system, lw.assemble(system), 0.5, method=method, h=0.01)
    certificate = run.certificate
    assert certificate.steps == 50 and certificate.step_range == pytest.approx((0.01, 0.01))
    wanted = [regulated(0.05 * k) for k in range(1, 11)]
    np.testing.assert_allclose(run["rail.displacement"][5::5], wanted, atol=within)
    assert "interpolated between ends of steps, to " in str(certificate)
    assert "steps of 0.01 s" in certificate.verdict.reasons[0] and "shorter" not in str(certificate)


def test_steps_that_meet_jumps_are_said_to_be_shorter() -> None:
    """A delay of 7 and 1/7 steps: one is shorter before each of the jumps at 0.05, 0.1, 0.15 and 0.2 s."""
    system = regulator_system("tree")
    certificate = lw.simulate(system, lw.assemble(system), 0.5, method="rk4", h=0.007).certificate
    assert certificate.steps <= 0.5 / 0.007 + 5 and certificate.step_range == pytest.approx((0.001, 0.007))
    assert "steps of 0.007 s and shorter" in certificate.verdict.reasons[0]


def test_the_error_between_ends_of_steps_is_of_their_order() -> None:
    """What the certificate reports of the midpoint rule, whose rates and slopes differ in O(h²)."""
    system, told = regulator_system("tree"), []
    for h in (0.01, 0.0025):
        run = lw.simulate(system, lw.assemble(system), 0.5, method=MIDPOINT, h=h)
        told += [float(x) for x in re.findall(r"steps, to ([0-9.e-]+) of the largest", str(run.certificate))]
    assert told[0] / told[1] == pytest.approx(16.0, rel=0.2)
    assert lw.simulate(system, lw.assemble(system), 5.0, method=MIDPOINT, h=0.01).certificate.steps == 500


def test_a_run_goes_on_from_a_checkpoint_to_the_same_bits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Across a jump of the velocity, which is felt again one delay after the other."""
    from linkwork.analyses.steppers.run import Run

    def bounce(system: Any, state: Any) -> dict[str, float]:
        return {"rail.displacement_dot": -0.7 * state["rail.displacement_dot"]}

    system, path = two_delays_system(), tmp_path / "half"
    given: dict[str, Any] = {"events": [lw.Event("hit", lambda x: x["t"] - 0.4, action=bounce)], "rtol": 1e-9}
    whole = lw.simulate(system, system.state({"rail.displacement": 0.2}), 1.0, **given)
    usual = Run._after_piece
    stopped: list[float] = []

    def stop(self: Any, progress: Any) -> bool:
        found = usual(self, progress)
        if self.stepper.t > 0.62 and not stopped:
            stopped.append(self.stepper.t)
            self._save(path)
            return True
        return found

    monkeypatch.setattr(Run, "_after_piece", stop)
    half = lw.simulate(
        system, system.state({"rail.displacement": 0.2}), 1.0, output=lw.Output(checkpoint=path), **given
    )
    rest = lw.simulate(system, t_end=1.0, output=lw.Output(resume=path), **given)
    assert half.t[-1] < 0.9
    np.testing.assert_array_equal(rest.q, whole.q)
    np.testing.assert_array_equal(rest["spring.force"], whole["spring.force"])


def test_a_run_from_a_file_knows_its_past(tmp_path: Path) -> None:
    run = spring_run()
    run.save(tmp_path / "run.nc")
    back = lw.load_run(tmp_path / "run.nc")
    np.testing.assert_allclose(back["spring.force"], run["spring.force"], rtol=1e-13)
    assert back.at(0.77).q[0] == pytest.approx(exact(0.77), abs=1e-11)


def test_members_of_an_ensemble_keep_their_own_past() -> None:
    system = spring_system()
    places = START, 0.5 * START
    members = [system.state({"rail.displacement": x}) for x in places]
    found = lw.simulate_many(system, members, 0.8, times=3, output=lw.Output(progress=False))
    for k, place in enumerate(places):
        np.testing.assert_allclose(found.q[k, :, 0], [exact(t, place) for t in found.t], atol=1e-8)


@pytest.mark.few(1)
@pytest.mark.parametrize("coordinates", ["tree", "absolute"])
def test_before_the_start_all_is_at_rest(coordinates: str) -> None:
    """A law of the past rate alone does nothing for one delay, although the start moves."""
    law = lw.DelayedFormula("-10*e_dot_delayed", delay=DELAY, history="start", on=lw.Displacement("x"))
    m = on_a_rail(law)
    system = lw.compile_model(m, coordinates)
    speed = {"rail.displacement_dot": 2.0} if coordinates == "tree" else {"slider.v_x": 2.0}
    run = lw.simulate(system, system.rest.with_values(speed), 0.9 * DELAY, times=3)
    np.testing.assert_allclose(run["spring.force"], 0.0, atol=1e-12)
    np.testing.assert_allclose(run["slider.position"][:, 0], 2.0 * run.t, atol=1e-12)


def test_backward_differentiation_begins_anew_behind_every_piece_of_the_past() -> None:
    pytest.importorskip("sksundae")
    run = lw.simulate(spring_system(), spring_run().state(0), 0.65, method="bdf", rtol=1e-9)
    np.testing.assert_allclose(run["slider.position"][:, 0], [exact(t) for t in run.t], atol=1e-6)


@pytest.mark.parametrize("coordinates", ["tree", "absolute"])
def test_numbers_of_the_past_that_no_row_reads_are_not_kept(coordinates: str) -> None:
    system = spring_system() if coordinates == "tree" else absolute_system()
    start = system.rest.with_values({"rail.displacement" if coordinates == "tree" else "slider.x": START})
    method: dict[str, Any] = {} if coordinates == "tree" else {"method": "weak3", "h": 0.1}
    run = lw.simulate(system, start, 0.4, times=2, **method)
    rows = [row for row, _ in run.parameter_changes]
    assert rows == sorted(set(rows)) and rows[-1] == 1, "one for each row at most"
    assert run["spring.force"][-1] == pytest.approx(-STIFFNESS * exact(0.4 - DELAY), abs=1e-6)


def test_mesh_points_of_many_delays_are_few() -> None:
    """Sums of up to three of eight delays of rates, whose number is C(11, 3) = 165, and of the same after an action."""
    delays = tuple(0.1 + 0.01 * np.sqrt([2, 3, 5, 7, 11, 13, 17, 19]))
    text = "".join(f"-0.1*e_dot_delayed_{k + 1}" for k in range(8))
    model = on_a_rail(lw.DelayedFormula(text, delay=delays, history=START, on=lw.Displacement("x")))
    system = lw.compile_model(model)
    run = lw.simulate(system, system.state({"rail.displacement_dot": 1.0}), 0.8, rtol=1e-6)
    (pieces,) = re.findall(r"in (\d+) pieces", str(run.certificate))
    assert 165 <= int(pieces) < 220


def test_a_past_grows_where_its_room_is_used_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Room for eight knots and two jumps at first; what lies too far back gives way."""
    monkeypatch.setattr("linkwork.run.past.KNOTS_AT_FIRST", 8)
    monkeypatch.setattr("linkwork.run.past_memory.JUMPS", 2)
    run = lw.simulate(spring_system(), spring_run().state(0), END, rtol=1e-11, atol=1e-13)
    np.testing.assert_array_equal(run.q, spring_run().q)


@pytest.mark.parametrize("coordinates", ["tree", "absolute"])
def test_what_was_measured_stays_where_values_of_parameters_change(coordinates: str) -> None:
    """A cart at x = t² is measured from a place L: F = L(t − τ) − (t − τ)², with τ from the state and from an action.

    Longer delays than that of the Parameter reach back to the start; a place that jumps at 1 s is seen τ later.
    """
    tau, place, m = lw.Parameter("tau", 0.2), lw.Parameter("place", 0.0), lw.Model("measured", gravity=(0, 0, 0))
    cart = m.body("cart", mass=1.0)
    m.connect("rail", lw.Prismatic("x"), m.ground, cart, drive={"displacement": lw.t**2})
    law = lw.DelayedFormula("-e_delayed", delay=tau, history=0.0, on=lw.Displacement("x"))
    m.connect("law", law, m.ground.at(place, 0, 0), cart)
    system = lw.compile_model(m, coordinates)
    changed = {"tau": 0.9, "place": 0.5}
    at_one = lw.Event("change", lambda x: x["t"] - 1.0, direction="rising", action=lambda system, state: changed)
    start, times = lw.assemble(system).with_values({"tau": 0.6}), np.array([0.3, 0.8, 1.2, 1.7, 2.1])
    run = lw.simulate(system, start, times=[0.0, *times], events=[at_one])
    s = times - np.where(times < 1.0, 0.6, 0.9)
    expected = np.where(s < 0.0, 0.0, np.where(s > 1.0, 0.5, 0.0) - s**2)
    np.testing.assert_allclose(run["law.force"][1:].ravel(), expected, atol=1e-8)


def test_a_run_from_a_state_of_another_tells_that_it_has_no_past_of_it() -> None:
    begun = lw.simulate(spring_system(), spring_run().at(0.6), 0.8, times=2)
    assert any("spring: the run begins at a state of another run" in note for note in begun.certificate.notes)
    assert not any("another run" in note for note in spring_run().certificate.notes)


class Backlash(lw.Force):
    """A law of one's own that looks back; before the run all is as at its start."""

    measure = lw.Vector()
    delays: ClassVar[tuple[float, ...]] = (0.2,)

    def law(self, e: Any, e_dot: Any, delayed: Any) -> Any:
        return -5.0 * (e - delayed[0].e) - e_dot


def test_a_law_of_ones_own_looks_back_on_several_numbers() -> None:
    """Its past is that of the start: at first ẍ = −5 (x − x₀) − ẋ in each direction."""
    m = lw.Model("own", gravity=(0, 0, 0))
    ball = m.body("ball", mass=1.0, inertia=(1, 1, 1))
    m.connect("free", lw.Free(), m.ground, ball, initial={"x": 0.3, "y": -0.1, "v_x": 1.0, "v_z": -0.5})
    m.connect("law", Backlash(), m.ground, ball)
    system = lw.compile_model(m)
    run = lw.simulate(system, t_end=0.2, rtol=1e-10, atol=1e-12)
    root = np.sqrt(5.0 - 0.25)
    moved = np.exp(-0.1) * np.sin(0.2 * root) / root
    np.testing.assert_allclose(run["ball.position"][-1], [0.3 + moved, -0.1, -0.5 * moved], atol=1e-9)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (
            lambda: lw.DelayedFormula("-e_delayed", delay=-0.1, history=0.0),
            "a delay of -0.1 s; a delay must be po",
        ),
        (lambda: lw.DelayedFormula("-e_delayed", delay=0.1), "DelayedFormula: history is missing, what was measured"),
        (lambda: lw.DelayedFormula("-e_late", delay=0.1, history=0.0), "there is no name 'e_late'"),
        (lambda: lw.DelayedFormula("-e_delayed", delay=(), history=0.0), "give one time, or several in a list"),
        (lambda: lw.DelayedFormula("-e_delayed", delay=0.1, history="x"), "there is no name 'x'. There are t"),
        (
            lambda: lw.DelayedForce(lambda e_delayed: -e_delayed, lw.Parameter("tau", -0.1), 0.0),
            "a delay of -0.1 s; a delay must be positive",
        ),
        (
            lambda: lw.DelayedForce(lambda e_delayed: -e_delayed, 0.1, "begin"),
            "history = 'begin': give numbers, a function of time, 'start', or a formula of t; .*no name 'begin'",
        ),
        (lambda: lw.DelayedForce(lambda x: -x, 0.1, 0.0), "cannot be given 'x'; it may ask for e, e_dot, e_delayed"),
        (
            lambda: on_a_rail(lw.DelayedFormula("-e_delayed", delay=0.1, history=(0.0, 1.0))),
            "connection 'spring': its past gives 2 numbers, and 1 are measured",
        ),
    ],
)
def test_delays_that_cannot_be_are_named(make: Any, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        make()


@pytest.mark.parametrize(
    ("analysis", "message"),
    [
        (lambda s: lw.kinematics(s, s.rest, t_end=1.0), "kinematics: connection 'spring'.*lw.simulate moves driven"),
        (lambda s: lw.share(s, s.rest), "share: connection 'spring'.*a law of the present"),
        (lambda s: lw.RealTime(s, h=0.5), "RealTime: connection 'spring'.*shorter than the step of 0.5 s"),
    ],
)
def test_what_cannot_carry_a_past_says_so(analysis: Any, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        analysis(spring_system())


def test_a_state_hides_the_numbers_of_the_past() -> None:
    assert "late" not in repr(spring_run().final) and "past" not in repr(spring_run().final)
