"""Impacts of ball chains (G3), the sliding rod (G4) and networks of contacts (G6) against stored solutions."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from linkwork.numerics.contact import (
    contact_problem,
    examine_sliding,
    fold_slip,
    painleve_sentence,
    solve_contact,
    solve_impact,
)
from tests.reference_models import case

CHAINS = case("G3_ball_chains")["cases"]
ROD = case("G4_painleve_rod")
NETWORKS = case("G6_contact_networks")
SOLVERS = ("auto", "enumeration", "pivoting", "gauss-seidel", "newton")


def numbers(texts):
    return np.array([float(Fraction(text)) for text in texts])


def chain(given):
    """(inverse masses, rows W (n × balls), velocities before, e) of a chain of balls."""
    masses, before = numbers(given["masses"]), numbers(given["v_before"])
    W = np.diff(np.eye(len(masses)), axis=0)
    if given["floor"]:
        W = np.vstack([np.eye(len(masses))[:1], W])
    e = given["e"]
    return 1.0 / masses, W, before, numbers(e) if isinstance(e, list) else np.full(len(W), float(Fraction(e)))


@pytest.mark.parametrize("law", ["newton", "poisson"])
@pytest.mark.parametrize("given", CHAINS)
def test_chains_of_balls(given, law):
    inverse, W, before, e = chain(given)
    found = solve_impact((W * inverse) @ W.T, W @ before, 0, e, law=law)
    after = before + inverse * (W.T @ found.impulses)
    want = given[law]
    assert np.abs(after - numbers(want["v_after"])).max() < 1e-13
    assert np.abs(found.impulses - numbers(want["impulses"])).max() < 1e-13 * 20
    energy = 0.5 * (before**2 / inverse).sum()
    assert found.energy_change == pytest.approx(energy * (float(Fraction(want["energy_ratio"])) - 1.0), abs=1e-13 * 20)
    assert found.solutions == "one" and found.has_ended and not found.gains_energy


@pytest.mark.parametrize("given", CHAINS)
def test_chains_of_balls_pair_by_pair(given):
    inverse, W, before, e = chain(given)
    found = solve_impact((W * inverse) @ W.T, W @ before, 0, e, law="sequential")
    want = given["sequential"]
    if isinstance(want, str):
        assert not found.has_ended and "do not end" in found.notes[-1]
        return
    after = before + inverse * (W.T @ found.impulses)
    assert found.has_ended and found.impacts == want["impacts"]
    assert np.abs(after - numbers(want["v_after"])).max() < 1e-13


def test_newtons_cradle_sequential():
    W = np.diff(np.eye(5), axis=0)
    before = np.array([1.0, 0.0, 0.0, 0.0, 0.0])
    found = solve_impact(W @ W.T, W @ before, 0, 1.0, law="sequential")
    assert np.abs(before + W.T @ found.impulses - [0, 0, 0, 0, 1]).max() < 1e-15
    assert found.impacts == 4 and abs(found.energy_change) < 1e-15


def rod_block(given):
    """G (2 × 2) of the tip of the rod, and b_N."""
    m, length = 1.0, 1.0
    J, phi = m * length**2 / 3.0, given["phi"]
    # The tip moves against the centre by −l (cos φ, sin φ): normal row and tangential row over (x, y, φ).
    W = np.array([[0.0, 1.0, -length * np.cos(phi)], [1.0, 0.0, length * np.sin(phi)]])
    return W @ np.diag([1 / m, 1 / m, 1 / J]) @ W.T, given["b"]


@pytest.mark.parametrize("given", ROD["cases"])
def test_sliding_rod(given):
    block, b = rod_block(given)
    sign = np.sign(given["tip_speed"])
    problem = fold_slip(contact_problem(block, [b, 0.0], 1, given["mu"], labels=["floor–rod.tip"]), 0, [sign])
    assert problem.G[0, 0] == pytest.approx(given["A"], abs=1e-14)
    found = solve_contact(problem)
    verdict = given["verdict"].split()[0]
    assert found.solutions == {"one": "one", "none": "none", "two": "several"}[verdict]
    wanted = {(one["normal_force"], one["normal_acceleration"]) for one in given["solutions"]}
    got = [(one.x[0], one.y[0]) for one in (found, *found.others)] if verdict != "none" else []
    assert len(got) == len(wanted)
    for x, y in got:
        assert min(abs(x - force) + abs(y - a) for force, a in wanted) < 1e-12
    sliding = examine_sliding(block, b, [sign], given["mu"])
    assert sliding.solutions == found.solutions and abs(sliding.A - given["A"]) < 1e-14


def test_critical_friction_of_the_rod():
    given = ROD["cases"][2]
    block, b = rod_block(given)
    sliding = examine_sliding(block, b, [-1.0], given["mu"])
    phi = given["phi"]
    assert sliding.critical_mu == pytest.approx((1 + 3 * np.cos(phi) ** 2) / (3 * np.sin(phi) * np.cos(phi)), rel=1e-14)
    said = painleve_sentence("floor–rod.tip", sliding, given["mu"], "left")
    assert "no force keeps it from entering" in said and "mu < 1.38 would avoid it" in said
    assert examine_sliding(block, b, [1.0], given["mu"]).critical_mu == np.inf
    steep = rod_block({"phi": ROD["critical_mu"]["at_phi"], "b": b})[0]
    assert examine_sliding(steep, b, [-1.0], 1.0).critical_mu == pytest.approx(ROD["critical_mu"]["value"], rel=1e-14)


def network(given):
    """(inverse mass matrix, W (dof × rows), velocities before)."""
    normal = np.array(given["W_N"])
    W = normal
    if "W_T" in given:
        W = np.stack([normal, np.array(given["W_T"])], axis=2).reshape(len(normal), -1)
    return np.linalg.inv(np.array(given["M"])), W, np.array(given["u_before"])


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("given", NETWORKS["frictionless"])
def test_networks_without_friction(given, solver):
    inverse, W, before = network(given)
    found = solve_impact(W.T @ inverse @ W, W.T @ before, 0, given["e_N"], solver=solver)
    assert np.abs(before + inverse @ W @ found.impulses - given["u_after"]).max() < 1e-11
    assert found.solutions == "one" and not found.gains_energy
    (solution,) = found.problem_solutions
    if given["impulses"] == "not unique":
        assert solution.is_unique or solution.redundancy
    else:
        assert solution.is_unique and np.abs(found.impulses - given["impulses"]).max() < 1e-10


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("given", NETWORKS["coulomb"])
def test_networks_with_friction(given, solver):
    inverse, W, before = network(given)
    found = solve_impact(W.T @ inverse @ W, W.T @ before, 1, given["e_N"], given["mu"], solver=solver)
    after = before + inverse @ W @ found.impulses
    apart = [float(np.abs(after - one["u_after"]).max()) for one in given["solutions"]]
    assert min(apart) < 1e-10
    several = given["number_of_different_velocities"] > 1
    assert (found.solutions == "several") == several
    (solution,) = found.problem_solutions
    assert len(solution.others) + 1 == given["number_of_different_velocities"]
    assert solution.is_unique == (several or given["number_of_solutions"] == 1)
    if several:
        assert "Kept the one that loses most energy" in found.notes[-1]
    elif solution.is_unique:
        listed = np.column_stack([given["solutions"][0][f"{part}_impulses"] for part in ("normal", "tangential")])
        assert np.abs(found.impulses - listed.ravel()).max() < 1e-10
    assert not found.gains_energy
