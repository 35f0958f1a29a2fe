r"""Scalar expressions and their constructors, which fold as they build.

Constants are computed, zeros and ones vanish, signs move outward. Folding `0 * x` and `0 / x` to 0 assumes finite `x`
that is not 0, and the sign of a zero is not kept; a fold that would produce NaN is left standing, so that `choose` may
still discard it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from .errors import TraceError
from .node import Node, comes_after, intern_node, operation_count, symbols_of, topological
from .primitives import COMMUTATIVE, FOLD

__all__ = [
    "ONE",
    "TRUE",
    "ZERO",
    "Bool",
    "Expr",
    "Node",
    "add",
    "as_bool",
    "as_expr",
    "binary",
    "choose",
    "comparison",
    "constant",
    "div",
    "floor_divide",
    "intern_node",
    "is_scalar",
    "logical",
    "modulo",
    "mul",
    "neg",
    "negation",
    "operation_count",
    "raised",
    "sub",
    "symbol",
    "symbols_of",
    "topological",
    "truth",
    "unary",
]


class Expr(Node):
    """A real-valued expression. Arithmetic on it, NumPy functions included, gives further expressions."""

    __slots__ = ()
    __array_priority__ = 1000.0

    def __add__(self, other: Any) -> Expr:
        return add(self, other) if other.__class__ is Expr else _reflected(add, self, other)

    def __radd__(self, other: Any) -> Expr:
        return _reflected(add, self, other)

    def __sub__(self, other: Any) -> Expr:
        return sub(self, other) if other.__class__ is Expr else _reflected(sub, self, other)

    def __rsub__(self, other: Any) -> Expr:
        return _reflected(lambda a, b: sub(b, a), self, other)

    def __mul__(self, other: Any) -> Expr:
        return mul(self, other) if other.__class__ is Expr else _reflected(mul, self, other)

    def __rmul__(self, other: Any) -> Expr:
        return _reflected(mul, self, other)

    def __truediv__(self, other: Any) -> Expr:
        return div(self, other) if other.__class__ is Expr else _reflected(div, self, other)

    def __rtruediv__(self, other: Any) -> Expr:
        return _reflected(lambda a, b: div(b, a), self, other)

    def __pow__(self, other: Any) -> Expr:
        return _reflected(raised, self, other)

    def __rpow__(self, other: Any) -> Expr:
        return _reflected(lambda a, b: raised(b, a), self, other)

    def __mod__(self, other: Any) -> Expr:
        return _reflected(modulo, self, other)

    def __rmod__(self, other: Any) -> Expr:
        return _reflected(lambda a, b: modulo(b, a), self, other)

    def __floordiv__(self, other: Any) -> Expr:
        return _reflected(floor_divide, self, other)

    def __rfloordiv__(self, other: Any) -> Expr:
        return _reflected(lambda a, b: floor_divide(b, a), self, other)

    def __divmod__(self, other: Any) -> tuple[Expr, Expr]:
        return self // other, self % other

    def __rdivmod__(self, other: Any) -> tuple[Expr, Expr]:
        return other // self, other % self

    def __neg__(self) -> Expr:
        return neg(self)

    def __pos__(self) -> Expr:
        return self

    def __abs__(self) -> Expr:
        return unary("abs", self)

    def __lt__(self, other: Any) -> Bool:
        return _reflected(lambda a, b: comparison("lt", a, b), self, other)

    def __le__(self, other: Any) -> Bool:
        return _reflected(lambda a, b: comparison("le", a, b), self, other)

    def __gt__(self, other: Any) -> Bool:
        return _reflected(lambda a, b: comparison("lt", b, a), self, other)

    def __ge__(self, other: Any) -> Bool:
        return _reflected(lambda a, b: comparison("le", b, a), self, other)

    def __eq__(self, other: Any) -> Bool:  # type: ignore[override]
        return _reflected(lambda a, b: comparison("eq", a, b), self, other)

    def __ne__(self, other: Any) -> Bool:  # type: ignore[override]
        return _reflected(lambda a, b: comparison("ne", a, b), self, other)

    __hash__ = object.__hash__

    def __bool__(self) -> bool:
        if self.op == "const":
            return bool(self.data)
        raise TraceError(_BRANCH.format(self))

    def __float__(self) -> float:
        if self.op == "const":
            return float(self.data)
        raise TraceError(_NUMBER.format(self))

    def __int__(self) -> int:
        return int(float(self))


class Bool(Node):
    """A truth value that depends on symbols: the first argument of `choose`. `&`, `|`, `^`, `~` combine them.

    In arithmetic it counts as 1 or 0, as truth values do in NumPy.
    """

    __slots__ = ()
    __array_priority__ = 1000.0

    def __and__(self, other: Any) -> Bool:
        return logical("and", self, as_bool(other)) if is_scalar(other) else NotImplemented

    __rand__ = __and__

    def __or__(self, other: Any) -> Bool:
        return logical("or", self, as_bool(other)) if is_scalar(other) else NotImplemented

    __ror__ = __or__

    def __xor__(self, other: Any) -> Bool:
        return comparison("ne", as_expr(self), as_expr(as_bool(other))) if is_scalar(other) else NotImplemented

    __rxor__ = __xor__

    def __invert__(self) -> Bool:
        return negation(self)

    def __eq__(self, other: Any) -> Bool:  # type: ignore[override]
        return as_expr(self) == other

    def __ne__(self, other: Any) -> Bool:  # type: ignore[override]
        return as_expr(self) != other

    __hash__ = object.__hash__

    def __bool__(self) -> bool:
        if self.op == "const":
            return bool(self.data)
        raise TraceError(_BRANCH.format(self))


def _as_number(method: str) -> Callable[..., Any]:
    return lambda self, *other: getattr(as_expr(self), method)(*other)


for _name in ("add", "sub", "mul", "truediv", "pow", "mod", "floordiv", "divmod"):
    for _method in (f"__{_name}__", f"__r{_name}__"):
        setattr(Bool, _method, _as_number(_method))
for _name in ("neg", "pos", "abs", "lt", "le", "gt", "ge"):
    setattr(Bool, f"__{_name}__", _as_number(f"__{_name}__"))


_BRANCH = (
    "Python needs to know whether {} is true, but it depends on symbols (an `if`, `while`, `and`, `or`, `not`, `in`, "
    "`max` or `min` on a symbolic value). Write where(condition, a, b), minimum, maximum, or `&`, `|`, `~`; to compare "
    "entries of a literal, write linkwork's array([...]) instead of np.array([...])."
)


_NUMBER = (
    "a number was asked of the symbolic value {}. Use linkwork's or NumPy's functions instead of `math`, and no int() "
    "or float(). To fill a matrix entry by entry, start from linkwork's zeros(shape) or write array([...]): an array "
    "of floats (np.zeros) cannot hold symbols. What cannot be traced goes through opaque()."
)


def _reflected(function: Callable[[Expr, Expr], Any], a: Expr, other: Any) -> Any:
    """`function(a, other)` once `other` is an expression; NotImplemented hands over to arrays."""
    if other.__class__ is float:
        return function(a, constant(other))
    if other.__class__ is not Expr:
        if not is_scalar(other):
            return NotImplemented
        other = as_expr(other)
    return function(a, other)


def is_scalar(value: Any) -> bool:
    """Whether `value` is a number or a node, as opposed to an array or a stranger."""
    return isinstance(value, (int, float, complex, Node)) or (
        hasattr(value, "__float__") and getattr(value, "shape", ()) == ()
    )


def symbol(name: str) -> Expr:
    """The expression that stands for the input called `name`."""
    return intern_node(Expr, ("symbol", name), "symbol", (), name)


def constant(value: float) -> Expr:
    """The expression of a number. NaN is refused: it would spread without a trace."""
    if value.__class__ is not float:
        value = _real(value)
    if value != value:
        raise TraceError("NaN was used as a constant. Find where it comes from: it would make every result NaN.")
    # 0.0 == -0.0, yet they differ as divisors: the sign belongs to the key.
    key = ("const", value, math.copysign(1.0, value)) if value == 0.0 else ("const", value)
    return intern_node(Expr, key, "const", (), value)


def _real(value: Any) -> float:
    """A number of any kind as a float."""
    if value.__class__ is not int and np.iscomplexobj(value):
        raise TraceError(f"{value} is complex; expressions are real. Write out the real and the imaginary part.")
    try:
        return float(value)
    except OverflowError:
        raise TraceError("a whole number is too large for floating point: 1.8e308 is the most.") from None


def truth(value: bool) -> Bool:
    """The constant truth value."""
    return intern_node(Bool, ("truth", bool(value)), "const", (), bool(value))


def as_expr(value: Any) -> Expr:
    """`value` as an expression: numbers become constants, truth values become 0 and 1."""
    if isinstance(value, Expr):
        return value
    if value.__class__ is Bool:
        return choose(value, ONE, ZERO)
    try:
        return constant(value)
    except (TypeError, ValueError):
        raise TraceError(f"{value!r} ({type(value).__name__}) is neither a number nor an expression.") from None


def as_bool(value: Any) -> Bool:
    """`value` as a truth value; an expression is true where it is not zero."""
    if value.__class__ is Bool:
        return value
    if isinstance(value, Expr):
        return comparison("ne", value, ZERO)
    return truth(bool(value))


def neg(a: Expr) -> Expr:
    """−a."""
    if a.op == "const":
        return constant(-a.data)
    if a.op == "neg":
        return a.args[0]  # type: ignore[return-value]
    if a.op == "sub":
        return sub(a.args[1], a.args[0])  # type: ignore[arg-type]
    return intern_node(Expr, ("neg", a.uid), "neg", (a,))


def add(a: Expr, b: Expr) -> Expr:
    """a + b."""
    if a.op == "const":
        if a.data == 0.0:
            return b
        if b.op == "const":
            return _fold("add", a, b)
    elif b.op == "const" and b.data == 0.0:
        return a
    if b.op == "neg":
        return sub(a, b.args[0])  # type: ignore[arg-type]
    if a.op == "neg":
        return sub(b, a.args[0])  # type: ignore[arg-type]
    if comes_after(a, b):
        a, b = b, a
    return intern_node(Expr, ("add", a.uid, b.uid), "add", (a, b))


def sub(a: Expr, b: Expr) -> Expr:
    """a − b."""
    if a is b:
        return ZERO
    if b.op == "const":
        if b.data == 0.0:
            return a
        if a.op == "const":
            return _fold("sub", a, b)
    elif a.op == "const" and a.data == 0.0:
        return neg(b)
    if b.op == "neg":
        return add(a, b.args[0])  # type: ignore[arg-type]
    if a.op == "neg":
        return neg(add(a.args[0], b))  # type: ignore[arg-type]
    return intern_node(Expr, ("sub", a.uid, b.uid), "sub", (a, b))


def mul(a: Expr, b: Expr) -> Expr:
    """a · b. Signs move outward, so that products that differ in sign are shared."""
    if b.op == "const":
        a, b = b, a
    if a.op == "const":
        value = a.data
        if value == 0.0:
            return ZERO
        if value == 1.0:
            return b
        if b.op == "const":
            return _fold("mul", a, b)
        if value < 0.0:
            return neg(mul(constant(-value), b))
    if a.op == "neg":
        return neg(mul(a.args[0], b))  # type: ignore[arg-type]
    if b.op == "neg":
        return neg(mul(a, b.args[0]))  # type: ignore[arg-type]
    if comes_after(a, b):
        a, b = b, a
    return intern_node(Expr, ("mul", a.uid, b.uid), "mul", (a, b))


def div(a: Expr, b: Expr) -> Expr:
    """a / b. A power of two divides by an exact product; any other divisor stays a division."""
    if b.op == "const":
        value = b.data
        if value == 1.0:
            return a
        if a.op == "const":
            return _fold("div", a, b)
        if value != 0.0 and abs(math.frexp(value)[0]) == 0.5 and math.isfinite(1.0 / value):
            return mul(a, constant(1.0 / value))
    if a.op == "const" and a.data == 0.0 and b.op != "const":
        return ZERO
    if a.op == "neg":
        return neg(div(a.args[0], b))  # type: ignore[arg-type]
    if b.op == "neg":
        return neg(div(a, b.args[0]))  # type: ignore[arg-type]
    return intern_node(Expr, ("div", a.uid, b.uid), "div", (a, b))


def raised(a: Expr, b: Expr) -> Expr:
    """a to the power b. Small whole exponents become products, ±1/2 a square root."""
    if b.op == "const":
        exponent = b.data
        if a.op == "const":
            return _fold("pow", a, b)
        if abs(exponent) <= 16 and exponent == int(exponent):
            result = _repeated_product(a, abs(int(exponent)))
            return result if exponent >= 0 else div(ONE, result)
        if exponent == 0.5:
            return unary("sqrt", a)
        if exponent == -0.5:
            return div(ONE, unary("sqrt", a))
    return intern_node(Expr, ("pow", a.uid, b.uid), "pow", (a, b))


def _repeated_product(a: Expr, exponent: int) -> Expr:
    if exponent == 0:
        return ONE
    half = _repeated_product(a, exponent // 2)
    square = mul(half, half)
    return mul(square, a) if exponent % 2 else square


def floor_divide(a: Expr, b: Expr) -> Expr:
    """floor(a / b), of the rounded quotient: next to a whole number it may be one more than Python's a // b."""
    return unary("floor", div(a, b))


def modulo(a: Expr, b: Expr) -> Expr:
    """The remainder with the sign of b: a − b·floor(a/b), of the rounded quotient, which SIMD code does in one go.

    It is as exact as a itself, to half its distance from the next number. Next to a multiple of b that may lead to the
    other end of the period: 1.0 % 0.1 is 0.0 here, where Python and `numpy.mod` have a little less than 0.1.
    """
    return sub(a, mul(b, floor_divide(a, b)))


def unary(op: str, a: Expr) -> Expr:
    """A function of one argument from the table of primitives, with its parity used to share more."""
    if a.op == "const":
        return _fold(op, a)
    if a.op == "neg":
        if op in _ODD:
            return neg(unary(op, a.args[0]))  # type: ignore[arg-type]
        if op in _EVEN:
            return unary(op, a.args[0])  # type: ignore[arg-type]
    return intern_node(Expr, (op, a.uid), op, (a,))


_ODD = frozenset(("sin", "tan", "asin", "atan", "sinh", "tanh", "asinh", "atanh", "sign"))
_EVEN = frozenset(("cos", "cosh", "abs"))


def binary(op: str, a: Expr, b: Expr) -> Expr:
    """A function of two arguments without rules of its own: min, max, atan2."""
    if a.op == "const" and b.op == "const":
        return _fold(op, a, b)
    if op in COMMUTATIVE:
        if a is b:
            return a
        if comes_after(a, b):
            a, b = b, a
    return intern_node(Expr, (op, a.uid, b.uid), op, (a, b))


def comparison(op: str, a: Expr, b: Expr) -> Bool:
    """The truth of a < b (lt), a ≤ b (le), a = b (eq) or a ≠ b (ne)."""
    if a.op == "const" and b.op == "const":
        return truth(FOLD[op](a.data, b.data))
    if op in COMMUTATIVE and comes_after(a, b):
        a, b = b, a
    return intern_node(Bool, (op, a.uid, b.uid), op, (a, b))


def logical(op: str, a: Bool, b: Bool) -> Bool:
    """Conjunction (and) or disjunction (or)."""
    absorbing = op == "or"
    for x, y in ((a, b), (b, a)):
        if x.op == "const":
            return x if x.data is absorbing else y
        if x.op == "not" and x.args[0] is y:
            return truth(absorbing)
    if a is b:
        return a
    if comes_after(a, b):
        a, b = b, a
    return intern_node(Bool, (op, a.uid, b.uid), op, (a, b))


def negation(a: Bool) -> Bool:
    """Not a."""
    if a.op == "const":
        return truth(not a.data)
    if a.op == "not":
        return a.args[0]  # type: ignore[return-value]
    return intern_node(Bool, ("not", a.uid), "not", (a,))


def choose(condition: Bool, a: Expr, b: Expr) -> Expr:
    """a where the condition holds, else b. Both are computed; the one not chosen may be NaN."""
    if condition.op == "const":
        return a if condition.data else b
    if a is b:
        return a
    if condition.op == "not":
        return choose(condition.args[0], b, a)  # type: ignore[arg-type]
    return intern_node(Expr, ("where", condition.uid, a.uid, b.uid), "where", (condition, a, b))


def _fold(op: str, *args: Expr) -> Expr:
    """The constant this operation gives on constants; left as a node where it is not a number."""
    value = FOLD[op](*[a.data for a in args])
    if value != value:
        return intern_node(Expr, (op, *[a.uid for a in args]), op, args)
    return constant(value)


ZERO = constant(0.0)
ONE = constant(1.0)
TRUE = truth(True)
