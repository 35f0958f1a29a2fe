"""Markdown of lessons: what is in the text, with lines; `$…$` and `$$…$$` are formulas, raw HTML stays text."""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterator
from html import unescape
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from ..contract import ModelError

PARTS = {"mfrac": 2, "msub": 2, "msup": 2, "mover": 2, "munder": 2, "mroot": 2, "msubsup": 3, "munderover": 3}
"""How many children elements of MathML must have."""
DROPPED = ("href", "style", "class", "id")
"""What a formula has no business to say."""


def formula_html(text: str, is_display: bool = False) -> str:
    """A formula in LaTeX as an element of MathML; whatever stands in it stays text."""
    try:
        from latex2mathml.converter import convert_to_element
    except ImportError as error:
        raise ModelError("formulas need latex2mathml: pip install 'linkwork[lesson]'.") from error
    try:
        element = convert_to_element(text.strip(), display="block" if is_display else "inline")
    except Exception as error:  # the converter has an error of its own for each mistake
        raise ModelError(f"the formula {text.strip()!r} cannot be read: {error or type(error).__name__}.") from None
    for part in element.iter():
        _check(part, text)
    return ElementTree.tostring(element, encoding="unicode")


def _check(part: Any, text: str) -> None:
    """Texts of the converter are entities, which become characters here and are written out safely again."""
    part.text = unescape(part.text) if part.text else part.text
    for name in DROPPED:
        part.attrib.pop(name, None)
    if len(part) != PARTS.get(part.tag, len(part)):
        raise ModelError(f"the formula {text.strip()!r} cannot be read: a part is missing, or a bracket is open.")
    if (part.text or "").startswith("\\"):
        raise ModelError(f"the formula {text.strip()!r} cannot be read: {part.text} is not known.")


PICTURES = {
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".gif": "image/gif",
    ".svg": "image/svg+xml",
}
READY = ("math_inline", "math_block", "figure")
"""Tokens whose content is HTML already."""
Figure = Callable[[Any, int], str | None]
"""(token of a fence or an image, line) → HTML in its place, or None where it is none of a mechanism."""


class LessonError(ModelError):
    """What is wrong in a line of its own, below that of the fence it stands in."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line


def lesson_body(notes: Path, text: str, figure: Figure) -> str:
    """The text as HTML; errors name the file and the line."""
    try:
        from markdown_it import MarkdownIt
    except ImportError as error:
        raise ModelError("lessons need markdown-it-py: pip install 'linkwork[lesson]'.") from error
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    parser.inline.ruler.before("escape", "math_inline", _inline_formula)
    parser.block.ruler.before("fence", "math_block", _block_formula, {"alt": ["paragraph", "blockquote", "list"]})
    for kind in READY:
        parser.add_render_rule(kind, lambda self, tokens, index, options, env: tokens[index].content)
    tokens = parser.parse(text)
    for token, line in _with_lines(tokens):
        try:
            _make_ready(token, line, notes.parent, figure)
        except ModelError as error:
            at = error.line if isinstance(error, LessonError) else line
            raise ModelError(f"{notes}, line {at}: {error}") from error
    _lift_figures(notes, tokens)
    return str(parser.renderer.render(tokens, parser.options, {}))


def _lift_figures(notes: Path, tokens: list[Any]) -> None:
    """Takes a figure that is alone in its paragraph out of it: paragraphs hold no figures."""
    for before, token, after in zip(tokens, tokens[1:], tokens[2:], strict=False):
        kinds = [child.type for child in token.children or ()]
        if "figure" not in kinds:
            continue
        if len(kinds) > 1 or before.type != "paragraph_open":
            raise ModelError(
                f"{notes}, line {token.map[0] + 1}: a figure stands by itself, with empty lines around it."
            )
        before.hidden = after.hidden = True


def _with_lines(tokens: list[Any]) -> Iterator[tuple[Any, int]]:
    """All tokens, those inside of lines too, with the line of the file on which each stands."""
    for token in tokens:
        line = token.map[0] + 1 if token.map else 1
        yield token, line
        for child in token.children or ():
            line += child.type in ("softbreak", "hardbreak")
            yield child, line


def _make_ready(token: Any, line: int, folder: Path, figure: Figure) -> None:
    """Puts HTML in the place of a formula, a figure or a picture."""
    if token.type in ("math_inline", "math_block"):
        token.content = formula_html(token.content, token.type == "math_block")
    elif token.type in ("fence", "image"):
        found = figure(token, line)
        if found is not None:
            token.type, token.content, token.children = "figure", found, None
        elif token.type == "image":
            token.attrs["src"] = _picture(str(token.attrs["src"]), folder)


def _picture(source: str, folder: Path) -> str:
    path = folder / source
    if "://" in source or path.suffix.lower() not in PICTURES:
        raise ModelError(f"{source}: a lesson fetches nothing; put a file (.png, .jpg, .gif, .svg) beside the notes.")
    if not path.is_file():
        raise ModelError(f"{path}: there is no such picture.")
    data = base64.b64encode(path.read_bytes()).decode("ascii")
    return f"data:{PICTURES[path.suffix.lower()]};base64,{data}"


def _inline_formula(state: Any, silent: bool) -> bool:
    """`$…$` in a line: no space inside the signs, and no digit behind them, so that prices stay text."""
    text, start = state.src, state.pos
    if text[start] != "$" or text[start + 1 : start + 2] in ("", " ", "$", "\n"):
        return False
    end = text.find("$", start + 1)
    if end < 0 or text[end - 1].isspace() or text[end + 1 : end + 2].isdigit():
        return False
    if not silent:
        state.push("math_inline", "math", 0).content = text[start + 1 : end]
    state.pos = end + 1
    return True


def _block_formula(state: Any, first: int, last: int, silent: bool) -> bool:
    """`$$…$$` as a paragraph of its own, on one line or several."""

    def written(line: int) -> str:
        return str(state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]]).strip()

    if not written(first).startswith("$$"):
        return False
    end = first
    while not (written(end).endswith("$$") and (end > first or len(written(end)) > 3)):
        end += 1
        if end >= last:
            return False
    if not silent:
        lines = " ".join(written(line) for line in range(first, end + 1))
        token = state.push("math_block", "math", 0)
        token.content, token.map, token.block = lines[2:-2], [first, end + 1], True
    state.line = end + 1
    return True
