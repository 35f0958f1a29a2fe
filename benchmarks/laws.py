"""A hundred laws that a user wrote in Python against a hundred shipped springs, in the same model and run."""

from __future__ import annotations

import numpy as np

import linkwork as lw
from benchmarks.case import Bar, Case, Timer, time_per_evaluation

LINKS, LAWS, STEPS = 10, 100, 2000


class OwnSpring(lw.Force):
    """What the shipped spring does, written by a user."""

    stiffness = lw.parameter(unit="N/m")
    length = lw.parameter(unit="m")
    damping = lw.parameter(unit="N*s/m")
    measure = lw.Distance()

    def law(self, e, e_dot):  # type: ignore[no-untyped-def]
        """F, which pushes the points apart where it is positive."""
        return -self.stiffness * (e - self.length) - self.damping * e_dot


class OwnBumper(lw.Force):
    """A law that ships nowhere: it hardens, and only pushes."""

    stiffness = lw.parameter(unit="N/m")
    length = lw.parameter(unit="m")
    damping = lw.parameter(unit="N*s/m")
    measure = lw.Distance()

    def law(self, e, e_dot):  # type: ignore[no-untyped-def]
        """F, which pushes the points apart where it is positive."""
        x = self.length - e
        return lw.where(x > 0.0, self.stiffness * x * (1.0 + x * x) - self.damping * e_dot, 0.0)


def system(kind: type[lw.Force]) -> lw.System:
    """A chain of links with laws between random points of it and of the ground."""
    rng = np.random.default_rng(1)
    model = lw.Model("laws")
    bodies = [model.ground]
    for k in range(LINKS):
        link = model.body(f"b{k}", lw.Rod(length=0.3, mass=1.0))
        axis = "y" if k % 2 else "z"
        model.connect(f"j{k}", lw.Revolute(axis), bodies[-1].at(0.3 if k else 0.0, 0, 0), link)
        bodies.append(link)
    for k in range(LAWS):
        first, second = rng.choice(len(bodies), size=2, replace=False)
        places = rng.uniform(-0.2, 0.3, size=(2, 3))
        element = kind(stiffness=5.0, length=0.5, damping=0.1)
        model.connect(f"law{k}", element, bodies[first].at(*places[0]), bodies[second].at(*places[1]))
    return lw.compile_model(model)


def run_of(kind: type[lw.Force]) -> Timer:
    """Seconds of a run of STEPS steps of RK4, per step in microseconds."""
    compiled = system(kind)
    h = 1e-4

    def run() -> object:
        return lw.simulate(compiled, compiled.rest, t_end=STEPS * h, method="rk4", h=h, times=2)

    return time_per_evaluation(run, STEPS, unit=1e-6)


def cases() -> list[Case]:
    """Both kinds of user's law against the shipped spring."""
    theirs = run_of(lw.Spring)
    return [
        Case(
            name=f"{LAWS} laws: {kind.__name__}",
            quantity="µs per step of RK4",
            ours=run_of(kind),
            peer="lw.Spring",
            theirs=theirs,
            bar=Bar("ratio", "<=", 1.2),
        )
        for kind in (OwnSpring, OwnBumper)
    ]
