"""Networks of contacts (G6), chains of balls (G3) and the sliding rod (G4) as models, by events and by steps; what must
not matter: the order of contacts, a contact twice, units."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

import linkwork as lw
from tests.contact_models import (
    BallOnFloor,
    planar_body,
    planar_values,
    row_of_balls,
    sliding_rod,
    sliding_rod_values,
    woodpecker,
    woodpecker_values,
)
from tests.reference_models import case
from validation.reference.contact_networks import SHORT, after_impact, network

CHAINS = case("G3_ball_chains")["cases"]
RODS = case("G4_painleve_rod")["cases"]
NETWORKS = case("G6_contact_networks")
CYCLE = case("G5_woodpecker")


@pytest.mark.few(1)
@pytest.mark.parametrize("number", range(len(NETWORKS["frictionless"])))
def test_networks_without_friction(number: int) -> None:
    given = NETWORKS["frictionless"][number]
    for options in ({}, {"method": "moreau", "h": SHORT}):
        u, _ = after_impact(given, **options)
        assert np.abs(u - given["u_after"]).max() < 1e-10
    energy = [0.5 * v @ np.array(given["M"]) @ v for v in (np.array(given["u_before"]), u)]
    assert energy[1] <= energy[0] * (1 + 1e-12)


@pytest.mark.few(3)
@pytest.mark.parametrize("number", range(len(NETWORKS["coulomb"])))
def test_networks_with_friction(number: int) -> None:
    given = NETWORKS["coulomb"][number]
    u, run = after_impact(given)
    listed = [np.array(one["u_after"]) for one in given["solutions"]]
    assert min(np.abs(u - one).max() for one in listed) < 1e-10
    impact = run.contacts[0]
    assert impact.kind == "impact" and impact.energy_after <= impact.energy_before * (1 + 1e-12)
    several = given["number_of_different_velocities"] > 1
    assert (impact.solutions == "several") == several
    if several:
        said = f"{len(given['W_N'][0])} contacts, mu = {given['mu']:.3g}: the impact has at least "
        (note,) = [note for note in impact.notes if str(note).startswith(said)]
        assert "solutions (speeds differ by" in note and str(note).endswith("Kept the one that loses most energy.")
        assert str(note) in str(run.certificate)
    stepped, _ = after_impact(given, method="moreau", h=SHORT)
    assert min(np.abs(stepped - one).max() for one in listed) < 1e-8


@pytest.mark.few(1)
@pytest.mark.parametrize("number", range(0, len(NETWORKS["frictionless"]), 3))
def test_neither_order_nor_a_contact_twice_matters(number: int) -> None:
    given = NETWORKS["frictionless"][number]
    count = len(given["W_N"][0])
    u, _ = after_impact(given)
    turned, _ = after_impact(given, network(given, order=range(count - 1, -1, -1)))
    doubled, run = after_impact(given, network(given, twice=0))
    assert np.abs(turned - u).max() < 1e-12 and np.abs(doubled - u).max() < 1e-12
    said = str(run.certificate.notes)
    if run.contacts[0].normal_impulses["c0"] > 1e-9:
        assert "a load that is not unique" in said


@pytest.mark.few(2)
@pytest.mark.parametrize("number", [k for k, x in enumerate(NETWORKS["coulomb"]) if x["number_of_solutions"] == 1][:4])
def test_with_friction_order_does_not_matter_either(number: int) -> None:
    given = NETWORKS["coulomb"][number]
    u, _ = after_impact(given)
    turned, _ = after_impact(given, network(given, order=range(len(given["W_N"][0]) - 1, -1, -1)))
    assert np.abs(turned - u).max() < 1e-12


def bounced(length: float, mass: float, time: float, twice: bool = False) -> lw.Trajectory:
    """A ball that bounces, slides and rolls, in other units: so many of them make a metre, a kilogram, a second."""
    model = lw.Model("units", gravity=(0, 0, -9.81 * length / time**2))
    inertia = 0.004 * mass * length**2
    ball = planar_body(model, "ball", mass, inertia, "J")
    for name in ("floor", "again")[: 1 + twice]:
        law = BallOnFloor(radius=0.1 * length, restitution=0.5, friction=0.06)
        model.connect(name, law, model.ground.at(0, 0, 0), ball.at(0, 0, 0))
    system = lw.compile_model(model)
    start = planar_values("J", 0.0, 0.3 * length, 0.0, 2.0 * length / time)
    tolerances = {"rtol": 1e-12, "atol": 1e-14 * length}
    return lw.simulate(system, system.rest.with_values(start), 1.5 * time, **tolerances)


@pytest.mark.slow
def test_units_do_not_matter_nor_a_contact_twice() -> None:
    plain, doubled = bounced(1.0, 1.0, 1.0), bounced(1.0, 1.0, 1.0, twice=True)
    assert len(plain.contacts) > 10
    for length, mass, time in ((1e3, 1e3, 1.0), (1e-3, 1.0, 1.0), (1.0, 1e-6, 1e3)):
        other = bounced(length, mass, time)
        assert other["J.y_dot"][-1] * time / length == pytest.approx(plain["J.y_dot"][-1], abs=1e-12)
        assert other["J.y"][-1] / length == pytest.approx(plain["J.y"][-1], abs=1e-9)
        np.testing.assert_allclose(
            [c.t / time for c in other.contacts[:8]], [c.t for c in plain.contacts[:8]], atol=1e-11
        )
    assert doubled["J.y_dot"][-1] == pytest.approx(plain["J.y_dot"][-1], abs=1e-12)
    np.testing.assert_allclose([c.t for c in doubled.contacts[:8]], [c.t for c in plain.contacts[:8]], atol=1e-12)


def test_the_order_of_contacts_does_not_matter_to_the_woodpecker() -> None:
    first = CYCLE["cycle"][0]
    models = woodpecker(), woodpecker(("upper", "beak", "lower"))
    ends = []
    for model in models:
        system = lw.compile_model(model)
        start = system.rest.with_values(woodpecker_values(first["q"], first["u_before"]))
        run = lw.simulate(system, start, CYCLE["period"], rtol=1e-11, atol=1e-14)
        ends.append((run.final.q, run.final.u, [c.t for c in run.contacts]))
    for one, other in zip(*ends, strict=True):
        np.testing.assert_allclose(one, other, atol=1e-10)


@pytest.mark.few(7)
@pytest.mark.parametrize("number", range(len(CHAINS)))
def test_chains_of_balls_by_steps(number: int) -> None:
    """Steps know Newton's law."""
    given = CHAINS[number]
    e = given["e"]
    e = [float(Fraction(x)) for x in e] if isinstance(e, list) else float(Fraction(e))
    system = lw.compile_model(row_of_balls([float(m) for m in given["masses"]], e, "newton", given["floor"]))
    speeds = {f"J{k}.displacement_dot": float(Fraction(v)) for k, v in enumerate(given["v_before"])}
    for method in ("moreau", "nonsmooth_alpha"):
        end = lw.simulate(system, system.rest.with_values(speeds), SHORT, method=method, h=SHORT).final
        found = [end[f"J{k}.displacement_dot"] for k in range(len(given["masses"]))]
        expected = [float(Fraction(v)) for v in given["newton"]["v_after"]]
        assert found == pytest.approx(expected, rel=1e-13, abs=1e-13)


@pytest.mark.few(8)
@pytest.mark.parametrize("number", range(len(RODS)))
def test_the_sliding_rod_by_steps(number: int) -> None:
    """Impulses fit where no force does: then the tip does not enter the floor, and stops sliding at once."""
    given, h = RODS[number], 1e-5
    system = lw.compile_model(sliding_rod(given["mu"]))
    start = system.rest.with_values(sliding_rod_values(given["phi"], given["phi_dot"], given["tip_speed"]))
    run = lw.simulate(system, start, 4 * h, method="moreau", h=h)
    verdict = given["verdict"].split()[0]
    force = run["floor.normal_force"].ravel()[1:]
    assert run["floor.gap"].ravel()[-1] > -1e-6
    if verdict == "one":
        expected = given["solutions"][0]["normal_force"]
        assert force[-1] == pytest.approx(expected, rel=1e-3, abs=1e-2)
    elif verdict == "none":
        assert force.max() > 1e3 and abs(run["floor.slip"].ravel()[-1]) < 1e-2
