"""What notebooks show: a kernel runs cells, and a browser opens what they gave."""

import os
import sys
import tempfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import nbformat
import pytest
from matplotlib.image import imread
from nbclient import NotebookClient
from traitlets.config import Config

import linkwork as lw
from linkwork._display import is_notebook
from linkwork.run import progress
from linkwork.views import display, markup
from linkwork.views.page import Page, compact_page, page
from tests.views.shown import until

BUILD = """
import linkwork as lw
m = lw.Model("pendulum")
rod = m.body("rod", lw.Box(size=(1.0, 0.2, 0.2), mass=2.0, at=(0.5, 0, 0)))
m.connect("A", lw.Revolute("y"), m.ground, rod)
system = lw.compile_model(m)
run = lw.simulate(system, t_end=1.0)
rest = lw.equilibrium(system, {"A.angle": 1.0})
"""
SHOWN = ("m", "system", "run", "rest", "rest.linearization.modes()", "run.view()", "run.certificate", "lw.plot(run)")
"""The last expressions of cells."""


def executed(*sources: str) -> list[Any]:
    """Outputs of cells, run by a kernel of their own."""
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in sources])
    with tempfile.TemporaryDirectory() as folder:
        where = {"transport": "ipc", "ip": f"{folder}/kernel"} if os.name == "posix" else {}
        client = NotebookClient(notebook, timeout=120, startup_timeout=120, config=Config({"KernelManager": where}))
        client.execute(cwd=folder)
    return [cell.outputs for cell in notebook.cells]


def blue_pixels(frame: Any) -> int:
    """How many pixels of the picture have the colour of the rod; background and grid are grey."""
    pixels = imread(BytesIO(frame.locator("canvas").first.screenshot()), format="png")
    return int((pixels[..., 2] - pixels[..., 0] > 0.2).sum())


@pytest.mark.parametrize("opened", [(0, 2), pytest.param((0, 1, 3, 4, 5), marks=pytest.mark.slow)], ids=["run", "rest"])
def test_last_values_of_cells_show_pictures(
    open_file: Callable[..., Any], tmp_path: Path, opened: tuple[int, ...]
) -> None:
    found = executed(BUILD, *SHOWN)[1:]
    data = [outputs[-1]["data"] for outputs in found]
    assert "image/png" in data[-1]
    assert "good" in data[-2]["text/html"]
    assert "<iframe" not in data[-2]["text/html"]
    page = tmp_path / "cells.html"
    htmls = [one["text/html"] for one in data[:-2]]
    assert all(html.startswith("<iframe srcdoc=") for html in htmls)
    htmls = [htmls[k] for k in opened]
    page.write_text("<!doctype html><meta charset=utf-8>" + "".join(htmls), encoding="utf-8")
    tab = open_file(page)
    for k in range(len(htmls)):
        tab.locator("iframe").nth(k).evaluate("(frame) => frame.scrollIntoView()")
        frame = tab.frame_locator("iframe").nth(k)
        frame.locator("canvas").first.wait_for(timeout=120_000)
        tab.wait_for_timeout(300)
        assert blue_pixels(frame) > 1000, SHOWN[opened[k]]


@pytest.mark.slow
def test_outputs_of_a_notebook_share_one_viewer(open_file: Callable[..., Any], tmp_path: Path) -> None:
    """Pictures as they stand in a notebook that is opened again, or was made a page."""
    found = executed(BUILD, *["run"] * 3)[1:]
    htmls = [outputs[-1]["data"]["text/html"] for outputs in found]
    assert len(htmls[0]) > 250_000
    assert max(map(len, htmls[1:])) < 60_000
    page = tmp_path / "shared.html"
    page.write_text("<!doctype html><meta charset=utf-8>" + "<p>text</p>".join(htmls), encoding="utf-8")
    tab = open_file(page)
    for k in (2, 1):
        tab.locator("iframe").nth(k).evaluate("(frame) => frame.scrollIntoView()")
        tab.frame_locator("iframe").nth(k).locator("canvas").first.wait_for()
    alone = tmp_path / "alone.html"
    alone.write_text(f"<!doctype html><meta charset=utf-8>{htmls[1]}", encoding="utf-8")
    tab = open_file(alone)
    tab.frame_locator("iframe").get_by_text("Run this cell again").wait_for()
    assert tab.frame_locator("iframe").locator("canvas").count() == 0


def test_the_first_output_of_a_kernel_and_cells_that_are_run_again_bring_the_viewer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: dict[str, Any] = {}
    monkeypatch.setattr(markup, "kernel_shell", lambda: SimpleNamespace(get_parent=lambda: asked))
    monkeypatch.setattr(markup, "SHOWN_CELLS", {})

    def brings(message: str, cell: str = "", allow_stdin: bool = True) -> bool:
        asked.clear()
        asked.update(header={"msg_id": message}, metadata={"cellId": cell} if cell else {})
        asked["content"] = {"allow_stdin": allow_stdin}
        return "eager" in markup.frame_html(Page("a", "<p>"))

    assert brings("1", "first") and not brings("1", "first") and not brings("2", "second")
    assert brings("3", "first") and brings("4", "second") and not brings("5", "third")
    assert brings("6") and brings("7")  # of a program that does not say which cell it runs
    assert not brings("8", allow_stdin=False) and not brings("9", allow_stdin=False)
    monkeypatch.setattr(markup, "kernel_shell", lambda: None)
    assert brings("10", "tenth")


@pytest.fixture(scope="module")
def run() -> lw.Trajectory:
    m = lw.Model("pendulum")
    m.connect("A", lw.Revolute("y"), m.ground, m.body("rod", lw.Rod(length=1.0, mass=2.0)))
    return lw.simulate(lw.compile_model(m), t_end=1.0)


def test_a_page_is_bounded(run: lw.Trajectory, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = lw.scene_of_run(run)
    assert display.bounded_scene(scene) == scene
    room = len(compact_page(page(scene))) - 5000
    monkeypatch.setattr(display, "LARGEST_OUTPUT", room)
    less = display.bounded_scene(scene)
    assert room - 20_000 < len(compact_page(page(less))) <= room
    assert 0 < len(less["channels"]) < len(scene["channels"])
    monkeypatch.setattr(display, "LARGEST_OUTPUT", 100_000)
    shown = run._repr_html_()
    assert len(shown) < 2000
    assert "a cell shows up to 0 MB; write it to a file" in shown
    assert "run of &#x27;pendulum&#x27;" in shown


def test_what_is_shown_stays_text() -> None:
    class Named(lw.Verdict):
        def __str__(self) -> str:
            return "<img src=x onerror=alert(1)>"

    assert "<img" not in Named("good")._repr_html_()
    assert "<img" not in Page("<img src=x>", "<img src=x>")._repr_html_().replace("&lt;img", "")


def test_a_page_without_a_screen_opens_nothing(run: lw.Trajectory, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", lambda url: bool(opened.append(url)) or True)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    assert repr(run.view()).startswith("<page of 'pendulum', 0.")
    assert not opened
    monkeypatch.setenv("DISPLAY", ":0")
    run.view()
    [url] = opened
    path = Path(url.removeprefix("file://"))
    assert path.read_text(encoding="utf-8").startswith("<!doctype html>")
    path.unlink()


def test_tables_of_many_runs(run: lw.Trajectory) -> None:
    many = lw.simulate_many(lw.compile_model(run.model), [{"A.angle": 0.1 * k} for k in range(20)], t_end=0.1, times=2)
    html = many._repr_html_()
    assert html.count("<tr>") == 1 + display.TABLE_ROWS
    assert "and 8 more" in html
    found = lw.study(run.model, {"A.angle": [0.1, 0.2]}, {"peak": ("A.angle", "max")}, t_end=0.1)
    html = found._repr_html_()
    assert html.count("<tr>") == 3
    assert ">A.angle [rad]</th>" in html
    assert ">peak [rad]</th>" in html


def test_a_living_page_shows_itself(run: lw.Trajectory, tmp_path: Path) -> None:
    found = lw.live(lw.compile_model(run.model), tmp_path / "live.html", span=1.0)
    assert found._repr_html_().startswith('<iframe srcdoc="&lt;!doctype html&gt;')


def test_a_living_page_needs_no_file(run: lw.Trajectory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    found = lw.live(lw.compile_model(run.model), span=1.0)
    assert found.is_living and found.path is None
    with pytest.raises(lw.ModelError, match="the page of 'pendulum' is in no file"):
        Path(found)
    written = lw.live(lw.compile_model(run.model), tmp_path / "live.html", span=1.0)
    assert Path(written).read_text(encoding="utf-8") == found.page.text


@pytest.mark.quick
def test_an_output_keeps_its_viewer_packed(run: lw.Trajectory, open_file: Any, tmp_path: Path) -> None:
    whole = page(lw.scene_of_run(run))
    path = tmp_path / "output.html"
    path.write_text(compact_page(whole), encoding="utf-8")
    assert len(compact_page(whole)) < 0.45 * len(whole)
    assert compact_page("<p>no viewer</p>") == "<p>no viewer</p>"
    tab = open_file(path)
    until(tab, "window.linkwork !== undefined")
    assert tab.evaluate("linkwork.range()") == [0, 1]


def test_loads_are_a_table(run: lw.Trajectory) -> None:
    system = lw.compile_model(run.model)
    found = lw.loads(system, system.state({"A.angle": 0.0}))
    html = found._repr_html_()
    assert "loads of 1 connections, unique" in html
    # A rod that is let go level: a quarter of its weight, by l/2 · 3g/2l · m.
    assert ">4.905</td>" in html


def test_progress_in_a_notebook(monkeypatch: pytest.MonkeyPatch) -> None:
    import IPython.display

    sent: list[str] = []

    class Place:
        def update(self, html: Any) -> None:
            sent.append(html.data)

    monkeypatch.setattr(progress, "kernel_shell", object)
    monkeypatch.setattr(IPython.display, "display", lambda html, display_id: Place())
    bar = progress.Progress(True, 0.0, 2.0, "long <run>")
    bar.show(0.1, 1)
    assert not sent
    bar.began -= 10.0
    bar.show(0.5, 10)
    bar.show(0.6, 12)
    bar.close()
    assert sent == ['<progress value="0.2500"></progress> long &lt;run&gt;: t = 0.5 s, 10 steps', ""]


def test_a_notebook_is_a_kernel_or_marimo(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: None))
    assert not is_notebook()
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: SimpleNamespace(kernel=1)))
    assert is_notebook()
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: SimpleNamespace()))
    assert not is_notebook()  # a terminal
    monkeypatch.setitem(sys.modules, "marimo", SimpleNamespace(running_in_notebook=lambda: True))
    assert is_notebook()
