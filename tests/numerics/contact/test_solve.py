"""Every solver against the enumeration of all modes, and what must not change a result."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.optimize

from linkwork.numerics.contact import contact_problem, natural_residual, solve_contact, solve_impact
from linkwork.numerics.contact.lemke import lemke
from linkwork.numerics.contact.one_contact import planar_contact, spatial_contact
from tests.numerics.contact.networks import SPECIAL, random_network, table

SOLVERS = ("auto", "pivoting", "gauss-seidel", "newton")


def check_against_enumeration(seed, count):
    """How many networks have several solutions; every solver must have found one of them.

    Gauss–Seidel has no guarantee: with large friction it may go round in circles for ever. Then it says so.
    """
    rng, worst, worst_x, several, stopped = np.random.default_rng(seed), 0.0, 0.0, 0, 0
    for _ in range(count):
        network = random_network(rng)
        problem = network.problem()
        every = solve_contact(problem, "enumeration")
        assert every.residual.largest < 1e-12 and every.solutions in ("one", "several")
        several += every.solutions == "several"
        listed = [every.y, *(one.y for one in every.others)]
        for solver in SOLVERS:
            if solver == "pivoting" and network.tangents == 2:
                continue
            found = solve_contact(problem, solver)
            if solver == "gauss-seidel" and not found.is_converged:
                assert "the contact solver stopped" in found.notes[0]
                stopped += 1
                continue
            apart = min(float(np.abs(found.y - y).max()) for y in listed) / np.abs(problem.b).max()
            worst = max(worst, apart)
            assert found.is_converged and apart < 1e-10
            if not problem.is_spatial or problem.count <= 2:
                assert found.solutions == every.solutions
            # The impulses of a y are those of least norm, whatever solver found it.
            same = min((every, *every.others), key=lambda one: float(np.abs(one.y - found.y).max()))
            worst_x = max(worst_x, float(np.abs(found.x - same.x).max() / (1 + np.abs(same.x).max())))
            assert found.redundancy == same.redundancy
    assert worst_x < 1e-10 and stopped <= count / 100
    said = f"velocities within {worst:.1e}, impulses {worst_x:.1e}, {several} with several solutions"
    print(f"{count} random networks: {said}, {stopped} that Gauss–Seidel gave up")
    return several


def test_all_solvers_agree_with_enumeration():
    assert check_against_enumeration(0, 80) > 0


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1, 8))
def test_all_solvers_agree_with_enumeration_at_length(seed):
    check_against_enumeration(seed, 300)


MAY_STOP = {"steep": 4, "painleve": 2}
"""Of 60: problems that have a solution, which a solver that tries no modes may miss, if it says so."""


@pytest.mark.few(1)
@pytest.mark.parametrize("kind", SPECIAL)
def test_solvers_find_listed_solutions_of_special_problems(kind):
    """Where there is a solution, `auto` finds one; a solver that gives another one than enumeration is wrong.

    Of several, which may be a whole continuum, a converged one meets the laws.
    """
    rng, stopped = np.random.default_rng(17), dict.fromkeys(SOLVERS, 0)
    for _ in range(60):
        problem = SPECIAL[kind](rng)
        every = solve_contact(problem, "enumeration")
        for solver in SOLVERS:
            if solver == "pivoting" and problem.is_spatial:
                continue
            found = solve_contact(problem, solver, looks_for_others=False)
            if every.solutions == "none":
                assert not found.is_converged
            elif not found.is_converged:
                stopped[solver] += 1
            elif every.solutions == "one":
                assert float(np.abs(found.y - every.y).max()) < 1e-8 * np.abs(problem.b).max()
            else:
                assert natural_residual(problem, found.x).largest < 1e-10
    assert not stopped["auto"] and max(stopped.values()) <= MAY_STOP.get(kind, 0), stopped


@pytest.mark.parametrize(
    ("kind", "seed"),
    [
        *(("steep", 15), ("steep", 177), ("painleve", 92)),  # only from contacts that stick
        *(("steep", 22), ("steep", 98)),  # exact sweeps circle, projected ones come to rest
        ("steep", 299),  # steps of least squares
    ],
)
def test_safeguards_of_newton(kind, seed):
    problem = SPECIAL[kind](np.random.default_rng(seed))
    found = solve_contact(problem, "newton", looks_for_others=False)
    assert found.is_converged and natural_residual(problem, found.x).largest < 1e-10


@pytest.mark.parametrize("solver", ["newton", "gauss-seidel"])
def test_larger_networks_in_space_meet_the_laws(solver):
    rng = np.random.default_rng(5)
    for n in (6, 12, 25):
        A = rng.normal(size=(3 * n, 3 * n))
        G = A @ A.T / (3 * n) + 0.2 * np.eye(3 * n)
        found = solve_contact(contact_problem(G, rng.normal(size=3 * n), 2, 0.4), solver)
        assert found.is_converged and found.residual.largest < 1e-10


def test_pivots_of_thirty_planar_contacts():
    rng = np.random.default_rng(6)
    A = rng.normal(size=(60, 40))
    problem = contact_problem(A @ A.T, A @ rng.normal(size=40), 1, 0.3)
    found = solve_contact(problem, "pivoting", looks_for_others=False)
    other = solve_contact(problem, "newton", looks_for_others=False)
    assert found.is_converged and other.is_converged
    assert np.abs(found.y - other.y).max() < 1e-10 * np.abs(problem.b).max()


@pytest.mark.few(19)
@pytest.mark.parametrize("seed", range(30))
def test_many_contacts_without_friction(seed):
    """Against nonnegative least squares, min ½‖Aᵀx + c‖² over x ≥ 0 (Lawson and Hanson): y is unique, x need not be."""
    rng = np.random.default_rng(seed)
    n, m = int(rng.integers(5, 60)), int(rng.integers(3, 30))
    A = rng.normal(size=(n, m)) if seed % 2 else rng.integers(-1, 2, size=(n, m)).astype(float)
    c = rng.normal(size=m)
    exact, _ = scipy.optimize.nnls(A.T, -c)
    found = solve_contact(contact_problem(A @ A.T, A @ c))
    assert found.is_converged and found.solutions == "one"
    assert np.abs(found.y - A @ (A.T @ exact + c)).max() < 1e-9 * np.abs(A @ c).max()


@pytest.mark.parametrize("seed", range(12))
def test_order_units_and_repeated_contacts_change_nothing(seed):
    rng = np.random.default_rng(100 + seed)
    network = random_network(rng, tangents=seed % 3, contacts=3)
    problem = network.problem()
    found = solve_contact(problem)
    size = np.abs(problem.b).max()
    rows = np.arange(len(problem.b)).reshape(3, -1)
    turned = rows[[2, 0, 1]].ravel()
    other = solve_contact(contact_problem(problem.G[np.ix_(turned, turned)], problem.b[turned], seed % 3, network.mu))
    assert np.abs(other.y - found.y[turned]).max() < 1e-12 * size
    assert np.abs(other.x - found.x[turned]).max() < 1e-12 * np.abs(found.x).max() * (1 if found.is_unique else 1e3)
    # Tonnes and grams, kilometres per second and millimetres.
    for mass, speed in ((1e6, 1e3), (1e-6, 1e-6), (1e9, 1e-7)):
        scaled = contact_problem(problem.G / mass, problem.b * speed, seed % 3, network.mu)
        units = solve_contact(scaled)
        assert np.abs(units.y - found.y * speed).max() < 1e-12 * size * speed
        assert units.modes == found.modes and units.solutions == found.solutions
        # Where loads are not unique, discs are cut by tangents: that costs digits of x, not of y.
        digits = 1e-12 if found.is_unique else 1e-10
        assert np.abs(units.x / (mass * speed) - found.x).max() < digits * np.abs(found.x).max()
    twice = np.concatenate([rows.ravel(), rows[0]])
    doubled = solve_contact(contact_problem(problem.G[np.ix_(twice, twice)], problem.b[twice], seed % 3, network.mu))
    nearest = min(np.abs(one.y[: rows.size] - found.y).max() for one in (doubled, *doubled.others))
    assert nearest < 1e-12 * size


@pytest.mark.parametrize("solver", ["auto", "enumeration", *SOLVERS[1:]])
def test_a_table_on_four_legs(solver):
    """The load of a leg is not unique, the motion is; least norm shares it as the geometry does."""
    G, b = table()
    found = solve_contact(contact_problem(G, b, labels=[f"leg {k}" for k in "1234"]), solver, unit="N")
    assert np.abs(found.y).max() < 1e-12 and found.modes == ("stick",) * 4
    assert np.abs(found.x - 9.81 * 2 / 4).max() < 1e-10
    assert not found.is_unique and found.redundancy == 1 and found.solutions == "one"
    assert str(found.notes[-1]).startswith("leg 1–4 carry a load that is not unique (one redundancy); the sum, ")
    assert "19.6 N" in found.notes[-1]


def test_a_table_that_tips_keeps_unique_loads():
    G, b = table(load=(0.0, 40.0))
    found = solve_contact(contact_problem(G, b))
    assert found.modes.count("open") == 2 and found.is_unique and found.redundancy == 0


def test_bilateral_rows_are_eliminated_and_given_back():
    rng = np.random.default_rng(3)
    A = rng.normal(size=(6, 9))
    G, b = A @ A.T, A @ rng.normal(size=9)
    bilateral = [False, True, False]
    problem = contact_problem(G, b, 1, 0.4, bilateral=bilateral)
    for solver in ("enumeration", *SOLVERS):
        found = solve_contact(problem, solver)
        assert found.is_converged and np.abs(found.y[2:4]).max() < 1e-12
        assert found.modes[1] == "stick"
    P = np.linalg.inv(G[2:4, 2:4])
    kept = [0, 1, 4, 5]
    projected = G[np.ix_(kept, kept)] - G[kept, 2:4] @ P @ G[2:4][:, kept]
    other = solve_contact(contact_problem(projected, b[kept] - G[kept, 2:4] @ P @ b[2:4], 1, 0.4))
    assert np.abs(other.x - found.x[kept]).max() < 1e-10


def test_static_friction_holds_more_than_sliding_friction():
    """A push between both limits: stick and slip fit, and stick is kept; after it has slipped, it is excluded."""
    G, push = np.eye(2), np.array([-1.0, 0.5])
    problem = contact_problem(G, push, 1, 0.6, mu_slip=0.4)
    for solver in ("enumeration", *SOLVERS):
        found = solve_contact(problem, solver)
        assert found.modes == ("stick",) and found.solutions == "several"
        slipped = solve_contact(contact_problem(G, push, 1, 0.6, mu_slip=0.4, excluded=[{"stick"}]), solver)
        assert slipped.modes == ("slip",) and slipped.solutions == "one"
        assert np.abs(slipped.x - [1.0, -0.4]).max() < 1e-12
        backwards = contact_problem(G, push, 1, 0.6, mu_slip=0.4, excluded=[{"stick", "slip+"}])
        assert solve_contact(backwards, solver).solutions in ("none", "unknown")
    far = solve_contact(contact_problem(G, [-1.0, 0.7], 1, 0.6, mu_slip=0.4), "newton")
    assert far.modes == ("slip",) and far.x[1] == pytest.approx(-0.4, abs=1e-14)


def test_at_the_border_of_stick_the_mode_that_ended_is_excluded():
    """At the event both modes hold with the same x; the name that is left is given."""
    for t, push in ((1, [0.5]), (2, [0.3, 0.4])):
        G, b = np.eye(1 + t), np.array([-1.0, *push])
        for solver in ("enumeration", "newton"):
            assert solve_contact(contact_problem(G, b, t, 0.5), solver).modes == ("stick",)
            slips = solve_contact(contact_problem(G, b, t, 0.5, excluded=[{"stick"}]), solver)
            assert slips.modes == ("slip",) and np.abs(slips.x + b).max() < 1e-12
    lifts = solve_contact(contact_problem(np.eye(1), [0.0], excluded=[{"stick", "slip"}]))
    assert lifts.modes == ("open",)


def test_one_contact_in_space_is_solved_exactly():
    """Random blocks, friction large enough that normal and tangential impulses push each other."""
    rng = np.random.default_rng(8)
    seen = set()
    for _ in range(100):
        A = rng.normal(size=(3, 3))
        problem = contact_problem(A @ A.T, rng.normal(size=3) - [1.0, 0, 0], 2, float(rng.choice([0.2, 0.7, 2.0])))
        found = solve_contact(problem)
        assert found.solver == "enumeration" and found.residual.largest < 1e-11
        seen |= set(found.modes)
    assert seen == {"open", "stick", "slip"}


def test_energy_is_not_gained_without_friction():
    rng = np.random.default_rng(11)
    for _ in range(100):
        network = random_network(rng, tangents=0)
        n = network.W.shape[1]
        for law in ("newton", "poisson", "sequential"):
            e = rng.uniform(0, 1, n)
            found = solve_impact(network.G, network.W.T @ network.u, 0, e, law=law, most_pairs=40)
            size = network.u @ network.u
            assert found.energy_change < 1e-12 * size and not found.gains_energy
            if law != "sequential":
                # Newton's law as a sum over contacts: T⁺ − T⁻ = ½ Σ Λ (1 − e) γ⁻.
                assert found.has_ended
            if law == "newton":
                before = network.W.T @ network.u
                assert found.energy_change == pytest.approx(0.5 * found.impulses @ ((1 - e) * before), abs=1e-11 * size)


def test_a_warm_start_saves_sweeps():
    rng = np.random.default_rng(4)
    A = rng.normal(size=(12, 9))
    problem = contact_problem(A @ A.T, A @ rng.normal(size=9), 2, 0.4)
    cold = solve_contact(problem, "gauss-seidel", looks_for_others=False)
    warm = solve_contact(problem, "gauss-seidel", cold.x, looks_for_others=False)
    assert warm.iterations < 0.2 * cold.iterations + 2


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (((np.eye(2), [1.0]), {}), "G is square"),
        (((np.eye(3), [1.0, 1, 1], 1), {}), "1 contacts have 2 rows"),
        (((np.eye(1), [1.0], 0, -0.1), {}), "mu is not negative"),
        (((np.eye(2), [1.0, 1], 0, [0.1]), {}), "mu is one number"),
        (((np.eye(1), [1.0], 0, 0.1), {"mu_slip": 0.2}), "not larger than that of stick"),
        (((np.eye(1), [1.0]), {"excluded": [{"roll"}]}), "'roll' is not a mode"),
        (((np.eye(1), [np.nan]), {}), "finite"),
        (((np.eye(4), np.ones(4), [3]), {}), "0, 1 or 2 tangential rows"),
        (((np.eye(1), [1.0]), {"labels": []}), "labels has one entry"),
    ],
)
def test_mistakes_are_told(arguments, said):
    with pytest.raises(ValueError, match=said):
        contact_problem(*arguments[0], **arguments[1])


def test_too_many_modes_are_told():
    with pytest.raises(ValueError, match="too many to try them all"):
        solve_contact(contact_problem(np.eye(16), -np.ones(16), 1, 0.5), "enumeration")


def test_wrong_names_are_told():
    problem = contact_problem(np.eye(3), [-1.0, 0, 0], 2, 0.5)
    with pytest.raises(ValueError, match="no contact solver 'magic'"):
        solve_contact(problem, "magic")
    with pytest.raises(ValueError, match="slide along a line"):
        solve_contact(problem, "pivoting")
    with pytest.raises(ValueError, match="no impact law"):
        solve_impact(np.eye(1), [-1.0], law="magic")
    with pytest.raises(ValueError, match="tangential restitution"):
        solve_impact(np.eye(2), [-1.0, 0.0], 1, 0.5, 0.5, tangential_restitution=0.3, law="poisson")


CIRCLES = [
    (
        [
            [0, 3, -4, 3, -2, -4],
            [-3, 0, -3, -4, -2, -2],
            [4, 3, 0, -3, -3, -2],
            [-3, 4, 3, 0, 4, -2],
            [2, 2, 3, -4, 0, 1],
            [4, 2, 2, 2, -1, 0],
        ],
        [0, 0, 1, -1, -1, -1],
    ),
    (
        [[0, -3, 0, -1, -3], [3, 0, 3, 2, -3], [0, -3, 0, 0, 0], [1, -2, 0, 0, 1], [3, 3, 0, -1, 0]],
        [1, -1, 1, -1, -1],
    ),
    (
        [[0, 1, 3, 0, -4], [-1, 0, -3, -3, -2], [-3, 3, 0, 0, 3], [0, 3, 0, 0, 0], [4, 2, -3, 0, 0]],
        [-1, 1, -1, 0, -1],
    ),
]
"""Skew M and q with ties, on which pivots that take the first of several least ratios never end."""


@pytest.mark.parametrize(("M", "q"), CIRCLES)
def test_ties_do_not_make_pivots_cycle(M, q):
    M, q = np.array(M, dtype=float), np.array(q, dtype=float)
    z, pivots = lemke(M, q)
    w = M @ z + q
    assert pivots < 20 and z.min() > -1e-12 and w.min() > -1e-12 and abs(z @ w) < 1e-12


def test_legs_that_repeat_each_other_do_not_pull():
    """A load outside of the middle of a table: the share of least norm would pull at the leg across."""
    G, b = table(load=(0.8 * 19.62, -0.6 * 19.62))
    for solver in ("auto", "enumeration", *SOLVERS[1:]):
        x = solve_contact(contact_problem(G, b, 0), solver).x
        assert x.min() > -1e-12 and np.abs(G @ x + b).max() < 1e-10 * np.abs(b).max()
    least = -np.linalg.pinv(G) @ b
    assert least.min() < 0.0


HARD_SLIPS = [
    (
        [
            [0.9987115231241166, -0.9565437288962299, 6.129964051138055],
            [-0.9565437288962299, 0.9647261616916301, -6.179374804134241],
            [6.129964051138055, -6.179374804134241, 42.24473334858083],
        ],
        [-0.3604401709908981, 1.167068254765487, -2.8770452979808767],
        1.5,
    ),
    (
        [
            [0.9339301228836585, 0.6620285780797583, 0.009303846967474891],
            [0.6620285780797583, 1.4835678774800125, 0.18406905280723895],
            [0.009303846967474891, 0.18406905280723895, 0.03477504413443375],
        ],
        [-0.20357947330158116, -2.2558956146132028, -1.0316984807552698],
        3.0,
    ),
]
"""Contacts that slide in a direction far from the friction that would hold them."""


@pytest.mark.parametrize(("g", "q", "mu"), HARD_SLIPS)
def test_slip_is_looked_for_in_all_directions(g, q, mu):
    g, q, x = np.array(g), np.array(q), np.zeros(3)
    spatial_contact(g, q, mu, x)
    y = g @ x + q
    speed = np.linalg.norm(y[1:])
    assert x[0] > 0.0 and abs(y[0]) < 1e-12 and speed > 1e-3
    assert np.abs(x[1:] + mu * x[0] * y[1:] / speed).max() < 1e-10


@pytest.mark.parametrize("side", [1.0, -1.0])
def test_a_planar_contact_slides_to_either_side(side):
    """Rows that push each other: g_NN x_N + g_NT x_T = −q_N with x_T = −μ x_N against the slip."""
    g, q, x = np.array([[2.0, 0.8], [0.8, 1.0]]), np.array([-4.0, side * 3.0]), np.zeros(2)
    planar_contact(g, q, 0.5, x)
    normal = 4.0 / (2.0 - side * 0.5 * 0.8)
    assert x == pytest.approx([normal, -side * 0.5 * normal])
    assert side * (g @ x + q)[1] > 0.0
