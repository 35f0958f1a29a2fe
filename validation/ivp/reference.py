"""The reference values, and how the end of a run is set beside them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from validation.case import Figure, compare


@cache
def problem(name: str) -> dict[str, Any]:
    """Parameters, start and end of a problem."""
    path = Path(__file__).parents[1] / "data" / "ivp.json"
    return dict(json.loads(path.read_text(encoding="utf-8"))[name])


def at_the_end(name: str, found: Mapping[str, Any], digits: float, allowed: Mapping[str, float]) -> Iterator[Figure]:
    """The parts of a solution beside the reference; `digits` is how far its own two solvers agree."""
    data = problem(name)
    for part, (first, last) in data["parts"].items():
        if part in found:
            wanted = np.array(data["end"][first:last])
            yield compare(part, found[part], wanted, digits, allowed=allowed.get(part, allowed[""]))
