"""Sol prints how fast the roller of the fuel pump turns: 245, 332 and at most 360 rad/s. The model is the gallery's."""

from collections.abc import Iterator

import numpy as np

from examples import fuel_injection_pump as pump
from validation.case import Case, Figure, compare, compiled

REMARK = "the geometry of the cam is inferred from these three speeds, so they are no proof of it"


def check() -> Iterator[Figure]:
    times = np.linspace(0.0, 2 * np.pi / abs(pump.SPEED), 3601)
    run = pump.rolled(compiled(pump.kinematic_model()), times)
    speed = np.abs(run["pin.angle_dot"] - run["cam.angle_dot"])
    # It rolls on the base circle at first, and on the top circle where the lift is largest.
    on_top = speed[np.argmax(run["guide.displacement"])]
    yield compare("on the base circle, rad/s", [speed[0]], [245.0], 0.5 / 245, allowed=1.0 / 245)
    yield compare("on the top, rad/s", [on_top], [332.0], 0.5 / 332)
    yield compare("at most, rad/s", [speed.max()], [360.0], 0.5 / 360)


def cases() -> Iterator[Case]:
    yield Case("S0_roller_speeds", "speeds of the roller on the cam", check, (pump.kinematic_model,), REMARK)
