"""Tracing, code generation and the code itself: the figures that every other layer stands on."""

from __future__ import annotations

import ctypes
import os
import tempfile
import time
from collections.abc import Iterator
from typing import Any

import numpy as np

from benchmarks.case import LANES, Bar, Case, Timer, time_per_evaluation
from benchmarks.peers import Unavailable
from benchmarks.peers.native import build
from benchmarks.workloads import arm, arms, native_loop, planar_chain, sines, spring, state
from linkwork import expr as ex
from linkwork.exports import export_function
from linkwork.kernels import (
    At,
    Buffer,
    Program,
    Row,
    Transposed,
    compile_function,
    map_rows,
    scan_rows,
)
from linkwork.kernels.body import CodeBody
from linkwork.kernels.code import compile_body
from linkwork.kernels.kernel import Kernel

EVALUATIONS = 5_000
ROWS = 100_000
BATCHED = 0.005
"""Seconds that calls of a batch are repeated for: as long as a loop of single evaluations, not one cold call."""
STATES = 4_000  # not a power of two: columns that far apart would fall on one another in the cache


def cases() -> Iterator[Case]:
    """Yield the cases; each bar is one that the project has set itself."""
    yield from _tracing()
    yield from _code_generation()
    yield from _speed()
    yield from _rolled()


def _tracing() -> Iterator[Case]:
    for joints in (7, 20):
        count = arm(joints).operations

        def trace(joints: int = joints) -> None:
            arm(joints)

        timer = time_per_evaluation(trace, count, unit=1e-6)
        yield Case(f"tracing, {count} operations", "µs per operation", timer, bar=Bar("ours", "<=", 5.0))


def _code_generation() -> Iterator[Case]:
    for copies, rounds in ((1, 9), (10, 5), (50, 3), (164, 1)):
        function = arms(copies)
        timer = _generation(function)
        name = f"code generation, {function.operations} operations"
        yield Case(name, "operations per second", timer, bar=Bar("ours", ">=", 25_000), rounds=rounds)
    for name, function in (("1,000 sines", sines(1_000)), ("planar chain of 1,000", planar_chain(1_000))):
        yield Case(f"code generation, trigonometric ({name})", "operations per second", _generation(function), rounds=5)
    yield Case("cached load, 3043 operations", "ms", _cached_load(arm(7)), bar=Bar("ours", "<=", 5.0))


def _generation(function: ex.Function) -> Timer:
    """Schedule, emit, build and link, without the disk cache."""

    def measure() -> float:
        with _cache_at(""):
            start = time.perf_counter()
            compile_body(CodeBody.of(function))
            return function.operations / (time.perf_counter() - start)

    return measure


def _cached_load(function: ex.Function) -> Timer:
    """From the key to a callable address: read, verify, link. The graph's hash is part of tracing's price."""
    folder = tempfile.mkdtemp()
    body = CodeBody.of(function)
    _ = body.digest

    def measure() -> float:
        with _cache_at(folder):
            start = time.perf_counter()
            compile_body(body)
            return (time.perf_counter() - start) * 1e3

    with _cache_at(folder):
        compile_body(body)
    return measure


class _cache_at:
    """The cache in another folder, or off, for a while."""

    def __init__(self, folder: str) -> None:
        self.folder = folder

    def __enter__(self) -> None:
        self.before = os.environ.get("LINKWORK_CACHE_DIR")
        os.environ["LINKWORK_CACHE_DIR"] = self.folder

    def __exit__(self, *_: object) -> None:
        if self.before is None:
            del os.environ["LINKWORK_CACHE_DIR"]
        else:
            os.environ["LINKWORK_CACHE_DIR"] = self.before


def _speed() -> Iterator[Case]:
    function = arm(7)
    kernel = compile_function(function)
    ours = native_loop(kernel, state(function), EVALUATIONS)
    quantity = "ns per evaluation"
    bar = Bar("ratio", "<=", 1.1)
    name = f"scalar code, {function.operations} operations"
    try:
        yield Case(name, quantity, ours, "gcc -O3 -march=native", _gcc(function), bar)
    except Unavailable as reason:
        yield Case(name, quantity, ours, note=f"gcc skipped: {reason}")
    wide = _columns(kernel, STATES)
    lanes = LANES.get(kernel.width)
    limit = Bar("ratio", "<=", lanes) if lanes else None
    yield Case(f"SIMD, width {kernel.width}", "ns per state", wide, "scalar code", ours, limit)
    yield Case("SIMD, states in rows", "ns per state", _rows(kernel, STATES), "SIMD, states in columns", wide)


def _gcc(function: ex.Function) -> Timer:
    """The exported C in a loop of its own, compiled by the C compiler."""
    exported = export_function(function, name="exported")
    arguments = ", ".join(f"p[{k}]" for k in range(len(function.inputs) + len(function.outputs)))
    loop = f"void run(double **p, long n) {{ for (long i = 0; i < n; ++i) exported({arguments}); }}"
    library = build("exported_arm", f"{exported.single}\n{loop}\n")
    arrays = [*state(function).values(), *(np.zeros(s) for s in function.output_shapes.values())]
    pointers = np.array([a.ctypes.data for a in arrays], dtype=np.uintp)

    def run() -> None:
        library.run(ctypes.c_void_p(pointers.ctypes.data), ctypes.c_long(EVALUATIONS))

    timer = time_per_evaluation(run, EVALUATIONS)
    return lambda: timer() if len(arrays) else 0.0  # the closure keeps the arrays alive


def _columns(kernel: Kernel, states: int) -> Timer:
    rng = np.random.default_rng(1)
    inputs: dict[str, Any] = {n: rng.normal(size=(*s, states)) for n, s in kernel.function.shapes.items()}
    return time_per_evaluation(lambda: kernel.batch_columns(**inputs), states, at_least=BATCHED)


def _rows(kernel: Kernel, states: int) -> Timer:
    rng = np.random.default_rng(1)
    inputs: dict[str, Any] = {n: rng.normal(size=(states, *s)) for n, s in kernel.function.shapes.items()}
    return time_per_evaluation(lambda: kernel.batch(**inputs), states, at_least=BATCHED)


def _rolled() -> Iterator[Case]:
    for function in (arm(4), spring()):
        wide = _columns(compile_function(function), ROWS)
        for layout in ("Transposed", "Row", "At", "At, shuffled"):
            name = f"map, {ROWS} rows of {function.operations} operations, {layout}"
            bar = Bar("ratio", "<=", 1.25) if layout == "Transposed" and function.name == "arm4" else None
            ours = _map(function, layout)
            yield Case(name, "ns per row", ours, "SIMD of the unrolled body", wide, bar, rounds=7)
    yield Case("scan, 10000 rows, planar chain", "ns per row", _scan(10_000))


def _map(function: ex.Function, layout: str) -> Timer:
    """The function as the body of a loop, with all arguments in one layout."""
    rng = np.random.default_rng(1)
    sizes = {name: size for name, (size,) in {**function.shapes, **function.output_shapes}.items()}
    order = rng.permutation(ROWS) if layout == "At, shuffled" else np.arange(ROWS)
    columns = {f"{name}_at": order * size for name, size in sizes.items()} if layout.startswith("At") else {}
    kinds: dict[str, Any] = {"Transposed": Transposed, "Row": Row}
    place = kinds.get(layout, lambda name: At(name, f"{name}_at"))
    program = Program(
        "mapped",
        inputs={name: Buffer(sizes[name], "rows") for name in function.inputs},
        outputs={name: Buffer(sizes[name], "rows") for name in function.outputs},
        columns=dict.fromkeys(columns, "rows"),
        stages=[map_rows(function, "rows", {name: place(name) for name in sizes})],
    )
    shapes = {name: (sizes[name], ROWS)[:: 1 if layout == "Transposed" else -1] for name in function.inputs}
    inputs = {name: rng.normal(size=shape) for name, shape in shapes.items()}
    call = compile_function(program).bind(**inputs, **columns)
    return time_per_evaluation(call, ROWS)


def _scan(rows: int) -> Timer:
    def link(parent: Any, q: Any, length: Any) -> dict[str, Any]:
        angle = parent[0] + q[0]
        step = length[0] * np.array([ex.cos(angle), ex.sin(angle)])
        return {"pose": [angle, parent[1] + step[0], parent[2] + step[1]]}

    body = ex.trace(link, {"parent": 3, "q": 1, "length": 1})
    places: dict[str, At | Row] = {
        "parent": At("X", "parent_row"),
        "q": Row("q"),
        "length": Row("length"),
        "pose": Row("X", 1),
    }
    program = Program(
        "chain",
        inputs={"q": Buffer(1, "links"), "length": Buffer(1, "links", shared=True)},
        outputs={"X": Buffer(3, "links", extra=1)},
        columns={"parent_row": "links"},
        stages=[scan_rows(body, "links", places)],
    )
    call = compile_function(program).bind(
        q=np.full((rows, 1), 1e-3), length=np.ones((rows, 1)), parent_row=np.arange(rows, dtype=np.int64) * 3
    )
    return time_per_evaluation(call, rows)
