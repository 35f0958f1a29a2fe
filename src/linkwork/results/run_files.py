"""A run as files and tables of other programs, and as its own file."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np

from .._files import replaced, why_unwritten
from ..channels import NOT_UNIQUE
from ..contract import ModelError
from ..contract.arguments import CHANNEL_ARGUMENT, FILE_ARGUMENT, check_file_format, takes
from ..spatial import AXES
from .extras import extra
from .run_file import RunWriter
from .run_log import Fate

if TYPE_CHECKING:
    from .trajectory import Trajectory


class TableColumn(NamedTuple):
    """One number over time, and its unit."""

    values: np.ndarray
    unit: str | None
    mark: str = ""
    """"not unique" where constraints repeat each other and leave it open."""


def columns(run: Trajectory, channels: Sequence[str]) -> dict[str, TableColumn]:
    """One column a number, by name; without names of channels all coordinates, speeds and states."""
    table = run.channel_table
    if not channels:
        names, values = (run.layout.q, run.layout.u, run.layout.z), (run.q, run.u, run.z)
        return {
            name: TableColumn(rows[:, k], table[name].unit)
            for part, rows in zip(names, values, strict=True)
            for k, name in enumerate(part)
        }
    found: dict[str, TableColumn] = {}
    for name, rows in run.channels(*channels).items():
        channel = table[name]
        units = channel.components
        for label, column in channel.columns(rows).items():
            found[label] = TableColumn(column, units[label], NOT_UNIQUE if label in channel.not_unique else "")
    return found


def to_dataset(run: Trajectory, channels: Sequence[str]) -> Any:
    """An xarray Dataset."""
    xarray = extra("xarray", "to_dataset")
    layout = run.layout
    variables: dict[str, Any] = {}
    coordinates: dict[str, Any] = {"t": ("t", run.t, {"units": "s"})}
    parts = (("q", "coordinate", layout.q), ("u", "speed", layout.u), ("z", "state", layout.z))
    for part, label, names in parts:
        if names:
            variables[part] = (("t", label), getattr(run, part))
            coordinates[label] = (label, list(names))
            coordinates[f"{label}_unit"] = (label, [run.channel_table[name].unit or "" for name in names])
    variables["work"] = ("t", run.work, {"units": "J"})
    for name, values in run.channels(*channels).items():
        dims = [("axis", "column")[k] if n == 3 and k < 2 else f"{name} {k}" for k, n in enumerate(values.shape[1:])]
        channel = run.channel_table[name]
        told = {"units": channel.unit} if channel.unit else {}
        if channel.not_unique:
            told[NOT_UNIQUE.replace(" ", "_")] = ", ".join(channel.not_unique)
        variables[name] = (("t", *dims), values, told)
        coordinates |= {dim: (dim, list(AXES)) for dim in dims if dim in ("axis", "column")}
    attributes = {"model": run.model.name, "certificate": str(run.certificate)}
    return xarray.Dataset(variables, coordinates, attributes)


def to_dataframe(run: Trajectory, channels: Sequence[str]) -> Any:
    """A pandas DataFrame with t as its index; units in `attrs`."""
    pandas = extra("pandas", "to_dataframe")
    found = columns(run, channels)
    rows = {name: column.values for name, column in found.items()}
    frame = pandas.DataFrame(rows, index=pandas.Index(run.t, name="t"))
    frame.attrs["units"] = {"t": "s", **{name: column.unit for name, column in found.items() if column.unit}}
    frame.attrs["not_unique"] = [name for name, column in found.items() if column.mark]
    return frame


def to_csv(run: Trajectory, path: str | Path, channels: Sequence[str]) -> None:
    """Comma-separated values: one line of names, then as many digits as read back to the same numbers."""
    check_file_format("to_csv", path, ".csv", ", or use run.save for a file that lw.load_run reads")
    found = _with_time(run, channels)
    try:
        with Path(path).open("w", newline="", encoding="utf-8") as stream:
            writer = csv.writer(stream)
            writer.writerow(f"{name} ({own.mark})" if own.mark else name for name, own in found.items())
            writer.writerows(zip(*(map(float, column.values) for column in found.values()), strict=True))
    except OSError as error:
        raise ModelError(f"{path}: cannot be written: {why_unwritten(path, error)}.") from None


def to_parquet(run: Trajectory, path: str | Path, channels: Sequence[str]) -> None:
    """A Parquet file; units are in the metadata of its fields."""
    check_file_format("to_parquet", path, ".parquet")
    arrow, parquet = extra("pyarrow", "to_parquet"), extra("pyarrow.parquet", "to_parquet")
    found = _with_time(run, channels)
    entries = [arrow.field(name, arrow.float64(), metadata=_metadata(column)) for name, column in found.items()]
    table = arrow.table([column.values for column in found.values()], schema=arrow.schema(entries))
    try:
        parquet.write_table(table, str(path))
    except OSError as error:
        raise ModelError(f"{path}: cannot be written: {why_unwritten(path, error)}.") from None


def _metadata(column: TableColumn) -> dict[str, str] | None:
    told = {"unit": column.unit or "", "mark": column.mark}
    return {key: text for key, text in told.items() if text} or None


def _with_time(run: Trajectory, channels: Sequence[str]) -> dict[str, TableColumn]:
    return {"t": TableColumn(run.t, "s"), **columns(run, channels)}


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
