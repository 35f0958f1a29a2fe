"""Formulas of the documentation as pictures in the page, made while it is built: a hook of mkdocs.

`pymdownx.arithmatex` marks `$…$` and `$$…$$`, in pages and in docstrings; here each becomes an SVG of its glyphs'
outlines. So a page needs no script, no font and no network to show it, and looks the same in ten years. The text of the
formula stays as its label, for screen readers.
"""

import html
import re
from functools import cache

from ziamath.zmath import Latex

SIZE = 17.0
EM = 16.0
"""Pixels of an em of formulas, whose letters are small, and of the text around them."""
MARKED = re.compile(r'<(?P<tag>span|div) class="arithmatex">(?P<text>.*?)</(?P=tag)>', re.DOTALL)
GLYPH = re.compile(r'<symbol id="([^"]+)"[^>]*?(?:/>|>.*?</symbol>)', re.DOTALL)
SIZES = re.compile(r'width="([\d.]+)" height="([\d.]+)"')
UNDER_BOWL = re.compile(r"\bP_(?:\{([^{}]*)\}|(\w))")
BRACKETS = {"span": (r"\(", r"\)"), "div": (r"\[", r"\]")}


def on_page_content(page_html: str, **_: object) -> str:
    """The page with its formulas drawn; called by mkdocs for every page."""
    page_html = MARKED.sub(_drawn, page_html)
    glyphs = {match[1]: match[0] for match in GLYPH.finditer(page_html)}
    if not glyphs:
        return page_html
    # Each glyph once a page instead of once a formula.
    store = f'<svg class="formula-glyphs" aria-hidden="true">{"".join(glyphs.values())}</svg>'
    return store + GLYPH.sub("", page_html)


def _drawn(match: re.Match[str]) -> str:
    opening, closing = BRACKETS[match["tag"]]
    text = html.unescape(match["text"]).strip().removeprefix(opening).removesuffix(closing).strip()
    return draw(text, display=match["tag"] == "div")


@cache
def draw(text: str, display: bool = False) -> str:
    """A formula in LaTeX as an element of HTML, in the colour of the text around it."""
    try:
        # The font would push the index of a P under its bowl.
        spaced = UNDER_BOWL.sub(lambda index: rf"P_{{\,{index[1] or index[2]}}}", text)
        formula = Latex(spaced, size=SIZE, color="currentColor", inline=not display)
        picture = formula.svg()
    except Exception as error:
        raise ValueError(f"the formula {text!r} cannot be drawn: {error}") from error
    label = html.escape(" ".join(text.split()), quote=True)
    # The baseline of the formula on that of its line, and sizes that follow those of the text.
    style = "" if display else f"vertical-align:{formula.getyofst() / EM:.3f}em;"
    head = f'<svg role="img" aria-label="{label}" style="{style}overflow:visible" '
    width, height = (float(x) / EM for x in SIZES.search(picture).groups())  # type: ignore[union-attr]
    picture = SIZES.sub(f'width="{width:.3f}em" height="{height:.3f}em"', picture, count=1).replace("<svg ", head, 1)
    return f'<div class="formula">{picture}</div>' if display else f'<span class="formula">{picture}</span>'
