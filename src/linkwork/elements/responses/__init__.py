"""Responses: the force in a spring or tissue as a function of its elongation."""

# The imports of elements and `__all__` are written by `python -m tools.stub`.
from .convert import as_response
from .exponential_response import ExponentialResponse
from .formula_response import FormulaResponse
from .function_response import FunctionResponse
from .linear_response import LinearResponse
from .polynomial_response import PolynomialResponse
from .table_response import TableResponse

__all__ = [
    "ExponentialResponse",
    "FormulaResponse",
    "FunctionResponse",
    "LinearResponse",
    "PolynomialResponse",
    "TableResponse",
    "as_response",
]
