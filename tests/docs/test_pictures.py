"""Pages have pictures: long ones all, and those of the gallery and of tables are there."""

import re
from pathlib import Path

import pytest

from tools.benchmark_pictures import PAGE, figure_of, loops, pages_figure, table
from tools.site_pages import FIGURE
from tools.theory_figures import FIGURES

DOCS = Path(__file__).parents[2] / "docs"
LONG = 1500
WITHOUT = {"notation.md": "a table of symbols", "seed_coverage.md": "made when the site is built"}
PICTURE = re.compile(r"!\[|<img|<!-- living ")


def test_no_long_page_is_without_a_picture() -> None:
    pages = {str(p.relative_to(DOCS)): p.read_text(encoding="utf-8") for p in DOCS.rglob("*.md")}
    bare = {name for name, text in pages.items() if len(text.split()) > LONG and not PICTURE.search(text)}
    assert bare - set(WITHOUT) == set()


def test_figures_at_the_head_of_pages_are_in_the_gallery() -> None:
    named = {(p.name, m[1]) for p in DOCS.rglob("*.md") for m in FIGURE.finditer(p.read_text(encoding="utf-8"))}
    assert len(named) > 40
    assert [pair for pair in named if not (DOCS / "images" / "gallery" / f"{pair[1]}.png").exists()] == []


@pytest.mark.parametrize(("cell", "wanted"), [("0.43", 0.43), ("1.5–1.7", 1.6), ("< 0.0003", 0.0003)])
def test_cells_are_read_as_numbers(cell: str, wanted: float) -> None:
    assert figure_of(cell) == pytest.approx(wanted)


def test_plots_have_the_figures_of_their_tables() -> None:
    text = PAGE.read_text(encoding="utf-8")
    found = loops(text)
    assert len(found) == len(table(text, "| | error | ours, ms ")[1])
    ours, is_bound = found["four-bar, 1e-6"]["linkwork"]
    assert (ours, is_bound) == (0.43, False)
    peer, is_bound = found["four-bar, 1e-6"]["Exudyn"]
    assert is_bound and peer == pytest.approx(0.43 / 0.0003)
    [axes] = pages_figure(text).axes
    assert {"four-bar": 2700.0, "leg with muscles": 35.0}.items() <= {
        label.get_text(): bar.get_width() for label, bar in zip(axes.get_yticklabels(), axes.patches, strict=True)
    }.items()


def test_figures_of_theory_are_drawn_by_code_and_shown() -> None:
    shown = {m[1] for p in DOCS.rglob("*.md") for m in re.finditer(r"images/theory/(\w+)\.png", p.read_text("utf-8"))}
    assert shown == set(FIGURES) == {path.stem for path in (DOCS / "images" / "theory").iterdir()}
    axes = FIGURES["singular"]().axes[0]
    values = axes.lines[0].get_ydata()
    # The coupler keeps its direction: W = [l × cos, l × sin] loses rank in line, and is even in the angle.
    assert values[len(values) // 2] == pytest.approx(0.0, abs=1e-9)
    assert values == pytest.approx(values[::-1], abs=1e-9) and (values[:30] > 1e-3).all()
    high = {line.get_label(): line.get_ydata() for line in FIGURES["amplification"]().axes[0].lines}
    for rho in (1.0, 0.8, 0.5, 0.0):
        radius = high[rf"$\rho_\infty$ = {rho:g}"]
        assert radius[0] == pytest.approx(1.0, abs=1e-6) and radius[-1] == pytest.approx(rho, abs=0.02)
