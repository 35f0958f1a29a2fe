"""Relative motions of plain symbols, with which functions of them are traced, and numbers for these symbols."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...expr import symbols
from ...spatial import Relative
from ..parameters import Parameter
from .probe import PROBES

TRIED_ENDS = 3
"""Ends with which an element that takes any number is tried."""


def relatives(ends: int | None) -> Any:
    """The relative motion of the second of two ends; else a list, one for each end after the first."""
    count = TRIED_ENDS if ends is None else ends
    found = [relative_symbols(f"_{k}" if k else "")[0] for k in range(count - 1)]
    return found[0] if ends == 2 else found


def relative_list(rel: Any) -> list[Any]:
    """Relative motions as a list."""
    return [rel] if isinstance(rel, Relative) else list(rel)


def relative_symbols(suffix: str = "") -> tuple[Relative, list[Any]]:
    """A relative motion of plain symbols, and its velocity symbols (w then v); `suffix` tells several apart."""
    names = [name + suffix for name in ("R", "p_FM", "w", "v")]
    rel = Relative(symbols(names[0], (3, 3)), *(symbols(name, 3) for name in names[1:]))
    return rel, [*rel.w, *rel.v]


def relative_points(parameters: list[Parameter], count: int = 1) -> list[dict[str, float]]:
    """Random values for the symbols of `count` of `relatives`, always the same; rotations are rotations."""
    rng = np.random.default_rng(21)
    points = []
    for _ in range(PROBES):
        point: dict[str, float] = {}
        for suffix in ("", *(f"_{k}" for k in range(1, count))):
            rotation, _ = np.linalg.qr(rng.normal(size=(3, 3)))
            rotation *= np.sign(np.linalg.det(rotation))
            point |= {f"R{suffix}[{i},{j}]": float(rotation[i, j]) for i in range(3) for j in range(3)}
            point |= {f"{name}{suffix}[{k}]": float(rng.normal()) for name in ("p_FM", "w", "v") for k in range(3)}
        point |= {p.name: p.value * rng.uniform(0.7, 1.3) + rng.uniform(0.0, 0.1) for p in parameters}
        points.append({**point, "t": float(rng.uniform(0.1, 2.0))})
    return points
