"""Large systems in absolute coordinates: rings and nets, time per step and memory against the number of bodies.

Links are joined by ball joints and fall from rest by the generalized-α method with ρ∞ = 0.9 and h = 2 ms, one thread
each. The peer
is Exudyn with its sparse solver, the same rings, the same method and step; both end at the same place before anything
counts. Nets are squares of links between nodes; every node joins its links to the first of them.
"""

from __future__ import annotations

import resource
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

import linkwork as lw
from benchmarks.case import Bar, Case, Timer
from linkwork.analyses.stepping import AlphaStepper

RINGS = (125, 250, 500, 1000)
NETS = (10, 20, 40)
H = 2e-3
STEPS = 20
DAMPING = 0.9
LENGTH = 1.0
INERTIA = (0.01, 1 / 12, 1 / 12)
QUANTITY = "ms per step"
AGREEMENT = 1e-5


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
        y = np.cross([0.0, 0.0, 1.0], x) if abs(x[2]) < 0.9 else np.array([0.0, 1.0, 0.0])
        y = y - x * (x @ y)
        y /= np.linalg.norm(y)
        return np.column_stack([x, y, np.cross(x, y)])


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
    system = lw.compile_model(m, formulation="absolute")
    return system, system.placed({f"b{k}": (links.rotation(k), links.centres[k]) for k in range(len(bodies))})


def ours(links: Links) -> tuple[Timer, np.ndarray]:
    """A timer of steps, and where the links are after the first `STEPS`."""
    system, state = build(links)
    tables = system.tables(state.parameters)
    stepper = AlphaStepper(system, tables, system.configuration(state), DAMPING)

    def run() -> float:
        start = time.perf_counter()
        for _ in range(STEPS):
            if stepper.attempt(H, False) is None:
                raise AssertionError(f"{links.name}: a step has no solution.")
            stepper.take()
        return (time.perf_counter() - start) / STEPS * 1e3

    run()
    return run, stepper.at.pose[4:].T.copy()


def cases() -> Iterator[Case]:
    """Yield rings and nets; the last of each says how time grows with the number of bodies."""
    for family, sizes in ((ring, RINGS), (net, NETS)):
        known: list[tuple[int, float]] = []
        for size in sizes:
            links = family(size)
            timer, places = ours(links)
            known.append((len(links.centres), min(timer() for _ in range(3))))
            note = _note(links, known) if size == sizes[-1] else ""
            peer = _peer(links) if family is ring else None
            if peer is None:
                yield Case(links.name, QUANTITY, timer, rounds=3, note=note)
                continue
            theirs, found = peer
            gap = float(np.abs(found - places).max())
            if gap > AGREEMENT:
                note = f"{note} Exudyn ends elsewhere by {gap:.1e}.".strip()
            yield Case(
                links.name, QUANTITY, timer, "Exudyn, sparse", theirs, Bar("ratio", "<=", 0.5), rounds=3, note=note
            )


def _note(links: Links, known: list[tuple[int, float]]) -> str:
    sizes, times = np.log(np.array(known)).T
    exponent = np.polyfit(sizes, times, 1)[0]
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return f"{links.name}: time grows as N^{exponent:.2f}; {memory:.0f} MB in use at most so far."


def _peer(links: Links) -> tuple[Timer, np.ndarray] | None:
    """Exudyn on the same links: a timer, and where the links are after `STEPS`; None where it is not installed."""
    try:
        from benchmarks.peers.exudyn_links import measure
    except ImportError:
        return None
    return measure(links, H, STEPS, DAMPING, INERTIA, LENGTH)
