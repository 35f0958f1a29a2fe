"""Marks on functions that loops may call."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any, TypeVar


class LoopError(TypeError):
    """The source of a loop uses something that compiled loops have not; it says where and what to write instead."""


class SourcePlace:
    """Where the source of a function stands."""

    def __init__(self, function: Any) -> None:
        code = function.__code__
        self.file, self.first, self.name = code.co_filename, code.co_firstlineno, function.__qualname__

    def error(self, node: ast.AST, sentence: str) -> LoopError:
        """The error to raise at a node of the function's tree."""
        line = self.first + getattr(node, "lineno", 1) - 1
        return LoopError(f"{self.file}:{line}: in the loop {self.name!r}, {sentence}.")


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
