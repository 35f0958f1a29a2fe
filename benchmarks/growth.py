"""How the two derivations of S4 grow with the number of bars: Lagrange's equations and Newton–Euler with Jacobians.

Planar chains of 2 to 12 bars, in absolute angles and in relative ones, where every velocity holds the sines of sums of
angles. Counted are the processor time from symbols to M and h, the least of some processes, with symbols that no size
shares with another, and the operations of M and h as derived, shared ones once. `python -m benchmarks.growth` prints
tables and fitted powers.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import cache
from itertools import product

import numpy as np
import sympy as sp

import linkwork as lw
from benchmarks.case import Case, Timer
from linkwork.expr import array, operation_count
from linkwork.expr.graph import as_expr

SIZES = tuple(range(2, 13))
WAYS = ("newton-euler", "lagrange")
ANGLES = ("absolute", "relative")
RUNS = 5
WARMING = 8
"""Bars of the chain that is derived before the clock runs."""
FITTED_FROM = 4
"""Bars from which on powers are fitted: below, what does not grow counts most."""


def derivation(bars: int, way: str, angles: str, mark: str = "") -> lw.LagrangeEquations | lw.NewtonEuler:
    """A chain of equal bars in a plane, by one of the derivations; its symbols are its own."""
    q, u, t = lw.motion_symbols([f"phi{mark}{bars}_{k + 1}" for k in range(bars)])
    m, length, g = sp.symbols(f"m{mark}{bars} l{mark}{bars} g{mark}{bars}")
    inertia, joint = m * length**2 / 12, sp.zeros(3, 1)
    turns = [q[k] if angles == "absolute" else sum(q[: k + 1]) for k in range(bars)]
    spins = [u[k] if angles == "absolute" else sum(u[: k + 1]) for k in range(bars)]
    centres = []
    for turn in turns:
        along = lw.A_z(turn) * sp.Matrix([length, 0, 0])
        centres.append(joint + along / 2)
        joint = joint + along
    if way == "newton-euler":
        moment = sp.diag(0, inertia, inertia)
        bodies = [
            lw.RigidBody(f"bar {k + 1}", m, moment, r, lw.A_z(turns[k]), [0, 0, spins[k]])
            for k, r in enumerate(centres)
        ]
        return lw.NewtonEuler(bodies, q, u=u, t=t, gravity=[0, -g, 0])
    T = V = sp.Integer(0)
    for r, spin in zip(centres, spins, strict=True):
        v = r.jacobian(q) * u
        T += m * v.dot(v) / 2 + inertia * spin**2 / 2
        V += m * g * r[1]
    return lw.LagrangeEquations(T, V, q, u=u, t=t)


def measure_here(way: str, angles: str) -> list[tuple[float, int]]:
    """(seconds of processor from symbols to M and h, operations of these) for all sizes."""
    _ = derivation(WARMING, way, angles, "w").derived  # what is loaded and filled when it is first used
    return [_measure(bars, way, angles) for bars in SIZES]


def _measure(bars: int, way: str, angles: str) -> tuple[float, int]:
    start = time.process_time()
    derived = derivation(bars, way, angles).derived
    taken = time.process_time() - start
    return taken, operation_count([as_expr(x) for part in (derived.M, derived.h) for x in array(part).ravel()])


@cache
def measured(way: str, angles: str) -> dict[int, tuple[float, int]]:
    """The shortest of some runs by the number of bars, each in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.growth", way, angles]
    found = [json.loads(subprocess.run(command, capture_output=True, check=True).stdout) for _ in range(RUNS)]
    columns = zip(*found, strict=True)
    return {n: (min(x for x, _ in column), column[0][1]) for n, column in zip(SIZES, columns, strict=True)}


def exponent(way: str, angles: str, what: int) -> float:
    """The power of the number of bars with which time (0) or operations (1) grow, by least squares of logarithms."""
    sizes = [n for n in SIZES if n >= FITTED_FROM]
    values = [measured(way, angles)[n][what] for n in sizes]
    return float(np.polyfit(np.log(sizes), np.log(values), 1)[0])


def cases() -> Iterator[Case]:
    """Yield times and operations by size, then powers: ours is Newton–Euler, the peer Lagrange."""
    for angles, (what, unit) in product(ANGLES, enumerate(("s of processor", "operations of M and h"))):
        for bars in SIZES:
            ours, theirs = (_timer(bars, way, angles, what) for way in WAYS)
            name = f"{bars} bars, {angles} angles, Newton–Euler"
            yield Case(name, unit, ours, peer="Lagrange", theirs=theirs, rounds=1)
        ours, theirs = (_power(way, angles, what) for way in WAYS)
        name = f"growth, {angles} angles, Newton–Euler"
        yield Case(name, f"power of the bars, {unit}", ours, peer="Lagrange", theirs=theirs, rounds=1)


def _timer(bars: int, way: str, angles: str, what: int) -> Timer:
    return lambda: float(measured(way, angles)[bars][what])


def _power(way: str, angles: str, what: int) -> Timer:
    return lambda: exponent(way, angles, what)


def tables() -> str:
    """Times, operations and powers in words."""
    lines = []
    for angles, (what, unit) in product(ANGLES, enumerate(("s of processor", "operations of M and h"))):
        lines.append(f"{angles} angles, {unit}; bars {', '.join(map(str, SIZES))}")
        for way in WAYS:
            values = [measured(way, angles)[n][what] for n in SIZES]
            shown = " ".join(f"{x:.3f}" if what == 0 else str(x) for x in values)
            lines.append(f"  {way:<13} {shown}   power {exponent(way, angles, what):.2f}")
    return "\n".join(lines)


if __name__ == "__main__":
    print(json.dumps(measure_here(*sys.argv[1:])) if len(sys.argv) > 1 else tables())
