"""Contacts in a real browser: points with arrows while bodies touch, marks on the time line that say what happened."""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from examples import gripper
from linkwork.system import compile_model
from linkwork.views.poses import poses_at_rest
from tests.views.mechanisms import ball_on_slope
from tests.views.shown import drawn, value

Open = Callable[..., Any]


@cache
def falling() -> lw.Trajectory:
    return lw.simulate(compile_model(ball_on_slope()), t_end=1.6)


@cache
def held() -> lw.Trajectory:
    system = compile_model(gripper.model())
    return lw.simulate(system, gripper.start(system), t_end=0.05)


def touch(tab: Any) -> dict[str, Any]:
    [found] = tab.evaluate("linkwork.touches()")
    return dict(found)


def test_points_are_where_bodies_touch_with_the_forces_there(open_page: Open) -> None:
    run = falling()
    tab = open_page(lw.scene_of_run(run))
    assert (touch(tab)["state"], touch(tab)["drawn"]) == ("", False)
    tab.evaluate("linkwork.set('t', 1.5)")
    now = touch(tab)
    assert (now["name"], now["state"], now["drawn"]) == ("floor", "closed", True)
    normal = np.array([np.sin(0.2), 0.0, np.cos(0.2)])
    np.testing.assert_allclose(now["place"], run.at(1.5).q @ _axes(run) - 0.1 * normal, atol=2e-3)
    np.testing.assert_allclose(now["normal"], 2.0 * 9.81 * np.cos(0.2) * normal, rtol=1e-3, atol=1e-3)
    assert np.linalg.norm(now["friction"]) == pytest.approx(0.05 * 2.0 * 9.81 * np.cos(0.2), rel=1e-3)
    with_arrows = tab.evaluate("linkwork.picture()")
    tab.get_by_role("button", name="Contacts").click()
    assert tab.evaluate("linkwork.picture()") != with_arrows
    tab.keyboard.press("c")
    assert value(tab, "contacts")
    drawn(tab)


def _axes(run: lw.Trajectory) -> np.ndarray:
    """How the ball's place follows from its coordinates: x and y of the plane across y are z and x of the world."""
    return np.array([[0.0, 0, 1], [1, 0, 0], [0, 0, 0]])


def test_an_impact_is_seen_for_a_moment_without_a_force(open_page: Open) -> None:
    run = falling()
    tab = open_page(lw.scene_of_run(run))
    hit = run.contacts[0].t
    for t, state in ((hit - 0.1, ""), (hit - 0.003, "hit"), (hit + 0.003, "hit"), (hit + 0.1, "")):
        tab.evaluate("t => linkwork.set('t', t)", t)
        assert touch(tab)["state"] == state
        assert touch(tab)["normal"] == [0, 0, 0]


def test_marks_say_what_happened(open_page: Open) -> None:
    run = falling()
    tab = open_page(lw.scene_of_run(run))
    said, track = tab.locator(".said"), tab.locator(".track")
    assert not said.is_visible()
    box = track.bounding_box()
    x = box["x"] + 7 + run.contacts[0].t / 1.6 * (box["width"] - 14)
    tab.mouse.move(x + 3, box["y"] + 4)
    assert said.inner_text() == run.contacts[0].sentence
    assert value(tab, "t") == 0.0
    tab.mouse.click(x + 3, box["y"] + 4)
    assert value(tab, "t") == run.contacts[0].t
    tab.mouse.move(x + 40, box["y"] - 100)
    assert said.inner_text() == run.contacts[0].sentence  # it is now
    tab.keyboard.press("m")
    assert value(tab, "t") == run.contacts[1].t
    assert said.inner_text() == run.contacts[1].sentence
    tab.keyboard.press("Shift+M")
    assert value(tab, "t") == run.contacts[0].t
    for _ in run.contacts:
        tab.keyboard.press("m")
    assert value(tab, "t") == run.contacts[-1].t
    tab.keyboard.press("m")
    assert value(tab, "t") == run.contacts[-1].t
    tab.evaluate("linkwork.set('t', 0.01)")
    assert not said.is_visible()
    whole = tab.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
    assert whole == [1000, 640]


def test_the_inspector_tells_forces_and_counts(open_page: Open) -> None:
    run = falling()
    tab = open_page(lw.scene_of_run(run))
    impacts = sum(change.kind == "impact" for change in run.contacts)
    assert f"{impacts} impacts" in tab.get_by_role("tabpanel").inner_text()
    tab.evaluate("linkwork.select('floor')")
    row = tab.locator("dt:text-is('touches') + dd")
    assert row.inner_text() == "no"
    tab.evaluate("linkwork.set('t', 1.5)")
    assert row.inner_text() == "19.23 N, friction 0.9614 N"
    tab.evaluate("t => linkwork.set('t', t)", run.contacts[0].t)
    assert row.inner_text() == "impact"


def test_a_point_can_be_picked(open_page: Open) -> None:
    tab = open_page(lw.scene_of_run(falling()))
    tab.evaluate("linkwork.set('t', 1.5)")
    drawn(tab)
    x, y = tab.evaluate("p => linkwork.project(...p)", touch(tab)["place"])
    assert tab.evaluate("([x, y]) => linkwork.pick(x, y)", [x, y]) == {"type": "connection", "index": 1}


def test_a_scene_that_knows_nothing_of_contacts_is_shown(open_page: Open) -> None:
    model = ball_on_slope()
    scene = lw.scene_of_model(model, poses_at_rest(model))
    del scene["touching"], scene["happened"]
    tab = open_page(scene)
    assert tab.evaluate("linkwork.touches()") == []
    assert tab.locator(".track").count() == 0
    assert tab.get_by_role("button", name="Contacts").count() == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_marks_on_a_phone(open_page: Open, scheme: str) -> None:
    tab = open_page(lw.scene_of_run(falling()), scheme=scheme, viewport={"width": 390, "height": 844})
    tab.keyboard.press("m")
    box = tab.locator(".said").bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= 390
    assert tab.locator(".track").bounding_box()["width"] > 300
    assert tab.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]") == [390, 844]


def test_sentences_are_text(open_page: Open) -> None:
    scene = lw.scene_of_run(falling())
    mark = {"t": 0.5, "kind": "event", "sentence": "<img src=x onerror='window.hacked = 1'>"}
    tab = open_page({**scene, "happened": {"marks": [mark], "given": 1}})
    tab.keyboard.press("m")
    assert tab.locator(".said").inner_text() == mark["sentence"]
    assert tab.evaluate("window.hacked") is None


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("viewport", [{"width": 1200, "height": 760}, {"width": 390, "height": 844}])
def test_a_gripper_shows_what_holds_the_part(open_page: Open, scheme: str, viewport: dict[str, int]) -> None:
    """Four points with arrows: normal forces cancel, friction on the pads is the part's weight."""
    tab = open_page(lw.scene_of_run(held()), scheme=scheme, viewport=viewport)
    tab.evaluate("linkwork.set('t', 0)")
    points = tab.evaluate("linkwork.touches()")
    assert [(p["state"], p["drawn"]) for p in points] == [("closed", True)] * 4
    np.testing.assert_allclose(np.sum([p["normal"] for p in points], axis=0), 0.0, atol=1e-6)
    np.testing.assert_allclose(
        np.sum([p["friction"] for p in points], axis=0), [0.0, 0.0, -gripper.PART * 9.81], atol=1e-6
    )
    with_arrows = tab.evaluate("linkwork.picture()")
    tab.keyboard.press("c")
    assert tab.evaluate("linkwork.picture()") != with_arrows
    size = tab.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
    assert size == [viewport["width"], viewport["height"]]
