"""A bar on a massless link that is a revolute joint at the ground and a ball joint at the bar."""

from collections.abc import Iterator

import numpy as np

import linkwork as lw
from validation.adams.tables import GRAVITY, felt_by_ground, figures
from validation.case import Case

PLACES = [((0, 0, 0), 0.0), ((1, 2, 3), -np.pi / 4)]

DRIFT = {2: 5e-5}
REMARK = "the table drifts slightly"


def model(place: tuple[float, float, float], lean: float) -> lw.Model:
    m = lw.Model("revolute and ball", gravity=GRAVITY)
    link = m.body("link", mass=0.0)
    bar = m.body("bar", mass=1.0, inertia=(0.1, 0.04, 0.1))
    m.connect("pin", lw.Revolute("z"), m.ground.at(*place, rotate={"x": lean}), link)
    m.connect("ball", lw.Spherical(), link.at(2, 0, 0, rotate={"x": -lean}), bar.at(0, -2, 0))
    return m


def cases() -> Iterator[Case]:
    for k, (place, lean) in enumerate(PLACES, start=1):

        def check(k=k, place=place, lean=lean):
            pin, ball = felt_by_ground("pin", place), felt_by_ground("ball")
            loads = {
                "Rforce_Body1": pin["Rforce"],
                "Rtorque_Body1": pin["Rtorque"],
                "Rforce_Body2": lambda run: -ball["Rforce"](run),
                "Rtorque_Body2": ball["Rtorque"],
            }
            return figures(model(place, lean), f"RevSpherical_Case{k:02}", loads, drift=DRIFT.get(k, 0.0))

        yield Case(
            f"revolute_spherical_{k}",
            "bar on a massless link between a revolute and a ball joint",
            check,
            (model,),
            REMARK if k in DRIFT else "",
        )
