"""F6: a free beam is thrown by a force and a moment on its end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

import linkwork as lw
from validation.case import Case, Figure, compiled
from validation.reference.exact_beams import NO_GRAVITY, planar_section
from validation.reference.numbers import case


def flying_beam(elements: int, order: int = 1) -> tuple[lw.Model, Any]:
    """F6: a free beam that is thrown by a force and a moment on its end."""
    p = case("F6_flying_beam")["parameters"]
    m = lw.Model("flying beam", gravity=NO_GRAVITY)
    section = planar_section(p["EA"], p["GA"], p["EI"], p["rhoA"], p["rhoI"])
    start = m.ground.at(0.0, 8.0, 0.0, rotate={"z": float(np.arctan2(-8.0, 6.0))})
    beam = m.connect("beam", lw.ExactBeam(section, None, elements, p["L"], order, first=lw.Free()), start)

    def pulse(t: Any) -> Any:
        return lw.where(t < p["T"], lw.sin(np.pi * t / p["T"]) ** 6, 0.0)

    m.connect("force", lw.AppliedForce(lambda rel, t: (p["F"] * pulse(t), 0.0, 0.0)), beam.tip)
    m.connect("moment", lw.AppliedMoment(lambda rel, t: (0.0, 0.0, p["M"] * pulse(t))), beam.tip)
    return m, beam


def flying_errors(run: Any, beam: Any, t: float) -> float:
    """The largest error of the places of both ends and the middle at the end of a run, against F6."""
    found = case("F6_flying_beam")
    row = dict(zip(found["columns"], next(r for r in found["samples"] if abs(r[0] - t) < 1e-9), strict=True))
    nodes = {"0": beam.nodes[0], "mid": beam.nodes[len(beam.nodes) // 2], "L": beam.tip}
    errors = [
        np.abs(run[f"{node.name}.position"][-1][:2] - [row[f"x_{at}"], row[f"y_{at}"]]).max()
        for at, node in nodes.items()
    ]
    return float(max(errors))


def check() -> Iterator[Figure]:
    m, beam = flying_beam(2, 4)
    run = lw.simulate(compiled(m), t_end=5.0, method="dop853", rtol=1e-10, atol=1e-12, times=[0.0, 5.0])
    yield Figure("ends and middle", flying_errors(run, beam, 5.0) / 10.0, 3e-11, 1e-3)


def cases() -> Iterator[Case]:
    remark = "in absolute coordinates it was not run yet"
    yield Case("F6_flying_beam", "free flight of a beam, 5 s", check, (flying_beam,), remark, slow=True, in_both=False)
