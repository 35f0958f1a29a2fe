"""Native code against the interpreter."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..contract import Element
from ..expr import Function
from ..kernels import compile_function
from .report import EXACT, require_close


def check_native(element: Element, function: Function, inputs: Mapping[str, Any]) -> None:
    """The native kernel of a traced function gives what the interpreter gives."""
    kernel = compile_function(function)
    expected = function(**inputs)
    found = kernel(**inputs)
    for name, a, b in zip(function.outputs, found, expected, strict=True):
        require_close(a, b, element, "native code", f"{name} differs from the interpreter's", EXACT)
