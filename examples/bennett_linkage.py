"""Bennett's linkage: four skew joints that by counting could not move at all, and do.

Opposite bars are alike, with lengths a, b and twists α, β such that sin α/a = sin β/b. Counting gives
6 · 3 − 5 · 4 = −2 degrees of freedom; rank gives one.
"""

import numpy as np

import linkwork as lw

A, B, ALPHA = 0.3, 0.2, 1.2
BETA = float(np.arcsin(B / A * np.sin(ALPHA)))
DURATION = 1.5
"""Before all normals of its hinges come to lie on one line (hinge1 at π), where it could go on in another way."""


def model() -> lw.Model:
    m = lw.Model("Bennett linkage", gravity=(0, 0, 0))
    ends = m.ground.at(B, 0, 0, rotate={"x": BETA})
    for k, (length, twist) in enumerate(((A, ALPHA), (B, BETA), (A, ALPHA)), start=1):
        bar = m.body(f"bar{k}", lw.Rod(length=length, radius=0.008, mass=length))
        m.connect(f"hinge{k}", lw.Revolute("z"), ends, bar)
        ends = bar.at(length, 0, 0, rotate={"x": twist})
    m.connect("hinge4", lw.Revolute("z"), ends, m.ground)
    return m


def start(system: lw.System) -> lw.State:
    guess = {"hinge2.angle": 2.0, "hinge3.angle": -1.0}
    return lw.assemble(system, fixed={"hinge1.angle": 1.0}, guess=guess, velocities={"hinge1.angle_dot": 2.0})


def numbers() -> dict[str, float]:
    system = lw.compile_model(model())
    first = start(system)
    found = lw.mobility(system, first)
    halves = np.tan(first["hinge1.angle"] / 2) * np.tan(first["hinge2.angle"] / 2)
    return {
        "degrees of freedom": found.degrees_of_freedom,
        "repeated rows": found.redundant_rows,
        "tan tan": float(halves),
        "opposite": first["hinge1.angle"] + first["hinge3.angle"],
    }
