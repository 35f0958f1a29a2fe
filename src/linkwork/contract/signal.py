"""The contract of signals: numbers that depend on time alone, and expressions of `lw.t` that become them.

Bounds of expressions by interval arithmetic, and branches that never change because of them.

√(1 − 0.01 sin² t) has a root, and is analytic all the same: its argument stays between 0.99 and 1. Bounds are those of
each operation on the bounds of its arguments (Moore, Interval Analysis, 1966): never too narrow, often too wide.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import FunctionType
from typing import Any, ClassVar

import numpy as np

from ..expr import Expr, TraceError, is_symbolic, jacobian, substitute, symbols
from ..expr.evaluate import evaluate
from ..expr.graph import as_expr
from ..expr.node import Node, symbols_of, topological
from .derived.probe import deciding
from .element import Element
from .errors import ModelError
from .fields import option
from .parameters import Parameter, parameters_in

Bounds = tuple[float, float]
ANYTHING: Bounds = (-math.inf, math.inf)
OFF_BRANCH = 1e-12
"""How far bounds must be from where a branch changes: they are not rounded outwards."""

_RISING: dict[str, Callable[[float], float]] = {"atan": math.atan, "tanh": math.tanh, "sinh": math.sinh}
_RISING |= {"exp": math.exp, "expm1": math.expm1, "asinh": math.asinh}
_WITHIN: dict[str, Bounds] = {"sin": (-1.0, 1.0), "cos": (-1.0, 1.0), "cosh": (1.0, math.inf)}


def bounds_of(roots: Iterable[Node]) -> dict[Node, Bounds]:
    """The least and the greatest value of every node, whatever its symbols are; Parameters are at their own values."""
    found: dict[Node, Bounds] = {}
    for node in topological(list(roots)):
        found[node] = _bounds(node, [found[a] for a in node.args])
    return found


def never_changes(node: Node, found: dict[Node, Bounds]) -> bool:
    """Whether an operation with branches, such as a root or `abs`, stays on the same smooth branch within bounds."""
    low, high = found[node.args[0]]
    if node.op in ("sqrt", "pow"):
        return low > OFF_BRANCH
    if node.op in ("asin", "acos"):
        return low > -1.0 + OFF_BRANCH and high < 1.0 - OFF_BRANCH
    if node.op == "acosh":
        return low > 1.0 + OFF_BRANCH
    if node.op in ("abs", "sign"):
        return low > OFF_BRANCH or high < -OFF_BRANCH
    if node.op == "atan2":
        return found[node.args[1]][0] > OFF_BRANCH
    if node.op in ("min", "max"):
        lower, upper = found[node.args[1]]
        return high < lower or upper < low
    return False


def _bounds(node: Node, args: list[Bounds]) -> Bounds:
    if node.op == "const" and not isinstance(node.data, bool):
        return (float(node.data),) * 2
    if isinstance(node, Parameter):
        return (node.value,) * 2
    if node.op in _WITHIN:
        return _WITHIN[node.op]
    try:
        found = _of_operation(node, args)
    except (OverflowError, ValueError, ZeroDivisionError):
        return ANYTHING
    return ANYTHING if any(math.isnan(x) for x in found) else found


def _of_operation(node: Node, args: list[Bounds]) -> Bounds:
    if node.op in _RISING:
        rising = _RISING[node.op]
        return rising(args[0][0]), rising(args[0][1])
    if node.op in ("sqrt", "asin"):
        root: Callable[[float], float] = math.sqrt if node.op == "sqrt" else math.asin
        return root(args[0][0]), root(args[0][1])
    if node.op == "neg":
        return -args[0][1], -args[0][0]
    if node.op == "add":
        return args[0][0] + args[1][0], args[0][1] + args[1][1]
    if node.op == "sub":
        return args[0][0] - args[1][1], args[0][1] - args[1][0]
    if node.op == "mul":
        return _even(args[0], 2) if node.args[0] is node.args[1] else _product(*args)
    if node.op == "div" and (args[1][0] > 0.0 or args[1][1] < 0.0):
        return _product(args[0], (1.0 / args[1][1], 1.0 / args[1][0]))
    if node.op == "pow" and args[1][0] == args[1][1] and args[1][0] in (2.0, 4.0):
        return _even(args[0], int(args[1][0]))
    if node.op == "abs":
        return _even(args[0], 1)
    if node.op == "min":
        return min(args[0][0], args[1][0]), min(args[0][1], args[1][1])
    if node.op == "max":
        return max(args[0][0], args[1][0]), max(args[0][1], args[1][1])
    return ANYTHING


def _even(x: Bounds, exponent: int) -> Bounds:
    """Of |x| to a power."""
    ends = sorted(abs(end) ** exponent for end in x)
    return (0.0 if x[0] <= 0.0 <= x[1] else ends[0]), ends[1]


def _product(a: Bounds, b: Bounds) -> Bounds:
    ends = [0.0 if 0.0 in (x, y) else x * y for x in a for y in b]
    return min(ends), max(ends)


class Signal(Element):
    """A function of time, written as `value(t)`. Its derivatives follow by differentiation.

    `smoothness` says how many derivatives are continuous. A driven coordinate needs two, a plain input none. It is read
    off the expression: a `where`, a table, an `abs`, a root of time break it, unless bounds of its argument show that
    it stays on one branch, as √(1 − 0.01 sin² t) does. A signal that knows better overrides it.
    """

    ends: ClassVar[int | None] = 0
    remedy: ClassVar[str] = "Use a SmoothStep, a Spline or another smooth signal."
    """What to do where it is not smooth enough."""
    start_field: ClassVar[str] = ""
    """The field whose first entries are its value and its rate at the start."""

    def value(self, t: Any) -> Any:
        """The value at time t, a number or an expression."""
        raise ModelError(f"{self.kind}: a signal must have value(self, t).")

    def traced(self) -> Mapping[str, Any]:
        """Its value."""
        return {"value": self.value(symbols("t"))}

    @property
    def smoothness(self) -> float:
        """How many derivatives are continuous: 0 for a continuous kink, inf for a smooth function, −1 for jumps."""
        return smoothness_of(as_expr(self.value(symbols("t"))))

    def __call__(self, t: Any) -> Any:
        """The number at time t, an array of numbers where t is one."""
        return self.derivative(t, 0)

    def derivative(self, t: Any, order: int = 1, parameters: Mapping[str, float] | None = None) -> Any:
        """What its derivative of the given order is worth at time t, a number or an array.

        `parameters` are values of Parameters by name; the others are at their own.
        """
        time, derivatives = self._traced_derivatives
        while len(derivatives) <= order:
            value = as_expr(jacobian(derivatives[-1][0], time).item())
            derivatives.append((value, parameters_in([value])))
        value, found = derivatives[order]
        given = parameters or {}
        times = np.asarray(t, dtype=float)
        known: dict[Any, Any] = {**{p: given.get(p.name, p.value) for p in found}, time: times}
        result = np.broadcast_to(evaluate([value], known)[0], times.shape)
        return float(result) if result.ndim == 0 else np.array(result)

    @cached_property
    def _traced_derivatives(self) -> tuple[Any, list[tuple[Expr, list[Parameter]]]]:
        """Time, and the expressions of the value and of the derivatives asked for so far, with their Parameters.

        A driven coordinate asks at every step of a run, and tracing takes ten times as long as evaluating.
        """
        time = symbols("t")
        value = as_expr(self.value(time))
        return time, [(value, parameters_in([value]))]


_JUMPS = frozenset(("sign", "floor", "ceil", "where"))


def smoothness_of(value: Expr) -> float:
    """The least number of continuous derivatives in time that the operations of an expression guarantee."""
    smooth, bounds = math.inf, bounds_of([value])
    moving: set[int] = set()
    for node in topological([value]):
        # What depends on Parameters only, such as abs(k), does not change in time. The branches of a `where` count for
        # themselves, and what is analytic breaks nothing.
        if (node.op == "symbol" and not isinstance(node, Parameter)) or any(a.uid in moving for a in node.args):
            moving.add(node.uid)
        if not any(a.uid in moving for a in deciding(node)):
            continue
        if never_changes(node, bounds):
            continue
        if node.op == "lookup":
            smooth = min(smooth, node.data.smoothness)
        else:
            smooth = min(smooth, -1.0 if node.op in _JUMPS else 0.0)
    return smooth


SAY_SMOOTH = (
    "Use a SmoothStep, a Spline or another smooth signal; if it is smooth although it has branches or roots, say so by "
    "the number of its continuous derivatives: {}."
)


def as_smoothness(given: Any) -> Any:
    """How many derivatives are continuous: a number, or None to read it off the expression."""
    if given is None:
        return None
    if isinstance(given, bool) or not isinstance(given, (int, float, np.number)) or not given >= -1:
        raise ModelError("give the number of continuous derivatives, such as 2, or math.inf for an analytic function")
    return given


def said(smoothness: float) -> str:
    """Smoothness in words."""
    if smoothness < 0:
        return "jumps"
    return {0: "none", 1: "one", 2: "two"}.get(int(smoothness) if math.isfinite(smoothness) else 3, "more than two")


t: Expr = symbols("t")
"""Time, for drives and inputs: `drive={"angle": 6.0 * lw.t}`."""


@dataclass(frozen=True, eq=False)
class OfTime:
    """An expression of `lw.t` as a function of time."""

    expression: Expr

    def __call__(self, time: Any) -> Any:
        """Its value at a time, a number or an expression."""
        found = substitute([self.expression], {t: as_expr(time)})[0]
        return found.data if found.op == "const" else found

    def __repr__(self) -> str:
        return repr(self.expression)


def is_of_time(value: Any) -> bool:
    """Whether it is an expression in which `lw.t` stands."""
    return is_symbolic(value) and np.shape(value) == () and any(node is t for node in symbols_of([as_expr(value)]))


def as_function(given: Any) -> Any:
    """A function of time: itself, or what an expression of `lw.t` or a number stands for."""
    is_number = isinstance(given, (int, float, np.number)) and not isinstance(given, bool)
    return OfTime(as_expr(given)) if is_number or (is_symbolic(given) and np.shape(given) == ()) else given


def as_signal(given: Any) -> Any:
    """A signal from one, a function of time, an expression of `lw.t` or a number; anything else as it was given."""
    found = as_function(given)
    if isinstance(given, (Signal, type)) or not callable(found):
        return given
    return Expression(found)


class Expression(Signal):
    """y(t) = f(t): any Python `function` of time, written with linkwork's or NumPy's functions, or `6.0 * lw.t`.

    It is called once, with a symbol, and recorded: `lambda t: 0.1 * np.sin(5 * t) ** 2`. How smooth it is is read off
    what was recorded, where a `where` counts as a jump; one that is smoother says so with `smooth=2`.
    """

    remedy: ClassVar[str] = SAY_SMOOTH.format("lw.Expression(function, smooth=2)")
    function = option(convert=as_function, doc="f")
    smooth = option(default=None, convert=as_smoothness, doc="how many derivatives are continuous, if you know better")

    def validate(self) -> None:
        """The function can be recorded and gives one number."""
        if not callable(self.function) or isinstance(self.function, type):
            raise ModelError(f"{self.kind}: {self.function!r} is not a function of time.")
        _check_argument(self.kind, self.function)
        try:
            result = self.value(symbols("t"))
        except (TraceError, TypeError, ValueError, AttributeError) as error:
            raise ModelError(f"{self.kind}: the function of time cannot be recorded: {error}") from None
        if result is None or np.shape(result) != ():
            what = "nothing; is a `return` missing?" if result is None else f"an array of shape {np.shape(result)}."
            raise ModelError(f"{self.kind}: the function of time must return one number; it returned {what}")

    def value(self, t: Any) -> Any:
        """The value at time t."""
        return self.function(t)

    @property
    def smoothness(self) -> float:
        """What was said, else what is read off the expression."""
        return super().smoothness if self.smooth is None else float(self.smooth)


def _check_argument(kind: str, function: Any) -> None:
    """Raises where a user's function names its argument otherwise than time: a law of something else was meant."""
    if not isinstance(function, FunctionType) or (function.__module__ or "").startswith("linkwork"):
        return
    names = function.__code__.co_varnames[: function.__code__.co_argcount]
    wanted = names[: len(names) - len(function.__defaults__ or ())]
    if len(wanted) == 1 and wanted[0] not in ("t", "time"):
        raise ModelError(
            f"{kind}: a function of time is wanted, and this one takes {wanted[0]!r}; call its argument t. A force "
            "that depends on what is measured is a law: write a class with law(self, e, e_dot, t)."
        )
