"""Functions found by the key of what they are made of: traced once, called alike ever after."""

import pickle

import numpy as np
import pytest

import linkwork.expr as ex
from linkwork.expr.errors import TraceError
from linkwork.kernels import cache, code, compile_function, compile_known, kernel

X = np.array([0.3, 1.2])


class Maker:
    """Traces a function, and counts how often."""

    def __init__(self, factor=2.0, opaque=False):
        self.factor, self.opaque, self.count = factor, opaque, 0

    def __call__(self):
        self.count += 1
        law = ex.opaque(lambda v: self.factor * v, inputs=1, name="law") if self.opaque else lambda v: self.factor * v
        return ex.trace(lambda x, k: {"y": law(x[0]) * x, "z": k * x[1]}, {"x": 2, "k": ()}, name="known")


def compiled(make, key="key", **options):
    """As a new process would."""
    code._loaded.clear()
    return compile_known(make, key, **options)


def check(kernel, factor=2.0):
    values = kernel(X, 3.0)
    np.testing.assert_allclose(values.y, factor * X[0] * X, rtol=1e-15)
    assert values.z == pytest.approx(3.0 * X[1])


def test_the_second_time_nothing_is_traced_and_calls_are_the_same(own_cache):
    make = Maker()
    first = compiled(make)
    check(first)
    second = compiled(make)
    check(second)
    assert make.count == 1
    many = np.stack([X, 2 * X])
    second.bind(x=X, k=np.array(3.0))()
    np.testing.assert_array_equal(second(k=3.0, x=X).y, first(X, 3.0).y)
    with pytest.raises(TraceError, match="has no input 'w'"):
        second(X, w=1.0)
    with pytest.raises(TraceError, match=r"input 'k' of shape \(\) is missing"):
        second(X)
    assert make.count == 1
    np.testing.assert_array_equal(second.batch(many, 3.0).y, first.batch(many, 3.0).y)
    assert repr(second) == repr(first)


def test_what_needs_the_graph_traces_it(own_cache):
    make = Maker()
    compiled(make)
    kernel = compiled(make)
    assert kernel.function.operations == compile_function(Maker()()).function.operations
    assert make.count == 2
    check(pickle.loads(pickle.dumps(kernel)))
    assert make.count == 2


def test_another_key_or_another_compiler_is_another_function(own_cache, monkeypatch):
    compiled(Maker(), "a")
    other = Maker(5.0)
    check(compiled(other, "b"), 5.0)
    assert other.count == 1
    monkeypatch.setattr(kernel, "fingerprint", lambda: "edited")
    check(compiled(other, "b"), 5.0)
    assert other.count == 2


def test_code_that_was_dropped_is_made_again(own_cache):
    make = Maker()
    kernel = compiled(make)
    (own_cache / f"{code.code_key(kernel.body, 1)}{cache.SUFFIX}").unlink()
    check(compiled(make))
    assert make.count == 2


def test_a_key_that_tells_too_little_is_noticed_when_code_is_made(own_cache):
    compiled(Maker())
    kernel = compiled(lambda: ex.trace(lambda x: {"y": x}, {"x": 2}, name="known"))
    with pytest.raises(TraceError, match="another function; the key must tell everything"):
        kernel.batch(np.stack([X, X]), 3.0)


@pytest.mark.parametrize("there", [False, True])
def test_the_same_sums_traced_in_another_order_are_the_same_function(own_cache, there):
    """As derivatives are, after other functions were traced: with the first one's code, or before it is there."""

    def make(*order):
        return lambda: ex.trace(lambda x: {"y": (x[order[0]] + x[order[1]]) + x[order[2]]}, {"x": 3}, name="sums")

    first = compiled(make(0, 1, 2))
    if not there:
        (own_cache / f"{code.code_key(first.body, 1)}{cache.SUFFIX}").unlink()
    x = np.array([1.0, 2.0, 4.0])
    second = compiled(make(2, 1, 0))
    assert (second.body.digest == first.body.digest) == there
    assert second(x).y == 7.0
    np.testing.assert_array_equal(second.batch(np.stack([x, 2 * x])).y, [7.0, 14.0])
    assert second.body.digest != first.body.digest
    third = compiled(make(2, 1, 0))
    assert third(x).y == 7.0 and third.body.digest == second.body.digest


def test_opaque_functions_are_traced_each_time(own_cache):
    make = Maker(opaque=True)
    check(compiled(make))
    check(compiled(make))
    assert make.count == 2


def test_without_a_cache_everything_is_traced(monkeypatch):
    monkeypatch.setenv("LINKWORK_CACHE_DIR", "")
    make = Maker()
    check(compiled(make))
    check(compiled(make))
    assert make.count == 2
