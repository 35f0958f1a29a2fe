"""G1: a disc that spins, bounces on a rough floor, and rolls in the end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import linkwork as lw
from validation.case import Case, Figure, compare, compiled, started
from validation.reference.contacts import BallOnFloor, planar_body, planar_values
from validation.reference.numbers import TIGHT, case


def bouncing_disc(parameters: dict[str, Any]) -> lw.Model:
    """G1: a disc that spins and bounces on a rough floor."""
    p = parameters
    model = lw.Model("disc", gravity=(0, 0, -p["g"]))
    disc = planar_body(model, "disc", p["m"], p["beta"] * p["m"] * p["r"] ** 2, "J")
    floor = BallOnFloor(radius=p["r"], restitution=p["eN"], friction=p["mu"])
    model.connect("floor", floor, model.ground.at(0, 0, 0), disc.at(0, 0, 0))
    return model


def check(name: str) -> Iterator[Figure]:
    data = case("G1_spinning_disc")["cases"][name]
    x, y, vx, vy, spin = data["parameters"]["start"]
    system = compiled(bouncing_disc(data["parameters"]))
    run = lw.simulate(system, started(system, planar_values("J", x, y, 0.0, vx, vy, spin)), 3.0, **TIGHT)
    found = [o for o in run.events if o.contact is not None and o.contact.kind == "impact"][: len(data["impacts"])]
    wanted = {
        key: [float(one[key]) for one in data["impacts"]] for key in ("t", "normal_impulse", "tangential_impulse")
    }
    yield compare("times of impacts", [o.contact.t for o in found], wanted["t"], 1e-14, allowed=1e-10)
    pushes = [o.contact.normal_impulses["floor"] for o in found]
    yield compare("impulses", pushes, wanted["normal_impulse"], 1e-14, allowed=1e-10)
    slides = [o.contact.tangential_impulses["floor"][0] for o in found]
    yield compare("impulses of friction", slides, wanted["tangential_impulse"], 1e-14, allowed=1e-10)
    end, after = system.channels(run.state(-1)), data["rolling_from"]
    rolls = [end["J.y_dot"], -end["J.angle_dot"]]
    yield compare("how it rolls in the end", rolls, [after["vx"], after["spin"]], 1e-14, allowed=1e-9)


def cases() -> Iterator[Case]:
    for k, name in enumerate(case("G1_spinning_disc")["cases"], start=1):
        yield Case(f"G1_disc_{k}", "disc that bounces and rolls", lambda name=name: check(name), (bouncing_disc,))
