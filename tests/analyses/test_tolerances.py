"""Absolute tolerances by name."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw


def test_absolute_tolerances_by_name() -> None:
    """A coordinate that is small beside the others is only right where it has a tolerance of its own."""
    m = lw.Model("two scales")
    for name, amplitude in (("large", 1.0), ("small", 1e-9)):
        body = m.body(name, mass=1.0, inertia=(1, 1, 1))
        m.connect(f"{name}_rail", lw.Prismatic("x"), m.ground, body, initial={"displacement": amplitude})
        m.connect(f"{name}_spring", lw.Spring(40.0, 0.0), m.ground, body)
    system = lw.compile_model(m)
    loose = lw.simulate(system, t_end=2.0, rtol=1e-9, atol=1e-4)
    fine = lw.simulate(system, t_end=2.0, rtol=1e-9, atol={"small_rail": 1e-17, "others": 1e-4})
    wanted = 1e-9 * np.cos(np.sqrt(40.0) * 2.0)
    errors = [abs(run["small_rail.displacement"][-1] - wanted) for run in (loose, fine)]
    assert errors[1] < 1e-16 < errors[0]
    assert "absolute tolerances small_rail 1.0e-17" in str(fine.certificate)
    assert fine.certificate.atol == 1e-4


@pytest.mark.parametrize(
    ("atol", "message"),
    [
        ({"rail.displacment": 1e-9}, "atol: there is no coordinate, speed or state 'rail.displacment'"),
        ({"rail.displacement": -1.0}, r"atol\['rail.displacement'\] = -1.0 must be a positive number"),
    ],
)
def test_mistakes_in_tolerances_by_name(atol: dict[str, float], message: str) -> None:
    m = lw.Model("slider")
    m.connect("rail", lw.Prismatic("x"), m.ground, m.body("slider", mass=1.0, inertia=(1, 1, 1)))
    with pytest.raises(lw.ModelError, match=message):
        lw.simulate(lw.compile_model(m), t_end=1.0, atol=atol)
