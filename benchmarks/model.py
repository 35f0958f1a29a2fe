"""Describing a large model and understanding it: what a user waits for before anything is compiled."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

import linkwork as lw
from benchmarks.case import Bar, Case, Timer


def cases() -> Iterator[Case]:
    """Yield the time to build models of 1,000 bodies and connections, and to find their topology."""
    below = Bar("ours", "<=", 1.0)
    for name, build in (
        ("chain", _chain),
        ("chain with random axes", _random_axes),
        ("ladder with 332 loops", _ladder),
    ):
        yield Case(f"model, {name}, 1000 bodies", "s", _timed(build), bar=below, rounds=5)
        yield Case(f"topology, {name}, 1000 bodies", "s", _topology(build()), bar=below, rounds=5)


def _timed(build: object) -> Timer:
    def measure() -> float:
        start = time.perf_counter()
        build()  # type: ignore[operator]
        return time.perf_counter() - start

    return measure


def _topology(model: lw.Model) -> Timer:
    def measure() -> float:
        start = time.perf_counter()
        lw.find_topology(model)
        return time.perf_counter() - start

    return measure


def _random_axes(links: int = 1000) -> lw.Model:
    """A chain in which no two hinges are alike."""
    rng = np.random.default_rng(1)
    return _chain(links, lambda: rng.normal(size=3))


def _chain(links: int = 1000, axis: Callable[[], Any] = lambda: "y") -> lw.Model:
    model = lw.Model("chain")
    end: lw.Point | lw.Body = model.ground
    for k in range(links):
        link = model.body(f"link {k}", lw.Rod(length=0.1, mass=0.2))
        model.connect(f"hinge {k}", lw.Revolute(axis()), end, link)
        end = link.at(0.1, 0, 0)
    return model


def _ladder(cells: int = 333) -> lw.Model:
    """Cells of three rods; each but the first closes a loop with the one before."""
    model = lw.Model("ladder")
    before: list[lw.Point] = [model.ground.at(0, 0, 0), model.ground.at(0, 0, 0.1)]
    for k in range(cells):
        rods = [model.body(f"{name} {k}", lw.Rod(length=0.1, mass=0.2)) for name in ("lower", "upper", "rung")]
        model.connect(f"A {k}", lw.Revolute("y"), before[0], rods[0])
        model.connect(f"B {k}", lw.Revolute("y"), before[1], rods[1])
        model.connect(f"C {k}", lw.Revolute("y"), rods[0].at(0.1, 0, 0), rods[2])
        if k:
            model.connect(f"D {k}", lw.Revolute("y"), rods[1].at(0.1, 0, 0), rods[2].at(0.1, 0, 0))
        before = [rods[0].at(0.1, 0, 0), rods[1].at(0.1, 0, 0)]
    return model
