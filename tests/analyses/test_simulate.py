"""Runs: energy, constraints, redundancy, singular configurations, failures, bad input."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.linalg import expm

import linkwork as lw
from linkwork.analyses.engines import NativeEngine
from linkwork.system import System, compile_model
from tests.analyses.mechanisms import bennett, bricard, door, four_bar


def pendulums(count: int = 2) -> System:
    m = lw.Model("pendulums")
    before = m.ground.at(0, 0, 0)
    for k in range(count):
        bar = m.body(f"bar{k}", lw.Rod(length=1.0, mass=1.0))
        m.connect(f"J{k}", lw.Revolute("y"), before, bar.at(0, 0, 0))
        before = bar.at(1, 0, 0)
    return compile_model(m)


def top() -> tuple[System, lw.State]:
    """A heavy top on a ball joint, spinning fast, leaning by 0.4 rad."""
    m = lw.Model("top")
    body = m.body("top", mass=0.5, com=(0, 0, 0.1), inertia=(2e-4, 2e-4, 4e-4))
    m.connect("tip", lw.Spherical(), m.ground, body)
    system = compile_model(m)
    values = {"tip.e0": np.cos(0.2), "tip.e1": np.sin(0.2), "tip.w_z": 60.0}
    return system, system.state(values)


@pytest.mark.seed("S2.7")
@pytest.mark.parametrize("which", ["double pendulum", "top"])
def test_energy_is_kept_over_a_hundred_seconds(which: str) -> None:
    if which == "top":
        system, start = top()
    else:
        system = pendulums()
        start = system.state({"J0.angle": -2.0, "J1.angle": 0.5})
    run = lw.simulate(system, start, t_end=100.0, times=50, rtol=1e-12, atol=1e-13)
    assert run.success and run.certificate.energy_error < 1e-9
    energies = run.energy
    assert np.abs(energies - energies[0]).max() < 1e-9
    if which == "top":
        # Euler parameters stay unit; the momentum about the vertical is kept.
        norms = sum(run[f"tip.e{k}"] ** 2 for k in range(4))
        assert np.abs(norms - 1.0).max() < 2e-14


def test_the_balance_of_energy_sees_a_loose_run() -> None:
    """The certificate is a measurement: it is worse where the run is."""
    system = pendulums()
    start = system.state({"J0.angle": -2.0, "J1.angle": 0.5})
    loose, tight = (lw.simulate(system, start, t_end=5.0, rtol=r, atol=r) for r in (1e-4, 1e-10))
    assert tight.certificate.energy_error < 1e-3 * loose.certificate.energy_error
    assert loose.certificate.method == "dopri5" and tight.certificate.method == "dop853"


def test_damping_is_work() -> None:
    m = lw.Model("oscillator", gravity=(0, 0, 0))
    body = m.body("mass", lw.PointMass(mass=2.0))
    m.connect("slide", lw.Prismatic("x"), m.ground, body, initial={"displacement": 0.5})
    m.connect("spring", lw.Spring(stiffness=200.0, damping=4.0, length=1.0), m.ground.at(-1, 0, 0), body)
    run = lw.simulate(compile_model(m), t_end=3.0)
    # x − x₀ = A e^(−δt) cos(ωt + φ) about the free length.
    rate, free = 1.0, np.sqrt(100.0 - 1.0)
    x = run["slide.displacement"]
    exact = 0.5 * np.exp(-rate * run.t) * (np.cos(free * run.t) + rate / free * np.sin(free * run.t))
    np.testing.assert_allclose(x, exact, atol=3e-8)
    assert run.certificate.energy_error < 1e-6
    # Spring and damper together take the kinetic energy back; the spring alone would give it.
    assert run.work[-1] == pytest.approx(run["kinetic_energy"][-1], abs=1e-6)


@pytest.mark.seed("S0.13")
@pytest.mark.parametrize("make", [bennett, bricard, door])
def test_redundant_rows_need_no_switch(make) -> None:
    system = make()
    hinge = system.layout.q[0]
    start = lw.assemble(system, fixed={hinge: 0.8, f"{hinge}_dot": 1.0})
    run = lw.simulate(system, start, t_end=1.0)
    assert run.success and run.certificate.rank < run.certificate.rows
    assert run.certificate.energy_error < 1e-6
    # All rows are met, also those that were not asked for.
    for k in range(0, len(run), 3):
        P, P_0, _ = system.constraint_rows(run.state(k))
        assert np.abs(system.evaluate("position", run.state(k)).g).max() < 1e-12
        assert np.abs(P @ run.u[k] + P_0).max() < 1e-11


@pytest.mark.seed("S0.13", passage="§8.4 (8.4.1)–(8.4.4)")
@pytest.mark.parametrize("method", ["auto", "dop853", "radau", "bdf"])
@pytest.mark.parametrize("inductance", [0.05, 1e-5])
def test_motion_and_states_of_elements_together_are_the_matrix_exponential(method: str, inductance: float) -> None:
    """A motor turns a wheel on a spring: J φ̈ = c i − k φ, l i̇ = V − r i − c φ̇; stiff where l is small."""
    inertia, stiffness, c, r, voltage = 0.02, 3.0, 0.4, 2.0, 12.0
    m = lw.Model("motor", gravity=(0, 0, 0))
    wheel = m.body("wheel", mass=1.0, inertia=(inertia, inertia, inertia))
    m.connect("shaft", lw.Revolute("z"), m.ground, wheel)
    m.connect("spring", lw.TorsionSpring(stiffness=stiffness), m.ground, wheel)
    motor = lw.DCMotor(constant=c, resistance=r, inductance=inductance)
    m.connect("motor", motor, m.ground, wheel, inputs={"voltage": voltage})
    run = lw.simulate(compile_model(m), t_end=0.2, method=method, rtol=1e-9)
    A = np.array(
        [
            [0, 1, 0, 0],
            [-stiffness / inertia, 0, c / inertia, 0],
            [0, -c / inductance, -r / inductance, voltage / inductance],
            [0, 0, 0, 0],
        ]
    )
    exact = expm(0.2 * A) @ [0, 0, 0, 1]
    found = [run["shaft.angle"][-1], run["shaft.angle_dot"][-1], run["motor.current"][-1]]
    np.testing.assert_allclose(found, exact[:3], atol=2e-7)
    assert run.certificate.energy_error < 1e-5 * run.certificate.energy_scale


def parallelogram() -> System:
    m = lw.Model("parallelogram", gravity=(0, -9.81, 0))
    bars = [m.body(n, lw.Rod(length=x, mass=1.0)) for n, x in (("left", 0.3), ("top", 1.0), ("right", 0.3))]
    m.connect("A", lw.Revolute("z"), m.ground, bars[0])
    m.connect("B", lw.Revolute("z"), bars[0].at(0.3, 0, 0), bars[1])
    m.connect("C", lw.Revolute("z"), bars[1].at(1.0, 0, 0), bars[2])
    m.connect("D", lw.Revolute("z"), bars[2].at(0.3, 0, 0), m.ground.at(1.0, 0, 0))
    return compile_model(m)


@pytest.mark.seed("S0.13")
@pytest.mark.parametrize("angle", [0.2, 0.473, 0.927])
def test_singular_configurations_are_passed_on_the_branch_of_the_motion(angle: float) -> None:
    """A parallelogram swings through its flat configuration, where it could fold; it moves on as a pendulum."""
    system = parallelogram()
    start = lw.assemble(system, fixed={"A.angle": angle}, guess={"B.angle": -angle, "C.angle": angle - np.pi})
    run = lw.simulate(system, start, t_end=8.0)
    inertia, weight = 2 * 0.03 + 0.09, 2 * 0.15 * 9.81 + 0.3 * 9.81
    exact = solve_ivp(
        lambda t, y: [y[1], -weight * np.cos(y[0]) / inertia],
        (0, 8),
        [angle, 0],
        "DOP853",
        run.t,
        rtol=1e-12,
        atol=1e-13,
    )
    np.testing.assert_allclose(run["A.angle"], exact.y[0], atol=1e-5)
    np.testing.assert_allclose(run["A.angle"] + run["B.angle"], 0.0, atol=1e-9)
    # Long steps often pass it unharmed; a step that ends close to it needs help.
    assert angle == 0.473 or any("singular configuration" in note for note in run.certificate.notes)
    middle = float(run.t[len(run) // 2] + 0.003)
    assert run.at(middle)["A.angle"] == pytest.approx(np.interp(middle, run.t, run["A.angle"]), abs=0.1)


@pytest.mark.seed("S0.13")
@pytest.mark.parametrize(
    ("method", "rtol", "within"),
    [("dop853", 1e-11, 1e-8), ("radau", 1e-8, 1e-6), ("radau", 1e-10, 1e-8), ("generalized_alpha", 1e-7, 1e-3)],
)
def test_all_methods_pass_singular_configurations_on_the_branch_of_the_motion(
    method: str, rtol: float, within: float
) -> None:
    """A parallelogram that turns goes through two of them: short steps end close by, where both branches are met."""
    system = parallelogram()
    start = lw.assemble(
        system, fixed={"A.angle": 1.0, "A.angle_dot": 15.0}, guess={"B.angle": -1.0, "C.angle": 1.0 - np.pi}
    )
    run = lw.simulate(system, start, t_end=0.4, method=method, rtol=rtol, atol=0.01 * rtol)
    inertia, weight = 2 * 0.03 + 0.09, 2 * 0.15 * 9.81 + 0.3 * 9.81
    exact = solve_ivp(
        lambda t, y: [y[1], -weight * np.cos(y[0]) / inertia], (0, 0.4), [1.0, 15.0], "DOP853", rtol=1e-12, atol=1e-13
    )
    assert run["A.angle"][-1] == pytest.approx(exact.y[0, -1], abs=within)
    np.testing.assert_allclose(run["A.angle"] + run["B.angle"], 0.0, atol=1e-9)
    between = run.resample(200)
    np.testing.assert_allclose(between["A.angle"] + between["B.angle"], 0.0, atol=1e-4)


def test_a_method_without_a_way_across_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(NativeEngine, "ahead", lambda self, t: iter(()))
    system = parallelogram()
    start = lw.assemble(
        system, fixed={"A.angle": 1.0, "A.angle_dot": 15.0}, guess={"B.angle": -1.0, "C.angle": 1.0 - np.pi}
    )
    # Steps so short that one of them ends close to it, whatever rounding does.
    run = lw.simulate(system, start, t_end=0.2, method="radau", rtol=1e-10, atol=1e-12, h=lw.Adaptive(h_max=1e-4))
    (note,) = run.certificate.notes
    assert note.code == "singularity" and note.severity == "bad" and 0.1 <= note.t < 0.2
    assert "constraint rows nearly depended on each other near t = 0.1" in note and "radau found no way" in note
    assert run.verdict.is_bad and "singularity" in run.verdict.codes


def test_states_between_steps_are_as_accurate_as_the_run() -> None:
    system = pendulums()
    start = system.state({"J0.angle": 0.4, "J1.angle": -0.3})
    run = lw.simulate(system, start, t_end=3.0)
    times = np.linspace(0.05, 2.95, 7)
    exact = lw.simulate(system, start, times=times, rtol=1e-12, atol=1e-13)
    for k, t in enumerate(times):
        np.testing.assert_allclose(run.at(t).q, exact.q[k], atol=2e-8)
    many = run.resample(400)
    assert len(many) == 400 and many.t[-1] == 3.0
    np.testing.assert_allclose(many["bar1.position"][-1], run["bar1.position"][-1], atol=1e-12)
    with pytest.raises(lw.ModelError, match=r"the run covers t = 0 to 3; 3.5 to 3.5 was asked for"):
        run.at(3.5)
    with pytest.raises(lw.ModelError, match=r"stored samples, and t = 1 is none of them \(the nearest is 1\.01667\)"):
        exact.at(1.0)
    np.testing.assert_array_equal(exact.at(float(times[2])).q, exact.q[2])
    some = exact.resample(times[1:6:2])
    np.testing.assert_array_equal(some["J0.angle"], exact["J0.angle"][1:6:2])
    np.testing.assert_array_equal(some.work, exact.work[1:6:2])


@pytest.mark.parametrize("way", ["projection", "baumgarte", "none"])
def test_ways_to_keep_loops_closed(way: str) -> None:
    system = four_bar((0.2, 0.9, 0.5), 0.8)
    start = lw.assemble(system, fixed={"A.angle": 0.3, "A.angle_dot": 3.0}, guess={"B.angle": -0.4})
    run = lw.simulate(system, start, t_end=2.0, rtol=1e-6, atol=1e-8, constraints=way)
    drift = np.abs(system.evaluate("position", run.final).g).max()
    limit = {"projection": 1e-12, "baumgarte": 1e-6, "none": 1e-2}[way]
    assert run.success and drift < limit
    if way == "none":
        assert drift > 1e-12


class Hole(lw.Force):
    """A law that is not defined beyond 0.5 rad."""

    measure = lw.RelativeAngle()

    def law(self, e):
        return lw.sqrt(0.5 - e)


def test_a_law_that_ends_is_named() -> None:
    m = lw.Model("hole", gravity=(0, 0, 0))
    body = m.body("arm", lw.Rod(length=1.0, mass=1.0))
    m.connect("A", lw.Revolute("z"), m.ground, body)
    m.connect("hole", Hole(), m.ground, body)
    run = lw.simulate(compile_model(m), t_end=10.0)
    assert not run.success and run.certificate.status == "failed"
    assert "'hole'" in run.status
    with pytest.warns(lw.VerdictWarning, match="'hole'"):
        assert 0 < run.t[-1] < 10.0 and run["A.angle"][-1] == pytest.approx(0.5, abs=1e-3)


def test_inconsistent_starts_are_corrected_or_refused() -> None:
    system = four_bar((0.2, 0.9, 0.5), 0.8)
    start = lw.assemble(system, fixed={"A.angle": 0.3}, guess={"B.angle": -0.4})
    wrong = start.with_values({"A.angle_dot": 2.0})
    run = lw.simulate(system, wrong, t_end=0.1)
    assert "A.angle_dot 2 → " in run.certificate.notes[0] and run.success
    with pytest.raises(lw.ModelError, match="did not satisfy the constraints"):
        lw.simulate(system, wrong, t_end=0.1, constraints=lw.Enforcement(strict=True))
    with pytest.raises(lw.ModelError, match=r"joint 'D' is open by .* Assemble it first: lw.assemble"):
        lw.simulate(system, start.with_values({"B.angle": 2.5}), t_end=0.1)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({}, "give t_end, or times"),
        ({"t_end": -1.0}, "the run starts at t = 0 and cannot end at -1"),
        ({"t_end": 1.0, "method": "dop835"}, "there is no method 'dop835'. Did you mean 'dop853'?"),
        ({"t_end": 1.0, "method": "rk45"}, "there is no method 'rk45'. Did you mean 'dopri5'?"),
        ({"t_end": 1.0, "method": "DOP853"}, "there is no method 'DOP853'. Did you mean 'dop853'?"),
        ({"t_end": 1.0, "rtol": 0.0}, "rtol = 0.0 must be a positive number"),
        ({"t_end": 1.0, "atol": float("nan")}, "atol = nan must be a positive number"),
        ({"t_end": 1.0, "rtol": 1e-17}, "below round-off"),
        ({"t_end": 1.0, "method": "rk4"}, "has fixed steps and no error control; give the step h"),
        ({"t_end": 1.0, "h": 0.1}, "chooses its own steps"),
        ({"t_end": 1.0, "h": -1.0, "method": "rk4"}, "h = -1.0 must be a positive number of seconds"),
        ({"t_end": 1.0, "rtol": True}, "rtol = True must be a positive number"),
        ({"times": []}, "simulate: times is empty; give some, or how many"),
        ({"t_end": 1.0, "times": []}, "simulate: times is empty; give some, or how many"),
        ({"times": [0.0, 0.5, 0.5]}, "times must be increasing"),
        ({"t_end": 1.0, "times": [0.5, 2.0]}, "times from 0.5 to 2 do not lie in the run, 0 to 1"),
        ({"t_end": 1.0, "times": 0}, "times = 0 is not a number of samples; give 2 or more"),
        ({"t_end": 1.0, "times": 1}, "times = 1 is the start alone; for the end give times=[1], for both times=2"),
        ({"t_end": 1.0, "constraints": "projecting"}, "Did you mean 'projection'?"),
    ],
)
def test_wrong_options_are_explained(options: dict, message: str) -> None:
    system = pendulums(1)
    with pytest.raises(lw.ModelError) as caught:
        lw.simulate(system, system.rest, **options)
    assert message in str(caught.value)


def test_tolerances_may_be_numbers_of_numpy() -> None:
    system = pendulums(1)
    run = lw.simulate(system, None, 0.1, rtol=np.float32(1e-6), atol=np.array(1e-8))
    assert type(run.certificate.rtol) is float and run.certificate.rtol == np.float32(1e-6)
    assert run.certificate.atol == 1e-8


def test_errors_name_the_function_that_was_called() -> None:
    system = pendulums(1)
    for wrong in ({"rtol": -1.0}, {"method": "dop835"}, {"rtol": "x"}):
        with pytest.raises(lw.ModelError, match=r"^simulate_many: (rtol|there is no method)"):
            lw.simulate_many(system, [system.rest], 0.1, **wrong)
        with pytest.raises(lw.ModelError, match=r"^sensitivities: (rtol|there is no method)"):
            lw.sensitivities(system, system.rest, 0.1, initial=["J0.angle"], **wrong)
    with pytest.raises(lw.ModelError, match=r"^simulate_many: h = -1\.0 must be"):
        lw.simulate_many(system, [system.rest], 0.1, h=-1.0)
    with pytest.raises(lw.ModelError, match=r"^sensitivities: 3 is not a state"):
        lw.sensitivities(system, 3, 0.1)  # type: ignore[arg-type]


@pytest.mark.parametrize("coordinates", ["tree", "absolute"])
@pytest.mark.parametrize("function", ["J0.angel", lambda x: x["J0.angel"]], ids=["name", "function"])
def test_an_event_on_an_unknown_channel_is_named(coordinates: str, function: object) -> None:
    system = lw.compile_model(pendulums(1).model, coordinates=coordinates)
    with pytest.raises(lw.ModelError, match=r"^event 'low': there is no channel 'J0\.angel'"):
        lw.simulate(system, None, 0.1, events=[lw.Event("low", function)])


def test_states_of_other_systems_and_unknown_channels() -> None:
    one, other = pendulums(1), pendulums(2)
    with pytest.raises(lw.ModelError, match="belongs to another system"):
        lw.simulate(one, other.rest, t_end=1.0)
    run = lw.simulate(one, t_end=0.1)
    with pytest.raises(lw.ModelError, match=r"no channel 'J0.angel'. Did you mean 'J0.angle'"):
        run["J0.angel"]
    with pytest.raises(lw.ModelError, match=r"there is no channel 'J0', but J0\.angle_dot, J0\.angle, J0\.angle_ddot"):
        run["J0"]


def test_a_run_of_no_length_and_outputs_of_ones_own() -> None:
    system = pendulums(1)
    run = lw.simulate(system, t_end=0.0)
    assert run.success and len(run) == 1
    outputs = {"height": lambda x: x["bar0.position.z"] + 1.0, "pull": lambda x: x["J0.force.x"] ** 2}
    run = lw.simulate(system, t_end=0.5, outputs=outputs)
    np.testing.assert_allclose(run["height"], run["bar0.position"][:, 2] + 1.0)
    np.testing.assert_allclose(run["pull"], run["J0.force"][:, 0] ** 2)
    assert "energy" in str(run.certificate) and run.certificate.to_dict()["steps"] > 0
