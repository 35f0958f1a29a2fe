"""The estimated error of a motion against closed forms; chaos is told as such; what is not judged says so."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.special import ellipj, ellipk

import linkwork as lw
from linkwork.analyses.steppers import second_run
from linkwork.analyses.steppers.second_run import SecondRun
from tests.absolute_models import carried

OMEGA = 2.0 * np.pi


def oscillator(coordinates: str = "tree") -> tuple[lw.System, lw.State]:
    m = lw.Model("oscillator", gravity=(0, 0, 0))
    block = m.body("block", mass=1.0, inertia=(1, 1, 1))
    m.connect("x", lw.Prismatic("x"), m.ground, block)
    m.connect("k", lw.Spring(stiffness=OMEGA**2, length=1.0), m.ground.at(-1.0, 0, 0), block)
    system = lw.compile_model(m)
    start = system.state({"x.displacement": 0.1})
    if coordinates == "tree":
        return system, start
    other = lw.compile_model(m, coordinates)
    return other, carried(system, other, start)


def chain(count: int) -> lw.Model:
    m = lw.Model(f"chain of {count}")
    before = m.ground
    for k in range(count):
        rod = m.body(f"b{k}", lw.Rod(length=0.5, mass=1.0))
        m.connect(f"J{k}", lw.Revolute("y"), before if k == 0 else before.at(0.5, 0, 0), rod)
        before = rod
    return m


@pytest.fixture(scope="module")
def pendulum() -> lw.System:
    return lw.compile_model(chain(1))


@pytest.fixture(scope="module")
def triple() -> tuple[lw.System, lw.State]:
    system = lw.compile_model(chain(3))
    return system, system.state({f"J{k}.angle": 0.3 * (k + 1) for k in range(3)})


def swung(t: np.ndarray, angle: float) -> np.ndarray:
    """The angle from the vertical of a rod of 0.5 m that is let go at an angle: sin(φ/2) = k sn(K − ωt, k)."""
    k, omega = np.sin(angle / 2), np.sqrt(1.5 * 9.81 / 0.5)
    return 2.0 * np.arcsin(k * ellipj(ellipk(k**2) - omega * t, k**2)[0])


@pytest.mark.parametrize("coordinates", ["tree", "absolute"])
@pytest.mark.parametrize(("h", "level"), [(0.05, "doubtful"), (0.002, "good")])
def test_the_phase_of_fixed_steps_is_judged(coordinates: str, h: float, level: str) -> None:
    system, start = oscillator(coordinates)
    run = lw.simulate(system, start, 3.0, method="generalized_alpha", h=h)
    place = run["block.position"][:, 0]
    error = np.abs(place - 0.1 * np.cos(OMEGA * run.t)).max() / 0.1
    assert (error > 0.01) == (level == "doubtful")
    assert run.verdict.level == level, run.verdict
    assert error / 3.0 < run.certificate.compared.error < 3.0 * error
    if level == "doubtful":
        assert run.verdict.codes[-1] == "motion" and f"take a shorter step than h = {h:g}" in str(run.verdict)
        assert f"by a second run with steps of {0.5 * h:g} s" in str(run.verdict)


@pytest.mark.parametrize(
    ("method", "rtol", "level"),
    [
        ("auto", 1e-3, "doubtful"),
        ("auto", 1e-6, "good"),
        ("auto", 1e-9, "good"),
        ("radau", 1e-3, "doubtful"),
        ("radau", 1e-6, "good"),
        ("generalized_alpha", 1e-4, "doubtful"),
    ],
)
def test_loose_tolerances_are_doubtful_where_the_motion_is_wrong(
    pendulum: lw.System, method: str, rtol: float, level: str
) -> None:
    start = pendulum.state({"J0.angle": 0.3})
    run = lw.simulate(pendulum, start, 20.0, times=201, method=method, rtol=rtol, atol=0.01 * rtol)
    exact = np.pi / 2 - swung(run.t, np.pi / 2 - 0.3)
    error = np.abs(run["J0.angle"] - exact).max() / np.abs(exact).max()
    assert (error > 0.005) == (level == "doubtful")
    assert run.verdict.level == level, run.verdict
    assert 0.3 * error < run.certificate.compared.error < 10.0 * error
    assert level == "good" or run.verdict.codes == ("motion",)


def test_neighbours_that_diverge_are_told(triple: tuple[lw.System, lw.State]) -> None:
    system, start = triple
    exact = lw.simulate(system, start, 20.0, times=2, rtol=1e-12, atol=1e-14)
    beside = start.with_values({"J0.angle": start["J0.angle"] + 1e-9})
    grown = np.abs(lw.simulate(system, beside, 20.0, times=2, rtol=1e-12, atol=1e-14).q[-1] - exact.q[-1]).max() / 1e-9
    assert grown > 1e7
    run = lw.simulate(system, start, 20.0, rtol=1e-6, atol=1e-8)
    assert np.abs(run.q[-1] - exact.q[-1]).max() > 0.1
    assert run.verdict.level == "doubtful" and run.verdict.codes == ("chaos",), run.verdict
    assert run.verdict.in_short == "doubtful: chaotic" and "neighbouring motions diverge" in str(run.verdict)
    assert 0.01 * grown < run.certificate.compared.growth < 100.0 * grown
    # The same motion as long as errors are small, or computed so closely that they stay so.
    assert lw.simulate(system, start, 3.0, rtol=1e-6, atol=1e-8).verdict.is_good
    assert exact.verdict.is_good and "although it is chaotic" in str(exact.verdict)


def test_the_residual_of_a_fixed_point_is_no_motion() -> None:
    """Steps of one length leave a speed of 1e-6 m/s at the fixed point of a top, which says nothing of its motion."""
    m = lw.Model("top")
    top = m.body("top", mass=1.0, inertia=(0.02, 0.02, 0.01), com=(0, 0, 0.2))
    m.connect("J", lw.Spherical(), m.ground, top)
    start = {"top.e0": np.cos(0.25), "top.e1": np.sin(0.25), "top.w_z": 20.0}
    run = lw.simulate(lw.compile_model(m, "absolute"), start, 0.2, method="generalized_alpha", h=1e-3)
    assert 0.0 < np.abs(run["top.velocity"]).max() <= run.certificate.velocity_error < 1e-6
    assert run.verdict.is_good


def test_other_steps_of_a_loose_run_are_no_chaos() -> None:
    """A four-bar has one freedom, and no friction: neighbours diverge as the time, not as its exponential."""
    m = lw.Model("four-bar")
    crank, coupler, rocker = (
        m.body(name, lw.Rod(length=x, mass=1.0)) for name, x in (("a", 0.1), ("b", 0.4), ("c", 0.35))
    )
    m.connect("A", lw.Revolute("y"), m.ground, crank)
    m.connect("B", lw.Revolute("y"), crank.at(0.1, 0, 0), coupler)
    m.connect("C", lw.Revolute("y"), coupler.at(0.4, 0, 0), rocker.at(0.35, 0, 0))
    m.connect("D", lw.Revolute("y"), m.ground.at(0.3, 0, 0), rocker)
    system = lw.compile_model(m)
    starts = [
        lw.assemble(system, fixed={"A.angle": -0.5 + x}, guess={"B.angle": -1.0, "C.angle": 2.0}) for x in (0.0, 1e-7)
    ]
    exact, beside = (lw.simulate(system, start, 20.0, times=201, rtol=1e-11, atol=1e-13) for start in starts)
    assert np.abs(exact.q - beside.q).max() < 1e3 * 1e-7
    for rtol in (1e-3, 3e-4, 1e-4):
        run = lw.simulate(system, starts[0], 20.0, times=201, method="dop853", rtol=rtol, atol=0.01 * rtol)
        error = max(np.abs(a - b).max() / np.abs(b).max() for a, b in ((run.q, exact.q), (run.u, exact.u)))
        assert "chaos" not in run.verdict.codes, run.verdict
        assert 0.1 * error < run.certificate.compared.error < 10.0 * error
        assert run.verdict.is_good == (run.certificate.compared.error < 5e-3)


@pytest.mark.parametrize("coordinates", ["tree", "absolute"])
def test_growth_is_measured_in_both_formulations(pendulum: lw.System, coordinates: str) -> None:
    start = pendulum.state({"J0.angle": -np.pi / 2 + 1e-4})  # nearly upright: it falls, and comes up again
    system = pendulum
    if coordinates == "absolute":
        system = lw.compile_model(chain(1), coordinates)
        start = carried(pendulum, system, start)
    run = lw.simulate(system, start, 4.0, rtol=1e-4, atol=1e-6, times=9)
    # Until it has fallen, a small change grows as exp(ω t), ω² = 3 g / (2 l): from 1e-4 to 1, ten thousand times.
    assert 1e3 < run.certificate.compared.growth < 1e7
    assert run.verdict.level == "doubtful" and run.verdict.codes[0] in ("motion", "chaos"), run.verdict


def creeping() -> tuple[lw.System, lw.State]:
    m = lw.Model("van der Pol", gravity=(0, 0, 0))
    block = m.body("block", mass=1.0)
    m.connect("x", lw.Prismatic("x"), m.ground, block)
    m.connect("f", lw.FormulaForce("-e + 100*(1 - e**2)*e_dot", on=lw.Displacement("x")), m.ground, block)
    system = lw.compile_model(m)
    return system, system.state({"x.displacement": 2.0})


@pytest.mark.parametrize(
    "options",
    [{"rtol": 1e-3, "atol": 1e-5}, {"rtol": 1e-3, "atol": 1e-5, "method": "radau"}, {"method": "rk4", "h": 0.0046}],
)
def test_a_creeping_motion_is_no_false_alarm(options: dict[str, Any]) -> None:
    system, start = creeping()
    run = lw.simulate(system, start, 5.0, times=101, **options)
    exact = solve_ivp(
        lambda t, y: [y[1], -y[0] + 100.0 * (1.0 - y[0] ** 2) * y[1]],
        (0.0, 5.0),
        [2.0, 0.0],
        "Radau",
        rtol=1e-9,
        atol=1e-11,
    ).y[:, -1]
    assert np.abs(run["x.displacement"][-1] - exact[0]) < 1e-3
    c = run.certificate
    assert c.energy_error > 0.01 * c.energy_scale  # more than tolerances explain of the energy in motion
    assert run.verdict.is_good, run.verdict
    assert f"{c.energy_error / c.energy_passed:.0e} of what dampers exchange" in str(run.verdict)
    # ∫ 100 (e² − 1) v² dt at the speed v = −e / (100 (e² − 1)) at which both parts of the force balance.
    e = run["x.displacement"]
    assert c.energy_passed == pytest.approx(np.trapezoid(e**2 / (100.0 * (e**2 - 1.0)), run.t), rel=0.05)


def test_dampers_do_not_hide_a_loss() -> None:
    m = lw.Model("damped", gravity=(0, 0, 0))
    block = m.body("block", mass=1.0, inertia=(1, 1, 1))
    m.connect("x", lw.Prismatic("x"), m.ground, block)
    m.connect("k", lw.Spring(stiffness=OMEGA**2, damping=0.5, length=1.0), m.ground.at(-1.0, 0, 0), block)
    system = lw.compile_model(m)
    run = lw.simulate(system, system.state({"x.displacement": 0.1}), 20.0, method="rk4", h=0.3)
    first = 0.5 * OMEGA**2 * 0.01
    assert run.certificate.energy_passed < 3.0 * first  # no more than there was, however often it swings
    assert run.verdict.is_bad and run.verdict.codes[0] == "energy"


def test_the_sentence_says_what_was_measured_and_requested(pendulum: lw.System) -> None:
    run = lw.simulate(pendulum, pendulum.state({"J0.angle": 0.3}), 2.0, rtol=1e-6, atol=1e-8)
    c = run.certificate
    share = c.energy_error / c.energy_scale
    assert share <= 1e-6
    assert str(run.verdict) == (
        f"good: energy and constraints hold to the requested tolerance (energy balance error {share:.0e}, requested "
        f"1e-06); estimated error of the motion {c.compared.error:.0e}"
    )
    alpha = lw.simulate(pendulum, pendulum.state({"J0.angle": 0.3}), 2.0, method="generalized_alpha", rtol=1e-6)
    assert alpha.certificate.energy_error > 1e-6 * alpha.certificate.energy_scale
    assert f" after {alpha.certificate.steps} steps with 1e-06 requested for each; est" in str(alpha.verdict)
    assert "requested tolerance" not in str(alpha.verdict)


def test_numbers_are_read_without_a_second_run(pendulum: lw.System, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []
    compare = SecondRun.compare
    monkeypatch.setattr(SecondRun, "compare", lambda self, run: made.append(1) or compare(self, run))
    run = lw.simulate(pendulum, pendulum.state({"J0.angle": 0.3}), 1.0)
    many = lw.simulate_many(pendulum, {"J0.angle": np.linspace(0.1, 1.0, 50)}, 1.0)
    run["J0.angle"], run.final, run.at(0.5), run.success, run.status, many["J0.angle"], many.success
    assert not made
    assert run.verdict.is_good and str(run.certificate) and repr(run) and run.resample(5).verdict.is_good
    assert len(made) == 1
    assert many.verdict.is_good and len(made) == 17
    assert str(many.verdicts[1]).endswith("(phase) not judged: 16 of 50 members were repeated")


def test_a_second_run_that_takes_far_more_steps_is_left(pendulum: lw.System, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its steps may crawl where those of the run did not: reading a verdict must come to an end."""
    given = pendulum, pendulum.state({"J0.angle": 0.3}), 15.0
    judged = lw.simulate(*given, method="rk4", h=5e-3)
    assert judged.verdict.is_good and judged.certificate.compared.error is not None
    monkeypatch.setattr(second_run, "MOST_STEPS", 0)
    run = lw.simulate(*given, method="rk4", h=5e-3)
    found = run.certificate.compared
    assert found.error is None and run.verdict.is_good
    # The first piece has 1000 steps.
    assert found.way == "a second run with steps of 0.0025 s ended at t = 2.5, after 1,000 steps (the run took 3,000)"
    assert f"not judged: {found.way}" in str(run.verdict)


def test_all_members_are_judged_where_one_is_off(pendulum: lw.System) -> None:
    angles = np.linspace(-1.5, 1.5, 40)  # from nearly upright, where errors grow, to nearly at rest
    many = lw.simulate_many(pendulum, {"J0.angle": angles}, 20.0, times=41, rtol=1e-4, atol=1e-6)
    exact = np.array([np.pi / 2 - swung(many.t, np.pi / 2 - x) for x in angles])
    errors = np.abs(many["J0.angle"].reshape(exact.shape) - exact).max(axis=1) / np.abs(exact).max(axis=1)
    doubtful = np.array([verdict.level == "doubtful" for verdict in many.verdicts])
    assert (errors > 0.01).any() and doubtful[errors > 0.01].all() and not doubtful[errors < 1e-3].any()
    assert many.verdict.level == "doubtful" and f"{doubtful.sum()} of 40 members are" in str(many.verdict)
    assert [many[k].verdict.level == "doubtful" for k in range(40)] == doubtful.tolist()


@pytest.mark.parametrize("streams", [False, True])
def test_files_hold_the_estimate(triple: tuple[lw.System, lw.State], tmp_path: Path, streams: bool) -> None:
    system, start = triple
    path = tmp_path / "run.nc"
    output = lw.Output(file=path) if streams else lw.Output()
    for t_end, level in ((1.0, "good"), (20.0, "doubtful")):
        run = lw.simulate(system, start, t_end, rtol=1e-6, atol=1e-8, output=output)
        if not streams:
            run.save(path)
        again = lw.load_run(path)
        assert again.verdict == run.verdict and again.verdict.level == level
        assert again.certificate.compared == run.certificate.compared


def test_actions_of_events_are_not_repeated(pendulum: lw.System) -> None:
    seen: list[float] = []
    passed = lw.Event("low", "J0.angle_dot", action=lambda system, state: seen.append(state.t))
    run = lw.simulate(pendulum, pendulum.state({"J0.angle": 0.3}), 3.0, events=[passed])
    count = len(seen)
    assert count and run.verdict.is_good and len(seen) == count
    assert str(run.verdict).endswith("error of the motion (phase) not judged: actions of events are not repeated")


def test_impacts_a_moment_later_are_no_error() -> None:
    m = lw.Model("ball")
    ball = m.body("ball", lw.Sphere(0.1, mass=1.0))
    m.connect("floor", lw.UnilateralContact(restitution=0.8), m.ground.plane("z"), ball.surface())
    system = lw.compile_model(m)
    run = lw.simulate(system, system.state({"ball (free).z": 0.6, "ball (free).w_y": 3.0}), 1.5, rtol=1e-4, atol=1e-6)
    assert len(run.contacts) > 1
    assert run.verdict.is_good and run.certificate.compared.error < 1e-3


def test_long_runs_say_that_they_are_not_repeated(pendulum: lw.System, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("linkwork.analyses.steppers.second_run.MOST_WORK", 500.0)
    run = lw.simulate(pendulum, pendulum.state({"J0.angle": 0.3}), 5.0)
    count = f"{run.certificate.evaluations:,} evaluations, and runs of more than 500 are not repeated"
    assert run.verdict.is_good and f"(phase) not judged: the run took {count}" in str(run.verdict)
    assert f"error not estimated: the run took {count}" in str(run.certificate)


def test_a_run_of_no_length_came_to_its_end(pendulum: lw.System) -> None:
    run = lw.simulate(pendulum, t_end=0.0)
    assert run.certificate.status == "done" and "the run has no length" in str(run.certificate)
    assert "get to its end" not in str(run.certificate)
