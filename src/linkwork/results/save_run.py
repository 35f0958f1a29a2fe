"""Saving a run that is in memory, or in another file, to one file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from .._files import replaced
from ..contract import ModelError
from .run_file import RunWriter
from .run_log import Fate

if TYPE_CHECKING:
    from .trajectory import Trajectory

SAVED_ROWS = 1 << 15
"""Rows that are handled at a time, so that memory does not grow with the run."""


def save_run(run: Trajectory, path: str | Path, channels: Sequence[str]) -> None:
    """Writes a run; what stood at `path` is replaced once all is written."""
    target = Path(path)
    names = tuple(dict.fromkeys([*channels, *run.outputs, *run.of_steps]))
    shapes = {name: values.shape[1:] for name, values in run.part(0, 1).channels(*names).items()}
    fate, steps = fate_of_run(run), run.interpolator is not None or bool(run.unkept)
    unfinished = target
    try:
        with replaced(target) as unfinished:
            writer = RunWriter(unfinished, run.provider, run.parameters, fate, shapes, grows=False, steps=steps)
            for start in range(0, len(run), SAVED_ROWS):
                piece = run.part(start, start + SAVED_ROWS)
                y = np.column_stack([piece.q, piece.u, piece.z, piece.work])
                writer.append(np.asarray(piece.t), y, piece.channels(*names))
            writer.close(fate)
            if writer.trouble is not None:
                before = "what stood there before is untouched" if target.exists() else "nothing is left there"
                raise ModelError(f"{target}: the run cannot be saved: {writer.trouble}; {before}.")
    except OSError as error:
        raise ModelError(f"{target}: cannot be written: {error.strerror or error}.") from None
    except ModelError as error:
        raise ModelError(str(error).replace(str(unfinished), str(target))) from None


def fate_of_run(run: Trajectory) -> Fate:
    """Everything about a run that is not rows."""
    return Fate(run.certificate, tuple((o.t, o.event, o.contact) for o in run.events), run.parameter_changes)
