"""C texts compiled by the system's compiler, for tests to call."""

import ctypes
import hashlib
import re
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.exports import CSource
from linkwork.kernels.loops.c_text.functions import CLoops
from linkwork.kernels.loops.c_text.names import Names, member_of_several
from linkwork.kernels.loops.kinds import FLOAT_KIND, NONE_KIND, ArrayKind, Several, Struct
from linkwork.kernels.loops.native import CompiledLoop, _returned
from linkwork.kernels.loops.read import LoopProgram

COMPILER = shutil.which("gcc") or shutil.which("cc")
STRICT = ["-std=c11", "-Wall", "-Wextra", "-pedantic", "-Werror", "-ffp-contract=off"]
needs_compiler = pytest.mark.skipif(COMPILER is None, reason="no C compiler here")


def compile_c(folder: Path, texts: Sequence[str], *options: str) -> Path:
    """A shared library of C texts, by one call of the compiler, which may not warn."""
    name = hashlib.sha256("".join(texts).encode()).hexdigest()[:16]
    sources = []
    for k, text in enumerate(texts):
        sources.append(folder / f"{name}_{k}.c")
        sources[-1].write_text(text, encoding="utf-8")
    library = folder / f"{name}.so"
    command = [COMPILER, *STRICT, *(options or ["-O0"]), "-shared", "-fPIC", "-o", library, *sources, "-lm"]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[:3000]
    return library


def run_c(folder: Path, sources: Sequence[CSource], main: str, *options: str) -> str:
    """What a program of exported sources and a `main` prints; one call of the compiler, which may not warn."""
    files = [source.write(folder) for source in sources]
    program = folder / "main.c"
    program.write_text(main, encoding="utf-8")
    command = [COMPILER, *STRICT, *options, "-o", folder / "program", program, *files, "-lm"]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[:3000]
    return subprocess.run([str(folder / "program")], capture_output=True, text=True, check=True).stdout


def check_cpp(source: Path) -> None:
    """A compiler of C++, where there is one, takes the source too."""
    compiler = shutil.which("g++")
    if compiler is not None:
        done = subprocess.run([compiler, "-x", "c++", "-fsyntax-only", source], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr[:3000]


HEAD = "#include <math.h>\n#include <stdbool.h>\n#include <stdint.h>\n"


class GccLoop(CompiledLoop):
    """A loop as `CompiledLoop`, made by way of C."""

    def __init__(self, function, kinds, folder):
        program = LoopProgram(function, kinds)
        self.text = loop_text(program)
        self._library = ctypes.CDLL(str(compile_c(folder, [self.text])))
        self.run, self.kind = self._library.entry, program.entry.result
        self.results = ctypes.c_int64 * (len(self.kind.parts) if isinstance(self.kind, Several) else 1)
        self.result = partial(_returned, self.kind)


def loop_text(program: LoopProgram) -> str:
    """A program as C, with `void entry(slots, results)` as compiled loops have it."""
    loops = CLoops(Names())
    loops.add(program.functions)
    entry = _entry(loops, program.entry)
    return "\n".join([HEAD, *loops.kinds.definitions, *loops.helpers, *loops.texts, entry])


def _entry(loops: CLoops, function) -> str:
    given, at = [], 0
    for _, kind in function.parameters:
        if isinstance(kind, ArrayKind):
            lengths = ", ".join(f"slots[{at + 1 + k}]" for k in range(kind.axes))
            given.append(f"({loops.kinds.type(kind)}){{(void *)(intptr_t)slots[{at}], {lengths}}}")
            at += kind.axes
        elif isinstance(kind, Struct):
            given.append(f"(const {loops.kinds.type(kind)} *)(intptr_t)slots[{at}]")
        else:
            given.append(f"((const double *)slots)[{at}]" if kind == FLOAT_KIND else f"slots[{at}]")
        at += 1
    call = f"{loops.functions[function]}({', '.join(given)})"
    parts = function.result.parts if isinstance(function.result, Several) else (function.result,)
    lines = ["(void)slots;", "(void)results;"]
    if function.result == NONE_KIND:
        lines.append(f"{call};")
    else:
        lines.append(f"const {loops.kinds.type(function.result)} found = {call};")
        for k, part in enumerate(parts):
            value = f"found.{member_of_several(k)}" if len(parts) > 1 else "found"
            lines.append(f"{'((double *)results)' if part == FLOAT_KIND else 'results'}[{k}] = {value};")
    body = "\n".join(f"    {line}" for line in lines)
    head = "void entry(const int64_t *slots, int64_t *results)"
    return f"{head};\n{head}\n{{\n{body}\n}}\n"


@dataclass(frozen=True)
class Case:
    """A simulation of a second, or of another time."""

    name: str
    system: lw.System
    start: lw.State | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    t: float = 1.0
    misses: int = 0
    """Steps by which it may differ: whether one ends just behind a kink or just before is up to rounding."""
    close: float = 1e-12

    def source(self) -> lw.CSource:
        return lw.export_c(self.system, self.start, name=self.name, **self.options)


def check(folder: Path, cases: Sequence[Case], *options: str) -> None:
    """Compiles all cases together, runs them, and compares their ends with those of `simulate`."""
    sources = [case.source() for case in cases]
    assert not any(re.search(r"\b(malloc|calloc|realloc|alloca)\b", source.source) for source in sources)
    lines = run_c(folder, sources, _main(cases), *options).splitlines()
    for case, line in zip(cases, lines, strict=True):
        name, code, steps, rejected, *state = line.split()
        run = lw.simulate(case.system, case.start, case.t, times=[case.t], **case.options)
        told = run.certificate
        assert (name, code) == (case.name, "1")
        assert abs(int(steps) - told.steps) + abs(int(rejected) - told.rejected) <= case.misses
        end, close = run.final, case.close
        expected = np.concatenate([end.q, end.u, end.z])
        np.testing.assert_allclose(np.array(state, dtype=float), expected, rtol=close, atol=close, err_msg=name)


def _main(cases: Sequence[Case]) -> str:
    """A program that runs each case and prints how it ended."""
    text = ["#include <stdio.h>", *(f'#include "{case.name}.h"' for case in cases), "int main(void)", "{"]
    for case in cases:
        n = case.system.layout.nq + case.system.layout.nu + case.system.layout.nz
        text += [
            f"    static {case.name}_t {case.name};",
            f"    {case.name}_init(&{case.name});",
            f'    printf("{case.name} %d", (int){case.name}_advance(&{case.name}, {case.t!r}));',
            f'    printf(" %d %d", (int)*{case.name}.steps, (int)*{case.name}.rejected);',
            f"    for (int k = 0; k < {n}; k++) {{",
            f'        printf(" %.17g", {case.name}.state[k]);',
            "    }",
            '    printf("\\n");',
        ]
    return "\n".join([*text, "    return 0;", "}", ""])
