"""What a check says when an element fails it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ..contract import Element
from ..expr import Function
from ..kernels import compile_function

DIFFERENCE_STEP = 1e-5
"""Step of central differences; their error is about its square."""
DIFFERENCES = 1e-6
"""Relative tolerance of what is compared with differences."""
EXACT = 1e-10
"""Relative tolerance of what must agree but for rounding."""


class ConformanceError(AssertionError):
    """An element that does not keep a promise of its contract; the message names the element and the property."""

    def __init__(self, element: Element | str, name: str, sentence: str) -> None:
        self.property = name
        super().__init__(f"{element}: {name}: {sentence}")


def require(condition: Any, element: Element, name: str, sentence: str) -> None:
    """Raises where the condition does not hold."""
    if not condition:
        raise ConformanceError(element, name, sentence)


def require_close(
    found: Any, wanted: Any, element: Element, name: str, sentence: str, tolerance: float = EXACT
) -> None:
    """Raises where two arrays differ by more than `tolerance`, relative to their size where that is above one."""
    found, wanted = np.asarray(found, dtype=float), np.asarray(wanted, dtype=float)
    require(found.shape == wanted.shape, element, name, f"{sentence}: shapes {found.shape} and {wanted.shape}.")
    if not found.size:
        return
    scale = max(1.0, float(np.abs(wanted).max()))
    error = float(np.abs(found - wanted).max()) / scale
    # NaN counts as far off.
    if not error <= tolerance:
        rounded = np.array2string(found, precision=6), np.array2string(wanted, precision=6)
        raise ConformanceError(
            element,
            name,
            f"{sentence}: off by {error:.2g} (allowed {tolerance:.0g}); {rounded[0]} against {rounded[1]}.",
        )


def check_native(element: Element, function: Function, inputs: Mapping[str, Any]) -> None:
    """The native kernel of a traced function gives what the interpreter gives."""
    kernel = compile_function(function)
    expected = function(**inputs)
    found = kernel(**inputs)
    for name, a, b in zip(function.outputs, found, expected, strict=True):
        require_close(a, b, element, "native code", f"{name} differs from the interpreter's", EXACT)
