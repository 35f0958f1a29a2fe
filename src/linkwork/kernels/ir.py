"""LLVM IR as text, for all that write it. Text is several times faster to produce than an object builder's tree.

Native functions are `void name(in, out, work)`. `in` and `out` have `LaneType.words` words for each argument: its
pointer, and in code for several lanes the distance of its elements.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from .target import vector_width


@dataclass(frozen=True)
class LaneType:
    """The type a kernel computes with: one double, or `width` doubles side by side."""

    width: int = 1
    machine: int = field(default_factory=vector_width)
    """How many doubles the machine that code is made for handles in one instruction."""

    @property
    def real(self) -> str:
        """The type of a value."""
        return "double" if self.width == 1 else f"<{self.width} x double>"

    @property
    def integer(self) -> str:
        """The type of 64-bit whole numbers."""
        return "i64" if self.width == 1 else f"<{self.width} x i64>"

    @property
    def truth(self) -> str:
        """The type of truth values."""
        return "i1" if self.width == 1 else f"<{self.width} x i1>"

    @property
    def suffix(self) -> str:
        """How intrinsics name the type."""
        return "f64" if self.width == 1 else f"v{self.width}f64"

    @property
    def words(self) -> int:
        """How many words an argument takes: a pointer, and for several lanes the distance of its elements."""
        return 1 if self.width == 1 else 2

    @property
    def frame(self) -> str:
        """What a function that keeps such values on its stack says of it: none of them lies across two cache lines."""
        return f" alignstack({8 * self.width})" if self.width > 2 else ""

    def constant(self, value: float) -> str:
        """A real constant."""
        return ir_literal(value) if self.width == 1 else f"splat (double {ir_literal(value)})"

    def whole(self, value: int) -> str:
        """A whole constant."""
        return str(value) if self.width == 1 else f"splat (i64 {value})"

    def boolean(self, value: bool) -> str:
        """A truth constant."""
        word = "true" if value else "false"
        return word if self.width == 1 else f"splat (i1 {word})"


def fused(real: str, a: str, b: str, c: str) -> str:
    """a · b + c rounded once where the machine can, as the right-hand side of a line of IR.

    Left to the code generator (`contract`), which product goes with which sum would depend on its level of
    optimisation, and so would the last bits.
    """
    kind = "f64" if real == "double" else f"v{real[1:].split()[0]}f64"
    return f"call {real} @llvm.fmuladd.{kind}({real} {a}, {real} {b}, {real} {c})"


def ir_literal(value: float) -> str:
    """A double in IR: the exact bits."""
    return f"0x{struct.unpack('<Q', struct.pack('<d', value))[0]:016X}"


class IrLines:
    """Growing lines of IR with fresh names, for values of `lanes`."""

    def __init__(self, lanes: LaneType, tag: str) -> None:
        self.lanes, self.tag = lanes, tag
        self.lines: list[str] = []

    def line(self, text: str) -> str:
        """The name of a new value."""
        name = f"%{self.tag}.{len(self.lines)}"
        self.lines.append(f"  {name} = {text}")
        return name

    def real(self, op: str, a: str, b: str) -> str:
        """An operation on reals."""
        return self.line(f"{op} {self.lanes.real} {a}, {b}")

    def fused(self, a: str, b: str, c: str) -> str:
        """a · b + c."""
        return self.line(fused(self.lanes.real, a, b, c))

    def whole(self, op: str, a: str, b: int) -> str:
        """An operation on whole numbers."""
        return self.line(f"{op} {self.lanes.integer} {a}, {self.lanes.whole(b)}")

    def horner(self, x: str, coefficients: tuple[float, ...]) -> str:
        """A polynomial, the highest coefficient first."""
        value = self.lanes.constant(coefficients[0])
        for c in coefficients[1:]:
            value = self.fused(value, x, self.lanes.constant(c))
        return value


def native_function(name: str, lines: Iterable[str], internal: bool = False) -> str:
    """Definition of `void @name(in, out, work)`."""
    head = f"define {'internal ' if internal else ''}void @{name}(ptr %in, ptr %out, ptr %work) {{"
    return "\n".join([head, *lines, "  ret void\n}"])


def call_native(name: str, given: str = "%in", out: str = "%out", work: str = "%work") -> str:
    """A call of such a function."""
    return f"  call void @{name}(ptr {given}, ptr {out}, ptr {work})"


def constant_array(name: str, values: Iterable[float] | Iterable[int], how: str = "internal constant") -> str:
    """Numbers as a constant of the module."""
    found = np.asarray(values).ravel()
    if found.dtype.kind in "iu":
        kind, entries = "i64", [f"i64 {x}" for x in found.tolist()]
    else:
        kind, entries = "double", [f"double {ir_literal(x)}" for x in found.tolist()]
    content = f"[{', '.join(entries)}]" if entries else "zeroinitializer"
    return f"@{name} = {how} [{len(entries)} x {kind}] {content}"


def element(name: str, base: str, place: int | str, kind: str = "double") -> str:
    """`name`: the address of an element of numbers (or of words, kind "i64") from `base` on."""
    return f"  {name} = getelementptr {kind}, ptr {base}, i64 {place}"


def read_argument(name: str, side: str, position: int, lanes: LaneType) -> list[str]:
    """`name` and `name.stride`: where an argument of `side` lies, and the distance of its elements."""
    at = position * lanes.words
    lines = [element(f"{name}.p", side, at, "i64"), f"  {name} = load ptr, ptr {name}.p"]
    if lanes.words == 1:
        return [*lines, f"  {name}.stride = add i64 1, 0"]
    return [*lines, element(f"{name}.s", side, at + 1, "i64"), f"  {name}.stride = load i64, ptr {name}.s"]


def write_argument(name: str, side: str, position: int, pointer: str, stride: str | int, lanes: LaneType) -> list[str]:
    """Puts an argument into the words of `side`; `name` is that of its address there."""
    at = position * lanes.words
    lines = [element(name, side, at, "i64"), f"  store ptr {pointer}, ptr {name}"]
    if lanes.words == 2:
        lines += [element(f"{name}.s", side, at + 1, "i64"), f"  store i64 {stride}, ptr {name}.s"]
    return lines


def arguments_room(side: str, count: int, lanes: LaneType, more: int = 1) -> str:
    """Memory for the words of `count` arguments and `more` words."""
    return f"  {side} = alloca [{lanes.words * count + more} x i64]"


def splat(name: str, number: str, width: int) -> list[str]:
    """`name`: one number in all places of a vector."""
    kind = f"<{width} x double>"
    return [
        f"  {name}.lane = insertelement {kind} poison, double {number}, i32 0",
        f"  {name} = shufflevector {kind} {name}.lane, {kind} poison, <{width} x i32> zeroinitializer",
    ]


def next_round(name: str, step: int, end: int | str, again: str, after: str) -> list[str]:
    """The end of a loop: the next value, the test, the jump, and the block behind."""
    return [
        f"  %{name}.next = add i64 %{name}, {step}",
        f"  %{name}.more = icmp slt i64 %{name}.next, {end}",
        f"  br i1 %{name}.more, label %{again}, label %{after}",
        f"{after}:",
    ]


def each_lane(lanes: LaneType, name: str, scalar: str, arity: int) -> str:
    """Definition of `@name`: the scalar function `@scalar` applied to every lane."""
    params = ", ".join(f"{lanes.real} %x{k}" for k in range(arity))
    lines = [f"define internal {lanes.real} @{name}({params}) noinline {{"]
    previous = "poison"
    for lane in range(lanes.width):
        for k in range(arity):
            lines.append(f"  %a{k}.{lane} = extractelement {lanes.real} %x{k}, i32 {lane}")
        args = ", ".join(f"double %a{k}.{lane}" for k in range(arity))
        lines.append(f"  %r{lane} = call double @{scalar}({args})")
        lines.append(f"  %v{lane} = insertelement {lanes.real} {previous}, double %r{lane}, i32 {lane}")
        previous = f"%v{lane}"
    lines.append(f"  ret {lanes.real} {previous}\n}}")
    return "\n".join(lines)


def define_lane_calls(width: int) -> str:
    """Definition of `@lanes.opaque`: an opaque function called for the lanes that have rows of their own.

    The others get the results of the last of these: it is the row that they repeat.
    """
    return f"""define internal void @lanes.opaque(ptr %f, ptr %args, ptr %results, i64 %n, i64 %rows) noinline {{
entry:
  %last = sub i64 %rows, 1
  br label %call
call:
  %k = phi i64 [ 0, %entry ], [ %k.next, %call ]
  %a = getelementptr double, ptr %args, i64 %k
  %r = getelementptr double, ptr %results, i64 %k
  call void %f(ptr %a, ptr %r, i64 {width})
  %k.next = add i64 %k, 1
  %k.more = icmp slt i64 %k.next, %rows
  br i1 %k.more, label %call, label %lanes
lanes:
  %lane = phi i64 [ %rows, %call ], [ %lane.next, %lane.end ]
  %spare = icmp slt i64 %lane, {width}
  br i1 %spare, label %copy, label %done
copy:
  %j = phi i64 [ 0, %lanes ], [ %j.next, %copy ]
  %first = mul i64 %j, {width}
  %from.at = add i64 %first, %last
  %to.at = add i64 %first, %lane
  %from = getelementptr double, ptr %results, i64 %from.at
  %to = getelementptr double, ptr %results, i64 %to.at
  %value = load double, ptr %from
  store double %value, ptr %to
  %j.next = add i64 %j, 1
  %j.more = icmp slt i64 %j.next, %n
  br i1 %j.more, label %copy, label %lane.end
lane.end:
  %lane.next = add i64 %lane, 1
  br label %lanes
done:
  ret void
}}"""
