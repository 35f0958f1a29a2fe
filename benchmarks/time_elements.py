"""Finite elements in time on chains of links on ball joints: time per element by degree and fields, and by threads.

A chain of 40 links falls from rest in absolute coordinates; the figure is that of `simulate`, with what it records and
checks. A long chain is stepped with one thread and with two: bodies and joints are shared in forming residuals and
tangents, the halves of the chain in making factors. Times are those of the processor; with two threads, that of the
thread that takes longer, which is what the clock shows where each has a core of its own.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

import linkwork as lw
from benchmarks.case import Bar, Case, Timer
from benchmarks.links import LENGTH, Links, build
from linkwork.absolute.weak_form import WeakAbsolute
from linkwork.numerics.integrators.time_elements import step
from linkwork.numerics.integrators.time_shapes import TimeElement

LINKS, LONG_CHAIN = 40, 4000
H, ELEMENTS = 5e-3, 40
QUANTITY = "ms per element"
ROUNDS = 5
SPEED_UP = 1.6


def cases() -> Iterator[Case]:
    """Yield forms and degrees on a chain, then threads on a long one."""
    system, start = placed(LINKS)
    for degree, fields, bar in ((1, "primal", Bar("ours", "<=", 3.0)), (1, "mixed", Bar("ours", "<=", 3.0))):
        yield Case(_name(degree, fields), QUANTITY, _simulated(system, start, degree, fields), bar=bar, rounds=ROUNDS)
    for degree in (2, 3):
        yield Case(_name(degree, "mixed"), QUANTITY, _simulated(system, start, degree, "mixed"), rounds=ROUNDS)
    for name, work in (("element of degree 1", _element), ("residuals and tangents", _assembly)):
        two, one = (work(threads) for threads in (2, 1))
        bar = Bar("ratio", "<=", 1 / SPEED_UP)
        yield Case(f"chain, {LONG_CHAIN} links, {name}", "ms", two, "one thread", one, bar, ROUNDS)


def placed(links: int) -> tuple[Any, lw.State]:
    """A chain on ball joints along x, at rest."""
    zero = np.zeros(links)
    centres = LENGTH * np.column_stack([np.arange(links) + 0.5, zero, zero])
    pairs = ((-1, 0, 0, -1), *((k, 1, k + 1, -1) for k in range(links - 1)))
    found: tuple[Any, lw.State] = build(Links(f"chain, {links} links", centres, np.eye(3)[np.zeros(links, int)], pairs))
    return found


def _name(degree: int, fields: str) -> str:
    return f"chain, {LINKS} links, {fields} elements of degree {degree}"


def _simulated(system: lw.System, start: lw.State, degree: int, fields: str) -> Timer:
    """The time of an element of `simulate`: the difference of two runs."""

    def run(count: int) -> float:
        begin = time.process_time()
        method = lw.TimeElements(degree, fields=fields)
        lw.simulate(system, start, count * H, times=[count * H], h=H, method=method)
        return time.process_time() - begin

    run(ELEMENTS)
    return lambda: (run(3 * ELEMENTS) - run(ELEMENTS)) / (2 * ELEMENTS) * 1e3


def _longest(work: Callable[[], None]) -> Timer:
    """Processor time in ms of the thread that takes longest, of two."""

    def measure() -> float:
        whole, own = time.process_time(), time.thread_time()
        work()
        own, whole = time.thread_time() - own, time.process_time() - whole
        return max(own, whole - own) * 1e3

    return measure


def _mechanics(threads: int) -> tuple[WeakAbsolute, Any, np.ndarray]:
    system, start = placed(LONG_CHAIN)
    elements = system.elements
    mechanics = WeakAbsolute(elements, elements.tables(start.parameters), threads=threads)
    at = elements.configuration(start)
    return mechanics, at, mechanics.vectors(at, np.zeros(mechanics.rows), (1.0, 0.0, 0.0)).r


def _element(threads: int) -> Timer:
    """One element of degree 1."""
    mechanics, at, momenta = _mechanics(threads)

    def work() -> None:
        if step(TimeElement(1), mechanics, at, momenta, H) is None:
            raise AssertionError("an element has no solution.")

    work()
    return _longest(work)


def _assembly(threads: int) -> Timer:
    """What native code gives for all bodies and joints at a point of an element."""
    mechanics, at, _ = _mechanics(threads)
    evaluation, bodies = mechanics._evaluations["weak_slopes"], mechanics.system.bodies.count
    mu, turn = np.zeros(mechanics.rows), np.tile(np.eye(3).ravel()[:, None], bodies)

    def work() -> None:
        for _ in range(10):
            evaluation.run_weak(at, mu, (1.0, H, H, 0.5, 1.0), (turn, turn))

    work()
    return _longest(work)
