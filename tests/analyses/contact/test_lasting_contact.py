"""Contact that lasts is no impact, and what is noted of impacts is true and said once."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.analyses.contact.impact_series import ImpactSeries


def stack(coordinates: str, count: int = 3, restitution: float = 0.0) -> lw.System:
    """Boxes that stand on one another on a tray that is shaken."""
    m = lw.Model("stack")
    tray = m.body("tray", lw.Box(size=(1.2, 0.4, 0.04), mass=3.0, at=(0, 0, -0.02)))
    slide = lw.Sine(-0.05, omega=4.0, phase=np.pi / 2, offset=0.05)
    m.connect("slide", lw.Prismatic("x"), m.ground, tray, drive={"displacement": slide})
    # Edges of faces are known in trees only.
    has_edges = coordinates == "tree"
    below = tray.box((1.2, 0.4, 0.04), at=(0, 0, -0.02), face="z") if has_edges else tray.plane("z")
    for k in range(count):
        size = (0.6 - 0.1 * k, 0.3, 0.15)
        box = m.body(f"box{k}", lw.Box(size=size, mass=3.0 - 0.7 * k))
        m.connect(f"plane{k}", lw.Planar("y"), m.ground, box, initial={"x": (k + 0.5) * 0.15})
        feet = box.tips([(x * size[0] / 2, 0, -0.075) for x in (-1, 1)], ("left", "right"))
        m.connect(f"face{k}", lw.UnilateralContact(friction=0.5, restitution=restitution), below, feet)
        below = box.box(size, face="z") if has_edges else box.plane("z", at=(0, 0, 0.075))
    return lw.compile_model(m, coordinates)


@pytest.mark.few(2)
@pytest.mark.parametrize(
    ("coordinates", "method", "h", "end"),
    [("tree", "moreau", 4e-4, 0.4), ("tree", "nonsmooth_alpha", 2e-3, 0.1), ("absolute", "moreau", 2e-3, 0.04)],
)
@pytest.mark.parametrize("restitution", [0.0, 0.5])
def test_boxes_that_ride_on_a_tray_have_no_impacts(
    coordinates: str, method: str, h: float, end: float, restitution: float
) -> None:
    system = stack(coordinates, 3 if coordinates == "tree" else 2, restitution)
    start = system.rest if coordinates == "tree" else lw.assemble(system)
    run = lw.simulate(system, start, end, contact="stepping", method=method, h=h, times=9)
    assert [change.sentence for change in run.contacts] == []
    assert max(np.abs(np.diff(run[f"box{k}.position"][:, 2])).max() for k in range(2)) < 1e-9
    load = run["face0.left.normal_force"][-1] + run["face0.right.normal_force"][-1]
    masses = (3.0, 2.3, 1.6)[: 3 if coordinates == "tree" else 2]
    assert load == pytest.approx(9.81 * sum(masses), rel=2e-2)


@pytest.mark.parametrize("method", ["moreau", "nonsmooth_alpha"])
def test_bodies_that_meet_in_free_fall_hit_each_other(method: str) -> None:
    """They fall together, and their slow approach is one that forces add nothing to."""
    m = lw.Model("falling")
    one, two = (m.body(name, lw.Sphere(0.1, mass=1.0)) for name in ("one", "two"))
    m.connect("meet", lw.UnilateralContact(restitution=0.5), one.surface(), two.surface())
    system = lw.compile_model(m)
    start = system.state({"two (free).z": 0.2005, "one (free).v_z": 0.01})
    run = lw.simulate(system, start, 0.2, contact="stepping", method=method, h=1e-3)
    assert [change.kind for change in run.contacts] == ["impact"]
    apart = run["two.velocity"][-1, 2] - run["one.velocity"][-1, 2]
    assert apart == pytest.approx(0.005, rel=1e-9)


def series(times: Any, parting: float, lowest: float = 0.0) -> list[Any]:
    found = ImpactSeries()
    return [found.ending(t, {0: parting}, t, lowest) for t in times]


def test_impacts_at_equal_times_of_a_point_that_stays_closed_end_nothing() -> None:
    """Restitution 0: times between impacts that are equal but for rounding would end in centuries."""
    times = [0.1, 0.2, 0.3, 0.4 - 1e-11]
    assert all(ending == {} for ending, _ in series(times, 0.0, lowest=1e-12))


def test_flights_that_rounding_hides_end_within_one_of_them() -> None:
    times = [0.1, 0.2, 0.3, 0.4 - 1e-11]
    ending, rest = series(times, 1e-12, lowest=1e-12)[-1]
    assert ending == {0: 4}
    assert 0.0 < rest <= 0.1


def test_a_geometric_series_ends_where_its_sum_is() -> None:
    """τ_k = 2^-k: what is left after n of them is the last one."""
    times = np.cumsum(0.5 ** np.arange(40))
    found = series(times, 1.0)
    k = next(k for k, (ending, _) in enumerate(found) if ending)
    assert times[k] + found[k][1] == pytest.approx(2.0, abs=1e-13)


def test_a_mass_that_a_tray_tosses_with_restitution_zero_never_closes_for_good() -> None:
    """Thrown up and caught once a period, at equal times: no note tells of an end."""
    m = lw.Model("tossed")
    tray, mass = m.body("tray", mass=1.0), m.body("mass", mass=1.0)
    m.connect("shake", lw.Prismatic("z"), m.ground, tray, drive={"displacement": lw.Sine(0.01, omega=60.0)})
    m.connect("flight", lw.Prismatic("z"), m.ground, mass)
    m.connect("touch", lw.UnilateralContact(restitution=0.0), tray.plane("z"), mass.tips([(0, 0, 0)]))
    system = lw.compile_model(m)
    run = lw.simulate(system, system.state({"flight.displacement": 0.02}), 1.5, rtol=1e-9, atol=1e-11)
    assert sum(change.kind == "impact" for change in run.contacts) > 6
    assert not any("closed at" in note for note in run.certificate.notes)


def test_a_run_with_many_such_impacts_says_it_once() -> None:
    """Three feet in a plane share each impact in more ways than one."""
    m = lw.Model("feet")
    body = m.body("body", lw.Box(size=(0.4, 0.2, 0.1), mass=1.0))
    m.connect("plane", lw.Planar("y"), m.ground, body, initial={"x": 0.3})
    tips = body.tips([(x, 0, -0.05) for x in (-0.2, 0.0, 0.2)], ("a", "b", "c"))
    m.connect("floor", lw.UnilateralContact(restitution=0.8, friction=0.3), m.ground.plane("z"), tips)
    system = lw.compile_model(m)
    run = lw.simulate(system, system.rest, 1.5)
    assert sum(change.kind == "impact" for change in run.contacts) >= 3
    said = [note for note in run.certificate.notes if "not unique" in note]
    assert 1 <= len(said) <= 2
    assert any(note.count > 1 and note.t is not None for note in said)
