"""Third stage: module texts to object code. No optimisation passes: they gain nothing on straight-line code."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import llvmlite.binding as llvm

from .target import host, target_machine

LEVEL = 1
"""Code generation level: as fast as 2 and 3 on such code, and quicker to produce."""


def build_modules(texts: Iterable[str], level: int = LEVEL) -> Iterator[bytes]:
    """The object code of each module, one at a time, so that a caller may stop in between."""
    machine = target_machine(level)
    for text in texts:
        context = llvm.create_context()
        header = f'target triple = "{host()["triple"]}"\n'
        module = llvm.parse_assembly(header + text, context=context)
        yield machine.emit_object(module)
