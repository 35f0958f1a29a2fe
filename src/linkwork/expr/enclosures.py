r"""Enclosures: where functions of one variable and their derivatives lie on whole intervals, by interval arithmetic.

On each box [a, b], every node of a graph has bounds of f and of f', and f in the middle m, which also says
$f \in f(m) \pm \tfrac12 (b - a) \max|f'|$ (R. E. Moore, Methods and Applications of Interval Analysis, SIAM 1979,
chapters 3 and 6). _Bounds are not rounded outward: they hold up to some 1e-15 of the largest number met.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from .node import Node, topological
from .primitives import MEANING
from .table_bounds import bounds_of_lookup

FOREIGN_OPS = frozenset(("call", "output"))
"""Operations of which nothing is known but values."""
ENCLOSURE_ROUNDING = 1e-15


class Enclosure(NamedTuple):
    """_Bounds of a function and of its derivative on boxes, and its value in the middle of each."""

    low: Any
    high: Any
    least_slope: Any
    most_slope: Any
    middle: Any


class Enclosed(NamedTuple):
    """What is known of expressions on boxes."""

    roots: list[Enclosure]
    is_open: np.ndarray
    """Whether several branches of some operation hold on a box."""


_Bounds = tuple[Any, Any, Any, Any]
Rule = Callable[[Node, Sequence[Enclosure]], tuple[_Bounds, Any]]


def enclose(roots: Sequence[Node], variable: Node, known: Mapping[Any, float], boxes: np.ndarray) -> Enclosed:
    """Enclosures of expressions of a variable on boxes (2 × n); `known` has the numbers of all other symbols."""
    a, b = boxes
    half = 0.5 * (b - a)
    found: dict[int, Enclosure] = {}
    is_open = np.zeros(len(a), dtype=bool)
    with np.errstate(all="ignore"):
        for node in topological(roots):
            if node is variable:
                found[node.uid] = Enclosure(a, b, 1.0, 1.0, a + half)
            elif not node.args:
                value = float(known[node] if node.op == "symbol" else node.data)
                found[node.uid] = Enclosure(value, value, 0.0, 0.0, value)
            else:
                args = [found[x.uid] for x in node.args]
                bounds, branches = _RULES.get(node.op, _unknown)(node, args)
                is_open |= branches
                found[node.uid] = _tightened(bounds, _middle(node, args), half)
    return Enclosed([found[root.uid] for root in roots], is_open)


def _middle(node: Node, args: Sequence[Enclosure]) -> Any:
    if node.op in FOREIGN_OPS:
        return np.nan
    values = [x.middle for x in args]
    return node.data.evaluate(values[0]) if node.op == "lookup" else MEANING[node.op](*values)


def _tightened(bounds: _Bounds, middle: Any, half: np.ndarray) -> Enclosure:
    """_Bounds that the value in the middle makes tighter; what is not a number bounds nothing."""
    low, high, least, most = bounds
    reach = half * np.fmax(np.abs(least), np.abs(most)) * (1.0 + 1e-12) + ENCLOSURE_ROUNDING * np.abs(middle)
    return Enclosure(
        np.fmax(np.fmax(low, -np.inf), middle - reach),
        np.fmin(np.fmin(high, np.inf), middle + reach),
        np.fmax(least, -np.inf),
        np.fmin(most, np.inf),
        middle,
    )


def _unknown(node: Node, args: Sequence[Enclosure]) -> tuple[_Bounds, Any]:
    return (-np.inf, np.inf, -np.inf, np.inf), False


def _product(a: Any, b: Any, c: Any, d: Any) -> tuple[Any, Any]:
    """[a, b] · [c, d], where nothing times anything is nothing."""
    p, q, r, s = a * c, a * d, b * c, b * d
    return np.fmin(np.fmin(p, q), np.fmin(r, s)), np.fmax(np.fmax(p, q), np.fmax(r, s))


def _sum(a: Any, b: Any, c: Any, d: Any) -> tuple[Any, Any]:
    return a + c, b + d


def _chain(x: Enclosure, least: Any, most: Any) -> tuple[Any, Any]:
    """f'(x) x', where f' lies between the two."""
    return _product(least, most, x.least_slope, x.most_slope)


def _add(node: Node, args: Sequence[Enclosure]) -> tuple[_Bounds, Any]:
    x, y = args
    return (x.low + y.low, x.high + y.high, x.least_slope + y.least_slope, x.most_slope + y.most_slope), False


def _sub(node: Node, args: Sequence[Enclosure]) -> tuple[_Bounds, Any]:
    x, y = args
    return (x.low - y.high, x.high - y.low, x.least_slope - y.most_slope, x.most_slope - y.least_slope), False


def _neg(node: Node, args: Sequence[Enclosure]) -> tuple[_Bounds, Any]:
    (x,) = args
    return (-x.high, -x.low, -x.most_slope, -x.least_slope), False


def _mul(node: Node, args: Sequence[Enclosure]) -> tuple[_Bounds, Any]:
    x, y = args
    if node.args[0] is node.args[1]:
        return (*_power(x.low, x.high, 2), *_chain(x, 2.0 * x.low, 2.0 * x.high)), False
    first = _product(x.least_slope, x.most_slope, y.low, y.high)
    second = _product(x.low, x.high, y.least_slope, y.most_slope)
    return (*_product(x.low, x.high, y.low, y.high), *_sum(*first, *second)), False


def _inverse(low: Any, high: Any) -> tuple[Any, Any]:
    """1/[low, high]."""
    around = (low <= 0.0) & (high >= 0.0)
    return np.where(around, -np.inf, 1.0 / high), np.where(around, np.inf, 1.0 / low)


def _div(node: Node, args: Sequence[Enclosure]) -> tuple[_Bounds, Any]:
    x, y = args
    by = _inverse(y.low, y.high)
    value = _product(x.low, x.high, *by)
    falls = _product(*value, y.least_slope, y.most_slope)
    slope = x.least_slope - falls[1], x.most_slope - falls[0]
    return (*value, *_product(*slope, *by)), False


def _power(low: Any, high: Any, n: int) -> tuple[Any, Any]:
    """[low, high]ⁿ, n > 0."""
    if n % 2:
        return low**n, high**n
    smallest, largest = _sizes(low, high)
    return smallest**n, largest**n


def _sizes(low: Any, high: Any) -> tuple[Any, Any]:
    """_Bounds of |x|."""
    return np.maximum(0.0, np.maximum(low, -high)), np.maximum(np.abs(low), np.abs(high))


def _pow(node: Node, args: Sequence[Enclosure]) -> tuple[_Bounds, Any]:
    x, y = args
    if not np.ndim(y.low) and y.low == y.high and float(y.low).is_integer() and 0.0 < y.low < 1e3:
        n = int(y.low)
        around = (1.0, 1.0) if n == 1 else _power(x.low, x.high, n - 1)
        return (*_power(x.low, x.high, n), *_chain(x, n * around[0], n * around[1])), False
    if not np.ndim(y.low) and y.low == y.high and float(y.low).is_integer() and y.low < 0.0:
        n = -int(y.low)
        value = _inverse(*_power(x.low, x.high, n))
        slope = _inverse(*_power(x.low, x.high, n + 1))
        return (*value, *_chain(x, -n * slope[1], -n * slope[0])), False
    low = np.maximum(x.low, 0.0)
    logs = np.log(low), np.log(x.high)
    exponent = _product(*logs, y.low, y.high)
    value = np.exp(exponent[0]), np.exp(exponent[1])
    by_base = _product(*_product(y.low, y.high, *_inverse(low, x.high)), x.least_slope, x.most_slope)
    by_exponent = _product(*logs, y.least_slope, y.most_slope)
    rate = _sum(*by_base, *(by_exponent if np.ndim(y.low) or y.low != y.high else (0.0, 0.0)))
    return (*value, *_product(*value, *rate)), False


def _monotonic(function: Callable[[Any], Any], slope: Callable[[Any, Any], tuple[Any, Any]]) -> Rule:
    """A growing function, with bounds of its derivative."""

    def rule(node: Node, args: Sequence[Enclosure]) -> tuple[_Bounds, Any]:
        (x,) = args
        return (function(x.low), function(x.high), *_chain(x, *slope(x.low, x.high))), False

    return rule


def _of_size(slope: Callable[[Any], Any], grows: bool = False) -> Callable[[Any, Any], tuple[Any, Any]]:
    """_Bounds of a function of |x| that falls, or grows, with it."""

    def bounds(low: Any, high: Any) -> tuple[Any, Any]:
        smallest, largest = _sizes(low, high)
        return (slope(smallest), slope(largest)) if grows else (slope(largest), slope(smallest))

    return bounds


def _wave(x: Enclosure, shift: float) -> tuple[Any, Any]:
    """_Bounds of cos(x − shift)."""
    a, b = x.low - shift, x.high - shift
    ends = np.cos(a), np.cos(b)
    turn = 2.0 * np.pi
    has_top = np.floor(b / turn) >= np.ceil(a / turn)
    has_bottom = np.floor((b - np.pi) / turn) >= np.ceil((a - np.pi) / turn)
    return np.where(has_bottom, -1.0, np.minimum(*ends)), np.where(has_top, 1.0, np.maximum(*ends))


def _sin(node: Node, args: Sequence[Enclosure]) -> tuple[_Bounds, Any]:
    (x,) = args
    return (*_wave(x, 0.5 * np.pi), *_chain(x, *_wave(x, 0.0))), False


def _cos(node: Node, args: Sequence[Enclosure]) -> tuple[_Bounds, Any]:
    (x,) = args
    low, high = _wave(x, 0.5 * np.pi)
    return (*_wave(x, 0.0), *_chain(x, -high, -low)), False


def _tan(node: Node, args: Sequence[Enclosure]) -> tuple[_Bounds, Any]:
    (x,) = args
    whole = np.floor(x.low / np.pi + 0.5) == np.floor(x.high / np.pi + 0.5)
    low, high = np.where(whole, np.tan(x.low), -np.inf), np.where(whole, np.tan(x.high), np.inf)
    smallest, largest = _sizes(low, high)
    return (low, high, *_chain(x, 1.0 + smallest**2, 1.0 + largest**2)), False


def _acos(node: Node, args: Sequence[Enclosure]) -> tuple[_Bounds, Any]:
    (x,) = args
    least, most = _of_size(lambda s: 1.0 / np.sqrt(np.maximum(1.0 - s * s, 0.0)), True)(x.low, x.high)
    return (np.arccos(x.high), np.arccos(x.low), *_chain(x, -most, -least)), False


def _cosh(node: Node, args: Sequence[Enclosure]) -> tuple[_Bounds, Any]:
    (x,) = args
    smallest, largest = _sizes(x.low, x.high)
    return (np.cosh(smallest), np.cosh(largest), *_chain(x, np.sinh(x.low), np.sinh(x.high))), False


def _atan2(node: Node, args: Sequence[Enclosure]) -> tuple[_Bounds, Any]:
    y, x = args
    radius = _sum(*_power(x.low, x.high, 2), *_power(y.low, y.high, 2))
    one = _product(x.low, x.high, y.least_slope, y.most_slope)
    two = _product(y.low, y.high, x.least_slope, x.most_slope)
    slope = _product(one[0] - two[1], one[1] - two[0], *_inverse(*radius))
    return (-np.pi, np.pi, *slope), (x.low < 0.0) & (y.low < 0.0) & (y.high > 0.0)


def _abs(node: Node, args: Sequence[Enclosure]) -> tuple[_Bounds, Any]:
    (x,) = args
    sign = np.where(x.low >= 0.0, 1.0, -1.0), np.where(x.high <= 0.0, -1.0, 1.0)
    return (*_sizes(x.low, x.high), *_chain(x, np.minimum(*sign), np.maximum(*sign))), (x.low < 0.0) & (x.high > 0.0)


def _flat(jumps: Any) -> tuple[Any, Any]:
    """Slopes of what is constant but where it jumps."""
    return np.where(jumps, -np.inf, 0.0), np.where(jumps, np.inf, 0.0)


def _steps(function: Callable[[Any], Any]) -> Rule:
    """A growing function that is constant between jumps."""

    def rule(node: Node, args: Sequence[Enclosure]) -> tuple[_Bounds, Any]:
        (x,) = args
        low, high = function(x.low), function(x.high)
        return (low, high, *_flat(low != high)), low != high

    return rule


def _either(below: Any, above: Any, x: Enclosure, y: Enclosure) -> tuple[Any, Any]:
    """Slopes of x where it is below, of y where it is above, of both where that is open."""
    least, most = np.minimum(x.least_slope, y.least_slope), np.maximum(x.most_slope, y.most_slope)
    least = np.where(below, x.least_slope, np.where(above, y.least_slope, least))
    return least, np.where(below, x.most_slope, np.where(above, y.most_slope, most))


def _min(node: Node, args: Sequence[Enclosure]) -> tuple[_Bounds, Any]:
    x, y = args
    below, above = x.high <= y.low, y.high <= x.low
    low, high = np.minimum(x.low, y.low), np.minimum(x.high, y.high)
    return (low, high, *_either(below, above, x, y)), ~(below | above)


def _max(node: Node, args: Sequence[Enclosure]) -> tuple[_Bounds, Any]:
    x, y = args
    below, above = x.high <= y.low, y.high <= x.low
    low, high = np.maximum(x.low, y.low), np.maximum(x.high, y.high)
    return (low, high, *_either(above, below, x, y)), ~(below | above)


def _compared(is_true: Callable[..., Any], is_false: Callable[..., Any]) -> Rule:
    """A condition: 1 where it holds all over a box, 0 where nowhere, between both where that is open."""

    def rule(node: Node, args: Sequence[Enclosure]) -> tuple[_Bounds, Any]:
        x, y = args
        holds, fails = is_true(x, y), is_false(x, y)
        jumps = ~np.asarray(holds | fails)
        return (np.where(holds, 1.0, 0.0), np.where(fails, 0.0, 1.0), *_flat(jumps)), jumps

    return rule


def _apart(x: Enclosure, y: Enclosure) -> Any:
    return (x.high < y.low) | (y.high < x.low)


def _same(x: Enclosure, y: Enclosure) -> Any:
    return (x.low == y.high) & (x.high == y.low)


def _where(node: Node, args: Sequence[Enclosure]) -> tuple[_Bounds, Any]:
    condition, x, y = args
    holds, fails = condition.low > 0.5, condition.high < 0.5
    low = np.where(holds, x.low, np.where(fails, y.low, np.minimum(x.low, y.low)))
    high = np.where(holds, x.high, np.where(fails, y.high, np.maximum(x.high, y.high)))
    jump = ~(holds | fails)
    least, most = _either(holds, fails, x, y)
    return (low, high, np.where(jump, -np.inf, least), np.where(jump, np.inf, most)), False


def _lookup(node: Node, args: Sequence[Enclosure]) -> tuple[_Bounds, Any]:
    (x,) = args
    low, high, slopes = bounds_of_lookup(node.data, x.low, x.high)
    return (low, high, *_chain(x, *slopes)), False


def _between(combine: Callable[[Any, Any], Any]) -> Rule:
    def rule(node: Node, args: Sequence[Enclosure]) -> tuple[_Bounds, Any]:
        x, y = args
        low, high = combine(x.low, y.low), combine(x.high, y.high)
        return (low, high, *_flat(low != high)), False

    return rule


def _not(node: Node, args: Sequence[Enclosure]) -> tuple[_Bounds, Any]:
    (x,) = args
    return (1.0 - x.high, 1.0 - x.low, x.least_slope, x.most_slope), False


_RULES: dict[str, Rule] = {
    "add": _add,
    "sub": _sub,
    "neg": _neg,
    "mul": _mul,
    "div": _div,
    "pow": _pow,
    "sin": _sin,
    "cos": _cos,
    "tan": _tan,
    "acos": _acos,
    "cosh": _cosh,
    "atan2": _atan2,
    "abs": _abs,
    "sign": _steps(np.sign),
    "floor": _steps(np.floor),
    "ceil": _steps(np.ceil),
    "min": _min,
    "max": _max,
    "lt": _compared(lambda x, y: x.high < y.low, lambda x, y: x.low >= y.high),
    "le": _compared(lambda x, y: x.high <= y.low, lambda x, y: x.low > y.high),
    "eq": _compared(_same, _apart),
    "ne": _compared(_apart, _same),
    "and": _between(np.minimum),
    "or": _between(np.maximum),
    "not": _not,
    "where": _where,
    "lookup": _lookup,
    "sqrt": _monotonic(lambda x: np.sqrt(np.maximum(x, 0.0)), lambda a, b: (0.5 / np.sqrt(b), 0.5 / np.sqrt(a))),
    "exp": _monotonic(np.exp, lambda a, b: (np.exp(a), np.exp(b))),
    "expm1": _monotonic(np.expm1, lambda a, b: (np.exp(a), np.exp(b))),
    "log": _monotonic(np.log, lambda a, b: (1.0 / b, 1.0 / np.maximum(a, 0.0))),
    "log1p": _monotonic(np.log1p, lambda a, b: (1.0 / (1.0 + b), 1.0 / np.maximum(1.0 + a, 0.0))),
    "asin": _monotonic(np.arcsin, _of_size(lambda s: 1.0 / np.sqrt(np.maximum(1.0 - s * s, 0.0)), True)),
    "atan": _monotonic(np.arctan, _of_size(lambda s: 1.0 / (1.0 + s * s))),
    "sinh": _monotonic(np.sinh, _of_size(np.cosh, True)),
    "tanh": _monotonic(np.tanh, _of_size(lambda s: 1.0 - np.tanh(s) ** 2)),
    "asinh": _monotonic(np.arcsinh, _of_size(lambda s: 1.0 / np.sqrt(1.0 + s * s))),
    "acosh": _monotonic(np.arccosh, lambda a, b: tuple(1.0 / np.sqrt(np.maximum(x * x - 1.0, 0.0)) for x in (b, a))),
    "atanh": _monotonic(np.arctanh, _of_size(lambda s: 1.0 / np.maximum(1.0 - s * s, 0.0), True)),
}
"""_Bounds of every operation, and whether its branch is open; a primitive without a rule is bounded by nothing."""
