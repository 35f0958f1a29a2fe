"""`lesson_page`: notes in Markdown with figures that move, as one page to hand out."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable
from html import escape, unescape
from importlib.resources import files
from os import PathLike
from pathlib import Path

from ..contract import ModelError
from ..contract.arguments import FILE_ARGUMENT, takes
from ..formats import load_model
from ..runs.load_run import load_run
from ..views.page import PAGE_HEAD, Page, inert_json, page, script
from ..views.view import scene_of
from .lesson_figures import FigureOptions, LessonFigures, ModelFile, model_figure
from .lesson_text import lesson_body

LESSON = (
    PAGE_HEAD
    + """<style>{style}</style>
</head>
<body>
<main>
{body}
</main>
<script type="application/json" id="pieces">{pieces}</script>
<script>{loader}</script>
</body>
</html>
"""
)
POLICY_OF_PAGE = re.compile(r'http-equiv="Content-Security-Policy" content="([^"]*)"')
HEADING = re.compile(r"^#\s+(.+?)\s*#*$", re.MULTILINE)


@takes(notes=FILE_ARGUMENT, path=FILE_ARGUMENT | None)
def lesson_page(
    notes: str | PathLike[str], path: str | PathLike[str] | None = None, *, model_file: ModelFile | None = None
) -> Path:
    """The file written: notes in Markdown with their figures, complete in itself. It is beside the notes unless given.

    A fence `python figure` is run, and the value of its last line stands below it: a system or a model runs inside the
    page, a run is played, a plot is a picture. A fence `python run` is run and shows what it prints; all of them share
    their names. A fence `toml figure` holds a model. `![caption](crank.toml "t_end=3")` places the model of a file.
    `$…$` and `$$…$$` are formulas. Python in notes is run: make pages of notes that you trust.
    """
    source = Path(notes)
    try:
        text = source.read_text(encoding="utf-8")
    except OSError as error:
        raise ModelError(f"{source}: cannot be read: {error.strerror or error}.") from None
    except UnicodeDecodeError:
        raise ModelError(f"{source}: is not a text in UTF-8.") from None
    figures = LessonFigures(source, model_file or page_of_file)
    body = lesson_body(source, text, figures.place)
    found = HEADING.search(text)
    title = found[1] if found else source.stem
    target = source.with_suffix(".html") if path is None else Path(path)
    return Page(title, _lesson(title, body, figures)).save(target)


def page_of_file(path: Path, options: FigureOptions) -> str:
    """The page of a model in a file, or of a stored run. Python files are for `linkwork lesson`, which runs them."""
    if path.suffix == ".nc":
        return page(scene_of(load_run(path)))
    if path.suffix == ".py":
        raise ModelError(f"{path}: run it by `linkwork lesson`, or import it in a fence of Python.")
    return model_figure(load_model(path), options)


def _lesson(title: str, body: str, figures: LessonFigures) -> str:
    style, loader = files("linkwork.documents").joinpath("lesson.css").read_text(encoding="utf-8"), script("lesson.js")
    policy = merged_policy(
        [
            f"default-src 'none'; img-src data:; style-src '{_digest(style)}'; script-src '{_digest(loader)}'; "
            "base-uri 'none'; form-action 'none'",
            *(unescape(found[1]) for text in figures.pages if (found := POLICY_OF_PAGE.search(text))),
        ]
    )
    pieces = inert_json(list(figures.pieces))
    return LESSON.format(
        policy=escape(policy), title=escape(title), style=style, body=body, pieces=pieces, loader=loader
    )


def _digest(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode('ascii')}"


def merged_policy(policies: Iterable[str]) -> str:
    """A policy that allows what each allows: pages in frames obey that of the page around them too."""
    found: dict[str, dict[str, None]] = {}
    for policy in policies:
        for directive in filter(None, (part.strip() for part in policy.split(";"))):
            name, *sources = directive.split()
            found.setdefault(name, {}).update(dict.fromkeys(sources))
    for allowed in found.values():
        if len(allowed) > 1:
            allowed.pop("'none'", None)
    return "; ".join(" ".join([name, *allowed]) for name, allowed in found.items())
