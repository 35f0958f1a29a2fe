"""Opaque functions: calls as nodes, their derivatives, and counts that do not fit."""

import numpy as np
import pytest

from linkwork.expr import TraceError, hessian, opaque, operation_count, symbols, trace
from linkwork.expr.evaluate import evaluate
from linkwork.expr.graph import topological

x, y = symbols("x"), symbols("y")


def law(a, b):
    return a * np.sin(b), a + b * b


def slopes(a, b):
    return [[np.sin(b), a * np.cos(b)], [1.0, 2.0 * b]]


def test_one_call_serves_all_outputs():
    both = opaque(law, 2, 2)
    first, second = both(x, y)
    assert first.args == second.args
    assert [node.op for node in topological([first, second])].count("call") == 1
    assert both(x, y)[0] is first
    assert repr(first) == "law(x, y)[0]"
    assert evaluate([first, second], {"x": 2.0, "y": 0.5}) == [2.0 * np.sin(0.5), 2.25]


def test_numbers():
    assert opaque(lambda a: a + 1.0, 1)(2.0) == 3.0
    np.testing.assert_array_equal(opaque(law, 2, 2)(2.0, 0.5), law(2.0, 0.5))


@pytest.mark.parametrize(("jacobian", "rtol"), [(slopes, 1e-14), (None, 1e-9)])
def test_derivatives(jacobian, rtol):
    both = opaque(law, 2, 2, jacobian=jacobian)
    assert both.exact is (jacobian is not None)
    f = trace(lambda q: both(q[0] * q[1], q[1])[0] + both(q[0], q[0])[1], {"q": 2})
    plain = trace(lambda q: q[0] * q[1] * np.sin(q[1]) + q[0] + q[0] ** 2, {"q": 2})
    at = np.array([0.7, -0.4])
    for mode in ("gradient", "jacobian"):
        ours = f.with_outputs(d=getattr(f, mode)("value", "q"))(at).d
        np.testing.assert_allclose(ours, plain.with_outputs(d=plain.jacobian("value", "q"))(at).d, rtol=rtol)


def test_second_derivatives_by_differences_of_the_jacobian():
    product = opaque(lambda a, b: a * a * b, 2, jacobian=lambda a, b: [[2 * a * b, a * a]])
    second = hessian(product(x, y), [x, y])
    found = evaluate(second.ravel(), {"x": 1.5, "y": 0.5})
    np.testing.assert_allclose(found, [1.0, 3.0, 3.0, 0.0], atol=1e-8)


def test_batches():
    both = opaque(law, 2, 2)
    f = trace(lambda q, t: both(q[0], t) + q, {"q": 2, "t": ()})
    q, t = np.random.default_rng(0).uniform(size=(4, 3, 2)), np.linspace(0, 1, 3)
    expected = np.stack(law(q[..., 0], t), axis=-1) + q
    np.testing.assert_allclose(f(q, t).value, expected, rtol=1e-15)
    assert f(np.zeros((0, 2)), 1.0).value.shape == (0, 2)


def test_inlining_rebuilds_the_call():
    one = opaque(lambda a: a * 2.0, 1, name="twice")
    f = trace(lambda t: one(t) + 1.0, {"t": ()})
    inlined = f(x * y).value
    assert operation_count([inlined]) == 4
    assert evaluate([inlined], {"x": 2.0, "y": 3.0}) == [13.0]


def test_wrong_counts():
    with pytest.raises(TraceError, match="opaque function law: takes 2 arguments, got 1"):
        opaque(law, 2, 2)(x)
    with pytest.raises(TraceError, match="opaque function law: gave 2 numbers, 3 were announced"):
        opaque(law, 2, 3)(1.0, 2.0)
    with pytest.raises(TraceError, match="gave 2 numbers, 1 were announced"):
        evaluate([opaque(law, 2)(x, y)], {"x": 1.0, "y": 2.0})
    with pytest.raises(TraceError, match="at least one input and one output"):
        opaque(law, 0)
