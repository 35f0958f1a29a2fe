"""Runs as tables: xarray, pandas, CSV, Parquet."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..contract import ModelError
from .extras import extra

if TYPE_CHECKING:
    from .trajectory import Trajectory

AXES = ("x", "y", "z")


def columns(run: Trajectory, channels: Sequence[str]) -> dict[str, np.ndarray]:
    """One column a number; without names of channels all coordinates, speeds and states."""
    if not channels:
        names, values = (run.layout.q, run.layout.u, run.layout.z), (run.q, run.u, run.z)
        return {name: rows[:, k] for part, rows in zip(names, values, strict=True) for k, name in enumerate(part)}
    found: dict[str, np.ndarray] = {}
    for name, rows in run.channels(*channels).items():
        found |= components(name, rows)
    return found


def components(name: str, rows: np.ndarray) -> dict[str, np.ndarray]:
    """The numbers of a channel (n × …) by name: vectors by their axes ("A.force.x"), others by their places."""
    shape = rows.shape[1:]
    return {name + _ending(place, shape): rows[(slice(None), *place)] for place in np.ndindex(shape)}


def _ending(place: tuple[int, ...], shape: tuple[int, ...]) -> str:
    if not place:
        return ""
    return f".{AXES[place[0]]}" if shape == (3,) else f"[{','.join(map(str, place))}]"


def column_unit(run: Trajectory, column: str) -> str | None:
    """The unit of a column."""
    return run.unit(column.partition("[")[0])


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
            coordinates[f"{label}_unit"] = (label, [run.unit(name) or "" for name in names])
    variables["work"] = ("t", _native(run.work), {"units": "J"})
    for name, values in run.channels(*channels).items():
        dims = [("axis", "column")[k] if n == 3 and k < 2 else f"{name} {k}" for k, n in enumerate(values.shape[1:])]
        unit = run.unit(name)
        variables[name] = (("t", *dims), _native(values), {"units": unit} if unit else {})
        coordinates |= {dim: (dim, list(AXES)) for dim in dims if dim in ("axis", "column")}
    attributes = {"model": run.model.name, "certificate": str(run.certificate)}
    return xarray.Dataset(variables, coordinates, attributes)


def to_dataframe(run: Trajectory, channels: Sequence[str]) -> Any:
    """A pandas DataFrame with t as its index; units in `attrs`."""
    pandas = extra("pandas", "to_dataframe")
    found = {name: _native(values) for name, values in columns(run, channels).items()}
    frame = pandas.DataFrame(found, index=pandas.Index(_native(run.t), name="t"))
    frame.attrs["units"] = {"t": "s", **{name: unit for name in found if (unit := column_unit(run, name))}}
    return frame


def to_csv(run: Trajectory, path: str | Path, channels: Sequence[str]) -> None:
    """Comma-separated values: one line of names, then as many digits as read back to the same numbers."""
    found = {"t": run.t, **columns(run, channels)}
    try:
        with Path(path).open("w", newline="", encoding="utf-8") as stream:
            writer = csv.writer(stream)
            writer.writerow(found)
            writer.writerows(zip(*(map(float, values) for values in found.values()), strict=True))
    except OSError as error:
        raise ModelError(f"{path}: cannot be written: {error}.") from None


def to_parquet(run: Trajectory, path: str | Path, channels: Sequence[str]) -> None:
    """A Parquet file; units are in the metadata of its fields."""
    arrow, parquet = extra("pyarrow", "to_parquet"), extra("pyarrow.parquet", "to_parquet")
    found = {"t": run.t, **columns(run, channels)}
    entries = [
        arrow.field(name, arrow.float64(), metadata={"unit": unit} if (unit := column_unit(run, name)) else None)
        for name in found
    ]
    table = arrow.table([_native(values) for values in found.values()], schema=arrow.schema(entries))
    try:
        parquet.write_table(table, str(path))
    except OSError as error:
        raise ModelError(f"{path}: cannot be written: {error}.") from None


def _native(values: Any) -> np.ndarray:
    return np.ascontiguousarray(values, dtype=float)
