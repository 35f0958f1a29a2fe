"""Matrices with a block for every body: the same products with arrays and with sparse matrices."""

import numpy as np
import pytest
from scipy import sparse

from linkwork.mechanics.block_diagonal import BlockDiagonal


@pytest.mark.parametrize(("ones", "zeros"), [(0, (0, 0)), (3, (0, 0)), (2, (4, 1)), (0, (2, 5))])
def test_products_are_those_of_the_whole_matrix(ones: int, zeros: tuple[int, int]) -> None:
    rng = np.random.default_rng(1)
    found = BlockDiagonal(rng.normal(size=(4, 6, 7)), ones, zeros)
    whole = np.zeros(found.shape)
    for k in range(4):
        whole[6 * k : 6 * k + 6, 7 * k : 7 * k + 7] = found.blocks[k]
    whole[24 : 24 + ones, 28 : 28 + ones] = np.eye(ones)
    left, right = rng.normal(size=(5, whole.shape[0])), rng.normal(size=(whole.shape[1], 3))
    for given in (found, found.sparse):
        assert np.allclose(given.toarray(), whole, rtol=0, atol=0)
    assert np.allclose(left @ found, left @ whole, atol=1e-13)
    assert np.allclose(found @ right, whole @ right, atol=1e-13)
    assert np.allclose(found @ right[:, 0], whole @ right[:, 0], atol=1e-13)
    assert np.allclose((sparse.csr_matrix(left) @ found).toarray(), left @ whole, atol=1e-13)
    assert np.allclose((found.T @ sparse.csr_matrix(left.T)).toarray(), whole.T @ left.T, atol=1e-13)
    assert np.allclose(np.ones(whole.shape) + found, 1.0 + whole, atol=0)
    assert np.allclose(found.padded(2, 1).toarray(), np.pad(whole, ((0, 2), (0, 1))), atol=0)
