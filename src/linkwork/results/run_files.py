"""A run as files and tables of other programs, and as its own file."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

from ..contract.arguments import CHANNEL_ARGUMENT, FILE_ARGUMENT, check_file_format, takes
from .export import to_csv, to_dataframe, to_dataset, to_parquet
from .save_run import save_run

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
