"""The change that inertia and rows give to an impulse, against dense least squares."""

import numpy as np
import pytest
import scipy.sparse as sp

from linkwork.numerics.saddle import SparseSaddle


@pytest.mark.parametrize("repeats", [0, 2])
def test_the_regularisation_is_taken_out_again(repeats: int) -> None:
    rng = np.random.default_rng(repeats)
    M, P = np.diag(rng.uniform(0.5, 50.0, 12)), rng.normal(size=(4, 12))
    P = np.vstack([P, P[:repeats]])
    force, change = rng.normal(size=12), P @ rng.normal(size=12)
    x, mu = SparseSaddle(sp.csr_matrix(M), sp.csr_matrix(P)).solve(force, change)
    whole = np.block([[M, P.T], [P, np.zeros((len(P), len(P)))]])
    wanted = np.linalg.lstsq(whole, np.concatenate([force, change]), rcond=None)[0]
    assert x == pytest.approx(wanted[:12], rel=1e-12, abs=1e-12)
    assert P.T @ mu == pytest.approx(-P.T @ wanted[12:], rel=1e-11, abs=1e-11)
