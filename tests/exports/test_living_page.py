"""Living pages in a real browser, offline: states of the host, sliders, the pointer, sentences."""

from __future__ import annotations

import base64
import importlib
import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.exports.living_page import live_request, living_scene
from linkwork.exports.living_program import PAGE_ROWS
from linkwork.views.page import write_page

from .living import READY, H, bouncing, four_bar, opened, state_at

HOSTILE = "<img src=x onerror=alert(1)>"
SIXTEEN = (
    *("four_bar", "jansen_leg", "slider_crank", "five_bar"),  # loops
    *("stewart_platform", "delta_robot", "heavy_top"),  # in space
    *("bicycle", "chaplygin_sleigh"),  # nonholonomic
    "leg_with_muscles",  # stiff
    "elastic_beam_contact",  # a contact, by a law of the example's own
    "skewed_trough",  # a joint of the example's own
    *("rocking_block", "walking_wheel", "compass_walker", "pinball"),  # impacts and friction
)
TIGHT = {"leg_with_muscles": {"rtol": 1e-10, "atol": 1e-12}}
"""Newton's method ends each implicit step within its tolerance, so that rounding alone makes it another by as much."""


@pytest.fixture(scope="module")
def bars(tmp_path_factory: pytest.TempPathFactory) -> tuple[lw.System, lw.State, Path]:
    system = four_bar()
    start = lw.assemble(system, fixed={"A.angle": -0.5}, guess={"B.angle": -1.0, "C.angle": 2.0})
    path = tmp_path_factory.mktemp("living") / "bars.html"
    controls = {"coupler.length": (0.3, 0.9), "gravity": (0.0, 20.0), "A.angle": (-1.5, 1.0)}
    made = lw.live(system, path, controls, start, span=2.0, panels={"Note": f"<script>alert(1)</script> {HOSTILE}"})
    assert made.is_living and str(made) == f"{path}: It runs in the page by dop853." and Path(made) == path
    return system, start, path


@pytest.mark.slow
def test_a_page_is_small_and_lets_nothing_out(bars: Any, browser: Any) -> None:
    _, _, path = bars
    text = path.read_text(encoding="utf-8")
    assert len(text) < 2_000_000
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]*)"', text)
    assert policy.startswith("default-src 'none'; script-src 'sha256-")
    assert "'wasm-unsafe-eval'" in policy and "worker-src blob:" in policy
    assert "'unsafe" not in policy and "http" not in policy and "connect-src" not in policy
    with opened(browser, path) as tab:
        tab.wait_for_function(READY.format(2.0))
        state = state_at(tab, 1.0)
        tab.get_by_role("tab", name="Note").click()
        assert HOSTILE in tab.locator("pre").last.text_content()
        assert tab.locator("img").count() == 0
    system, start, _ = bars
    here = lw.simulate(system, start, start.t + 2.0, times=start.t + 2.0 / PAGE_ROWS * np.arange(PAGE_ROWS + 1))
    for name in (*system.layout.q, *system.layout.u):
        wanted = here[name][PAGE_ROWS // 2]
        assert abs(state[name] - wanted) <= 1e-9 * max(1.0, np.abs(here[name]).max()), name


@pytest.mark.quick
def test_a_slider_begins_anew_and_keeps_the_run_before(bars: Any, browser: Any) -> None:
    with opened(browser, bars[2]) as tab:
        tab.wait_for_function(READY.format(2.0))
        before = state_at(tab, 0.5)
        slider = tab.get_by_label("coupler.length (m)", exact=True)
        slider.evaluate("(e) => { e.value = 300; e.dispatchEvent(new Event('input', { bubbles: true })); }")
        tab.wait_for_function("() => linkwork.living.run === 1 && linkwork.living.range()[1] >= 2")
        assert state_at(tab, 0.0)["A.angle"] == pytest.approx(-0.5, abs=1e-12)
        assert state_at(tab, 0.5)["A.angle"] != before["A.angle"]
        assert tab.evaluate("linkwork.living.news.values['coupler.length']") == pytest.approx(0.48)
        old = tab.evaluate("[...linkwork.living.remembered('A.angle').y]")
        assert old[PAGE_ROWS // 4] == before["A.angle"]
        slider.evaluate("(e) => e.dispatchEvent(new Event('change', { bubbles: true }))")
        tab.wait_for_function("() => linkwork.living.remembered('A.angle') === null")
        tab.get_by_role("button", name="Reset").click()
        tab.wait_for_function("() => linkwork.living.run === 2 && linkwork.living.range()[1] >= 2")
        assert state_at(tab, 0.5)["A.angle"] == pytest.approx(before["A.angle"], abs=1e-9)


def test_what_is_asked_before_the_model_is_ready_is_done_once_it_is(bars: Any, browser: Any) -> None:
    """Play, a slider and the pointer, while the module is still being compiled."""
    with opened(browser, bars[2]) as tab:
        tab.evaluate(
            "() => { linkwork.set('playing', true); linkwork.living.set({ gravity: 3 }); linkwork.living.reach(2.5);"
            "linkwork.living.grab(0, 1, [0, 0, 0]); linkwork.living.pull([0, 0, 0.1], 0.01);"
            "linkwork.living.release(); }"
        )
        tab.wait_for_function("() => linkwork.living.run === 1 && linkwork.living.range()[1] >= 1")
        assert tab.evaluate("linkwork.living.news.values.gravity") == 3
        assert tab.evaluate("linkwork.living.news.sentence") == ""


def test_a_link_carries_the_values_of_sliders(bars: Any, browser: Any) -> None:
    with opened(browser, bars[2]) as tab:
        tab.wait_for_function(READY.format(2.0))
        tab.evaluate("linkwork.living.set({ 'coupler.length': 0.5, gravity: 4 })")
        tab.wait_for_function("() => decodeURIComponent(location.hash).includes('set=coupler.length=0.5')")
        address = tab.evaluate("location.hash")
        state = state_at(tab, 1.0)
    page = browser.new_page(offline=True, reduced_motion="reduce")
    try:
        page.goto(bars[2].as_uri() + address)
        page.wait_for_function("() => linkwork.living.run === 1 && linkwork.living.range()[1] >= 2")
        assert page.evaluate("linkwork.living.news.chosen") == {"coupler.length": 0.5, "gravity": 4, "A.angle": -0.5}
        assert state_at(page, 1.0) == state
    finally:
        page.close()


def test_a_window_that_narrows_closes_the_list_over_the_picture(bars: Any, browser: Any) -> None:
    with opened(browser, bars[2], viewport={"width": 1280, "height": 800}) as tab:
        names, play = tab.locator(".side.left"), tab.get_by_role("button", name="Play")
        assert names.is_visible()
        tab.set_viewport_size({"width": 800, "height": 800})
        tab.wait_for_function("() => document.querySelector('.side.left').hidden")
        play.click()
        tab.set_viewport_size({"width": 1280, "height": 800})
        tab.wait_for_function("() => !document.querySelector('.side.left').hidden")


FILM_LENGTH = """async (film) => {
  const video = document.createElement("video");
  video.src = `data:video/mp4;base64,${film}`;
  await new Promise((done, failed) => { video.onloadedmetadata = done; video.onerror = () => failed(video.error); });
  video.currentTime = 0.97 * video.duration;
  await new Promise((done) => { video.onseeked = done; });
  return [video.duration, video.videoWidth, video.videoHeight];
}"""
"""JavaScript: seconds and pixels of a film, whose end can be seen."""


def test_a_film_of_a_living_page_lasts_as_long_as_its_motion(bars: Any, browser: Any, tmp_path: Path) -> None:
    """Picture by picture: at the speed that was chosen, however slowly the machine draws, without what it spares."""
    with opened(browser, bars[2], viewport={"width": 700, "height": 500}) as tab:
        tab.wait_for_function(READY.format(2.0))
        tab.evaluate("linkwork.set('speed', 5)")  # two seconds of motion in 0.4 of a film
        tab.evaluate("for (let k = 0; k < 32; k++) linkwork.took(1000)")
        assert tab.evaluate("linkwork.saved()") == 3
        box = tab.locator("canvas").first.bounding_box()
        tab.get_by_role("button", name="Save").click()
        with tab.expect_download(timeout=120_000) as download:
            tab.get_by_role("button", name="Film").click()
        assert download.value.suggested_filename == "four-bar.mp4"
        download.value.save_as(tmp_path / "film")
        assert tab.evaluate("[linkwork.saved(), linkwork.get('t'), linkwork.get('playing')]") == [3, 0, False]
    page = browser.new_page()
    try:
        film = base64.b64encode((tmp_path / "film").read_bytes()).decode()
        length, width, height = page.evaluate(FILM_LENGTH, film)
    finally:
        page.close()
    assert length == pytest.approx(0.4, abs=2e-3)
    assert abs(width - box["width"]) <= 1 and abs(height - box["height"]) <= 1


@pytest.mark.slow
def test_a_pinned_run_stays_beside_those_of_sliders_until_it_is_let_go(bars: Any, browser: Any) -> None:
    with opened(browser, bars[2], viewport={"width": 1280, "height": 800}) as tab:
        tab.wait_for_function(READY.format(2.0))
        first = tab.evaluate("[...linkwork.living.channel('A.angle').y]")
        pin = tab.get_by_role("button", name="Pin this run")
        pin.click()
        tab.evaluate("linkwork.living.set({ gravity: 4 })")
        tab.wait_for_function("() => linkwork.living.run === 1 && linkwork.living.range()[1] >= 2")
        tab.evaluate("linkwork.living.forget()")  # as when a slider was let go
        assert tab.evaluate("[...linkwork.living.remembered('A.angle').y]") == first
        assert "gravity 9.81 → 4 m/s²" in tab.locator(".controls").inner_text()
        assert "A.angle (pinned)" in tab.locator(".dock").inner_text()
        heads, *rows = tab.evaluate("linkwork.table()").splitlines()
        column = heads.split(",").index("A.angle (pinned) [rad]")
        assert float(rows[-1].split(",")[column]) == pytest.approx(first[-1], rel=1e-9)
        pin.click()
        assert tab.evaluate("linkwork.living.remembered('A.angle')") is None
        assert "(pinned)" not in tab.locator(".dock").inner_text()


def test_what_cannot_be_is_told_and_nothing_changes(bars: Any, browser: Any) -> None:
    with opened(browser, bars[2]) as tab:
        tab.wait_for_function(READY.format(2.0))
        before = state_at(tab, 0.5)
        field = tab.get_by_label("coupler.length (m), as a number")
        for given, said in (
            ("0.85", "The loop at the joint 'D' cannot be closed with coupler.length = 0.85"),
            ("3", "lies outside"),
        ):
            field.fill(given)
            field.press("Enter")
            tab.wait_for_function("said => document.querySelector('.notice').textContent.includes(said)", arg=said)
        assert state_at(tab, 0.5) == before
        assert field.input_value() == "0.4"


def test_a_slider_that_was_refused_while_it_moved_goes_back(bars: Any, browser: Any) -> None:
    with opened(browser, bars[2]) as tab:
        tab.wait_for_function(READY.format(2.0))
        slider = tab.get_by_label("coupler.length (m)", exact=True)
        slider.evaluate("(e) => { e.value = 1000; e.dispatchEvent(new Event('input', { bubbles: true })); }")
        # 0.3 + (0.9 - 0.3) is more than 0.9 by rounding, and the end of the range is no value outside of it.
        tab.wait_for_function("() => document.querySelector('.notice').textContent.includes('length = 0.9;')")
        slider.evaluate("(e) => { e.value = 950; e.dispatchEvent(new Event('input', { bubbles: true })); }")
        tab.wait_for_function("() => document.querySelector('.notice').textContent.includes('cannot be closed')")
        assert slider.input_value() == "950"  # it is in somebody's hand
        slider.evaluate("(e) => e.dispatchEvent(new Event('change', { bubbles: true }))")
        assert slider.input_value() == "167"  # 0.4 of 0.3 to 0.9
        assert tab.get_by_label("coupler.length (m), as a number").input_value() == "0.4"


def test_a_page_without_bodies_is_a_replay(browser: Any, tmp_path: Path) -> None:
    path = tmp_path / "empty.html"
    made = lw.live(lw.compile_model(lw.Model("nothing")), path, span=0.5)
    assert not made.is_living and "the model 'nothing' has no bodies" in made.sentence
    with opened(browser, path) as tab:
        tab.wait_for_function("() => window.linkwork")
        assert tab.locator(".replay").get_attribute("title") == made.sentence


def test_the_pointer_moves_bodies_and_loops_stay_closed(bars: Any, browser: Any) -> None:
    with opened(browser, bars[2], viewport={"width": 1200, "height": 800}) as tab:
        tab.wait_for_function(READY.format(2.0))
        box = tab.locator("canvas").first.bounding_box()
        middle = """() => {
          const e = linkwork.living.frame(linkwork.get('t')).poses.slice(21, 28), [w, x, y, z] = e.slice(3);
          const axis = [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)];
          return linkwork.project(...[0, 1, 2].map((k) => e[k] + 0.2 * axis[k]));
        }"""
        x, y = tab.evaluate(middle)
        tab.mouse.move(box["x"] + x, box["y"] + y)
        tab.mouse.down()
        tab.mouse.move(box["x"] + x + 50, box["y"] + y - 20, steps=4)
        tab.wait_for_function("() => linkwork.living.range()[1] === 0")
        tab.wait_for_function("() => linkwork.living.rows.row(0)[0] !== -0.5")
        tab.mouse.up()
        tab.wait_for_function(READY.format(2.0))
        assert tab.evaluate("linkwork.living.news.certificate.open") < 1e-8
        # And by a spring while it plays.
        tab.evaluate(
            "linkwork.living.grab(0.5, 2, [0.2, 0, 0]);"
            "for (let k = 0; k < 20; k++) linkwork.living.pull([0.2, 0, 0.4], 0.01)"
        )
        tab.wait_for_function("() => linkwork.living.range()[1] > 0.6 && linkwork.living.range()[1] < 1")
        tab.evaluate("linkwork.living.release()")
        tab.wait_for_function(READY.format(1.0))
        certificate = tab.evaluate("linkwork.living.news.certificate")
        assert certificate["open"] < 1e-8 and certificate["level"] == "good"


def test_a_replay_says_why(browser: Any, tmp_path: Path) -> None:
    m = lw.Model("contact")
    ball = m.body("ball", lw.Sphere(radius=0.1, mass=1.0))
    m.connect("fall", lw.Prismatic("z"), m.ground, ball)
    m.connect("floor", lw.UnilateralContact(law="poisson"), m.ground.plane("z"), ball.sphere(0.1))
    system = lw.compile_model(m)
    path = tmp_path / "replay.html"
    made = lw.live(system, path, start=system.state({"fall.displacement": 0.3}), span=0.4)
    assert not made.is_living
    told = "This page replays a run; the model cannot run in it: 'floor' has impacts by the law 'poisson', and steps"
    assert made.sentence.startswith(told)
    with opened(browser, path) as tab:
        tab.wait_for_function("() => window.linkwork")
        assert tab.get_by_role("alert").count() == 0
        tab.get_by_role("button", name="replay").click()
        tab.wait_for_function("() => document.querySelector('[role=tabpanel]:not([hidden])').textContent.length > 200")
        assert tab.get_by_role("tabpanel").inner_text() == made.sentence
        assert tab.evaluate("linkwork.living") is None


def test_names_stay_text(browser: Any, tmp_path: Path) -> None:
    m = lw.Model("rods")
    m.connect("joint", lw.Revolute("y"), m.ground, m.body("rod", lw.Rod(length=1.0, mass=1.0)))
    scene = living_scene(live_request(lw.compile_model(m), span=1.0)).scene
    # A model refuses such names; whoever writes a scene by other means may bring them, also into sentences.
    text = json.dumps({**scene, "note": "rods"})
    for name in ("rods", "rod", "joint", "gravity"):
        text = text.replace(f'"{name}"', json.dumps(HOSTILE + name)).replace(
            f'"{name}.', json.dumps(HOSTILE + name)[:-1] + "."
        )
    path = write_page(json.loads(text), tmp_path / "hostile.html")
    with opened(browser, path) as tab:
        tab.wait_for_function(READY.format(1.0))
        tab.evaluate("linkwork.living.set({ [linkwork.living.program.controls[0].name]: 1e9 })")
        tab.wait_for_function("() => document.querySelector('.notice').textContent.includes('lies outside')")
        assert HOSTILE in tab.locator(".notice").text_content()
        assert tab.locator("img").count() == 0 and tab.locator("script").count() == 2
        assert tab.locator("h1").text_content() == f"{HOSTILE}rods"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_sliders_and_picture_are_seen_together_on_a_phone(browser: Any, bars: Any, scheme: str) -> None:
    with opened(browser, bars[2], viewport={"width": 390, "height": 844}, color_scheme=scheme) as tab:
        picture, slider = tab.locator("main"), tab.get_by_role("slider", name="gravity")
        seen, low = picture.bounding_box(), slider.bounding_box()
        assert seen["height"] > 0.35 * 844
        assert seen["y"] + seen["height"] <= low["y"] < 844
        tab.get_by_role("button", name="Plots").click()  # which stand in the same place
        assert not slider.is_visible()
        assert picture.bounding_box()["height"] > 0.3 * 844


def test_places_are_plotted_first_not_quaternions(browser: Any, tmp_path: Path) -> None:
    m = lw.Model("thrown")
    m.connect("flight", lw.Free(), m.ground, m.body("box", lw.Box(size=(0.1, 0.2, 0.3), mass=1.0)))
    system = lw.compile_model(m)
    start = system.state({"flight.v_x": 1.0, "flight.w_y": 2.0})
    with opened(browser, lw.live(system, tmp_path / "thrown.html", [], start, span=0.5).path) as tab:
        assert tab.evaluate("linkwork.get('shown')") == ["flight.x", "flight.z"]


def test_a_low_window_is_for_the_picture(browser: Any, bars: Any) -> None:
    """A figure of a text, on a page and on a phone."""
    for width, height, share in ((800, 520, 0.75), (352, 520, 0.6)):
        with opened(browser, bars[2], viewport={"width": width, "height": height}) as tab:
            assert tab.locator("main").bounding_box()["height"] > share * height
            assert tab.get_by_role("slider", name="gravity").is_visible() == (width == 800)


@pytest.mark.slow
def test_contacts_are_drawn_as_they_are_now(browser: Any, tmp_path: Path) -> None:
    """A ball that bounces once in a while and rests in the end: a dot, the force that carries it, marks of impacts."""
    system, start = bouncing()
    path = tmp_path / "ball.html"
    assert lw.live(system, path, ["floor.restitution"], start, span=2.0, h=H).is_living
    with opened(browser, path) as tab:
        tab.wait_for_function(READY.format(2.0))
        marks = "document.querySelector('.ticks .impact').getAttribute('d').split('M').length - 1"
        told = tab.evaluate("linkwork.living.marks()")
        tab.wait_for_function(f"() => {marks} === {len(told)}")
        assert len(told) > 5 and told[0]["sentence"].endswith("impact of floor")
        assert any("wall" in mark["sentence"] for mark in told)
        (before,) = tab.evaluate("(linkwork.set('t', 0.1), linkwork.touches())")
        (after,) = tab.evaluate("(linkwork.set('t', 1.95), linkwork.touches())")
        assert before["state"] == "" and not before["drawn"]
        assert after["state"] == "closed" and after["drawn"]
        assert np.allclose(after["normal"], (0, 0, 2.0 * 9.81), rtol=1e-6) and abs(after["place"][2]) < 1e-6
        # Another restitution, other impacts.
        tab.evaluate("linkwork.living.set({ 'floor.restitution': 0 })")
        tab.wait_for_function("() => linkwork.living.run === 1 && linkwork.living.range()[1] >= 2")
        tab.wait_for_function(f"() => {marks} < {len(told) // 2}")
        tab.get_by_role("tab", name="Controls").click()
        assert "bodies enter each other by up to" in tab.locator(".certificate").text_content()
        assert "by moreau in steps of 0.0005 s, over impacts" in tab.locator(".controls").text_content()


@pytest.mark.slow
@pytest.mark.parametrize("name", SIXTEEN)
def test_sixteen_models_live(name: str, browser: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(Path(__file__).parents[2] / "examples")
    example = importlib.import_module(f"examples.{name}")
    system = lw.compile_model(example.model())
    start = example.start(system)
    path = tmp_path / f"{name}.html"
    span = 2.0
    given = TIGHT.get(name, {})
    assert lw.live(system, path, start=start, span=span, **given).is_living
    assert path.stat().st_size < 2_000_000
    with opened(browser, path) as tab:
        tab.wait_for_function(READY.format(start.t + span), timeout=60_000)
        state = state_at(tab, start.t + 1.0)
        certificate, h = (tab.evaluate(f"linkwork.living.{what}") for what in ("news.certificate", "program.h"))
        body = json.dumps(tab.evaluate("linkwork.living.program.bodies.findIndex((body) => body.dragged !== null)"))
        tab.evaluate(f"linkwork.living.grab({start.t + 0.5}, {body}, [0.01, 0, 0])")
        tab.evaluate("for (let k = 0; k < 10; k++) linkwork.living.pull([0.1, 0.1, 0.1], 0.01)")
        tab.evaluate("linkwork.living.release()")
        tab.wait_for_function(READY.format(start.t + 1.0), timeout=60_000)
        assert tab.evaluate("linkwork.living.news.certificate.open") < 1e-8
    way = {"method": certificate["method"], "h": h} if certificate["method"] in ("radau", "moreau") else {}
    times = start.t + span / PAGE_ROWS * np.arange(PAGE_ROWS + 1)
    here = lw.simulate(system, start, float(times[-1]), times=times, **given, **way)
    for key in (*system.layout.q, *system.layout.u, *system.layout.z):
        wanted = here[key][PAGE_ROWS // 2]
        assert abs(state[key] - wanted) <= 1e-9 * max(1.0, np.abs(here[key]).max()), key
