"""Responses: the force in a spring or tissue as a function of its elongation."""

from ...contract import register
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

for _response in (
    ExponentialResponse,
    FormulaResponse,
    FunctionResponse,
    LinearResponse,
    PolynomialResponse,
    TableResponse,
):
    register(_response)
