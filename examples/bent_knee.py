"""Bent knee: two sliders bend a knee and press it sideways, and its contacts, ligaments and moments follow.

The knee of the example beside it, a spatial cam of two condyles on two plateaus (Sol, §1.1, after Wismans), with its
flexion held at an angle from 0° to 90°. Where its five other freedoms come to rest, and with which forces, is what the
contacts and eight bundles of ligaments decide. A varus moment unloads the outer side: at 7.3 N·m its contact force
is zero at 20°, and negative beyond: there a knee would open.
"""

import knee
import numpy as np

import linkwork as lw

FLEXION, MOMENT = np.radians(20.0), 0.0
UNLOADING = 7.2805571342
"""Of the outer side at 20°, in N·m."""
SETTLING = 1.0
"""Damping of the turns of the shank, in N·m·s/rad: it comes to rest within a second."""
DURATION = 1.5
CONTROLS = {"flexion": (0.0, 1.57), "moment": (-5.0, 12.0)}
TRACES = [lw.Trace("ankle", "shank", (0, -0.4, 0))]


def model() -> lw.Model:
    flexion, moment = lw.Parameter("flexion", FLEXION, unit="rad"), lw.Parameter("moment", MOMENT, unit="N*m")
    m = knee.knee(flexion, moment, shank=True)
    m.name, m.gravity = "bent knee", (0.0, 0.0, 0.0)
    tissue = lw.RotationSpring((0.0, 0.0, 0.0), (SETTLING,) * 3)
    m.connect("soft tissue", tissue, m.ground, m["shank"])
    return m


def start(system: lw.System) -> lw.State:
    """Straight out of the drawing: the shank then settles."""
    return lw.assemble(system, guess={"knee.x": -0.0066, "knee.y": -0.0249})


def numbers() -> dict[str, float]:
    """Forces of both contacts at rest, without a moment and at the one that unloads the outer side."""
    system = lw.compile_model(model())
    rest = lw.equilibrium(system, start(system))
    pressed = lw.equilibrium(system, rest.state.with_values({"moment": UNLOADING}))
    return {
        "medial": rest.channels["medial.normal_force"],
        "lateral": rest.channels["lateral.normal_force"],
        "medial, pressed": pressed.channels["medial.normal_force"],
        "lateral, pressed": pressed.channels["lateral.normal_force"],
    }
