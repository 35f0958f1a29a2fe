"""Programs with their tables inside: called like functions, one state or many."""

import pickle

import numpy as np
import pytest

import linkwork.expr as ex
from linkwork.expr.errors import TraceError
from linkwork.expr.signature import Signature
from linkwork.kernels import (
    code,
    compile_function,
    compile_known,
)
from tests.kernels.traced_examples import TABLE, X, closed, straight


def test_it_is_called_like_the_function_it_stands_for():
    kernel, function = compile_function(closed()), straight()
    for found in (kernel(X, 2.0), kernel(c=2.0, x=X)):
        np.testing.assert_allclose(found.y, function(X, 2.0).y, rtol=1e-15)
        assert found.total == pytest.approx(function(X, 2.0).total, rel=1e-15)
    call = kernel.bind(x=X, c=np.array(2.0))
    for _ in range(2):  # what was there before does not count
        call()
        np.testing.assert_array_equal(call.outputs["y"], kernel(X, 2.0).y)
        assert call.outputs["total"] == kernel(X, 2.0).total


def test_many_states_run_straight():
    points = np.random.default_rng(1).normal(size=(7, 3))
    many = compile_function(closed()).batch(points, 2.0)
    np.testing.assert_allclose(many.total, [straight()(x, 2.0).total for x in points], rtol=1e-14)


def test_loops_may_run_with_several_lanes_too():
    """The shell hands strides on as the caller gave them."""
    from linkwork.kernels.body import CodeBody
    from linkwork.kernels.opaque import OpaqueTable
    from linkwork.kernels.rows import BoundShare, leading

    class Wide:
        width, opaque = 4, OpaqueTable([])

    body = CodeBody.of(closed())
    points = np.random.default_rng(1).normal(size=(6, 3))
    y, total = np.empty((6, 3)), np.empty(6)
    inputs = [leading(points, (3,)), leading(np.array(2.0), ())]
    outputs = [leading(y, (3,)), leading(total, ())]
    BoundShare(Wide, inputs, outputs, 0, 6, code.compile_body(body, 4)).run()
    np.testing.assert_allclose(y, [straight()(x, 2.0).y for x in points], rtol=1e-14)
    np.testing.assert_allclose(total, [straight()(x, 2.0).total for x in points], rtol=1e-14)


def test_other_tables_are_other_code():
    other = closed(table=TABLE + 1.0)
    assert not np.allclose(compile_function(other)(X, 1.0).y, compile_function(closed())(X, 1.0).y)


def test_kernels_are_sent_and_found_again(own_cache):
    made = []

    def make():
        made.append(1)
        return closed()

    for count in (1, 1):
        code._loaded.clear()
        kernel = compile_known(make, "key")
        np.testing.assert_allclose(kernel(X, 2.0).y, straight()(X, 2.0).y, rtol=1e-15)
        assert len(made) == count
    np.testing.assert_allclose(kernel.batch(np.stack([X, X]), 2.0).y[1], straight()(X, 2.0).y, rtol=1e-15)
    for sent in (kernel, compile_function(closed())):
        np.testing.assert_allclose(pickle.loads(pickle.dumps(sent))(X, 2.0).y, straight()(X, 2.0).y, rtol=1e-15)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"at": (0, 1, 3)}, "'x' leads out of 'x'"),
        ({"at": (0, -1, 2)}, "'x' leads out of 'x'"),
        ({"table": TABLE[:2]}, "the table 'table' has 4 numbers"),
        ({"signature": Signature("tree", {"x": (3,)}, {"y": (3,), "total": ()})}, "is not that of its buffers"),
        (
            {"signature": Signature("tree", {"x": (4,), "c": ()}, {"y": (3,), "total": ()})},
            "is not that of its buffers",
        ),
    ],
)
def test_what_would_lead_native_code_astray_is_refused(changes, sentence):
    with pytest.raises(TraceError, match=sentence):
        closed(**changes)


def test_a_function_that_does_not_stand_for_it_is_refused():
    other = closed(straight=lambda: ex.trace(lambda x: {"y": x}, {"x": 3}))
    with pytest.raises(TraceError, match="the function that stands for it is"):
        compile_function(other).batch(np.stack([X, X]), 2.0)
