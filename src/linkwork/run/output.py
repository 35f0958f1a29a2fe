"""Output of a run beside memory: a file, checkpoints, progress in the terminal, listeners that get finished runs."""

from __future__ import annotations

import math
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ..contract import ModelError
from ..contract.arguments import FILE_ARGUMENT, FLAG, REAL, check_file_format
from ..results import Trajectory


@dataclass(frozen=True)
class Output:
    """Where a run goes beside memory: its file, its checkpoint, the terminal.

    `file` takes the rows as they come, so that a run may be longer than memory; after each `flush` seconds it holds all
    so far, whatever happens then (`lw.load_run`). `checkpoint` is a file from which `resume`, with all else the same,
    continues; it is written every `checkpoint_every` seconds and when the run is interrupted. `progress` shows in a
    terminal or a notebook how far the run is, from its first second on.
    """

    file: str | Path | None = None
    flush: float = 1.0
    checkpoint: str | Path | None = None
    checkpoint_every: float = 10.0
    resume: str | Path | None = None
    progress: bool = True

    def __post_init__(self) -> None:
        for name in ("file", "checkpoint", "resume"):
            (FILE_ARGUMENT | None).check("Output", name, getattr(self, name))
        FLAG.check("Output", "progress", self.progress)
        for name in ("flush", "checkpoint_every"):
            value = getattr(self, name)
            if not (REAL.fits(value) and math.isfinite(value) and value >= 0):
                raise ModelError(f"Output: {name} = {value!r} must be a number of seconds, zero or more.")
        if self.file is not None:
            check_file_format("Output: file", self.file, ".nc", ", or use run.to_csv after the run for other formats")
        for name in ("file", "checkpoint"):
            value = getattr(self, name)
            if value is not None and not Path(value).resolve().parent.is_dir():
                raise ModelError(f"Output: {name} = {str(value)!r}: there is no folder {Path(value).parent}.")

    @property
    def checkpoints(self) -> bool:
        """Whether a checkpoint is written, or read."""
        return self.checkpoint is not None or self.resume is not None


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
            f"output=lw.Output(file={str(path)!r}): there is no room for {shape[0]} samples "
            f"({size / 1e6:.3g} MB) on the way to it: {getattr(error, 'strerror', None) or error}.",
            "simulate",
        ) from None


_LISTENERS: ContextVar[tuple[Callable[[Trajectory], Any], ...]] = ContextVar("listeners", default=())


@contextmanager
def recorded_by(listener: Callable[[Trajectory], Any]) -> Iterator[None]:
    """Tells a listener of every run that ends inside of the `with`."""
    token = _LISTENERS.set((*_LISTENERS.get(), listener))
    try:
        yield
    finally:
        _LISTENERS.reset(token)


def tell_listeners(run: Trajectory) -> Trajectory:
    """The run, after all listeners got it."""
    for listener in _LISTENERS.get():
        listener(run)
    return run
