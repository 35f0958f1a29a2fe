"""C4: a mass falls into viscoelastic tissue (Fung): the force depends on all that was."""

from collections.abc import Iterator

import linkwork as lw
from validation.case import Case, Figure, compare, compiled
from validation.reference.numbers import TIGHT, case, column, times

GIVEN = case("C4_viscoelastic")["parameters"]
LENGTH = 0.3
"""The distance at which the elongation of the case is zero: it is measured between two points."""
TISSUE = lw.Fung(lw.ExponentialResponse(GIVEN["A"], GIVEN["B"]), GIVEN["g_i"], GIVEN["tau_i"], GIVEN["g_inf"], LENGTH)


def hanging(force: lw.Force) -> lw.Model:
    """A mass on a vertical rail under the force; the coordinate is positive downwards."""
    m = lw.Model("hanging", gravity=(0, 0, -GIVEN["g"]))
    mass = m.body("mass", mass=GIVEN["m"], inertia=(1, 1, 1))
    m.connect("rail", lw.Prismatic("-z"), m.ground, mass)
    m.connect("tissue", force, m.ground.at(0, 0, LENGTH), mass)
    return m


def check() -> Iterator[Figure]:
    samples = case("C4_viscoelastic")["mass_run"]
    run = lw.simulate(compiled(hanging(TISSUE)), times=[0.0, *times(samples)], t_end=10.0, **TIGHT)
    yield compare("elongation", run["rail.displacement"][1:], column(samples, "e"), 1e-10, allowed=1e-7)
    yield compare("rate", run["rail.displacement_dot"][1:], column(samples, "edot"), 1e-10, allowed=1e-7)
    yield compare("force", -run["tissue.force"][1:], column(samples, "F"), 1e-10, allowed=1e-7)


def cases() -> Iterator[Case]:
    yield Case("C4_viscoelastic", "mass on viscoelastic tissue, 10 s", check, (hanging,))
