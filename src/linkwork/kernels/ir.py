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
