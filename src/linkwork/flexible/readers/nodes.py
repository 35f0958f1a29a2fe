"""Positions of nodes, from wherever they are."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from ..._files import check_array_header
from ...contract.errors import ModelError
from .abaqus import read_inp
from .matrices import existing, table_of_numbers


def read_nodes(source: Any) -> tuple[np.ndarray, np.ndarray | None]:
    """(positions, numbers): an array, or a text file of lines "x y z" or "number x y z", or an .npy file."""
    if not isinstance(source, str | Path):
        values = np.asarray(source, float)
    elif str(source).endswith(".npy"):
        values = _array(existing(source))
    elif str(source).lower().endswith(".inp"):
        return read_inp(source)[:2]
    else:
        values = table_of_numbers(source)
    if values.ndim != 2 or values.shape[1] not in (3, 4):
        raise ModelError(
            f"{_shown(source)}: nodes need three numbers each, or their own number and three; it has {values.shape}."
        )
    if values.shape[1] == 4:
        return values[:, 1:], values[:, 0].astype(int)
    return values, None


def _array(path: Path) -> np.ndarray:
    """The one array of a file."""
    try:
        with path.open("rb") as stream:
            check_array_header(stream, path.stat().st_size, path.name)
        return np.asarray(np.load(path, allow_pickle=False), float)
    except (ValueError, OSError, EOFError, MemoryError) as error:
        raise ModelError(f"{path}: cannot be read as an array ({error}).") from None


def _shown(source: Any) -> str:
    return str(source) if isinstance(source, str | Path) else "nodes"
