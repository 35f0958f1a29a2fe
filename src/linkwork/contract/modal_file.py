"""Modal data in a file: a NumPy archive with one array for each part, and nothing that would be executed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from os import PathLike
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from .._files import archive_arrays
from .arguments import check_file_format
from .errors import ModelError
from .modal_data import BendingSamples, ElasticFrame, GeometricStiffness, ModalData

FORMAT_KEY, FORMAT = "format", "linkwork modal data 1"
SINGLE_ARRAYS = ("d0", "C1", "XX", "XP", "PP", "stiffness", "damping", "frequencies", "nodes", "shapes")
"""Parts that are one array each."""
OPTIONAL_ARRAYS = ("faces", "skin_stress")
LOADS_OF_INERTIA = ("acceleration", "angular_acceleration", "spin")


def save_modal_data(data: ModalData, path: str | PathLike[str]) -> Path:
    """Writes modal data to a file, `arm.npz`, from which `lw.ModalBody("arm.npz")` reads them again."""
    check_file_format("save_modal_data", path, ".npz")
    arrays: dict[str, Any] = {
        FORMAT_KEY: FORMAT,
        "mass": data.mass,
        **{name: getattr(data, name) for name in SINGLE_ARRAYS},
    }
    arrays |= {"coordinates": np.array(data.coordinates, dtype=str), "notes": np.array(data.notes, dtype=str)}
    for name, frame in data.frames.items():
        arrays |= {f"frames/{name}/{part.name}": getattr(frame, part.name) for part in fields(frame)}
    arrays |= {f"stress/{name}": rows for name, rows in data.stress.items()}
    arrays |= {name: x for name in OPTIONAL_ARRAYS if (x := getattr(data, name)) is not None}
    if data.geometric is not None:
        arrays |= {"geometric": True, **_load_arrays("geometric", "wrenches", data.geometric)}
    if data.bending is not None:
        arrays |= {"bending/slope": data.bending.slope, "bending/curvature": data.bending.curvature}
        arrays |= _load_arrays("tension", "tension of wrenches", data.bending.tension)
    file = Path(path)
    with file.open("wb") as stream:
        np.savez_compressed(stream, **arrays)
    return file


def _load_arrays(folder: str, wrenches: str, given: GeometricStiffness) -> dict[str, Any]:
    """What unit loads give, one array for each kind of load."""
    loads = {f"{folder}/{name}": getattr(given, name) for name in LOADS_OF_INERTIA}
    by_frame = {f"{wrenches}/{name}": x for name, x in given.wrenches.items()}
    return {name: x for name, x in (loads | by_frame).items() if x is not None}


def load_modal_data(path: str | PathLike[str]) -> ModalData:
    """Modal data from a file that `save_modal_data` wrote."""
    file = Path(path)
    if not file.is_file():
        raise ModelError(f"{file}: there is no such file.")
    try:
        arrays = archive_arrays(file)
    except (OSError, ValueError, EOFError, MemoryError, BadZipFile) as error:
        raise ModelError(f"{file}: cannot be read as modal data: {error}") from None
    if str(arrays.get(FORMAT_KEY)) != FORMAT:
        raise ModelError(f"{file}: holds no modal data; write them with lw.save_modal_data(data, path).")
    try:
        return _data(arrays)
    except KeyError as error:
        raise ModelError(f"{file}: the array {error.args[0]!r} is missing.") from None


def _data(arrays: Mapping[str, Any]) -> ModalData:
    frames = {
        name: ElasticFrame(*(arrays[f"frames/{name}/{part.name}"] for part in fields(ElasticFrame)))
        for name in dict.fromkeys(key.split("/")[1] for key in arrays if key.startswith("frames/"))
    }
    geometric = _loads("geometric", "wrenches", arrays) if "geometric" in arrays else None
    bending = None
    if "bending/slope" in arrays:
        tension = _loads("tension", "tension of wrenches", arrays)
        bending = BendingSamples(arrays["bending/slope"], arrays["bending/curvature"], tension)
    return ModalData(
        coordinates=tuple(map(str, arrays["coordinates"])),
        mass=float(arrays["mass"]),
        frames=frames,
        geometric=geometric,
        stress=_under("stress", arrays),
        faces=arrays.get("faces"),
        skin_stress=arrays.get("skin_stress"),
        bending=bending,
        notes=tuple(map(str, arrays["notes"])),
        **{name: arrays[name] for name in SINGLE_ARRAYS},
    )


def _loads(folder: str, wrenches: str, arrays: Mapping[str, Any]) -> GeometricStiffness:
    loads = {name: arrays.get(f"{folder}/{name}") for name in LOADS_OF_INERTIA}
    return GeometricStiffness(**loads, wrenches=_under(wrenches, arrays))


def _under(folder: str, arrays: Mapping[str, Any]) -> dict[str, np.ndarray]:
    return {key.partition("/")[2]: x for key, x in arrays.items() if key.startswith(f"{folder}/")}
