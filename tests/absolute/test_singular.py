"""Singular configurations of driven loops in absolute coordinates: located, passed, or where the motion ends."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from linkwork.analyses.path import speed_rows


def loop(
    lengths: tuple[float, float, float], base: float, drive: lw.Polynomial, side: int = 1
) -> tuple[lw.System, lw.State]:
    """A four-bar with its first bar driven, assembled to one side of the line from B to D by the cosine rule."""
    m = lw.Model("loop")
    names = ("crank", "coupler", "rocker")
    bars = [m.body(n, lw.Rod(length=x, mass=1.0)) for n, x in zip(names, lengths, strict=True)]
    first = float(drive.coefficients[0])
    m.connect("A", lw.Revolute("y"), m.ground, bars[0], drive={"angle": drive})
    for name, k in (("B", 0), ("C", 1)):
        m.connect(name, lw.Revolute("y"), bars[k].at(lengths[k], 0, 0), bars[k + 1])
    m.connect("D", lw.Revolute("y"), bars[2].at(lengths[2], 0, 0), m.ground.at(base, 0, 0))
    system = lw.compile_model(m, coordinates="absolute")

    def turned(angle: float) -> np.ndarray:
        c, s = np.cos(angle), np.sin(angle)
        return np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]])

    B = turned(first) @ [lengths[0], 0, 0]
    D = np.array([base, 0, 0])
    d, line = np.linalg.norm(D - B), np.arctan2(-(D - B)[2], (D - B)[0])
    bend = np.arccos((lengths[1] ** 2 + d**2 - lengths[2] ** 2) / (2 * lengths[1] * d))
    angle = line + side * bend
    C = B + turned(angle) @ [lengths[1], 0, 0]
    last = np.arctan2(-(D - C)[2], (D - C)[0])
    places = {"crank": (turned(first), (0, 0, 0)), "coupler": (turned(angle), B), "rocker": (turned(last), C)}
    return system, system.placed(places)


def parallelogram() -> tuple[lw.System, lw.State]:
    return loop((1.0, 2.0, 1.0), 2.0, lw.Polynomial((np.pi / 2, -1.0)))


@pytest.mark.seed("S0.11", "S0.12")
def test_a_parallelogram_passes_its_flat_configurations_on_its_branch() -> None:
    system, start = parallelogram()
    times = np.radians([0, 30, 80, 90, 91, 180, 269, 300])
    run = lw.kinematics(system, start, times=times)
    assert run.complete
    # The coupler stays parallel to the ground, also at 90°, where the rows do not say so.
    np.testing.assert_allclose(np.abs(run["coupler.e0"]), 1.0, atol=1e-11)
    np.testing.assert_allclose(run["rocker.w_y"], -1.0, atol=1e-8)
    np.testing.assert_allclose(run["rocker.w_y_dot"], 0.0, atol=1e-5)
    np.testing.assert_allclose(run["coupler.v_x"], np.sin(np.pi / 2 - times), atol=1e-8)
    assert [s.t for s in run.singularities] == pytest.approx([np.pi / 2, 3 * np.pi / 2], abs=1e-5)
    first = run.singularities[0]
    assert first.passed and first.value < 1e-5
    assert {name.split("'")[1] for name in first.connections} >= {"B", "C", "D"}
    assert "rocker.w_y" in first.coordinates and "crank.w_y" not in first.coordinates
    assert "singular configuration at t = 1.5707" in str(run)


def test_a_motion_may_stop_at_a_singular_configuration(monkeypatch: pytest.MonkeyPatch) -> None:
    system, start = parallelogram()
    run = lw.kinematics(system, start, times=np.linspace(0.5, 3.0, 26), singular="stop")
    assert not run.complete and run.times[-1] == pytest.approx(1.5)
    assert "stopped at t = 1.5707" in run.message and not run.singularities[0].passed
    monkeypatch.setattr(speed_rows, "RANKED_SPEED_ROWS", 3)
    unseen = lw.kinematics(system, start, times=[0.5, 3.0])
    assert unseen.complete and not unseen.singularities
    with pytest.raises(lw.ModelError, match="looked for up to 3 rows, and there are 2"):
        lw.kinematics(system, start, t_end=3.0, singular="stop")
