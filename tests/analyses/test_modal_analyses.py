"""Analyses of models with modal bodies: statics, assembling, sensitivities, contacts, real time, and refusals."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import linkwork as lw
from tests.modal_models import cantilever


def beam(stiffness: float = 200.0, modes: int = 3, **given: float) -> lw.Model:
    """A clamped beam under its weight with a load at its tip."""
    model = lw.Model("beam")
    data = cantilever(modes=modes, EI=stiffness, line_mass=2.0, radius=0.02, damping=1e-3)
    data = replace(data, stress={"root": 1e3 * np.arange(2.0 * data.count).reshape(2, -1)})
    arm = model.body("arm", lw.ModalBody(data, **given))
    hand = model.body("hand", lw.Box((0.1, 0.2, 0.05), mass=0.5))
    model.connect("root", lw.Fixed(), model.ground, arm.at("root"))
    model.connect("grip", lw.Fixed(), arm.at("tip"), hand)
    return model


@pytest.mark.few(2)
@pytest.mark.parametrize(("coordinates", "modes", "left"), [("tree", 4, 1e-3), ("absolute", 1, 3e-2)])
def test_a_loaded_cantilever_bends_as_the_closed_form_says(coordinates: str, modes: int, left: float) -> None:
    EI, q, F = 2000.0, 2.0 * 9.81, 0.5 * 9.81
    system = lw.compile_model(beam(EI, modes), coordinates)
    rest = lw.equilibrium(system).state
    c = system.channels(rest)
    # q L⁴/8EI + F L³/3EI, but for what the modes leave out.
    assert -c["arm.tip.position"][2] == pytest.approx(q / (8 * EI) + F / (3 * EI), rel=left)
    assert c["root.force"] == pytest.approx([0, 0, q + F], abs=1e-8)
    e = np.array([c[f"arm.{name}"] for name in system.model.bodies["arm"].elastic.data.coordinates])
    assert c["arm.stress.root"] == pytest.approx(system.model.bodies["arm"].elastic.data.stress["root"] @ e)
    assert system.channel_table["arm.stress.root"].unit == "Pa"


def test_the_rigid_limit_is_reached_as_one_over_stiffness() -> None:
    deflections = []
    for factor in (1e2, 1e4):
        system = lw.compile_model(beam(stiffness_factor=factor))
        deflections.append(system.channels(lw.equilibrium(system).state)["arm.tip.position"][2])
    assert deflections[0] / deflections[1] == pytest.approx(100.0, rel=1e-2)


def test_mobility_counts_elastic_coordinates_and_the_report_tells_them() -> None:
    system = lw.compile_model(beam())
    assert lw.mobility(system).degrees_of_freedom == 6
    said = lw.report(system)
    assert "arm: q[0:6] y1, y2, y3, z1, z2, z3" in said
    assert "arm: 6 elastic coordinates; frames root (fixed in the body frame) and tip" in said


def test_sensitivities_by_the_stiffness() -> None:
    modulus = lw.Parameter("modulus", 1.0)
    system = lw.compile_model(beam(modes=1, stiffness_factor=modulus))
    found = lw.sensitivities(system, system.state(), 0.02, parameters=["modulus"])
    ends = [
        lw.simulate(system, system.state({"modulus": x}), 0.02, rtol=1e-11, atol=1e-13)["arm.z1"][-1]
        for x in (1.0 + 1e-4, 1.0 - 1e-4)
    ]
    place = system.layout.q_index("arm.z1")
    assert np.asarray(found.y)[-1, place, 0] == pytest.approx((ends[0] - ends[1]) / 2e-4, rel=1e-5)


def fourbar(coordinates: str) -> lw.System:
    """A four-bar linkage with an elastic coupler."""
    model = lw.Model("fourbar")
    crank = model.body("crank", lw.Rod(0.5, radius=0.02, mass=0.5))
    coupler = model.body("coupler", lw.ModalBody(cantilever(2.0, modes=1, EI=500.0, radius=0.03)))
    rocker = model.body("rocker", lw.Rod(1.5, radius=0.02, mass=1.0))
    model.connect("A", lw.Revolute("z"), model.ground, crank, drive={"angle": 1.0 + 2.0 * lw.t})
    model.connect("B", lw.Revolute("z"), crank.at(0.5, 0, 0), coupler.at("root"))
    model.connect("C", lw.Spherical(), coupler.at("tip"), rocker.at(1.5, 0, 0))
    model.connect("D", lw.Revolute("z"), model.ground.at(2.0, 0, 0), rocker, initial={"angle": 1.5})
    return lw.compile_model(model, coordinates)


def test_assembling_bends_nothing_where_hinges_can_meet() -> None:
    system = fourbar("tree")
    state = lw.assemble(system)
    assert not system.violations(state)
    assert [state["coupler.y1"], state["coupler.z1"]] == [0.0, 0.0]
    # The crank is driven: the others move as rigid ones would.
    assert [state["coupler.y1_dot"], state["coupler.z1_dot"]] == [0.0, 0.0]
    assert abs(state["D.angle_dot"]) > 0.1


def test_a_loop_through_an_elastic_body_moves_alike_in_both_formulations() -> None:
    ends = []
    for coordinates, options in (("tree", {}), ("absolute", {"h": 2e-4})):
        system = fourbar(coordinates)
        run = lw.simulate(system, lw.assemble(system), 0.02, **options)
        ends.append([*run["coupler.tip.position"][-1], run["coupler.y1"][-1]])
    assert ends[1] == pytest.approx(ends[0], abs=2e-5)


def test_runs_side_by_side_and_in_real_time_are_those_of_simulate() -> None:
    system = lw.compile_model(beam(modes=1))
    run = lw.simulate(system, system.state(), 0.02, times=5, rtol=1e-10, atol=1e-12)
    many = lw.simulate_many(system, [{}, {"arm.z1": 1e-3}], times=run.t, rtol=1e-10, atol=1e-12)
    assert many["arm.z1"][0] == pytest.approx(run["arm.z1"], abs=1e-12)
    clock = lw.RealTime(system, h=1e-4)
    for _ in range(200):
        clock.step()
    assert clock.state["arm.z1"] == pytest.approx(run["arm.z1"][-1], abs=1e-9)


def test_a_tip_that_bounces() -> None:
    model = beam(modes=1)
    floor = model.ground.plane(at=(0, 0, -0.03))
    model.connect("floor", lw.UnilateralContact(restitution=0.5), floor, model.bodies["arm"].at("tip").sphere(0.01))
    system = lw.compile_model(model)
    run = lw.simulate(system, system.state(), 0.1)
    height = run["arm.tip.position"][:, 2]
    assert height.min() == pytest.approx(-0.02, abs=1e-6)
    speed = run["arm.tip.velocity"][:, 2]
    first = int(np.flatnonzero((speed[:-1] < 0.0) & (speed[1:] > 0.0))[0])
    assert speed[first + 1] == pytest.approx(-0.5 * speed[first], rel=1e-6)
    assert run.certificate.verdict.level == "good"


def test_certificates_tell_strain_and_rotation() -> None:
    system = lw.compile_model(beam())
    run = lw.simulate(system, system.state(), 0.1)
    (said,) = [note for note in run.certificate.notes if note.code == "elastic_energy"]
    assert "largest elastic rotation 0.0" in said
    assert str(said).endswith(" rad at arm.tip")
    strain = run["stored_energy"].max()
    assert f"arm: strain energy up to {strain:.3g} J" in said


def test_what_has_no_number_is_refused() -> None:
    model = beam(modes=1)
    system = lw.compile_model(model)
    arm = model.bodies["arm"]
    with pytest.raises(lw.ModelError, match=r"point_jacobian: arm.tip moves with the elastic coordinates"):
        lw.point_jacobian(system, arm.at("tip"), system.state())
    with pytest.raises(lw.ModelError, match=r"partial_velocities: body 'arm' is elastic"):
        lw.partial_velocities(system, system.state())
    with pytest.raises(lw.ModelError, match=r"derive: body 'arm' is elastic"):
        lw.derive(system).page()


def test_generalized_forces_add_up_to_h() -> None:
    system = lw.compile_model(beam(modes=1))
    state = system.state({"arm.z1": 0.01, "arm.y1_dot": 0.3})
    found = lw.generalized_forces(system, state)
    total = sum(found.elements.values()) + found.gravity + found.inertia
    assert total == pytest.approx(system.evaluate("dynamics", state).h, rel=1e-12, abs=1e-12)
    assert "arm (elastic)" in found.elements


def test_a_coupling_of_inputs_sees_elastic_coordinates_and_stresses() -> None:
    model = beam(modes=1)
    model.connect("brake", lw.AppliedForce((0.0, 0.0, 1.0)), model.bodies["arm"].at("tip"))
    system = lw.compile_model(model)
    run = lw.simulate(system, system.state(), 0.01, outputs={"peak": lambda c: c["arm.stress.root"][1]})
    assert run["peak"] == pytest.approx(run["arm.stress.root"][:, 1])


def test_a_modulus_in_gigapascals_is_noted_wherever_notes_are() -> None:
    m = lw.Model("rod")
    rod = m.body("rod", lw.FlexibleRod(0.8, lw.Circle(0.02), lw.Material(210.0, 0.3, 7850.0), modes=2))
    m.connect("axle", lw.Revolute("x"), m.ground, rod.at("root"))
    system = lw.compile_model(m)
    run = lw.simulate(system, t_end=0.01)
    said = [
        run.certificate.notes,
        lw.linearize(system, system.rest).notes,
        lw.loads(system, system.rest).motion.notes,
        lw.simulate_many(system, [system.rest], 0.01)[0].certificate.notes,
    ]
    for notes in said:
        assert sum("Is its Young's modulus in Pa?" in str(one) for one in notes) == 1
    # A run has said it.
    assert not any("modulus" in str(one) for one in lw.linearize(system, run)[0].notes)
