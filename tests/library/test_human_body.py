"""The human body as a model: what stands in it, its ranges, and its motion in both formulations."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from examples import human_fall
from linkwork.library.human_model import LIMIT_WIDTH
from linkwork.spatial import Relative, rotation_x, rotation_y, rotation_z


@pytest.mark.seed("S2.8")
def test_model_has_the_segments_and_freedom_of_a_body() -> None:
    m = lw.human_body(1.75, 75.0, "female", tone=1.0)
    segments = lw.body_segments(1.75, 75.0, "female")
    assert set(m.bodies) == set(segments.of)
    for name, body in m.bodies.items():
        assert body.mass == segments[name].mass
        np.testing.assert_array_equal(body.com, segments[name].com)
        np.testing.assert_allclose(body.inertia, np.diag(segments[name].inertia))
    assert len(lw.compile_model(m).layout.u) == 44
    assert m.check() == []


@pytest.mark.parametrize(("height", "mass", "sex"), [(1.75, 75.0, "male"), (1.6, 60.0, "female"), (1.1, 20.0, "male")])
def test_looks_have_the_size_of_a_body_and_no_mass(height: float, mass: float, sex: str) -> None:
    m, segments = lw.human_body(height, mass, sex), lw.body_segments(height, mass, sex)
    for name, body in m.bodies.items():
        segment = segments[name]
        bare = lw.Model("bare").body(name, mass=segment.mass, com=segment.com, inertia=segment.inertia)
        assert body.mass == bare.mass
        np.testing.assert_array_equal(body.com, bare.com)
        np.testing.assert_array_equal(body.inertia, bare.inertia)
        assert all(shape.mass == 0.0 for shape in body.shapes)
    sole, crown = (m.bodies[name].shapes[0] for name in ("foot_left", "head"))
    heights = [shape.primitives()[0]["vertices"] @ shape.pose.R[2] for shape in (sole, crown)]
    assert heights[0].min() == pytest.approx(-segments.ankle_height, abs=0.003)
    assert heights[1].max() == pytest.approx(segments["head"].length)
    # Drawn bodies overlap at their joints; flesh has about the density of water.
    volume = sum(float(shape.volume()) for body in m.bodies.values() for shape in body.shapes)
    assert 0.9 < 1000.0 * volume / mass < 1.3


def limit_energy(m: lw.Model, name: str, R: np.ndarray) -> float:
    """What a limit stores where the outer segment is turned by R in the inner one, in M s: one at an end."""
    connection = m[name]
    element, (first, second) = connection.element, connection.ends
    turned = first.X.R.T @ R @ second.X.R
    rel = Relative(turned, np.zeros(3), np.zeros(3), np.zeros(3))
    if isinstance(element, lw.ConeLimit):
        return float(element.energy(rel)) / (element.moment * element.width)
    e = np.ravel(element.measured.value(rel)).astype(float)
    return float(element.stored_energy(e)) / (element.moment[0] * element.width)


# Turns of the outer segment about the body's axes (x forward, y to the left, z up), in degrees, at which AAOS (1965)
# has the end of a range; trunk and neck are two joints each.
ENDS = {
    "hip_left_limit": [(rotation_y, -120), (rotation_y, 30), (rotation_x, 45), (rotation_x, -30), (rotation_z, -45)],
    "hip_right_limit": [(rotation_y, -120), (rotation_x, -45), (rotation_x, 30), (rotation_z, 45)],
    "knee_left_limit": [(rotation_y, 135), (rotation_y, -10)],
    "ankle_left_limit": [(rotation_y, -20), (rotation_y, 50)],
    "ankle_left_lateral_limit": [(rotation_x, 15), (rotation_x, -35)],
    "ankle_right_lateral_limit": [(rotation_x, -15), (rotation_x, 35)],
    "lumbar_limit": [(rotation_y, 40), (rotation_y, -12.5), (rotation_x, 17.5), (rotation_z, 22.5)],
    "atlas_limit": [(rotation_y, 22.5), (rotation_y, -22.5), (rotation_x, -22.5), (rotation_z, 30)],
    "shoulder_left_limit": [(rotation_y, 60), (rotation_y, -180), (rotation_x, 180), (rotation_x, -45)],
    "shoulder_right_limit": [(rotation_y, 60), (rotation_y, -180), (rotation_x, 45)],
    "elbow_left_limit": [(rotation_y, -150), (rotation_y, 10)],
    "wrist_left_limit": [(rotation_y, -80), (rotation_y, 70), (rotation_x, 20), (rotation_x, -30), (rotation_z, 80)],
}


@pytest.mark.seed("S2.8")
@pytest.mark.parametrize("name", ENDS)
def test_joints_stiffen_at_the_published_ends_of_their_ranges(name: str) -> None:
    m = lw.human_body()
    assert limit_energy(m, name, np.eye(3)) < 0.1
    for turn, degrees in ENDS[name]:
        R = np.asarray(turn(np.radians(degrees)), dtype=float)
        assert limit_energy(m, name, R) == pytest.approx(1.0, abs=0.1), (turn.__name__, degrees)
        if abs(degrees) < 170:
            further = limit_energy(m, name, np.asarray(turn(np.radians(degrees) * (1 + 5 / abs(degrees))), dtype=float))
            # The cone of a shoulder is crossed aslant.
            assert further == pytest.approx(np.exp(np.radians(5) / LIMIT_WIDTH), rel=0.5 if "shoulder" in name else 0.1)


def test_an_arm_turns_inward_by_70_and_outward_by_90() -> None:
    m = lw.human_body()
    for side, sign in (("left", -1.0), ("right", 1.0)):
        for degrees in (70, -90):
            R = np.asarray(rotation_z(np.radians(sign * degrees)), dtype=float)
            assert limit_energy(m, f"shoulder_{side}_rotation_limit", R) == pytest.approx(1.0, abs=0.3)


@pytest.mark.slow
@pytest.mark.seed("S2.8")
def test_man_stands_on_his_weight_takes_the_impulse_of_a_blow_and_ends_on_the_ground() -> None:
    found = human_fall.numbers()
    assert found["weight"] == pytest.approx(human_fall.MASS * 9.81, rel=2e-3)  # he still sways a little
    assert found["momentum"] == pytest.approx(human_fall.IMPULSE, rel=1e-8)
    assert found["head, standing"] > 1.6 and found["head, fallen"] < 0.15
