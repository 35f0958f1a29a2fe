"""Studies as files: what was varied, measures, verdicts and failures in one archive of NumPy arrays."""

from __future__ import annotations

import json
import zipfile
from dataclasses import astuple
from pathlib import Path
from typing import Any

import numpy as np

from .._files import archive_arrays, replaced
from ..contract import ModelError
from ..contract.arguments import FILE_ARGUMENT, ArgumentKind, check_file_format, takes
from .member_table import MemberTable, Spread
from .study_result import Study

STUDY_FORMAT = 1
TEXT = "text"
"""The entry of everything that is not an array of numbers."""


@takes(study=ArgumentKind(lambda value: isinstance(value, Study), "a study"), path=FILE_ARGUMENT)
def save_study(study: Study, path: str | Path) -> None:
    """Writes a study to a file that `load_study` reads, without the model: `study.run` is for the one in memory."""
    check_file_format("save_study", path, ".npz", ", or use study.to_dataframe().to_csv for a table")
    table, arrays = study.table, dict[str, np.ndarray]()
    variants: dict[str, list[Any]] = {}
    for part, columns in (("column", table.columns), ("axis", table.axes)):
        for name, values in columns.items():
            if values.dtype.kind == "O":
                variants[f"{part} {name}"] = [x if isinstance(x, (str, int, float)) else repr(x) for x in values]
            else:
                arrays[f"{part} {name}"] = values
    arrays |= {f"measure {name}": values for name, values in study.values.items()}
    arrays["levels"] = study.levels
    text = {
        "format": STUDY_FORMAT,
        "name": study.name,
        "columns": list(table.columns),
        "axes": list(table.axes),
        "samples": table.samples,
        "sampling": table.sampling,
        "spreads": {name: astuple(spread) for name, spread in table.spreads.items()},
        "measures": list(study.values),
        "variants": variants,
        "units": dict(study.units),
        "failures": {str(k): said for k, said in study.failures.items()},
        "notes": list(study.notes),
        "wall_time": study.wall_time,
    }
    arrays[TEXT] = np.frombuffer(json.dumps(text).encode(), np.uint8)
    try:
        with replaced(Path(path)) as unfinished, unfinished.open("wb") as stream:
            np.savez_compressed(stream, **arrays)  # type: ignore[arg-type]
    except OSError as error:
        raise ModelError(f"{path}: cannot be written: {error.strerror or error}.") from None


@takes(path=FILE_ARGUMENT)
def load_study(path: str | Path) -> Study:
    """The study that `save_study` wrote."""
    if not Path(path).exists():
        raise ModelError(f"{path}: there is no such file.")
    try:
        arrays = archive_arrays(path)
        text = json.loads(arrays.pop(TEXT).tobytes())
        if text["format"] > STUDY_FORMAT:
            raise ModelError(f"{path}: was written by a newer version of linkwork; use that one.")
    except (OSError, ValueError, KeyError, EOFError, MemoryError, zipfile.BadZipFile) as error:
        raise ModelError(f"{path}: is not the file of a study, or is damaged: {error}.") from None
    for name, values in text["variants"].items():
        arrays[name] = np.array(values, dtype=object)
    columns = {name: arrays[f"column {name}"] for name in text["columns"]}
    axes = {name: arrays[f"axis {name}"] for name in text["axes"]}
    # Studies of before have samples without their distributions.
    spreads = {name: Spread(*numbers) for name, numbers in text.get("spreads", {}).items()}
    return Study(
        text["name"],
        MemberTable(columns, axes, text["samples"], text.get("sampling", ""), spreads),
        {name: arrays[f"measure {name}"] for name in text["measures"]},
        text["units"],
        arrays["levels"],
        {int(k): said for k, said in text["failures"].items()},
        text["wall_time"],
        tuple(text["notes"]),
    )
