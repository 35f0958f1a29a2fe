"""Tracing: names, shapes, outputs, and messages that say where and what to write instead."""

import gc
import inspect
import math
from collections import namedtuple

import numpy as np
import pytest

from linkwork.expr import Array, Expr, TraceError, array, opaque, symbols, trace, traced, where
from tests.expr.user_module import helper


def test_one_output():
    f = trace(lambda x: x * 2.0, {"x": ()})
    assert list(f.outputs) == ["value"] and f(3.0).value == 6.0 and f(3.0)._fields == ("value",)
    assert trace(lambda x: x, {"x": ()}, outputs="y").output("y").data == "x"


def test_named_outputs():
    by_dict = trace(lambda q, t: {"a": q * t, "b": t}, {"q": 2, "t": ()})
    by_names = trace(lambda q, t: (q * t, t), {"q": 2, "t": ()}, outputs=("a", "b"))
    pair = namedtuple("pair", ["a", "b"])
    by_tuple = trace(lambda q, t: pair(q * t, t), {"q": 2, "t": ()})
    for f in (by_dict, by_names, by_tuple):
        result = f([1.0, 2.0], 3.0)
        assert result.a.tolist() == [3.0, 6.0] and result.b == 3.0
        assert f.output_shapes == {"a": (2,), "b": ()}


def test_shapes_and_names():
    seen = {}

    def function(s, v, m, *, k=2.0):
        seen.update(s=s, v=v, m=m, k=k)
        return s

    f = trace(function, {"s": (), "v": 2, "m": (2, 3)}, name="renamed")
    assert isinstance(seen["s"], Expr) and isinstance(seen["v"], Array)
    assert seen["m"].shape == (2, 3) and seen["k"] == 2.0
    assert f.name == "renamed" and f.shapes == {"s": (), "v": (2,), "m": (2, 3)}
    assert trace(lambda **q: q["a"], {"a": ()}).shapes == {"a": ()}
    assert trace(lambda e: e, {"e": 0})(np.zeros(0)).value.shape == (0,)
    assert trace(lambda x: x, {"x": ()}).name == "lambda"


def test_decorator():
    @traced(q=2, t=())
    def wave(q, t):
        return q[0] * np.sin(q[1] * t)

    assert wave.name == "wave"
    assert wave([2.0, 0.5], 1.0).value == pytest.approx(2.0 * math.sin(0.5))


def test_numbers_and_truth_values_are_outputs_too():
    f = trace(lambda x: {"a": 1.0, "b": x > 0.0, "c": np.eye(2), "d": [x, 1]}, {"x": ()})
    result = f(2.0)
    assert result.a == 1.0 and result.b == 1.0
    np.testing.assert_array_equal(result.c, np.eye(2))
    assert result.d.tolist() == [2.0, 1.0]


def message_of(function, shapes=None, **options):
    with pytest.raises(TraceError) as caught:
        trace(function, shapes or {"x": ()}, **options)
    return str(caught.value)


def test_if_on_a_symbol_names_the_line():
    def absolute(x):
        if x > 0:
            return x
        return -x

    text = message_of(absolute)
    line = absolute.__code__.co_firstlineno + 1
    assert text.startswith(f"absolute (test_trace.py, line {line}: `if x > 0:`): ")
    assert "whether 0 < x is true" in text and "Write where(condition, a, b)" in text


def test_the_line_is_the_innermost_of_the_user():
    text = message_of(lambda x: helper(x) + 1.0)
    assert "(user_module.py, line 5: `if x > 0:`)" in text


def out_of_place(x):
    q = symbols("q", 3)
    floats = np.zeros(3)
    floats[0] = q[0] * x
    return floats


MISTAKES = {
    "and": (lambda x: where(x > 0 and x < 1, 1.0, 0.0), "`and`, `or`, `not`.*`&`, `|`, `~`"),
    "or": (lambda x: where(x > 0 or x < 1, 1.0, 0.0), "`and`, `or`"),
    "not": (lambda x: where(not x > 0, 1.0, 0.0), "needs to know whether 0 < x"),
    "chained comparison": (lambda x: where(0 < x < 1, 1.0, 0.0), "needs to know whether"),
    "while": (lambda x: [x for _ in iter(lambda: bool(x < 3), False)], "`while`"),
    "max": (lambda x: max(x, 0.0), "minimum, maximum"),
    "in": (lambda x: x in [1.0, 2.0], "needs to know whether"),
    "math.sin": (lambda x: math.sin(x), "NumPy's functions instead of `math`"),
    "float": (lambda x: float(x), r"no int\(\) or float\(\)"),
    "int": (lambda x: int(x), "a number was asked of the symbolic value x"),
    "range": (lambda x: sum(range(x)), "cannot be interpreted as an integer"),
    "NaN": (lambda x: x * np.nan, "NaN was used as a constant"),
    "NaN in an output": (lambda x: [x, np.nan], "output 'value': NaN was used as a constant"),
    "nothing returned": (lambda x: None, "returned nothing. Is a `return` missing?"),
    "ragged output": (lambda x: [[x, 1.0], [2.0]], "output 'value'"),
    "mixed shapes": (lambda x: (np.ones(2), 1.0), "mixes shapes; name several outputs"),
    "vector and entry": (lambda x: (array([x, x]), x), "mixes shapes; name several outputs"),
    "list and symbol": (lambda x: ([x, 1.0], x), "mixes shapes; name several outputs"),
    "complex": (lambda x: x * np.complex128(1j), "1j is complex; expressions are real"),
    "whole number": (lambda x: x + 10**400, "a whole number is too large for floating point"),
    "reserved name": (lambda threads: threads, "'threads' cannot name an input: kernel.batch"),
    "text": (lambda x: {"a": "three"}, "output 'a': an array of expressions cannot hold 'three'"),
    "eigh": (lambda x: np.linalg.eigh(array([[x, 1.0], [1.0, x]])), "np.linalg.eigh has no meaning on symbols"),
    "assignment into floats": (out_of_place, r"line \d+: `floats\[0\] = q\[0\] \* x`.*start from linkwork's zeros"),
    "literal of symbols": (lambda x: np.sin(np.array([x, 1.0])), r"write linkwork's array\(\[...\]\)"),
    "inverse of a literal": (lambda x: np.linalg.inv(np.array([[x]])), r"write linkwork's array\(\[...\]\)"),
    "index": (lambda x: [1.0, 2.0][x], "A symbol cannot be an index: use table"),
    "index of an array": (lambda x: np.ones(3)[x], "A symbol cannot be an index: use table"),
    "wrong number of opaque arguments": (lambda x: opaque(math.hypot, 2)(x), "hypot: takes 2 arguments, got 1"),
    "unknown symbol": (lambda x: x + symbols("k"), "the symbol 'k' is used but is not an input"),
    "name of input and output": (lambda x: {"x": x}, "'x' names both an input and an output; rename one"),
    "not a name": (lambda x: {"my value": x}, "'my value' cannot name an input or output"),
    "keyword": (lambda x: {"lambda": x}, "'lambda' cannot name"),
    "number as a name": (lambda x: {1: x}, "1 cannot name"),
    "no outputs": (lambda x: {}, "has no outputs"),
    "subscript of a scalar": (lambda x: x[0], "not subscriptable"),
    "stranger": (lambda x: x + None, "unsupported operand"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_messages(mistake):
    function, expected = MISTAKES[mistake]
    with pytest.raises(TraceError, match=expected):
        trace(function, dict.fromkeys(inspect.signature(function).parameters, ()))


def test_wrong_shapes_inside():
    text = message_of(lambda q, m: m @ q, {"q": 3, "m": (2, 2)})
    assert "lambda (test_trace.py, line" in text and "mismatch" in text


@pytest.mark.parametrize(
    ("shapes", "expected"),
    [
        ({"q": 2}, "no shape is given for its parameter 't'; use () for a scalar"),
        ({"q": 2, "t": (), "z": 1}, "a shape is given for 'z', but the function takes q, t"),
        ({"q": -2, "t": ()}, "-2 is not a shape for 'q'"),
        ({"q": (2, 1.5), "t": ()}, "(2, 1.5) is not a shape for 'q'"),
        ({"q": 1.5, "t": ()}, "1.5 is not a shape for 'q'"),
        ({"q": None, "t": ()}, "None is not a shape for 'q'"),
    ],
)
def test_wrong_declarations(shapes, expected):
    assert expected in message_of(lambda q, t: q * t, shapes)


def test_output_names_that_do_not_fit():
    assert "returned 2 values for 3 output names" in message_of(lambda x: (x, x), outputs=("a", "b", "c"))
    assert "returned 1 values for 2 output names" in message_of(lambda x: x, outputs=("a", "b"))
    assert "an output name is used twice in ['a', 'a']" in message_of(lambda x: (x, x), outputs=("a", "a"))


def test_inputs_are_not_written_into():
    def careless(q):
        q[0] = 1.0
        return q

    assert "Inputs are not written into: copy first" in message_of(careless, {"q": 2})

    def careful(q):
        q = q.copy()
        q[0] = 1.0
        return q

    assert trace(careful, {"q": 2})([5.0, 6.0]).value.tolist() == [1.0, 6.0]


def test_other_errors_pass_unchanged():
    with pytest.raises(ZeroDivisionError):
        trace(lambda x: 1 / 0, {"x": ()})


def test_garbage_collection_is_resumed():
    assert gc.isenabled()
    with pytest.raises(TraceError):
        trace(lambda x: float(x), {"x": ()})
    assert gc.isenabled()
    gc.disable()
    try:
        trace(lambda x: x, {"x": ()})
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_each_trace_has_symbols_of_its_own():
    f, g = trace(lambda x: x * 2.0, {"x": ()}), trace(lambda x: x * 2.0, {"x": ()})
    assert f.input("x") is not g.input("x") and f.digest == g.digest
    assert f.input("x") is not symbols("x")


def test_traces_inside_traces_do_not_mix_names():
    def outer(x):
        inner = trace(lambda x, scale: x * scale, {"x": (), "scale": ()})
        return inner(x + 1.0, x)

    assert trace(outer, {"x": ()})(2.0).value == 6.0


def test_a_symbol_of_the_enclosing_trace_is_an_input():
    def outer(x):
        enclosing = x
        return trace(lambda x: x * enclosing, {"x": ()}, name="inner")(x + 1.0)

    text = message_of(outer)
    assert "inner: the symbol 'x' belongs to an enclosing trace or to another function. Pass it in as an input" in text


def test_a_symbol_that_only_has_the_name_of_an_input():
    text = message_of(lambda x: x + symbols("x"))
    assert "a symbol 'x' is used that is not the input of that name. Use the argument itself." in text


def test_positional_only_parameters():
    def positional(x, k=2.0, /, *, y):
        return x * k + y

    assert trace(positional, {"x": (), "y": ()})(3.0, 1.0).value == 7.0
    assert trace(positional, {"x": (), "k": (), "y": ()})(3.0, 4.0, 1.0).value == 13.0
    assert "no shape is given for its parameter 'x'" in message_of(positional, {"y": ()})


def test_hints_follow_a_full_stop():
    text = message_of(lambda x: np.ones(3)[x])
    assert "valid indices. A symbol cannot be an index" in text
