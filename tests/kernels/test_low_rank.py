"""Matrices of low rank on either side of the diagonal: native loops against NumPy."""

import pickle

import numpy as np
import pytest

from linkwork.kernels import Separated, compile_function
from tests.kernels.traced_examples import example


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 8, 13, 20])
@pytest.mark.parametrize("blocks", [1, 3])
def test_loops_give_what_numpy_gives(n: int, blocks: int) -> None:
    function = example(n, extra=True, blocks=blocks)
    kernel = compile_function(function)
    x = np.array([0.7, 1.3])
    for found, expected in zip(kernel(x), function(x), strict=True):
        np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12)
    assert kernel(x).twice == 1.4


def test_without_extra_the_matrix_is_that_of_the_factors_alone() -> None:
    n = 2
    function = example(n)
    kernel = compile_function(function)
    x = np.array([0.7, 0.0])
    left = np.random.default_rng(n).normal(size=(n, 2)) * 0.7
    np.testing.assert_allclose(kernel(x).inverse @ (left @ left.T), np.eye(n), atol=1e-9)


def test_batches_and_copies_give_the_same() -> None:
    kernel = compile_function(example(9, extra=True))
    points = np.random.default_rng(0).uniform(0.5, 1.5, size=(6, 2))
    together = kernel.batch(points)
    again = pickle.loads(pickle.dumps(kernel))
    for k, point in enumerate(points):
        for a, b, c in zip(together, kernel(point), again(point), strict=True):
            np.testing.assert_allclose(a[k], b, rtol=0, atol=1e-12)
            np.testing.assert_array_equal(b, c)


def test_other_patterns_are_other_code() -> None:
    first, second = example(5, extra=True), example(5, extra=True)
    other = Separated(second.factors, second.names, second.below, np.zeros((5, 5)))
    assert first.digest == second.digest != other.digest
