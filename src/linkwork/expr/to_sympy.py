"""Expressions as SymPy ones, for reading and for algebra. `from_sympy.py` is the way back.

The entry `q[0]` of an input is the real symbol `q_0` (LaTeX q_{0}); a scalar input keeps its name, except that one
called `m_1` is `m_{1}`, so that it is not an entry of m. Tables and opaque functions become functions that SymPy cannot
look into but can differentiate; they carry their data. Importing this module imports SymPy, which is slow:
`linkwork.expr` does not do it for you.
"""

from __future__ import annotations

import re
import unicodedata
import weakref
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from math import isinf, pi
from typing import Any

import sympy
from sympy.codegen.cfunctions import expm1, log1p

from .array import array
from .errors import TraceError
from .function import Function
from .graph import Node, as_expr, topological
from .opaque import Opaque
from .tables import PiecewisePolynomial

SYMPY: dict[str, Callable[..., Any]] = {
    "neg": lambda a: -a,
    "add": sympy.Add,
    "sub": lambda a, b: a - b,
    "mul": sympy.Mul,
    "div": lambda a, b: a / b,
    "pow": sympy.Pow,
    "sqrt": sympy.sqrt,
    "exp": sympy.exp,
    "expm1": expm1,
    "log": sympy.log,
    "log1p": log1p,
    "sin": sympy.sin,
    "cos": sympy.cos,
    "tan": sympy.tan,
    "asin": sympy.asin,
    "acos": sympy.acos,
    "atan": sympy.atan,
    "sinh": sympy.sinh,
    "cosh": sympy.cosh,
    "tanh": sympy.tanh,
    "asinh": sympy.asinh,
    "acosh": sympy.acosh,
    "atanh": sympy.atanh,
    "abs": sympy.Abs,
    "sign": sympy.sign,
    "floor": sympy.floor,
    "ceil": sympy.ceiling,
    "atan2": sympy.atan2,
    # SymPy would try to decide these, at great length.
    "min": lambda a, b: sympy.Min(a, b, evaluate=False),
    "max": lambda a, b: sympy.Max(a, b, evaluate=False),
    "lt": lambda a, b: sympy.Lt(a, b, evaluate=False),
    "le": lambda a, b: sympy.Le(a, b, evaluate=False),
    "eq": lambda a, b: sympy.Eq(a, b, evaluate=False),
    "ne": lambda a, b: sympy.Ne(a, b, evaluate=False),
    "and": lambda a, b: sympy.And(a, b, evaluate=False),
    "or": lambda a, b: sympy.Or(a, b, evaluate=False),
    "not": lambda a: sympy.Not(a, evaluate=False),
    "where": lambda c, a, b: sympy.Piecewise((a, c), (b, True), evaluate=False),
}
"""Operation name to what builds it in SymPy."""


def to_sympy(value: Any) -> Any:
    """`value` in SymPy: an expression, a matrix for an array (a vector is a column), a dict of outputs for a Function.

    What the graph shares is written out each time; `to_sympy_shared` keeps it apart.
    """
    roots, shaped = _flattened(value)
    known: dict[Node, Any] = {}
    for node in topological(roots):
        known[node] = _convert(node, known)
    _check_names(roots)
    return shaped([known[root] for root in roots])


def to_sympy_shared(value: Any, prefix: str = "x") -> tuple[list[tuple[Any, Any]], Any]:
    """(definitions, result) as `sympy.cse` has it: what the graph uses more than once gets a symbol `x0`, `x1`, …"""
    roots, shaped = _flattened(value)
    order = topological(roots)
    uses = Counter(argument for node in order for argument in node.args)
    uses.update(roots)
    taken = _check_names(roots)
    known: dict[Node, Any] = {}
    definitions: list[tuple[Any, Any]] = []
    count = 0
    for node in order:
        known[node] = converted = _convert(node, known)
        if uses[node] > 1 and node.args and node.op not in ("neg", "call") and not converted.is_Boolean:
            while f"{prefix}{count}" in taken:
                count += 1
            known[node] = sympy.Symbol(f"{prefix}{count}", real=True)
            definitions.append((known[node], converted))
            count += 1
    return definitions, shaped([known[root] for root in roots])


def latex(value: Any) -> str:
    """`value` in LaTeX; a Function is one line per output, `name = …`, in an aligned block."""
    converted = to_sympy(value)
    if not isinstance(value, Function):
        return _latex(converted)
    lines = [f"{_latex(sympy.Symbol(name))} &= {_latex(result)}" for name, result in converted.items()]
    return "\\begin{aligned}\n" + " \\\\\n".join(lines) + "\n\\end{aligned}"


def _latex(value: Any) -> str:
    """What SymPy writes, with commands for Greek letters: it leaves φ as it is."""
    return re.sub("([Α-Ωα-ω])(?=([A-Za-z])?)", _command, str(sympy.latex(value)))


def _command(match: re.Match[str]) -> str:
    *_, size, _, name = unicodedata.name(match[1].replace("ς", "σ")).split()
    name = name.replace("LAMDA", "LAMBDA").lower()
    command = sympy.latex(sympy.Symbol(name if size == "SMALL" else name.capitalize()))
    return f"{command} " if match[2] else command


def sympy_symbol(name: str) -> Any:
    """The SymPy symbol of the input entry `name`: `q[0]` is q_0, `A[1,2]` is A_1_2.

    What is called `m_1` is m_{1}, and its entries {m_{1}}_{0}: each name comes back as it was.
    """
    base, *indices = re.split(r"[\[,]", name.removesuffix("]"))
    marked = re.sub(r"(?<=.)_(\d+(?:_\d+)*)$", r"_{\1}", base)
    if indices:
        rest = "_".join(indices)
        marked = f"{base}_{rest}" if marked == base else f"{{{marked}}}_{{{rest}}}"
    return sympy.Symbol(marked, real=True)


def sympy_number(value: float) -> Any:
    """A constant as one would write it: whole numbers, halves, quarters, …, multiples of π, else a float."""
    if isinf(value):
        return sympy.oo if value > 0 else -sympy.oo
    exact = Fraction(value)
    if exact.denominator <= 64 and abs(value) < 1e6:
        return sympy.Rational(exact.numerator, exact.denominator)
    turns = Fraction(value / pi).limit_denominator(360)
    if 0 < abs(turns.numerator) <= 360 and turns.numerator * pi / turns.denominator == value:
        return sympy.Rational(turns.numerator, turns.denominator) * sympy.pi
    return sympy.Float(value)


def _convert(node: Node, known: dict[Node, Any]) -> Any:
    """One node, its arguments being known."""
    args = [known[a] for a in node.args]
    if node.op == "const":
        return sympy.true if node.data is True else sympy.false if node.data is False else sympy_number(node.data)
    if node.op == "symbol":
        return sympy_symbol(node.data)
    return sympy_operation(node, args)


def sympy_operation(node: Node, args: Sequence[Any]) -> Any:
    """What a node that is neither number nor symbol makes of its arguments in SymPy."""
    if node.op == "lookup":
        return lookup_function(node.data)(*args)
    if node.op == "call":
        return sympy.Tuple(*args)
    if node.op == "output":
        return opaque_function(node.args[0].data, node.data)(*args[0])
    return SYMPY[node.op](*args)


def _flattened(value: Any) -> tuple[list[Any], Callable[[Sequence[Any]], Any]]:
    """The scalar expressions of `value`, and how their counterparts are put together again."""
    if isinstance(value, Function):
        parts = {name: _flattened(entries) for name, entries in value.outputs.items()}

        def together(results: Sequence[Any]) -> dict[str, Any]:
            shaped, start = {}, 0
            for name, (roots, shape) in parts.items():
                shaped[name] = shape(results[start : start + len(roots)])
                start += len(roots)
            return shaped

        return [root for roots, _ in parts.values() for root in roots], together
    entries = array(value)
    roots = [x if isinstance(x, Node) else as_expr(x) for x in entries.ravel()]
    if entries.ndim == 0:
        return roots, lambda results: results[0]
    if entries.ndim <= 2:
        rows, columns = entries.shape if entries.ndim == 2 else (entries.size, 1)
        return roots, lambda results: sympy.ImmutableMatrix(rows, columns, results)
    return roots, lambda results: sympy.ImmutableDenseNDimArray(results, entries.shape)


def _check_names(roots: Sequence[Node]) -> set[str]:
    """The SymPy names of all symbols; two of ours must not become one."""
    taken: dict[str, str] = {}
    for node in topological(roots):
        if node.op == "symbol":
            name = sympy_symbol(node.data).name
            if name in taken:
                raise TraceError(f"to_sympy: {taken[name]} and {node.data} would both be called {name}; rename one.")
            taken[name] = node.data
    return set(taken)


_functions: weakref.WeakValueDictionary[Any, Any] = weakref.WeakValueDictionary()
"""The classes made below, so that equal data is the same SymPy function."""


def lookup_function(polynomial: PiecewisePolynomial, name: str | None = None) -> Any:
    """The SymPy function of a table; `data` is the table, and its derivative the table's."""
    key = ("lookup", polynomial.digest)
    found = _functions.get(key)
    if found is None:
        label = name or f"table_{polynomial.digest[:4]}"

        def slope(index: int) -> Any:
            return lookup_function(polynomial.derivative, f"{label}'")

        found = _functions[key] = _sympy_function(label, 1, polynomial, slope, polynomial)
    return found


def opaque_function(source: Opaque, index: int) -> Any:
    """The SymPy function of one output of an opaque function; `data` is the pair of both."""
    key = ("opaque", id(source), index)
    found = _functions.get(key)
    if found is None:

        def slope(j: int) -> Any:
            return opaque_function(source.derivative, index * source.n_in + j - 1)

        label = source.name if source.n_out is None else f"{source.name}_{index}"
        value = lambda *args: source.values(*args)[index]  # noqa: E731
        found = _functions[key] = _sympy_function(label, source.n_in, (source, index), slope, value)
    return found


def _sympy_function(name: str, n: int, data: Any, slope: Callable[[int], Any], value: Callable[..., Any]) -> Any:
    """A subclass of sympy.Function with its derivative (`slope` of argument j gives a function) and numbers."""

    def fdiff(self: Any, argindex: int = 1) -> Any:
        return slope(argindex)(*self.args)

    def evalf(self: Any, prec: int) -> Any:
        numbers = [a.evalf() for a in self.args]
        return sympy.Float(float(value(*map(float, numbers)))) if all(a.is_Number for a in numbers) else None

    members = {"data": data, "nargs": n, "fdiff": fdiff, "_eval_evalf": evalf, "is_real": True}
    return type(name, (sympy.Function,), members)
