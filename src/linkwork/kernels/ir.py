"""Small helpers to write LLVM IR as text. Text is several times faster to produce than an object builder's tree."""

from __future__ import annotations

import struct
from dataclasses import dataclass


@dataclass(frozen=True)
class Lanes:
    """The type a kernel computes with: one double, or `width` doubles side by side."""

    width: int = 1

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

    def constant(self, value: float) -> str:
        """A real constant."""
        return literal(value) if self.width == 1 else f"splat (double {literal(value)})"

    def whole(self, value: int) -> str:
        """A whole constant."""
        return str(value) if self.width == 1 else f"splat (i64 {value})"

    def boolean(self, value: bool) -> str:
        """A truth constant."""
        word = "true" if value else "false"
        return word if self.width == 1 else f"splat (i1 {word})"


def literal(value: float) -> str:
    """A double in IR: the exact bits."""
    return f"0x{struct.unpack('<Q', struct.pack('<d', value))[0]:016X}"


def each_lane(lanes: Lanes, name: str, scalar: str, arity: int) -> str:
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
