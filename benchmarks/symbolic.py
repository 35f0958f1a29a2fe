"""The workbench: how long derivation and compilation take, and how fast the code is that comes out.

Derivations run in a process of their own with an empty cache; imports are there before the clock starts. Right-hand
sides of equations derived by hand are timed against those of the same mechanism drawn as a model.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
import sympy as sp

import linkwork as lw
from benchmarks.case import Bar, Case, Timer, time_per_evaluation
from benchmarks.growth import derivation
from benchmarks.workloads import native_loop
from examples import elastic_beam, gyroscopes

ROUNDS = 3
MANY, CALLS = 2000, 200
"""Points of a batch, and single calls."""
EVALUATIONS = 2000
"""Of a right-hand side in a round: short enough to fit between what else a machine does."""
SIZES = (2, 3, 5, 10, 20)
VALUES = {"m": 1.0, "l": 0.5, "g": 9.81}


def chain(links: int, way: str) -> lw.System:
    """A chain of rods in a plane, in absolute angles, derived by hand."""
    q, u, t = lw.motion_symbols([f"phi{k + 1}" for k in range(links)])
    m, length, g = sp.symbols("m l g")
    inertia, joint = m * length**2 / 12, sp.zeros(3, 1)
    centres = []
    for angle in q:
        along = lw.A_z(angle) * sp.Matrix([length, 0, 0])
        centres.append(joint + along / 2)
        joint = joint + along
    equations: lw.LagrangeEquations | lw.NewtonEuler
    if way == "newton-euler":
        bodies = [
            lw.RigidBody(f"link {k + 1}", m, sp.diag(0, inertia, inertia), r, lw.A_z(q[k]), [0, 0, u[k]])
            for k, r in enumerate(centres)
        ]
        equations = lw.NewtonEuler(bodies, q, u=u, t=t, gravity=[0, -g, 0])
    else:
        T = V = sp.Integer(0)
        for k, r in enumerate(centres):
            v = r.jacobian(q) * u
            T += m * v.dot(v) / 2 + inertia * u[k] ** 2 / 2
            V += m * g * r[1]
        equations = lw.LagrangeEquations(T, V, q, u=u, t=t)
    return lw.compile_equations(equations, VALUES)


def modelled_chain(links: int) -> lw.System:
    """The same chain as bodies and joints."""
    model = lw.Model("chain", gravity=(0.0, -VALUES["g"], 0.0))
    before, place = model.ground, (0.0, 0.0, 0.0)
    for k in range(links):
        link = model.body(f"link {k + 1}", lw.Rod(length=VALUES["l"], mass=VALUES["m"]))
        model.connect(f"J{k + 1}", lw.Revolute("z"), before.at(*place), link)
        before, place = link, (VALUES["l"], 0.0, 0.0)
    return lw.compile_model(model)


# What is derived and compiled, and how long it may take.
DERIVED: dict[str, tuple[Callable[[], lw.System], float | None]] = {
    "beam, Lagrange": (lambda: elastic_beam.by_hand("lagrange"), 2.0),
    "beam, Newton–Euler": (lambda: elastic_beam.by_hand("newton-euler"), 2.0),
    "gyroscopes, Lagrange": (lambda: gyroscopes.by_hand("lagrange"), None),
    "gyroscopes, Newton–Euler": (lambda: gyroscopes.by_hand("newton-euler"), None),
}
DERIVED |= {
    f"chain of {n}, {title}": (partial(chain, n, way), 10.0 if (n, way) == (10, "newton-euler") else None)
    for n in SIZES
    for title, way in (("Newton–Euler", "newton-euler"), ("Lagrange", "lagrange"))
}

# The same mechanism derived by hand, and modelled.
RUN: dict[str, tuple[Callable[[], lw.System], Callable[[], lw.System]]] = {
    "beam": (lambda: elastic_beam.by_hand("lagrange"), elastic_beam.modelled),
    "beam with contact": (
        lambda: elastic_beam.by_hand("lagrange", "contact"),
        lambda: elastic_beam.modelled("contact"),
    ),
    "beam with loop": (lambda: elastic_beam.by_hand("newton-euler", "loop"), lambda: elastic_beam.modelled("loop")),
    "gyroscopes": (lambda: gyroscopes.by_hand("newton-euler"), gyroscopes.modelled),
    "chain of 3": (lambda: chain(3, "newton-euler"), lambda: modelled_chain(3)),
    "chain of 10": (lambda: chain(10, "newton-euler"), lambda: modelled_chain(10)),
}


def cases() -> Iterator[Case]:
    """Yield derivation times, then right-hand sides."""
    for name, (_, limit) in DERIVED.items():
        if "chain" not in name:
            bar = Bar("ours", "<=", limit) if limit else None
            yield Case(f"{name}: derive and compile", "s", _timer(name), bar=bar, rounds=ROUNDS)
    for n in SIZES:
        name = f"chain of {n}"
        limit = DERIVED[f"{name}, Newton–Euler"][1]
        bar = Bar("ours", "<=", limit) if limit else None
        ours, theirs = _timer(f"{name}, Newton–Euler"), _timer(f"{name}, Lagrange")
        title = f"{name}, Newton–Euler: derive and compile"
        yield Case(title, "s", ours, peer="Lagrange", theirs=theirs, bar=bar, rounds=ROUNDS)
    for name, (by_hand, modelled) in RUN.items():
        yield Case(
            f"{name}: right-hand side",
            "ns per evaluation",
            _right_side(by_hand()),
            peer="modelled",
            theirs=_right_side(modelled()),
            bar=Bar("ratio", "<=", 1.5),
        )

    yield from _functions()


def _functions() -> Iterator[Case]:
    """Symbols to functions, S4.3: `lw.native` against SymPy's own `lambdify`, called from Python."""
    for bars in (2, 5):
        equations = derivation(bars, "newton-euler", "relative")
        expression, symbols = sp.Matrix.hstack(equations.M, equations.h), [*equations.sheet.q, *equations.sheet.u]
        expression = expression.subs({sp.Symbol(f"{name}{bars}"): value for name, value in VALUES.items()})
        rng = np.random.default_rng(3)
        points = rng.normal(size=(MANY, 2 * bars))
        ours = lw.native(expression, symbols)
        for label, options in (("lambdify", {}), ("lambdify, cse", {"cse": True})):
            theirs = sp.lambdify(symbols, expression, "numpy", **options)
            entries = sp.lambdify(symbols, list(expression), "numpy", **options)  # a matrix takes single points only
            np.testing.assert_allclose(ours(*points[0]), theirs(*points[0]), rtol=1e-10, atol=1e-10)
            yield Case(
                f"M and h of {bars} bars as a function",
                "ns per call",
                time_per_evaluation(partial(_call, ours, points[:CALLS]), CALLS),
                peer=label,
                theirs=time_per_evaluation(partial(_call, theirs, points[:CALLS]), CALLS),
                bar=Bar("ratio", "<=", 1.0) if bars == 5 else None,
            )
            yield Case(
                f"M and h of {bars} bars at {MANY} points",
                "ns per point",
                time_per_evaluation(partial(ours.batch, *points.T.copy()), MANY),
                peer=label,
                theirs=time_per_evaluation(partial(entries, *points.T.copy()), MANY),
                bar=Bar("ratio", "<=", 1.0),
            )


def _call(function: Callable[..., object], points: np.ndarray) -> None:
    for point in points.tolist():
        function(*point)


def _right_side(system: Any) -> Timer:
    kernel = system.kernel("rates")
    state = system.prescribed(
        lw.State(system.layout, 0.1 + 0.01 * np.arange(system.layout.nq), np.ones(system.layout.nu))
    )
    names = ("q", "u", "z", "s", "t", "parameters")
    inputs = {name: np.array(value, dtype=float) for name, value in zip(names, system.arguments(state), strict=True)}
    return native_loop(kernel, inputs, EVALUATIONS)


def _timer(name: str) -> Timer:
    def measure() -> float:
        with tempfile.TemporaryDirectory() as folder:
            command = [sys.executable, "-m", "benchmarks.symbolic", name]
            environment = {**os.environ, "LINKWORK_CACHE_DIR": folder}
            done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
            return float(json.loads(done.stdout.splitlines()[-1]))

    return measure


def _measure_here(name: str) -> float:
    """Seconds from SymPy symbols to the first acceleration."""
    start = time.perf_counter()
    system = DERIVED[name][0]()
    assert np.isfinite(lw.accelerations(system, system.rest).u_dot).all()
    return time.perf_counter() - start


if __name__ == "__main__":
    print(json.dumps(_measure_here(sys.argv[1])))
