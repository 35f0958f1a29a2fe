"""G2: a block rocks on its two corners."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

import linkwork as lw
from validation.case import Case, Figure, compare, compiled, started
from validation.reference.contacts import Corners, planar_body, planar_values
from validation.reference.numbers import TIGHT, case


def rocking_block(friction: float) -> lw.Model:
    """G2: a block on two corners."""
    p = case("G2_rocking_block")["parameters"]
    b, h, m = p["half_width"], p["half_height"], p["m"]
    model = lw.Model("block", gravity=(0, 0, -p["g"]))
    block = planar_body(model, "block", m, m * (4 * b**2 + 4 * h**2) / 12, "J")
    feet = Corners(corners=((-b, 0.0, -h), (b, 0.0, -h)), friction=friction)
    model.connect("floor", feet, model.ground.at(0, 0, 0), block.at(0, 0, 0))
    return model


def check() -> Iterator[Figure]:
    data = case("G2_rocking_block")
    p, system = data["parameters"], compiled(rocking_block(1.0))
    turn, b, h = p["start_angle"], p["half_width"], p["half_height"]
    # It stands on its left corner, turned to the left.
    x, z = b * np.cos(turn) - h * np.sin(turn), h * np.cos(turn) + b * np.sin(turn)
    run = lw.simulate(system, started(system, planar_values("J", x, z, turn)), 3.0, **TIGHT)
    found = [o for o in run.events if o.contact.kind == "impact"]
    wanted = {key: [float(one[key]) for one in data["impacts"]] for key in ("t", "rate_before", "rate_after")}
    yield compare("eight times of impact", [o.contact.t for o in found], wanted["t"], 1e-14, allowed=1e-10)
    before, after = (
        [abs(system.channels(x)["J.angle_dot"]) for x in end]
        for end in zip(*((o.before, o.after) for o in found), strict=True)
    )
    yield compare("rates before", before, wanted["rate_before"], 1e-14, allowed=1e-10)
    yield compare("rates after", after, wanted["rate_after"], 1e-14, allowed=1e-10)


def cases() -> Iterator[Case]:
    yield Case("G2_rocking_block", "block that rocks on two corners", check, (rocking_block,))
