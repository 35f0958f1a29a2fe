"""Second stage: typed trees as LLVM text.

Names stand in memory of the function, which LLVM's first pass turns into registers. What named tuples hold does not
change while a loop runs, and is marked so. Numbers are neither reordered nor contracted.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import NamedTuple

from .kinds import (
    BOOL_KIND,
    FLOAT_KIND,
    INT_KIND,
    ITEMS,
    NONE_KIND,
    ArrayKind,
    LoopKind,
    Number,
    Several,
    Struct,
    width,
)
from .tree import (
    Assign,
    Binary,
    Builtin,
    Call,
    Cast,
    Choice,
    Count,
    Do,
    If,
    Item,
    Jump,
    Length,
    Literal,
    Local,
    LoopExpr,
    LoopFunction,
    Negative,
    Not,
    Return,
    Slice,
    Statement,
    TupleField,
    Visitor,
    While,
)

LOOP_ENTRY = "linkwork_loop"
TYPES: dict[LoopKind, str] = {FLOAT_KIND: "double", INT_KIND: "i64", BOOL_KIND: "i1", NONE_KIND: "void"}
ARITHMETIC: dict[LoopKind, dict[str, str]] = {
    FLOAT_KIND: {"+": "fadd", "-": "fsub", "*": "fmul", "/": "fdiv"},
    INT_KIND: {"+": "add nsw", "-": "sub nsw", "*": "mul nsw"},
}
COMPARED: dict[LoopKind, dict[str, str]] = {
    FLOAT_KIND: {"<": "olt", "<=": "ole", ">": "ogt", ">=": "oge", "==": "oeq", "!=": "une"},
    INT_KIND: {"<": "slt", "<=": "sle", ">": "sgt", ">=": "sge", "==": "eq", "!=": "ne"},
}
LOOP_LIBRARY = ("pow", "exp", "log", "sin", "cos")
"""Functions of the system's library."""
EMPTY_NODE = "!0 = !{}"
"""What loads that never change refer to."""
DECLARED = "\n".join(
    [
        "declare double @llvm.fabs.f64(double)",
        "declare double @llvm.sqrt.f64(double)",
        "declare double @llvm.floor.f64(double)",
        "declare double @pow(double, double)",
        *(f"declare double @{name}(double)" for name in LOOP_LIBRARY if name != "pow"),
        EMPTY_NODE,
    ]
)


class View(NamedTuple):
    """An array: where its numbers begin, and its lengths."""

    data: str
    lengths: tuple[str, ...]


Value = str | View


def types_of(kind: LoopKind) -> list[str]:
    """The values by which one of this kind is handed over."""
    if isinstance(kind, ArrayKind):
        return ["ptr", *["i64"] * kind.axes]
    return ["ptr"] if isinstance(kind, Struct) else [result_type(kind)]


def result_type(kind: LoopKind) -> str:
    """What a function returns."""
    if isinstance(kind, Several):
        return f"{{ {', '.join(TYPES[part] for part in kind.parts)} }}"
    return TYPES[kind]


def llvm_signature(function: LoopFunction) -> str:
    """Result, name and the types of arguments."""
    types = [kind for _, parameter in function.parameters for kind in types_of(parameter)]
    return f'{result_type(function.result)} @"{function.name}"({", ".join(types)})'


def module(
    functions: Sequence[LoopFunction],
    others: Sequence[LoopFunction],
    entry: LoopFunction | None,
    visible: Sequence[LoopFunction] | None = None,
) -> str:
    """The text of one module; `others` stand in another one. Others see the functions in `visible`, or all of them."""
    parts = [DECLARED, *(f"declare {llvm_signature(other)}" for other in others)]
    hidden = [] if visible is None else [function for function in functions if function not in visible]
    parts += [_Writer(function).text("internal " if function in hidden else "") for function in functions]
    return "\n".join([*parts, *([loop_entry(entry)] if entry is not None else [])]) + "\n"


class _Writer(Visitor):
    """Writes one function."""

    def __init__(self, function: LoopFunction) -> None:
        self.function = function
        self.count = 0
        self.lines: list[str] = []
        self.places: dict[str, list[str]] = {}
        self.head: list[str] = []
        self.loops: list[tuple[str, str]] = []
        self.is_open = True

    def text(self, linkage: str) -> str:
        """The whole definition."""
        function, given = self.function, list[str]()
        for name, kind in function.locals.items():
            self.places[name] = [self._memory(kind) for kind in types_of(kind)]
        for name, kind in function.parameters:
            for place, type_ in zip(self.places[name], types_of(kind), strict=True):
                given.append(f"{type_} %a{len(given)}")
                self.lines.append(f"store {type_} %a{len(given) - 1}, ptr {place}")
        self._block(function.body)
        if self.is_open:
            self.lines.append("ret void" if function.result == NONE_KIND else "unreachable")
        result = result_type(function.result)
        header = f'define {linkage}{result} @"{function.name}"({", ".join(given)}) nounwind {{'
        return "\n".join([header, "entry:", *self.head, *self.lines, "}"])

    def _memory(self, type_: str) -> str:
        name = self._new()
        self.head.append(f"{name} = alloca {type_}")
        return name

    def _new(self) -> str:
        self.count += 1
        return f"%v{self.count}"

    def put(self, code: str) -> str:
        """A line that gives a value."""
        name = self._new()
        self.lines.append(f"{name} = {code}")
        return name

    def _label(self) -> str:
        self.count += 1
        return f"b{self.count}"

    def _start(self, label: str) -> None:
        if self.is_open:
            self.lines.append(f"br label %{label}")
        self.lines.append(f"{label}:")
        self.is_open = True

    def _go(self, label: str) -> None:
        if self.is_open:
            self.lines.append(f"br label %{label}")
        self.is_open = False

    def _branch(self, test: LoopExpr, yes: str, no: str) -> None:
        self.lines.append(f"br i1 {self.visit(test)}, label %{yes}, label %{no}")
        self.is_open = False

    # Statements

    def _block(self, statements: Sequence[Statement]) -> None:
        for statement in statements:
            if not self.is_open:
                return
            self.visit(statement)

    def _assign(self, statement: Assign) -> None:
        if len(statement.values) < len(statement.targets):
            (call,) = statement.values
            found, kind = self.visit(call), result_type(call.kind)
            values: list[Value] = [self.put(f"extractvalue {kind} {found}, {k}") for k in range(len(statement.targets))]
        else:
            values = [self.visit(value) for value in statement.values]
        for target, value in zip(statement.targets, values, strict=True):
            self._store(target, value)

    def _store(self, target: Local | Item, value: Value) -> None:
        if isinstance(target, Local):
            parts = [value.data, *value.lengths] if isinstance(value, View) else [value]
            for part, place, type_ in zip(parts, self.places[target.name], types_of(target.kind), strict=True):
                self.lines.append(f"store {type_} {part}, ptr {place}")
            return
        assert isinstance(target.array.kind, ArrayKind) and isinstance(value, str)
        item = ITEMS[target.array.kind.item]
        place = self._place(self.view(target.array), target.indices, item)
        if item != TYPES[target.kind]:
            code = "zext" if target.kind == BOOL_KIND else "trunc"
            value = self.put(f"{code} {TYPES[target.kind]} {value} to {item}")
        self.lines.append(f"store {item} {value}, ptr {place}")

    def _do(self, statement: Do) -> None:
        self.visit(statement.call)

    def _if(self, statement: If) -> None:
        yes, no, after = self._label(), self._label(), self._label()
        self._branch(statement.test, yes, no)
        reached = False
        for label, body in ((yes, statement.body), (no, statement.other)):
            self._start(label)
            self._block(body)
            reached = reached or self.is_open
            self._go(after)
        if reached:
            self._start(after)

    def _while(self, statement: While) -> None:
        head, body, after = self._label(), self._label(), self._label()
        self._start(head)
        self._branch(statement.test, body, after)
        self.loops.append((head, after))
        self._start(body)
        self._block(statement.body)
        self._go(head)
        self.loops.pop()
        self._start(after)

    def _count(self, statement: Count) -> None:
        head, body, following, after = (self._label() for _ in range(4))
        counter = self._memory("i64")
        stop, step = self.visit(statement.stop), self.visit(statement.step)
        self.lines.append(f"store i64 {self.visit(statement.start)}, ptr {counter}")
        self._start(head)
        at = self.put(f"load i64, ptr {counter}")
        if isinstance(statement.step, Literal):
            test = self.put(f"icmp {'slt' if statement.step.value > 0 else 'sgt'} i64 {at}, {stop}")
        else:
            up, before, behind = (
                self.put(code)
                for code in (f"icmp sgt i64 {step}, 0", f"icmp slt i64 {at}, {stop}", f"icmp sgt i64 {at}, {stop}")
            )
            test = self.put(f"select i1 {up}, i1 {before}, i1 {behind}")
        self.lines.append(f"br i1 {test}, label %{body}, label %{after}")
        self.is_open = False
        self._start(body)
        self.lines.append(f"store i64 {at}, ptr {self.places[statement.target.name][0]}")
        self.loops.append((following, after))
        self._block(statement.body)
        self.loops.pop()
        self._start(following)
        self.lines.append(f"store i64 {self.put(f'add nsw i64 {at}, {step}')}, ptr {counter}")
        self._go(head)
        self._start(after)

    def _return(self, statement: Return) -> None:
        kind = result_type(self.function.result)
        values = [str(self.visit(value)) for value in statement.values]
        if isinstance(self.function.result, Several) and len(values) > 1:
            found = "undef"
            for k, (value, part) in enumerate(zip(values, self.function.result.parts, strict=True)):
                found = self.put(f"insertvalue {kind} {found}, {TYPES[part]} {value}, {k}")
            values = [found]
        self.lines.append(f"ret {kind} {values[0]}" if values else "ret void")
        self.is_open = False

    def _jump(self, statement: Jump) -> None:
        head, after = self.loops[-1]
        self._go(after if statement.word == "break" else head)

    # Values: a register or a constant; an array as a view

    def view(self, expr: LoopExpr) -> View:
        """An array."""
        found = self.visit(expr)
        assert isinstance(found, View)
        return found

    def _literal(self, expr: Literal) -> str:
        if expr.kind == FLOAT_KIND:
            return "0x" + struct.pack(">d", float(expr.value)).hex().upper()
        return str(int(expr.value))

    def _local(self, expr: Local) -> Value:
        types, places = types_of(expr.kind), self.places[expr.name]
        found = [self.put(f"load {kind}, ptr {place}") for kind, place in zip(types, places, strict=True)]
        return View(found[0], tuple(found[1:])) if isinstance(expr.kind, ArrayKind) else found[0]

    def _tuplefield(self, expr: TupleField) -> Value:
        base = self.visit(expr.base)
        found = [self._slot(base, expr.slot + k, kind) for k, kind in enumerate(types_of(expr.kind))]
        return View(found[0], tuple(found[1:])) if isinstance(expr.kind, ArrayKind) else found[0]

    def _slot(self, base: str, place: int, kind: str) -> str:
        """What a slot of 8 bytes holds: addresses too take all of them, whatever the target."""
        address = self.put(f"getelementptr inbounds i64, ptr {base}, i64 {place}")
        if kind == "double":
            return self.put(f"load double, ptr {address}, !invariant.load !0")
        found = self.put(f"load i64, ptr {address}, !invariant.load !0")
        if kind == "i64":
            return found
        return self.put(f"inttoptr i64 {found} to ptr" if kind == "ptr" else f"icmp ne i64 {found}, 0")

    def _offset(self, lengths: Sequence[str], indices: Sequence[str]) -> str:
        """How many numbers stand before the part that the first indices leave."""
        at = indices[0]
        for index, length in zip(indices[1:], lengths[1:], strict=False):
            at = self.put(f"add nsw i64 {self.put(f'mul nsw i64 {at}, {length}')}, {index}")
        for length in lengths[len(indices) :]:
            at = self.put(f"mul nsw i64 {at}, {length}")
        return at

    def _place(self, view: View, indices: Sequence[LoopExpr], item: str) -> str:
        at = self._offset(view.lengths, [self.visit(index) for index in indices])
        return self.put(f"getelementptr inbounds {item}, ptr {view.data}, i64 {at}")

    def _item(self, expr: Item) -> Value:
        assert isinstance(expr.array.kind, ArrayKind)
        view, item = self.view(expr.array), ITEMS[expr.array.kind.item]
        place = self._place(view, expr.indices, item)
        if isinstance(expr.kind, ArrayKind):
            return View(place, view.lengths[len(expr.indices) :])
        found = self.put(f"load {item}, ptr {place}")
        if expr.kind == BOOL_KIND:
            return self.put(f"icmp ne {item} {found}, 0")
        if item in ("double", "i64"):
            return found
        return self.put(f"{'zext' if expr.array.kind.item[0] == 'u' else 'sext'} {item} {found} to i64")

    def _slice(self, expr: Slice) -> View:
        assert isinstance(expr.array.kind, ArrayKind)
        view, item = self.view(expr.array), ITEMS[expr.array.kind.item]
        fixed = len(expr.indices)
        start = "0" if expr.start is None else self.visit(expr.start)
        stop = view.lengths[fixed] if expr.stop is None else self.visit(expr.stop)
        at = self._offset(view.lengths, [*(self.visit(index) for index in expr.indices), start])
        data = self.put(f"getelementptr inbounds {item}, ptr {view.data}, i64 {at}")
        return View(data, (self.put(f"sub nsw i64 {stop}, {start}"), *view.lengths[fixed + 1 :]))

    def _length(self, expr: Length) -> str:
        return self.view(expr.array).lengths[expr.axis]

    def _binary(self, expr: Binary) -> str:
        left, right, kind = self.visit(expr.left), self.visit(expr.right), expr.left.kind
        if expr.kind == BOOL_KIND:
            word = "fcmp" if kind == FLOAT_KIND else "icmp"
            return self.put(f"{word} {COMPARED[kind][expr.operator]} {TYPES[kind]} {left}, {right}")
        if expr.operator in ("//", "%"):
            return self._floored(expr.operator, left, right)
        return self.put(f"{ARITHMETIC[kind][expr.operator]} {TYPES[kind]} {left}, {right}")

    def _floored(self, operator: str, left: str, right: str) -> str:
        """Python's quotient and remainder: rounded down, with the sign of the divisor."""
        rest = self.put(f"srem i64 {left}, {right}")
        other = self.put(f"icmp slt i64 {self.put(f'xor i64 {rest}, {right}')}, 0")
        some = self.put(f"icmp ne i64 {rest}, 0")
        differs = self.put(f"and i1 {other}, {some}")
        if operator == "%":
            return self.put(f"select i1 {differs}, i64 {self.put(f'add i64 {rest}, {right}')}, i64 {rest}")
        quotient = self.put(f"sdiv i64 {left}, {right}")
        return self.put(f"sub i64 {quotient}, {self.put(f'zext i1 {differs} to i64')}")

    def _not(self, expr: Not) -> str:
        return self.put(f"xor i1 {self.visit(expr.value)}, true")

    def _negative(self, expr: Negative) -> str:
        value = self.visit(expr.value)
        return self.put(f"fneg double {value}" if expr.kind == FLOAT_KIND else f"sub i64 0, {value}")

    def _choice(self, expr: Choice) -> Value:
        yes, no, after = self._label(), self._label(), self._label()
        types = types_of(expr.kind)
        places = [self._memory(kind) for kind in types]
        self._branch(expr.test, yes, no)
        for label, part in ((yes, expr.yes), (no, expr.no)):
            self._start(label)
            value = self.visit(part)
            values = [value.data, *value.lengths] if isinstance(value, View) else [value]
            for kind, one, place in zip(types, values, places, strict=True):
                self.lines.append(f"store {kind} {one}, ptr {place}")
            self._go(after)
        self._start(after)
        found = [self.put(f"load {kind}, ptr {place}") for kind, place in zip(types, places, strict=True)]
        return View(found[0], tuple(found[1:])) if isinstance(expr.kind, ArrayKind) else found[0]

    def _cast(self, expr: Cast) -> str:
        value, given = self.visit(expr.value), expr.value.kind
        if expr.kind == BOOL_KIND:
            code = f"fcmp une double {value}, 0.0" if given == FLOAT_KIND else f"icmp ne {TYPES[given]} {value}, 0"
            return self.put(code)
        word = {
            (INT_KIND, FLOAT_KIND): "fptosi",
            (FLOAT_KIND, INT_KIND): "sitofp",
            (INT_KIND, BOOL_KIND): "zext",
            (FLOAT_KIND, BOOL_KIND): "uitofp",
        }
        return self.put(f"{word[expr.kind, given]} {TYPES[given]} {value} to {TYPES[expr.kind]}")  # type: ignore[index]

    def _call(self, expr: Call) -> str:
        given = []
        for argument in expr.arguments:
            value = self.visit(argument)
            parts = [value.data, *value.lengths] if isinstance(value, View) else [value]
            given += [f"{kind} {part}" for kind, part in zip(types_of(argument.kind), parts, strict=True)]
        code = f'call {result_type(expr.kind)} @"{expr.function.name}"({", ".join(given)})'
        if expr.kind != NONE_KIND:
            return self.put(code)
        self.lines.append(code)
        return ""

    def _builtin(self, expr: Builtin) -> str:
        if expr.name in ("call", "call_rows"):
            return self._kernel(self.view(expr.arguments[0]).data, expr.name == "call_rows")
        values = [self.visit(argument) for argument in expr.arguments]
        kind = TYPES[expr.arguments[0].kind]
        if expr.name in ("min", "max"):
            word = "fcmp o" if expr.kind == FLOAT_KIND else "icmp s"
            test = self.put(f"{word}{'lt' if expr.name == 'min' else 'gt'} {kind} {values[1]}, {values[0]}")
            return self.put(f"select i1 {test}, {kind} {values[1]}, {kind} {values[0]}")
        if expr.name == "square":
            return self.put(f"fmul double {values[0]}, {values[0]}")
        if expr.name == "abs" and expr.kind != FLOAT_KIND:
            test = self.put(f"icmp slt {kind} {values[0]}, 0")
            return self.put(f"select i1 {test}, {kind} {self.put(f'sub {kind} 0, {values[0]}')}, {kind} {values[0]}")
        if expr.name == "isfinite":
            size = self.put(f"call double @llvm.fabs.f64(double {values[0]})")
            return self.put(f"fcmp olt double {size}, 0x7FF0000000000000")
        given = ", ".join(f"double {value}" for value in values)
        name = expr.name if expr.name in LOOP_LIBRARY else f"llvm.{expr.name.replace('abs', 'fabs')}.f64"
        return self.put(f"call double @{name}({given})")

    def _kernel(self, data: str, is_rows: bool) -> str:
        """`void f(in, out, work)` at an address, with the first row and the one behind the last where it has rows."""
        found = []
        for k in range(6 if is_rows else 4):
            address = self.put(f"getelementptr inbounds i64, ptr {data}, i64 {k}")
            value = self.put(f"load i64, ptr {address}")
            found.append(value if k > 3 else self.put(f"inttoptr i64 {value} to ptr"))
        rows = "".join(f", i64 {value}" for value in found[4:])
        self.lines.append(f"call void {found[0]}(ptr {found[1]}, ptr {found[2]}, ptr {found[3]}{rows})")
        return ""


def loop_entry(function: LoopFunction, name: str = LOOP_ENTRY, unread: str = "") -> str:
    """`void name(slots, results)`: all arguments, and what is returned, in slots of 8 bytes."""
    writer = _Writer(LoopFunction(LOOP_ENTRY, (), NONE_KIND, False))
    given, at = [], 0
    for _, kind in function.parameters:
        given += [f"{t} {writer._slot('%slots', at + k, t)}" for k, t in enumerate(types_of(kind))]
        at += width(kind)
    code = f'call {result_type(function.result)} @"{function.name}"({", ".join(given)})'
    if function.result == NONE_KIND:
        writer.lines.append(code)
    else:
        found, whole = writer.put(code), result_type(function.result)
        parts = function.result.parts if isinstance(function.result, Several) else (function.result,)
        for k, part in enumerate(parts):
            value = writer.put(f"extractvalue {whole} {found}, {k}") if isinstance(function.result, Several) else found
            _result(writer, part, value, k)
    header = f"define void @{name}(ptr %slots, ptr %results{unread}) nounwind {{"
    return "\n".join([header, "entry:", *writer.lines, "ret void", "}"])


def _result(writer: _Writer, kind: LoopKind, value: str, place: int) -> None:
    assert isinstance(kind, Number)
    if kind == BOOL_KIND:
        value = writer.put(f"zext i1 {value} to i64")
    address = writer.put(f"getelementptr inbounds i64, ptr %results, i64 {place}")
    writer.lines.append(f"store {'double' if kind == FLOAT_KIND else 'i64'} {value}, ptr {address}")
