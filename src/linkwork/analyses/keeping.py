"""What a run does beside running: rows kept in memory or in a file, progress shown, checkpoints written."""

from __future__ import annotations

import math
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ..contract import ModelError


@dataclass(frozen=True)
class Keeping:
    """What a run does beside running."""

    file: str | Path | None = None
    flush: float = 1.0
    progress: bool = True
    checkpoint: str | Path | None = None
    checkpoint_every: float = 10.0
    resume: str | Path | None = None

    def __post_init__(self) -> None:
        for name in ("flush", "checkpoint_every"):
            value = getattr(self, name)
            if not (isinstance(value, (int, float)) and math.isfinite(value) and value >= 0):
                raise ModelError(f"simulate: {name} = {value!r} must be a number of seconds, zero or more.")
        for name in ("file", "checkpoint"):
            value = getattr(self, name)
            if value is not None and not Path(value).resolve().parent.is_dir():
                raise ModelError(f"simulate: {name} = {str(value)!r}: there is no folder {Path(value).parent}.")


def scratch(path: str | Path, shape: tuple[int, int]) -> np.ndarray:
    """Memory for samples on their way to a file: on disk as well, so that it does not count as memory of the run."""
    if 0 in shape:
        return np.zeros(shape)
    size = 8 * shape[0] * shape[1]
    try:
        with tempfile.TemporaryFile(dir=Path(path).resolve().parent) as stream:
            if hasattr(os, "posix_fallocate"):
                os.posix_fallocate(stream.fileno(), 0, size)  # memory without a place on the disk ends the process
            stream.truncate(size)
            return np.asarray(np.memmap(stream, float, "r+", 0, shape))
    except (OSError, OverflowError) as error:
        raise ModelError(
            f"simulate: file = {str(path)!r}: there is no room for {shape[0]} samples ({size / 1e6:.3g} MB) on the way "
            f"to it: {getattr(error, 'strerror', None) or error}."
        ) from None
