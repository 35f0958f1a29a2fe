"""Files that are replaced safely: whatever happens, there is the one from before or the new one, whole."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

PART = ".part"
"""How the name of a file ends that is not all written yet."""


@contextmanager
def replaced(path: Path, prefix: str | None = None, mode: int = 0o666) -> Iterator[Path]:
    """The path of a new file in the same folder, which takes the place of `path` at the end; it is gone on an error.

    Its name begins with `prefix`, ".NAME." unless given, and is no other writer's. Others may read it as they may the
    one it replaces; where there is none, as `mode` and the process's own mask say.
    """
    unfinished = path.with_name(f"{prefix or f'.{path.name}.'}{secrets.token_hex(6)}{PART}")
    try:
        os.close(os.open(unfinished, os.O_CREAT | os.O_EXCL | os.O_WRONLY, mode))
        yield unfinished
        if path.exists():
            os.chmod(unfinished, path.stat().st_mode)
        os.replace(unfinished, path)
    finally:
        unfinished.unlink(missing_ok=True)


@contextmanager
def written(path: Path, prefix: str | None = None, mode: int = 0o666, durable: bool = True) -> Iterator[BinaryIO]:
    """A stream to write that takes the place of a file once all is on disk, or, if not `durable`, on its way there."""
    with replaced(path, prefix, mode) as unfinished, unfinished.open("wb+") as stream:
        yield stream
        stream.flush()
        if durable:
            os.fsync(stream.fileno())


def synchronize(path: Path) -> None:
    """Waits until the content of a file, or the names in a folder, are on the disk."""
    if path.is_dir() and os.name != "posix":
        return  # such folders cannot be opened, and their names are written with the files
    number = os.open(path, os.O_RDONLY if os.name == "posix" else os.O_RDWR)
    try:
        os.fsync(number)
    finally:
        os.close(number)
