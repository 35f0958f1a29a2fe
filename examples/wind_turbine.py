r"""Wind turbine: three long blades turn, bend under their own weight, and are stiffened by their spin.

Blades of 40 m, hollow boxes of glass fibre, each with its first two vibrations flapwise and its first one edgewise.
Spin pulls a blade straight: with bending shapes $\varphi$ its flap frequencies are those of $K + \Omega^2 K_G$,
$K_G = \int \mu\,[\tfrac12(L^2 - x^2) + r_0(L - x)]\,\varphi'\varphi'\,dx$. Without that the first would be 1.73 rad/s,
below the spin. Gravity swings each blade edgewise, once a turn.
"""

from __future__ import annotations

import numpy as np

import linkwork as lw

LENGTH, HUB, HEIGHT, SPIN = 40.0, 1.5, 70.0, 1.8
SECTION = lw.RectangularTube(1.6, 0.5, 0.03)
GLASS = lw.Material(2.5e10, 0.3, 1900.0)
DURATION = 7.0
LOOK = (25.0, 10.0)
TRACES = [lw.Trace("tip", "blade1", (LENGTH, 0, 0))]
UPWARD = np.array([[0.0, 0.0, 1.0], [0.0, -1.0, 0.0], [1.0, 0.0, 0.0]])
"""Axes of a blade that points up: along it, edgewise, flapwise (downwind)."""


def model(gravity: float = 9.81, blades: int = 3) -> lw.Model:
    """The rotor turns about x; z is up."""
    m = lw.Model("wind turbine", gravity=(0, 0, -gravity))
    tower = m.body("tower", lw.Cylinder(radius=1.6, length=HEIGHT, mass=9e4))
    hub = m.body("hub", lw.Cylinder(radius=HUB, length=2.4, mass=1.5e4, axis="x"))
    m.connect("foundation", lw.Fixed(), m.ground.at(-3.0, 0, HEIGHT / 2), tower)
    m.connect("shaft", lw.Revolute("x"), m.ground.at(0, 0, HEIGHT), hub, drive={"angle": lw.Polynomial((0.0, SPIN))})
    shape = lw.FlexibleRod(LENGTH, SECTION, GLASS, modes=6, highest=12.0, shear=False)
    for k in range(blades):
        blade, turned = m.body(f"blade{k + 1}", shape), lw.rotation_x(2.0 * np.pi * k / 3.0) @ UPWARD
        m.connect(f"root{k + 1}", lw.Fixed(), hub.at(*(HUB * turned[:, 0]), rotate=turned), blade.at("root"))
    return m


def start(system: lw.System) -> lw.State:
    """Turning, blades straight."""
    return system.rest


def numbers() -> dict[str, float]:
    """Frequencies of one blade as it turns, without gravity, rad/s."""
    system = lw.compile_model(model(gravity=0.0, blades=1))
    found = np.sort(np.abs(np.linalg.eigvals(lw.linearize(system, moving=True).A).imag))[::2]
    return {"flap_1": float(found[0]), "edge_1": float(found[1]), "flap_2": float(found[2])}
