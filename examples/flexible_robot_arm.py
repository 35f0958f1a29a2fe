r"""Flexible robot arm: two meshed links swing a load from one place to another, and the hand shivers when it stops.

Each link is a tapered aluminium bar of some 1,700 unknowns, meshed with tetrahedra by scikit-fem and reduced to the
bending that loads on its tip give. Stretched out, the arm sags by its own weight and the load's:
$\int M(x)\,\bar M(x)/EI(x)\,dx$ with the moment $\bar M$ of a unit load at the hand.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

import linkwork as lw

LENGTHS, ROOT, TIP, LOAD = (0.8, 0.7), (0.05, 0.05), (0.03, 0.03), 4.0
TURNS = {"waist": 1.2, "shoulder": -0.9, "elbow": 1.4}
MOVE = 0.35
DURATION = 0.5
LOOK = (-50.0, 20.0)
OPTIONS = {"method": "radau"}
TRACES = [lw.Trace("hand", "load", (0, 0, 0))]


@cache
def link(length: float) -> lw.ModalBody:
    """A bar that gets thinner from root to tip."""
    from skfem import MeshTet

    box = MeshTet.init_tensor(np.linspace(0.0, 1.0, 13), np.linspace(-0.5, 0.5, 3), np.linspace(-0.5, 0.5, 3))
    x = box.p[0]
    wide, high = (a + (b - a) * x for a, b in zip(ROOT, TIP, strict=True))
    nodes = np.column_stack([length * x, wide * box.p[1], high * box.p[2]])
    ends = {"root": lambda r: r[:, 0] < 1e-9, "tip": lambda r: r[:, 0] > length - 1e-9}
    return lw.ModalBody.from_mesh(
        (nodes, {"tetra": box.t.T}), lw.ALUMINIUM, interfaces=ends, modes=0, highest=6e3, damping=0.02, compare=False
    )


def turn(total: float) -> lw.Expression:
    """A joint's angle: from 0 to `total`, with a speed that rises and falls smoothly."""

    def angle(t: Any) -> Any:
        s = lw.minimum(t / MOVE, 1.0)
        return total * s**3 * (10.0 - 15.0 * s + 6.0 * s * s)

    return lw.Expression(angle, smooth=2)


def model() -> lw.Model:
    """The waist turns about z, shoulder and elbow about y."""
    m = lw.Model("flexible robot arm")
    column = m.body("column", lw.Cylinder(radius=0.08, length=0.4, mass=20.0))
    upper, fore = (m.body(name, link(length)) for name, length in zip(("upper", "fore"), LENGTHS, strict=True))
    load = m.body("load", lw.Box(size=(0.1, 0.1, 0.1), mass=LOAD))
    drives = {name: {"angle": turn(total)} for name, total in TURNS.items()}
    m.connect("waist", lw.Revolute("z"), m.ground.at(0, 0, 0.2), column, drive=drives["waist"])
    m.connect("shoulder", lw.Revolute("y"), column.at(0, 0, 0.2), upper.at("root"), drive=drives["shoulder"])
    m.connect("elbow", lw.Revolute("y"), upper.at("tip"), fore.at("root"), drive=drives["elbow"])
    m.connect("grip", lw.Fixed(), fore.at("tip"), load)
    return m


def start(system: lw.System) -> lw.State:
    """Stretched out, at rest as it sags."""
    resting = lw.equilibrium(system).state
    bent = [name for name in system.layout.q if name.startswith(("upper.", "fore."))]
    return system.state({name: resting[name] for name in bent})


def numbers() -> dict[str, float]:
    system = lw.compile_model(model())
    resting = start(system)
    height = float(system.channels(resting)["load.position"][2])
    return {"sag": 0.4 - height}
