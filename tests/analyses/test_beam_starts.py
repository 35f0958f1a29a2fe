"""Starts of exact beams in mechanisms: undeformed and not struck where rigid beams can move so; told elsewhere."""

import warnings
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.analyses.hinge_coordinates import hinged_state

BOTH = pytest.mark.parametrize("coordinates", ["tree", "absolute"])
FLAT = lw.Rectangle(0.02, 0.003)


def four_bar(coupler: str, guess: float = -1.2, **given: Any) -> lw.Model:
    """A crank driven at 30 rad/s, a coupler of 0.4 m that is rigid or an exact beam, and a rocker."""
    m = lw.Model(coupler, gravity=(0, 0, 0))
    crank, rocker = m.body("crank", lw.Rod(length=0.1, mass=0.3)), m.body("rocker", lw.Rod(length=0.35, mass=0.6))
    m.connect("A", lw.Revolute("y"), m.ground, crank, drive={"angle": lw.Polynomial((0.5, 30.0))})
    m.connect("D", lw.Revolute("y"), m.ground.at(0.3, 0, 0), rocker, initial={"angle": guess})
    ends, hinge = (crank.at(0.1, 0, 0), rocker.at(0.35, 0, 0)), lw.Revolute("y")
    if coupler == "rigid":
        rod = m.body("coupler", lw.Rod(length=0.4, mass=0.4 * 0.02 * 0.003 * 7850))
        m.connect("B", hinge, ends[0], rod)
        m.connect("C", hinge, ends[1], rod.at(0.4, 0, 0))
    else:
        beam = lw.ExactBeam(FLAT, lw.STEEL, plane="y", first=hinge, last=hinge, damping=1e-4, **given)
        m.connect("coupler", beam, *ends)
    return m


def stored(system: lw.System, state: lw.State) -> float:
    """Strain energy, from the channels of elements."""
    at = system.channels(state)
    return sum(float(at[f"{name}.energy"]) for name in system.model.structures["coupler"].elements)


@pytest.mark.few(1)
@BOTH
@pytest.mark.parametrize("given", [{"elements": 4, "length": 0.4}, {"elements": 2, "length": 0.4, "order": 2}])
def test_a_coupler_starts_as_the_rigid_one_does(coordinates: str, given: dict[str, Any]) -> None:
    """Its nodes stand and move as the points of the rigid coupler, whose assembly is another program."""
    rigid = lw.compile_model(four_bar("rigid"), "tree")
    whole = lw.assemble(rigid)
    system = lw.compile_model(four_bar("exact", **given), coordinates)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        start = lw.assemble(system)
    at, asked = system.channels(start), rigid.channels(whole)
    assert stored(system, start) < 1e-12
    assert at["D.angle"] == pytest.approx(asked["D.angle"], abs=1e-9)
    assert at["D.angle_dot"] == pytest.approx(asked["D.angle_dot"], abs=1e-6)
    R, p = asked["coupler.rotation"], asked["coupler.position"]
    for body, s in zip(
        system.model.structures["coupler"].nodes, system.model.structures["coupler"].lengths, strict=True
    ):
        place = R @ np.array([float(s), 0, 0])
        np.testing.assert_allclose(at[f"{body.name}.position"], p + place, atol=1e-9)
        speed = asked["coupler.velocity"] + np.cross(asked["coupler.angular_velocity"], place)
        np.testing.assert_allclose(at[f"{body.name}.velocity"], speed, atol=1e-6)


@pytest.mark.slow
def test_the_torque_is_that_of_a_stiff_coupler_and_not_of_a_blow() -> None:
    rigid = lw.compile_model(four_bar("rigid"), "tree")
    asked = np.abs(lw.simulate(rigid, lw.assemble(rigid), 0.05, times=51)["A.angle.load"]).max()
    system = lw.compile_model(four_bar("exact", elements=4, length=0.4), "tree")
    run = lw.simulate(system, lw.assemble(system), 0.05, times=51, method="radau", rtol=1e-4)
    assert run.verdict.is_good and not [note for note in run.certificate.notes if "at the start" in note]
    assert np.abs(run["A.angle.load"]).max() == pytest.approx(asked, rel=0.05)


@pytest.mark.slow
@BOTH
def test_a_beam_that_is_struck_says_so(coordinates: str) -> None:
    """The rocker stands still where the crank turns: energy of the size of its own, (m l²/3) ω²/2, deforms the beam."""
    rigid = lw.compile_model(four_bar("rigid"), "tree")
    whole = lw.assemble(rigid)
    system = lw.compile_model(four_bar("exact", whole["D.angle"], elements=2), coordinates)
    start = lw.assemble(system)
    still = start.with_values({name: 0.0 for name in system.layout.u if name.split(".")[0] in ("D", "rocker")})
    how = {"method": "radau", "rtol": 1e-3, "atol": 1e-6}
    run = lw.simulate(system, still, 1e-4, times=2, **how)
    assert run.verdict.level == "doubtful"
    assert "J of the kinetic energy" in str(run.verdict) and "which strikes it; lw.assemble(" in str(run.verdict)
    missing = float(str(run.verdict).partition("at the start ")[2].partition(" J")[0])
    assert missing > 0.25 * 0.5 * (0.6 * 0.35**2 / 3) * whole["D.angle_dot"] ** 2
    again = lw.simulate(system, start, 1e-4, times=2, **how)
    assert not [note for note in again.certificate.notes if "at the start" in note]


@pytest.mark.few(1)
@BOTH
def test_a_beam_that_cannot_fit_is_told_with_its_energy(coordinates: str) -> None:
    """A beam of 1 m between supports 1.05 m apart: ½ EA ε² L with ε = 0.05."""
    m = lw.Model("too short")
    beam = lw.ExactBeam(FLAT, lw.STEEL, elements=2, length=1.0, first=lw.Spherical(), last=lw.Spherical())
    m.connect("coupler", beam, m.ground, m.ground.at(1.05, 0, 0))
    system = lw.compile_model(m, coordinates)
    with pytest.warns(UserWarning, match=r"assemble: at the start beams are deformed and store .* J: coupler/element"):
        start = lw.assemble(system)
    energy = stored(system, start)
    assert energy > 0.9 * 0.5 * 210e9 * 0.02 * 0.003 * 0.05**2
    run = lw.simulate(system, start, 1e-6, method="radau", rtol=1e-3)
    assert run.verdict.level == "doubtful" and f"store {energy:.3g} J" in str(run.verdict)


@pytest.mark.few(1)
@BOTH
def test_a_beam_released_from_rest_under_its_weight_is_good(coordinates: str) -> None:
    """What bends a little stores energy, which is told and not doubted."""
    m = lw.Model("cantilever")
    m.connect("coupler", lw.ExactBeam(FLAT, lw.STEEL, elements=3, length=0.5, plane="y", damping=1e-3), m.ground)
    system = lw.compile_model(m, coordinates)
    rest = lw.equilibrium(system).state
    run = lw.simulate(system, rest, 1e-3, times=3, method="radau")
    assert run.verdict.is_good
    assert [
        note for note in run.certificate.notes if str(note).startswith("at the start beams are deformed and store ")
    ]


@pytest.mark.few(1)
@BOTH
def test_a_shaft_in_bearings_out_of_line_turns_at_both_ends(coordinates: str) -> None:
    """No motion leaves a bent shaft as it is. The far bearing stood still without a word; it turns with the driven hub
    but for what the slope of the shaft, (3/2) δ/L at its middle, makes of it."""
    m = lw.Model("two bearings", gravity=(0, 0, 0))
    hub = m.body("hub", mass=1.0, inertia=(1e-2, 1e-2, 1e-2))
    m.connect("axle", lw.Revolute("x"), m.ground, hub, drive={"angle": lambda t: 100.0 * t})
    tip = m.connect("shaft", lw.ExactBeam(lw.Circle(0.01), lw.STEEL, 3, 0.8), hub).tip
    m.connect("far", lw.Cylindrical("x"), m.ground.at(0.8, 0.001, 0), tip)
    system = lw.compile_model(m, coordinates)
    at = system.channels(lw.assemble(system))
    assert at["far.angle_dot"] == pytest.approx(100.0, rel=(1.5 * 0.001 / 0.8) ** 2)
    for node in ("node1", "node2"):
        assert at[f"shaft/{node}.angular_velocity"][0] == pytest.approx(100.0, rel=1e-3)


@pytest.mark.few(1)
@pytest.mark.parametrize("elements", [2, 4])
def test_a_bent_beam_keeps_its_shape_where_bodies_become_joints(elements: int) -> None:
    """A guess in absolute coordinates, carried to the tree of the same model: bodies are where they were."""
    m = lw.Model("cantilever", gravity=(0, 0, 0))
    beam = m.connect("beam", lw.ExactBeam(FLAT, lw.STEEL, elements=elements, length=0.4), m.ground)
    m.connect("load", lw.AppliedMoment((0, -2.0, 0)), beam.tip)
    system = lw.compile_model(m, "absolute")
    bent = lw.equilibrium(system)
    here = system.channels(bent.state)
    there = system.hinged.channels(hinged_state(system, bent.state, 0.0))
    for name in (f"{body}.{what}" for body in m.bodies for what in ("position", "rotation")):
        np.testing.assert_allclose(there[name], here[name], atol=1e-11)
    bend = 2.0 * 0.4**2 / (2.0 * lw.STEEL.E * 0.02 * 0.003**3 / 12.0)  # M L² / 2 E I
    assert bent[f"{beam.tip.name}.position"][2] == pytest.approx(bend, rel=0.01)
