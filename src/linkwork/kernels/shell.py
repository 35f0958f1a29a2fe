"""IR of loops whose tables are fixed: constants of the code, with a function around the loops that hands them on.

Memory for what lives during the call is part of the work array. What is left are the inputs and outputs of a function,
for one state or several at a time.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from .emit_loops import emit_loops
from .ir import LaneType, arguments_room, call_native, constant_array, element, native_function, write_argument
from .program import COUNTS, Program, ProgramTables


def emit_fixed(program: Program, fixed: ProgramTables, name: str, lanes: LaneType) -> tuple[list[str], int]:
    """The module texts, `@name(in, out, work)` in the first, and the slots of work memory a lane needs."""
    inner = f"{name}.program"
    texts, slots = emit_loops(program, inner, lanes)
    shell = _Shell(program, fixed, name, lanes)
    texts[0] = "\n".join([texts[0], *shell.constants(), shell.function(inner)])
    return texts, slots + shell.internal


class _Shell:
    """The function around a program: words of the caller, constants, and parts of the work array, in its order."""

    def __init__(self, program: Program, fixed: ProgramTables, name: str, lanes: LaneType) -> None:
        self.program, self.name, self.lanes = program, name, lanes
        counts = np.array([fixed.counts[count] for count in program.counts], dtype=np.int64)
        self.fixed = {**fixed.tables, **fixed.columns, COUNTS: counts}
        self.internal = sum(map(program.room, program.internal))

    def constants(self) -> Iterator[str]:
        """Tables, columns and counts as constants of the module."""
        for k, values in enumerate(self.fixed.values()):
            yield f"{constant_array(f'{self.name}.fixed{k}', values)}, align 64"

    def function(self, inner: str) -> str:
        """`@name(in, out, work)`."""
        program, lanes = self.program, self.lanes
        own_in, own_out = list(program.signature.shapes), list(program.signature.output_shapes)
        names = [*program.inputs, *program.columns, COUNTS]
        places = {name: k for k, name in enumerate(self.fixed)}
        lines = [
            arguments_room("%ins", len(names), lanes, lanes.words),
            arguments_room("%outs", len(program.written), lanes),
        ]
        for k, name in enumerate(names):
            if name in places:
                lines += write_argument(f"%ins{k}", "%ins", k, f"@{self.name}.fixed{places[name]}", 1, lanes)
            else:
                lines += self.copied("in", own_in.index(name), "ins", k)
        lines += self.copied("in", len(own_in), "ins", len(names))
        at = 0
        for k, name in enumerate(program.written):
            if name in own_out:
                lines += self.copied("out", own_out.index(name), "outs", k)
            else:
                lines.append(element(f"%memory{k}", "%work", at * lanes.width))
                lines += write_argument(f"%outs{k}", "%outs", k, f"%memory{k}", lanes.width, lanes)
                at += program.room(name)
        lines += [element("%rest", "%work", at * lanes.width), call_native(inner, "%ins", "%outs", "%rest")]
        return native_function(self.name, lines)

    def copied(self, source: str, i: int, side: str, k: int) -> list[str]:
        """An argument as the caller gave it."""
        lines, words = [], self.lanes.words
        for word in range(words):
            t = f"%{side}{k}.w{word}"
            lines += [
                element(f"{t}.from", f"%{source}", i * words + word, "i64"),
                f"  {t} = load i64, ptr {t}.from",
                element(f"{t}.to", f"%{side}", k * words + word, "i64"),
                f"  store i64 {t}, ptr {t}.to",
            ]
        return lines
