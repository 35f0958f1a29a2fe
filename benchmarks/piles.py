"""Piles of a hundred cubes: a wall whose rest is known exactly, and a random heap that tumbles and comes to rest.

The wall: layers of cubes, each brick on two below it, start a little above each other, layer k by (k + 1) gaps, fall
flat and come to rest. Every brick then lies where it is drawn, so penetration, creep and tilting all show as the
distance of a brick from its place.

The heap: cubes turned anyhow fall from a grid onto a floor. Where they end is chance, in nature as in programs; that
they rest without entering each other is not. Its error is the larger of the deepest overlap in the end and of the
farthest that a cube still travels in a tenth of a second more.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from linkwork.numerics.collision.detector import CollisionDetector
from linkwork.numerics.collision.surfaces import GROUND_BODY, Surface
from linkwork.numerics.contact_steps.stepper import ContactStepper

HALF = 0.1
"""Half the edge of a brick, in metres."""
MASS, FRICTION, GRAVITY = 1.0, 0.5, 9.81
ASIDE = 1.02
"""Distance of neighbours in a wall, in edges."""
LONGER = 0.1
"""s: how long it is watched whether a heap rests."""


class Pile(Protocol):
    """A program that runs cubes from their start."""

    def prepare(self) -> None:
        """Goes back to the start."""

    def run(self, duration: float) -> None:
        """Goes on for a time."""

    def poses(self) -> np.ndarray:
        """Euler parameters and places of cubes (cubes × 7)."""


class Scene(Protocol):
    """Where cubes start, for how long they move, and how far off a program is then, in edges."""

    @property
    def name(self) -> str:
        """What it is called."""

    @property
    def start(self) -> np.ndarray:
        """Poses (cubes × 7)."""

    @property
    def duration(self) -> float:
        """Seconds."""

    def error(self, pile: Pile) -> float:
        """Of a program that has run for the duration."""


@dataclass(frozen=True, eq=False)
class Wall:
    """Where bricks start (bricks × 7), and where they come to rest (bricks × 3)."""

    start: np.ndarray
    rest: np.ndarray
    duration: float = 1.0
    name: str = "wall of 100 bricks settles"

    def error(self, pile: Pile) -> float:
        """The largest distance of a brick from its place, in edges."""
        return float(np.linalg.norm(pile.poses()[:, 4:] - self.rest, axis=1).max() / (2.0 * HALF))


@dataclass(frozen=True, eq=False)
class Heap:
    """Where cubes start (cubes × 7)."""

    start: np.ndarray
    duration: float = 3.0
    name: str = "random heap of 100 cubes"

    def error(self, pile: Pile) -> float:
        """The deepest overlap, or the farthest that a cube still travels, in edges."""
        before = pile.poses()
        found = CollisionDetector(surfaces(len(before))).contacts(before)
        deepest = max((-contact.gap for contact in found), default=0.0)
        pile.run(LONGER)
        creep = np.linalg.norm(pile.poses()[:, 4:] - before[:, 4:], axis=1).max()
        return float(max(deepest, creep) / (2.0 * HALF))


def wall(layers: int, top: int, gap: float = 1e-3) -> Wall:
    """So many layers, the last one of `top` bricks."""
    rest, lift = [], []
    for k in range(layers):
        n = top + layers - 1 - k
        for i in range(n):
            rest.append(((i - 0.5 * (n - 1)) * 2.0 * HALF * ASIDE, 0.0, HALF * (1 + 2 * k)))
            lift.append((0.0, 0.0, gap * (k + 1)))
    start = np.zeros((len(rest), 7))
    start[:, 0], start[:, 4:] = 1.0, np.array(rest) + np.array(lift)
    return Wall(start, np.array(rest))


def random_heap(side: int, layers: int, seed: int = 0) -> Heap:
    """Layers of side × side cubes, turned anyhow."""
    rng, pitch = np.random.default_rng(seed), 2.0 * HALF * 1.8
    grid = np.array([(i, j, k) for k in range(layers) for i in range(side) for j in range(side)], dtype=float)
    start = np.zeros((len(grid), 7))
    turns = rng.normal(size=(len(grid), 4))
    start[:, :4] = turns / np.linalg.norm(turns, axis=1)[:, None]
    start[:, 4:] = pitch * (grid - (0.5 * (side - 1), 0.5 * (side - 1), -0.6))
    return Heap(start)


def surfaces(cubes: int) -> list[Surface]:
    """A floor and cubes."""
    return [Surface("plane", GROUND_BODY), *(Surface("box", k, (HALF, HALF, HALF)) for k in range(cubes))]


def linkwork_pile(start: np.ndarray, dt: float, tolerance: float) -> ContactStepper:
    """Cubes in linkwork's time steps."""
    n = len(start)
    inertia = np.broadcast_to(MASS * 2.0 / 3.0 * HALF * HALF * np.eye(3), (n, 3, 3))
    return ContactStepper(
        np.full(n, MASS),
        inertia,
        start,
        np.zeros((n, 6)),
        surfaces(n),
        restitution=[0.0],
        friction=[FRICTION],
        dt=dt,
        scheme="leapfrog",
        gravity=(0.0, 0.0, -GRAVITY),
        tolerance=tolerance,
        closed=1e-5 * HALF,
        sweeps=400,
    )
