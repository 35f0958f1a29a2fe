"""The numbers of the reference cases."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

FOLDER = Path(__file__).parents[2] / "tests" / "reference"
TIGHT = {"rtol": 1e-10, "atol": 1e-12}


@cache
def case(name: str) -> dict[str, Any]:
    """The numbers of a case."""
    return dict(json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8")))


def times(samples: list[dict[str, Any]]) -> list[float]:
    """The times of samples."""
    return [float(sample["t"]) for sample in samples]


def column(samples: list[dict[str, Any]], name: str) -> np.ndarray:
    """One quantity of samples."""
    return np.array([sample[name] for sample in samples], dtype=float)
