r"""Flying beam: a force and a moment throw a soft beam, which tumbles and bends as it flies.

Simo and Vu-Quoc's beam, free at both ends, with a load that rises and falls smoothly. When the load is gone, momentum,
angular momentum and energy stay what they are, whatever the beam does; the momentum is the integral of the force,
$\int F \sin^6(\pi t/T)\,dt = \tfrac{5}{16} F T$.
"""

from __future__ import annotations

from typing import Any

import numpy as np

import linkwork as lw

LENGTH, FORCE, MOMENT, LOADED = 10.0, 12.0, 120.0, 5.0
ELEMENTS, DURATION = 8, 7.0
LOOK = (-90.0, 90.0)
TRACES = [lw.Trace("tip", f"beam/node{ELEMENTS}", (0, 0, 0))]


def pulse(t: Any) -> Any:
    """From 0 to 1 and back."""
    return lw.where(t < LOADED, lw.sin(np.pi * t / LOADED) ** 6, 0.0)


def model() -> lw.Model:
    m = lw.Model("flying beam", gravity=(0, 0, 0))
    section = lw.StiffnessSection(1e4, 1e4, 1e4, 500.0, 500.0, 500.0, 1.0, (20.0, 10.0, 10.0), outline=(0.25, 0.25))
    start = m.ground.at(0.0, 8.0, 0.0, rotate={"z": float(np.arctan2(-8.0, 6.0))})
    beam = m.connect("beam", lw.ExactBeam(section, None, ELEMENTS, LENGTH, first=lw.Free()), start)
    m.connect("force", lw.AppliedForce(lambda rel, t: (FORCE * pulse(t), 0.0, 0.0)), beam.tip)
    m.connect("moment", lw.AppliedMoment(lambda rel, t: (0.0, 0.0, MOMENT * pulse(t))), beam.tip)
    return m


def start(system: lw.System) -> lw.State:
    """At rest."""
    return system.rest


def numbers() -> dict[str, float]:
    m = model()
    run = lw.simulate(lw.compile_model(m), t_end=DURATION, rtol=1e-9, atol=1e-11, times=[0.0, LOADED, DURATION])
    nodes = m.structures["beam"].nodes
    momentum = [sum(node.mass * run[f"{node.name}.velocity"][k][0] for node in nodes) for k in (1, 2)]
    energy = run["energy"]
    return {
        "momentum": float(momentum[0]),
        "momentum_after": float(momentum[1]),
        "impulse": 5.0 / 16.0 * FORCE * LOADED,
        "energy_change": float(abs(energy[2] - energy[1]) / energy[1]),
    }
