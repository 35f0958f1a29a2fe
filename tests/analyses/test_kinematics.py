"""Kinematic simulation: the four-bar of reference C1, singular configurations, dead points, nonholonomic rest."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import linkwork as lw
from examples.fuel_injection_pump import Cam, kinematic_model
from linkwork import assemble, kinematics, mobility
from linkwork.contract import ModelError
from linkwork.system import compile_model
from tests.analyses.mechanisms import bennett, bricard, four_bar

CASE = json.loads((Path(__file__).parents[1] / "reference" / "C1_fourbar.json").read_text())["case_a_crank_rocker"]


def column(name: str) -> np.ndarray:
    return np.array([[float(x) for x in row[name]] for row in CASE["table"]])


@pytest.mark.seed("S0.12", passage="§8.3")
@pytest.mark.seed("S1.6")
def test_a_revolution_of_the_crank_rocker_of_reference_c1() -> None:
    rate = float(CASE["q1dot"])
    drive = lw.Polynomial((np.pi / 2, -rate))  # the reference measures from +y towards +x
    system = four_bar((CASE["l1"], CASE["l2"], CASE["l3"]), CASE["lx"], drive)
    start = assemble(system, guess={"B.angle": -1.0, "C.angle": -1.8})
    run = kinematics(system, start, times=np.radians([row["q1_deg"] for row in CASE["table"]]) / rate)
    assert run.complete and not run.singularities
    off = np.pi / 2 - np.cumsum(run.q, axis=1) - column("q")
    np.testing.assert_allclose(off - 2 * np.pi * np.round(off / (2 * np.pi)), 0.0, atol=1e-14)
    np.testing.assert_allclose(-np.cumsum(run.u, axis=1), column("qd"), atol=1e-13)
    np.testing.assert_allclose(-np.cumsum(run.u_dot, axis=1), column("qdd"), atol=1e-12)
    np.testing.assert_array_equal(run["A.angle_dot"], -rate)
    np.testing.assert_array_equal(run["A.angle_ddot"], 0.0)
    assert run.state(3)["B.angle"] == run["B.angle"][3]


@pytest.mark.seed("S0.11", "S0.12")
def test_a_parallelogram_passes_its_singular_configurations_on_its_branch() -> None:
    system = four_bar((1.0, 2.0, 1.0), 2.0, lw.Polynomial((np.pi / 2, -1.0)))
    start = assemble(system, guess={"B.angle": -1.5, "C.angle": -1.5})
    times = np.radians([0, 30, 60, 80, 89, 90, 91, 120, 180, 270, 360])
    run = kinematics(system, start, times=times)
    # The coupler stays parallel to the ground, also at 90° and 270°, where the rows do not say so.
    np.testing.assert_allclose(run["A.angle"] + run["B.angle"], 0.0, atol=1e-11)
    np.testing.assert_allclose(run["C.angle_dot"], -1.0, atol=1e-9)
    np.testing.assert_allclose(run["B.angle_ddot"], 0.0, atol=1e-6)
    assert [s.t for s in run.singularities] == pytest.approx([np.pi / 2, 3 * np.pi / 2], abs=1e-6)
    first = run.singularities[0]
    assert first.passed and first.connections == ("joint 'D' (translation along x)",)
    assert first.coordinates == ("B.angle", "C.angle")
    assert "singular configuration at t = 1.5707963" in str(run)


@pytest.mark.seed("S0.12")
def test_nonholonomic_rows_leave_coordinates_to_integration() -> None:
    m = lw.Model("skate")
    skate = m.body("skate", lw.Box(size=(0.3, 0.02, 0.1), mass=1.0))
    drive = {"x": lw.Polynomial((0.0, 1.0)), "angle": lw.Polynomial((0.0, 0.5))}
    m.connect("ice", lw.Planar(), m.ground, skate, drive=drive)
    m.connect("blade", lw.KnifeEdge(), m.ground, skate)
    system = compile_model(m)
    run = kinematics(system, system.state(), t_end=2.0)
    # ẏ = ẋ tan φ.
    np.testing.assert_allclose(run["ice.y"], -2.0 * np.log(np.cos(0.5 * run.times)), atol=1e-9)
    np.testing.assert_allclose(run["ice.y_dot"], np.tan(0.5 * run.times), atol=1e-9)
    np.testing.assert_allclose(run["ice.y_ddot"], 0.5 / np.cos(0.5 * run.times) ** 2, atol=1e-8)


@pytest.mark.seed("S0.12", "S1.6")
def test_overconstrained_loops_move_as_their_inventors_said() -> None:
    system = bennett(lw.Polynomial((1.0, 1.0)))
    run = kinematics(system, assemble(system, guess={"B.angle": 2.0, "C.angle": -1.0}), t_end=2.0)
    product = np.tan(run["A.angle"] / 2) * np.tan(run["B.angle"] / 2)
    np.testing.assert_allclose(product, np.sqrt(3.0), rtol=1e-12)  # sin((β + α)/2) / sin((β − α)/2)
    system = bricard(lw.Polynomial((np.pi / 2, 0.3)))
    run = kinematics(system, assemble(system, guess={f"{n}.angle": 1.57 for n in "BCDE"}), t_end=1.0)
    a, b = np.cos(run["A.angle"]), np.cos(run["B.angle"])
    np.testing.assert_allclose(a + b + a * b, 0.0, atol=1e-12)
    np.testing.assert_allclose(run["E.angle"], run["A.angle"], atol=1e-12)


def test_bad_input() -> None:
    system = four_bar((1.0, 3.0, 2.5), 3.2, lw.Polynomial((1.0, 1.0)))
    start = assemble(system, guess={"B.angle": -1.0, "C.angle": -2.0})
    for given, expected in (
        ({}, "either t_end or times"),
        ({"times": [0.0, 1.0, 0.5]}, "must rise"),
        ({"times": [-1.0]}, "not begin before the start"),
        ({"t_end": np.inf}, "finite"),
    ):
        with pytest.raises(ModelError, match=expected):
            kinematics(system, start, **given)
    run = kinematics(system, start, t_end=0.1)
    with pytest.raises(ModelError, match=r"Did you mean 'A.angle'"):
        run["A.angel"]
    assert len(run["D.angle"]) == len(run)  # a loop is opened there
    too_short = four_bar((0.2, 3.0, 0.5), 5.0, lw.Polynomial((1.0, 1.0)))
    with pytest.raises(ModelError, match="not a possible configuration: joint 'D' stays open"):
        kinematics(too_short, too_short.rest, t_end=1.0)


@pytest.mark.seed("S0.11")
@pytest.mark.parametrize("given", [-1.0, -0.8, -2.6, -3.0])
def test_speeds_choose_the_branch_at_a_singular_start(given: float) -> None:
    system = four_bar((1.0, 2.0, 1.0), 2.0, lw.Polynomial((0.0, 1.0)))
    # All bars are in line. Absolute rates 1, b, 1 + 2b with 2b² + 4b = 0: the coupler stays parallel or crosses over.
    start = system.state({"C.angle": np.pi, "B.angle_dot": given, "C.angle_dot": -1.0 if given < -2 else 1.0})
    run = kinematics(system, start, times=[0.0, 0.25, 0.5])
    assert run.complete and run.singularities[0].t == 0.0
    rates = (-1.0, 1.0) if given > -2.0 else (-3.0, -1.0)
    np.testing.assert_allclose([run["B.angle_dot"][0], run["C.angle_dot"][0]], rates, atol=1e-6)
    if given > -2.0:
        np.testing.assert_allclose(run["B.angle"], -run.times, atol=1e-11)
        np.testing.assert_allclose(run["B.angle_ddot"], 0.0, atol=1e-4)
    for k in range(3):
        assert np.abs(system.evaluate("position", run.state(k)).g).max() < 1e-10
        P, P_0, P_00 = system.constraint_rows(run.state(k))
        np.testing.assert_allclose(P @ run.u[k] + P_0, 0.0, atol=1e-6)
        np.testing.assert_allclose(P @ run.u_dot[k] + P_00, 0.0, atol=1e-4)


def spatial_loop(joint: lw.Hinge, drive: lw.Polynomial | None = None) -> lw.System:
    """Crank and rocker on skew axes, joined by a rod with a ball at one end."""
    m = lw.Model("spatial")
    lengths = {"crank": 0.3, "coupler": 1.2, "rocker": 0.8}
    crank, coupler, rocker = (m.body(n, lw.Rod(length=x, mass=1.0)) for n, x in lengths.items())
    m.connect("A", lw.Revolute("z"), m.ground, crank, drive={} if drive is None else {"angle": drive})
    m.connect("B", lw.Spherical(), crank.at(0.3, 0, 0), coupler)
    m.connect("C", joint, coupler.at(1.2, 0, 0), rocker.at(0.8, 0, 0))
    m.connect("D", lw.Revolute("y"), m.ground.at(1.0, 0.2, 0.1), rocker)
    return compile_model(m)


@pytest.mark.seed("S0.12")
def test_a_spatial_loop_turns_once() -> None:
    system = spatial_loop(lw.Universal("y", "z"), lw.Polynomial((0.0, 2 * np.pi)))
    run = kinematics(system, assemble(system, guess={"D.angle": -1.5}), t_end=1.0)
    assert run.complete and not run.singularities
    np.testing.assert_allclose(run["D.angle"][-1], run["D.angle"][0], atol=1e-12)
    for k in (0, 77, 200):
        P, P_0, P_00 = system.constraint_rows(run.state(k))
        np.testing.assert_allclose(P @ run.u[k] + P_0, 0.0, atol=1e-13)
        np.testing.assert_allclose(P @ run.u_dot[k] + P_00, 0.0, atol=1e-12)
    step = run.times[1]
    slope = (run["D.angle"][:-4] - 8 * run["D.angle"][1:-3] + 8 * run["D.angle"][3:-1] - run["D.angle"][4:]) / (
        12 * step
    )
    np.testing.assert_allclose(slope, run["D.angle_dot"][2:-2], atol=1e-5)


def test_a_rod_between_two_balls_turns_about_itself() -> None:
    system = spatial_loop(lw.Spherical())
    found = mobility(system, assemble(system, guess={"D.angle": -1.5}))
    assert (found.degrees_of_freedom, found.redundant_rows) == (2, 0)


def test_a_loop_closed_by_a_weld_reaches_as_far_as_its_bars() -> None:
    m = lw.Model("weld")
    one, two = (m.body(name, lw.Rod(length=1, mass=1.0)) for name in ("one", "two"))
    m.connect("A", lw.Revolute("z"), m.ground, one)
    m.connect("B", lw.Revolute("z"), one.at(1, 0, 0), two)
    drive = {"x": lw.Polynomial((1.2, 0.1)), "y": lw.Polynomial((0.5,))}
    m.connect("C", lw.Planar(), m.ground, two.at(1, 0, 0), drive=drive, tree="cut")
    system = compile_model(m)
    run = kinematics(system, assemble(system, guess={"A.angle": -0.3, "B.angle": 1.5}), t_end=8.0)
    assert run.singularities[-1].t == pytest.approx((np.sqrt(4.0 - 0.25) - 1.2) / 0.1, abs=1e-6)
    assert "joint 'C' (translation along x) cannot be kept closed" in run.message


@pytest.mark.parametrize("coordinates", ["tree", "absolute"])
def test_configurations_are_closed_also_beside_jumps_of_curvature(coordinates: str) -> None:
    """A roller on a cam of arcs and tangents, at times around two joints of these; the gap is known in closed form."""
    cam = Cam()
    system = lw.compile_model(kinematic_model(cam), coordinates)
    start = lw.assemble(system, guess={"contact.s1": np.radians(100.0) * cam.base})
    times = np.union1d(np.linspace(0.00591615, 0.0059166, 20), np.linspace(0.0207547, 0.020756, 20))
    motion = lw.kinematics(system, start, times=times)
    assert motion.verdict.is_good and motion.open[0] < 1e-12
    turn = [motion.system.channels(motion.state(k))["shaft.rotation"] for k in range(len(motion))]
    places = motion["roller.position"]
    gaps = [float(cam.nearest(R.T @ p)[0]) for R, p in zip(turn, places, strict=True)]
    assert np.abs(gaps).max() < 1e-12


def test_a_configuration_that_stays_open_is_doubtful() -> None:
    system = lw.compile_model(kinematic_model(), "tree")
    start = lw.assemble(system, guess={"contact.s1": np.radians(100.0) * Cam().base})
    motion = lw.kinematics(system, start, times=[1e-4, 2e-4])
    off = replace(motion, open=(6.7e-7, 1e-4))
    assert off.verdict.level == "doubtful"
    assert "the configuration at t = 0.0001 leaves constraints open by 6.7e-07 (rad or lever arms)" in str(off.verdict)
