"""B3: fifteen bars in a row between two fixed points fall (slug, ft)."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

import linkwork as lw
from validation.case import Case, Figure, compare, compiled, started
from validation.reference.numbers import TIGHT, case, column, times


def fifteen_bars(span: float) -> lw.Model:
    """B3: fifteen bars in a row between two fixed points (slug, ft)."""
    p = case("B3_fifteen_bar")["parameters"]
    m = lw.Model("fifteen bars", gravity=(0, -p["g"], 0))
    before = m.ground.at(0, 0, 0)
    for k in range(1, 16):
        inertia = (0.0, p["I_transverse_com"], p["I_transverse_com"])
        bar = m.body(f"bar{k}", mass=p["M"], com=(p["L"] / 2, 0, 0), inertia=inertia)
        m.connect(f"J{k}", lw.Revolute("z"), before, bar.at(0, 0, 0))
        before = bar.at(p["L"], 0, 0)
    m.connect("D", lw.Revolute("z"), m.ground.at(span, 0, 0), before, tree="cut")
    return m


def check() -> Iterator[Figure]:
    found = case("B3_fifteen_bar")["cases"][0]
    samples = [sample for sample in found["samples"] if sample["t"] <= 0.7]
    system = compiled(fifteen_bars(found["D"][0]))
    angles = np.diff(found["initial_phi"], prepend=0.0)
    start = started(system, {f"J{k}.angle": angle for k, angle in enumerate(angles, start=1)})
    run = lw.simulate(system, start, times=times(samples), **TIGHT)
    phi = np.cumsum([run[f"J{k}.angle"] for k in range(1, 9)], axis=0).T
    yield compare("angles", phi, column(samples, "phi_1_to_8"), 1e-9, allowed=1e-8)
    held = np.stack([run["D.force.x"], run["D.force.y"]], axis=1)
    yield compare("force at the end", held, column(samples, "force_on_bar15_at_D"), 1e-9, allowed=1e-7)


def cases() -> Iterator[Case]:
    yield Case("B3_fifteen_bars", "fifteen bars between two points fall, 0.7 s", check, (fifteen_bars,))
