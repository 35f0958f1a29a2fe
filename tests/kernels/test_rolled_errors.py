"""Rolled programs that cannot work, and arrays that do not fit them: refused with a sentence before code runs."""

import numpy as np
import pytest

import linkwork.expr as ex
from linkwork.kernels import (
    Add,
    At,
    Buffer,
    Program,
    Row,
    Transposed,
    Whole,
    compile_function,
    map_rows,
    scan_rows,
)

DOUBLE = ex.trace(lambda x: {"y": x * 2}, {"x": 2})
INCREMENT = ex.trace(lambda x: {"y": x + 1}, {"x": 2})
OTHER = ex.trace(lambda parent, q: {"y": parent * q}, {"parent": 2, "q": ()})


def program(loops, inputs=None, outputs=None, columns=None):
    return Program("test", inputs or {"a": Buffer(2, "n")}, outputs or {"b": Buffer(2, "n")}, columns or {}, loops)


ROWS = {"x": Row("a"), "y": Row("b")}
SHIFTED = Buffer(2, "n", extra=1)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: program([scan_rows(DOUBLE, "n", {"x": Row("a")})]), "argument 'y' of lambda has no place"),
        (lambda: program([scan_rows(DOUBLE, "n", {**ROWS, "z": Row("a")})]), "has no argument 'z' to be placed"),
        (lambda: program([scan_rows(DOUBLE, "n", {**ROWS, "x": Row("c")})]), "there is no buffer 'c' it could read"),
        (lambda: program([scan_rows(DOUBLE, "n", {**ROWS, "y": Row("a")})]), "there is no buffer 'a' it could write"),
        (lambda: program([scan_rows(DOUBLE, "n", {**ROWS, "x": At("a", "p")})]), "there is no column 'p'"),
        (lambda: program([scan_rows(DOUBLE, "n", {**ROWS, "x": Add(Row("a"))})]), "is an input and cannot be added to"),
        (lambda: program([scan_rows(DOUBLE, "n", {**ROWS, "x": Transposed("a")})]), "Transposed is for map_rows"),
        (lambda: program([map_rows(DOUBLE, "n", {**ROWS, "y": Add(Transposed("b"))})]), "Add takes a Row, an At or"),
        (
            lambda: program([scan_rows(DOUBLE, "n", {**ROWS, "x": Row("a", 1)})]),
            "a shift of 1 needs as many extra rows",
        ),
        (
            lambda: program([scan_rows(DOUBLE, "n", {**ROWS, "x": Row("a", -1)})]),
            "a shift of -1 needs as many extra rows",
        ),
        (lambda: program([scan_rows(DOUBLE, "m", ROWS)]), "'a' has rows by 'n', the loop by 'm'"),
        (lambda: program([scan_rows([], "n", ROWS)]), "a loop has no body"),
        (lambda: program([scan_rows([DOUBLE, INCREMENT], "n", ROWS)]), "needs a column `kind`"),
        (
            lambda: program([scan_rows([DOUBLE, INCREMENT], "n", ROWS, kind="k")], columns={"k": "m"}),
            "column 'k' counts 'm', the loop 'n'",
        ),
        (
            lambda: program([scan_rows([DOUBLE, OTHER], "n", ROWS, kind="k")], columns={"k": "n"}),
            "must name the same arguments in one order",
        ),
        (
            lambda: program([scan_rows(DOUBLE, "n", ROWS)], inputs={"a": Buffer(1, "n")}),
            "argument 'x' of lambda has 2 numbers, a row of 'a' 1",
        ),
        (
            lambda: program(
                [scan_rows(DOUBLE, "n", {**ROWS, "x": Whole("g")})], inputs={"g": Buffer(1), "a": Buffer(2, "n")}
            ),
            "has 2 numbers, a row of 'g' 1",
        ),
        (lambda: program([], columns={"a": "n"}), "the name 'a' is used twice"),
        (lambda: program([], inputs={"my a": Buffer(1)}), "'my a' cannot name a buffer"),
        (lambda: program([], inputs={"class": Buffer(1)}), "'class' cannot name a buffer"),
        (lambda: program([], outputs={"b": Buffer(1, shared=True)}), "'b' is written and cannot be shared"),
        (
            lambda: program([scan_rows(DOUBLE, "n", {"x": Row("b"), "y": Row("b")})]),
            "writes 'y' where it reads 'x'; write elsewhere, or Add",
        ),
        (
            lambda: program([map_rows(DOUBLE, "n", {"x": Row("b"), "y": Row("b", 1)})], outputs={"b": SHIFTED}),
            "reads 'x' from 'b' and writes 'y' there, but rows of a map have no order",
        ),
        (
            lambda: program([map_rows(DOUBLE, "n", {"x": At("b", "p"), "y": Row("b")})], columns={"p": "n"}),
            "but rows of a map have no order",
        ),
        (
            lambda: program([map_rows(DOUBLE, "n", {"x": Row("b"), "y": Add(Row("b", 1))})], outputs={"b": SHIFTED}),
            "but rows of a map have no order",
        ),
        (
            lambda: program(
                [map_rows(DOUBLE, "n", {"x": Transposed("a"), "y": Row("b")}), scan_rows(DOUBLE, "n", ROWS)],
            ),
            "'a' is Transposed, so all its places must be",
        ),
    ],
)
def test_programs_that_cannot_work_are_refused(make, message):
    with pytest.raises(ex.TraceError, match=message):
        make()


def gathering():
    loops = [scan_rows([DOUBLE, INCREMENT], "n", {"x": At("a", "from_"), "y": Row("b")}, kind="kind")]
    return compile_function(program(loops, inputs={"a": Buffer(2, "m")}, columns={"from_": "n", "kind": "n"}))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"from_": None}, "'from_' is missing"),
        ({"other": np.zeros(2)}, "there is no input, column or output 'other'; it has a, from_, kind, b"),
        ({"a": np.zeros((4, 3))}, r"'a' has shape \(4, 3\), needs \(4, 2\)"),
        ({"a": np.zeros(4)}, r"'a' has shape \(4,\); it needs rows"),
        ({"kind": [0]}, "'kind' has 1 rows for 'n', others have 3"),
        ({"from_": [0.0, 1.0, 2.0]}, "'from_' is a column and holds whole numbers, not float64"),
        ({"from_": [0, -1, 2]}, "'from_' has entries from -1 to 2; the offsets of 'x' in 'a' go from 0 to 6"),
        ({"from_": [0, 7, 2]}, "'from_' has entries from 0 to 7; the offsets of 'x' in 'a' go from 0 to 6"),
        ({"kind": [0, 2, 0]}, "'kind' has entries from 0 to 2; the kinds go from 0 to 1"),
    ],
)
def test_wrong_arrays_are_named(change, message):
    kernel = gathering()
    arrays = {"a": np.zeros((4, 2)), "from_": [0, 2, 4], "kind": [0, 1, 0]} | change
    arrays = {name: value for name, value in arrays.items() if value is not None}
    with pytest.raises(ex.TraceError, match=message):
        kernel(**arrays)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (np.full((3, 2), 1 + 2j), "'a' must be real numbers, got ndarray of complex128"),
        ([["1", "2"]] * 3, "'a' must be real numbers, got list of <U1"),
        ([[None, 1.0]] * 3, "'a' must be real numbers, got list of object"),
        (None, "'a' must be real numbers, got NoneType"),
        ([[ex.symbols("s"), 1.0]] * 3, "'a' is symbolic; a kernel takes numbers"),
    ],
)
def test_inputs_that_are_no_numbers_are_named(value, message):
    kernel = compile_function(program([scan_rows(DOUBLE, "n", ROWS)]))
    for call in (kernel, kernel.batch):
        with pytest.raises(ex.TraceError, match=message):
            call(a=value)


def test_output_buffers_are_for_bound_calls():
    kernel = compile_function(program([scan_rows(DOUBLE, "n", ROWS)]))
    a = np.ones((3, 2))
    with pytest.raises(ex.TraceError, match="'b' is an output, made anew here; bind takes buffers for outputs"):
        kernel(a=a, b=np.zeros((3, 2)))
    with pytest.raises(ex.TraceError, match="'b' is an output"):
        kernel.batch(a=a[None], b=np.zeros((1, 3, 2)))


def test_tables_too_small_for_a_whole_argument():
    body = ex.trace(lambda x: {"y": x[:2]}, {"x": 6})
    kernel = compile_function(
        program(
            [scan_rows(body, "n", {"x": Whole("t"), "y": Row("b")})], inputs={"t": Buffer(2, "m"), "a": Buffer(2, "n")}
        )
    )
    with pytest.raises(ex.TraceError, match="'t' has too few numbers for 'x'"):
        kernel(t=np.zeros((2, 2)), a=np.zeros((1, 2)))


def test_counts_must_be_told():
    unknown = program(
        [map_rows(DOUBLE, "m", {"x": Whole("g"), "y": Row("b")})],
        inputs={"g": Buffer(2)},
        outputs={"b": Buffer(2, "m")},
    )
    with pytest.raises(ex.TraceError, match="no input or column gives the count 'm'"):
        compile_function(unknown)(g=np.zeros(2))


def tree():
    body = ex.trace(lambda parent, q, load: {"y": parent + q[0] * load[0]}, {"parent": 2, "q": 1, "load": 1})
    places = {"parent": At("b", "parent"), "q": Row("q"), "load": Row("load"), "y": Row("b", 1)}
    inputs = {"q": Buffer(1, "n"), "load": Buffer(1, "n", shared=True)}
    outputs = {"b": Buffer(2, "n", extra=1)}
    return compile_function(program([scan_rows(body, "n", places)], inputs, outputs, {"parent": "n"}))


@pytest.mark.parametrize(
    ("arrays", "message"),
    [
        ({"q": np.zeros((4, 3, 1))}, "'load' is missing"),
        ({"load": np.zeros((3, 1)), "parent": [0, 0, 0]}, "'q' is missing"),
        ({"q": np.zeros((3, 1)), "load": np.zeros((3, 1)), "parent": [0, 0, 0]}, "it needs rows"),
        ({"q": np.zeros((4, 3, 2)), "load": np.zeros((3, 1)), "parent": [0, 0, 0]}, r"needs \(4, 3, 1\)"),
        ({"q": np.zeros((4, 3, 1)), "load": np.zeros((3, 1)), "parent": [0, 0, 9]}, "'parent' has entries from 0 to 9"),
    ],
)
def test_wrong_batches_are_named(arrays, message):
    with pytest.raises(ex.TraceError, match=message):
        tree().batch(**arrays)


def test_a_batch_needs_states():
    kernel = compile_function(program([map_rows(DOUBLE, "n", ROWS)], inputs={"a": Buffer(2, "n", shared=True)}))
    with pytest.raises(ex.TraceError, match="all inputs are shared"):
        kernel.batch(a=np.zeros((3, 2)))


def test_bound_outputs_are_checked():
    kernel = compile_function(program([scan_rows(DOUBLE, "n", ROWS)]))
    a = np.zeros((3, 2))
    with pytest.raises(ex.TraceError, match="'b' overlaps that of 'a'"):
        kernel.bind(a=a, b=a)
    with pytest.raises(ex.TraceError, match="'a' must be a C-contiguous array of float64"):
        kernel.bind(a=np.zeros((2, 3)).T)


def test_open_counts_take_arrays_by_name_and_states_first() -> None:
    kernel = compile_function(program([scan_rows(DOUBLE, "n", ROWS)]))
    with pytest.raises(ex.TraceError, match="a program with open counts takes its arrays by name"):
        kernel(np.zeros((3, 2)))
    with pytest.raises(ex.TraceError, match="states of a program with open counts lie along the first axis; use batch"):
        kernel.batch_columns(a=np.zeros((3, 2, 5)))
    with pytest.raises(ex.TraceError, match="a program with open counts is not one function"):
        _ = kernel.function


def test_straight_code_beside_loops_is_a_scan() -> None:
    with pytest.raises(ex.TraceError, match="straight-line code beside loops is a scan over a count of one"):
        program([DOUBLE, scan_rows(DOUBLE, "n", ROWS)])
