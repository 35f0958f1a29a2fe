"""Files that are replaced safely: whatever happens, there is the one from before or the new one, whole."""

from __future__ import annotations

import math
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, BinaryIO

import numpy as np

PART = ".part"
"""How the name of a file ends that is not all written yet."""


def why_unwritten(path: str | Path, error: OSError) -> str:
    """Why a file cannot be written, and what to do where its folder is missing."""
    folder = Path(path).parent
    return error.strerror or str(error) if folder.is_dir() else f"the folder {folder} does not exist; make it first"


@contextmanager
def replaced(path: Path, prefix: str | None = None, mode: int = 0o666) -> Iterator[Path]:
    """The path of a new file in the same folder, which takes the place of `path` at the end; it is gone on an error.

    Its name begins with `prefix`, ".NAME." unless given, and is not another writer's. Others may read it like the
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


def archive_arrays(source: Any) -> dict[str, np.ndarray]:
    """All arrays of a NumPy archive, by name; ValueError where one promises more numbers than the file holds.

    Headers are read before any memory is taken: a file of some bytes may promise terabytes.
    """
    with np.load(source, allow_pickle=False) as archive:
        if not isinstance(archive, np.lib.npyio.NpzFile) or archive.zip is None:
            raise ValueError("it holds one array, and no archive of arrays")
        for entry in archive.zip.infolist():
            with archive.zip.open(entry) as stream:
                check_array_header(stream, entry.file_size, entry.filename)
        return {name: archive[name] for name in archive.files}


def check_array_header(stream: IO[bytes], size: int, name: str) -> None:
    """Raises ValueError where the header of an array asks for other than the `size` bytes that are there with it."""
    version = np.lib.format.read_magic(stream)
    read = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
    shape, _, kind = read(stream)
    wanted, there = math.prod(shape) * kind.itemsize, size - stream.tell()
    if wanted != there:
        numbers = " × ".join(map(str, shape))
        raise ValueError(f"the array {name} promises {numbers} numbers, {wanted:.4g} bytes, and {there} are there")


def synchronize(path: Path) -> None:
    """Waits until the content of a file, or the names in a folder, are on the disk."""
    if path.is_dir() and os.name != "posix":
        return  # such folders cannot be opened, and their names are written with the files
    number = os.open(path, os.O_RDONLY if os.name == "posix" else os.O_RDWR)
    try:
        os.fsync(number)
    finally:
        os.close(number)
