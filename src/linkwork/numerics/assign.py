"""Copies between arrays."""

from __future__ import annotations

from typing import Any

from ..kernels.loops import loop, vectorised
from .weighted_sums import SHORT


@loop
def assign(target: Any, source: Any) -> None:
    """Writes one array over another, or over the beginning of a longer one."""
    if len(source) > SHORT:
        assign_long(target, source)
    else:
        for i in range(len(source)):
            target[i] = source[i]


@vectorised
def assign_long(target: Any, source: Any) -> None:
    """The same for many numbers."""
    for i in range(len(source)):
        target[i] = source[i]
