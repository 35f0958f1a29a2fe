"""Formulas become pictures while the site is built."""

import re

import pytest

from tools.formulas import draw, on_page_content

PAGE = (
    r'<p>With <span class="arithmatex">\(M \dot u &lt; h\)</span> and</p>'
    r'<div class="arithmatex">\[ \begin{bmatrix} M &amp; P^T \\ P &amp; 0 \end{bmatrix} \tan\alpha \]</div>'
)


def test_formulas_are_drawn_with_their_text_as_label() -> None:
    page = on_page_content(PAGE)
    assert "arithmatex" not in page
    assert r'aria-label="M \dot u &lt; h"' in page
    assert page.count('<span class="formula">') == page.count('<div class="formula">') == 1


def test_every_glyph_that_is_used_is_defined_once() -> None:
    page = on_page_content(PAGE)
    defined = re.findall(r'<symbol id="([^"]+)"', page)
    assert len(defined) == len(set(defined))
    assert set(re.findall(r'href="#([^"]+)"', page)) <= set(defined)
    assert len(re.findall(r"<use ", page)) > 10


def test_pictures_take_the_colour_and_size_of_the_text() -> None:
    page = draw(r"\lambda")
    assert "currentColor" in page and "black" not in page
    assert re.search(r'width="[\d.]+em" height="[\d.]+em"', page)


def test_a_page_without_formulas_is_left_alone() -> None:
    assert on_page_content("<p>plain</p>") == "<p>plain</p>"


def test_a_formula_that_cannot_be_drawn_is_named() -> None:
    with pytest.raises(ValueError, match=r"\\frac\{1"):
        draw(r"\frac{1")
