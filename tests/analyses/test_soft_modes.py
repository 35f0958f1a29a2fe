"""Soft modes beside stiff ones are frequencies, and motions that nothing holds are zeros, at any ratio of the two."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from linkwork.results.spectrum import spectrum_of

WIRES = (pytest.param("tree", marks=pytest.mark.slow), "absolute")
THIN, LENGTH = 2e-3, 2.0


def thin_beam(first: object = None) -> lw.Model:
    """A wire of 2 mm: its frequencies go from 2.6 to 5e6 rad/s."""
    m = lw.Model("wire", gravity=(0, 0, 0))
    more = {} if first is None else {"first": first}
    m.connect("beam", lw.ExactBeam(lw.Rectangle(THIN, THIN), lw.STEEL, 12, LENGTH, **more), m.ground)
    return m


def bending(root: float) -> float:
    """(βL)² √(EI/ρA) / L²."""
    return root**2 * np.sqrt(lw.STEEL.E / lw.STEEL.density / 12.0) * THIN / LENGTH**2


@pytest.mark.few(1)
@pytest.mark.parametrize("formulation", WIRES)
def test_a_wire_has_the_frequencies_of_a_cantilever(formulation: str) -> None:
    eq = lw.equilibrium(lw.compile_model(thin_beam(), formulation))
    known = np.repeat([bending(1.8751040687), bending(4.6940911330)], 2)
    for damped in (True, False):
        assert 2 * np.pi * eq.linearization.modes(damped).frequencies[:4] == pytest.approx(known, rel=2e-3)
    assert np.abs(eq.eigenvalues[:4]) == pytest.approx([known[0]] * 4, rel=2e-3)
    assert eq.stability == "stable"


@pytest.mark.parametrize("formulation", WIRES)
def test_a_free_wire_has_six_rigid_modes_and_no_more(formulation: str) -> None:
    """Free-free bending begins at βL = 4.730, which 12 elements meet to 2 %."""
    lin = lw.equilibrium(lw.compile_model(thin_beam(lw.Free()), formulation)).linearization
    assert lin.spectrum.levels == (6, 6)
    for damped in (True, False):
        found = 2 * np.pi * lin.modes(damped).frequencies
        assert (found[:6] == 0.0).all()
        assert found[6:8] == pytest.approx([bending(4.7300407449)] * 2, rel=2e-2)


def chain(springs: tuple[float, ...]) -> np.ndarray:
    """A of free unit masses on a line with springs between them."""
    n = len(springs) + 1
    K = np.zeros((n, n))
    for k, c in enumerate(springs):
        K[k : k + 2, k : k + 2] += c * np.array([[1.0, -1.0], [-1.0, 1.0]])
    return np.block([[np.zeros((n, n)), np.eye(n)], [-K, np.zeros((n, n))]])


@pytest.mark.parametrize("stiff", [1e4, 1e8, 1e12])
def test_two_stiff_pairs_on_a_soft_spring(stiff: float) -> None:
    """Pairs move as one: ω² = k (1/2 + 1/2) = 1 but for terms of 1/stiff; the whole is free."""
    found = spectrum_of(chain((stiff, 1.0, stiff)), np.eye(4), 4)
    assert found.levels == (1, 1)
    size = np.sort(np.abs(found.values))
    assert size[:2] == pytest.approx([1.0, 1.0], rel=1.0 / stiff + 1e-3)
    assert size[2:] == pytest.approx([np.sqrt(2.0 * stiff)] * 4, rel=1.0 / stiff + 1e-9)


def test_rows_that_are_rounding_do_not_spoil_the_vectors() -> None:
    """A free turn beside an oscillator, with 1e-17 of coupling: LAPACK's balancing would make it large."""
    A = np.zeros((4, 4))
    A[0, 2] = A[1, 3] = 1.0
    A[2] = [0.0, 3e-17, 4e-16, 2e-17]
    A[3] = [2e-26, -1e6, 5e-17, 0.0]
    found = spectrum_of(A, np.eye(2), 2)
    assert found.levels == (1, 1) and np.abs(found.values) == pytest.approx([1e3, 1e3])
    for value, right in zip(found.values, found.right.T, strict=True):
        assert np.abs(A @ right - value * right).max() < 1e-9 * np.abs(right).max()
        assert abs(right[0]) < 1e-9 * abs(right[1])


def test_filters_in_a_row_are_no_zeros() -> None:
    """Six equal poles at −5 are so sensitive that first order alone would call them zero."""
    A = -5.0 * np.eye(6) + 5.0 * np.eye(6, k=-1)
    assert spectrum_of(A, np.zeros((0, 0)), 0).levels == ()


@pytest.mark.parametrize("coordinates", ["tree", "absolute"])
def test_critical_damping_is_not_rest(coordinates: str) -> None:
    """Both eigenvalues are −δ with one shape, which rounding moves by much more than by itself, and not to zero."""
    m = lw.Model("dampers", gravity=(0, 0, 0))
    for name, rate in (("fast", 1e3), ("slow", 1e-3), ("free", 0.0)):
        body = m.body(name, mass=1.0, inertia=(0.1, 0.1, 0.1))
        m.connect(f"{name} slide", lw.Prismatic("x"), m.ground, body)
        law = lw.FormulaForce(f"-{rate**2}*e - {2.0 * rate}*e_dot", on=lw.Displacement("x"))
        m.connect(f"{name} law", law, m.ground, body)
    system = lw.compile_model(m, coordinates)
    found = np.sort(lw.linearize(system, system.rest).eigenvalues.real)
    np.testing.assert_allclose(found, [-1e3, -1e3, -1e-3, -1e-3, 0.0, 0.0], rtol=1e-6)
