"""Kernels of every kind in WebAssembly: straight-line code, tables, loops over rows, dense matrices."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

import linkwork.expr as ex
from linkwork.exports.image import Pointer, PortableCall, PortableEntry, portable_image
from linkwork.exports.wasm_module import NOTE, WasmEntry, wasm_module
from linkwork.kernels import At, BoundCall, Buffer, Program, Row, Transposed, compile_function, map_rows
from linkwork.kernels.loops import call, loop
from tests.exports.pages import in_node
from tests.kernels.traced_examples import X, closed, example

RNG = np.random.default_rng(4)


@loop
def run_kernel(kernel: Any) -> None:
    call(kernel)


def library() -> BoundCall:
    """All that calls a function of the page, a sine of a large angle, and a choice."""

    def function(x: Any) -> Any:
        found = [ex.exp(x[0]), ex.log(x[1]), ex.tan(x[0]), ex.atan2(x[0], x[1]), ex.sinh(x[0]), x[1] ** x[0]]
        return {"y": [*found, ex.sin(1e10 * x[1]), ex.where(x[0] < x[1], ex.minimum(x[0], 2.0), ex.sign(x[1]))]}

    kernel = compile_function(ex.trace(function, {"x": 2}, name="library"))
    return kernel.bind(x=np.array([0.7, 1.9]))


def table() -> BoundCall:
    """A spline."""
    knots = np.linspace(0.0, 3.0, 40)
    curve = ex.spline(knots, np.sin(knots))
    kernel = compile_function(ex.trace(lambda x: {"y": curve(x)}, {"x": ()}, name="curve"))
    return kernel.bind(x=np.array(1.234))


def loops_in_order() -> BoundCall:
    """Rows that read what their parents wrote, with tables that are constants of the code."""
    return compile_function(closed()).bind(x=X.copy(), c=np.array(2.0))


def loops_in_any_order() -> BoundCall:
    """Several rows at a time: packed, gathered by offsets, and side by side."""
    body = ex.trace(lambda a, b, c: {"y": a[0] * b[1] + c[0] * ex.sin(a[1])}, {"a": 2, "b": 2, "c": 1}, name="row")
    program = Program(
        "rows",
        inputs={"a": Buffer(2, "n"), "pool": Buffer(2, "m"), "c": Buffer(1, "n")},
        outputs={"y": Buffer(1, "n")},
        columns={"at": "n"},
        stages=[map_rows(body, "n", {"a": Row("a"), "b": At("pool", "at"), "c": Transposed("c"), "y": Row("y")})],
    )
    n = 7
    return compile_function(program).bind(
        a=RNG.normal(size=(n, 2)), pool=RNG.normal(size=(3, 2)), c=RNG.normal(size=(1, n)), at=2 * (np.arange(n) % 3)
    )


def matrices() -> BoundCall:
    """Dense matrices in tiles of the target's width."""
    return compile_function(example(13, extra=True)).bind(x=np.array([0.7, 1.3]))


def test_kernels_of_every_kind_give_the_hosts_values(tmp_path: Path) -> None:
    wanted = []
    for k, make in enumerate((library, table, loops_in_order, loops_in_any_order, matrices)):
        bound = make()
        image = portable_image(run_kernel, (bound.row,), [bound])
        places = [(image.place(array), array.size) for array in bound.outputs.values()]

        def about(memory: Any, places: list[tuple[Pointer, int]] = places) -> dict[str, Any]:
            return {"places": [(memory.address(place), size) for place, size in places]}

        entry = WasmEntry("run", PortableEntry(PortableCall(image.program.entry, image.arguments)))
        (tmp_path / f"{k}.wasm").write_bytes(wasm_module(image, [entry], about))
        bound()
        wanted.append(np.concatenate([array.ravel() for array in bound.outputs.values()]))
    program = f"""
    const found = process.argv.slice(2).map((path) => {{
      const module = new WebAssembly.Module(require("fs").readFileSync(path));
      const {{ run, memory }} = new WebAssembly.Instance(module, {{ env: Math }}).exports;
      run();
      const note = new TextDecoder().decode(WebAssembly.Module.customSections(module, "{NOTE}")[0]);
      return JSON.parse(note).places.flatMap(([at, size]) => [...new Float64Array(memory.buffer, at, size)]);
    }});
    console.log(JSON.stringify(found));
    """
    found = json.loads(in_node(program, *(str(tmp_path / f"{k}.wasm") for k in range(len(wanted)))))
    for here, there in zip(wanted, found, strict=True):
        assert np.abs(here).max() > 0.0
        np.testing.assert_allclose(there, here, rtol=1e-13, atol=1e-14 * np.abs(here).max())
