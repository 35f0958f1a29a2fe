"""C export: compiles without a warning as C and as C++, and computes what the interpreter computes."""

import ctypes
import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import linkwork.expr as lw
from linkwork.exports import c_source as export_module
from linkwork.exports import export_function
from linkwork.exports.c_language import C_RULES, TRUTH, c_literal
from linkwork.expr.graph import as_expr
from linkwork.expr.primitives import BINARY, COMPARISON, LOGICAL, MEANING, UNARY
from linkwork.kernels.loops.c_text.names import C_RESERVED, Names, identifier
from tests.strategies import TABLES, cases

C = next(filter(None, map(shutil.which, ("gcc", "clang", "cc"))), None)
CXX = next(filter(None, map(shutil.which, ("g++", "clang++", "c++"))), None)
needs_c = pytest.mark.skipif(C is None, reason="No C compiler was found (looked for gcc, clang, cc).")
needs_cxx = pytest.mark.skipif(CXX is None, reason="No C++ compiler was found (looked for g++, clang++, c++).")

WARNINGS = ("-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Wconversion", "-Werror")
AS_C = ("-std=c11", "-O3", "-march=native")
UNFUSED = (*AS_C, "-ffp-contract=off")
AS_CXX = ("-x", "c++", "-std=c++17", "-O1")

# What `both` of the strategies computes, as a user would supply it.
BOTH = "#include <math.h>\n{}void both(const double *in, double *out) {{ out[0] = in[0] * sin(in[1]); {} }}\n"
BOTH = BOTH.format("void both(const double *in, double *out);\n", "out[1] = in[0] + in[1] * in[1];")


class Compiled:
    """A function exported, compiled with every warning an error, and loaded; called by name with arrays."""

    def __init__(self, function, *, supplied="", flags=AS_C, compiler=C, part=export_module.C_FUNCTION_SIZE, name=None):
        self.function = function
        with patch.object(export_module, "C_FUNCTION_SIZE", part):
            self.text = export_function(function, name=name)
        with tempfile.TemporaryDirectory() as folder:
            source = self.text.write(folder)
            if supplied:
                source.with_name("supplied.c").write_text(supplied)
            library = source.with_suffix(".so")
            files = map(str, sorted(Path(folder).glob("*.c")))
            command = [compiler, *flags, *WARNINGS, "-fPIC", "-shared", *files, "-o", str(library), "-lm"]
            done = subprocess.run(command, capture_output=True, text=True)
            assert done.returncode == 0, done.stderr
            self.entry = getattr(ctypes.CDLL(str(library)), self.text.name)
        self.entry.restype = None

    def __call__(self, **values):
        given = [np.ascontiguousarray(values[name], dtype=float) for name in self.function.inputs]
        results = {name: np.full(shape, 777.0) for name, shape in self.function.output_shapes.items()}
        self.entry(*[ctypes.c_void_p(a.ctypes.data) for a in (*given, *results.values())])
        return results


def assert_ulp(ours, reference, ulp):
    """Equal up to `ulp` units in the last place; NaN and infinities in the same places."""
    ours, reference = np.asarray(ours, dtype=float), np.asarray(reference, dtype=float)
    with np.errstate(invalid="ignore"):
        close = np.abs(ours - reference) <= ulp * np.spacing(np.maximum(np.abs(ours), np.abs(reference)))
    same = (ours == reference) | (np.isnan(ours) & np.isnan(reference))
    assert np.all(close | same), (ours[~(close | same)], reference[~(close | same)])


# NumPy's vector functions promise 4 ulp, C libraries about 1; arithmetic and selection are exact.
LIBRARY_ULP = 5
EXACT = {"neg", "sqrt", "abs", "sign", "floor", "ceil", "add", "sub", "mul", "div", "min", "max", "where", "output"}


def all_values(function):
    """The function with the value of every operation as its outputs: numbers, and truth values as 0 and 1."""
    nodes = [node for node in function.nodes if node.args and node.op != "call"]
    inputs = {name: np.ravel(value) for name, value in function.inputs.items()}
    everything = lw.make_function(function.name, inputs, {"everything": [as_expr(node) for node in nodes]})
    return nodes, everything


def meaning(node, known):
    """One operation by the interpreter's table, on given arguments."""
    if node.op == "lookup":
        return node.data.evaluate(known(node.args[0]))
    if node.op == "output":
        (call,) = node.args
        return call.data.values(*map(known, call.args))[node.data]
    return MEANING[node.op](*map(known, node.args))


def assert_every_operation_agrees(function, values, ulp=0, **options):
    """Each operation, on the very arguments that the C code had, gives what the interpreter gives.

    So errors do not add up, and the bound is that of one operation.
    """
    nodes, everything = all_values(function)
    flat = {name: np.ravel(values[name]) for name in function.inputs}
    results = Compiled(everything, **options)(**flat)["everything"]
    number = dict(zip(nodes, results, strict=True))
    number |= {s: v for name in flat for s, v in zip(everything.inputs[name], flat[name], strict=True)}

    def known(node):
        return np.float64(node.data if node.op == "const" else number[node])

    for node in nodes:
        expected = meaning(node, known)
        if node.op == "lookup":
            assert number[node] == pytest.approx(expected, rel=1e-14, abs=1e-14)
        else:
            assert_ulp(number[node], expected, max(ulp, 0 if node.op in EXACT | TRUTH else LIBRARY_ULP))


def test_every_primitive_has_a_rule():
    assert set(C_RULES) == set(MEANING)
    assert set(COMPARISON) | set(LOGICAL) == TRUTH


@needs_c
@settings(max_examples=12)
@given(case=cases(allow_opaque=True), part=st.sampled_from([4, export_module.C_FUNCTION_SIZE]))
def test_random_graphs_agree_with_the_interpreter(case, part):
    assert_every_operation_agrees(case.function, case.values, supplied=BOTH, part=part, flags=UNFUSED)


@needs_c
@settings(max_examples=10)
@given(case=cases(allow_opaque=True))
def test_results_with_fused_products_agree(case):
    compiled = Compiled(case.function, supplied=BOTH, flags=("-std=gnu11", "-O3", "-march=native"), part=5)
    if case.margin < 1e-6:  # on a jump, two right answers differ
        return
    for ours, reference in zip(compiled(**case.values).values(), case.function(**case.values), strict=True):
        np.testing.assert_allclose(ours, reference, rtol=1e-9, atol=1e-9)


SPECIAL = (np.nan, np.inf, -np.inf, 0.0, -0.0, 1.0, -1.0, 0.5, -2.5, 3.0, 1e300, -1e300, 5e-324, 1e-310)


@needs_c
def test_special_values_of_every_primitive():
    def specials(x, y):
        truth = x < y, y <= x
        values = {f"{op}_": f(x) for op, f in UNARY.items()}
        values |= {f"{op}_": f(x, y) for op, f in BINARY.items()}
        values |= {f"{op}_": lw.where(f(x, y), 2.0, x) for op, f in COMPARISON.items()}
        values |= {f"{op}_": lw.where(f(*truth), y, -3.0) for op, f in LOGICAL.items() if op != "not"}
        return values | {"not_": lw.where(~truth[0] & (x == x), 1.0, 0.0), "either": lw.where(truth[0], x, y)}

    function = lw.trace(specials, {"x": (), "y": ()})
    compiled = Compiled(function, flags=UNFUSED)
    for x in SPECIAL:
        for y in SPECIAL:
            ours, reference = compiled(x=x, y=y), function(x, y)._asdict()
            if (x, y) == (-np.inf, 0.5):  # NumPy takes a square root: NaN, where IEEE 754 says inf
                reference["pow_"] = np.inf
            for name in reference:
                assert_ulp(ours[name], reference[name], 0 if name[:-1] in EXACT else LIBRARY_ULP)


@needs_c
def test_constants_are_exact():
    numbers = [0.1, -0.1, 1 / 3, 2.0, -7.0, 1e22, 2.0**53 + 2, 5e-324, np.finfo(float).max, np.inf, -np.inf, 0.0, -0.0]
    function = lw.trace(lambda x: {"sums": [x * c for c in numbers if c not in (0, 1)], "plain": numbers}, {"x": ()})
    ours = Compiled(function)(x=1.0)
    assert ours["plain"].tobytes() == np.array(numbers).tobytes()
    assert ours["sums"].tolist() == [c for c in numbers if c not in (0, 1)]


@pytest.mark.parametrize(
    ("value", "text"),
    [(3.0, "3.0"), (-2.0, "(-2.0)"), (0.1, "0x1.999999999999ap-4"), (np.inf, "INFINITY"), (-np.inf, "(-INFINITY)")],
)
def test_literal(value, text):
    assert c_literal(value) == text


@needs_c
def test_operations_that_stayed_not_a_number_compile():
    def undefined(x):
        inf = as_expr(np.inf)
        return {"y": [inf - inf * 1.0, lw.sqrt(as_expr(-1.0)), lw.where(x > 0, lw.log(as_expr(-1.0)), x)]}

    function = lw.trace(undefined, {"x": ()})
    np.testing.assert_array_equal(Compiled(function)(x=-2.0)["y"], function(-2.0).y)


@needs_c
@pytest.mark.parametrize("name", [*TABLES, "undefined outside", "slope", "one segment"])
def test_look_up_tables(name):
    one = lw.table([0.0, 2.0], [1.0, 5.0], outside="extend")
    other = {"undefined outside": lw.spline([0, 1, 3], [1, 0, 2], outside="nan"), "one segment": one}
    table = (TABLES | other | {"slope": TABLES["straight"].derivative})[name]
    function = lw.trace(lambda x: table(x), {"x": 60})
    x = np.concatenate([np.linspace(-5, 5, 41), table.breaks, np.nextafter(table.breaks, -9), [np.nan]])
    x = np.resize(x, 60)
    np.testing.assert_allclose(Compiled(function)(x=x)["value"], function(x).value, rtol=1e-14, atol=1e-14)


@needs_c
def test_long_functions_are_cut_into_parts():
    def long(q, t):
        x, results = q, []
        for k in range(1200):
            x = np.roll(lw.where(x > t, x * (1 + 0.01 * k / 1200), x - 0.3 * q), 1)
            results = [*results, x[0]] if k % 400 == 0 else results
        return {"x": x, "early": results, "q_again": q}

    function = lw.trace(long, {"q": 3, "t": ()})
    compiled = Compiled(function, flags=UNFUSED)
    parts = re.findall(r"^static LONG__NOINLINE void (\w+)\(", compiled.text.source, re.M)
    assert len(parts) == -(-function.operations // export_module.C_FUNCTION_SIZE) > 3
    assert compiled.text.name == "long_"
    values = {"q": [0.3, -0.2, 0.9], "t": 0.1}
    for ours, reference in zip(compiled(**values).values(), function(**values), strict=True):
        np.testing.assert_array_equal(ours, reference)


@needs_c
def test_shapes_leaves_and_unused_arguments():
    def leaves(A, t, unused, empty):
        return {"B": A @ A.T, "same": A, "number": t * 2, "fixed": 3.0, "twice": [t * 2, t], "none": lw.zeros((0,))}

    function = lw.trace(leaves, {"A": (2, 3), "t": (), "unused": 2, "empty": 0})
    A = np.arange(6.0).reshape(2, 3)
    ours = Compiled(function)(A=A, t=1.5, unused=[0, 0], empty=[])
    for name, value in {"B": A @ A.T, "same": A, "number": 3.0, "fixed": 3.0, "twice": [3.0, 1.5]}.items():
        np.testing.assert_array_equal(ours[name], value)


@needs_c
def test_a_function_without_inputs():
    assert Compiled(lw.trace(lambda: {"y": [1.0, 0.1]}, {}))()["y"].tolist() == [1.0, 0.1]


@needs_c
def test_opaque_functions_and_their_derivatives_are_supplied_by_the_user():
    law = lw.opaque(lambda a, b: a * b + a, 2, jacobian=lambda a, b: [[b + 1, a]], name="law")
    function = lw.trace(lambda x: {"y": law(x[0], x[1]) * 2}, {"x": 2})
    function = function.with_outputs(y=function.output("y"), y_x=function.jacobian("y", "x"))
    supplied = """
        void law(const double *in, double *out);
        void law_jacobian(const double *in, double *out);
        void law(const double *in, double *out) { out[0] = in[0] * in[1] + in[0]; }
        void law_jacobian(const double *in, double *out) { out[0] = in[1] + 1.0; out[1] = in[0]; }
    """
    compiled = Compiled(function, supplied=supplied)
    assert "extern void law_jacobian(const double *in, double *out);" in compiled.text.header
    assert "law, 2 numbers in, 1 numbers out" in compiled.text.header
    ours = compiled(x=[3.0, 5.0])
    assert ours["y"] == 36.0
    assert ours["y_x"].tolist() == [12.0, 6.0]


@needs_c
@needs_cxx
@pytest.mark.parametrize("part", [5, export_module.C_FUNCTION_SIZE])
def test_source_compiles_as_cxx(part):
    def everything(q, t):
        return {"y": TABLES["natural"](q) * lw.sin(t) + lw.where(q < t, np.inf, q), "m": np.minimum(q, t)}

    function = lw.trace(everything, {"q": 3, "t": ()})
    values = {"q": [0.3, -1.2, 0.9], "t": 0.4}
    ours = Compiled(function, flags=AS_CXX, compiler=CXX, part=part)(**values)
    np.testing.assert_allclose(ours["y"], function(**values).y, rtol=1e-14)


# Keywords, functions and macros of math.h, our own names, letters that C does not have, twins after the change.
AWKWARD = ("int", "double", "restrict", "template", "sin", "exp", "y0", "gamma", "NAN", "M_PI", "isnan", "v12", "work")
AWKWARD += ("φ", "ä1", "int_", "f", "f_q_size", "f_segment", "f_table_0", "f_part_0", "F_NOINLINE", "x", "s", "c")
AWKWARD += ("breaks", "given", "main", "index", "time", "linux", "first", "half", "out", "segment")


@needs_c
@pytest.mark.parametrize("part", [7, export_module.C_FUNCTION_SIZE])
def test_awkward_names_become_valid(part):
    names = list(dict.fromkeys(AWKWARD))

    def f(**inputs):
        total = sum(lw.sin(x) * k for k, x in enumerate(inputs.values()))
        return {"q": TABLES["natural"](total), "Q": [total], "float": lw.exp(-total), "for_": total**2}

    function = lw.trace(f, dict.fromkeys(names, ()))
    compiled = Compiled(function, part=part, flags=UNFUSED)
    values = dict.fromkeys(names, 0.3)
    ours, reference = compiled(**values), function(**values)
    for name in ("q", "Q", "float", "for_"):
        np.testing.assert_allclose(ours[name], getattr(reference, name), rtol=1e-13)


@needs_c
@pytest.mark.parametrize(
    "name", ["sin", "main", "while", "printf", "_private", "3d", "lambda x.y", "φ", "*/", "y1", ""]
)
def test_awkward_function_names_become_valid(name):
    function = lw.make_function(name, {"q": lw.symbols("q", 2)}, {"y": lw.symbols("q", 2)[0] * 2.0})
    compiled = Compiled(function)
    assert compiled.text.name not in C_RESERVED
    assert compiled(q=[3.0, 0.0])["y"] == 6.0


def test_identifiers_stay_as_they_are_where_they_can():
    assert [identifier(n) for n in ("q", "u_dot", "M", "velocity2")] == ["q", "u_dot", "M", "velocity2"]
    assert [identifier(n) for n in ("law'", "sin", "v3", "_x", "2d")] == ["law_jacobian", "sin_", "v3_", "x", "f2d"]
    names = Names()
    assert [names.fresh("law") for _ in range(3)] == ["law", "law_2", "law_3"]


def pendulum():
    return lw.trace(
        lambda q, u, M: {"u_dot": -lw.sin(q) * u, "N": 0.5 * M}, {"q": 2, "u": 2, "M": (3, 2)}, name="pendulum"
    )


def test_header_documents_arguments_and_sizes():
    header = export_function(pendulum()).header
    for line in ("q: 2 numbers", "M: 3 x 2, row by row", "pendulum_q_size = 2", "pendulum_N_size = 6"):
        assert line in header
    declaration = "void pendulum(const double *q, const double *u, const double *M, double *u_dot, double *N);"
    assert declaration in header


def test_text_does_not_depend_on_what_was_traced_before():
    first = export_function(pendulum())
    lw.trace(lambda a: lw.exp(a) * 3, {"a": ()})
    assert export_function(pendulum()) == first


def test_files_are_written_side_by_side(tmp_path):
    text = export_function(pendulum(), tmp_path / "new", name="motion")
    assert text.name == "motion"
    assert (tmp_path / "new" / "motion.c").read_text(encoding="utf-8") == text.source
    assert (tmp_path / "new" / "motion.h").read_text(encoding="utf-8") == text.header
    assert '#include "motion.h"' in text.source


@needs_c
def test_single_text_needs_no_header(tmp_path):
    file = tmp_path / "alone.c"
    file.write_text(export_function(pendulum()).single, encoding="utf-8")
    done = subprocess.run([C, *AS_C, *WARNINGS, "-c", str(file), "-o", str(tmp_path / "alone.o")], capture_output=True)
    assert done.returncode == 0, done.stderr
