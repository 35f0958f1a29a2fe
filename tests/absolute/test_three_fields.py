"""The weak forms of S3 in space against the general form written out with all of its unknowns."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

import linkwork as lw
from linkwork.numerics.integrators.time_shapes import TimeElement
from tests.three_fields import GRAVITY, INERTIA, MASS, RHO, Top, element


@cache
def held() -> lw.System:
    m = lw.Model("top", gravity=tuple(GRAVITY))
    body = m.body("b", mass=MASS, inertia=tuple(np.diag(INERTIA)))
    m.connect("A", lw.Spherical(), m.ground, body.at(*RHO))
    return lw.compile_model(m, coordinates="absolute")


def first() -> Top:
    w = np.array([1.0, -2.0, 3.0])
    return Top(np.eye(3), -RHO, np.concatenate([w, -np.cross(w, RHO)]))


@pytest.mark.seed("S3.1", passage="(4)–(7)")
@pytest.mark.seed("S3.3", passage="(8)–(13)")
@pytest.mark.parametrize(
    ("fields", "k", "quadrature"), [("three", 1, "gauss"), ("three", 2, "full"), ("mixed", 2, "gauss")]
)
def test_elements_are_those_of_the_general_form(fields: str, k: int, quadrature: str) -> None:
    """Positions, modified momenta (before projection) and true ones after two elements."""
    system, top, h = held(), first(), 0.1
    at = system.placed({"b": (top.R, top.x)}, {"b": (top.u[:3], top.u[3:])})
    method = lw.TimeElements(k, quadrature, "weighted", fields)
    run = lw.simulate(system, at, 2 * h, h=h, method=method)
    for row in (1, 2):
        top, modified, true = element(top, k, h, k + (quadrature == "full"))
        assert np.allclose(run["b.rotation"][row], top.R, rtol=0, atol=1e-10)
        assert np.allclose(run["b.position"][row], top.x, rtol=0, atol=1e-10)
        assert np.allclose(run["modified_momenta"][row], modified, rtol=0, atol=1e-9)
        assert np.allclose(run["momenta"][row], true, rtol=0, atol=1e-9)


@pytest.mark.seed("S3.1")
def test_primal_form_is_the_general_one_with_gauss_points_and_no_other() -> None:
    """With k points all three are one method; with more points that is so no longer."""
    system, top, h = held(), first(), 0.1
    at = system.placed({"b": (top.R, top.x)}, {"b": (top.u[:3], top.u[3:])})
    ends = {
        (fields, quadrature): lw.simulate(
            system, at, h, h=h, times=[h], method=lw.TimeElements(2, quadrature, "weighted", fields)
        ).q[-1]
        for fields in ("primal", "mixed", "three")
        for quadrature in ("gauss", "full")
    }
    for fields in ("mixed", "three"):
        assert np.allclose(ends[fields, "gauss"], ends["primal", "gauss"], rtol=0, atol=1e-12)
    assert np.abs(ends["three", "full"] - ends["mixed", "full"]).max() > 1e-8


@pytest.mark.seed("S3.1")
@pytest.mark.parametrize("k", [1, 2, 3, 4, 6])
def test_compatibility_in_weak_form_gives_the_coefficients_of_gauss(k: int) -> None:
    """q̇ = v weighted by δp: places at the points are those of collocation, ∫₀^c L_j and ∫₀¹ L_j."""
    mixed = TimeElement(k, fields="mixed")
    c = np.array([g.tau for g in mixed.points])
    powers = np.arange(k)
    V = np.vander(c, k, increasing=True)
    wanted = (c[:, None] ** (powers + 1) / (powers + 1)) @ np.linalg.inv(V)
    assert np.allclose([g.place for g in mixed.points], wanted, rtol=0, atol=1e-11)
    assert np.allclose(mixed.end, (1.0 / (powers + 1)) @ np.linalg.inv(V), rtol=0, atol=1e-11)
