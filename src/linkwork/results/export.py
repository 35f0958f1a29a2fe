"""Runs as tables: xarray, pandas, CSV, Parquet."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..contract import ModelError
from ..spatial import AXES
from .extras import extra

if TYPE_CHECKING:
    from .trajectory import Trajectory


class TableColumn(NamedTuple):
    """One number over time, and its unit."""

    values: np.ndarray
    unit: str | None


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
        found |= {label: TableColumn(column, units[label]) for label, column in channel.columns(rows).items()}
    return found


def to_dataset(run: Trajectory, channels: Sequence[str]) -> Any:
    """An xarray Dataset."""
    xarray = extra("xarray", "to_dataset")
    layout = run.layout
    variables: dict[str, Any] = {}
    coordinates: dict[str, Any] = {"t": ("t", _native(run.t), {"units": "s"})}
    parts = (("q", "coordinate", layout.q), ("u", "speed", layout.u), ("z", "state", layout.z))
    for part, label, names in parts:
        if names:
            variables[part] = (("t", label), _native(getattr(run, part)))
            coordinates[label] = (label, list(names))
            coordinates[f"{label}_unit"] = (label, [run.channel_table[name].unit or "" for name in names])
    variables["work"] = ("t", _native(run.work), {"units": "J"})
    for name, values in run.channels(*channels).items():
        dims = [("axis", "column")[k] if n == 3 and k < 2 else f"{name} {k}" for k, n in enumerate(values.shape[1:])]
        unit = run.channel_table[name].unit
        variables[name] = (("t", *dims), _native(values), {"units": unit} if unit else {})
        coordinates |= {dim: (dim, list(AXES)) for dim in dims if dim in ("axis", "column")}
    attributes = {"model": run.model.name, "certificate": str(run.certificate)}
    return xarray.Dataset(variables, coordinates, attributes)


def to_dataframe(run: Trajectory, channels: Sequence[str]) -> Any:
    """A pandas DataFrame with t as its index; units in `attrs`."""
    pandas = extra("pandas", "to_dataframe")
    found = columns(run, channels)
    rows = {name: _native(column.values) for name, column in found.items()}
    frame = pandas.DataFrame(rows, index=pandas.Index(_native(run.t), name="t"))
    frame.attrs["units"] = {"t": "s", **{name: column.unit for name, column in found.items() if column.unit}}
    return frame


def to_csv(run: Trajectory, path: str | Path, channels: Sequence[str]) -> None:
    """Comma-separated values: one line of names, then as many digits as read back to the same numbers."""
    found = _with_time(run, channels)
    try:
        with Path(path).open("w", newline="", encoding="utf-8") as stream:
            writer = csv.writer(stream)
            writer.writerow(found)
            writer.writerows(zip(*(map(float, column.values) for column in found.values()), strict=True))
    except OSError as error:
        raise ModelError(f"{path}: cannot be written: {error}.") from None


def to_parquet(run: Trajectory, path: str | Path, channels: Sequence[str]) -> None:
    """A Parquet file; units are in the metadata of its fields."""
    arrow, parquet = extra("pyarrow", "to_parquet"), extra("pyarrow.parquet", "to_parquet")
    found = _with_time(run, channels)
    entries = [
        arrow.field(name, arrow.float64(), metadata={"unit": column.unit} if column.unit else None)
        for name, column in found.items()
    ]
    table = arrow.table([_native(column.values) for column in found.values()], schema=arrow.schema(entries))
    try:
        parquet.write_table(table, str(path))
    except OSError as error:
        raise ModelError(f"{path}: cannot be written: {error}.") from None


def _with_time(run: Trajectory, channels: Sequence[str]) -> dict[str, TableColumn]:
    return {"t": TableColumn(run.t, "s"), **columns(run, channels)}


def _native(values: Any) -> np.ndarray:
    return np.ascontiguousarray(values, dtype=float)
