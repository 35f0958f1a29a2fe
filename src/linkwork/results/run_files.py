"""A run as files and tables of other programs, and as its own file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from .._files import replaced, why_unwritten
from ..contract import ModelError
from ..contract.arguments import CHANNEL_ARGUMENT, FILE_ARGUMENT, check_file_format, takes
from .export import to_csv, to_dataframe, to_dataset, to_parquet
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
        raise ModelError(f"{target}: cannot be written: {why_unwritten(target, error)}.") from None
    except ModelError as error:
        raise ModelError(str(error).replace(str(unfinished), str(target))) from None


def fate_of_run(run: Trajectory) -> Fate:
    """Everything about a run that is not rows."""
    return Fate(run.certificate, tuple((o.t, o.event, o.contact) for o in run.events), run.parameter_changes)


SAVE_OTHERS = ", or use run.to_csv, run.to_parquet or lw.view for other formats"


class RunFiles:
    """What a run is written to."""

    def _check(self) -> None:
        """Warns where numbers of a bad run are read for the first time."""

    @takes(channels=CHANNEL_ARGUMENT)
    def to_dataset(self, *channels: str) -> Any:
        """States and channels as an xarray Dataset, with names and units."""
        self._check()
        return to_dataset(cast("Any", self), channels)

    @takes(channels=CHANNEL_ARGUMENT)
    def to_dataframe(self, *channels: str) -> Any:
        """Channels, or all coordinates, speeds and states, as a pandas DataFrame over t; one column a number."""
        self._check()
        return to_dataframe(cast("Any", self), channels)

    @takes(path=FILE_ARGUMENT, channels=CHANNEL_ARGUMENT)
    def to_csv(self, path: str | Path, *channels: str) -> None:
        """Writes channels, or all coordinates, speeds and states, to a CSV file with all digits."""
        self._check()
        to_csv(cast("Any", self), path, channels)

    @takes(path=FILE_ARGUMENT, channels=CHANNEL_ARGUMENT)
    def to_parquet(self, path: str | Path, *channels: str) -> None:
        """Writes the same to a Parquet file, with units."""
        self._check()
        to_parquet(cast("Any", self), path, channels)

    @takes(path=FILE_ARGUMENT, channels=CHANNEL_ARGUMENT)
    def save(self, path: str | Path, *channels: str) -> None:
        """Writes the run to one NetCDF file: states, events, certificate, the model, and the channels named here.

        `lw.load_run` reads it. The user's own outputs are functions, which a file cannot hold: their values are stored.
        """
        check_file_format("save", path, ".nc", SAVE_OTHERS)
        save_run(cast("Any", self), path, channels)
