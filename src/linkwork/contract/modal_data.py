r"""What a body with elastic coordinates is made of: integrals of its shapes, stiffness, frames on it.

A node at X of the body frame stands at $r = X + \Phi(X)\,e$ when the elastic coordinates are e. All arrays are in the
axes of the body frame; sums are over nodes with the entries $m_{ij}$ of their mass matrix:

$$ m = \sum m_{ij},\quad d_0 = \sum m_{ij} X_j,\quad C1_{af} = \sum m_{ij}\Phi_{jaf},\quad
   XX_{ab} = \sum m_{ij}X_{ia}X_{jb},\quad XP_{abf} = \sum m_{ij}X_{ia}\Phi_{jbf},\quad
   PP_{abfg} = \sum m_{ij}\Phi_{iaf}\Phi_{jbg}. $$
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from os import PathLike
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from .._files import archive_arrays
from .arguments import check_file_format
from .errors import ModelError


@dataclass(frozen=True, eq=False)
class ElasticFrame:
    r"""A point of a modal body, with axes: an interface or a named node.

    It stands at $p + \Phi e$, turned by $R\,\exp(\widetilde{\Theta e})$: Φ is in the axes of the body, Θ in those of
    the frame itself as it stands undeformed (both are the body's where R is the identity).
    """

    p: np.ndarray
    """Undeformed position in the body frame (3)."""
    R: np.ndarray
    """Undeformed rotation in the body frame (3 × 3)."""
    Phi: np.ndarray
    """Displacement per elastic coordinate, body axes (3 × ne)."""
    Theta: np.ndarray
    """Small rotation per elastic coordinate, frame axes (3 × ne)."""

    @property
    def is_rigid(self) -> bool:
        """Whether it stands still in the body frame."""
        return not (np.any(self.Phi) or np.any(self.Theta))


@dataclass(frozen=True, eq=False)
class GeometricStiffness:
    r"""$K_G = \sum_k s_k K_k$: the stiffness that loads give, one symmetric matrix for every unit load.

    Loads are those of inertia – the acceleration $\dot v + \omega\times v - g$ of the body's origin, $\dot\omega$, the
    products $\omega_a\omega_b$ in the order xx, yy, zz, xy, xz, yz – and wrenches (moment, force) on frames in body
    axes. What is None is left out.
    """

    acceleration: np.ndarray | None = None
    angular_acceleration: np.ndarray | None = None
    spin: np.ndarray | None = None
    wrenches: Mapping[str, np.ndarray] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class BendingSamples:
    """Points along a rod, x of the body frame, for bending of third order (`contract.derived.rod_curvature`)."""

    slope: np.ndarray
    """v', w' per elastic coordinate (points × 2 × ne)."""
    curvature: np.ndarray
    """v'', w'' times the root of E I and the weight of the point (points × 2 × ne)."""
    tension: GeometricStiffness
    """Normal forces of unit loads, times the weights: arrays as in `GeometricStiffness`, loads × points."""


@dataclass(frozen=True, eq=False)
class ModalData:
    """All that a `ModalBody` is given."""

    coordinates: tuple[str, ...]
    """Names of the elastic coordinates."""
    mass: float
    d0: np.ndarray
    C1: np.ndarray
    XX: np.ndarray
    XP: np.ndarray
    PP: np.ndarray
    stiffness: np.ndarray
    damping: np.ndarray
    frames: Mapping[str, ElasticFrame]
    """Interfaces and named nodes; "root" is the body frame itself where that is an interface."""
    geometric: GeometricStiffness | None
    frequencies: np.ndarray
    """Of the body clamped at its floating frame, rad/s."""
    stress: Mapping[str, np.ndarray]
    """Rows of stresses that are linear in e (k × ne), by name."""
    nodes: np.ndarray
    shapes: np.ndarray
    """Displacements of the nodes (n × 3 × ne)."""
    faces: np.ndarray | None
    notes: tuple[str, ...]
    """Sentences of what read or reduced it, for reports."""
    skin_stress: np.ndarray | None = None
    """Stresses xx, yy, zz, yz, xz, xy at the nodes per elastic coordinate (n × 6 × ne), for pictures; None where they
    are not known."""
    bending: BendingSamples | None = None
    """What bending of third order needs, where the body is a rod."""

    @property
    def count(self) -> int:
        """How many elastic coordinates."""
        return len(self.coordinates)


@dataclass(frozen=True, eq=False)
class ElasticShape:
    """Modal data, with factors of mass, stiffness and damping that may be expressions of Parameters."""

    data: ModalData
    mass: Any = 1.0
    stiffness: Any = 1.0
    damping: Any = 1.0


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
