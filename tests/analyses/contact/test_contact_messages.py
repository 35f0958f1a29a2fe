"""What runs say about contacts: whole sentences."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from tests.contact_models import planar_body, planar_values, row_of_balls, sliding_rod, sliding_rod_values

G = 9.81


def in_a_corner(**law: Any) -> lw.System:
    """A ball in the plane, a floor and a wall."""
    m = lw.Model("corner", gravity=(0, 0, -G))
    ball = m.body("ball", mass=2.0, inertia=(0.1, 0.1, 0.1))
    m.connect("J", lw.Planar("y"), m.ground, ball)
    m.connect("ball on floor", lw.UnilateralContact(**law), m.ground.plane("z"), ball.sphere(0.1))
    m.connect("ball on wall", lw.UnilateralContact(**law), m.ground.plane("-x"), ball.sphere(0.1))
    return lw.compile_model(m)


def test_an_impact_of_two_contacts_at_once() -> None:
    t = np.sqrt(2 * 0.5 / G)
    start = planar_values("J", -0.1 - 2.0 * t, 0.6, 0.0, 2.0, 0.0)
    system = in_a_corner(restitution=0.5)
    run = lw.simulate(system, start, 0.4)
    before = 2.0**2 + (G * t) ** 2
    assert run.contacts[0].sentence == (
        f"t = {t:.6g}: impact of ball on floor and ball on wall at once (2 contacts): law newton, e = 0.5; "
        f"energy {before:.4g} → {before / 4:.4g} J"
    )
    assert run.contacts[0].loss == pytest.approx(0.75 * before, rel=1e-12)


@pytest.mark.parametrize(
    ("element", "end", "depth"),
    [
        (lw.JointStop(upper=0.2), "J.displacement", "0.3"),
        (lw.Rope(0.4), None, "100 mm"),
        (lw.Rope(0.1), None, "0.4 m"),
        (lw.BumpStop(longest=0.4), None, "100 mm"),
        (lw.BumpStop(shortest=0.9), None, "0.4 m"),
    ],
)
def test_a_limit_that_is_passed_at_the_start(element: lw.Element, end: str | None, depth: str) -> None:
    """Of a rope and a stroke the gap is (l² − p · p)/2l; what is said is the distance."""
    m = lw.Model("limits", gravity=(0, 0, -G))
    ball = m.body("ball", mass=2.0, inertia=(0.1, 0.1, 0.1))
    m.connect("J", lw.Prismatic("z"), m.ground, ball)
    m.connect("limit", element, *([end] if end else [m.ground, ball]))
    system = lw.compile_model(m)
    coordinate = system.layout.q[0]
    said = f"is beyond its limit by {depth} at t = 0. Begin within the limit, or assemble with contact='touch'."
    with pytest.raises(lw.ModelError, match=re.escape(said)):
        lw.simulate(system, {coordinate: 0.5}, 0.1)


def test_bouncing_that_ends_in_finite_time() -> None:
    system, e = in_a_corner(restitution=0.5), 0.5
    run = lw.simulate(system, planar_values("J", -3.0, 1.1), 2.0, rtol=1e-11, atol=1e-13)
    ends = np.sqrt(2 / G) * (1 + 2 * e / (1 - e))
    count = sum(change.kind == "impact" for change in run.contacts)
    (said,) = [note for note in run.certificate.notes if "bouncing" in note]
    when = re.fullmatch(
        rf"contact ball on floor closed at t = (\S+) after {count} impacts \(bouncing ends in finite time\)", said.text
    )
    assert when and float(when[1]) == pytest.approx(ends, abs=1e-9)


def test_a_rod_that_no_force_keeps_out() -> None:
    """Painlevé: φ = 1, μ = 2 above (1 + 3 cos²)/(3 sin cos) = 1.376."""
    phi, mu = 1.0, 2.0
    system = lw.compile_model(sliding_rod(mu))
    start = system.rest.with_values(sliding_rod_values(phi, 0.0, -1.0))
    run = lw.simulate(system, start, 1e-3)
    least = (1 + 3 * np.cos(phi) ** 2) / (3 * np.sin(phi) * np.cos(phi))
    (said,) = [note for note in run.certificate.notes if "Painlevé" in note]
    assert said.text.startswith("floor: sliding") and f"with mu = {mu:g}" in said
    assert "no force keeps it from entering (Painlevé)" in said
    assert "Continued with an impact without collision" in said and f"mu < {least:.3g} would avoid it here" in said


def test_a_law_that_gains_energy_is_told() -> None:
    """Newton's law with friction, where the impact turns the sliding round (Kane and Levinson)."""
    m = lw.Model("rod", gravity=(0, 0, 0))
    rod = planar_body(m, "rod", 1.0, 1.0 / 12.0, "J")
    law = lw.UnilateralContact(restitution=0.95, friction=0.4)
    m.connect("floor", law, m.ground.plane("z"), rod.tip((-0.5, 0, 0)))
    system = lw.compile_model(m)
    gains = []
    for slide in (0.7, -0.7):
        run = lw.simulate(system, planar_values("J", 0.0, 0.5 * np.sin(1.0), 1.0, slide, -1.0), 1e-4)
        impact = run.contacts[0]
        gains.append(impact.energy_after > impact.energy_before * (1 + 1e-9))
        told = [note for note in run.certificate.notes if "the law creates" in note]
        assert bool(told) == gains[-1]
        gain = f"{impact.energy_after - impact.energy_before:.2g}"
        sentence = f'impact of floor: the law creates {gain} J. Take law="poisson", or less restitution.'
        assert list(map(str, told)) == ([sentence] if gains[-1] else [])
    assert gains == [True, False]


def test_pairs_that_hit_without_end() -> None:
    system = lw.compile_model(row_of_balls([1.0, 1.0, 1.0], 0.0, "sequential"))
    with pytest.raises(lw.ModelError, match=r"impacts of pairs do not end: .* Take law=\"newton\", or a larger"):
        lw.simulate(system, {"J0.displacement_dot": 1.0}, 1e-3)


def test_steps_tell_which_laws_they_do_not_know() -> None:
    run = lw.simulate(
        lw.compile_model(row_of_balls([1.0, 1.0], 0.5, "poisson")),
        {"J0.displacement_dot": 1.0},
        2e-3,
        method="moreau",
        h=1e-3,
    )
    assert any(
        str(note).startswith("steps over impacts know Newton's law alone, and ") for note in run.certificate.notes
    )
    run = lw.simulate(
        lw.compile_model(row_of_balls([1.0, 1.0], 0.5, "newton")),
        {"J0.displacement_dot": 1.0},
        2e-3,
        method="moreau",
        h=1e-3,
    )
    assert not any("Newton's law alone" in note for note in run.certificate.notes)


@pytest.mark.parametrize(("h", "verdict"), [(1e-3, "good"), (0.012, "doubtful"), (0.1, "bad")])
def test_steps_that_lead_deep_into_bodies_are_judged(h: float, verdict: str) -> None:
    m = lw.Model("ball")
    ball = m.body("ball", lw.Sphere(0.05, mass=0.3))
    m.connect("rail", lw.Prismatic("z"), m.ground, ball)
    m.connect("floor", lw.UnilateralContact(restitution=0.0), m.ground.plane("z"), ball.surface())
    run = lw.simulate(lw.compile_model(m), {"rail.displacement": 1.05}, 0.8, contact="stepping", h=h)
    assert run.verdict.level == verdict
    if verdict == "good":
        impact = run.contacts[0]
        assert impact.loss == pytest.approx(0.3 * 9.81 * 1.0, rel=0.01)
        assert impact.energy_before == pytest.approx(impact.loss, rel=0.01)
    else:
        assert "bodies entered each other by up to" in str(run.verdict)
        assert f"take a shorter step than h = {h:g}" in str(run.verdict)


def test_stops_of_angles_are_passed_by_angles() -> None:
    """0.017 rad that a step goes past a stop are no length, and nothing that is 1 cm thick."""
    m = lw.Model("swing")
    rod = m.body("rod", lw.Rod(length=0.02, mass=1.0))
    m.connect("A", lw.Revolute("y"), m.ground, rod, initial={"angle_dot": 17.0})
    m.connect("stop", lw.JointStop(upper=0.5), "A.angle")
    run = lw.simulate(lw.compile_model(m), t_end=0.05, contact="stepping", h=2e-3)
    assert run.verdict.is_good
    assert any("stops were passed by up to 0.0" in str(x) and str(x).endswith(" rad") for x in run.certificate.notes)


def test_a_log_of_contacts_is_a_table() -> None:
    pytest.importorskip("pandas")
    run = lw.simulate(in_a_corner(restitution=0.5), planar_values("J", -3.0, 0.5), 0.4)
    assert len(run.contacts) > 0 and str(run.contacts).splitlines() == [change.sentence for change in run.contacts]
    frame = run.contacts.to_dataframe()
    assert list(frame.index) == [change.t for change in run.contacts]
    impulses = [sum(change.normal_impulses.values()) for change in run.contacts]
    assert frame["loss"].sum() > 0.0 and list(frame["normal_impulse"]) == impulses
    assert frame.attrs["units"]["loss"] == "J" and frame.attrs["units"]["normal_impulse"] == "N s"


def test_a_driver_says_that_it_was_taken() -> None:
    system = in_a_corner(restitution=0.5)
    start = planar_values("J", -3.0, 0.5)
    events = lw.simulate(system, start, 0.1)
    assert "contacts: 2 points, followed from event to event" in str(events.certificate.notes)
    steps = lw.simulate(system, start, 0.5, contact="stepping", h=1e-3)
    assert any(
        str(note).startswith("impulses of contacts over steps of 0.001 s; bodies") for note in steps.certificate.notes
    )
