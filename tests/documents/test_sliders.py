"""Panels of sliders: the Python side by itself, and the page's side with a model that answers as a kernel does."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.views.page import script


def oscillator() -> lw.System:
    m = lw.Model("oscillator", gravity=(0, 0, 0))
    k = lw.Parameter("k", 100.0, unit="N/m")
    m.connect("x", lw.Prismatic("x"), m.ground, m.body("cart", lw.Box(size=(0.2, 0.1, 0.1), mass=1.0)))
    m.connect("spring", lw.Spring(stiffness=k, length=0.5), m.ground.at(-0.5, 0, 0), m["cart"].at(0, 0, 0))
    return lw.compile_model(m)


def four_bar() -> lw.System:
    m = lw.Model("four-bar")
    length = lw.Parameter("length", 0.9, unit="m")
    crank, coupler, rocker = (m.body(name, lw.Rod(length=x, mass=1.0)) for name, x in
                              (("crank", 0.2), ("coupler", 0.9), ("rocker", 0.5)))  # fmt: skip
    m.connect("A", lw.Revolute("y"), m.ground, crank)
    m.connect("B", lw.Revolute("y"), crank.at(0.2, 0, 0), coupler)
    m.connect("C", lw.Revolute("y"), coupler.at(length, 0, 0), rocker)
    m.connect("D", lw.Revolute("y"), rocker.at(0.5, 0, 0), m.ground.at(0.8, 0, 0))
    return lw.compile_model(m)


@pytest.fixture(scope="module")
def panel() -> Any:
    system = oscillator()
    return lw.sliders(system, {"k": (50, 500), "x.displacement": (-0.3, 0.3)}, t_end=1.0)


def test_values_in_python_move_sliders_and_run_again(panel: Any) -> None:
    before = panel.answered
    panel["k"] = 400
    panel["x.displacement"] = 0.1
    assert panel.answered == before + 2
    assert panel.values == {"k": 400.0, "x.displacement": 0.1}
    # A mass of 1 kg that is let go: x = x0 cos(√k t).
    run = panel.result
    np.testing.assert_allclose(run["x.displacement"], 0.1 * np.cos(20.0 * run.t), atol=1e-6)
    assert panel["k"] == 400.0
    assert panel.message == ""
    page = panel.page_parts[0] + panel.scene + panel.page_parts[1]
    assert json.loads(panel.scene)["name"] == "oscillator"
    assert page.startswith("<!doctype html>")
    assert len(panel.page_parts) == 2


def test_sliders_in_the_page_change_python(panel: Any) -> None:
    # What a message of the page does.
    panel.set_state({"values": {"k": 225.0, "x.displacement": 0.2}})
    np.testing.assert_allclose(panel.result["x.displacement"][-1], 0.2 * np.cos(15.0), atol=1e-6)


def test_loops_are_closed_anew_and_what_fails_is_said() -> None:
    system = four_bar()
    start = lw.assemble(system, {"A.angle": 0.3}, {"B.angle": -0.9, "C.angle": 2.0})
    panel = lw.sliders(system, {"length": (0.5, 3.0), "A.angle": (0.0, 1.0)}, t_end=0.1, start=start)
    scene = panel.scene
    panel["length"] = 0.95
    assert panel.message == ""
    assert panel.scene != scene
    found = system.channels(panel.result.state(0))
    away = np.linalg.norm(found["rocker.position"] - found["coupler.position"])
    assert away == pytest.approx(0.95, abs=1e-8)
    kept = panel.scene
    panel["length"] = 2.9
    assert "'D'" in panel.message or "cannot" in panel.message
    assert panel.scene == kept
    panel["length"] = 0.9
    assert panel.message == ""


def test_other_results_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    system = oscillator()
    panel = lw.sliders(system, {"k": (50, 500)}, result=lambda state: lw.equilibrium(system, state))
    assert isinstance(panel.result, lw.Equilibrium)


@pytest.mark.parametrize(
    ("ranges", "said"),
    [
        ({"kk": (0, 1)}, "sliders: there is no Parameter, coordinate or speed 'kk'"),
        ({"k": (500, 50)}, "'k': the lowest value 500 is not below the highest 50"),
        ({"k": 3.0}, r"'k': 3.0; give \(lowest, highest\)"),
        ({"k": (200, 500)}, "k = 100 lies outside 200 to 500"),
        ({}, "give at least one range"),
    ],
)
def test_ranges_are_checked(ranges: Any, said: str) -> None:
    with pytest.raises(lw.ModelError, match=said):
        lw.sliders(oscillator(), ranges, t_end=1.0)


def test_a_value_beside_the_slider_is_refused(panel: Any) -> None:
    with pytest.raises(lw.ModelError, match="k = 900 lies outside 50 to 500"):
        panel["k"] = 900.0
    with pytest.raises(lw.ModelError, match="'kk'"):
        panel["kk"] = 1.0
    with pytest.raises(lw.ModelError, match="give t_end, for runs, or result"):
        lw.sliders(oscillator(), {"k": (50, 500)})


HOST = """<!doctype html><meta charset="utf-8"><div id="el"></div><script type="module">
const heard = {};
window.state = DATA;
window.sets = [];
const model = {
  get: (name) => window.state[name],
  set: (name, value) => { window.state[name] = value; },
  on: (name, f) => (heard[name] ??= []).push(f),
  save_changes: () => { window.sets.push({ ...window.state.values }); window.say("values"); },
};
window.say = (name) => (heard[`change:${name}`] ?? []).forEach((f) => f());
SCRIPT
render({ model, el: document.getElementById("el") });
</script>"""


def test_the_page_sends_one_change_at_a_time_and_draws_answers(
    open_file: Callable[..., Any], panel: Any, tmp_path: Path
) -> None:
    source = script("sliders.js")
    names = ("controls", "values", "page_parts", "scene", "message", "answered")
    data = json.dumps({name: getattr(panel, name) for name in names}).replace("<", "\\u003c")
    host = tmp_path / "host.html"
    text = HOST.replace(
        "SCRIPT", re.sub(r"export *\{ *(\w+) as default *\};?", r"const { render } = \1;", source)
    ).replace("DATA", data)
    host.write_text(text, encoding="utf-8")
    tab = open_file(host)
    tab.frame_locator("iframe").locator("canvas").first.wait_for()
    slider = tab.get_by_label("k").first
    move = "(e, x) => { e.value = x; e.dispatchEvent(new Event('input')) }"
    for value in (162.5, 275.0, 387.5):
        slider.evaluate(move, value)
    assert [one["k"] for one in tab.evaluate("window.sets")] == [162.5]
    tab.evaluate("window.state.answered += 1; window.say('answered')")
    assert [one["k"] for one in tab.evaluate("window.sets")] == [162.5, 387.5]
    # Python sets: the slider moves.
    tab.evaluate("window.state.values = {...window.state.values, k: 410.0}; window.say('values')")
    assert float(slider.input_value()) == 410.0
    assert "410 N/m" in tab.inner_text("label >> nth=0")
    tab.evaluate("window.state.message = '<img src=x onerror=alert(1)>'; window.say('message')")
    assert tab.inner_text("p[role=status]") == "<img src=x onerror=alert(1)>"
    tab.evaluate("window.say('scene')")
    tab.wait_for_function("document.querySelectorAll('iframe').length === 1")
