"""Mechanisms to measure dynamics on, described once as plain arrays and built from them for us and for every peer.

Every joint is a free joint or a revolute one about z of its own frame, which is where the body's frame stands: the
form that the peers like best. Geometry and inertias are drawn once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

import linkwork as lw

REVOLUTE, FREE = 0, 1
GRAVITY = (0.3, -9.0, -3.0)


@dataclass(frozen=True, eq=False)
class Part:
    """A body with the joint that leads to it: where the joint stands on the parent, and the body's mass properties."""

    parent: int  # place in the mechanism's list; -1 is the ground
    kind: int
    R: np.ndarray
    p: np.ndarray
    mass: float
    com: np.ndarray
    inertia: np.ndarray  # about the centre of mass

    @property
    def record(self) -> np.ndarray:
        """All numbers in a row, as the peers' native code reads them: R, p, mass, com, inertia."""
        return np.concatenate([self.R.ravel(), self.p, [self.mass], self.com, self.inertia.ravel()])


@dataclass(frozen=True, eq=False)
class Mechanism:
    """Parts, each behind its parent."""

    name: str
    parts: tuple[Part, ...]

    @cached_property
    def model(self) -> lw.Model:
        """For linkwork."""
        model = lw.Model("mechanism", gravity=GRAVITY)
        bodies: list[lw.Body] = []
        for k, part in enumerate(self.parts):
            bodies.append(model.body(f"b{k}", mass=part.mass, com=part.com, inertia=part.inertia))
            base = bodies[part.parent] if part.parent >= 0 else model.ground
            hinge = lw.Free() if part.kind == FREE else lw.Revolute("z")
            model.connect(f"j{k}", hinge, base.at(*part.p, rotate=part.R), bodies[k])
        return model

    @property
    def dof(self) -> int:
        """How many speeds there are."""
        return sum(6 if part.kind == FREE else 1 for part in self.parts)

    @property
    def joints(self) -> list[tuple[np.ndarray, np.ndarray]]:
        """A random state, always the same: (q, u) of each joint; a free joint has (e, p) and (ω, v) in body axes."""
        rng = np.random.default_rng(11)
        found = []
        for part in self.parts:
            if part.kind == FREE:
                e = rng.normal(size=4)
                found.append((np.concatenate([e / np.linalg.norm(e), rng.normal(size=3)]), rng.normal(size=6)))
            else:
                found.append((rng.normal(size=1), 0.3 * rng.normal(size=1)))
        return found


def arm() -> Mechanism:
    """Seven revolute joints with generic geometry."""
    rng = np.random.default_rng(7)
    return Mechanism("arm, 7 joints", tuple(_generic(rng, k - 1) for k in range(7)))


def floating_tree() -> Mechanism:
    """A free base with two limbs of seven joints and two of five: 30 degrees of freedom, generic geometry."""
    rng = np.random.default_rng(30)
    parts = [_generic(rng, -1, FREE)]
    for length in (7, 7, 5, 5):
        for k in range(length):
            parts.append(_generic(rng, len(parts) - 1 if k else 0))
    return Mechanism("floating tree, 30 dof", tuple(parts))


def binary_tree(bodies: int) -> Mechanism:
    """Every body carries two others by revolute joints of generic geometry."""
    rng = np.random.default_rng(bodies)
    return Mechanism(f"tree, {bodies} bodies", tuple(_generic(rng, (k - 1) // 2 if k else -1) for k in range(bodies)))


def planar_chain(links: int) -> Mechanism:
    """Links one behind the other, all axes parallel."""
    rng = np.random.default_rng(links)
    parts = []
    for k in range(links):
        length = rng.uniform(0.8, 1.2)
        inertia = np.diag([0.01, 0.09, 0.09]) * rng.uniform(0.8, 1.2)
        place = np.array([length if k else 0.0, 0.0, 0.0])
        parts.append(Part(k - 1, REVOLUTE, np.eye(3), place, 1.0, np.array([length / 2, 0.0, 0.0]), inertia))
    return Mechanism(f"planar chain, {links} links", tuple(parts))


def spatial_chain(links: int) -> Mechanism:
    """Links one behind the other with generic geometry."""
    rng = np.random.default_rng(links + 1)
    return Mechanism(f"spatial chain, {links} links", tuple(_generic(rng, k - 1) for k in range(links)))


CHAINS: tuple[Callable[[int], Mechanism], ...] = (planar_chain, spatial_chain)


def _generic(rng: np.random.Generator, parent: int, kind: int = REVOLUTE) -> Part:
    rotation, _ = np.linalg.qr(rng.normal(size=(3, 3)))
    rotation *= np.sign(np.linalg.det(rotation))
    root = rng.normal(size=(3, 3))
    spread = 0.01 * root @ root.T
    inertia = np.trace(spread) * np.eye(3) - spread
    return Part(parent, kind, rotation, 0.3 * rng.normal(size=3), rng.uniform(1, 3), 0.1 * rng.normal(size=3), inertia)
