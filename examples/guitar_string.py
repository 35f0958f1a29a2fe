r"""Guitar string: a finger plucks it, and two kinks run along the wire and back 330 times a second.

The high E of a guitar: steel wire of 0.33 mm, 648 mm long, under 71 N. A finger pushes it for 1.5 ms a third of the
way along and lets go. Overtone k of a string of N pieces vibrates with about
$\omega_k = \frac{2}{h}\sqrt{T/\mu}\,\sin\frac{k\pi}{2N}$, a little below the multiples of its pitch $\sqrt{T/\mu}/2L$,
which it reaches as the pieces get short.
"""

from __future__ import annotations

from typing import Any

import numpy as np

import linkwork as lw

LENGTH, DIAMETER, PITCH = 0.648, 0.33e-3, 329.63
STEEL = lw.Material(2e11, 0.3, 7850.0)
AREA = float(np.pi * DIAMETER**2 / 4)
TENSION = float(4.0 * LENGTH**2 * PITCH**2 * STEEL.density * AREA)
ELEMENTS, PUSHED, PLUCKED = 6, 1.5e-3, 2
DURATION = 0.006
LOOK = (-80.0, 10.0)
OPTIONS = {"method": "radau"}
TRACES = [lw.Trace("middle", f"string/node{ELEMENTS // 2}", (0, 0, 0))]


def push(t: Any) -> Any:
    """Of the finger, from 0 to 1 and back."""
    return lw.where(t < PUSHED, lw.sin(np.pi * t / PUSHED) ** 2, 0.0)


def model(force: float = 12.0) -> lw.Model:
    m = lw.Model("guitar string", gravity=(0, 0, 0))
    parts = {
        "neck": (lw.Box(size=(0.5, 0.055, 0.02), mass=0.6), (0.15, 0, -0.035)),
        "top": (lw.Cylinder(radius=0.17, length=0.09, mass=1.2), (0.53, 0, -0.07)),
        "bridge": (lw.Box(size=(0.012, 0.09, 0.025), mass=0.02), (LENGTH, 0, -0.0125)),
    }
    for name, (shape, place) in parts.items():
        m.connect(f"{name}_glue", lw.Fixed(), m.ground.at(*place), m.body(name, shape))
    strain = TENSION / (STEEL.E * AREA)
    wire = lw.ExactBeam(lw.Circle(DIAMETER), STEEL, ELEMENTS, prestrain=(strain, 0, 0), damping=1e-7)
    string = m.connect("string", wire, m.ground.at(0, 0, 0), m.ground.at(LENGTH, 0, 0))
    m.connect("finger", lw.AppliedForce(lambda rel, t: (0.0, 0.0, force * push(t))), string[f"node{PLUCKED}"])
    return m


def start(system: lw.System) -> lw.State:
    """Straight and at rest."""
    return system.rest


def numbers() -> dict[str, float]:
    """Of a soft touch, so that the tension stays what it is: the middle, in mm for each N of the finger."""
    force, times = 0.01, [0.0, 0.001, 0.002, 0.003, 0.004]
    run = lw.simulate(
        lw.compile_model(model(force)), t_end=times[-1], method="radau", rtol=1e-7, atol=1e-12, times=times
    )
    middle = run[f"string/node{ELEMENTS // 2}.position"][1:, 2]
    return {f"middle_{k}": float(1e3 * z / force) for k, z in enumerate(middle, start=1)}
