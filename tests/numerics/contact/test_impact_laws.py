"""Impacts with friction: the laws against each other, contacts that separate, impacts without collision."""

from __future__ import annotations

import numpy as np
import pytest

from linkwork.numerics.contact import contact_problem, natural_residual, solve_impact
from tests.numerics.contact.networks import random_network


def test_a_disc_on_the_floor_by_all_laws():
    """One contact whose rows do not push each other: e γ_N back, friction up to μ Λ_N, and Poisson's is the same."""
    G = np.diag([1.0, 3.0])
    for gamma_t, mu in ((0.5, 0.5), (4.0, 0.3), (-4.0, 0.3)):
        for law in ("newton", "poisson", "sequential"):
            found = solve_impact(G, [-1.0, gamma_t], 1, 0.6, mu, law=law)
            push = -np.clip(gamma_t / 3.0, -mu * 1.6, mu * 1.6)
            assert np.abs(found.impulses - [1.6, push]).max() < 1e-14
            assert np.abs(found.gamma_plus - [0.6, gamma_t + 3.0 * push]).max() < 1e-14
            assert found.energy_change < 0 and found.solutions == "one" and found.impacts == 1


def test_tangential_restitution_turns_a_superball_back():
    found = solve_impact(np.diag([1.0, 3.5]), [-1.0, 1.0], 1, 1.0, 10.0, tangential_restitution=1.0)
    assert np.abs(found.gamma_plus - [1.0, -1.0]).max() < 1e-14
    assert abs(found.energy_change) < 1e-14


@pytest.mark.parametrize("tangents", [1, 2])
def test_poisson_meets_its_laws_in_both_phases(tangents):
    """Compression is a contact problem; expansion adds at least e Λ_C, rubs on all of it, and lets nothing approach."""
    rng = np.random.default_rng(20 + tangents)
    ended = 0
    for _ in range(25):
        network = random_network(rng, tangents, contacts=2)
        e = rng.uniform(0.2, 0.9, 2)
        found = solve_impact(network.G, network.W.T @ network.u, tangents, e, network.mu, law="poisson")
        assert found.is_converged
        if found.impacts != 1 or found.solutions != "one":
            continue
        compressed, expanded = found.problem_solutions
        starts = np.arange(2) * (1 + tangents)
        kept = np.zeros(len(found.impulses))
        kept[starts] = e * compressed.x[starts]
        total = expanded.x + kept
        middle = network.W.T @ network.u + network.G @ compressed.x
        plus = middle + network.G @ total
        assert np.abs(plus - found.gamma_plus).max() < 1e-10 and (plus[starts] > -1e-10).all()
        assert (total[starts] >= kept[starts] - 1e-10).all()
        for k in starts:
            x_t, y_t = total[k + 1 : k + 1 + tangents], plus[k + 1 : k + 1 + tangents]
            limit = network.mu * total[k]
            speed = np.linalg.norm(y_t)
            assert np.linalg.norm(x_t) <= limit + 1e-9
            if speed > 1e-7:
                assert np.abs(x_t + limit * y_t / speed).max() < 1e-7
        ended += 1
    assert ended > 10


def test_newton_meets_its_law_with_friction():
    rng = np.random.default_rng(30)
    for _ in range(30):
        network = random_network(rng)
        n = network.W.shape[1] // (1 + network.tangents)
        e = np.repeat(rng.uniform(0, 1, n), 1 + network.tangents)
        starts = np.arange(n) * (1 + network.tangents)
        e[np.setdiff1d(np.arange(len(e)), starts)] = 0.0
        gamma = network.W.T @ network.u
        found = solve_impact(network.G, gamma, network.tangents, e[starts], network.mu)
        if found.impacts == 1:
            problem = contact_problem(network.G, (1 + e) * gamma, network.tangents, network.mu)
            assert natural_residual(problem, found.impulses).largest < 1e-10
        assert found.energy_change == pytest.approx(0.5 * found.impulses @ (found.gamma_plus + gamma), abs=1e-10)


def test_contacts_that_separate_are_open_until_they_close():
    """A ball hits the middle of three; the one that flew away is caught up with, in a second impact."""
    W = np.diff(np.eye(3), axis=0)
    before = np.array([2.0, 0.0, 0.5])
    found = solve_impact(W @ W.T, W @ before, 0, 1.0)
    assert found.impacts == 2 and found.has_ended
    after = before + W.T @ found.impulses
    assert np.abs(after - [0.0, 0.5, 2.0]).max() < 1e-14
    assert abs(found.energy_change) < 1e-14
    apart = solve_impact(W @ W.T, [1.0, 0.2], 0, 1.0)
    assert apart.impacts == 0 and not apart.impulses.any() and apart.has_ended


def test_an_impact_without_collision_stops_the_slip():
    """The sliding rod in Painlevé's region: γ_N = 0, and an impulse that stops the tip without lifting it is there."""
    phi, mu = 1.0, 1.5
    W = np.array([[0.0, 1.0, -np.cos(phi)], [1.0, 0.0, np.sin(phi)]])
    G = W @ np.diag([1.0, 1.0, 3.0]) @ W.T
    nothing = solve_impact(G, [0.0, -1.0], 1, 0.0, mu)
    assert nothing.impacts == 0
    found = solve_impact(G, [0.0, -1.0], 1, 0.0, mu, excluded=[{"open", "slip"}])
    assert found.impulses[0] > 0 and abs(found.impulses[1]) <= mu * found.impulses[0]
    assert np.abs(found.gamma_plus).max() < 1e-14 and found.energy_change < 0


def test_newtons_law_can_create_energy_with_friction_and_says_so():
    """Kane and Levinson: unequal e and friction that turns the slip round; found by search, checked by its sentence."""
    rng = np.random.default_rng(0)
    for _ in range(400):
        A = rng.normal(size=(2, 2))
        G = A @ A.T + 0.05 * np.eye(2)
        gamma = np.array([-1.0, rng.normal() * 3.0])
        found = solve_impact(G, gamma, 1, 0.95, 0.8)
        if found.gains_energy:
            break
    assert found.gains_energy and found.energy_change > 0
    assert "creates" in found.notes[-1] and 'law="poisson"' in found.notes[-1]
    other = solve_impact(G, gamma, 1, 0.95, 0.8, law="poisson")
    assert other.energy_change < found.energy_change


@pytest.mark.parametrize(("restitution", "gains"), [(1.0, True), (0.8, False)])
def test_newtons_law_itself_creates_energy_with_friction_and_full_restitution(restitution: float, gains: bool) -> None:
    """One corner of a box on a plane, solved exactly (Kane and Levinson); work is the change of kinetic energy."""
    rng, found = np.random.default_rng(0), []
    M, back = np.diag([1.0, 1.0, 1.0 / 6.0]), np.diag([1.0, 1.0, 6.0])
    for _ in range(200):
        turn = rng.uniform(-np.pi / 4, np.pi / 4)
        x, z = np.sqrt(0.5) * np.array([np.sin(turn), -np.cos(turn)])
        W = np.array([[0.0, 1.0, x], [1.0, 0.0, -z]])
        u = rng.normal(size=3)
        u = -u if W[0] @ u > 0.0 else u
        result = solve_impact(W @ back @ W.T, W @ u, 1, restitution, 0.5)
        after = u + back @ W.T @ result.impulses
        change = 0.5 * (after @ M @ after - u @ M @ u)
        assert (W @ after)[0] == pytest.approx(-restitution * (W @ u)[0], abs=1e-12)
        assert abs(result.impulses[1]) <= 0.5 * result.impulses[0] + 1e-12
        assert change == pytest.approx(0.5 * result.impulses @ (W @ (u + after)), abs=1e-12)
        assert result.gains_energy == (change > 1e-9) or abs(change) < 1e-9
        found.append(change)
    assert (max(found) > 0.1) == gains
    assert gains or max(found) <= 1e-12


@pytest.mark.parametrize("seed", [123, 317, 473, 521, 601, 634, 701])
def test_of_several_expansions_poissons_law_takes_the_one_that_leaves_least_energy(seed):
    """Kinetic energy ½ uᵀM u after each expansion that solves the same problem, from masses and speeds."""
    rng = np.random.default_rng(seed)
    network = random_network(rng, 1, contacts=2 + seed % 2)
    n = network.W.shape[1] // 2
    e, mu = rng.uniform(0.2, 1.0, n), network.mu * (1 + seed % 3)
    found = solve_impact(network.G, network.W.T @ network.u, 1, e, mu, law="poisson")
    compressed, expanded = found.problem_solutions
    kept = np.zeros(2 * n)
    kept[::2] = e * compressed.x[::2]
    M = np.linalg.pinv(network.inverse)

    def energy(impulses):
        u = network.u + network.inverse @ (network.W @ impulses)
        return 0.5 * u @ M @ u

    every = [energy(compressed.x + one.x + kept) for one in (expanded, *expanded.others)]
    assert energy(found.impulses) == pytest.approx(min(every), rel=1e-9)
    assert max(every) > min(every) * (1 + 1e-6)


@pytest.mark.parametrize("seed", [74, 79, 125, 277, 314, 318, 320])
def test_of_several_solutions_newtons_law_takes_the_one_that_leaves_least_energy(seed):
    rng = np.random.default_rng(seed)
    network = random_network(rng, 1, contacts=2 + seed % 2)
    e, mu = rng.uniform(0.2, 1.0, network.W.shape[1] // 2), network.mu * (1 + seed % 3)
    found = solve_impact(network.G, network.W.T @ network.u, 1, e, mu)
    (solution,) = found.problem_solutions
    M = np.linalg.pinv(network.inverse)

    def energy(impulses):
        u = network.u + network.inverse @ (network.W @ impulses)
        return 0.5 * u @ M @ u

    every = [energy(one.x) for one in (solution, *solution.others)]
    assert energy(found.impulses) == pytest.approx(min(every), rel=1e-9)
    assert max(every) > min(every) + 1e-7
