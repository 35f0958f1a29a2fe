"""Swing phase: which of nine muscles swing a leg through, and the leg that they then swing.

A thigh turns by 40° and a shank by more than 60° while a leg swings, too much for the sines and cosines of a linear
model (Sol, §1.1). The ready human body has muscles with the lines of action of Delp et al. (1990); its trunk goes on at
constant speed. `lw.share` finds the least activations for angles of normal walking, and a run under them swings the
leg again.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

import linkwork as lw

HEIGHT, MASS = 1.80, 75.0
DURATION = 0.4
FPS = 250
# From toe-off to heel strike, every tenth of the time, in degrees: flexion of hip and knee, foot drawn up. Normal
# walking as textbooks of gait have it, within some degrees.
ANGLES = {
    "hip_right.angle": (-2.0, 5.0, 12.0, 18.5, 23.5, 27.0, 29.0, 29.5, 29.0, 28.0, 27.0),
    "knee_right.angle": (38.0, 49.0, 57.0, 61.0, 60.0, 54.0, 44.0, 31.0, 18.0, 8.0, 4.0),
    "ankle_right.first": (-15.0, -14.0, -10.5, -6.0, -2.5, -0.5, 0.5, 0.5, 0.0, -0.5, -1.0),
}
OPTIONS: dict[str, Any] = {"method": "dopri5"}
ARMS = tuple(f"{joint}_{side}" for joint in ("shoulder", "elbow", "wrist") for side in ("left", "right"))
STILL = ("root", "lumbar", "thoracic", "cervical", "atlas", *ARMS, "hip_left", "knee_left", "ankle_left")
JOINTS = {name: (lw.Fixed(), ()) for name in STILL} | {
    "hip_right": (lw.Revolute("-y"), ()),
    "ankle_right": (lw.Universal("-y", "x"), ("second",)),
}
TRACES = [lw.Trace("toes", "foot_right", (0.18, 0, -0.06))]
LOOK = (-70.0, 8.0)


def leg(inputs: Mapping[str, Any] | None = None, muscles: bool = True, **options: Any) -> lw.Model:
    """A walker of whom only the right leg moves, in the plane in which it swings. `options` are those of muscles."""
    m = lw.human_body(HEIGHT, MASS, "male", ground=False)
    m.name = "swing phase"
    for name in ("hip_right_limit", "knee_left_limit"):
        m.remove(name)
    for name, (element, lock) in JOINTS.items():
        ends = m[name].ends
        m.remove(name)
        m.connect(name, element, *ends, lock=lock)
    if muscles:
        lw.leg_muscles(m, ("right",), inputs, **{"tendon": "rigid", "control": "activation"} | options)
    return m


def motion(count: int = 101) -> dict[str, np.ndarray]:
    """The angles at instants, by polynomials of degree six."""
    knots, t = np.linspace(0.0, DURATION, 11), np.linspace(0.0, DURATION, count)
    fit = np.polynomial.Polynomial.fit
    return {"t": t} | {name: fit(knots, np.radians(x), 6)(t) for name, x in ANGLES.items()}


def shared(count: int = 101, **options: Any) -> lw.ForceSharing:
    """The inputs of the muscles whose activations have the least sum of squares, instant by instant."""
    return lw.share(lw.compile_model(leg(**options)), motion(count))


def inputs_of(found: lw.ForceSharing) -> dict[str, lw.Spline]:
    """Curves through what was found."""
    columns = zip(found.muscles, found.inputs.T, strict=True)
    return {name: lw.Spline(found.t, x, boundary="not-a-knot") for name, x in columns}


@cache
def found() -> lw.ForceSharing:
    return shared()


def model() -> lw.Model:
    """The leg under the activations that were found."""
    return leg(inputs_of(found()))


def start(system: lw.System) -> lw.State:
    return began(system, found())


def began(system: lw.System, shares: lw.ForceSharing) -> lw.State:
    """Toe-off: angles, speeds and what muscles with states begin with."""
    values = shares.state(0).values
    return system.state({name: x for name, x in values.items() if name in system.rest.values})


def numbers() -> dict[str, float]:
    """The largest activations, how far the leg goes astray in the end, and how much its knee turns."""
    shares, system = found(), lw.compile_model(model())
    run = lw.simulate(system, start(system), times=shares.t, rtol=1e-8, atol=1e-9, **OPTIONS)
    wanted = motion()
    largest = {f"{name}, largest": float(shares[f"{name}.activation"].max()) for name in shares.muscles}
    return largest | {
        "astray": max(float(np.abs(run[name] - wanted[name]).max()) for name in ANGLES),
        "knee turns by": float(np.degrees(np.ptp(run["knee_right.angle"]))),
    }
