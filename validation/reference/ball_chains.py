"""G3: balls in a row collide at once, by three laws of impact."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from fractions import Fraction

import linkwork as lw
from linkwork.contract import Contact
from validation.case import Case, Figure, compare, compiled, started
from validation.reference.numbers import case


class Behind(Contact):
    """On a line: the second end stays in front of the first."""

    def gap(self, rel, t):
        return rel.p[0]


def row_of_balls(
    masses: Sequence[float], restitution: float | Sequence[float], law: str = "newton", floor: bool = False
) -> lw.Model:
    """G3: bodies on a line, each behind the next; under the first a floor, if there is one."""
    count = len(masses) - 1 + floor
    given = list(restitution) if isinstance(restitution, Sequence) else [restitution] * count
    model = lw.Model("balls", gravity=(0, 0, 0))
    balls = []
    for k, mass in enumerate(masses):
        ball = model.body(f"ball{k}", mass=mass, inertia=(1, 1, 1))
        model.connect(f"J{k}", lw.Prismatic("x"), model.ground.at(0, 0, 0), ball.at(0, 0, 0))
        balls.append(ball)
    pairs = list(itertools.pairwise(balls))
    pairs = [(model.ground, balls[0]), *pairs] if floor else pairs
    for k, (e, (one, other)) in enumerate(zip(given, pairs, strict=True)):
        model.connect(f"c{k}", Behind(restitution=e, law=law), one.at(0, 0, 0), other.at(0, 0, 0))
    return model


LAWS = ("newton", "poisson", "sequential")


def check(law: str) -> Iterator[Figure]:
    found, wanted = [], []
    for data in case("G3_ball_chains")["cases"]:
        if isinstance(data[law], str):
            continue
        e = data["e"]
        e = [float(Fraction(x)) for x in e] if isinstance(e, list) else float(Fraction(e))
        system = compiled(row_of_balls([float(m) for m in data["masses"]], e, law, data["floor"]))
        speeds = {f"J{k}.displacement_dot": float(Fraction(v)) for k, v in enumerate(data["v_before"])}
        run = lw.simulate(system, started(system, speeds), 1e-3)
        after = system.channels(run.events[0].after)
        found += [after[name] for name in speeds]
        wanted += [float(Fraction(v)) for v in data[law]["v_after"]]
    yield compare("speeds after the impact", found, wanted, 1e-15, allowed=1e-13)


def cases() -> Iterator[Case]:
    for law in LAWS:
        yield Case(f"G3_balls_{law}", f"balls in a row, {law}", lambda law=law: check(law), (Behind, row_of_balls))
