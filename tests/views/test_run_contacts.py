"""Contacts of a run as they stand in a scene: places and forces by other routes, impacts, thinning, and refusals."""

from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.contract import ModelError
from linkwork.system import compile_model
from linkwork.views.contact_parts import MOST_MARKS, mark_parts, touching_parts
from linkwork.views.poses import poses_at_rest
from linkwork.views.run_contacts import time_marks, touching_points
from linkwork.views.run_scene import smooth
from tests.views.mechanisms import ball_on_slope, pendulum, swinging
from tests.views.unpack import unpacked

SLOPE, FRICTION, MASS = 0.2, 0.05, 2.0
NORMAL = np.array([np.sin(SLOPE), 0.0, np.cos(SLOPE)])


@cache
def falling(slope: float = SLOPE, **more: Any) -> lw.Trajectory:
    return lw.simulate(compile_model(ball_on_slope(slope, FRICTION)), t_end=1.6, **more)


def test_forces_are_those_that_move_the_body() -> None:
    """m (a − g) is what touches it, by differences of its velocity."""
    run = falling()
    shown = smooth(run)
    [point] = touching_points(run, shown)
    rows = np.flatnonzero(shown.t > 1.4)[1:-1]
    steps = shown.t[rows + 1] - shown.t[rows - 1]
    a = (shown.velocity("ball")[rows + 1] - shown.velocity("ball")[rows - 1]) / steps[:, None]
    np.testing.assert_allclose((point.normal + point.friction)[rows], MASS * (a + np.array([0, 0, 9.81])), atol=1e-6)
    np.testing.assert_allclose(point.normal[rows], np.tile(MASS * 9.81 * np.cos(SLOPE) * NORMAL, (len(rows), 1)))
    size = np.linalg.norm(point.friction[rows], axis=1)
    np.testing.assert_allclose(size, FRICTION * MASS * 9.81 * np.cos(SLOPE))
    np.testing.assert_allclose(point.friction[rows] @ NORMAL, 0.0, atol=1e-12)


def test_bodies_touch_below_the_ball_and_nowhere_else() -> None:
    run = falling()
    shown = smooth(run)
    [point] = touching_points(run, shown)
    assert (point.name, point.connection) == ("floor", "floor")
    closed = np.isfinite(point.places).all(axis=1)
    under = shown.pose("ball")[1] - 0.1 * NORMAL
    np.testing.assert_allclose(point.places[closed], under[closed], atol=1e-9)
    first = run.contacts[0].t
    assert not closed[shown.t < first - 1e-9].any() and closed[shown.t == first].all()
    assert closed[shown.t > 1.4].all()


def test_the_time_line_tells_what_happened() -> None:
    run = falling()
    marks = list(time_marks(run))
    assert [mark.t for mark in marks] == [change.t for change in run.contacts]
    hits = [mark for mark in marks if mark.kind == "impact"]
    assert len(hits) == sum(change.kind == "impact" for change in run.contacts) > 5
    assert all(a.weight > b.weight for a, b in pairwise(hits))
    assert "impact of floor" in hits[0].sentence
    assert "after" in hits[-1].sentence and "bouncing ends" in hits[-1].sentence


def test_events_of_ones_own_are_marks_too() -> None:
    system = compile_model(pendulum())
    event = lw.Event("down", lambda x: x["A.angle"] - 1.5, direction="rising")
    [mark] = time_marks(lw.simulate(system, t_end=1.0, events=[event]))
    assert (mark.kind, mark.sentence) == ("event", f"t = {mark.t:.6g}: down")


def test_the_impulse_of_a_step_is_no_force() -> None:
    run = falling(0.0, contact="stepping", h=1e-3)
    shown = smooth(run)
    [point] = touching_points(run, shown)
    assert np.nanmax(run["floor.normal_force"]) > 50 * MASS * 9.81
    sizes = np.linalg.norm(point.normal, axis=1)
    assert sizes.max() < 3.5 * MASS * 9.81  # the step behind the impact carries three times the weight
    np.testing.assert_allclose(sizes[shown.t > 1.5], MASS * 9.81, rtol=1e-6)
    hit = run.contacts[0].t
    assert np.isfinite(point.places[np.abs(shown.t - hit) < 1e-9]).all()


def test_a_thinned_point_keeps_its_times_apart() -> None:
    run = falling()
    [given], [part] = (list(touching_points(run, smooth(run))), lw.scene_of_run(run)["touching"])
    times, places = unpacked(part["times"]), unpacked(part["places"])
    assert len(times) < 0.2 * len(given.times)
    closed = np.isfinite(places).all(axis=1)
    assert part["connection"] == 1
    for t, is_closed in zip(given.times, np.isfinite(given.places).all(axis=1), strict=True):
        k = min(int(np.searchsorted(times, t, side="right")) - 1, len(times) - 2)
        on_row = times[k] == t
        assert is_closed == (closed[k] and (on_row or closed[k + 1])) or times[-1] == t
    forces = np.column_stack([np.interp(given.times, times, column) for column in unpacked(part["normal"]).T])
    late = given.times > 1.4
    np.testing.assert_allclose(forces[late], given.normal[late], atol=1e-3 * 20)


def test_a_point_that_stays_keeps_its_forces() -> None:
    """Places that differ by rounding must not hide how forces change."""
    times = np.linspace(0.0, 1.0, 101)
    places = np.array([0.2, 0.0, 0.0]) + 1e-13 * np.random.default_rng(1).normal(size=(101, 3))
    normal = np.column_stack([0 * times, 0 * times, 10 + np.sin(6 * times)])
    point = lw.TouchingPoint("p", "floor", times, places, normal, 0 * normal)
    [part] = touching_parts([point], ["floor"])
    shown = np.interp(times, unpacked(part["times"]), unpacked(part["normal"])[:, 2])
    np.testing.assert_allclose(shown, normal[:, 2], atol=2e-3)


def test_of_very_many_marks_the_largest_are_kept() -> None:
    many = [lw.TimeMark(0.001 * k, f"{k}", "impact", weight=float(k)) for k in range(2 * MOST_MARKS)]
    part = mark_parts([*many, lw.TimeMark(0.5, "small", "change"), lw.TimeMark(0.1, "event")])
    assert part["given"] == 2 * MOST_MARKS + 2 and len(part["marks"]) == MOST_MARKS
    assert part["marks"][0]["sentence"] == str(MOST_MARKS)
    few = mark_parts([*many[5:2:-1], lw.TimeMark(0.0035, "small", "change")])
    assert [mark["sentence"] for mark in few["marks"]] == ["3", "small", "4", "5"]


def test_a_body_without_contact_shows_none() -> None:
    scene = lw.scene_of_run(lw.simulate(compile_model(pendulum()), t_end=0.1))
    assert scene["touching"] == [] and scene["happened"] == {"marks": [], "given": 0}


ROWS = np.zeros((3, 3))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"connection": "flor"}, "touching 'p': there is no connection 'flor'. Did you mean 'floor'"),
        ({"places": ROWS[:2]}, r"touching 'p': places has shape \(2, 3\); for 3 times it needs \(3, 3\)"),
        ({"friction": ROWS[:, :2]}, r"touching 'p': friction has shape \(3, 2\)"),
        ({"times": [0.0, 1.0, 1.0]}, "touching 'p': its times must be finite and rise"),
    ],
)
def test_points_that_do_not_fit_are_named(change: dict[str, Any], message: str) -> None:
    given = {"name": "p", "connection": "floor", "times": [0.0, 1.0, 2.0], "places": ROWS, "normal": ROWS}
    with pytest.raises(ModelError, match=message):
        touching_parts([lw.TouchingPoint(**{**given, "friction": ROWS, **change})], ["floor"])


def surfaces() -> lw.Model:
    """A wall, a peg and a ring on the ground; a body that is what it touches with."""
    m = lw.Model("surfaces")
    ball = m.body("ball", mass=1.0, com=(0, 0, 0), inertia=(1, 1, 1))
    m.connect("J", lw.Planar("-y"), m.ground, ball)
    touch, face = lw.UnilateralContact(), {"x": np.pi / 2}
    round_ball = ball.outline(lw.CircleCurve(0.1), rotate=face)
    m.connect("wall", touch, m.ground.plane("x", at=(-1, 0, 0)), ball.sphere(0.1))
    m.connect("peg", touch, m.ground.outline(lw.CircleCurve(0.2), at=(0, 0, -1), rotate=face), round_ball)
    m.connect("line", touch, m.ground.outline(lw.LineCurve("x"), at=(0, 0, 2), rotate=face), round_ball)
    return m


def test_obstacles_on_the_ground_are_seen_and_planes_where_bodies_move() -> None:
    model = surfaces()
    times = np.array([0.0, 1.0])
    moved = lw.Poses(times, ("ball",), np.array([[[0.0, 0, 0]], [[4.0, 0, 1.0]]]), swinging(times, times).quaternions)
    ground, ball = lw.scene_of_model(model, moved)["bodies"]
    wall, peg, line = ground["looks"]
    assert (wall["kind"], peg["kind"], line["kind"]) == ("sheet", "mesh", "mesh")
    np.testing.assert_allclose(wall["position"], [-1.0, 0.0, 0.5], atol=1e-12)
    assert sorted(wall["size"])[1] < 4.0
    ring = unpacked(peg["vertices"]) @ np.array(peg["rotation"]).T + peg["position"]
    np.testing.assert_allclose(np.linalg.norm(ring[:-2, ::2] - [0.0, -1.0], axis=1), 0.2, atol=1e-6)
    straight = unpacked(line["vertices"]) @ np.array(line["rotation"]).T + line["position"]
    np.testing.assert_allclose(straight[:, 2], 2.0, atol=1e-6)
    np.testing.assert_allclose(straight[:, 0].mean(), 2.0, atol=0.1)
    assert [look["kind"] for look in ball["looks"]] == ["sphere", "mesh"]
    assert ball["size"] == pytest.approx(0.1, rel=0.5)


def test_a_plane_does_not_make_a_model_large() -> None:
    model = surfaces()
    assert lw.scene_of_model(model, poses_at_rest(model))["bodies"][0]["size"] < 3.5
