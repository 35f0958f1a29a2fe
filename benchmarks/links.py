"""Links on joints: closed rings and square nets as data that every engine builds its own model from; chains."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

import linkwork as lw

LENGTH = 1.0
INERTIA = (0.01, 1 / 12, 1 / 12)


@dataclass(frozen=True, eq=False)
class Links:
    """Links of equal length along x of their frames, at their centres, and the pairs of ends that coincide."""

    name: str
    centres: np.ndarray
    directions: np.ndarray
    pairs: tuple[tuple[int, int, int, int], ...]
    """(link, end, link, end), ends −1 and 1; a link of −1 is the ground, at the place where the other end starts."""

    def end(self, link: int, side: int) -> np.ndarray:
        """Where an end starts."""
        return np.asarray(self.centres[link] + 0.5 * side * LENGTH * self.directions[link])

    def rotation(self, link: int) -> np.ndarray:
        """The frame of a link: x along it, y across the vertical plane through it."""
        x = self.directions[link]
        y = np.array([-x[1], x[0], 0.0]) if abs(x[2]) < 0.9 else np.array([0.0, 1.0, 0.0])
        y = y - x * (x @ y)
        y /= np.linalg.norm(y)
        z = x[[1, 2, 0]] * y[[2, 0, 1]] - x[[2, 0, 1]] * y[[1, 2, 0]]
        return np.column_stack([x, y, z])


def ring(links: int) -> Links:
    """A closed ring that hangs on one point of the ground."""
    angle = 2 * np.pi / links
    radius = 0.5 * LENGTH / np.tan(angle / 2)
    phi = angle * (np.arange(links) + 0.5)
    zero = np.zeros(links)
    centres = radius * np.column_stack([np.cos(phi), zero, np.sin(phi)])
    directions = np.column_stack([-np.sin(phi), zero, np.cos(phi)])
    pairs = [(k, 1, (k + 1) % links, -1) for k in range(links)]
    return Links(f"ring, {links} links", centres, directions, ((-1, 0, 0, -1), *pairs))


def net(side: int) -> Links:
    """A square net in the horizontal plane with `side` links along either edge, held at one corner."""
    centres: list[list[float]] = []
    directions: list[list[float]] = []
    at: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for i in range(side + 1):
        for j in range(side + 1):
            for di, dj in ((1, 0), (0, 1)):
                if i + di <= side and j + dj <= side:
                    at.setdefault((i, j), []).append((len(centres), -1))
                    at.setdefault((i + di, j + dj), []).append((len(centres), 1))
                    centres.append([i + 0.5 * di, j + 0.5 * dj, 0.0])
                    directions.append([di, dj, 0.0])
    pairs = [(*ends[0], *other) for ends in at.values() for other in ends[1:]]
    # One corner is held: between two, a row of links in a line would have to carry its weight across itself.
    pairs.insert(0, (-1, 0, *at[0, 0][0]))
    return Links(f"net, {len(centres)} links", np.array(centres), np.array(directions, dtype=float), tuple(pairs))


def build(links: Links) -> tuple[Any, Any]:
    """(system, start)."""
    m = lw.Model("links", gravity=(0, 0, -9.81))
    bodies = [m.body(f"b{k}", mass=1.0, inertia=INERTIA) for k in range(len(links.centres))]
    ball = lw.Spherical()
    for number, (a, side_a, b, side_b) in enumerate(links.pairs):
        first = m.ground.at(*links.end(b, side_b)) if a < 0 else bodies[a].at(0.5 * side_a * LENGTH, 0, 0)
        m.connect(f"J{number}", ball, first, bodies[b].at(0.5 * side_b * LENGTH, 0, 0))
    system = lw.compile_model(m, coordinates="absolute")
    return system, system.placed({f"b{k}": (links.rotation(k), links.centres[k]) for k in range(len(bodies))})


def chain(links: int) -> lw.Model:
    """A chain of links on hinges with parallel axes, all along x at the start, in coordinates of either formulation."""
    m = lw.Model("chain", gravity=(0, 0, -9.81))
    before = m.ground.at(0, 0, 0)
    for k in range(links):
        body = m.body(f"b{k}", mass=1.0, com=(0.5 * LENGTH, 0, 0), inertia=INERTIA)
        m.connect(f"J{k}", lw.Revolute("y"), before, body.at(0, 0, 0))
        before = body.at(LENGTH, 0, 0)
    return m
