r"""Spin-up beam: a soft beam on a hub lags behind as it starts to turn, and is pulled straight by its own spin.

The beam of Simo and Vu-Quoc: the hub reaches 6 rad/s in 15 s, well above the first frequency of the beam at rest,
3.8 rad/s. A beam that bends in its own frame only, without stiffening by spin, would run away; this one lags by 0.57 m
at the most and then points straight out, longer by $\rho A\,\Omega^2 L^3/(3\,EA) = 0.51$ mm.
"""

from __future__ import annotations

from typing import Any

import numpy as np

import linkwork as lw

LENGTH, SPIN, RISE = 10.0, 6.0, 15.0
AXIAL, SHEAR, BENDING, MASS, INERTIA = 2.8e7, 1e7, 1.4e4, 1.2, 6e-4
DURATION = 8.0
LOOK = (-90.0, 90.0)
OPTIONS = {"method": "radau"}
TRACES = [lw.Trace("tip", "beam/node4", (0, 0, 0))]


def angle(t: Any) -> Any:
    """Of the hub: its speed rises smoothly, then stays."""
    pace = RISE / (2.0 * np.pi)
    rising = SPIN / RISE * (0.5 * t * t + pace**2 * (lw.cos(t / pace) - 1.0))
    return lw.where(t < RISE, rising, SPIN * t - 0.5 * SPIN * RISE)


def model() -> lw.Model:
    m = lw.Model("spin-up beam", gravity=(0, 0, 0))
    hub = m.body("hub", lw.Cylinder(0.4, 0.3, mass=10.0))
    m.connect("axle", lw.Revolute("z"), m.ground, hub, drive={"angle": lw.Expression(angle, smooth=2)})
    moments = (2.0 * INERTIA, INERTIA, INERTIA)
    section = lw.StiffnessSection(AXIAL, SHEAR, SHEAR, BENDING, BENDING, BENDING, MASS, moments, outline=(0.15, 0.15))
    m.connect("beam", lw.ExactBeam(section, None, 2, LENGTH, order=2), hub)
    return m


def start(system: lw.System) -> lw.State:
    """At rest and straight."""
    return system.rest


def lag(run: lw.Trajectory) -> np.ndarray:
    """How far the tip is behind the hub, across the beam."""
    tip, turned = run["beam/node4.position"], run["axle.angle"]
    return np.asarray(tip[:, 0] * np.sin(turned) - tip[:, 1] * np.cos(turned))


def numbers() -> dict[str, float]:
    run = lw.simulate(
        lw.compile_model(model()), t_end=8.0, method="radau", rtol=1e-5, atol=1e-8, times=[0.0, 4.0, 7.0, 8.0]
    )
    _, at_4, at_7, at_8 = lag(run)
    return {"lag_4": float(at_4), "lag_7": float(at_7), "lag_8": float(at_8)}
