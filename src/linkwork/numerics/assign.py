"""Copies between arrays, from loops that run as plain Python. `native_call` is the same for compiled loops."""

from __future__ import annotations

from typing import Any


def assign(target: Any, source: Any) -> None:
    """Writes one array over another, or over the beginning of a longer one."""
    target[: len(source)] = source
