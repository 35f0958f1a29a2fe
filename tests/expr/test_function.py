"""Functions: calling with numbers and with expressions, derivatives by name, content hash, pickling."""

import copy
import pickle
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor

import numpy as np
import pytest
from hypothesis import given

from linkwork.expr import (
    Expr,
    TraceError,
    array,
    hessian,
    make_function,
    opaque,
    sin,
    sparse_jacobian,
    spline,
    symbols,
    trace,
)
from linkwork.expr.node import new_symbol
from linkwork.expr.substitute import substitute
from tests.strategies import cases

F = trace(lambda q, k: {"y": q * sin(k), "e": q @ q * k}, {"q": 2, "k": ()}, name="F")


def test_call_with_numbers():
    y, e = F([1.0, 2.0], 0.5)
    np.testing.assert_allclose(y, np.array([1.0, 2.0]) * np.sin(0.5))
    assert isinstance(e, float) and e == 2.5
    assert F(k=0.5, q=[1.0, 2.0]).e == 2.5


def test_call_with_batches():
    y, e = F(np.ones((4, 3, 2)), np.ones(3))
    assert y.shape == (4, 3, 2) and e.shape == (4, 3)
    y, e = F(np.ones((0, 2)), 1.0)
    assert y.shape == (0, 2) and e.shape == (0,)


def test_call_with_expressions_writes_into_their_graph():
    a = symbols("a")
    y, e = F([a, 2.0], a * a)
    assert y[0] is a * sin(a * a) and isinstance(e, Expr)
    nested = trace(lambda a: F([a, 2.0], a * a).e, {"a": ()})
    assert nested(3.0).value == F([3.0, 2.0], 9.0).e
    assert F([a, 2.0], 0.0).y.tolist() == [0.0, 0.0]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: F([1.0], 1.0), r"F: input 'q' has shape \(1,\), needs \(2,\) in the last axes"),
        (lambda: F(1.0, 1.0), r"F: input 'q' has shape \(\), needs \(2,\)"),
        (lambda: F([symbols("a")], 1.0), r"F: input 'q' has shape \(1,\), needs \(2,\)"),
        (lambda: F([1.0, 2.0]), r"F: input 'k' of shape \(\) is missing"),
        (lambda: F([1.0, 2.0], 1.0, 2.0), r"F takes 2 inputs \(q, k\), got 3"),
        (lambda: F([1.0, 2.0], 1.0, q=1.0), "F: input 'q' was given twice"),
        (lambda: F([1.0, 2.0], z=1.0), "F has no input 'z'; it has q, k"),
        (lambda: F.output("z"), "F has no output 'z'; it has y, e"),
        (lambda: F.input("z"), "F has no input 'z'; it has q, k"),
    ],
)
def test_wrong_calls(call, message):
    with pytest.raises(TraceError, match=message):
        call()


def test_derivatives_by_name():
    g = F.with_outputs(y_q=F.jacobian("y", "q"), e_q=F.gradient("e", "q"), e_qq=hessian(F.output("e"), F.input("q")))
    y_q, e_q, e_qq = g([1.0, 2.0], 0.5)
    np.testing.assert_allclose(y_q, np.sin(0.5) * np.eye(2))
    np.testing.assert_allclose(e_q, [1.0, 2.0])
    np.testing.assert_allclose(e_qq, np.eye(2))
    sparse = sparse_jacobian(list(F.output("y")), list(F.input("q")))
    assert sparse.rows.tolist() == sparse.columns.tolist() == [0, 1]


def test_directional_derivatives():
    forward = F.with_outputs(d=F.tangent(q=[1.0, -1.0], k=2.0))([1.0, 2.0], 0.5).d
    s, c = np.sin(0.5), np.cos(0.5)
    np.testing.assert_allclose(forward, [s + 2 * c, -s + 4 * c, 0.5 * (2 - 4) + 10])
    backward = F.with_outputs(d=F.cotangent("q", [1.0, 2.0, 3.0]))([1.0, 2.0], 0.5).d
    np.testing.assert_allclose(backward, [s + 3 * 1.0, 2 * s + 3 * 2.0])


def test_substitute_is_simultaneous():
    a, b = symbols("a"), symbols("b")
    assert substitute([a - b], {a: b, b: a})[0] is b - a
    assert substitute([a * b], {a: 2.0})[0] is 2.0 * b
    assert substitute([sin(a)], {sin(a): b})[0] is b


def test_repr():
    assert repr(F) == "F(q[2], k) -> y[2], e, 7 operations"


def test_functions_do_not_change():
    with pytest.raises(AttributeError):
        F.name = "G"
    with pytest.raises(ValueError, match="read-only"):
        F.outputs["y"][0] = 1.0
    x = symbols("x", 2)
    mine = make_function("mine", {"x": x}, {"y": x * 2.0})
    x[0] = 5.0
    assert mine([1.0, 1.0]).y.tolist() == [2.0, 2.0]


@pytest.mark.parametrize(
    ("inputs", "message"),
    [
        ({"a": symbols("x"), "b": symbols("x")}, "the symbol x is used twice among the inputs"),
        ({"x": symbols("x") + 1.0}, "input 'x' holds 1 \\+ x, which is not a symbol"),
        ({"y": symbols("y")}, "the symbol 'x' is used but is not an input"),
        ({"_x": symbols("x")}, "'_x' cannot name"),
    ],
)
def test_wrong_inputs(inputs, message):
    with pytest.raises(TraceError, match=message):
        make_function("wrong", inputs, {"value": symbols("x")})


def test_digest_is_about_content():
    same = trace(lambda q, k: {"y": q * sin(k), "e": q @ q * k}, {"q": 2, "k": ()}, name="other")
    assert same.digest == F.digest
    others = [
        trace(lambda q, k: {"y": q * sin(k), "e": q @ q + k}, {"q": 2, "k": ()}),
        trace(lambda q, k: {"e": q @ q * k, "y": q * sin(k)}, {"q": 2, "k": ()}),
        trace(lambda k, q: {"y": q * sin(k), "e": q @ q * k}, {"k": (), "q": 2}),
        trace(lambda q, k: {"y": q * sin(k[0]), "e": q @ q * k[0]}, {"q": 2, "k": 1}),
        trace(lambda q, k: {"y": q * sin(k), "e": q @ q * k * 1.0000000001}, {"q": 2, "k": ()}),
    ]
    assert len({F.digest, *(f.digest for f in others)}) == len(others) + 1


def test_digest_tells_tables_apart():
    curves = [spline([0, 1, 2], [0, height, 0]) for height in (1.0, 1.0, 2.0)]
    digests = [trace(lambda x, c=curve: c(x), {"x": ()}).digest for curve in curves]
    assert digests[0] == digests[1] != digests[2]


def test_digest_does_not_depend_on_what_was_traced_before():
    code = """
from linkwork.expr import *
{}
x = symbols("x", 2)
f = make_function("f", dict(x=x), dict(y=sin(x[0]) * cos(x[1]) + x[1] * x[0] + sqrt(x[0] * 7.0 + x[1]) ** 3 / x[1]))
print(f.digest)
"""
    first = "x = symbols('x', 2); kept = [x[1] * x[0], cos(x[1]), x[1] + x[0] * 7.0, x[1]]"
    runs = [
        subprocess.run([sys.executable, "-c", code.format(line)], capture_output=True, text=True, check=True).stdout
        for line in ("", first)
    ]
    assert runs[0] == runs[1]


def square(x):
    return x * x


def double(x):
    return [[2.0 * x]]


@given(cases())
def test_pickling_random_graphs(case):
    f = case.function
    back = pickle.loads(pickle.dumps(f))
    assert (back.digest, back.shapes, back.output_shapes) == (f.digest, f.shapes, f.output_shapes)
    for a, b in zip(back(**case.values), f(**case.values), strict=True):
        np.testing.assert_array_equal(a, b)


def evaluated(function, *args):
    return function(*args), function.digest


def test_pickling_into_another_process():
    law = opaque(square, 1, jacobian=double, name="square")
    curve = spline([0.0, 1.0, 2.0], [0.0, 1.0, 0.0])
    f = trace(lambda q, t: {"y": law(q[0]) + curve(t), "z": q * t + 0.1}, {"q": 2, "t": ()}, name="f")
    f = f.with_outputs(y=f.output("y"), z=f.output("z"), y_q=f.jacobian("y", "q"))
    with ProcessPoolExecutor(1) as pool:
        there, digest = pool.submit(evaluated, f, [0.3, 0.4], 0.5).result()
    here = f([0.3, 0.4], 0.5)
    assert digest == f.digest and there.y == here.y
    for a, b in zip(there, here, strict=True):
        np.testing.assert_array_equal(a, b)
    assert repr(copy.deepcopy(f)) == repr(f)


@given(cases())
def test_digest_does_not_depend_on_the_order_of_making(case):
    """The same operations on inputs that were made in the opposite order: commuting arguments change places."""
    f = case.function
    twins = {s: new_symbol(Expr, s.data) for s in reversed(f.symbols)}
    roots = [substitute([root], twins)[0] for root in reversed(f.roots)]
    inputs = {name: array([twins[s] for s in np.ravel(value)]) for name, value in f.inputs.items()}
    inputs = {name: value.reshape(f.shapes[name]) for name, value in inputs.items()}
    g = make_function("twin", inputs, {"y": array(roots[:0:-1]), "z": roots[0]})
    assert g.digest == f.digest


def test_digest_tells_long_expressions_apart():
    """Long ones enter by their hash, short ones as they are."""

    def chain(x, n, last):
        for k in range(n):
            x = sin(x) * (k + 0.5)
        return x - last

    digests = {trace(lambda x, n=n, k=k: chain(x, n, k), {"x": ()}).digest for n in range(30) for k in (1.0, 2.0)}
    assert len(digests) == 60


def test_pickling_keeps_symbols_apart_and_together():
    ours, theirs = symbols("x"), F.input("k")
    mixed = make_function("mixed", {"x": ours, "k": theirs}, {"y": ours - 2.0 * theirs})
    other, back, parent = pickle.loads(pickle.dumps((mixed, mixed.with_outputs(z=ours * theirs), F)))
    assert other(1.0, 3.0).y == -5.0
    assert other.input("k") is back.input("k") is parent.input("k") is not theirs
    assert other.input("x") is ours


def test_inputs_may_be_called_like_the_receiver():
    f = trace(lambda self, other: self - other, {"self": (), "other": ()})
    assert f(self=3.0, other=1.0).value == 2.0
    assert f.with_outputs(self_slope=f.tangent(self=1.0))(self=3.0, other=1.0).self_slope.tolist() == [1.0]
