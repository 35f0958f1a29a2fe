"""SymPy expressions as expressions of ours: the way back from `to_sympy.py`, and in for what SymPy has derived."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import reduce
from typing import Any

import lazy_loader
import numpy as np
import sympy
from sympy.codegen.cfunctions import Cbrt, Sqrt, expm1, hypot, log1p, log2, log10

from . import composed, graph
from .array import array
from .errors import TraceError
from .function import Function
from .graph import ONE, ZERO, Bool, Expr, as_bool, as_expr, binary, comparison, constant, logical, raised, unary
from .graph import choose as choose
from .opaque import Opaque, output
from .tables import PiecewisePolynomial, lookup
from .to_sympy import sympy_symbol

scipy = lazy_loader.load("scipy")

TWO_BY_ROOT_PI = 2.0 / np.sqrt(np.pi)


def _of(name: str, rule: Callable[..., tuple[Expr | None, ...]], inputs: int = 1, compiled: str = "") -> Opaque:
    """A function of SciPy; `compiled` is its name among those in C, where it is there."""

    def value(*args: float) -> float:
        order = (int(args[0]), *args[1:]) if name == "polygamma" else args
        return float(getattr(scipy.special, name)(*order))

    return Opaque(value, inputs, None, None, name, rule, compiled)


def _call(source: Opaque, *args: Any) -> Expr:
    return output(source, 0, tuple(constant(x) if isinstance(x, (int, float)) else x for x in args))


def _bell(a: Expr) -> Expr:
    return TWO_BY_ROOT_PI * unary("exp", -a * a)


def _bessel(name: str, below: float, above: float) -> Opaque:
    """Of an order and x: half the sum of both neighbours, with signs, is the derivative by x."""

    def rule(order: Expr, x: Expr) -> tuple[Expr | None, ...]:
        one, other = (_call(found[0], order + shift, x) for shift in (-1.0, 1.0))
        return None, 0.5 * (below * one + above * other)

    found = [_of(name, rule, 2, f"__pyx_fuse_1{name}")]
    return found[0]


ERF = _of("erf", lambda a: (_bell(a),), compiled="__pyx_fuse_1erf")
ERFC = _of("erfc", lambda a: (-_bell(a),), compiled="__pyx_fuse_1erfc")
POLYGAMMA: Opaque = _of("polygamma", lambda n, a: (None, _call(POLYGAMMA, n + 1.0, a)), 2)
DIGAMMA: Opaque = _of("psi", lambda a: (_call(POLYGAMMA, 1.0, a),), compiled="__pyx_fuse_1psi")
GAMMA: Opaque = _of("gamma", lambda a: (_call(GAMMA, a) * _call(DIGAMMA, a),), compiled="__pyx_fuse_1gamma")
LOGGAMMA = _of("gammaln", lambda a: (_call(DIGAMMA, a),), compiled="gammaln")
BESSEL_J, BESSEL_Y = _bessel("jv", 1.0, -1.0), _bessel("yv", 1.0, -1.0)
BESSEL_I, BESSEL_K = _bessel("iv", 1.0, 1.0), _bessel("kv", -1.0, -1.0)


def special(source: Opaque) -> Callable[..., Expr]:
    """What calls a function on expressions; of two arguments the first is its order."""

    def called(*args: Expr) -> Expr:
        if source.n_in > 1 and args[0].op != "const":
            raise TraceError(f"the order of {source.name} is {args[0]}; it has to be a number")
        return _call(source, *args)

    return called


class ConversionError(TraceError):
    """Something of SymPy, `expression`, that has no counterpart here."""

    def __init__(self, expression: Any, said: str) -> None:
        self.reason = f"{expression} {said}"
        super().__init__(f"from_sympy: {self.reason}")
        self.expression, self.said = expression, said


def from_sympy(
    value: Any, symbols: Mapping[Any, Any] | Function | None = None, definitions: Iterable[tuple[Any, Any]] = ()
) -> Any:
    """`value` (a SymPy expression, relation or matrix) as an expression, a truth value or an Array.

    `symbols` says what stands for what: its keys are SymPy symbols, applied functions such as q(t), or names; a
    Function stands for its inputs. A symbol it does not list goes by its name: `q_0` is the entry `q[0]`, `m_{1}` the
    scalar `m_1`, anything else a scalar. `definitions` are the pairs of `to_sympy_shared` or `sympy.cse`.
    """
    given = {sympy_symbol(s.data): s for s in symbols.symbols} if isinstance(symbols, Function) else symbols or {}
    known = {sympy.sympify(key): as_expr(x) for key, x in given.items() if not isinstance(key, str)}
    named = {key: as_expr(x) for key, x in given.items() if isinstance(key, str)}
    for left, right in definitions:
        known[left] = _scalar(right, known, named)
    if isinstance(value, (sympy.MatrixBase, sympy.NDimArray)):
        entries = [_scalar(entry, known, named) for entry in sympy.flatten(value)]
        return array(entries).reshape(value.shape)
    return _scalar(sympy.sympify(value), known, named)


def _scalar(root: Any, known: dict[Any, Any], named: Mapping[str, Expr]) -> Any:
    """`root` converted, arguments first, each distinct subexpression once."""
    stack = [root]
    while stack:
        expr = stack[-1]
        if expr in known:
            stack.pop()
            continue
        missing = [a for a in _children(expr) if a not in known]
        if missing:
            stack.extend(missing)
            continue
        stack.pop()
        known[expr] = _convert(expr, known, named)
    return known[root]


def _children(expr: Any) -> list[Any]:
    """The parts that must be converted first."""
    if isinstance(expr, sympy.Piecewise):
        return [part for pair in expr.args for part in pair.args]
    if isinstance(expr, sympy.Mul):
        above, below = _fraction(expr)
        return above + below
    return list(expr.args)


def _fraction(product: Any) -> tuple[list[Any], list[Any]]:
    """The factors above and below the line: x·y⁻² is x / y² to us, and 2/3·x is 2·x / 3."""
    above, below = [], []
    for factor in product.args:
        if isinstance(factor, sympy.Rational):
            above.append(sympy.Integer(factor.p))
            below.append(sympy.Integer(factor.q))
        elif isinstance(factor, sympy.Pow) and factor.exp.is_Rational and factor.exp < 0:
            below.append(sympy.Pow(factor.base, -factor.exp))
        else:
            above.append(factor)
    return above, below


def _convert(expr: Any, known: Mapping[Any, Any], named: Mapping[str, Expr]) -> Any:
    """One SymPy object, its parts being known."""
    if isinstance(expr, sympy.Symbol):
        return named.get(expr.name, _symbol(expr.name))
    if expr in (sympy.true, sympy.false):
        return graph.truth(bool(expr))
    if isinstance(expr, (sympy.Number, sympy.NumberSymbol)):
        return graph.constant(float(expr))
    if isinstance(expr, sympy.Piecewise):
        return _piecewise(expr, known)
    if isinstance(expr, sympy.Mul):
        above, below = (reduce(graph.mul, [known[x] for x in factors], ONE) for factors in _fraction(expr))
        return graph.div(above, below)
    args = [known[a] for a in expr.args]
    data = getattr(type(expr), "data", None)
    if isinstance(data, PiecewisePolynomial):
        return lookup(data, args[0])
    if data is not None:
        source, index = data
        return output(source, index, tuple(args))
    rule = FROM_SYMPY.get(type(expr))
    if rule is None:
        raise ConversionError(
            expr,
            f"({type(expr).__name__}) has no counterpart here. Rewrite it in SymPy first, or say what it stands for "
            "with symbols={...: value}.",
        )
    return rule(*args)


def _symbol(name: str) -> Expr:
    """`q_0` is the entry q[0], `A_1_2` is A[1,2]; `m_{1}` is the scalar m_1, and any other name a scalar."""
    match = re.fullmatch(r"\{(.+)\}_\{([\d_]+)\}|(.+?)_(\d+(?:_\d+)*)", name)
    base, indices = (match[1] or match[3], match[2] or match[4]) if match else (name, "")
    base = re.sub(r"_\{([\d_]+)\}$", r"_\1", base)
    return graph.symbol(f"{base}[{indices.replace('_', ',')}]" if indices else base)


def _piecewise(expr: Any, known: Mapping[Any, Any]) -> Expr:
    *pairs, (last, condition) = expr.args
    if condition != sympy.true:
        raise ConversionError(expr, "is not defined everywhere; end it with (value, True).")
    result = as_expr(known[last])
    for value, when in reversed(pairs):
        result = choose(as_bool(known[when]), as_expr(known[value]), result)
    return result


def _joined(function: Callable[[Any, Any], Any]) -> Callable[..., Any]:
    """A function of two for any number of arguments."""
    return lambda *args: reduce(function, args)


def _unary(op: str) -> Callable[..., Any]:
    return lambda a: unary(op, a)


def _heaviside(a: Expr, at_zero: Expr) -> Expr:
    return choose(a < 0.0, ZERO, choose(comparison("eq", a, ZERO), at_zero, ONE))


def _if_then_else(condition: Bool, a: Any, b: Any) -> Bool:
    return logical("or", logical("and", condition, a), logical("and", graph.negation(condition), b))


FROM_SYMPY: dict[Any, Callable[..., Any]] = {
    getattr(sympy, name): _unary(name)
    for name in (
        *("exp", "log", "sin", "cos", "tan", "asin", "acos", "atan"),
        *("sinh", "cosh", "tanh", "asinh", "acosh", "atanh", "sign", "floor"),
    )
}
FROM_SYMPY |= {
    sympy.Add: _joined(graph.add),
    sympy.Pow: raised,
    sympy.Abs: _unary("abs"),
    sympy.ceiling: _unary("ceil"),
    sympy.atan2: lambda a, b: binary("atan2", a, b),
    sympy.Min: _joined(lambda a, b: binary("min", a, b)),
    sympy.Max: _joined(lambda a, b: binary("max", a, b)),
    sympy.Mod: graph.modulo,
    sympy.frac: lambda a: a - unary("floor", a),
    sympy.sec: lambda a: ONE / unary("cos", a),
    sympy.csc: lambda a: ONE / unary("sin", a),
    sympy.cot: lambda a: ONE / unary("tan", a),
    sympy.Heaviside: _heaviside,
    sympy.sinc: lambda a: choose(comparison("eq", a, ZERO), ONE, unary("sin", a) / a),
    expm1: _unary("expm1"),
    log1p: _unary("log1p"),
    log2: lambda a: unary("log", a) / np.log(2.0),
    log10: lambda a: unary("log", a) / np.log(10.0),
    Sqrt: _unary("sqrt"),
    Cbrt: lambda a: raised(a, graph.constant(1 / 3)),
    hypot: composed.scalar_hypot,
    sympy.StrictLessThan: lambda a, b: comparison("lt", a, b),
    sympy.LessThan: lambda a, b: comparison("le", a, b),
    sympy.StrictGreaterThan: lambda a, b: comparison("lt", b, a),
    sympy.GreaterThan: lambda a, b: comparison("le", b, a),
    sympy.Equality: lambda a, b: comparison("eq", a, b),
    sympy.Unequality: lambda a, b: comparison("ne", a, b),
    sympy.And: _joined(lambda a, b: logical("and", a, b)),
    sympy.Or: _joined(lambda a, b: logical("or", a, b)),
    sympy.Not: graph.negation,
    sympy.ITE: _if_then_else,
    sympy.erf: special(ERF),
    sympy.erfc: special(ERFC),
    sympy.gamma: special(GAMMA),
    sympy.loggamma: special(LOGGAMMA),
    sympy.digamma: special(DIGAMMA),
    sympy.polygamma: special(POLYGAMMA),
    sympy.besselj: special(BESSEL_J),
    sympy.bessely: special(BESSEL_Y),
    sympy.besseli: special(BESSEL_I),
    sympy.besselk: special(BESSEL_K),
}
"""SymPy class to what builds it here from converted arguments."""
