"""Newton's method with halved steps: roots that are none, and starts from which a full step leads away."""

import numpy as np

from linkwork.numerics.newton import newton


def test_a_root_with_a_singular_slope_names_the_unknown_that_is_left_open() -> None:
    """x₀ = 1 and twice x₀ = 1: nothing determines x₁, although the residual vanishes."""

    def repeated(x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        return np.array([x[0] - 1.0, 2.0 * x[0] - 2.0]), np.array([[1.0, 0.0], [2.0, 0.0]])

    x, open_ = newton(repeated, np.array([0.0, 5.0]))
    assert abs(x[0] - 1.0) < 1e-14 and open_ == 1


def test_steps_are_halved_where_the_whole_one_leads_away() -> None:
    """arctan x = 0 from 3, where Newton's own steps grow without bound."""
    x, open_ = newton(lambda x: (np.arctan(x), np.diag(1.0 / (1.0 + x**2))), np.array([3.0]))
    assert open_ is None and abs(x[0]) < 1e-14
