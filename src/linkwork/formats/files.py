"""Reading and writing models: `load_model`, `save_model`, `from_dict`."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from .._files import written
from ..contract import ModelError, element_class
from ..elements import catalogue as catalogue  # so that what ships is registered
from ..model import Model
from .decode import build_model
from .encode import to_dict
from .errors import FilePlace
from .folder import Folder
from .text import LANGUAGES, language_of, read_file, read_text


def load_model(source: str | Path, root: str | Path | None = None) -> Model:
    """The model in a file (.toml or .json), or in a text: one with several lines, or one that begins with "{".

    Files it includes, and data it refers to, must be in `root`: the file's own folder by default. Nothing in
    a file is run as Python.
    """
    if isinstance(source, str) and ("\n" in source or source.lstrip().startswith("{")):
        language = LANGUAGES[".json" if source.lstrip().startswith("{") else ".toml"]
        place = FilePlace("text")
        return build_model(read_text(source, language, place), place, _folder(root))
    try:
        file = Path(source)
        place = FilePlace(str(file))
        data = read_file(file, place)
        folder = Folder.of(file, None if root is None else Path(root))
    except TypeError:
        raise ModelError(f"load_model: {source!r} is neither a file nor a text.") from None
    return build_model(data, place, folder)


def from_dict(data: Any, root: str | Path | None = None) -> Model:
    """The model that tables, lists, text and numbers describe, as `to_dict` gives them."""
    return build_model(data, FilePlace(), _folder(root))


def save_model(model: Model, file: str | Path) -> None:
    """Writes the model to a file (.toml or .json). What stood there is replaced once all is written."""
    path = Path(file)
    place = FilePlace(str(path))
    language = language_of(path, place)
    data = _beside(to_dict(model), path.resolve().parent)
    with place.named():
        text = language.write(data)
    try:
        with written(path) as stream:
            stream.write(text.encode("utf-8"))
    except (OSError, UnicodeEncodeError) as error:
        raise place.error(f"cannot be written: {error}.") from None


def _beside(value: Any, folder: Path) -> Any:
    """The same with files that elements refer to named relative to the folder, as files name them."""
    if isinstance(value, list):
        return [_beside(x, folder) for x in value]
    if not isinstance(value, dict):
        return value
    found = {name: _beside(x, folder) for name, x in value.items()}
    if isinstance(value.get("kind"), str):
        for name, field in element_class(value["kind"]).fields.items():
            if field.path and isinstance(found.get(name), str) and Path(found[name]).is_absolute():
                found[name] = Path(os.path.relpath(found[name], folder)).as_posix()
    return found


def _folder(root: str | Path | None) -> Folder:
    if root is None:
        return Folder()
    folder = Path(root).resolve()
    return Folder(folder, folder)
