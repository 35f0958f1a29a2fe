"""`linkwork derive`: the equations of a model, to read."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from .. import use
from ..arguments import File
from ..show import say
from ..sources import read_model


class Form(StrEnum):
    """How equations are written."""

    text = "text"
    latex = "latex"
    markdown = "markdown"


As = Annotated[Form, typer.Option("--as", help="How they are written.")]


def derive(file: File, form: As = Form.text) -> None:
    """Print the equations of motion that are compiled, for small models."""
    found = use.derive(use.compile_model(read_model(file).model))
    written = {Form.text: found.text, Form.latex: found.latex, Form.markdown: found.markdown}[form]
    say(str(written()))
