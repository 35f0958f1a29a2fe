"""Loops with fixed arguments as C functions that others call by address, as if they were kernels."""

from __future__ import annotations

from ..kinds import BOOL_KIND, FLOAT_KIND, ArrayKind, LoopKind, Struct, width
from ..tree import LoopFunction
from .functions import CLoops
from .names import item_type


def loop_adapter(loops: CLoops, function: LoopFunction, name: str) -> str:
    """`void name(in, out, work)`: a loop that returns nothing, with arguments in slots of eight bytes."""
    given, at = [], 0
    for _, kind in function.parameters:
        given.append(_argument(loops, kind, at))
        at += width(kind)
    read = "" if at else "    (void)in;\n"
    head = f"static void {name}(const int64_t *in, const int64_t *out, double *work)"
    call = f"    {loops.functions[function]}(\n        " + ",\n        ".join(given) + ");"
    return f"{head}\n{{\n{read}    (void)out;\n    (void)work;\n{call}\n}}\n"


def _argument(loops: CLoops, kind: LoopKind, at: int) -> str:
    """What the slots from `at` on hold."""
    if isinstance(kind, ArrayKind):
        lengths = ", ".join(f"in[{at + 1 + axis}]" for axis in range(kind.axes))
        return f"({loops.kinds.type(kind)}){{({item_type(kind)} *)(intptr_t)in[{at}], {lengths}}}"
    if isinstance(kind, Struct):
        return f"({loops.kinds.value(kind)})(intptr_t)in[{at}]"
    if kind == FLOAT_KIND:
        return f"{loops.helper('real_of')}(in[{at}])"
    return f"in[{at}] != 0" if kind == BOOL_KIND else f"in[{at}]"
