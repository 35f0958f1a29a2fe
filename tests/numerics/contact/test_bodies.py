"""Many contacts between bodies: against the dense solvers, and stacks on which sweeps alone take for ever."""

from __future__ import annotations

import numpy as np
import pytest

from linkwork.numerics.contact import BodyContacts, BodyJoints, contact_problem, solve_bodies, solve_contact
from tests.numerics.contact.networks import box_stack


def dense_problem(inverse, free, contacts):
    """The same contacts with G formed."""
    n, count = len(contacts.mu), len(free)
    W = np.zeros((n, 3, count + 1, 6))
    for k, (a, b) in enumerate(contacts.bodies):
        W[k, :, a] += contacts.rows[k, 0]
        W[k, :, b] += contacts.rows[k, 1]
    W = W[:, :, :count].reshape(3 * n, -1)
    M = np.zeros((6 * count, 6 * count))
    for k, block in enumerate(inverse):
        M[6 * k : 6 * k + 6, 6 * k : 6 * k + 6] = block
    return contact_problem(W @ M @ W.T, W @ free.ravel() + contacts.b.ravel(), 2, contacts.mu), W, M


def thrown(rng, count):
    """Free bodies in a row with random contacts between neighbours, and to the ground."""
    inverse = []
    for _ in range(count):
        A = rng.normal(size=(6, 6))
        inverse.append(np.linalg.inv(A @ A.T / 6 + np.eye(6)))
    bodies = np.array([(k - 1, k) for k in range(count)] * 2)
    rows = rng.normal(size=(2 * count, 2, 3, 6))
    rows[bodies < 0] = 0.0
    mu = rng.uniform(0.1, 0.6, 2 * count)
    return np.array(inverse), rng.normal(size=(count, 6)), BodyContacts(bodies, rows, np.zeros((2 * count, 3)), mu)


@pytest.mark.parametrize("method", ["auto", "gauss-seidel", "newton"])
def test_bodies_agree_with_the_dense_problem(method):
    rng = np.random.default_rng(2)
    for count in (1, 3, 6):
        given = thrown(rng, count)
        found = solve_bodies(*given, method=method, tolerance=1e-13)
        problem, W, M = dense_problem(*given)
        dense = solve_contact(problem, "newton", found.x.ravel(), looks_for_others=False)
        assert dense.is_converged and found.residual < 1e-11
        u = given[1].ravel() + M @ W.T @ dense.x
        assert np.abs(found.u.ravel() - u).max() < 1e-9 * np.abs(u).max()


@pytest.mark.parametrize(("count", "ratio"), [(10, 1.0), (10, 100.0), (30, 1.0), (30, 100.0), (30, 0.01)])
def test_stacks_rest(count, ratio):
    inverse, free, contacts = box_stack(count, ratio)
    found = solve_bodies(inverse, free, contacts)
    fall = np.abs(free).max()
    weights = 9.81e-2 / inverse[:, 5, 5]
    print(
        f"{count} boxes, 1:{ratio:g}: {found.sweeps} sweeps, {found.steps} Newton steps, residual {found.residual:.1e}"
    )
    assert found.is_converged and np.abs(found.u).max() < 1e-9 * fall
    assert found.steps < 60
    assert found.x[:4, 0].sum() == pytest.approx(weights.sum(), rel=1e-9)


def test_sweeps_alone_say_what_they_leave():
    inverse, free, contacts = box_stack(10, 2000.0)
    found = solve_bodies(inverse, free, contacts, method="gauss-seidel", sweeps=50)
    assert not found.is_converged and found.sweeps == 50 and found.steps == 0
    assert "after 50 sweeps; worst: crate" in found.sentences[0] and 'Try method="newton"' in found.sentences[0]


def test_a_warm_start_ends_at_once():
    inverse, free, contacts = box_stack(10)
    first = solve_bodies(inverse, free, contacts)
    again = solve_bodies(inverse, free, contacts, start=(first.x, first.x_joint))
    assert again.sweeps == 1 and again.steps == 0 and np.abs(again.u - first.u).max() < 1e-12


def test_sweeps_that_converge_are_enough():
    """What one more sweep measures, forth or back, is within the tolerance where sweeps ended by themselves."""
    rng = np.random.default_rng(7)
    for count in (4, 8, 12):
        found = solve_bodies(*thrown(rng, count), method="gauss-seidel")
        assert found.sweeps == 5000 or (found.is_converged and not found.sentences)


def test_a_pushed_box_slides_with_its_friction():
    """v − μ g dt along the push, in any direction; sticks where that would turn it back."""
    inverse, free, contacts = box_stack(1, mu=0.3)
    for speed, slides in ((1.0, True), (0.02, False)):
        for angle in (0.0, 0.7, 2.5):
            pushed = free.copy()
            pushed[0, 3:5] = speed * np.cos(angle), speed * np.sin(angle)
            found = solve_bodies(inverse, pushed, contacts, tolerance=1e-12)
            left = speed - 0.3 * 9.81e-2 if slides else 0.0
            assert np.abs(found.u[0, 3:5] - left * np.array([np.cos(angle), np.sin(angle)])).max() < 1e-11
            assert np.abs(found.u[0, [0, 1, 2, 5]]).max() < 1e-11


@pytest.mark.parametrize("method", ["gauss-seidel", "newton"])
def test_joints_hold_beside_contacts(method):
    """Two boxes side by side, joined by a ball joint; one rests on the floor, the other hangs in the air."""
    inverse, free, floor = box_stack(1)
    inverse, free = np.concatenate([inverse, inverse]), np.concatenate([free, free])
    rows = np.zeros((1, 2, 6, 6))
    for r, d in enumerate(np.eye(3)):
        rows[0, 0, r] = [*np.cross([0.5, 0, 0], d), *d]
        rows[0, 1, r] = [*-np.cross([-0.5, 0, 0], d), *-d]
    joint = BodyJoints(np.array([[0, 1]]), rows, np.zeros((1, 6)))
    found = solve_bodies(inverse, free, floor, joint, method=method, tolerance=1e-11)
    apart = np.einsum("bij,bj->i", rows[0], found.u)
    assert found.is_converged and np.abs(apart).max() < 1e-10
    # The hanging box turns about the joint, half an edge from its centre: m g/(1 + m r²/J) with J = m/6.
    hanging = 9.81e-2 / (1 + 6 * 0.25)
    assert abs(found.x_joint[0, 2]) == pytest.approx(hanging, rel=1e-8)


def test_a_body_that_nothing_moves_is_ground():
    inverse, free, contacts = box_stack(2)
    inverse[0], free[0] = 0.0, 0.0
    for method in ("gauss-seidel", "newton"):
        found = solve_bodies(inverse, free, contacts, method=method)
        assert found.is_converged and np.abs(found.u).max() < 1e-9 and (found.u[0] == 0).all()


def test_unknown_methods_are_told():
    with pytest.raises(ValueError, match="no method 'magic'"):
        solve_bodies(*box_stack(1), method="magic")
