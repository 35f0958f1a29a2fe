"""Expressions of loops as C.

Python computes from left to right; C leaves the order open. What is computed by a call, and what a later call might
change, is therefore given a name before the expression, wherever the order can be seen.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from decimal import Decimal
from functools import partial
from typing import NamedTuple

from ..kinds import BOOL_KIND, FLOAT_KIND, INT_KIND, ArrayKind, LoopKind, Struct
from ..tree import (
    Binary,
    Builtin,
    Call,
    Cast,
    Choice,
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
from .names import ARRAY_START, CKinds, Names, array_length, c_literal, member

CHOICE, OR, AND, EQUAL, COMPARE, SUM, PRODUCT, UNARY_LEVEL, ATOM = range(9)
"""How closely operators bind."""
_LEVEL = {"+": SUM, "-": SUM, "*": PRODUCT, "/": PRODUCT, "==": EQUAL, "!=": EQUAL}
_LIBRARY = ("pow", "exp", "log", "sin", "cos", "sqrt", "floor", "isfinite")

C_HELPERS = {
    "square": "static double square(double x)\n{\n    return x * x;\n}\n",
    "lesser": "static double lesser(double a, double b)\n{\n    return b < a ? b : a;\n}\n",
    "greater": "static double greater(double a, double b)\n{\n    return b > a ? b : a;\n}\n",
    "lesser_int": "static int64_t lesser_int(int64_t a, int64_t b)\n{\n    return b < a ? b : a;\n}\n",
    "greater_int": "static int64_t greater_int(int64_t a, int64_t b)\n{\n    return b > a ? b : a;\n}\n",
    "size_int": "static int64_t size_int(int64_t a)\n{\n    return a < 0 ? -a : a;\n}\n",
    "floor_remainder": """/* Python's remainder, which has the sign of the divisor. */
static int64_t floor_remainder(int64_t a, int64_t b)
{
    const int64_t rest = a % b;
    return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}
""",
    "floor_quotient": """/* Python's quotient, which is rounded down. */
static int64_t floor_quotient(int64_t a, int64_t b)
{
    const int64_t rest = a % b;
    return a / b - (rest != 0 && (rest < 0) != (b < 0) ? 1 : 0);
}
""",
    "call_kernel": """/* A kernel: its address, and those of its tables of inputs and outputs and of its work memory. */
static void call_kernel(const int64_t *kernel)
{
    typedef void Kernel(const int64_t *in, const int64_t *out, double *work);
    Kernel *const run = (Kernel *)(intptr_t)kernel[0];
    run((const int64_t *)(intptr_t)kernel[1], (const int64_t *)(intptr_t)kernel[2], (double *)(intptr_t)kernel[3]);
}
""",
    "call_rows": """/* The same over rows: behind these the first row and the one behind the last. */
static void call_rows(const int64_t *kernel)
{
    typedef void Kernel(const int64_t *in, const int64_t *out, double *work, int64_t start, int64_t stop);
    Kernel *const run = (Kernel *)(intptr_t)kernel[0];
    run((const int64_t *)(intptr_t)kernel[1], (const int64_t *)(intptr_t)kernel[2], (double *)(intptr_t)kernel[3],
        kernel[4], kernel[5]);
}
""",
    "real_of": """/* The number that a slot of eight bytes holds. */
static double real_of(int64_t slot)
{
    double x;
    memcpy(&x, &slot, sizeof x);
    return x;
}
""",
}
"""Functions that the text of loops may need."""


class CText(NamedTuple):
    """The text of a value, and how closely its outermost operator binds."""

    text: str
    level: int = ATOM

    def within(self, level: int) -> str:
        """The text as an operand of an operator."""
        return self.text if self.level >= level else f"({self.text})"


class CView(NamedTuple):
    """An array: where its numbers begin, its lengths, and its name where it has one."""

    data: CText
    lengths: tuple[CText, ...]
    whole: str = ""


class CExpressions(Visitor):
    """Writes the expressions of one function; what has to be computed before goes to `lines`."""

    def __init__(self, kinds: CKinds, functions: dict[LoopFunction, str], helpers: set[str], names: Names) -> None:
        self.kinds, self.functions, self.helpers, self.names = kinds, functions, helpers, names
        self.locals: dict[str, str] = {}
        self.lines: list[str] = []

    def value(self, expr: LoopExpr) -> CText:
        """A value; an array or a structure as it is handed over."""
        if isinstance(expr.kind, ArrayKind):
            return self._handed(expr.kind, self.view(expr))
        found: CText = self.visit(expr)
        return found

    def text(self, expr: LoopExpr) -> str:
        """A value as an argument, an index or a right-hand side."""
        return self.value(expr).text

    def ordered(self, parts: Sequence[LoopExpr]) -> list[CText]:
        """Several values, each computed before the next wherever it matters."""
        found = []
        for k, part in enumerate(parts):
            later = parts[k + 1 :]
            is_seen = (acts(part) and any(acts(x) or reads(x) for x in later)) or (
                reads(part) and any(map(acts, later))
            )
            found.append(CText(self.named(part)) if is_seen else self.value(part))
        return found

    def named(self, expr: LoopExpr) -> str:
        """A value under a name of its own, from here on."""
        text, name = self.text(expr), self.names.fresh("result" if isinstance(expr, Call) else "value")
        declared = self.kinds.declared(expr.kind, name)
        self.lines.append(f"{declared if isinstance(expr.kind, Struct) else f'const {declared}'} = {text};")
        return name

    def helper(self, name: str) -> str:
        """The name of a helper, which is needed then."""
        self.helpers.add(name)
        return name

    # Arrays

    def view(self, expr: LoopExpr) -> CView:
        """An array's start and lengths."""
        assert isinstance(expr.kind, ArrayKind)
        if isinstance(expr, Item):
            view, at = self.view(expr.array), self._offset(self.view(expr.array), expr.indices)
            return CView(_added(view.data, at), view.lengths[len(expr.indices) :])
        if isinstance(expr, Slice):
            return self._slice(expr)
        if isinstance(expr, Choice):
            whole = self._choice(expr).text
        else:
            whole = (self._local(expr) if isinstance(expr, Local) else self._tuplefield(expr)).text  # type: ignore[arg-type]
        lengths = tuple(CText(f"{whole}.{array_length(axis)}") for axis in range(expr.kind.axes))
        return CView(CText(f"{whole}.{ARRAY_START}"), lengths, whole)

    def _slice(self, expr: Slice) -> CView:
        view, fixed = self.view(expr.array), len(expr.indices)
        start = Literal(INT_KIND, 0) if expr.start is None else expr.start
        begins = isinstance(start, Literal) and start.value == 0
        stop = view.lengths[fixed] if expr.stop is None else self.value(expr.stop)
        length = stop if begins else CText(f"{stop.within(SUM)} - {self.value(start).within(PRODUCT)}", SUM)
        data = view.data if begins and not fixed else _added(view.data, self._offset(view, (*expr.indices, start)))
        return CView(data, (length, *view.lengths[fixed + 1 :]))

    def _offset(self, view: CView, indices: Sequence[LoopExpr]) -> CText:
        """How many numbers stand before the part that the first indices leave."""
        at, *others = (self.value(index) for index in indices)
        if others and at.text == "0":
            at, *others = others
            view = view._replace(lengths=view.lengths[1:])
            indices = indices[1:]
        for index, length in zip(others, view.lengths[1:], strict=False):
            at = CText(f"{at.within(PRODUCT)} * {length.within(UNARY_LEVEL)} + {index.within(PRODUCT)}", SUM)
        for length in view.lengths[len(indices) :]:
            at = CText(f"{at.within(PRODUCT)} * {length.within(UNARY_LEVEL)}", PRODUCT)
        return at

    def _handed(self, kind: ArrayKind, view: CView) -> CText:
        if view.whole:
            return CText(view.whole)
        parts = ", ".join(part.text for part in (view.data, *view.lengths))
        return CText(f"({self.kinds.type(kind)}){{{parts}}}")

    # Values

    def _literal(self, expr: Literal) -> CText:
        said = expr.name
        if expr.kind == FLOAT_KIND:
            value = float(expr.value)
            is_plain = not math.isfinite(value) or Decimal(value) == Decimal(repr(value))
            text = c_literal(value) if not math.isfinite(value) or not is_plain else repr(value)
            said = said if is_plain else f"{said} = {value!r}" if said else repr(value)
        elif expr.kind == BOOL_KIND:
            text = str(expr.value).lower()
        else:
            text = str(expr.value) if abs(expr.value) < 2**31 else f"INT64_C({expr.value})"
        return CText(f"{text} /* {said} */" if said else text, UNARY_LEVEL if text.startswith("-") else ATOM)

    def _local(self, expr: Local) -> CText:
        return CText(self.locals[expr.name])

    def _tuplefield(self, expr: TupleField) -> CText:
        return CText(f"{self.value(expr.base).within(ATOM)}->{member(expr.name)}")

    def _item(self, expr: Item) -> CText:
        view = self.view(expr.array)
        return CText(f"{view.data.within(ATOM)}[{self._offset(view, expr.indices).text}]")

    def _length(self, expr: Length) -> CText:
        return self.view(expr.array).lengths[expr.axis]

    def _binary(self, expr: Binary) -> CText:
        left, right = self.ordered([expr.left, expr.right])
        if expr.operator in ("//", "%"):
            name = self.helper("floor_quotient" if expr.operator == "//" else "floor_remainder")
            return CText(f"{name}({left.text}, {right.text})")
        if expr.kind == INT_KIND and isinstance(expr.left, Literal) and isinstance(expr.right, Literal):
            left = CText(f"(int64_t){left.within(UNARY_LEVEL)}", UNARY_LEVEL)
        level = _LEVEL.get(expr.operator, COMPARE)
        # Compilers warn of comparisons of comparisons.
        sides = (SUM, SUM) if level in (EQUAL, COMPARE) else (level, level + 1)
        return CText(f"{left.within(sides[0])} {expr.operator} {right.within(sides[1])}", level)

    def _not(self, expr: Not) -> CText:
        if isinstance(expr.value, Cast):
            return self._compared(expr.value, "==")
        return CText(f"!{self.value(expr.value).within(UNARY_LEVEL)}", UNARY_LEVEL)

    def _negative(self, expr: Negative) -> CText:
        return CText(f"-{self.value(expr.value).within(ATOM)}", UNARY_LEVEL)

    def _choice(self, expr: Choice) -> CText:
        test = self.value(expr.test)
        yes_lines, yes = self.apart(partial(self.value, expr.yes))
        no_lines, no = self.apart(partial(self.value, expr.no))
        if yes_lines or no_lines or isinstance(expr.kind, ArrayKind):
            return self._branches(expr.kind, test, (yes_lines, yes), (no_lines, no))
        if _is_literal(expr.no, False):
            return CText(f"{test.within(AND)} && {yes.within(EQUAL)}", AND)
        if _is_literal(expr.yes, True):
            # Compilers ask for parentheses around `&&` inside `||`.
            return CText(f"{test.within(EQUAL) if test.level != OR else test.text} || {no.within(EQUAL)}", OR)
        return CText(f"{test.within(EQUAL)} ? {yes.within(OR)} : {no.within(OR)}", CHOICE)

    def _branches(self, kind: LoopKind, test: CText, *ways: tuple[list[str], CText]) -> CText:
        """A choice as an `if`, where one of the ways takes more than an expression."""
        name = self.names.fresh("chosen")
        (yes_lines, yes), (no_lines, no) = ways
        self.lines += [f"{self.kinds.declared(kind, name)};", f"if ({test.text}) {{"]
        self.lines += [*_indented(yes_lines), f"    {name} = {yes.text};", "} else {"]
        self.lines += [*_indented(no_lines), f"    {name} = {no.text};", "}"]
        return CText(name)

    def apart(self, write: Callable[[], CText]) -> tuple[list[str], CText]:
        """(lines, value) of what is only computed on one way."""
        kept, self.lines = self.lines, []
        value = write()
        lines, self.lines = self.lines, kept
        return lines, value

    def _cast(self, expr: Cast) -> CText:
        if expr.kind == BOOL_KIND:
            return self._compared(expr, "!=")
        value = self.value(expr.value)
        return CText(f"({self.kinds.type(expr.kind)}){value.within(UNARY_LEVEL)}", UNARY_LEVEL)

    def _compared(self, expr: Cast, operator: str) -> CText:
        """Whether a number is zero, or is not."""
        zero = "0.0" if expr.value.kind == FLOAT_KIND else "0"
        return CText(f"{self.value(expr.value).within(SUM)} {operator} {zero}", EQUAL)

    def _call(self, expr: Call) -> CText:
        given = ", ".join(part.text for part in self.ordered(expr.arguments))
        return CText(f"{self.functions[expr.function]}({given})")

    def _builtin(self, expr: Builtin) -> CText:
        if expr.name == "call":
            return CText(f"{self.helper('call_kernel')}({self.view(expr.arguments[0]).data.text})")
        if expr.name == "call_rows":
            return CText(f"{self.helper('call_rows')}({self.view(expr.arguments[0]).data.text})")
        given = ", ".join(part.text for part in self.ordered(expr.arguments))
        whole = expr.kind != FLOAT_KIND
        if expr.name in _LIBRARY:
            name = expr.name
        elif expr.name == "abs":
            name = self.helper("size_int") if whole else "fabs"
        else:
            names = {"min": "lesser", "max": "greater"}
            name = self.helper(names.get(expr.name, expr.name) + ("_int" if whole else ""))
        return CText(f"{name}({given})")


def _added(data: CText, at: CText) -> CText:
    return CText(f"{data.within(SUM)} + {at.within(PRODUCT)}", SUM)


def _indented(lines: Sequence[str]) -> list[str]:
    return [f"    {line}" for line in lines]


def _is_literal(expr: LoopExpr, value: bool) -> bool:
    return expr.kind == BOOL_KIND and isinstance(expr, Literal) and bool(expr.value) == value


def parts_of(expr: LoopExpr) -> list[LoopExpr]:
    """What a value is made of, itself included."""
    found = [expr]
    for entry in vars(expr).values():
        for part in entry if isinstance(entry, tuple) else (entry,):
            if isinstance(part, LoopExpr):
                found += parts_of(part)
    return found


def acts(expr: LoopExpr) -> bool:
    """Whether computing it may change something."""
    return any(
        isinstance(part, Call) or (isinstance(part, Builtin) and part.name in ("call", "call_rows"))
        for part in parts_of(expr)
    )


def reads(expr: LoopExpr) -> bool:
    """Whether it depends on numbers in memory, which calls may change."""
    return any(isinstance(part, Item) and not isinstance(part.kind, ArrayKind) for part in parts_of(expr))
