"""Copies between arrays."""

from __future__ import annotations

from typing import Any

from .loop_decorator import vectorised


@vectorised
def assign(target: Any, source: Any) -> None:
    """Writes one array over another, or over the beginning of a longer one."""
    for i in range(len(source)):
        target[i] = source[i]
