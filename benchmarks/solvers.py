"""Linear solvers of absolute systems: steps of generalized-α by linkwork's fronts beside SciPy's SuperLU.

Nets and rings of links as in `large`, all with the same steps; times of the processor.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

import numpy as np

from benchmarks.case import Case, Timer
from benchmarks.links import Links, build, net, ring
from linkwork.analyses.methods.trial_steppers import AlphaStepper

H = 2e-3
STEPS = 20
DAMPING = 0.9
ROUNDS = 3
QUANTITY = "ms per step"
AGREEMENT = 1e-6


def cases() -> Iterator[Case]:
    """Yield one case for every family of links."""
    for links in (ring(200), net(20)):
        # Both begin anew: steps of links that have fallen for longer take other iterations.
        (own, places), (theirs, found) = stepped(links, "fronts"), stepped(links, "superlu")
        gap = float(np.abs(found - places).max())
        if gap > AGREEMENT:
            raise AssertionError(f"{links.name}: SuperLU ends elsewhere by {gap:.1e} m.")
        yield Case(links.name, QUANTITY, own, "SuperLU", theirs, rounds=ROUNDS)


def stepped(links: Links, solver: str) -> tuple[Timer, np.ndarray]:
    """A timer of a step in ms by a solver, and where the links are after the first `STEPS`."""
    system, state = build(links)
    stepper = AlphaStepper(
        system.elements, system.elements.tables(state.parameters), system.elements.configuration(state), DAMPING, solver
    )

    def run() -> float:
        start = time.process_time()
        for _ in range(STEPS):
            if stepper.attempt(H, False) is None:
                raise AssertionError(f"{links.name}: a step has no solution by {solver}.")
            stepper.take()
        return (time.process_time() - start) / STEPS * 1e3

    run()
    return run, stepper.at.pose[4:].T.copy()
