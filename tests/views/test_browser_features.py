"""What a reader does with a page: plots over anything, other runs, arrows, deformation, measuring, saving, links."""

import json
import math
from base64 import b64decode
from collections.abc import Callable
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

import linkwork as lw
from linkwork.system import compile_model
from linkwork.views.view import scene_of
from tests.views.mechanisms import pendulum
from tests.views.shown import labels, next_frames, until, value

Open = Callable[..., Any]


@cache
def swung(angle: float = 0.4) -> lw.Trajectory:
    m = pendulum()
    m.connect("S", lw.Spring(stiffness=30.0, length=0.5), m.ground.at(0, 0, 1), m.bodies["rod"].at(0.5, 0, 0))
    system = compile_model(m)
    return lw.simulate(system, system.state({"A.angle": angle}), t_end=1.0)


@cache
def bent() -> lw.Trajectory:
    m = lw.Model("bent")
    shape = lw.FlexibleRod(section=lw.Rectangle(0.02, 0.02), material=lw.STEEL, length=1.0, modes=2, damping=0.02)
    rod = m.body("rod", shape)
    m.connect("root", lw.Fixed(), m.ground, rod.at("root"))
    m.connect("push", lw.AppliedForce((0.0, 0.0, -200.0)), rod.at("tip"))
    system = compile_model(m)
    return lw.simulate(system, t_end=0.02)


@pytest.fixture
def tab(open_page: Open) -> Any:
    return open_page(lw.scene_of_run(swung()))


def test_channels_are_listed_by_owner_and_found_by_words(tab: Any) -> None:
    heads = [text.split()[0] for text in tab.locator(".channels summary").all_inner_texts()]
    assert heads == ["A", "S", "rod"]
    assert {"S.force", "S.energy", "A.moment.y", "rod.position.z"} <= {*labels(tab)}
    tab.get_by_label("Filter channels").fill("rod vel z")
    shown = tab.evaluate(
        "[...document.querySelectorAll('.channel')].filter((row) => row.offsetParent).map((row) => row.title)"
    )
    assert shown == ["rod.velocity.z", "rod.angular_velocity.z"]
    tab.get_by_role("checkbox", name="rod.velocity.z").check()
    assert value(tab, "shown")[-1] == "rod.velocity.z"


def test_plots_over_a_channel_and_stacks(tab: Any) -> None:
    tab.evaluate("linkwork.set('shown', ['A.angle_dot'])")
    tab.get_by_label("What is plotted").select_option("over A.angle")
    assert tab.locator(".plot").get_attribute("aria-label") == "A.angle_dot over A.angle, in rad/s"
    heads, *rows = tab.evaluate("linkwork.table()").splitlines()
    assert heads == "t [s],A.angle [rad],A.angle_dot [rad/s]"
    table = np.array([[float(x) for x in row.split(",")] for row in rows])
    run = swung().resample(table[:, 0])
    np.testing.assert_allclose(table[:, 1], run["A.angle"], atol=2e-3)
    np.testing.assert_allclose(table[:, 2], run["A.angle_dot"], atol=2e-2)
    tab.get_by_label("What is plotted").select_option("energy")
    tab.evaluate("linkwork.set('t', 0.5)")
    line = next(row for row in tab.evaluate("linkwork.table()").splitlines() if row.startswith("0.5"))
    t, kinetic, gravity, stored = map(float, line.split(","))
    exact = swung().resample([0.0, t])
    lowest = swung()["gravity_energy"].min()
    wanted = [exact["kinetic_energy"][1], exact["gravity_energy"][1] - lowest, exact["stored_energy"][1]]
    np.testing.assert_allclose([kinetic, gravity, stored], wanted, atol=0.02 * max(wanted))
    tab.get_by_label("What is plotted").select_option("power")
    assert "S.power" in tab.locator(".plot").get_attribute("aria-label")


def test_plots_zoom_and_show_degrees(tab: Any) -> None:
    over = tab.locator(".plot .u-over").first
    box = over.bounding_box()
    tab.mouse.move(box["x"] + box["width"] / 2, box["y"] + 20)
    tab.mouse.wheel(0, -100)
    until(tab, "linkwork.get('window') !== null")
    low, high = value(tab, "window")
    assert 0.0 < low < 0.5 < high < 1.0 and high - low == pytest.approx(1.0 / 1.2, rel=0.02)
    over.dblclick()
    assert value(tab, "window") is None
    tab.evaluate("linkwork.set('t', 0.5)")
    tab.get_by_role("button", name="zoom in").click()
    np.testing.assert_allclose(value(tab, "window"), [0.25, 0.75])
    tab.get_by_role("button", name="all", exact=True).click()
    tab.get_by_role("button", name="degrees").click()
    assert "in °" in tab.locator(".plot").first.get_attribute("aria-label")
    tab.evaluate("linkwork.set('t', 0)")
    assert f"{math.degrees(0.4):.4g} °" in tab.locator(".channel", has_text="angle").first.inner_text()


def test_arrows_of_a_connection_come_with_a_click_and_can_be_kept(tab: Any) -> None:
    assert tab.evaluate("linkwork.arrows()") == []
    tab.get_by_role("button", name="S Spring").click()
    assert tab.evaluate("linkwork.arrows()") == ["S force"]
    panel = tab.get_by_role("tabpanel", name="Selection")
    assert "N" in panel.inner_text()
    panel.get_by_role("button", name="keep its arrows").click()
    tab.get_by_role("button", name="A Revolute").click()
    assert tab.evaluate("linkwork.arrows()") == ["A force", "S force"]
    tab.keyboard.press("Escape")
    assert tab.evaluate("linkwork.arrows()") == ["S force"]


def test_two_runs_are_overlaid_and_differenced(open_page: Open) -> None:
    tab = open_page(lw.scene_of_runs([swung(), swung(0.5)], labels=("low", "high")))
    assert tab.locator(".ghost-note").inner_text() == "high"
    tab.evaluate("linkwork.set('shown', ['A.angle']); linkwork.set('t', 0.3)")
    heads = tab.evaluate("linkwork.table()").splitlines()[0]
    assert heads == "t [s],A.angle (low) [rad],A.angle (high) [rad]"
    tab.get_by_role("button", name="difference").click()
    heads, *rows = tab.evaluate("linkwork.table()").splitlines()
    assert heads == "t [s],A.angle (high − low) [rad]"
    table = np.array([[float(x) for x in row.split(",")] for row in rows])
    low, high = (run.resample(table[:, 0])["A.angle"] for run in (swung(), swung(0.5)))
    np.testing.assert_allclose(table[:, 1], high - low, atol=4e-3)


def test_a_link_shows_what_was_seen(open_page: Open, tab: Any) -> None:
    tab.evaluate("linkwork.set('t', 0.25); linkwork.select('S'); linkwork.set('shown', ['S.force'])")
    tab.keyboard.press("2")
    tab.get_by_role("button", name="degrees").click()
    until(tab, "location.hash.includes('S.force') && location.hash.includes('degrees')")
    camera, address = tab.evaluate("linkwork.camera()"), tab.url
    tab.reload()
    assert (value(tab, "t"), value(tab, "shown"), value(tab, "degrees")) == (0.25, ["S.force"], True)
    assert value(tab, "selected") == {"type": "connection", "index": 1}
    tab.goto("about:blank")
    tab.goto(address.replace("view=", "view=x"))
    assert value(tab, "t") == 0.25  # what cannot be read is left out
    assert np.linalg.norm(np.array(tab.evaluate("linkwork.camera()")) - camera) > 1e-3


def test_a_distance_is_measured_and_moves_along(tab: Any) -> None:
    tab.get_by_role("button", name="Measure").click()
    box = tab.locator("canvas").first.bounding_box()
    for place in (0.3, 0.7):
        at = tab.evaluate("p => linkwork.project(...p)", (swung().pose("rod")[0][0] @ [place, 0, 0]).tolist())
        tab.mouse.click(box["x"] + at[0], box["y"] + at[1])
    distance = tab.evaluate("linkwork.measured()")
    assert distance == pytest.approx(0.4, abs=0.03)
    tab.locator(".distance").filter(has_text=" m").wait_for()
    tab.evaluate("linkwork.set('t', 0.6)")
    assert tab.evaluate("linkwork.measured()") == pytest.approx(distance, abs=1e-9)  # both are on the rod


def test_the_camera_goes_with_a_body(open_page: Open) -> None:
    m = lw.Model("sled")
    m.connect("A", lw.Prismatic("x"), m.ground, m.body("sled", lw.Box(size=(0.3, 0.2, 0.1), mass=1.0)))
    system = compile_model(m)
    run = lw.simulate(system, system.state({"A.displacement_dot": 2.0}), t_end=1.0)
    tab = open_page(lw.scene_of_run(run))
    tab.get_by_role("button", name="Follow").click()
    before = tab.evaluate("linkwork.camera()")
    tab.evaluate("linkwork.set('t', 1)")
    np.testing.assert_allclose(np.subtract(tab.evaluate("linkwork.camera()"), before), [2.0, 0.0, 0.0], atol=2e-3)


def test_modal_bodies_deform_and_are_coloured(open_page: Open) -> None:
    run = bent()
    tab = open_page(lw.scene_of_run(run))
    data = run.model.bodies["rod"].elastic.data
    t = float(run.t[-1])
    tab.evaluate("t => linkwork.set('t', t)", t)
    e = np.array([run[f"rod.{own}"][-1] for own in data.coordinates])
    for factor in (1.0, 10.0):
        tab.evaluate("x => linkwork.set('exaggeration', x)", factor)
        for node in (0, len(data.nodes) - 1):
            wanted = data.nodes[node] + factor * data.shapes[node] @ e
            np.testing.assert_allclose(tab.evaluate("k => linkwork.corner(k)", node), wanted, atol=2e-5 * factor)
        tip = np.array([1.0, 0.0, 0.0]) + factor * data.frames["tip"].Phi @ e
        np.testing.assert_allclose(tab.evaluate("linkwork.root('push')"), tip, atol=2e-5 * factor)
    tab.get_by_label("Colours").select_option("displacement")
    largest = max(
        np.linalg.norm(data.shapes @ row, axis=1).max()
        for row in np.column_stack([run[f"rod.{own}"] for own in data.coordinates])
    )
    assert tab.evaluate("linkwork.colors()") == pytest.approx(largest, rel=0.05)
    tab.get_by_label("Colours").select_option("stress")
    # At the root it is largest: there the fibre stresses of the run's own channel are another way to it.
    assert tab.evaluate("linkwork.colors()") == pytest.approx(np.abs(run["rod.stress.root"]).max(), rel=0.05)
    assert "Pa" in tab.locator(".color-scale").inner_text()


@pytest.mark.slow
def test_a_beam_is_one_smooth_body_with_its_stress(open_page: Open) -> None:
    m = lw.Model("beam")
    m.connect("beam", lw.ExactBeam(lw.Circle(0.02), lw.STEEL, 4, 1.0), m.ground)
    m.connect("push", lw.AppliedForce((0.0, 0.0, -300.0)), m.structures["beam"].tip)
    run = lw.simulate(lw.compile_model(m), t_end=0.005, method="radau", rtol=1e-4, atol=1e-6)
    scene = lw.scene_of_run(run)
    (strand,) = scene["strands"]
    assert (len(strand["ends"]), strand["elements"]) == (5, [1] * 4)
    assert strand["channels"] == [f"beam/element{k}.stress" for k in range(1, 5)]
    tab = open_page(scene)
    tab.get_by_label("Colours").select_option("stress")
    most = max(np.abs(run[name]).max() for name in strand["channels"])
    assert tab.evaluate("linkwork.colors()") == pytest.approx(most, rel=0.05)
    tab.evaluate("linkwork.set('t', 0.005)")
    tip = run["beam/node4.position"][-1]
    rim = [tab.evaluate("k => linkwork.corner(k)", 24 * 12 + k) for k in (0, 6)]
    np.testing.assert_allclose(np.mean(rim, axis=0), tip, atol=1e-4)


def test_paths_are_drawn_round_what_they_run_over(open_page: Open) -> None:
    """Lines over obstacles and through guided points are as long as the measures, found by other routes."""
    m = lw.Model("ropes")
    load, other = (m.body(name, lw.Sphere(0.08, mass=1.0)) for name in ("load", "other"))
    m.connect("left", lw.Prismatic("z"), m.ground.at(-0.3, 0.05, -0.8), load)
    m.connect("right", lw.Prismatic("z"), m.ground.at(0.9, 0.0, -0.5), other)
    pulleys = [m.ground.at(x, 0, z, rotate={"x": -np.pi / 2}) for x, z in ((0.0, 0.0), (0.7, 0.1))]
    over = [lw.WrapCylinder(radius, way="positive") for radius in (0.3, 0.2)]
    m.connect("rope", lw.Spring(500.0, 2.4, on=lw.WrappingPath(over)), load, *pulleys, other)
    ball = lw.WrappingPath([lw.WrapSphere(0.15), "via"])
    ends = (m.ground.at(-0.6, 0.5, 0.5), m.ground.at(0.1, 0.55, 0.42), other.at(0, 0.5, 1.0), other)
    m.connect("cord", lw.Spring(10.0, 1.0, on=ball), *ends)
    egg = lw.WrappingPath([lw.WrapEllipsoid((0.25, 0.2, 0.15))])
    ends = (m.ground.at(-0.5, 0.7, 0.45), m.ground.at(0, 0.6, 0.5, rotate={"y": 0.5}), other.at(-0.5, 0.55, 0.9))
    m.connect("tendon", lw.Spring(10.0, 1.0, on=egg), *ends)
    knee = lw.GuidedPath(((0.055, 0.0, 0.025), (-0.06, 0.0, 0.0), (0.03, 0.0, 0.0)))
    shank = m.body("shank", lw.Rod(length=0.4, mass=3.0))
    m.connect("knee", lw.Revolute("y"), m.ground.at(0, -0.6, 0), shank, initial={"angle": 0.8})
    m.connect("vasti", lw.Spring(10.0, 1.0, on=knee), m.ground.at(0.03, -0.6, 0.4), m.ground.at(0, -0.6, 0), shank)
    system = compile_model(m)
    tab = open_page(scene_of(system))
    known = system.channels(system.rest)
    for name in ("rope", "cord", "tendon", "vasti"):
        straight = tab.evaluate("name => linkwork.way(name)", name)
        assert straight == pytest.approx(known[f"{name}.measure"], rel=3e-3)


def test_pictures_numbers_and_films_are_saved(tab: Any, tmp_path: Path) -> None:
    tab.evaluate("linkwork.set('shown', ['A.angle'])")
    tab.keyboard.press("s")
    for name, ending, start in (("Picture", "png", b"\x89PNG"), ("Numbers", "csv", b"t [s],A.angle")):
        with tab.expect_download() as download:
            tab.get_by_role("dialog", name="Save").get_by_role("button", name=name).click()
        assert download.value.suggested_filename == f"pendulum.{ending}"
        download.value.save_as(tmp_path / ending)
        assert (tmp_path / ending).read_bytes().startswith(start)
    tab.evaluate("linkwork.set('speed', 5)")
    with tab.expect_download() as download:
        tab.get_by_role("dialog", name="Save").get_by_role("button", name="Film").click()
    download.value.save_as(tmp_path / "film")
    assert (tmp_path / "film").read_bytes()[4:12] == b"ftypisom"  # what MP4 files begin with
    assert not value(tab, "playing")


def test_a_gif_shows_the_run_as_its_pictures_do(tab: Any, tmp_path: Path) -> None:
    tab.evaluate("linkwork.set('speed', 5)")
    tab.keyboard.press("s")
    with tab.expect_download() as download:
        tab.get_by_role("dialog", name="Save").get_by_role("button", name="GIF").click()
    assert download.value.suggested_filename == "pendulum.gif"
    download.value.save_as(tmp_path / "run.gif")
    wanted = [_seen(tab, k / 4) for k in range(4)]
    with Image.open(tmp_path / "run.gif") as film:
        assert film.n_frames == 4  # a second at five times its speed, twenty pictures a second
        for k in range(4):
            film.seek(k)
            assert film.info["duration"] == 50
            found = np.asarray(film.convert("RGB"), float)
            off = [np.abs(found - np.asarray(image.resize(film.size), float)).mean() for image in wanted]
            assert off[k] < 0.5  # of 255
            assert min(off[:k] + off[k + 1 :]) > 2.0 * off[k]


def _seen(tab: Any, t: float) -> Image.Image:
    """The picture of the page at a time."""
    tab.evaluate("t => linkwork.set('t', t)", t)
    return Image.open(BytesIO(b64decode(tab.evaluate("linkwork.picture()").partition(",")[2]))).convert("RGB")


def test_names_do_not_cover_each_other(tab: Any) -> None:
    tab.evaluate("linkwork.set('names', true)")
    next_frames(tab, 3)
    boxes = tab.evaluate(
        "[...document.querySelectorAll('.label')].filter((node) => !node.hidden).map((node) => {"
        "const b = node.getBoundingClientRect(); return [b.left, b.top, b.right, b.bottom]; })"
    )
    assert len(boxes) >= 2
    for k, a in enumerate(boxes):
        for b in boxes[:k]:
            assert a[2] <= b[0] + 1 or b[2] <= a[0] + 1 or a[3] <= b[1] + 1 or b[3] <= a[1] + 1


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_texts_can_be_read_on_their_ground(open_page: Open, scheme: str) -> None:
    """Contrast of 4.5 : 1 (WCAG AA) of ordinary texts, computed from the colours that the browser uses."""
    tab = open_page(lw.scene_of_run(swung()), scheme=scheme)
    tab.get_by_role("button", name="S Spring").click()
    tab.get_by_role("tab", name="Certificate").click()
    ratios = json.loads(tab.evaluate(CONTRAST))
    assert len(ratios) > 40
    assert {text: ratio for text, ratio in ratios.items() if ratio < 4.5} == {}


CONTRAST = """(() => {
  const rgb = (text) => (text.match(/[\\d.]+/g) ?? []).map(Number);
  const light = (c) => [0.2126, 0.7152, 0.0722].reduce((sum, w, k) => {
    const x = c[k] / 255; return sum + w * (x <= 0.03928 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4); }, 0);
  const ground = (node) => {
    for (; node; node = node.parentElement) {
      const c = rgb(getComputedStyle(node).backgroundColor);
      if (c.length === 3 || c[3] === 1) return c;
    }
    return [255, 255, 255];
  };
  const isText = (node) => [...node.childNodes].some((c) => c.nodeType === 3 && c.textContent.trim());
  const found = {};
  for (const node of document.querySelectorAll("header *, .side *, footer *")) {
    if (!node.offsetParent || node.closest(":disabled, .u-wrap") || !isText(node)) continue;
    const style = getComputedStyle(node);
    if (style.opacity !== "1" || style.color.startsWith("color(")) continue;
    const [a, b] = [light(rgb(style.color)), light(ground(node))];
    found[node.textContent.trim().slice(0, 40)] = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  }
  return JSON.stringify(found);
})()"""
