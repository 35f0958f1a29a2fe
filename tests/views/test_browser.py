"""Pages in a real browser: they load without a complaint, play, scrub, pick, plot, and cannot be harmed by names."""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.system import compile_model
from linkwork.views.poses import poses_at_rest, poses_of_states
from linkwork.views.view import scene_of_system
from tests.views.mechanisms import four_bar, moving_four_bar, pendulum, swinging
from tests.views.shown import drawn, labels, next_frames, until, value

Open = Callable[..., Any]
TIMES = np.linspace(0.0, 1.0, 5)


@cache
def moving() -> lw.Scene:
    system, run = moving_four_bar()
    ghost = poses_of_states(system, [run.state(30)])
    turn = lw.Mode("swing", {"rocker": (0.1, 0, 0.2j)}, {"rocker": (0, 1.0, 0), "crank": (0, 0.5j, 0)}, 2.5, 0.01)
    more = {"ghost": ghost, "modes": [turn], "traces": [lw.Trace("C", "rocker")]}
    return scene_of_system(system, run, {"Certificate": "drift 1e-12"}, more)


@pytest.mark.quick
@pytest.mark.seed("S4.4", passage="§2.1")
def test_bodies_are_where_the_poses_say(open_page: Open) -> None:
    system, run = moving_four_bar()
    tab = open_page(moving())
    tolerance = 2 * moving()["poses"]["tolerance"]
    for k in (0, 17, 84):
        tab.evaluate("t => linkwork.set('t', t)", float(run.times[k]))
        poses = poses_of_states(system, [run.state(k)])
        for body, place in zip(poses.bodies, poses.positions[0], strict=True):
            np.testing.assert_allclose(tab.evaluate("name => linkwork.position(name)", body), place, atol=tolerance)


@pytest.mark.quick
@pytest.mark.seed("S4.4")
def test_it_plays_and_pauses(open_page: Open) -> None:
    tab = open_page(moving())
    assert value(tab, "t") == 0.0
    tab.get_by_role("button", name="Play").click()
    until(tab, "linkwork.get('t') > 0.2")
    tab.get_by_role("button", name="Pause").click()
    stopped, pictures = value(tab, "t"), drawn(tab)
    next_frames(tab, 5)
    assert value(tab, "t") == stopped
    assert drawn(tab) == pictures


@pytest.mark.slow
def test_it_opens_playing_but_for_less_motion_or_at_the_moment_of_a_link(open_page: Open) -> None:
    tab = open_page(moving(), motion="no-preference")
    until(tab, "linkwork.get('t') > 0.1")
    assert value(tab, "playing")
    assert tab.get_by_role("alert").count() == 0
    for still in (open_page(moving()), open_page(moving(), motion="no-preference", link="#t=0.5")):
        next_frames(still, 5)
        assert not value(still, "playing")
    assert value(still, "t") == 0.5


def test_it_loops_or_stops_at_the_end(open_page: Open) -> None:
    tab = open_page(moving())
    tab.evaluate("linkwork.set('t', 4.19); linkwork.set('playing', true)")
    until(tab, "linkwork.get('t') < 4")
    assert value(tab, "playing")
    tab.get_by_role("button", name="Loop").click()
    tab.evaluate("linkwork.set('t', 4.19)")
    until(tab, "!linkwork.get('playing')")
    assert value(tab, "t") == 4.2


def test_the_timeline_scrubs(open_page: Open) -> None:
    tab = open_page(moving())
    slider = tab.get_by_label("Time", exact=True).and_(tab.get_by_role("slider"))
    slider.fill("5000")
    assert value(tab, "t") == pytest.approx(2.1)
    assert "2.100 / 4.200 s" in tab.locator(".clock").inner_text()
    slider.focus()
    tab.keyboard.press("ArrowRight")
    assert value(tab, "t") > 2.1


def test_keys_do_what_buttons_do(open_page: Open) -> None:
    tab = open_page(moving())
    tab.locator("canvas").first.focus()
    for key, name, wanted in (
        ("ArrowRight", "t", 4.2 / 200),
        ("End", "t", 4.2),
        ("Home", "t", 0.0),
        ("ArrowUp", "speed", 2),
        ("l", "loop", False),
        ("w", "wire", True),
        ("n", "names", True),
        ("a", "frames", True),
        ("t", "traces", False),
        ("g", "ghost", False),
        ("p", "plots", False),
        ("[", "left", False),
        ("d", "theme", "dark"),
        (" ", "playing", True),
    ):
        tab.keyboard.press(key)
        assert value(tab, name) == pytest.approx(wanted) if name != "theme" else value(tab, name) == wanted
    tab.keyboard.press("?")
    assert tab.get_by_role("dialog").is_visible()
    tab.keyboard.press("Escape")
    assert not tab.get_by_role("dialog").is_visible()


def test_every_control_has_a_name_and_shows_focus(open_page: Open) -> None:
    tab = open_page(moving())
    unnamed = tab.evaluate(
        """() => [...document.querySelectorAll("button, select, input, canvas")].filter((e) => e.offsetParent
        && !(e.getAttribute("aria-label") || e.textContent.trim() || e.closest("label") || e.closest(".plot")))
        .map((e) => e.outerHTML)"""
    )
    assert unnamed == []
    for _ in range(6):
        tab.keyboard.press("Tab")
        outline = tab.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        assert outline == "solid"


def test_a_click_picks_a_body_and_shows_its_numbers(open_page: Open) -> None:
    tab = open_page(moving())
    system, run = moving_four_bar()
    middle = poses_of_states(system, [run.state(0)])
    start = middle.positions[0, 1]
    tip = middle.positions[0, 2]
    at = tab.evaluate("p => linkwork.project(...p)", (start + 0.25 * (tip - start)).tolist())
    box = tab.locator("canvas").first.bounding_box()
    tab.mouse.click(box["x"] + at[0], box["y"] + at[1])
    assert value(tab, "selected") == {"type": "body", "index": 2}
    panel = tab.get_by_role("tabpanel", name="Selection").inner_text()
    assert "coupler" in panel
    assert "1.9 kg" in panel
    tab.mouse.click(box["x"] + 5, box["y"] + 60)
    assert value(tab, "selected") is None
    tab.get_by_role("button", name="return Spring").click()
    assert "Spring(stiffness=200" in tab.get_by_role("tabpanel", name="Selection").inner_text()


def test_plots_follow_time_and_time_follows_plots(open_page: Open) -> None:
    tab = open_page(moving())
    assert tab.locator(".plot").count() == 1
    tab.get_by_role("checkbox", name="A.angle_dot").check()
    assert tab.locator(".plot").count() == 2
    over = tab.locator(".plot .u-over").first.bounding_box()
    tab.mouse.click(over["x"] + over["width"] / 2, over["y"] + 20)
    assert value(tab, "t") == pytest.approx(2.1, abs=0.02)
    row = tab.locator(".channel", has_text="A.angle").first.inner_text()
    assert float(row.split()[1]) == pytest.approx(0.3 + 3.0 * value(tab, "t"), rel=1e-3)
    for box in tab.get_by_role("checkbox").all():
        box.uncheck()
    assert tab.locator(".plot").count() == 0


@pytest.mark.seed("S4.4")
def test_modes_swing_about_the_ghost(open_page: Open) -> None:
    tab = open_page(moving())
    system, run = moving_four_bar()
    rest = poses_of_states(system, [run.state(30)]).positions[0, 2]
    tab.get_by_label("Mode", exact=True).select_option("0")
    tab.get_by_label("Amplitude of the mode").fill("0")
    np.testing.assert_allclose(tab.evaluate("linkwork.position('rocker')"), rest, atol=1e-6)
    tab.get_by_label("Amplitude of the mode").fill("1")
    out = np.array(tab.evaluate("linkwork.position('rocker')")) - rest
    assert out[0] > 1e-3
    np.testing.assert_allclose(out[1:], 0.0, atol=1e-6)  # phase 0: the real part alone
    tab.evaluate("linkwork.set('phase', Math.PI / 2)")
    turned = np.array(tab.evaluate("linkwork.position('rocker')")) - rest
    np.testing.assert_allclose(turned, [0.0, 0.0, -2.0 * out[0]], atol=1e-6)


def test_texts_are_in_tabs(open_page: Open) -> None:
    tab = open_page(moving())
    tab.get_by_role("tab", name="Certificate").click()
    assert tab.get_by_role("tabpanel").inner_text() == "drift 1e-12"
    tab.keyboard.press("ArrowLeft")
    assert tab.get_by_role("tabpanel").inner_text().startswith("four-bar: 3 bodies")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_light_and_dark_at_any_size(open_page: Open, scheme: str) -> None:
    tab = open_page(moving(), scheme=scheme)
    assert value(tab, "theme") == scheme
    paper, ink = (tab.evaluate(f"getComputedStyle(document.body).{name}") for name in ("backgroundColor", "color"))
    brightness = [sum(map(int, color[4:-1].split(","))) for color in (paper, ink)]
    assert (brightness[0] < brightness[1]) == (scheme == "dark")
    for width, height in ((1366, 768), (700, 600)):
        tab.set_viewport_size({"width": width, "height": height})
        whole = tab.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
        assert whole == [width, height]
        picture = tab.locator("main").bounding_box()
        assert picture["height"] > 0.4 * height


def test_something_is_drawn(open_page: Open) -> None:
    """The picture at another time is another picture."""
    tab = open_page(moving())
    assert drawn(tab) > 0
    before = tab.evaluate("linkwork.picture()")
    assert tab.evaluate("linkwork.picture()") == before
    pictures = drawn(tab)
    tab.evaluate("linkwork.set('t', 1.0)")
    assert drawn(tab) > pictures
    assert tab.evaluate("linkwork.picture()") != before


def test_a_model_alone_says_what_is_open(open_page: Open) -> None:
    model = four_bar()
    tab = open_page(lw.scene_of_model(model, poses_at_rest(model)))
    assert tab.locator(".timeline").inner_text() == "One position: there is no motion to play."
    panel = tab.get_by_role("tabpanel").inner_text()
    assert "NOT CLOSED" in panel
    assert panel.split("NOT CLOSED")[1].split()[0] == "D"
    assert tab.locator(".plot").count() == 0


def test_a_run_is_shown_with_its_certificate(open_page: Open) -> None:
    system = compile_model(pendulum())
    run = lw.simulate(system, t_end=1.0)
    tab = open_page(lw.scene_of_run(run, loads=["A"]))
    assert tab.locator("summary", has_text="A").count() == 1
    assert {"A.angle", "A.force.x", "rod.velocity.z", "energy_balance"} <= {*labels(tab)}
    tab.get_by_role("tab", name="Certificate").click()
    told = tab.get_by_role("tabpanel").inner_text()
    assert told.lower().startswith("good") and run.certificate.verdict.reasons[0] in told
    assert all(said in told for _, said in run.certificate.table)
    tab.evaluate("linkwork.set('t', 1.0)")
    place = np.array(tab.evaluate("linkwork.position('rod')"))
    np.testing.assert_allclose(place, run.pose("rod")[1][-1], atol=1e-6)


def test_an_empty_model_is_shown(open_page: Open) -> None:
    model = lw.Model("empty")
    tab = open_page(lw.scene_of_model(model, poses_at_rest(model)))
    assert tab.get_by_role("heading", name="empty").count() == 2


PAYLOADS = (
    "</script><script>window.hacked = 1</script>",
    "<img src=x onerror='window.hacked = 1'>",
    "javascript:hacked=1 ${hacked=1} {{hacked=1}}",
    "\u202egnitrevni \u0000 '\"`",
    "x" * 10_000,
)


def test_hostile_names_are_harmless(open_page: Open) -> None:
    m = pendulum()
    for k in range(len(PAYLOADS)):
        m.connect(f"S{k}", lw.Spring(stiffness=1.0, length=0.1), m.ground.at(k, 0, 1), m.bodies["rod"])
    scene = lw.scene_of_model(
        m,
        swinging(TIMES, TIMES),
        channels=[lw.Series(f"{p}{k}", TIMES, p) for p in PAYLOADS for k in (0, 1)],
        traces=[lw.Trace(p, "rod") for p in PAYLOADS],
        modes=[lw.Mode(p, {}, {"rod": (0, 1, 0)}) for p in PAYLOADS],
        ghost=swinging(TIMES, TIMES),
        ghost_label=PAYLOADS[1],
        panels={p: p for p in PAYLOADS},
    )
    scene["name"] = scene["bodies"][1]["name"] = PAYLOADS[0] + PAYLOADS[1]
    for part, p in zip(scene["connections"], PAYLOADS, strict=False):
        part.update(name=p, kind=p, about=p)
    tab = open_page(scene)
    tab.evaluate("linkwork.set('names', true)")
    for selected in ({"type": "body", "index": 1}, *({"type": "connection", "index": k} for k in range(len(PAYLOADS)))):
        tab.evaluate("what => linkwork.set('selected', what)", selected)
    for k, p in enumerate(PAYLOADS):
        tab.get_by_role("tab").nth(k + 1).click()
        assert tab.locator("pre").nth(k).text_content() == p
    drawn(tab)
    next_frames(tab)
    assert tab.evaluate("window.hacked") is None
    assert tab.evaluate("document.scripts.length") == 2
    assert tab.evaluate("document.images.length") == 0


def test_numbers_beyond_all_measure_are_harmless(open_page: Open) -> None:
    m = lw.Model("huge")
    rod = m.body("rod", mass=1e300, com=(1e6, 0, 0), inertia=(1e300, 1e300, 1e300))
    m.connect("A", lw.Revolute("y"), m.ground, rod)
    m.connect("push", lw.AppliedForce((1e300, 0, 0)), rod)
    values = np.array([1e300, -1e300, np.nan, np.inf, 0.0])
    tiny = np.array([1e-300, 0.0, 3e-300, 0.0, 0.0])
    channels = [lw.Series("large", values, "m"), lw.Series("small", tiny, "m/s"), lw.Series("none", 0 * TIMES)]
    times = np.array([0.0, 1e-9, 1e-6, 1.0, 1e9])
    tab = open_page(lw.scene_of_model(m, swinging(times, TIMES), channels=channels))
    tab.evaluate("linkwork.set('shown', ['large', 'small', 'none']); linkwork.set('t', 5e8); linkwork.select('rod')")
    drawn(tab)
    assert tab.locator(".plot").count() == 3
    assert "1.000e300 kg" in tab.get_by_role("tabpanel").inner_text()


def test_a_model_too_large_to_draw_keeps_its_numbers(open_page: Open) -> None:
    m = pendulum()
    far = lw.Poses(TIMES, ("rod",), np.full((5, 1, 3), 1e30) * TIMES[:, None, None], swinging(TIMES, TIMES).quaternions)
    tab = open_page(lw.scene_of_model(m, far, channels=[lw.Series("x", TIMES)]))
    assert "the model is too large" in tab.get_by_role("alert").inner_text()
    tab.get_by_role("button", name="rod").click()
    assert "2 kg" in tab.get_by_role("tabpanel").inner_text()
    assert tab.locator(".plot").count() == 1


def test_where_frames_come_slowly_less_is_drawn_until_they_are_quick_again(open_page: Open) -> None:
    tab = open_page(moving())
    frames = "([count, ms]) => { for (let k = 0; k < count; k += 1) linkwork.took(ms); return linkwork.saved(); }"
    assert tab.evaluate(frames, [80, 16]) == 0
    assert tab.evaluate(frames, [8, 100]) == 1
    assert tab.evaluate(frames, [56, 16]) == 1
    assert tab.evaluate(frames, [8, 16]) == 0
    assert tab.evaluate(frames, [8, 100]) == 1
    assert tab.evaluate(frames, [80, 16]) == 1  # what was too much once is tried later the next time
    assert tab.evaluate(frames, [48, 16]) == 0
    assert tab.evaluate(frames, [80, 100]) == 3
    tab.evaluate("linkwork.set('t', 1.0)")


def test_the_inspector_shows_the_rates_of_the_run(open_page: Open) -> None:
    system, run = moving_four_bar()
    tab = open_page(moving())
    tab.evaluate("linkwork.select('coupler')")
    exact = poses_of_states(system, [run.state(k) for k in range(len(run))])
    column = exact.bodies.index("coupler")
    assert exact.velocities is not None and exact.angular_velocities is not None
    for k in (3, 20, 61):
        tab.evaluate("t => linkwork.set('t', t)", float(run.times[k]))
        for label, table in (("Velocity", exact.velocities), ("Angular vel.", exact.angular_velocities)):
            text = tab.locator(f"dt:text-is('{label}') + dd").inner_text()
            shown = [float(x.replace("\u2212", "-")) for x in text[1 : text.index(")")].split(",")]
            np.testing.assert_allclose(shown, table[k, column], atol=2e-3 * np.abs(table).max())
    assert "rates are those of the run" in tab.get_by_role("tabpanel").inner_text()


def test_a_spring_that_starts_without_length_does_not_cover_the_picture(open_page: Open) -> None:
    m = lw.Model("spring")
    bob = m.body("bob", lw.Sphere(radius=0.05, mass=1.0))
    m.connect("A", lw.Prismatic("z"), m.ground, bob)
    m.connect("S", lw.Spring(stiffness=9.0, length=0.3), m.ground.at(0, 0, 1e-12), bob)
    z = np.zeros((5, 1, 3))
    z[:, 0, 2] = -TIMES
    tab = open_page(lw.scene_of_model(m, lw.Poses(TIMES, ("bob",), z, swinging(TIMES, 0 * TIMES).quaternions)))
    for t in (0.0, 0.5, 1.0):
        tab.evaluate("t => linkwork.set('t', t)", t)
        assert tab.evaluate("linkwork.reach('S')") < 1.3 * t + 0.4


def test_a_run_of_rolling_bodies_is_closed(open_page: Open) -> None:
    m = lw.Model("coin")
    m.connect(
        "rolls", lw.LeaningWheel(radius=0.3), m.ground, m.body("coin", lw.Cylinder(radius=0.3, length=0.02, mass=1))
    )
    system = compile_model(m)
    run = lw.simulate(system, system.state({"rolls.roll_dot": 3.0, "rolls.x": 2.0}), t_end=0.2)
    tab = open_page(lw.scene_of_run(run))
    tab.evaluate("linkwork.set('t', 0.2); linkwork.select('')")
    assert "NOT CLOSED" not in tab.get_by_role("tabpanel").inner_text().upper()
    assert tab.evaluate("linkwork.reach('rolls')") < 0.3


@pytest.mark.parametrize("gravity", [(0, -9.81, 0), (0, 0, -9.81), (-9.81, 0, 0)], ids="yzx")
@pytest.mark.parametrize("flat", "xyz")
def test_the_floor_is_seen_from_above(open_page: Open, gravity: Any, flat: str) -> None:
    m = lw.Model("flat", gravity=gravity)
    size = [0.01 if axis == flat else 1.0 for axis in "xyz"]
    m.connect("A", lw.Translation(), m.ground, m.body("plate", lw.Box(size=size, mass=1.0)))
    tab = open_page(lw.scene_of_model(m, poses_at_rest(m)))
    up = -np.array(gravity) / 9.81
    assert np.dot(tab.evaluate("linkwork.camera()"), up) > tab.evaluate("linkwork.floor()") + 0.1
    for key in "0123":
        tab.keyboard.press(key)
        assert np.dot(tab.evaluate("linkwork.camera()"), up) > tab.evaluate("linkwork.floor()")


PHONE = {"width": 390, "height": 844}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everything_can_be_reached_on_a_phone(open_page: Open, scheme: str) -> None:
    tab = open_page(moving(), scheme=scheme, viewport=PHONE)
    outside = """() => [...document.querySelectorAll("header button, .timeline :is(button, select, input)")]
        .filter((e) => { const { left, right } = e.getBoundingClientRect(); return left < 0 || right > innerWidth; })
        .map((e) => e.outerHTML)"""
    assert tab.evaluate(outside) == []
    assert tab.locator("main").bounding_box()["height"] > 0.35 * PHONE["height"]
    tab.get_by_role("button", name="Keys").click()
    tab.get_by_role("button", name="Close").click()
    tab.get_by_role("button", name="Details").click()
    tab.get_by_role("tab", name="Certificate").click()
    assert tab.get_by_role("tabpanel").inner_text() == "drift 1e-12"
    tab.get_by_role("button", name="Model list").click()
    assert not value(tab, "right")
    tab.get_by_role("button", name="coupler", exact=True).click()
    assert value(tab, "right") and not value(tab, "left")
    assert "1.9 kg" in tab.get_by_role("tabpanel").inner_text()
    tab.get_by_role("button", name="Details").click()
    assert not value(tab, "right")
    assert tab.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]") == [390, 844]
