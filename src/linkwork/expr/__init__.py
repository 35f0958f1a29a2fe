"""Expressions: a small graph that any Python function can be traced into. No mechanics here."""

from .array import Array, array, is_symbolic, symbols
from .diff import SparseJacobian, forward, gradient, hessian, jacobian, reverse, sparse_jacobian
from .errors import TraceError
from .function import Function, make_function
from .graph import Bool, Expr, operation_count
from .linear import ldlt, solve_ldlt
from .opaque import Opaque, opaque
from .ops import (
    absolute,
    acos,
    acosh,
    asin,
    asinh,
    atan,
    atan2,
    atanh,
    ceil,
    clip,
    cos,
    cosh,
    cross,
    dot,
    exp,
    expm1,
    floor,
    hypot,
    log,
    log1p,
    maximum,
    minimum,
    norm,
    pi,
    sign,
    sin,
    sinh,
    sqrt,
    tan,
    tanh,
    where,
)
from .substitute import substitute
from .tables import PiecewisePolynomial, periodic_spline, spline, table
from .trace import trace, traced

__all__ = [name for name in dir() if not name.startswith("_")]
