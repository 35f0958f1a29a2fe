"""Marks on functions that loops may call."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

UNMARKED = "which loops may not call; mark it with @loop"
_known: dict[Callable[..., Any], bool] = {}
"""Functions that loops may call, and whether LLVM's vectoriser is worth its time on them."""


def loop(function: F) -> F:
    """Marks a function that compiled loops may call."""
    _known[function] = False
    return function


def vectorised(function: F) -> F:
    """Marks a function whose inner loops run over many numbers side by side: it is optimised for long."""
    _known[function] = True
    return function


def is_marked(function: Any) -> bool:
    """Whether loops may call it."""
    return callable(function) and function in _known


def is_vectorised(function: Callable[..., Any]) -> bool:
    """Whether it is optimised for long."""
    return _known.get(function, False)
