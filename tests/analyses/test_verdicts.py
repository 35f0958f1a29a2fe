"""Results that are known to be wrong are bad, those that are right are good, and reading bad ones warns once."""

from __future__ import annotations

import warnings
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from tests.absolute_models import carried, four_bar, pair


def linkage(gravity: float = -9.81, height: float = 0.0) -> lw.Model:
    m = lw.Model("linkage", gravity=(0, 0, gravity))
    crank, coupler, rocker = (
        m.body(name, lw.Rod(length=length, mass=mass))
        for name, length, mass in (("crank", 0.2, 1.0), ("coupler", 0.9, 2.0), ("rocker", 0.5, 1.5))
    )
    m.connect("A", lw.Revolute("y"), m.ground.at(0, 0, height), crank)
    m.connect("B", lw.Revolute("y"), crank.at(0.2, 0, 0), coupler)
    m.connect("C", lw.Revolute("y"), coupler.at(0.9, 0, 0), rocker)
    m.connect("D", lw.Revolute("y"), rocker.at(0.5, 0, 0), m.ground.at(0.8, 0, height))
    return m


def swing(system: lw.System, t_end: float = 10.0, **options: Any) -> lw.Trajectory:
    start = lw.assemble(system, fixed={"A.angle": 0.3}, guess={"B.angle": -0.4})
    return lw.simulate(system, start, t_end, **options)


@pytest.fixture(scope="module")
def system() -> lw.System:
    return lw.compile_model(linkage())


@pytest.fixture(scope="module")
def pendulum() -> lw.System:
    m = lw.Model("pendulum")
    m.connect("A", lw.Revolute("y"), m.ground, m.body("rod", lw.Rod(length=1.0, mass=1.0)))
    return lw.compile_model(m)


AT_TOLERANCES = [
    *((method, 10.0**-k) for method in ("dopri5", "dop853", "radau") for k in (3, 5, 7, 9, 12)),
    *(("generalized_alpha", 10.0**-k) for k in (4, 5, 7)),  # beyond, order 2 takes very many steps
]


@pytest.mark.parametrize(("method", "tolerance"), AT_TOLERANCES)
def test_runs_at_every_tolerance_are_good(system: lw.System, method: str, tolerance: float) -> None:
    run = swing(system, 2.0, method=method, rtol=tolerance, atol=tolerance)
    assert run.verdict.is_good, run.verdict
    assert run.success and repr(run).endswith("t = 0 to 2, good>")


def test_samples_between_steps_are_good(system: lw.System) -> None:
    assert swing(system, 2.0, rtol=1e-3, times=301).verdict.is_good


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"method": "rk4", "h": 0.2}, "take a shorter step than h = 0.2"),
        ({"constraints": "none", "rtol": 1e-2, "t_end": 20.0}, "constraints stay open"),
    ],
)
def test_wrong_runs_are_bad(system: lw.System, options: dict[str, Any], words: str) -> None:
    run = swing(system, **options)
    assert run.certificate.status == "done"
    assert run.verdict.is_bad and not run.success
    assert any(words in reason for reason in run.verdict.reasons), run.verdict
    assert run.status.startswith("bad: ") and "done" not in repr(run)


def test_the_scale_of_energy_does_not_depend_on_its_zero() -> None:
    low, high = (swing(lw.compile_model(linkage(height=z)), method="rk4", h=0.2) for z in (0.0, 1e4))
    assert high.certificate.energy_scale == pytest.approx(low.certificate.energy_scale, rel=0.3)
    assert low.verdict.is_bad and high.verdict.is_bad


@pytest.mark.parametrize("rtol", [1e-3, 1e-8, 1e-12])
def test_what_rests_is_good(pendulum: lw.System, rtol: float) -> None:
    hanging = lw.equilibrium(pendulum, {"A.angle": 1.0}).state
    assert lw.simulate(pendulum, hanging, 5.0, rtol=rtol).verdict.is_good
    assert lw.simulate(pendulum, hanging.with_values({"A.angle": np.pi / 2 + 1e-4}), 5.0, rtol=rtol).verdict.is_good


def test_the_kinetic_energy_counts_that_came_and_went() -> None:
    m = lw.Model("oscillator", gravity=(0, 0, 0))
    block = m.body("block", mass=1.0, inertia=(1, 1, 1))
    m.connect("x", lw.Prismatic("x"), m.ground, block)
    m.connect("k", lw.Spring(stiffness=4 * np.pi**2, length=1.0), m.ground.at(-1.0, 0, 0), block)
    found = lw.compile_model(m)
    run = lw.simulate(found, found.state({"x.displacement": 0.1}), 1.0)  # one period: at rest at both ends
    assert run.certificate.energy_scale == pytest.approx(0.5 * 4 * np.pi**2 * 0.01, rel=0.05)
    assert run.verdict.is_good


def test_a_bad_run_warns_once_when_it_is_read(system: lw.System) -> None:
    run = swing(system, method="rk4", h=0.2)
    with pytest.warns(lw.VerdictWarning, match="the run of 'linkage' is bad: energy and work differ") as caught:
        run["A.angle"]
    assert caught[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        run["B.angle"], run.final, run.resample(11).final, run.part(0, 3)["A.angle"]


@pytest.mark.parametrize(
    "read",
    [lambda r: r.state(0), lambda r: r.at(0.5), lambda r: r.final, lambda r: r.energy, lambda r: r.pose("crank")],
)
def test_every_way_to_read_a_bad_run_warns(system: lw.System, read: Any) -> None:
    run = swing(system, method="rk4", h=0.2)
    with pytest.warns(lw.VerdictWarning, match="is bad"):
        read(run)


def test_a_failed_run_is_bad_and_says_why(pendulum: lw.System) -> None:
    m = lw.Model("root")
    block = m.body("block", mass=1.0, inertia=(1, 1, 1))
    m.connect("x", lw.Prismatic("x"), m.ground, block)
    m.connect(
        "law", lw.FunctionForce(lambda e, e_dot, t: -lw.sqrt(0.5 - t), lw.Distance()), m.ground.at(-1, 0, 0), block
    )
    found = lw.compile_model(m)
    run = lw.simulate(found, found.state({}), 1.0)
    assert run.verdict.is_bad and not run.success
    assert run.verdict.reasons[0].startswith("the run failed at t = 0.5: ")
    with pytest.warns(lw.VerdictWarning, match="the run failed at t = 0.5"):
        assert run.final.t <= 0.5


def test_a_file_gives_the_verdict_back(system: lw.System, tmp_path: Path) -> None:
    for options, level in (({}, "good"), ({"method": "rk4", "h": 0.2}, "bad")):
        run = swing(system, **options)
        run.save(tmp_path / "run.nc")
        again = lw.load_run(tmp_path / "run.nc")
        assert again.verdict == run.verdict and again.verdict.level == level
        assert again.success == run.success


def test_the_page_shows_the_verdict_first(system: lw.System, tmp_path: Path) -> None:
    texts = {panel["title"]: panel["text"] for panel in lw.scene_of_run(swing(system, 1.0))["panels"]}
    assert texts["Certificate"].startswith(
        "good: energy and constraints hold to the requested tolerance (energy balance"
    )
    with pytest.warns(lw.VerdictWarning) as caught:
        lw.view(swing(system, method="rk4", h=0.2), tmp_path / "bad.html")
    assert len(caught) == 1 and caught[0].filename == __file__


@pytest.mark.slow
@pytest.mark.parametrize(("h", "level"), [(0.01, "bad"), (2e-4, "good")])
def test_a_net_of_spheres_on_stiff_springs(h: float, level: str) -> None:
    m = lw.Model("net")
    balls = {(i, j): m.body(f"s{i}{j}", lw.Sphere(radius=0.03, mass=0.05)) for i in range(4) for j in range(4)}
    for (i, j), ball in balls.items():
        for other in ((i + 1, j), (i, j + 1)):
            if other in balls:
                spring = lw.Spring(stiffness=400.0, damping=0.5, length=0.2)
                m.connect(f"k{i}{j}{other[0]}{other[1]}", spring, ball, balls[other])
    for i, j in ((0, 0), (0, 3), (3, 0), (3, 3)):
        corner = m.ground.at(0.2 * i + 0.2 * np.sign(i - 1), 0.2 * j + 0.2 * np.sign(j - 1), 1.0)
        m.connect(f"c{i}{j}", lw.Spring(stiffness=4000.0, damping=0.5, length=0.2), corner, balls[i, j])
    system = lw.compile_model(m, coordinates="absolute")
    start = system.placed({f"s{i}{j}": (np.eye(3), np.array([0.2 * i, 0.2 * j, 1.0])) for i, j in balls})
    run = lw.simulate(system, start, 0.1, h=h)
    assert run.certificate.status == "done"
    assert run.verdict.level == level, run.verdict
    assert run.success == (level == "good")


@pytest.mark.slow
def test_prescribed_motion_in_few_steps_is_good_in_absolute_coordinates() -> None:
    m = lw.Model("slider-crank")
    crank, rod, slider = (
        m.body(name, lw.Rod(length=x, mass=1.0)) for name, x in (("crank", 0.1), ("rod", 0.3), ("s", 0.1))
    )
    m.connect("A", lw.Revolute("y"), m.ground, crank, drive={"angle": lw.Polynomial((0.0, 20.0))})
    m.connect("B", lw.Revolute("y"), crank.at(0.1, 0, 0), rod)
    m.connect("C", lw.Revolute("y"), rod.at(0.3, 0, 0), slider)
    m.connect("D", lw.Prismatic("x"), m.ground, slider)
    tree, system = pair(m)
    start = carried(tree, system, lw.assemble(tree))
    run = lw.simulate(system, start, 0.3, method="weak2", rtol=1e-6)
    assert run.certificate.freedoms == 0 and run.certificate.steps < 30
    assert run.verdict.is_good, run.verdict


def test_time_elements_of_trees_measure_the_work_of_springs() -> None:
    m = lw.Model("swing")
    rod = m.body("rod", lw.Rod(length=1.0, mass=1.0))
    m.connect("A", lw.Revolute("y"), m.ground, rod)
    m.connect("k", lw.Spring(stiffness=50.0, damping=2.0, length=0.5), m.ground.at(1, 0, 1), rod.at(1, 0, 0))
    found = lw.compile_model(m)
    run = lw.simulate(found, found.state({"A.angle": 0.3}), 1.0, h=0.01, method="weak2")
    again = lw.simulate(found, found.state({"A.angle": 0.3}), 1.0, rtol=1e-10)
    assert run.work[-1] == pytest.approx(again.work[-1], rel=1e-4)
    assert 0.0 < run.certificate.energy_error < 1e-4 * run.certificate.energy_scale
    assert run.verdict.is_good
    assert lw.simulate(found, found.state({"A.angle": 0.3}), 1.0, h=0.5, method="weak1").verdict.is_bad


def test_an_ensemble_is_as_bad_as_its_worst_member(pendulum: lw.System) -> None:
    calm = lw.simulate_many(pendulum, [{"A.angle": 1.5}, {"A.angle": 1.6}], 2.0, method="rk4", h=0.05)
    assert calm.verdict.is_good and calm.success
    wild = lw.simulate_many(pendulum, [{"A.angle": np.pi / 2}, {"A.angle": -1.5}], 4.0, method="rk4", h=0.4)
    assert wild.verdict.level == "bad" and not wild.success
    assert wild.verdict.reasons[0].startswith("1 of 2 members are, first member 1: energy and work differ by")
    with pytest.warns(lw.VerdictWarning, match="1 of 2 members"):
        wild["A.angle"]
    assert calm["A.angle"].shape == (2, 101)


def test_members_are_judged_by_their_rows_as_runs_are() -> None:
    model = lw.Model("soft rod")
    soft = lw.Material(2.1e8, 0.3, 7850.0)
    rod = model.body("rod", lw.FlexibleRod(1.0, lw.Circle(0.02), soft, modes=2))
    model.connect("pin", lw.Revolute("y"), model.ground, rod.at("root"))
    soft_rod = lw.compile_model(model)
    alone = lw.simulate(soft_rod, {"pin.angle": 0.3}, 0.1)
    several = lw.simulate_many(soft_rod, {"pin.angle": [0.3, 0.4]}, 0.1, times=alone.t)
    turned = [n.text for n in alone.certificate.notes if n.code == "elastic_rotation"]
    assert turned and turned == [n.text for n in several[0].certificate.notes if n.code == "elastic_rotation"]
    assert several.verdict.level == "doubtful" and "beyond small deformation" in several.verdict.reasons[0]


def test_equilibria_are_good_by_their_residual(pendulum: lw.System) -> None:
    rest = lw.equilibrium(pendulum, {"A.angle": 1.0})
    assert rest.verdict.is_good and "good" in repr(rest)
    assert all(one.verdict.is_good for one in lw.equilibria(pendulum))
    bad = replace(rest, residual=1e-3)
    assert bad.verdict.is_bad
    with pytest.warns(lw.VerdictWarning, match="the equilibrium of 'pendulum' is bad: a condition"):
        bad["A.angle"]


@pytest.mark.parametrize(
    ("angle", "speed", "level", "words"),
    [
        (np.pi / 2, 0.0, "good", "an equilibrium"),
        (np.pi / 2 + 1e-5, 0.0, "good", "an equilibrium"),
        (np.pi / 2 + 0.02, 0.0, "doubtful", "an equilibrium is about 0.02 away"),
        (1.0, 0.0, "bad", "A.angle_dot changes by 7.95 in a second, and an equilibrium is about 0.64 away"),
        (np.pi / 2, 2.0, "good", "a moment of a motion"),
        (1.0, 2.0, "good", "a moment of a motion"),
    ],
)
def test_linear_systems_away_from_equilibria(
    pendulum: lw.System, angle: float, speed: float, level: str, words: str
) -> None:
    state = pendulum.state({"A.angle": angle, "A.angle_dot": speed})
    lin = lw.linearize(pendulum, state)
    assert lin.verdict.level == level and words in str(lin.verdict)
    moving = lw.linearize(pendulum, state, moving=True).verdict
    assert moving.is_good and "do not say whether the motion is stable" in str(moving)
    assert ("whose stability eigenvalues describe" in str(lin.verdict)) is (level == "good" and not speed)
    if level == "bad":
        assert "find one with lw.equilibrium" in str(lin.verdict)
        with pytest.warns(lw.VerdictWarning, match="the linearization at t = 0 is bad"):
            assert lin.modes().verdict.is_bad
    else:
        assert lin.modes().verdict.level == level


def test_linear_systems_of_absolute_systems_are_judged_too() -> None:
    m = lw.Model("pendulum")
    m.connect("A", lw.Revolute("y"), m.ground, m.body("rod", lw.Rod(length=1.0, mass=1.0)))
    system = lw.compile_model(m, coordinates="absolute")
    assert lw.linearize(system, system.rest).verdict.is_bad
    rest = lw.equilibrium(system)
    assert rest.verdict.is_good and rest.linearization.verdict.is_good
    assert lw.linearize(system, rest.state).verdict.is_good


def test_what_falls_is_not_balanced_by_any_displacement() -> None:
    m = lw.Model("falling")
    m.connect("z", lw.Prismatic("z"), m.ground, m.body("block", mass=1.0, inertia=(1, 1, 1)))
    lin = lw.linearize(lw.compile_model(m))
    assert lin.verdict.is_bad and "z.displacement_dot changes by -9.81 in a second; find" in str(lin.verdict)


def test_steady_motions_and_moments_of_a_run_are_good(pendulum: lw.System) -> None:
    m = lw.Model("turntable")
    table = m.body("table", mass=1.0, inertia=(1, 1, 1))
    m.connect("spin", lw.Revolute("z"), m.ground, table)
    m.connect("arm", lw.Revolute("x"), table, m.body("bob", mass=1.0, com=(0, 0, -1.0), inertia=(0.1, 0.1, 0.1)))
    system = lw.compile_model(m)
    assert lw.linearize(system, system.state({"spin.angle_dot": 1.0})).verdict.is_good
    run = lw.simulate(pendulum, pendulum.state({"A.angle": 1.0}), 0.3)
    assert all(lin.verdict.is_good for lin in lw.linearize(pendulum, run))


def dead_point() -> tuple[lw.System, lw.State]:
    """A crank that is driven beyond where its rocker can follow."""
    m = lw.Model("dead point")
    crank, coupler, rocker = (
        m.body(name, lw.Rod(length=length, mass=1.0))
        for name, length in (("crank", 0.5), ("coupler", 0.4), ("rocker", 0.3))
    )
    m.connect("A", lw.Revolute("y"), m.ground, crank, drive={"angle": lw.Polynomial((0.3, 1.0))})
    m.connect("B", lw.Revolute("y"), crank.at(0.5, 0, 0), coupler)
    m.connect("C", lw.Revolute("y"), coupler.at(0.4, 0, 0), rocker)
    m.connect("D", lw.Revolute("y"), rocker.at(0.3, 0, 0), m.ground.at(0.6, 0, 0))
    system = lw.compile_model(m)
    return system, lw.assemble(system, guess={"B.angle": -1.0})


def test_a_prescribed_motion_that_ends_at_a_dead_point_is_bad() -> None:
    system, start = dead_point()
    found = lw.kinematics(system, start, t_end=3.0)
    assert not found.complete and found.verdict.is_bad
    assert str(found).startswith("bad: dead point: stopped at t = ")
    with pytest.warns(lw.VerdictWarning, match="the prescribed motion is bad"):
        found["A.angle"]
    whole = lw.kinematics(system, start, t_end=0.1)
    assert whole.complete and whole.verdict.is_good


def test_a_prescribed_motion_that_jumps_is_bad() -> None:
    system, start = dead_point()
    found = lw.kinematics(system, start, times=np.linspace(0.0, 0.3, 31))
    assert found.verdict.is_good
    q = found.q.copy()
    q[17:, system.layout.q_index("B.angle")] += 1.5
    torn = replace(found, q=q)
    assert torn.verdict.is_bad and "B.angle jumps by 1.5 between t = 0.16 and 0.17" in str(torn.verdict)


def test_an_optimum_says_how_its_search_ended() -> None:
    m = lw.Model("spring")
    k = lw.Parameter("k", 100.0)
    block = m.body("block", mass=1.0, inertia=(1, 1, 1))
    m.connect("z", lw.Prismatic("z"), m.ground, block)
    m.connect("spring", lw.Spring(stiffness=k, length=0.5), m.ground.at(0, 0, 1.0), block)
    system = lw.compile_model(m)

    def objective(at: Any) -> Any:
        return (at.equilibrium(system)["z.displacement"] - 0.4) ** 2

    found = lw.optimise(objective, [k])
    assert found.verdict.is_good and found.success and repr(found).endswith("; good>")
    early = lw.optimise(objective, [k], iterations=1)
    assert early.verdict.is_bad and not early.success
    assert "stopped at its limit of iterations" in str(early.verdict)
    with pytest.warns(lw.VerdictWarning, match="the optimum is bad"):
        early.model(m)
    assert lw.gradient(objective, [k]).verdict.is_good
    assert lw.sensitivities(system, system.state({"z.displacement": 0.3}), 0.2, parameters=[k]).verdict.is_good


def test_speeds_that_a_loop_cannot_keep_are_no_steady_motion() -> None:
    system = lw.compile_model(four_bar())
    found = lw.equilibrium(system, lw.assemble(system), speeds={"J0.angle_dot": 1.0})
    assert found.verdict.is_bad and "this is not a steady motion: the speeds would change, J" in str(found.verdict)


@pytest.mark.parametrize("coordinates", ["tree", "absolute"])
def test_a_pendulum_that_passes_its_lowest_point_is_not_steady(coordinates: str) -> None:
    m = lw.Model("pendulum")
    rod = m.body("rod", mass=1.0, com=(0, 0, -0.5), inertia=(0.1, 0.1, 0.1))
    m.connect("A", lw.Revolute("y"), m.ground, rod)
    found = lw.equilibrium(lw.compile_model(m, coordinates), speeds={"A.angle_dot": 2.0})
    assert found.change is None and found.onset is not None
    speed, rate = found.onset
    assert speed == "A.angle_dot" and rate == pytest.approx(-2.0 * 9.81 * 0.5 / (0.1 + 0.25), rel=1e-12)
    assert found.verdict.is_bad and "nothing accelerates now, but" in str(found.verdict)


def test_ways_to_keep_constraints_are_named_by_whom_they_were_given_to() -> None:
    with pytest.raises(lw.ModelError, match=r"^Enforcement: .*'projektion'"):
        lw.Enforcement("projektion")
    system = lw.compile_model(four_bar())
    with pytest.raises(lw.ModelError, match=r"^simulate: .*'projektion'"):
        lw.simulate(system, lw.assemble(system), 0.1, constraints="projektion")
