"""The table of primitives: name, number of arguments, and meaning as a NumPy function.

A new primitive is a row here, its derivative in `derivatives.py`, and an emission rule in each backend (`to_sympy.py`,
`kernels/emit.py`, `exports/c_language.py`); the tests over the table say what is missing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

UNARY: dict[str, Callable[..., Any]] = {
    "neg": np.negative,
    "sqrt": np.sqrt,
    "exp": np.exp,
    "expm1": np.expm1,
    "log": np.log,
    "log1p": np.log1p,
    "sin": np.sin,
    "cos": np.cos,
    "tan": np.tan,
    "asin": np.arcsin,
    "acos": np.arccos,
    "atan": np.arctan,
    "sinh": np.sinh,
    "cosh": np.cosh,
    "tanh": np.tanh,
    "asinh": np.arcsinh,
    "acosh": np.arccosh,
    "atanh": np.arctanh,
    "abs": np.abs,
    "sign": np.sign,
    "floor": np.floor,
    "ceil": np.ceil,
}

BINARY: dict[str, Callable[..., Any]] = {
    "add": np.add,
    "sub": np.subtract,
    "mul": np.multiply,
    "div": np.divide,
    "pow": np.power,
    "atan2": np.arctan2,
    "min": np.minimum,
    "max": np.maximum,
}

COMPARISON: dict[str, Callable[..., Any]] = {
    "lt": np.less,
    "le": np.less_equal,
    "eq": np.equal,
    "ne": np.not_equal,
}

LOGICAL: dict[str, Callable[..., Any]] = {"and": np.logical_and, "or": np.logical_or, "not": np.logical_not}

COMMUTATIVE = frozenset(("add", "mul", "min", "max", "eq", "ne", "and", "or"))

MEANING: dict[str, Callable[..., Any]] = {**UNARY, **BINARY, **COMPARISON, **LOGICAL, "where": np.where}
"""Operation name to the NumPy function that defines it; `const`, `symbol`, `lookup`, `call`, `output` stand apart."""


def _quiet(function: Callable[..., Any]) -> Callable[..., Any]:
    def folded(*args: float) -> float:
        with np.errstate(all="ignore"):
            return function(*[np.float64(a) for a in args])

    return folded


FOLD: dict[str, Callable[..., Any]] = {name: _quiet(function) for name, function in MEANING.items()}
FOLD |= {
    # The four most frequent ones without NumPy's overhead; overflow gives inf as there.
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "div": lambda a, b: a / b if b else _quiet(np.divide)(a, b),
}
"""`MEANING` on Python floats without warnings, by which constants are folded while expressions are traced."""
