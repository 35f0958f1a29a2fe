"""Files that exports write: what is asked for, and a sentence where they cannot be written."""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from pathlib import Path

from ..contract import ModelError
from ..contract.arguments import ArgumentKind

FOLDER_ARGUMENT = ArgumentKind(
    lambda value: isinstance(value, (str, PathLike)) and str(value) != "", "the path of a folder to write to"
)


def write_files(wanted: str, contents: Mapping[Path, str | bytes]) -> None:
    """Writes texts and bytes by path, with the folders that are missing; `wanted` is what to give instead."""
    for path, content in contents.items():
        try:
            if path.is_dir():
                raise IsADirectoryError(None, "is a folder", str(path))
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content.encode() if isinstance(content, str) else content)
        except FileExistsError as error:
            raise ModelError(f"{error.filename} is a file where a folder is needed; give {wanted}.") from error
        except OSError as error:
            said = (error.strerror or str(error)).lower()
            raise ModelError(f"{path} cannot be written ({said}); give {wanted}.") from error
