"""Mistakes in laws and constraints of one's own."""

import math
from typing import Any

import numpy as np

import linkwork as lw
from tests.mistakes.mechanisms import block
from tests.mistakes.table import mistake


def law(function: Any, **settings: Any) -> Any:
    """An element with this law along a distance."""
    return type("Own", (lw.Force,), {"measure": lw.Distance(), "law": function, **settings})()


@mistake("a force that is not a number from some time on", "'law'", "nan", "0.5")
def not_a_number() -> Any:
    sound = lw.Spring(stiffness=1e6, length=1.0)
    system, start = block(("innocent", sound), ("law", law(lambda self, e, e_dot, t: lw.sqrt(0.5 - t))))
    return lw.simulate(system, start, 1.0)


@mistake("a spring whose ends coincide", "spring", "zero", "Move its ends apart")
def coincident() -> Any:
    system, start = block(("spring", lw.Spring(stiffness=100.0, length=0.5)), x=-1.0)
    return lw.simulate(system, start, 1.0)


@mistake("a spring whose ends coincide, at rest", "spring")
def coincident_at_rest() -> Any:
    system, start = block(("spring", lw.Spring(stiffness=100.0, length=0.5)), x=-1.0)
    return lw.equilibrium(system, start)


@mistake("0/0 at the start", "law", "nan", "lw.where")
def zero_by_zero() -> Any:
    system, start = block(("law", law(lambda self, e, e_dot, t: e_dot / lw.sqrt(e_dot * e_dot))))
    return lw.simulate(system, start, 1.0)


@mistake("a law of the wrong sign", "law", "energy")
def wrong_sign() -> Any:
    system, start = block(("law", law(lambda self, e, e_dot, t: 5.0 * e_dot - 100.0 * (e - 1.0))))
    return lw.simulate(system, start, 5.0)


@mistake("a constraint with a corner in time", "rod")
def corner() -> Any:
    class Pushed(lw.Constraint):
        """x = 0.1 until 0.5 s, then it grows."""

        def position(self, rel: Any, t: Any) -> Any:
            return rel.p[0] - 1.1 - lw.maximum(t - 0.5, 0.0)

    m = lw.Model("block", gravity=(0, 0, 0))
    mass = m.body("block", mass=1.0)
    m.connect("slide", lw.Prismatic("x"), m.ground, mass)
    m.connect("spring", lw.Spring(stiffness=10.0, length=1.0), m.ground.at(-1, 0, 0), mass)
    m.connect("rod", Pushed(), m.ground.at(-1, 0, 0), mass)
    system = lw.compile_model(m)
    return lw.simulate(system, lw.assemble(system), 1.0)


@mistake("if, math.sin or max in a law", "where(condition, a, b)")
def python_if() -> Any:
    return block(("law", law(lambda self, e, e_dot, t: max(e, 0.0))))


@mistake("math.sin in a law", "math")
def python_math() -> Any:
    return block(("law", law(lambda self, e, e_dot, t: math.sin(e))))


@mistake("a law without return", "returned nothing", "return")
def no_return() -> Any:
    return block(("law", law(lambda self, e, e_dot, t: None)))


@mistake("a law with wrong arguments", "law", "it may ask for")
def wrong_arguments() -> Any:
    return block(("law", law(lambda self, a, b, c, d: 100.0 * a)))


@mistake("a law with random numbers", "law", "random")
def random_law() -> Any:
    rng = np.random.default_rng(1)
    system, start = block(("law", law(lambda self, e, e_dot, t: float(rng.normal()))))
    return lw.simulate(system, start, 1.0)


@mistake("a law with a global that changes", "law", "changes", "Parameter")
def changing_global() -> Any:
    numbers = iter(range(1, 1000))
    system, start = block(("law", law(lambda self, e, e_dot, t: -float(next(numbers)) * e)))
    return lw.simulate(system, start, 1.0)
