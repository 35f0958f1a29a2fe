"""F1: exact beams at rest: rolled up by a moment, bent by a force; the second order of the elements is extrapolated."""

from collections.abc import Iterator

import numpy as np

import linkwork as lw
from validation.case import Case, Figure, compare, compiled
from validation.reference.exact_beams import cantilever
from validation.reference.numbers import case

SOFT = lw.StiffnessSection(1e4, 1e4, 1e4, 100.0, 100.0, 100.0, 1.0, (0.2, 0.1, 0.1))
ROD = lw.StiffnessSection(1e6, 4e5, 4e5, 80.0, 100.0, 100.0, 1.0, (0.01, 0.005, 0.005))


def rolled_up() -> Iterator[Figure]:
    m, beam = cantilever(SOFT, 10.0, lw.AppliedMoment((0.0, 0.0, 20.0 * np.pi)), elements=8)
    rest = lw.equilibrium(compiled(m), steps=2)
    yield compare(
        "tip, back at the root", rest[f"{beam.tip.name}.position"], np.zeros(3), 1e-16, allowed=1e-9, size=10.0
    )


def bent() -> Iterator[Figure]:
    wanted = next(r for r in case("F1_rod_statics")["elastica_shear"]["results"] if r["P"] == 1.0)
    tips = []
    for elements in (4, 8):
        m, beam = cantilever(ROD, 10.0, lw.AppliedForce((0.0, 1.0, 0.0)), elements=elements)
        rest = lw.equilibrium(compiled(m), steps=4)
        tips.append(np.asarray(rest[f"{beam.tip.name}.position"]))
    yield compare("tip, extrapolated", (4.0 * tips[1] - tips[0]) / 3.0, wanted["tip"], 1e-9, allowed=1e-4)


def cases() -> Iterator[Case]:
    yield Case("F1_rolled_up", "beam rolled up by a moment", rolled_up, (cantilever,))
    yield Case("F1_elastica", "beam bent by a force, with shear", bent, (cantilever,), "4 and 8 elements of two nodes")
