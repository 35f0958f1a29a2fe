"""Figures of lessons: code that is run, models in the text, and models in files, each a page in a frame."""

from __future__ import annotations

import ast
import io
import json
import os
import re
import shlex
import tomllib
import traceback
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Any

from .._display import Displayed, Viewed
from ..analyses.assemble import assemble
from ..analyses.simulate import simulate
from ..contract import ModelError
from ..contract.errors import unknown
from ..exports.living_page import live_page
from ..formats import from_dict
from ..model import Model
from ..results import State
from ..run.output import Output
from ..system import System, compile_model
from ..views.display import rows_html
from ..views.page import Page, page
from ..views.view import scene_of
from .lesson_text import LessonError

LIVE_OPTIONS = {"method", "rtol", "atol", "events", "h"}
"""What a living page takes of the options of `simulate`."""
REPLAY_SECONDS = 10.0
"""What a replay shows unless something else is given."""


def figure_text(
    system: System,
    start: State | None = None,
    *,
    t_end: float | None = None,
    way: str = "live",
    traces: Sequence[Any] = (),
    panels: Mapping[str, Any] | None = None,
    controls: Any = None,
    channels: Sequence[str] = (),
    look: Sequence[Any] | None = None,
    lit: Sequence[Any] = (),
    keys: Mapping[str, Any] | None = None,
    options: Mapping[str, Any] | None = None,
) -> str:
    """A page in which the system runs, where it can, and is played back where it cannot.

    Where `way` is "replay", or `options` of `simulate` are given that a page does not take, its motion up to `t_end` is
    played back; where it is "still", the page shows where it starts. `controls` are
    the sliders of a living page, `keys` its keys, `channels` are plotted, `look` and `lit` are those of
    `scene_of_model`.
    """
    begin = assemble(system) if start is None else start
    shown: dict[str, Any] = {"traces": traces, "panels": panels, "look": look, "lit": lit}
    asked = dict(options or {})
    if way == "still":
        return page(scene_of(system, motion=begin, **shown))
    if way == "live" and set(asked) <= LIVE_OPTIONS:
        span = None if t_end is None else t_end - begin.t
        own = {"controls": controls, "keys": keys, "channels": channels}
        return live_page(system, start=begin, span=span, **own, **shown, **asked)
    end = begin.t + REPLAY_SECONDS if t_end is None else t_end
    run = simulate(system, begin, end, **{"output": Output(progress=False), **asked})
    if run.certificate.status == "failed":
        raise ModelError(f"the run of {system.model.name!r} {run.status}.")
    return page(scene_of(run, channels=channels, **shown))


SCRIPT_ELEMENT = re.compile(r"(<script\b[^>]*>.*?</script>)", re.DOTALL)
MODEL_FILES = (".toml", ".json", ".py", ".nc", ".html")
FIGURE_LANGUAGES = ("python", "toml", "json")
FIGURE_OPTIONS = {"figure", "run", "hide", "replay", "still", "height", "t_end", "caption"}
ModelFile = Callable[[Path, "FigureOptions"], str]
"""(file, options) → the page of a model in a file."""


@dataclass(frozen=True)
class FigureOptions:
    """What stands behind the language of a fence, or in the title of a picture."""

    words: frozenset[str]
    values: Mapping[str, str]

    @classmethod
    def read(cls, text: str) -> FigureOptions:
        """From `figure hide height=300 caption="A pendulum"`."""
        try:
            parts = [part.partition("=") for part in shlex.split(text)]
        except ValueError as error:
            raise ModelError(f"{text!r} cannot be read: {error}.") from None
        for name, _, _ in parts:
            if name not in FIGURE_OPTIONS:
                raise ModelError(unknown("option of a figure", name, FIGURE_OPTIONS))
        words = frozenset(name for name, equals, _ in parts if not equals)
        return cls(words, {name: value for name, equals, value in parts if equals})

    def number(self, name: str) -> float | None:
        """A value as a number; None where it is not given."""
        if name not in self.values:
            return None
        try:
            return float(self.values[name])
        except ValueError:
            raise ModelError(f"{name}={self.values[name]}: give a number.") from None

    @property
    def way(self) -> str:
        """How a model is shown: "live", "replay" or "still"."""
        return "still" if "still" in self.words else "replay" if "replay" in self.words else "live"

    @property
    def height(self) -> int:
        """Pixels of the frame."""
        return int(self.number("height") or 520)


@dataclass(eq=False)
class LessonFigures:
    """The figures of one lesson, in order. Fences of Python share their names, as cells of a notebook do."""

    notes: Path
    model_file: ModelFile
    names: dict[str, Any] = field(default_factory=lambda: {"__name__": "__main__"})
    pieces: dict[str, int] = field(default_factory=dict)
    """Parts of pages, each kept once: the viewer is the same in all of them."""
    pages: list[str] = field(default_factory=list)

    def place(self, token: Any, line: int) -> str | None:
        """What stands in the place of a fence or a picture; None where that is not a figure."""
        if token.type == "image":
            return self._of_file(token)
        language, _, rest = token.info.strip().partition(" ")
        if language not in FIGURE_LANGUAGES or not rest.strip():
            return None
        options = FigureOptions.read(rest)
        code = "" if "hide" in options.words else f"<pre><code>{escape(token.content)}</code></pre>"
        if language == "python":
            return code + self._of_code(token.content, line, options)
        return code + self._frame(model_figure(_parsed(language, token.content), options), options)

    def _of_file(self, token: Any) -> str | None:
        path = self.notes.parent / str(token.attrs["src"])
        if path.suffix not in MODEL_FILES:
            return None
        options = FigureOptions.read(str(token.attrs.get("title", "")))
        if not path.is_file():
            raise ModelError(f"{path}: there is no such file.")
        text = path.read_text(encoding="utf-8") if path.suffix == ".html" else self.model_file(path, options)
        return self._frame(text, options, token.content)

    def _of_code(self, code: str, line: int, options: FigureOptions) -> str:
        """Runs a fence; shows what it prints, and, of a figure, the value of its last line."""
        said = io.StringIO()
        with redirect_stdout(said):
            value = _run(code, self.names, self.notes, line)
        output = f'<pre class="output">{escape(said.getvalue().rstrip())}</pre>' if said.getvalue() else ""
        if "figure" not in options.words:
            return output
        return output + self._of_value(value, options)

    def _of_value(self, value: Any, options: FigureOptions) -> str:
        picture = getattr(value, "_repr_png_", None)
        if picture is not None:
            data, caption = b64encode(picture()).decode("ascii"), escape(options.values.get("caption", ""))
            return _captioned(f'<img src="data:image/png;base64,{data}" alt="{caption}">', caption)
        if isinstance(value, (Model, System)):
            return self._frame(model_figure(value, options), options)
        if isinstance(value, os.PathLike) and Path(value).suffix == ".html":
            return self._frame(Path(value).read_text(encoding="utf-8"), options)
        if isinstance(value, Page):
            return self._frame(value.text, options)
        if isinstance(value, Viewed):
            return self._frame(page(scene_of(value)), options)
        if isinstance(value, Displayed):
            return f'<pre class="output">{escape(str(value))}</pre>{rows_html(value)}'
        raise ModelError(
            f"a figure needs a model, a system, a result, a page or a plot as the value of its last line; this is "
            f"{'nothing' if value is None else type(value).__name__}. Write `python run` to run code without a figure."
        )

    def _frame(self, text: str, options: FigureOptions, caption: str = "") -> str:
        """A frame whose page is put together from pieces when it comes into sight."""
        self.pages.append(text)
        keys = [self.pieces.setdefault(part, len(self.pieces)) for part in SCRIPT_ELEMENT.split(text)]
        caption = escape(options.values.get("caption", caption))
        title = caption or "A mechanism in the viewer"
        return _captioned(
            f'<iframe data-pieces="{" ".join(map(str, keys))}" height="{options.height}" '
            f'sandbox="allow-scripts allow-downloads" title="{title}"></iframe>',
            caption,
        )


def _captioned(html: str, caption: str) -> str:
    return f"<figure>{html}<figcaption>{caption}</figcaption></figure>" if caption else f"<figure>{html}</figure>"


def model_figure(model: Model | System, options: FigureOptions) -> str:
    """The page of a model, as the options of its figure say."""
    system = compile_model(model) if isinstance(model, Model) else model
    return figure_text(system, t_end=options.number("t_end"), way=options.way)


def _parsed(language: str, text: str) -> Model:
    try:
        data = tomllib.loads(text) if language == "toml" else json.loads(text)
    except ValueError as error:
        raise ModelError(f"the model cannot be read as {language.upper()}: {error}.") from None
    return from_dict(data)


def _run(code: str, names: dict[str, Any], notes: Path, line: int) -> Any:
    """Runs code that begins below a line of a file; the value of its last line, where that is an expression."""
    try:
        # Empty lines in front make line numbers those of the file.
        tree = ast.parse("\n" * line + code, str(notes))
        end = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        last = ast.Expression(end.value) if isinstance(end, ast.Expr) else None
        exec(compile(tree, str(notes), "exec"), names)
        return None if last is None else eval(compile(last, str(notes), "eval"), names)
    except SyntaxError as error:
        raise LessonError(error.lineno or line, f"{error.msg}.") from None
    except Exception as error:
        where = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(notes)]
        at = where[-1].lineno if where else None
        raise LessonError(at or line, f"{type(error).__name__}: {error}") from error
