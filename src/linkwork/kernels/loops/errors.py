"""What is wrong with the source of a loop."""

from __future__ import annotations

import ast
from typing import Any


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
