"""Contact problems for tests: random networks, a table on its legs, a stack of boxes."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from linkwork.numerics.contact import BodyContacts, contact_problem


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


def box_stack(count, ratio=1.0, mu=0.5, step=1e-2):
    """(inverse masses, free speeds, contacts) of boxes one on the other; speeds are (angular; linear)."""
    masses = ratio ** (np.arange(count) / max(count - 1, 1))
    inverse = np.array([np.diag([6 / m] * 3 + [1 / m] * 3) for m in masses])
    bodies, rows = [], []
    for k in range(count):
        for x, y in ((-0.5, -0.5), (-0.5, 0.5), (0.5, -0.5), (0.5, 0.5)):
            W = np.zeros((2, 3, 6))
            for r, d in enumerate(np.array([[0, 0, 1.0], [1, 0, 0], [0, 1, 0]])):
                W[1, r] = [*np.cross([x, y, -0.5], d), *d]
                if k:
                    W[0, r] = [*-np.cross([x, y, 0.5], d), *-d]
            bodies.append((k - 1, k))
            rows.append(W)
    free = np.zeros((count, 6))
    free[:, 5] = -9.81 * step
    n = 4 * count
    labels = tuple(f"crate{k // 4}–crate{k // 4 + 1}" for k in range(n))
    return inverse, free, BodyContacts(np.array(bodies), np.array(rows), np.zeros((n, 3)), np.full(n, mu), labels)
