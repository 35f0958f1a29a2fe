"""Elements with unknowns that residuals make known, in absolute coordinates: condensed out, exact; against the tree."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.absolute.slopes import absolute_slopes
from tests.absolute.bent import pendulum
from tests.absolute_models import carried, pair


@pytest.fixture(scope="module")
def both() -> tuple[Any, lw.System, lw.State, lw.State]:
    tree, absolute = pair(pendulum())
    return tree, absolute, tree.rest, carried(tree, absolute, tree.rest)


def test_slopes_are_those_of_differences(both: Any) -> None:
    """Derivatives through the unknowns, against central differences of the residual."""
    elements, here = both[1].elements, both[3]
    at, tables = elements.configuration(here), elements.tables(here.parameters)
    a, lam, h = np.zeros(elements.size), np.zeros(elements.rows), 1e-6
    found = absolute_slopes(elements, at, tables, a, lam)
    for k in range(elements.size):
        unit = h * np.eye(elements.size)[k]
        ends = [absolute_slopes(elements, at.with_u(at.u + d), tables, a, lam).r for d in (unit, -unit)]
        np.testing.assert_allclose(found.r_u.toarray()[:, k], (ends[0] - ends[1]) / (2 * h), atol=1e-5)
        ends = [absolute_slopes(elements, at.moved(d, at.u, at.t), tables, a, lam).r for d in (unit, -unit)]
        np.testing.assert_allclose(found.r_q.toarray()[:, k], (ends[0] - ends[1]) / (2 * h), atol=1e-4)


def test_an_unknown_without_a_value_is_named() -> None:
    m = lw.Model("none")
    body = m.body("body", mass=1.0, inertia=(1.0, 1.0, 1.0))
    m.connect("law", lw.ImplicitForce(lambda F, e: F * F + e), m.ground.at(0, 0, 1), body.at(0, 0, 0))
    system = lw.compile_model(m, coordinates="absolute")
    with pytest.raises(lw.ModelError, match=r"the unknown 'law\.F' has no value that satisfies its residual at t = 0"):
        lw.accelerations(system, system.rest)
