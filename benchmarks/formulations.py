"""Both formulations of one model by one method with the same steps: absolute coordinates over the tree.

A four-bar linkage, a ring of links on parallel hinges and a chain; generalized-α, Radau IIA, an explicit method,
Moreau's rule and elements in time. Steps of a given length where a method takes nothing else; others control theirs,
and both runs have the same tolerance. Both end at the same place before anything counts. Times are those of the
processor, of a run with all that surrounds it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

import linkwork as lw
from benchmarks.case import Bar, Case, time_per_evaluation
from benchmarks.links import chain

RING, CHAIN = 30, 100
H = 1e-3
AGREEMENT = 1e-5
"""Of the ends of runs with a tolerance of 1e-6, in metres."""
CONTROLLED = {"rtol": 1e-6, "atol": 1e-6}
RUNS = {
    "four-bar": {"generalized_alpha": 1.0, "radau": 1.0, "dop853": 1.0, "moreau": 0.02, "weak2": 0.05},
    f"ring of {RING}": {"generalized_alpha": 0.1, "radau": 0.1, "dop853": 0.1, "moreau": 0.005, "weak2": 0.005},
    f"chain of {CHAIN}": {"generalized_alpha": 0.02},
}
"""How long runs are, in seconds. On a tree, two steps of a chain of 1,000 take more than two minutes."""
OF_A_LENGTH = ("moreau", "weak2")
"""Methods with steps of a given length; others control theirs, but for the chain."""


def cases() -> Iterator[Case]:
    """Yield every method on a four-bar, a ring and a chain."""
    for (name, spans), make, limit in zip(RUNS.items(), (four_bar, ring, long_chain), (8.0, 2.0, 1.0), strict=True):
        systems = make()
        for method, span in spans.items():
            yield _case(name, method, span, systems, limit)


def _case(name: str, method: str, span: float, systems: tuple[Any, Any, Any, Any], limit: float) -> Case:
    tree, start, absolute, other = systems
    is_long = _is_long(tree)
    given: dict[str, Any] = {"h": H} if method in OF_A_LENGTH or is_long else CONTROLLED
    runs = [lw.simulate(*x, span, method=method, **given) for x in ((absolute, other), (tree, start))]
    last = [*tree.model.bodies][-1]
    gap = np.abs(np.subtract(*(run[f"{last}.position"][-1] for run in runs))).max()
    if gap > AGREEMENT:
        return Case(f"{name}, {method}", "ms a run", None, note=f"the formulations end {gap:.1e} m apart")
    pair = ((absolute, other), (tree, start))
    ours, theirs = (_timer(*x, span, method, given) for x in pair)
    # No promise is made of explicit methods.
    bar = None if method == "dop853" else Bar("ratio", "<=", limit)
    return Case(f"{name}, {method}, {span:g} s", "ms a run", ours, "the tree", theirs, bar, rounds=1 if is_long else 3)


def _is_long(tree: Any) -> bool:
    """Whether a run takes seconds, and has steps of a given length."""
    return len(tree.model.bodies) >= CHAIN


def _timer(system: Any, state: Any, span: float, method: str, given: dict[str, Any]) -> Callable[[], float]:
    return time_per_evaluation(lambda: lw.simulate(system, state, span, method=method, **given), 1, unit=1e-3)


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
