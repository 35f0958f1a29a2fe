"""C6 of the reference cases: the orthogonal complement of S2 (53), which is handed out, compared by its projectors."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from tests.reference_models import case
from validation.reference.orthogonal_complement import four_bar

C6 = case("C6_orthogonal_complement")


@cache
def four_bar_state(coordinates: str) -> tuple[Any, lw.State]:
    """At the angles and the crank's rate of the case."""
    p, angles = C6["four_bar"]["parameters"], C6["four_bar"]["angles"]
    system = lw.compile_model(four_bar(), coordinates=coordinates)
    at = [(0, 0, 0), (p["lengths"][0] * np.cos(angles[0]), p["lengths"][0] * np.sin(angles[0]), 0), (p["ground"], 0, 0)]
    names = ("crank", "coupler", "rocker")
    bodies = {name: (lw.rotation_z(a), x) for name, a, x in zip(names, angles, at, strict=True)}
    rate = "A.angle_dot" if coordinates == "tree" else "crank.w_z"
    return system, lw.assemble(system, bodies=bodies, velocities={rate: p["crank_rate"]})


def turning(system: Any, velocities: np.ndarray) -> np.ndarray:
    """Angular rates of the three bars about z, of columns of speeds."""
    if system.coordinates == "tree":
        places = {name: k for k, name in enumerate(system.layout.u)}
        A, B, D = (velocities[places[f"{name}.angle_dot"]] for name in "ABD")
        return np.array([A, A + B, D])
    return np.array([velocities[system.layout.u.index(f"{name}.w_z")] for name in ("crank", "coupler", "rocker")])


@pytest.mark.seed("S2.6")
@pytest.mark.parametrize("coordinates", ("tree", "absolute"))
def test_what_a_four_bar_may_do(coordinates: str) -> None:
    """Its one column turns the bars as the closed form says: both projectors of a plane of angular rates."""
    known = C6["four_bar"]
    system, state = four_bar_state(coordinates)
    C = lw.mobility(system, state).complement
    assert C.shape == (len(system.layout.u), 1)
    np.testing.assert_allclose(C.T @ C, np.eye(1), atol=1e-14)
    P = system.constraint_rows(state)[0]
    np.testing.assert_allclose((P @ C) / np.abs(P).max(), 0.0, atol=1e-14)
    rates, A = turning(system, C), np.array(known["mass_matrix"])
    plain = rates @ np.linalg.inv(rates.T @ rates) @ rates.T
    weighted = rates @ np.linalg.inv(rates.T @ A @ rates) @ rates.T @ A
    np.testing.assert_allclose(plain, known["projector_euclidean"], atol=1e-13)
    np.testing.assert_allclose(weighted, known["projector_mass_metric"], atol=1e-13)


@pytest.mark.seed("S2.6")
@pytest.mark.parametrize("coordinates", ("tree", "absolute"))
def test_accelerations_by_every_way(coordinates: str) -> None:
    """(52) with C, the pseudo-inverse and the compiled solution, at one instant."""
    system, state = four_bar_state(coordinates)
    for way in ("auto", "multipliers", "pseudo-inverse", "complement"):
        u_dot = lw.accelerations(system, state, way).u_dot
        np.testing.assert_allclose(turning(system, u_dot), C6["four_bar"]["acceleration"], rtol=1e-10)
