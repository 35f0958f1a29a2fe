"""Derivatives against differences."""

import numpy as np
import pytest

import linkwork as lw


def differences(value, values: dict[str, float], step: float = 1e-5) -> dict[str, np.ndarray]:
    """Central differences of fourth order."""
    found = {}
    for name, x in values.items():
        h = step * max(1.0, abs(x))
        at = {n: np.asarray(value({**values, name: x + n * h})) for n in (-2, -1, 1, 2)}
        found[name] = (8 * (at[1] - at[-1]) - (at[2] - at[-2])) / (12 * h)
    return found


def check(objective, values: dict[str, float], step: float = 1e-4, rel: float = 1e-6, plain=None) -> None:
    """The exact gradient against differences, of the objective itself or of `plain`, the same without derivatives."""
    exact = lw.gradient(objective, values)
    by = differences(plain or (lambda v: objective(lw.Design(v)).value), values, step)
    for name in values:
        assert exact[name] == pytest.approx(by[name], rel=rel, abs=rel * max(1.0, np.abs(by[name]).max()))
