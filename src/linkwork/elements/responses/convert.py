"""Responses from what stands for them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...contract import Response
from ...expr import Expr, is_symbolic
from .formula_response import FormulaResponse
from .function_response import FunctionResponse
from .linear_response import LinearResponse


def as_response(given: Response | float | Expr | str | Callable[..., Any]) -> Response:
    """A response: one, a stiffness, a text such as "10*(exp(20*x) - 1)", or a function of the elongation."""
    if isinstance(given, Response):
        return given
    if isinstance(given, str):
        return FormulaResponse(given)
    if callable(given) and not is_symbolic(given):
        return FunctionResponse(given)
    return LinearResponse(given)
