"""Expressions of a loop's source as typed trees."""

from __future__ import annotations

import ast
import builtins
import math
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

from .calls import call, call_rows
from .kinds import (
    BOOL_KIND,
    FLOAT_KIND,
    INT_KIND,
    NONE_KIND,
    ArrayKind,
    FunctionKind,
    LoopKind,
    Number,
    Several,
    Struct,
    function_kind,
    width,
)
from .marks import UNMARKED, SourcePlace, is_marked
from .tree import (
    Binary,
    Builtin,
    Call,
    Cast,
    Choice,
    FixedFunction,
    Item,
    Length,
    Literal,
    Local,
    LoopExpr,
    LoopFunction,
    Negative,
    Not,
    Slice,
    TupleField,
    Visitor,
)

OPERATORS: dict[type, str] = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%"}
COMPARISONS: dict[type, str] = {
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Eq: "==",
    ast.NotEq: "!=",
}
LOOP_FUNCTIONS: dict[Any, str] = {
    np.sqrt: "sqrt",
    math.sqrt: "sqrt",
    np.exp: "exp",
    math.exp: "exp",
    np.log: "log",
    math.log: "log",
    np.sin: "sin",
    math.sin: "sin",
    np.cos: "cos",
    math.cos: "cos",
    math.floor: "floor",
    np.floor: "floor",
}
"""Functions of one number that loops may call, with the name that stands for them in typed trees."""
KIND_RANK = {BOOL_KIND: 0, INT_KIND: 1, FLOAT_KIND: 2}


class Expressions(Visitor):
    """Reads expressions of one function: `names` are its variables with their kinds, `bound` those with a value."""

    def __init__(self, function: Any, instance: Callable[[Any, tuple[LoopKind, ...]], LoopFunction]) -> None:
        self.place = SourcePlace(function)
        self.scope, self.enclosing = function.__globals__, function.__code__.co_freevars
        self.instance = instance
        self.names: dict[str, LoopKind] = {}
        self.bound: set[str] = set()

    def read(self, node: ast.expr) -> LoopExpr:
        """The typed tree of an expression."""
        found: LoopExpr = self.visit(node)
        return found

    def refused(self, node: ast.expr) -> Any:
        """Raises, with the place in the source: compiled loops do not support this expression."""
        raise self.place.error(node, f"`{ast.unparse(node)}` is not for compiled loops")

    def number(self, node: ast.expr) -> LoopExpr:
        """The typed tree of an expression that must be a single number."""
        found = self.read(node)
        if not isinstance(found.kind, Number) or found.kind == NONE_KIND:
            raise self.place.error(node, f"`{ast.unparse(node)}` is a {found.kind} where one number is needed")
        return found

    def truth(self, node: ast.expr) -> LoopExpr:
        """The typed tree of a condition; `and` and `or` evaluate no more than Python would."""
        if isinstance(node, ast.BoolOp):
            found = self.truth(node.values[-1])
            for part in reversed(node.values[:-1]):
                test = self.truth(part)
                is_and = isinstance(node.op, ast.And)
                found = Choice(BOOL_KIND, test, found if is_and else _TRUE, _FALSE if is_and else found)
            return found
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return Not(BOOL_KIND, self.truth(node.operand))
        return cast(self.number(node), BOOL_KIND)

    def index(self, node: ast.expr) -> LoopExpr:
        """A whole number that counts from the beginning."""
        found = self.number(node)
        if found.kind == FLOAT_KIND:
            raise self.place.error(node, f"the index `{ast.unparse(node)}` is a float")
        if isinstance(found, Literal) and found.value < 0:
            raise self.place.error(node, "indices count from the beginning; write len(x) - 1 for the last entry")
        return cast(found, INT_KIND)

    def _constant(self, node: ast.Constant) -> LoopExpr:
        return self._fixed(node, node.value)

    def _fixed(self, node: ast.expr, value: Any) -> LoopExpr:
        name = node.id if isinstance(node, ast.Name) else ""
        if isinstance(value, bool):
            return Literal(BOOL_KIND, value, name)
        if isinstance(value, (int, np.integer)):
            return Literal(INT_KIND, int(value), name)
        if isinstance(value, (float, np.floating)):
            return Literal(FLOAT_KIND, float(value), name)
        if is_marked(value):
            return FixedFunction(function_kind(value))
        if callable(value):
            raise self.place.error(node, f"`{ast.unparse(node)}` is a function, {UNMARKED}")
        raise self.place.error(node, f"`{ast.unparse(node)}` is neither a name of the function nor a number")

    def _name(self, node: ast.Name) -> LoopExpr:
        if node.id in self.names:
            if node.id not in self.bound:
                raise self.place.error(node, f"{node.id!r} may have no value yet; give it one on every path to here")
            return Local(self.names[node.id], node.id)
        if node.id in self.enclosing:
            raise self.place.error(node, f"{node.id!r} belongs to the function around it; give it as an argument")
        return self._fixed(node, self.outside(node))

    def outside(self, node: ast.expr) -> Any:
        """What a name, or an attribute of a module, stands for outside of the function; None where nothing."""
        if isinstance(node, ast.Name):
            if node.id in self.names:
                return None
            return self.scope.get(node.id, getattr(builtins, node.id, None))
        if isinstance(node, ast.Attribute):
            base = self.outside(node.value)
            return getattr(base, node.attr, None) if isinstance(base, ModuleType) else None
        return None

    def _attribute(self, node: ast.Attribute) -> LoopExpr:
        fixed = self.outside(node)
        if fixed is not None:
            return self._fixed(node, fixed)
        base = self.read(node.value)
        if not isinstance(base.kind, Struct):
            raise self.place.error(node, f"`{ast.unparse(node.value)}` is a {base.kind}, which has no fields")
        if node.attr not in base.kind.slots:
            raise self.place.error(node, f"{base.kind} has no field {node.attr!r}")
        slot, kind = base.kind.slots[node.attr]
        return TupleField(kind, base, slot, node.attr)

    def _subscript(self, node: ast.Subscript) -> LoopExpr:
        shape = node.value
        if isinstance(shape, ast.Attribute) and shape.attr == "shape":
            return self._length(node, self.read(shape.value), self.index(node.slice))
        array = self.read(node.value)
        if not isinstance(array.kind, ArrayKind):
            raise self.place.error(node, f"`{ast.unparse(node.value)}` is a {array.kind}, which has no entries")
        parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        if len(parts) > array.kind.axes:
            raise self.place.error(node, f"`{ast.unparse(node.value)}` has {array.kind.axes} axes only")
        if isinstance(parts[-1], ast.Slice):
            return self._slice(node, array, array.kind, parts)
        indices = tuple(self.index(part) for part in parts)
        left = array.kind.axes - len(indices)
        return Item(ArrayKind(array.kind.item, left) if left else array.kind.number, array, indices)

    def _slice(self, node: ast.expr, array: LoopExpr, kind: ArrayKind, parts: list[ast.expr]) -> LoopExpr:
        *before, last = parts
        assert isinstance(last, ast.Slice)
        if last.step is not None or any(isinstance(part, ast.Slice) for part in before):
            raise self.place.error(node, "a slice is taken of the last index given, without a step")
        start = None if last.lower is None else self.index(last.lower)
        stop = None if last.upper is None else self.index(last.upper)
        left = ArrayKind(kind.item, kind.axes - len(before))
        return Slice(left, array, tuple(self.index(part) for part in before), start, stop)

    def _length(self, node: ast.expr, array: LoopExpr, axis: LoopExpr) -> LoopExpr:
        if not isinstance(array.kind, ArrayKind) or not isinstance(axis, Literal) or axis.value >= array.kind.axes:
            raise self.place.error(node, f"`{ast.unparse(node)}` is not the length of an axis")
        return Length(INT_KIND, array, int(axis.value))

    def _binop(self, node: ast.BinOp) -> LoopExpr:
        left, right = self.number(node.left), self.number(node.right)
        if isinstance(node.op, ast.Pow):
            return self._power(node, left, right)
        operator = OPERATORS.get(type(node.op))
        if operator is None:
            raise self.place.error(node, f"`{ast.unparse(node)}` has an operator that compiled loops do not support")
        kind = FLOAT_KIND if operator == "/" else max(left.kind, right.kind, INT_KIND, key=_rank)
        if operator in ("//", "%") and kind == FLOAT_KIND:
            raise self.place.error(node, f"`{operator}` is for integers")
        return Binary(kind, operator, cast(left, kind), cast(right, kind))

    def _power(self, node: ast.BinOp, base: LoopExpr, exponent: LoopExpr) -> LoopExpr:
        if base.kind != FLOAT_KIND:
            raise self.place.error(node, "powers are those of floats")
        if isinstance(exponent, Literal) and exponent.value == 2:
            return Builtin(FLOAT_KIND, "square", (base,))
        return Builtin(FLOAT_KIND, "pow", (base, cast(exponent, FLOAT_KIND)))

    def _unaryop(self, node: ast.UnaryOp) -> LoopExpr:
        if isinstance(node.op, ast.Not):
            return self.truth(node)
        value = self.number(node.operand)
        if isinstance(node.op, ast.UAdd):
            return value
        if not isinstance(node.op, ast.USub):
            raise self.place.error(node, f"`{ast.unparse(node)}` is not for compiled loops")
        if isinstance(value, Literal):
            return Literal(value.kind if value.kind == FLOAT_KIND else INT_KIND, -value.value)
        kind = max(value.kind, INT_KIND, key=_rank)
        return Negative(kind, cast(value, kind))

    def _boolop(self, node: ast.BoolOp) -> LoopExpr:
        values = [self.number(part) for part in node.values]
        if all(value.kind == BOOL_KIND for value in values):
            return self.truth(node)
        kind = max((value.kind for value in values), key=_rank)
        found = cast(values[-1], kind)
        for value in reversed(values[:-1]):
            test, same = cast(value, BOOL_KIND), cast(value, kind)
            is_and = isinstance(node.op, ast.And)
            found = Choice(kind, test, found if is_and else same, same if is_and else found)
        return found

    def _compare(self, node: ast.Compare) -> LoopExpr:
        sides = [node.left, *node.comparators]
        if any(isinstance(part, ast.Call) and not self._is_plain(part) for part in sides[1:-1]):
            raise self.place.error(node, "what stands between two comparisons is computed twice; give it a name")
        tests = [
            self._pair(node, left, operator, right)
            for left, operator, right in zip(sides[:-1], node.ops, sides[1:], strict=True)
        ]
        found = tests[-1]
        for test in reversed(tests[:-1]):
            found = Choice(BOOL_KIND, test, found, _FALSE)
        return found

    def _is_plain(self, node: ast.Call) -> bool:
        """Whether a call only computes a number."""
        target = self.outside(node.func)
        return target in LOOP_FUNCTIONS or target in (abs, min, max, len, float, int)

    def _pair(self, node: ast.Compare, left: ast.expr, operator: ast.cmpop, right: ast.expr) -> LoopExpr:
        if isinstance(operator, (ast.In, ast.NotIn)) and isinstance(right, ast.Tuple):
            found: LoopExpr = _FALSE
            for part in reversed(right.elts):
                found = Choice(BOOL_KIND, self._pair(node, left, ast.Eq(), part), _TRUE, found)
            return found if isinstance(operator, ast.In) else Not(BOOL_KIND, found)
        if type(operator) not in COMPARISONS:
            raise self.place.error(node, f"`{ast.unparse(node)}` compares in a way that compiled loops do not")
        one, other = self.number(left), self.number(right)
        kind = max(one.kind, other.kind, INT_KIND, key=_rank)
        return Binary(BOOL_KIND, COMPARISONS[type(operator)], cast(one, kind), cast(other, kind))

    def _ifexp(self, node: ast.IfExp) -> LoopExpr:
        test, yes, no = self.truth(node.test), self.read(node.body), self.read(node.orelse)
        if yes.kind != no.kind:
            if not (isinstance(yes.kind, Number) and isinstance(no.kind, Number)):
                raise self.place.error(node, f"one branch gives a {yes.kind}, the other a {no.kind}")
            kind = max(yes.kind, no.kind, key=_rank)
            yes, no = cast(yes, kind), cast(no, kind)
        return Choice(yes.kind, test, yes, no)

    def _call(self, node: ast.Call) -> LoopExpr:
        if node.keywords:
            raise self.place.error(node, "arguments are given by their places, not by name")
        target = self.outside(node.func)
        if target in _KNOWN:
            return _KNOWN[target](self, node)
        if target in LOOP_FUNCTIONS:
            return Builtin(FLOAT_KIND, LOOP_FUNCTIONS[target], (cast(self.number(node.args[0]), FLOAT_KIND),))
        if target is None:
            target = self._given_function(node)
        if not is_marked(target):
            name = getattr(target, "__qualname__", target)
            raise self.place.error(node, f"{name!r} is called in a loop; mark it with @loop")
        arguments = tuple(self.read(argument) for argument in node.args)
        if any(isinstance(argument.kind, Several) for argument in arguments):
            raise self.place.error(node, "a call that gives several numbers needs names for them first")
        function = self.instance(target, tuple(argument.kind for argument in arguments))
        pairs = zip([given for given in arguments if width(given.kind)], function.parameters, strict=True)
        return Call(function.result, function, tuple(cast(given, kind) for given, (_, kind) in pairs))

    def _given_function(self, node: ast.Call) -> Callable[..., Any]:
        """The loop that an argument, a field or another name of the function stands for."""
        kind = self.read(node.func).kind
        if not isinstance(kind, FunctionKind):
            raise self.place.error(node, f"`{ast.unparse(node.func)}` is a {kind}, which cannot be called")
        return kind.function


def cast(value: LoopExpr, kind: LoopKind) -> LoopExpr:
    """A number as another kind; anything else as it is."""
    if value.kind == kind or not isinstance(kind, Number) or not isinstance(value.kind, Number):
        return value
    if isinstance(value, Literal):
        return Literal(kind, {FLOAT_KIND: float, INT_KIND: int, BOOL_KIND: bool}[kind](value.value), value.name)
    return Cast(kind, value)


def _rank(kind: LoopKind) -> int:
    return KIND_RANK[kind]  # type: ignore[index]


def _length_of(reader: Expressions, node: ast.Call) -> LoopExpr:
    return reader._length(node, reader.read(node.args[0]), Literal(INT_KIND, 0))


def _absolute(reader: Expressions, node: ast.Call) -> LoopExpr:
    value = reader.number(node.args[0])
    return Builtin(value.kind, "abs", (value,))


def _extreme(name: str) -> Callable[[Expressions, ast.Call], LoopExpr]:
    def read(reader: Expressions, node: ast.Call) -> LoopExpr:
        values = [reader.number(part) for part in node.args]
        kind = max((value.kind for value in values), key=_rank)
        found = cast(values[0], kind)
        for value in values[1:]:
            found = Builtin(kind, name, (found, cast(value, kind)))
        return found

    return read


def _conversion(kind: Number) -> Callable[[Expressions, ast.Call], LoopExpr]:
    if kind == BOOL_KIND:
        return lambda reader, node: reader.truth(node.args[0])
    return lambda reader, node: cast(reader.number(node.args[0]), kind)


def _is_finite(reader: Expressions, node: ast.Call) -> LoopExpr:
    return Builtin(BOOL_KIND, "isfinite", (cast(reader.number(node.args[0]), FLOAT_KIND),))


def _kernel(name: str) -> Callable[[Expressions, ast.Call], LoopExpr]:
    def read(reader: Expressions, node: ast.Call) -> LoopExpr:
        kernel = reader.read(node.args[0])
        if kernel.kind != ArrayKind("int64", 1):
            raise reader.place.error(node, f"a kernel is an array of integers, and this is a {kernel.kind}")
        return Builtin(NONE_KIND, name, (kernel,))

    return read


_TRUE, _FALSE = Literal(BOOL_KIND, True), Literal(BOOL_KIND, False)
_KNOWN: dict[Any, Callable[[Expressions, ast.Call], LoopExpr]] = {
    len: _length_of,
    abs: _absolute,
    min: _extreme("min"),
    max: _extreme("max"),
    float: _conversion(FLOAT_KIND),
    int: _conversion(INT_KIND),
    bool: _conversion(BOOL_KIND),
    np.isfinite: _is_finite,
    math.isfinite: _is_finite,
    call: _kernel("call"),
    call_rows: _kernel("call_rows"),
}
"""What loops may call besides each other."""
