"""A plate that an actuator moves along a rail at a given speed."""

from collections.abc import Iterator

import numpy as np

import linkwork as lw
from validation.adams.tables import GRAVITY, figures
from validation.case import Case

DRIVES = [(0.0, 1.0), (np.pi / 4, 0.5)]


def model(lean: float, speed: float) -> lw.Model:
    m = lw.Model("linear actuator", gravity=GRAVITY)
    plate = m.body("bar", mass=1.0, inertia=(1, 1, 1))
    drive = {"displacement": lw.Polynomial((0.0, speed))}
    m.connect("rail", lw.Prismatic("z"), m.ground.at(0, 0, 0, rotate={"y": lean}), plate, drive=drive)
    return m


def loads(lean: float) -> dict:
    """The load of a driven joint contains its drive; the table has actuator and rail apart."""
    axis = np.array([np.sin(lean), 0.0, np.cos(lean)])

    def actuator(run: lw.Trajectory) -> np.ndarray:
        return np.outer(run.load("rail", axes="world").force @ axis, axis)

    def rail(run: lw.Trajectory) -> np.ndarray:
        return actuator(run) - run.load("rail", axes="world").force

    def rail_moment(run: lw.Trajectory) -> np.ndarray:
        return np.cross(run["bar.position"], rail(run)) - run.load("rail", axes="world").moment

    return {
        "RforceA": actuator,
        "RtorqueA": lambda run: np.zeros((len(run), 3)),
        "RforceP": rail,
        "RtorqueP": rail_moment,
    }


def cases() -> Iterator[Case]:
    for k, (lean, speed) in enumerate(DRIVES, start=1):
        yield Case(
            f"linear_actuator_{k}",
            "plate on a rail, moved by an actuator",
            lambda k=k, lean=lean, speed=speed: figures(model(lean, speed), f"LinActuator_Case{k:02}", loads(lean)),
            (model,),
        )
