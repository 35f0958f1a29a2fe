"""IR of loops whose tables are fixed: constants of the code, with a function around the loops that hands them on.

Memory for what lives during the call is part of the work array. What is left are the inputs and outputs of a function,
for one state or several at a time.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from .emit_loops import emit_loops
from .ir import Lanes
from .program import COUNTS, Fixed, Program


def emit_fixed(program: Program, fixed: Fixed, name: str, lanes: Lanes) -> tuple[list[str], int]:
    """The module texts, `@name(in, out, work)` in the first, and the slots of work memory a lane needs."""
    inner = f"{name}.program"
    texts, slots = emit_loops(program, inner, lanes)
    shell = _Shell(program, fixed, name, lanes)
    texts[0] = "\n".join([texts[0], *shell.constants(), shell.function(inner)])
    return texts, slots + shell.internal


class _Shell:
    """The function around a program: words of the caller, constants, and parts of the work array, in its order."""

    def __init__(self, program: Program, fixed: Fixed, name: str, lanes: Lanes) -> None:
        self.program, self.name, self.lanes = program, name, lanes
        self.step = 1 if lanes.width == 1 else 2
        counts = np.array([fixed.counts[count] for count in program.counts], dtype=np.int64)
        self.fixed = {**fixed.tables, **fixed.columns, COUNTS: counts}
        self.internal = sum(map(program.room, program.internal))

    def constants(self) -> Iterator[str]:
        """Tables, columns and counts as constants of the module."""
        for k, values in enumerate(self.fixed.values()):
            whole = values.dtype.kind == "i"
            kind = "i64" if whole else "double"
            flat = [str(int(x)) if whole else Lanes(1).constant(float(x)) for x in values.ravel()]
            entries = ", ".join(f"{kind} {x}" for x in flat)
            content = f"[{entries}]" if flat else "zeroinitializer"
            yield f"@{self.name}.fixed{k} = internal constant [{len(flat)} x {kind}] {content}, align 64"

    def function(self, inner: str) -> str:
        """`@name(in, out, work)`."""
        program, step = self.program, self.step
        own_in, own_out = list(program.signature.shapes), list(program.signature.output_shapes)
        names = [*program.inputs, *program.columns, COUNTS]
        places = {name: k for k, name in enumerate(self.fixed)}
        lines = [
            f"define void @{self.name}(ptr %in, ptr %out, ptr %work) {{",
            f"  %ins = alloca [{step * (len(names) + 1)} x i64]",
            f"  %outs = alloca [{step * len(program.written) + 1} x i64]",
        ]
        for k, name in enumerate(names):
            if name in places:
                lines += self.put("ins", k, f"@{self.name}.fixed{places[name]}", "1")
            else:
                lines += self.copied("in", own_in.index(name), "ins", k)
        lines += self.copied("in", len(own_in), "ins", len(names))
        at = 0
        for k, name in enumerate(program.written):
            if name in own_out:
                lines += self.copied("out", own_out.index(name), "outs", k)
            else:
                lines.append(f"  %memory{k} = getelementptr double, ptr %work, i64 {at * self.lanes.width}")
                lines += self.put("outs", k, f"%memory{k}", str(self.lanes.width))
                at += program.room(name)
        return "\n".join(
            [
                *lines,
                f"  %rest = getelementptr double, ptr %work, i64 {at * self.lanes.width}",
                f"  call void @{inner}(ptr %ins, ptr %outs, ptr %rest)",
                "  ret void\n}",
            ]
        )

    def put(self, side: str, k: int, pointer: str, stride: str) -> list[str]:
        """One argument of the program: its pointer, and for several lanes the distance of its elements."""
        t = f"%{side}{k}"
        lines = [
            f"  {t}.p = getelementptr i64, ptr %{side}, i64 {k * self.step}",
            f"  store ptr {pointer}, ptr {t}.p",
        ]
        if self.step == 2:
            lines += [f"  {t}.s = getelementptr i64, ptr %{side}, i64 {2 * k + 1}", f"  store i64 {stride}, ptr {t}.s"]
        return lines

    def copied(self, source: str, i: int, side: str, k: int) -> list[str]:
        """An argument as the caller gave it."""
        lines = []
        for word in range(self.step):
            t = f"%{side}{k}.w{word}"
            lines += [
                f"  {t}.from = getelementptr i64, ptr %{source}, i64 {i * self.step + word}",
                f"  {t} = load i64, ptr {t}.from",
                f"  {t}.to = getelementptr i64, ptr %{side}, i64 {k * self.step + word}",
                f"  store i64 {t}, ptr {t}.to",
            ]
        return lines
