"""Prescribed motion is one follower: what it gives, and what it says, in both coordinates."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import linkwork as lw
from linkwork.analyses.path import speed_rows
from tests.absolute_models import carried
from tests.analyses.mechanisms import bennett, four_bar

BOTH = ("tree", "absolute")


def in_coordinates(tree: lw.System, start: lw.State, coordinates: str) -> tuple[lw.System, lw.State]:
    """The same model at the same place in other coordinates."""
    if coordinates == "tree":
        return tree, start
    absolute = lw.compile_model(tree.model, coordinates="absolute")
    return absolute, carried(tree, absolute, start)


def crank_rocker() -> tuple[lw.System, lw.State]:
    system = four_bar((1.0, 3.0, 2.5), 3.2, lw.Polynomial((1.0, 1.0, 0.2)))
    return system, lw.assemble(system, guess={"B.angle": -1.0, "C.angle": -2.0})


def redundant() -> tuple[lw.System, lw.State]:
    system = bennett(lw.Polynomial((1.0, 1.0)))
    return system, lw.assemble(system, guess={"B.angle": 2.0, "C.angle": -1.0})


def skate() -> tuple[lw.System, lw.State]:
    m = lw.Model("skate")
    blade = m.body("skate", lw.Box(size=(0.3, 0.02, 0.1), mass=1.0))
    drive = {"x": lw.Polynomial((0.0, 1.0)), "angle": lw.Polynomial((0.0, 0.5))}
    m.connect("ice", lw.Planar(), m.ground, blade, drive=drive)
    m.connect("blade", lw.KnifeEdge(), m.ground, blade)
    system = lw.compile_model(m)
    return system, system.state()


@pytest.mark.few(2)
@pytest.mark.parametrize("mechanism", [crank_rocker, redundant, skate])
@pytest.mark.parametrize("few", [400, 0])
def test_motions_are_those_of_the_tree(
    mechanism: Callable[[], tuple[lw.System, lw.State]], few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With no rows that are few, rows are solved by sparse factors."""
    tree, start = mechanism()
    absolute, there = in_coordinates(tree, start, "absolute")
    times = [0.0, 0.4, 1.1]
    one = lw.kinematics(tree, start, times=times)
    monkeypatch.setattr(speed_rows, "RANKED_ROWS", few)
    other = lw.kinematics(absolute, there, times=times)
    assert one.complete and other.complete
    for k in range(len(times)):
        same = carried(tree, absolute, one.state(k))
        np.testing.assert_allclose(other.u[k], same.u, atol=1e-8)
        for body in tree.model.bodies:
            np.testing.assert_allclose(
                [other[f"{body}.{x}"][k] for x in "xyz"], [same[f"{body}.{x}"] for x in "xyz"], atol=1e-9
            )
    # Accelerations against differences of velocities.
    fine = lw.kinematics(absolute, there, times=[0.399, 0.4, 0.401])
    np.testing.assert_allclose(fine.u_dot[1], (fine.u[2] - fine.u[0]) / 0.002, atol=2e-4)


@pytest.mark.few(1)
@pytest.mark.parametrize("coordinates", BOTH)
def test_a_dead_point_is_named_by_what_is_driven(coordinates: str) -> None:
    tree = four_bar((2.5, 3.0, 1.0), 3.2, lw.Polynomial((1.0, 0.5)))
    system, start = in_coordinates(tree, lw.assemble(tree, guess={"B.angle": -1.0, "C.angle": -1.5}), coordinates)
    run = lw.kinematics(system, start, times=np.linspace(0.2, 2.0, 10))
    dead = (np.arccos((2.5**2 + 3.2**2 - 4.0**2) / (2 * 2.5 * 3.2)) - 1.0) / 0.5
    assert not run.complete and run.singularities[-1].t == pytest.approx(dead, abs=1e-5)
    assert "cannot follow A.angle any further: at a dead point" in run.message
    assert "infinitely fast" in run.message and "joint 'D'" in run.message


@pytest.mark.seed("S0.11", "S0.12")
@pytest.mark.parametrize("coordinates", BOTH)
def test_a_run_passes_a_singular_configuration_on_its_branch_or_stops(
    coordinates: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The coupler of a parallelogram stays parallel to the ground, also where the rows do not say so."""
    tree = four_bar((1.0, 2.0, 1.0), 2.0, lw.Polynomial((np.pi / 2, -1.0)))
    system, start = in_coordinates(tree, lw.assemble(tree, guess={"B.angle": -1.5, "C.angle": -1.5}), coordinates)
    run = lw.kinematics(system, start, times=np.linspace(0.0, 3.0, 31), singular="stop")
    assert run.stopped and not run.complete and run.times[-1] == pytest.approx(1.5)
    assert "stopped at t = 1.57079" in run.message and not run.singularities[0].passed
    through = lw.kinematics(system, start, times=np.radians([0, 30, 80, 90, 91, 180, 269, 300]))
    assert [s.t for s in through.singularities] == pytest.approx([np.pi / 2, 3 * np.pi / 2], abs=1e-5)
    assert through.complete and through.singularities[0].passed and through.singularities[0].value < 1e-5
    for k in range(8):
        at = system.channels(through.state(k))
        np.testing.assert_allclose(at["coupler.rotation"], np.eye(3), atol=1e-10)
        assert at["rocker.angular_velocity"][2] == pytest.approx(-1.0, abs=1e-8)
    if coordinates == "absolute":
        monkeypatch.setattr(speed_rows, "RANKED_ROWS", 3)
        assert not lw.kinematics(system, start, times=[0.5, 3.0]).singularities
        with pytest.raises(lw.ModelError, match="looked for up to 3 rows, and there are 2"):
            lw.kinematics(system, start, t_end=3.0, singular="stop")


@pytest.mark.parametrize("coordinates", BOTH)
def test_drives_that_contradict_each_other_are_named(coordinates: str) -> None:
    m = lw.Model("twice")
    bars = [m.body(n, lw.Rod(length=1.0, mass=1.0)) for n in ("crank", "coupler", "rocker")]
    m.connect("A", lw.Revolute("z"), m.ground, bars[0], drive={"angle": lw.Polynomial((1.0, 1.0))})
    m.connect("B", lw.Revolute("z"), bars[0].at(1, 0, 0), bars[1], drive={"angle": lw.Polynomial((-1.0, 1.0))})
    m.connect("C", lw.Revolute("z"), bars[1].at(1, 0, 0), bars[2])
    m.connect("D", lw.Revolute("z"), bars[2].at(1, 0, 0), m.ground.at(1.0 + 2 * np.cos(1.0), 0, 0))
    tree = lw.compile_model(m)
    system, start = in_coordinates(tree, tree.state({"C.angle": -1.0}), coordinates)
    run = lw.kinematics(system, start, t_end=1.0)
    assert not run.complete
    assert "A.angle and B.angle cannot be driven like this: no motion meets" in run.message


@pytest.mark.parametrize("coordinates", BOTH)
@pytest.mark.parametrize("few", [400, 0])
def test_motion_that_is_left_open_is_named(coordinates: str, few: int, monkeypatch: pytest.MonkeyPatch) -> None:
    tree = four_bar((1.0, 3.0, 2.5), 3.2)
    start = lw.assemble(tree, guess={"A.angle": 1.0, "B.angle": -1.0, "C.angle": -2.0})
    system, there = in_coordinates(tree, start, coordinates)
    said = r"1 degree of freedom is left: drive [ABC].angle, for example, or simulate"
    if coordinates == "absolute" or not few:
        said = r"(body '\w+'|'[ABC].angle_dot') can still move(;|: drive it)"
    monkeypatch.setattr(speed_rows, "RANKED_ROWS", few)
    with pytest.raises(lw.ModelError, match=f"kinematics needs all motion prescribed, and .*{said}"):
        lw.kinematics(system, there, t_end=1.0)


@pytest.mark.parametrize("coordinates", BOTH)
def test_a_start_that_cannot_be_closed_is_refused(coordinates: str) -> None:
    too_short = four_bar((0.2, 3.0, 0.5), 5.0, lw.Polynomial((1.0, 1.0))).model
    system = lw.compile_model(too_short, coordinates=coordinates)
    with pytest.raises(
        lw.ModelError, match=r"the start is not a possible configuration: .*joint '\w' .*Assemble it first"
    ):
        lw.kinematics(system, system.rest, t_end=1.0)


@pytest.mark.parametrize("coordinates", BOTH)
def test_any_channel_can_be_read(coordinates: str) -> None:
    system, start = in_coordinates(*crank_rocker(), coordinates)
    run = lw.kinematics(system, start, times=[0.0, 0.1])
    there = [system.channels(run.state(k)) for k in range(2)]
    for name in ("C.angle", "D.angle", "coupler.position", "coupler.velocity.x", "B.force"):
        assert np.allclose(run[name], [at[name] for at in there])
    with pytest.raises(lw.ModelError, match=r"'coupler\.postion'. Did you mean 'coupler\.position'"):
        run["coupler.postion"]
    with pytest.raises(lw.ModelError, match=r"kinematics: t_end = -1 is not after the start"):
        lw.kinematics(system, start, t_end=-1.0)
