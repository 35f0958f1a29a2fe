"""Reports: everything that was asked for stands in them, as text, and they print."""

import re
import shutil
from collections.abc import Callable
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.contract import Element
from linkwork.documents import print_pdf as printing
from linkwork.documents.report_parts import ReportSection, paragraph, report_html

ATTACK = "<img src=x onerror=alert(1)>"
SECTIONS = ("Model", "Topology", "Data", "Mobility", "Results", "Plots", "Loads", "Certificate", "Versions")


def pendulum() -> lw.Model:
    m = lw.Model("pendulum")
    k = lw.Parameter("k", 30.0, unit="N*m/rad", doc=f"stiffness {ATTACK}")
    m.connect("A", lw.Revolute("y"), m.ground, m.body("rod", lw.Rod(length=1.0, mass=2.0)))
    m.connect("soft", lw.TorsionSpring(stiffness=k, axis="y"), m.ground, m["rod"])
    return m


def cells(html: str, first: str) -> list[str]:
    """The cells of the row that begins so."""
    [row] = re.findall(rf"<tr><td>{re.escape(first)}</td>(.*?)</tr>", html)
    return [unescape(cell) for cell in re.findall(r"<td[^>]*>(.*?)</td>", row)]


@pytest.fixture(scope="module")
def system() -> lw.System:
    return lw.compile_model(pendulum())


@pytest.fixture(scope="module")
def document(system: lw.System, tmp_path_factory: pytest.TempPathFactory) -> Path:
    run = lw.simulate(system, {"A.angle": 0.2}, t_end=1.0)
    return lw.report_page(run, tmp_path_factory.mktemp("report") / "run.html", note=f"{ATTACK}\n\nTwo.", channels=["k"])


def test_a_report_of_a_run_says_everything(document: Path) -> None:
    html = document.read_text(encoding="utf-8")
    assert [unescape(title) for title in re.findall(r"<h2>\d+\. (.*?)</h2>", html)] == list(SECTIONS)
    assert cells(html, "rod") == ["2", "0.5, 0, 0", "0, 0.16667, 0.16667", "0"]
    assert cells(html.partition("Results</h2>")[0], "k")[:2] == ["30", "N·m/rad"]
    assert "1 degree of freedom" in html
    assert html.count("data:image/png") == 1
    assert html.count("data:image/svg+xml") == 3
    assert '<div class="verdict good">' in html
    for name in ("linkwork", "numpy", "llvmlite"):
        assert re.search(rf"(^|<pre>){name} +\d", html, re.MULTILINE)


def test_numbers_are_those_of_the_run(system: lw.System, document: Path) -> None:
    run = lw.simulate(system, {"A.angle": 0.2}, t_end=1.0)
    rows = re.findall(r"<tr><td>A\.angle</td>(.*?)</tr>", document.read_text(encoding="utf-8"))
    shown = [float(x) for x in re.findall(r">([-\d.e]+)</td>", rows[0])]
    angle = run["A.angle"]
    expected = [angle[0], angle[-1], angle.min(), run.t[angle.argmin()], angle.max(), run.t[angle.argmax()]]
    np.testing.assert_allclose(shown, expected, rtol=1e-5, atol=1e-12)
    force = np.linalg.norm(run["A.force"], axis=1)
    loads = cells(document.read_text(encoding="utf-8").partition("Loads</h2>")[2], "A")
    assert float(loads[0]) == pytest.approx(force.max(), rel=1e-5)
    assert float(loads[1]) == pytest.approx(run.t[force.argmax()], rel=1e-5, abs=1e-12)


def test_an_equilibrium(system: lw.System, tmp_path: Path) -> None:
    rest = lw.equilibrium(system, {"A.angle": 0.2})
    html = lw.report_page(rest, tmp_path / "rest.html", title="At rest").read_text(encoding="utf-8")
    assert "<h1>At rest</h1>" in html
    assert "Stable; found by newton" in html
    # The hinge carries the weight of 2 kg, whatever the angle.
    force = cells(html.partition("Loads</h2>")[2].partition("moment")[0], "A")
    assert float(force[4]) == pytest.approx(2.0 * 9.81, rel=1e-5)
    assert "mode   frequency (Hz)" in html


def test_a_study_and_one_from_a_file(tmp_path: Path) -> None:
    study = lw.study(pendulum(), {"A.angle": [0.1, 0.2, 0.3]}, {"peak": ("A.angle", "max")}, t_end=0.2)
    html = lw.report_page(study, tmp_path / "study.html").read_text(encoding="utf-8")
    assert "3 members over A.angle" in html
    low, mean, high = (float(x) for x in cells(html, "peak")[1:4])
    peaks = study["peak"]
    np.testing.assert_allclose([low, mean, high], [peaks.min(), peaks.mean(), peaks.max()], rtol=1e-5)
    lw.save_study(study, tmp_path / "kept.npz")
    again = lw.report_page(lw.load_study(tmp_path / "kept.npz"), tmp_path / "again.html").read_text(encoding="utf-8")
    assert "which does not hold the model" in again
    assert cells(again, "peak") == cells(html, "peak")


def test_markup_in_names_and_texts_stays_text(document: Path, open_file: Callable[..., Any]) -> None:
    html = document.read_text(encoding="utf-8")
    assert ATTACK not in html
    assert html.count("&lt;img src=x onerror=alert(1)&gt;") == 2
    whole = report_html(ATTACK, paragraph(ATTACK), [ReportSection(ATTACK, paragraph(ATTACK))])
    assert ATTACK not in whole
    tab = open_file(document)
    widths = tab.evaluate("[...document.images].map(image => image.naturalWidth)")
    assert len(widths) == 4
    assert all(width > 100 for width in widths)
    assert tab.evaluate("getComputedStyle(document.querySelector('.verdict')).borderLeftWidth") == "6px"


@pytest.mark.slow
@pytest.mark.skipif(not any(map(shutil.which, printing.BROWSERS)), reason="There is no browser that prints.")
def test_it_prints(document: Path, tmp_path: Path) -> None:
    pdf = lw.print_pdf(document, tmp_path / "run.pdf").read_bytes()
    assert pdf.startswith(b"%PDF")
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) >= 3


def test_without_a_browser_it_says_what_to_do(document: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(printing, "BROWSERS", ("no-such-browser",))
    with pytest.raises(lw.ModelError, match=r"open .* in any browser and print it to a PDF there"):
        lw.print_pdf(document, tmp_path / "run.pdf")
    with pytest.raises(lw.ModelError, match="there is no such file"):
        lw.print_pdf(tmp_path / "none.html", tmp_path / "run.pdf")


def test_what_has_no_report(system: lw.System, tmp_path: Path) -> None:
    with pytest.raises(lw.ModelError, match=r"State has no report; give a run of lw\.simulate"):
        lw.report_page(system.rest, tmp_path / "state.html")


def test_values_with_units(tmp_path: Path) -> None:
    assert issubclass(lw.Spring, Element)
    m = lw.Model("mass")
    m.connect(
        "x", lw.Prismatic("z"), m.ground, m.body("ball", lw.Sphere(radius=0.1, mass=1.0)), initial={"displacement": 0.1}
    )
    m.connect("s", lw.Spring(stiffness=100.0, length=0.5), m.ground.at(0, 0, 1), m["ball"])
    html = lw.report_page(lw.simulate(lw.compile_model(m), t_end=0.1), tmp_path / "m.html").read_text(encoding="utf-8")
    assert (
        cells(html.partition("Data</h2>")[2].partition("Mobility")[0], "s")[2] == "stiffness = 100 N/m; length = 0.5 m"
    )
    assert cells(html.partition("Data</h2>")[2].partition("Mobility")[0], "x")[2].endswith("initial displacement = 0.1")


def test_a_run_that_failed_says_so_at_the_top(system: lw.System, tmp_path: Path) -> None:
    run = lw.simulate(system, t_end=0.1)
    failed = replace(run, certificate=replace(run.certificate, status="failed", sentence=f"at t = 0.1 {ATTACK}"))
    html = lw.report_page(failed, tmp_path / "failed.html").read_text(encoding="utf-8")
    assert '<div class="verdict bad"><strong>bad</strong>' in html
    assert ATTACK not in html


def test_absolute_coordinates_and_a_run_from_a_file(tmp_path: Path) -> None:
    run = lw.simulate(lw.compile_model(pendulum(), "absolute"), t_end=0.05)
    run.save(tmp_path / "run.nc")
    html = lw.report_page(lw.load_run(tmp_path / "run.nc"), tmp_path / "run.html").read_text(encoding="utf-8")
    assert [unescape(title) for title in re.findall(r"<h2>\d+\. (.*?)</h2>", html)] == list(SECTIONS)
    assert "1 degree of freedom" in html
