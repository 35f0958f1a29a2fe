"""The fuel injection pump: C2 for its kinematics, C5 for laws and dynamics, a program by hand for its flights."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from examples.fuel_injection_pump import (
    ABSOLUTE,
    FAST,
    ROLLER,
    SPEED,
    BearingFilm,
    Cam,
    FuelPressure,
    TractionFilm,
    at_start,
    critical_speed,
    draw,
    draw_flight,
    dynamic_model,
    flights,
    kinematic_model,
    numbers_of,
    numbers_of_flights,
    revolve,
    rolled,
)
from linkwork.spatial import Relative
from tests.absolute_models import carried
from tests.pump_by_hand import PumpByHand
from tests.reference_models import case

C2, C5 = case("C2_cam_roller"), case("C5_fuel_pump_dynamic")
SEVEN = ("F1", "slip")


@pytest.fixture(scope="module")
def outline() -> np.ndarray:
    """Points of the cam as the library draws it, 30 µm apart."""
    drawn = Cam().outline
    return np.array([drawn.point(s)[:2] for s in np.linspace(0.0, drawn.length, 4001)], dtype=float)


@pytest.fixture(scope="module")
def system() -> lw.System:
    return lw.compile_model(dynamic_model())


@pytest.fixture(scope="module")
def joined() -> lw.System:
    return lw.compile_model(dynamic_model(joined=True))


@pytest.fixture(scope="module")
def flying() -> lw.System:
    return lw.compile_model(dynamic_model(speed=FAST))


@pytest.fixture(scope="module")
def flown(flying: lw.System) -> lw.Trajectory:
    return revolve(flying, speed=FAST)


@pytest.fixture(scope="module")
def sampled(system: lw.System) -> lw.Trajectory:
    return revolve(system, rtol=3e-11, times=column("t"))


def column(name: str) -> np.ndarray:
    place = C5["columns"].index(name)
    return np.array([row[place] for row in C5["samples"]], dtype=float)


def rel(p: Any = (0.0, 0.0), v: Any = (0.0, 0.0), w: float = 0.0) -> Relative:
    return Relative(np.eye(3), np.array([*p, 0.0]), np.array([0.0, 0.0, w]), np.array([*v, 0.0]))


@pytest.mark.seed("S0.15", passage="§9.2")
def test_kinematic_run_has_the_numbers_of_c2() -> None:
    table = C2["table"]
    angle = np.radians([row["q1_deg"] for row in table])
    run = rolled(lw.compile_model(kinematic_model()), (angle - angle[0]) / SPEED)
    assert run.complete
    relative = run["pin.angle"] - run["cam.angle"]
    found = {
        "q4_rad": relative - relative[0],
        "q4dot": run["pin.angle_dot"] - run["cam.angle_dot"],
        "q4ddot": run["pin.angle_ddot"],
        "q5_mm": 1e3 * run["guide.displacement"],
        "q5dot_mm_s": 1e3 * run["guide.displacement_dot"],
        "q5ddot_mm_s2": 1e3 * run["guide.displacement_ddot"],
    }
    for name, values in found.items():
        wanted = np.array([float(row[name]) for row in table])
        np.testing.assert_allclose(values, wanted, atol=1e-9 * np.abs(wanted).max(), rtol=0, err_msg=name)


@pytest.mark.parametrize("row", C5["element_checks"]["cam"], ids=lambda row: row["segment"])
def test_own_contact_is_that_of_the_drawn_cam(row: dict[str, Any], outline: np.ndarray) -> None:
    """The roller on the pitch curve of the reference, and its point of contact on the library's outline."""
    cam, angle = Cam(), np.radians(row["q2_deg"])
    f, slope, _ = row["f_f1_f2"]
    direction = np.array([np.cos(angle), np.sin(angle)])
    gap, normal, _ = cam.nearest(f * direction)
    assert float(gap) == pytest.approx(0.0, abs=1e-14)
    across = np.array([-direction[1], direction[0]])
    wanted = (f * direction - slope * across) / np.hypot(f, slope)
    np.testing.assert_allclose(np.array(normal, dtype=float), wanted, atol=1e-11)
    touching = f * direction - cam.roller * wanted
    assert np.min(np.hypot(*(outline - touching).T)) < 2e-5


def test_gap_is_the_distance_from_the_drawn_cam_wherever_the_roller_is(outline: np.ndarray) -> None:
    cam, rng = Cam(), np.random.default_rng(3)
    for angle in rng.uniform(0.0, 2 * np.pi, 60):
        p = rng.uniform(0.030, 0.060) * np.array([np.cos(angle), np.sin(angle)])
        gap, normal, _ = cam.nearest(p)
        distances = np.hypot(*(outline - p).T)
        assert float(gap) == pytest.approx(distances.min() - cam.roller, abs=1e-7)
        # Its slope, by differences, is the normal.
        slope = [float(cam.nearest(p + h)[0] - cam.nearest(p - h)[0]) / 2e-7 for h in 1e-7 * np.eye(2)]
        np.testing.assert_allclose(slope, np.array(normal, dtype=float), atol=1e-5)


@pytest.mark.parametrize("row", C5["element_checks"]["HD"])
def test_bearing_film(row: dict[str, Any]) -> None:
    x, y, vx, vy, spin = row["ex_ez_vx_vz_om"]
    (_, _, moment), (fx, fy, _) = BearingFilm().wrench(rel((x, y), (vx, vy), spin))
    np.testing.assert_allclose([fx, fy, moment], row["Fx_Fz_M"], rtol=1e-11, atol=1e-12)


@pytest.mark.parametrize("row", [r for r in C5["element_checks"]["EHD"] if r["lam_slip_U_rhocam"][3] == 0.026])
def test_traction_film_on_the_top(row: dict[str, Any]) -> None:
    """Slip and entrainment speed are set by the motion of the roller over the top circle."""
    load, slip, rolling, _ = row["lam_slip_U_rhocam"]
    cam = Cam()
    element = TractionFilm(cam)
    path = (rolling + slip / 2) * (1 + cam.roller / cam.top)
    motion = rel((0.0, -(cam.top + cam.roller)), (path, 0.0), (path - slip) / cam.roller)
    film = element.film(motion, element.i([load, 1.0]))
    found = [float(film[name]) for name in ("traction", "thickness", "hertz")]
    np.testing.assert_allclose(found, row["F1_h_p0_b"][:3], rtol=1e-11)
    assert float(element.film(motion, element.i([0.0, 0.0]))["traction"]) == 0.0


@pytest.mark.parametrize("row", C5["element_checks"]["fuel_pressure"], ids=lambda row: str(row["q1_deg"]))
@pytest.mark.parametrize("turns", [0, -2])
def test_fuel_pressure(row: dict[str, Any], turns: int) -> None:
    element = FuelPressure()
    angle = np.radians(row["q1_deg"] + 360.0 * turns)
    assert float(element.output(element.i([angle]))) == pytest.approx(row["p"], rel=1e-9, abs=1e-6)


@pytest.mark.few(1)
@pytest.mark.seed("S0.15")
@pytest.mark.parametrize("form", ["contact", "joint"])
def test_dynamic_run_has_the_numbers_of_c5(form: str, sampled: lw.Trajectory, joined: lw.System) -> None:
    """Nine digits of the largest value in a column, seven for traction and slip; nothing lifts off at this speed."""
    run = sampled if form == "contact" else revolve(joined, rtol=3e-11, times=column("t"))
    assert form == "joint" or run.contacts == ()
    found = {
        "q4": run["film.angle"] - run["cam.angle"],
        "q5": run["guide.displacement"],
        "q4d": run["film.angle_dot"] - SPEED,
        "q5d": run["guide.displacement_dot"],
        "lam": run["contact.multipliers"],
        "F1": run["traction.traction"],
        "slip": run["traction.slip"],
        "U": run["traction.rolling"],
        "h": run["traction.thickness"],
        "p0": run["traction.hertz"],
        "ex": run["film.x"],
        "ez": run["film.y"],
        "eps": run["bearing.eccentricity"],
        "Q1": run["cam.angle.load"],
    }
    for name, values in found.items():
        wanted = column(name)
        digits = 7 if name in SEVEN else 9
        np.testing.assert_allclose(values, wanted, rtol=0, atol=10.0**-digits * np.abs(wanted).max(), err_msg=name)


@pytest.mark.seed("S0.15")
def test_certificate_of_the_run(sampled: lw.Trajectory) -> None:
    certificate = sampled.certificate
    assert certificate.status == "done"
    assert certificate.energy_error < 1e-8 * certificate.energy_scale
    assert certificate.position_error < 1e-12
    assert "film.x 1.0e-16" in str(certificate)


@pytest.mark.slow
@pytest.mark.seed("S0.15")
def test_extremes_of_the_third_revolution(system: lw.System, tmp_path: Path) -> None:
    run = revolve(system, rtol=1e-9)
    third = run["cam.angle"] <= np.radians(-100.0) - 4 * np.pi
    found, wanted = numbers_of(run), C5["third_revolution"]
    assert found["least torque"] == pytest.approx(wanted["Q1_min"]["value"], rel=1e-4)
    assert found["most torque"] == pytest.approx(wanted["Q1_max"]["value"], rel=1e-4)
    assert found["Hertz's peak"] == pytest.approx(wanted["p0_max"]["value"], rel=1e-4)
    assert run["bearing.eccentricity"][third].max() == pytest.approx(wanted["eps_max"]["value"], rel=1e-4)
    assert found["energy error"] < 1e-8
    shaft = C5["energy_three_revolutions"]["shaft_work"]
    assert found["work of the shaft"] == pytest.approx(shaft, rel=1e-3)  # by the trapezoidal rule
    assert found["least load"] == pytest.approx(wanted["lam_min"]["value"], rel=1e-4)
    assert -found["roller fastest"] == pytest.approx(wanted["roller_faster_slip_over_U_max"]["value"], rel=1e-4)
    draw(run, tmp_path / "pump.svg")
    assert (tmp_path / "pump.svg").read_text(encoding="utf-8").count('<g id="axes_') == 6


@pytest.mark.slow
@pytest.mark.seed("S0.15")
def test_numbers_beside_those_that_the_thesis_prints(system: lw.System) -> None:
    """What the page of the pump sets beside them, in the third revolution."""
    run = revolve(system, rtol=1e-8)
    angle, film = np.degrees(run["cam.angle"]) + 720.0, 1e6 * run["traction.thickness"]

    def within(low: float, high: float) -> Any:
        return (angle >= low - 1e-9) & (angle <= high + 1e-9)

    def mean(low: float, high: float) -> float:
        t, h = run.t[within(low, high)], film[within(low, high)]
        return float(np.trapezoid(h, t) / (t[-1] - t[0]))

    assert mean(-260.0, -100.0) == pytest.approx(0.298, abs=5e-4)
    assert mean(-460.0, -100.0) == pytest.approx(0.260, abs=5e-4)
    lowest = [film[within(*span)].min() for span in ((-160.0, -146.0), (-226.0, -204.0), (-140.0, -135.0))]
    np.testing.assert_allclose(lowest, [0.061, 0.0635, 0.031], atol=5e-4)
    third, slip = within(-460.0, -100.0), run["traction.slip"]
    assert 1e-6 * run["traction.hertz"][third].max() == pytest.approx(974.8, abs=0.1)
    part = (slip / run["traction.rolling"])[third]
    assert part.min() == pytest.approx(-0.331, abs=5e-4)
    assert angle[third][part.argmin()] == pytest.approx(-259.0, abs=0.1)
    assert np.abs(part[within(-190.0, -170.0)[third]]).max() == pytest.approx(0.01, abs=5e-4)
    lift = within(-146.0, -140.0)
    assert angle[lift][np.flatnonzero(np.diff(np.sign(slip[lift])))] == pytest.approx([-144.2], abs=0.1)
    eccentric = run["bearing.eccentricity"][third]
    np.testing.assert_allclose([eccentric.min(), eccentric.max()], [0.226, 0.504], atol=5e-4)
    torque = run["cam.angle.load"][third]
    np.testing.assert_allclose([torque.min(), torque.max()], [-9.54, 9.16], atol=0.01)


@pytest.mark.slow
@pytest.mark.seed("S0.15")
def test_eccentricity_with_twice_the_clearance() -> None:
    model = dynamic_model()
    model.connections["bearing"] = replace(model.connections["bearing"], element=BearingFilm(clearance=12e-6))
    run = revolve(lw.compile_model(model), rtol=1e-7)
    eccentric = run["bearing.eccentricity"][run["cam.angle"] <= np.radians(-100.0) - 4 * np.pi]
    np.testing.assert_allclose([eccentric.min(), eccentric.max()], [0.548, 0.791], atol=1e-3)


@pytest.mark.seed("S0.15")
def test_load_is_found_in_one_step_of_newtons_method(joined: lw.System) -> None:
    """Traction acts across the constraint's gradient, so the load does not depend on it: r_s = 1."""
    found = joined.evaluate("unknowns", at_start(joined))
    np.testing.assert_allclose(found.r_s, [[1.0]], rtol=1e-6)


def by_hand(revolutions: float, rtol: float) -> PumpByHand:
    """A program of the pump's equations that shares no line with linkwork."""
    start = -1.617259494752863e-6, 5.23578009351026e-7, -FAST * Cam().base / Cam().roller
    return PumpByHand(FAST, rtol).run(2 * np.pi * revolutions / abs(FAST), start)


def check_flights(run: lw.Trajectory, other: PumpByHand, count: int) -> None:
    """Times of losses and landings, speeds of landings, to 1e-7; loads that follow from these speeds to 1e-6."""
    assert run.certificate.status == "done"
    found = flights(run)[:count]
    assert len(found) == len(other.flights) == count
    for one, two in zip(found, other.flights, strict=True):
        assert one.loss == pytest.approx(two.loss, rel=1e-8)
        assert one.landing == pytest.approx(two.landing, rel=1e-8)
        assert one.approach == pytest.approx(two.approach, rel=1e-7)
        assert one.load == pytest.approx(two.load, rel=1e-6)


@pytest.mark.seed("S0.15")
def test_roller_flies_at_one_and_a_half_times_the_speed_as_by_hand(flown: lw.Trajectory) -> None:
    check_flights(flown, by_hand(1.0, 1e-8), 2)


@pytest.mark.slow
@pytest.mark.seed("S0.15")
def test_flights_of_three_revolutions_are_those_by_hand(flying: lw.System) -> None:
    check_flights(revolve(flying, rtol=1e-11, speed=FAST), by_hand(3.0, 1e-10), 6)


def check_formulations(found: list[Any], others: list[Any]) -> None:
    """Times and speeds of every loss and landing to 1e-7, in two formulations."""
    assert len(found) == len(others) > 0
    for one, two in zip(found, others, strict=True):
        assert one.loss == pytest.approx(two.loss, rel=1e-8)
        assert one.landing == pytest.approx(two.landing, rel=1e-8)
        assert one.approach == pytest.approx(two.approach, rel=1e-7)
        assert one.load == pytest.approx(two.load, rel=1e-6)
        assert one.height == pytest.approx(two.height, rel=1e-5)


@pytest.mark.slow
@pytest.mark.seed("S0.15")
def test_a_flight_is_the_same_in_absolute_coordinates(flying: lw.System, flown: lw.Trajectory) -> None:
    """The first one, from a tenth of a millisecond before it."""
    absolute = lw.compile_model(dynamic_model(speed=FAST), "absolute")
    near = flown.at(3.9e-3)
    start = carried(flying, absolute, near).with_values({"contact.closed": 1.0})
    run = lw.simulate(absolute, start, 5.07e-3, rtol=1e-8, **ABSOLUTE)
    check_formulations(flights(run), flights(flown)[:1])
    assert run.verdict.is_good


@pytest.mark.slow
@pytest.mark.seed("S0.15")
def test_flights_of_three_revolutions_in_absolute_coordinates(flying: lw.System) -> None:
    absolute = revolve(lw.compile_model(dynamic_model(speed=FAST), "absolute"), rtol=1e-9, speed=FAST)
    found = flights(absolute)
    assert len(found) == 6
    check_formulations(found, flights(revolve(flying, rtol=1e-11, speed=FAST)))
    check_flights(absolute, by_hand(3.0, 1e-10), 6)


@pytest.mark.seed("S0.15")
def test_numbers_of_the_flights(flown: lw.Trajectory) -> None:
    """What the page of the pump shows, beside what must hold."""
    found = flights(flown)
    assert [round(1e3 * flight.loss, 5) for flight in found] == [
        3.94429,
        13.492,
        43.95187,
        53.49943,
        83.95943,
        93.50698,
    ]
    assert [round(1e3 * x.landing, 5) for x in found] == [5.06034, 13.91497, 45.06855, 53.92256, 85.07602, 93.93012]
    numbers = numbers_of_flights(found)
    assert numbers["greatest height"] == pytest.approx(22.38e-6, rel=1e-3)
    assert numbers["fastest landing"] == pytest.approx(0.162141, rel=1e-5)
    assert numbers["highest load"] == pytest.approx(340.04e3, rel=1e-4)
    # The first loss is where the flank ends, 79° − flank before the nose; films leave the roller above the shaft.
    flank = np.degrees(np.arctan(Cam().arm * np.sin(Cam().turn) / (Cam().base + Cam().roller)))
    assert np.degrees(FAST * found[0].loss) - 100.0 == pytest.approx(-101.0 - flank, abs=0.01)
    impacts = [change for change in flown.contacts if change.kind == "impact"]
    for flight, impact in zip(found, impacts, strict=True):
        # In no time the films do nothing: the roller alone is stopped.
        assert impact.normal_impulses["contact"] == pytest.approx(ROLLER * flight.approach, rel=1e-9)
    in_flight = flown["contact.gap"] > 1e-9
    assert np.abs(flown["contact.normal_force"][in_flight]).max() == 0.0
    assert np.abs(flown["traction.traction"][in_flight]).max() == 0.0
    assert flown.certificate.energy_error < 1e-9 * flown.certificate.energy_scale


@pytest.mark.seed("S0.15")
def test_a_joint_would_pull_where_the_roller_flies(flown: lw.Trajectory, tmp_path: Path) -> None:
    pulled = revolve(lw.compile_model(dynamic_model(speed=FAST, joined=True)), speed=FAST)
    assert pulled["contact.multipliers"].min() == pytest.approx(-65.0, abs=1.0)
    first = flights(flown)[0]
    times = np.linspace(0.0, first.loss, 20)[:-1]
    one, two = (run.resample(times)["contact.multipliers"] for run in (flown, pulled))
    np.testing.assert_allclose(one, two, rtol=1e-6)
    draw_flight(flown, pulled, tmp_path / "flight.png")
    assert (tmp_path / "flight.png").stat().st_size > 10_000


@pytest.mark.few(1)
@pytest.mark.parametrize(("part", "count"), [(0.9995, 0), (1.001, 2)])
def test_critical_speed(part: float, count: int) -> None:
    """Where spring and inertia are in balance behind the flank; the film gives way by a ten-thousandth of it."""
    speed = -part * critical_speed()
    run = revolve(lw.compile_model(dynamic_model(speed=speed)), 1.0, rtol=1e-8, speed=speed)
    assert len(flights(run)) == count


def test_a_roller_that_bounces_comes_to_rest_after_every_landing() -> None:
    restitution = lw.Parameter("e", 0.5)
    system = lw.compile_model(dynamic_model(speed=FAST, restitution=restitution))
    run = revolve(system, 1.0, speed=FAST)
    found = flights(run)
    long = [flight for flight in found if flight.height > 1e-6]
    assert len(long) == 2 < len(found)
    bounces = [x for x in found if x.loss >= long[0].landing and x.landing < long[1].loss]
    # The pin is thrown off in a microsecond: speeds fall by more than restitution alone would have it.
    speeds = [long[0].approach, *(x.approach for x in bounces)]
    assert all(later < 0.5 * sooner for sooner, later in pairwise(speeds))
    assert any("bouncing ends in finite time" in note for note in run.certificate.notes)
    assert run.certificate.energy_error < 1e-8 * run.certificate.energy_scale
