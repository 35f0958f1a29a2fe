"""Contact problems for tests: random networks, a table on its legs."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from linkwork.numerics.contact import contact_problem


class Network(NamedTuple):
    """A random system: M⁻¹ (projected where bilateral rows hold it), W as columns, speeds, what each contact is."""

    inverse: np.ndarray
    W: np.ndarray
    u: np.ndarray
    tangents: int
    mu: float

    @property
    def G(self):
        G = self.W.T @ self.inverse @ self.W
        return 0.5 * (G + G.T)

    def problem(self, **more):
        return contact_problem(self.G, self.W.T @ self.u, self.tangents, self.mu, **more)


def random_network(rng, tangents=None, contacts=None) -> Network:
    """All contacts approach; some systems have a bilateral row, some a contact twice, some more rows than speeds."""
    t = int(rng.integers(0, 3)) if tangents is None else tangents
    n = contacts or int(rng.integers(1, 5 if t < 2 else 4))
    dof = int(rng.integers(3, 10))
    A = rng.normal(size=(dof, dof))
    inverse = np.linalg.inv(A @ A.T / dof + np.eye(dof))
    u = rng.normal(size=dof)
    if dof > 4 and rng.random() < 0.5:
        P = rng.normal(size=(1, dof))
        back = inverse @ P.T @ np.linalg.inv(P @ inverse @ P.T)
        inverse, u = inverse - back @ (P @ inverse), u - back @ (P @ u)
    W = rng.normal(size=(dof, n, 1 + t))
    W[:, :, 0] *= -np.sign(np.einsum("d,dn->n", u, W[:, :, 0]))
    if n > 1 and rng.random() < 0.3:
        W[:, -1] = W[:, 0]
    return Network(inverse, W.reshape(dof, -1), u, t, float(rng.choice([0.1, 0.3, 0.8, 1.5])))


def table(legs=((-1, -1), (-1, 1), (1, -1), (1, 1)), mass=2.0, load=(0.0, 0.0)):
    """(G, b) of the normal rows of a rigid table over (height, two rotations), under its weight and one beside."""
    W = np.array([[1.0, x, y] for x, y in legs]).T
    inverse = np.diag([1 / mass, 1 / mass, 1 / mass])
    force = np.array([-9.81 * mass, *load])
    return W.T @ inverse @ W, W.T @ inverse @ force


def redundant(rng):
    """Every contact twice, so that no impulse is unique."""
    tangents = int(rng.integers(0, 3))
    network = random_network(rng, tangents=tangents, contacts=2 if tangents < 2 else 1)
    problem = network.problem()
    twice = np.concatenate([np.arange(len(problem.b))] * 2)
    return contact_problem(problem.G[np.ix_(twice, twice)], problem.b[twice], network.tangents, network.mu)


def steep(rng):
    """Up to three points of a planar body, with friction so large that normal and tangential impulses jam."""
    n = int(rng.integers(1, 4))
    W = rng.normal(size=(3, 2 * n))
    b = rng.normal(size=2 * n)
    b[::2] = -np.abs(b[::2])
    return contact_problem(W.T @ np.diag([1.0, 1.0, rng.uniform(3, 12)]) @ W, b, 1, float(rng.choice([1.5, 3.0])))


def painleve(rng):
    """Points that slide already: friction is in the columns of their normal rows, and G need not be positive."""
    n = int(rng.integers(1, 4))
    W, T = rng.normal(size=(2, 3, n))
    inverse = np.diag([1.0, 1.0, rng.uniform(3, 12)])
    G = W.T @ inverse @ (W - T * rng.uniform(0.3, 3.0, n) * rng.choice([-1.0, 1.0], n))
    return contact_problem(G, -np.abs(rng.normal(size=n)), 0)


def ties(rng):
    """Small integers: ratios, gaps and limits of friction coincide."""
    n = int(rng.integers(2, 5))
    W = rng.integers(-1, 2, size=(4, 2 * n)).astype(float)
    return contact_problem(W.T @ W, W.T @ rng.integers(-2, 3, size=4), 1, float(rng.choice([0.5, 1.0])))


def preloaded(rng):
    """Friction with a preload, as in the expansion of Poisson's impact, along a line and in space."""
    network = random_network(rng, tangents=int(rng.integers(1, 3)), contacts=2)
    return network.problem(preload=rng.uniform(0.0, 1.0, 2))


def two_frictions(rng):
    """More friction of stick than of slip."""
    network = random_network(rng, tangents=int(rng.integers(1, 3)), contacts=2)
    return network.problem(mu_slip=0.6 * network.mu)


SPECIAL = {f.__name__: f for f in (redundant, steep, painleve, ties, preloaded, two_frictions)}
