"""The linker for WebAssembly: calls, addresses and constants across objects, and errors for what it does not know."""

import json
import math
from pathlib import Path

import pytest

from linkwork.exports.wasm import WasmSimulation
from linkwork.kernels.wasm import STACK_BYTES, link_wasm, linker, wasm_object
from linkwork.kernels.wasm.linker import PAGE_LIBRARY
from linkwork.kernels.wasm.reader import LinkError, WasmSection, read_object
from tests.exports.pages import in_node

FIRST = """
@table = internal constant [3 x double] [double 1.5, double 2.5, double 4.0]
@chosen = global ptr @twice
declare double @pow(double, double)
declare double @shared(double)
define double @twice(double %x) {
  %y = fmul double %x, 2.0
  ret double %y
}
define double @entry(i32 %k, double %x) {
  %at = getelementptr double, ptr @table, i32 %k
  %a = load double, ptr %at
  %f = load ptr, ptr @chosen
  %b = call double %f(double %a)
  %c = call double @shared(double %b)
  %d = call double @pow(double %c, double %x)
  ret double %d
}
define double @by_place(i64 %code, double %x) {
  %f = inttoptr i64 %code to ptr
  %y = call double %f(double %x)
  ret double %y
}
define void @deep(i32 %bytes) {
  %room = alloca i8, i32 %bytes
  store volatile i8 1, ptr %room
  ret void
}
"""
SECOND = """
@table = internal constant [2 x double] [double 10.0, double 20.0]
define double @shared(double %x) {
  %at = getelementptr double, ptr @table, i32 1
  %a = load volatile double, ptr %at
  %y = fadd double %x, %a
  ret double %y
}
define double @thrice(double %x) {
  %y = fmul double %x, 3.0
  ret double %y
}
"""


def objects() -> list[bytes]:
    return [wasm_object(FIRST, False), wasm_object(SECOND, True)]


def test_objects_become_one_module(tmp_path: Path) -> None:
    memory = [(STACK_BYTES, b"\0" * 8), (STACK_BYTES + 8, b"linkwork")]
    exports = ["entry", "by_place", "deep"]
    module = link_wasm(objects(), exports, ["thrice", "shared"], memory, {"note": b"seen"})
    (tmp_path / "module.wasm").write_bytes(module)
    program = """
    const module = new WebAssembly.Module(require("fs").readFileSync(process.argv[2]));
    const { entry, by_place, deep, memory } = new WebAssembly.Instance(module, { env: { pow: Math.pow } }).exports;
    const text = (bytes) => Buffer.from(bytes).toString();
    let trapped = false;
    try { deep(1 << 17); } catch (error) { trapped = error instanceof WebAssembly.RuntimeError; }
    deep(1000);
    console.log(JSON.stringify([
      entry(0, 1), entry(2, 2), by_place(1n, 5), by_place(2n, 5), trapped,
      text(new Uint8Array(memory.buffer, 65544, 8)), text(WebAssembly.Module.customSections(module, "note")[0]),
    ]));
    """
    found = json.loads(in_node(program, str(tmp_path / "module.wasm")))
    assert found == [23.0, 28.0**2, 15.0, 25.0, True, "linkwork", "seen"]


def test_what_nobody_defines_is_named() -> None:
    stray = wasm_object("declare void @stray()\ndefine void @f() {\n  call void @stray()\n  ret void\n}\n", False)
    with pytest.raises(LinkError, match="'stray' is called and nobody has it"):
        link_wasm([stray], ["f"], [], [], {})
    with pytest.raises(LinkError, match="no object has the function 'g'"):
        link_wasm(objects(), ["g"], [], [], {})
    data = wasm_object("@far = external global i32\ndefine ptr @f() {\n  ret ptr @far\n}\n", False)
    with pytest.raises(LinkError, match="data 'far' are used and nobody has them"):
        link_wasm([data], ["f"], [], [], {})


def test_two_definitions_are_refused() -> None:
    with pytest.raises(LinkError, match="defined twice"):
        link_wasm([*objects(), objects()[0]], ["entry"], [], [], {})


def test_unknown_relocation_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    found = read_object(objects()[1])
    found.relocations[WasmSection.CODE][0] = found.relocations[WasmSection.CODE][0]._replace(kind=24)
    monkeypatch.setattr(linker, "read_object", lambda image: found)
    with pytest.raises(LinkError, match="a relocation of kind 24 for 'table'"):
        link_wasm([b""], ["shared"], [], [], {})


def test_bytes_of_something_else_are_refused() -> None:
    with pytest.raises(LinkError, match="not an object of WebAssembly"):
        read_object(b"\x7fELF....")


SPECIAL = [
    *[("pow", x, y) for x, y in ((1.0, math.nan), (-1.0, math.inf), (-1.0, -math.inf), (2.0, 0.5), (0.0, 0.0))],
    *[("fmin", 1.0, math.nan), ("fmax", math.nan, 2.0), ("fmin", 1.0, 2.0), ("fmod", -7.5, 2.0)],
]


def in_javascript(x: float) -> str:
    return repr(x).replace("inf", "Infinity").replace("nan", "NaN")


def test_library_of_pages_is_that_of_c() -> None:
    loader = WasmSimulation(b"", {}).loader
    numbers = {math.inf: "Infinity", -math.inf: "-Infinity"}
    calls = [
        f"library.{f}({', '.join(numbers.get(x, repr(x)).replace('nan', 'NaN') for x in xs)})" for f, *xs in SPECIAL
    ]
    program = f"{loader}\nconst library = linkworkSimulation.library;\n"
    program += f"console.log(JSON.stringify([Object.keys(library), [{', '.join(calls)}]]));"
    names, values = json.loads(in_node(program))
    assert sorted(names) == sorted(PAGE_LIBRARY)
    other = {"fmin": min, "fmax": lambda x, y: y, "pow": math.pow, "fmod": math.fmod}
    assert values == [1.0 if (f, xs[0]) == ("fmin", 1.0) else other[f](*xs) for f, *xs in SPECIAL]
