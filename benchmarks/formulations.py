"""Both formulations of one model by one method with the same steps: absolute coordinates over the tree.

A four-bar linkage, a ring of links on parallel hinges and a chain; generalized-α, Radau IIA, Moreau's rule and elements
in time. Steps of a given length where a method takes them; Radau controls its own, and both runs have the same
tolerance. Both end at the same place before anything counts. Times are those of the processor, a step.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

import linkwork as lw
from benchmarks.case import Bar, Case, time_per_evaluation
from benchmarks.links import chain

RING, CHAIN = 30, 1000
H, STEPS = 1e-3, 100
AGREEMENT = 1e-6
METHODS = ("generalized_alpha", "radau", "moreau", "weak2")
"""Radau takes steps of its own."""


def cases() -> Iterator[Case]:
    """Yield every method on a four-bar, a ring and a chain."""
    for name, make, limit, methods in (
        ("four-bar", four_bar, 8.0, METHODS),
        (f"ring of {RING}", ring, 2.0, METHODS),
        (f"chain of {CHAIN}", long_chain, 1.0, METHODS[:1]),
    ):
        systems = make()
        for method in methods:
            yield _case(name, method, systems, limit)


def _case(name: str, method: str, systems: tuple[Any, Any, Any, Any], limit: float) -> Case:
    tree, start, absolute, other = systems
    span = STEPS * H if name != f"chain of {CHAIN}" else 10 * H
    given: dict[str, Any] = {"rtol": 1e-6, "atol": 1e-8} if method == "radau" else {"h": H}
    runs = [lw.simulate(*x, span, method=method, **given) for x in ((absolute, other), (tree, start))]
    last = [*tree.model.bodies][-1]
    gap = np.abs(np.subtract(*(run[f"{last}.position"][-1] for run in runs))).max()
    if gap > AGREEMENT * max(1.0, math.sqrt(len(tree.model.bodies))):
        return Case(f"{name}, {method}", "µs per step", None, note=f"the formulations end {gap:.1e} m apart")
    ours, theirs = (
        _timer(system, state, span, method, given, run.certificate.steps)
        for (system, state), run in zip(((absolute, other), (tree, start)), runs, strict=True)
    )
    return Case(f"{name}, {method}", "µs per step", ours, "the tree", theirs, Bar("ratio", "<=", limit), rounds=3)


def _timer(system: Any, state: Any, span: float, method: str, given: dict[str, Any], steps: int) -> Callable[[], float]:
    return time_per_evaluation(lambda: lw.simulate(system, state, span, method=method, **given), steps, unit=1e-6)


def four_bar() -> tuple[Any, Any, Any, Any]:
    """The linkage of the README, in both formulations."""
    m = lw.Model("four-bar", gravity=(0, 0, -9.81))
    sizes = (("crank", 0.2, 1.0), ("coupler", 0.9, 2.0), ("rocker", 0.5, 1.5))
    crank, coupler, rocker = (m.body(name, lw.Rod(length=length, mass=mass)) for name, length, mass in sizes)
    m.connect("A", lw.Revolute("y"), m.ground.at(0, 0, 0), crank.at(0, 0, 0))
    m.connect("B", lw.Revolute("y"), crank.at(0.2, 0, 0), coupler.at(0, 0, 0))
    m.connect("C", lw.Revolute("y"), coupler.at(0.9, 0, 0), rocker.at(0, 0, 0))
    m.connect("D", lw.Revolute("y"), rocker.at(0.5, 0, 0), m.ground.at(0.8, 0, 0))
    tree = lw.compile_model(m)
    return _both(m, lw.assemble(tree, fixed={"A.angle": 0.3}, guess={"B.angle": -0.4}), tree)


def ring() -> tuple[Any, Any, Any, Any]:
    """A closed polygon of links on parallel hinges that hangs on the ground."""
    m, angle, length = lw.Model("ring", gravity=(0, 0, -9.81)), 2 * math.pi / RING, 1.0 / RING
    links = [m.body(f"b{k}", lw.Rod(length=length, mass=0.1, radius=0.1 * length)) for k in range(RING)]
    before = m.ground.at(0, 0, 0)
    for k, link in enumerate(links):
        m.connect(f"J{k}", lw.Revolute("y"), before, link.at(0, 0, 0), initial={"angle": angle if k else 0.0})
        before = link.at(length, 0, 0)
    m.connect("close", lw.Revolute("y"), before, m.ground.at(0, 0, 0))
    tree = lw.compile_model(m, "tree")
    return _both(m, lw.assemble(tree), tree)


def long_chain() -> tuple[Any, Any, Any, Any]:
    """A chain that falls from rest."""
    m = chain(CHAIN)
    tree = lw.compile_model(m, "tree")
    return _both(m, lw.assemble(tree), tree)


def _both(model: lw.Model, start: lw.State, tree: Any) -> tuple[Any, Any, Any, Any]:
    absolute = lw.compile_model(model, "absolute")
    at = tree.evaluate("body_poses", start)
    numbers = {name: tree.topology.body(name).number for name in model.bodies}
    poses = {name: (at.R[k], at.p[k]) for name, k in numbers.items()}
    return tree, start, absolute, absolute.placed(poses)
