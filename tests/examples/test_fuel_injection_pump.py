"""The fuel injection pump: reference C2 for its kinematics, C5 for laws and dynamics, and what the run shows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from examples.fuel_injection_pump import (
    SPEED,
    BearingFilm,
    Cam,
    FuelPressure,
    TractionFilm,
    at_start,
    draw,
    dynamic_model,
    kinematic_model,
    numbers_of,
    revolve,
    rolled,
)
from linkwork.spatial import Relative
from tests.reference_models import case

C2, C5 = case("C2_cam_roller"), case("C5_fuel_pump_dynamic")
SEVEN = ("F1", "slip")


@pytest.fixture(scope="module")
def system() -> lw.System:
    return lw.compile_model(dynamic_model())


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
def test_own_contact_is_that_of_the_drawn_cam(row: dict[str, Any]) -> None:
    """The pitch curve of the example's constraint against the reference and against the library's outline."""
    cam, angle = Cam(), np.radians(row["q2_deg"])
    f, slope, _ = row["f_f1_f2"]
    direction = np.array([np.cos(angle), np.sin(angle)])
    gap, normal, _ = cam.contact(f * direction)
    assert float(gap) == pytest.approx(0.0, abs=1e-14)
    across = np.array([-direction[1], direction[0]])
    wanted = (f * direction - slope * across) / np.hypot(f, slope)
    np.testing.assert_allclose(np.array(normal, dtype=float), wanted, atol=1e-11)
    touching = f * direction - cam.roller * wanted
    outline = np.array([cam.outline.point(s)[:2] for s in np.linspace(0.0, cam.outline.length, 4001)], dtype=float)
    assert np.min(np.hypot(*(outline - touching).T)) < 2e-5


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
    film = element.film(motion, element.i([load]))
    found = [float(film[name]) for name in ("traction", "thickness", "hertz")]
    np.testing.assert_allclose(found, row["F1_h_p0_b"][:3], rtol=1e-11)


@pytest.mark.parametrize("row", C5["element_checks"]["fuel_pressure"], ids=lambda row: str(row["q1_deg"]))
@pytest.mark.parametrize("turns", [0, -2])
def test_fuel_pressure(row: dict[str, Any], turns: int) -> None:
    element = FuelPressure()
    angle = np.radians(row["q1_deg"] + 360.0 * turns)
    assert float(element.output(element.i([angle]))) == pytest.approx(row["p"], rel=1e-9, abs=1e-6)


@pytest.mark.seed("S0.15")
def test_dynamic_run_has_the_numbers_of_c5(sampled: lw.Trajectory) -> None:
    """Nine digits of the largest value in a column; seven for traction and slip."""
    run = sampled
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


@pytest.mark.seed("S0.15")
def test_load_is_found_in_one_step_of_newtons_method(system: lw.System) -> None:
    """Traction acts across the constraint's gradient, so the load does not depend on it: r_s = 1."""
    found = system.evaluate("unknowns", at_start(system))
    np.testing.assert_allclose(found.r_s, [[1.0]], rtol=1e-6)


@pytest.mark.seed("S0.15")
def test_contact_is_lost_at_one_and_a_half_times_the_speed() -> None:
    fast = 1.5 * SPEED
    system = lw.compile_model(dynamic_model(speed=fast))
    run = revolve(system, 1.0, rtol=1e-7, start=at_start(system, fast))
    assert run.certificate.status == "event"
    assert "loss of contact" in run.certificate.sentence
    assert -137.0 < np.degrees(run["cam.angle"][-1]) < -135.4
    assert run["contact.multipliers"][-1] == pytest.approx(0.0, abs=1e-3)
