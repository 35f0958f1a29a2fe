"""Our own functions: the same on numbers, on symbols and on arrays."""

import numpy as np
import pytest

from linkwork import expr as ex
from linkwork.expr import ops
from linkwork.expr.evaluate import evaluate

NUMPY = {
    "absolute": np.abs,
    "acos": np.arccos,
    "acosh": np.arccosh,
    "asin": np.arcsin,
    "asinh": np.arcsinh,
    "atan": np.arctan,
    "atan2": np.arctan2,
    "atanh": np.arctanh,
    "clip": np.clip,
    "cross": np.cross,
    "dot": np.dot,
    "maximum": np.maximum,
    "minimum": np.minimum,
    "norm": np.linalg.norm,
    "where": np.where,
}
ARGUMENTS = {
    "acosh": (1.8,),
    "atan2": (0.3, -0.7),
    "clip": (0.3, -0.1, 0.2),
    "cross": (np.array([1.0, 2.0, 3.0]), np.array([-1.0, 0.5, 0.2])),
    "dot": (np.array([1.0, 2.0, 3.0]), np.array([-1.0, 0.5, 0.2])),
    "hypot": (0.3, -0.7),
    "maximum": (0.3, -0.7),
    "minimum": (0.3, -0.7),
    "norm": (np.array([1.0, 2.0, -3.0]),),
    "where": (True, 1.0, 2.0),
}
FUNCTIONS = [name for name in ops.__all__ if name != "pi"]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_numbers_and_symbols_alike(name):
    function, args = getattr(ex, name), ARGUMENTS.get(name, (0.37,))
    expected = NUMPY.get(name, getattr(np, name, None))(*args)
    on_numbers = function(*args)
    assert isinstance(on_numbers, (float, np.ndarray))
    np.testing.assert_allclose(on_numbers, expected, rtol=1e-15)

    symbolic = [ex.symbols(f"a{k}", np.shape(arg)) for k, arg in enumerate(args)]
    names = [str(s.data) for a in symbolic for s in np.ravel(a)]
    values = dict(zip(names, np.concatenate([np.ravel(arg) for arg in args]), strict=True))
    result = function(*symbolic)
    assert ex.is_symbolic(result)
    np.testing.assert_allclose(evaluate(np.ravel(result), values), np.ravel(expected), rtol=1e-15)


def test_documented():
    assert [name for name in FUNCTIONS if not getattr(ex, name).__doc__] == []


def test_arrays_of_numbers_and_literals():
    x = ex.symbols("x")
    assert ex.sin([0.0, 1.0]).tolist() == [0.0, np.sin(1.0)]
    assert ex.sin(np.array([x, 1.0]))[0] is ex.sin(x)
    assert ex.sin([x, 1.0])[1] == np.sin(1.0)
    assert ex.where([True, False], x, 1.0)[0] is x
    assert ex.clip(x, None, None) is x


def test_wrong_shapes():
    a, b, m = ex.symbols("a", 3), ex.symbols("b", 2), ex.symbols("m", (2, 2))
    with pytest.raises(ex.TraceError, match="dot: vectors of 3 and 2 entries"):
        ex.dot(a, b)
    with pytest.raises(ex.TraceError, match="cross: needs two vectors of three, got 3 and 2"):
        ex.cross(a, b)
    with pytest.raises(ex.TraceError, match=r"norm: needs a vector, got an array of shape \(2, 2\)"):
        ex.norm(m)
    assert ex.dot([], []) == 0.0


def test_public_names_exist():
    assert sorted(ex.__all__) == sorted(set(ex.__all__))
    assert all(hasattr(ex, name) for name in ex.__all__)
    assert set(ops.__all__) <= set(ex.__all__)
