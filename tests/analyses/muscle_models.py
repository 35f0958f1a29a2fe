"""Limbs with more muscles than freedoms."""

from __future__ import annotations

from typing import Any

import numpy as np

import linkwork as lw

THIGH, SHANK = 0.43, 0.43
LEG = {
    # name: (force, fibre, tendon slack, (body, x, z) of the points)
    "iliopsoas": (1500.0, 0.11, 0.095, (("pelvis", 0.05, 0.1), ("thigh", 0.02, -0.11))),
    "gluteus": (1800.0, 0.16, 0.09, (("pelvis", -0.09, 0.1), ("thigh", -0.02, -0.13))),
    "rectus": (1000.0, 0.12, 0.42, (("pelvis", 0.06, 0.02), ("thigh", 0.06, -THIGH), ("shank", 0.03, -0.07))),
    "vasti": (3000.0, 0.1, 0.285, (("thigh", 0.03, -0.15), ("thigh", 0.06, -THIGH), ("shank", 0.03, -0.07))),
    "hamstrings": (1600.0, 0.12, 0.315, (("pelvis", -0.06, -0.03), ("shank", -0.04, -0.05))),
    "biceps_short": (700.0, 0.14, 0.115, (("thigh", -0.02, -0.2), ("shank", -0.04, -0.05))),
    "gastrocnemius": (1500.0, 0.07, 0.4, (("thigh", -0.03, -0.41), ("shank", -0.04, -0.1), ("foot", -0.05, -0.02))),
    "soleus": (2800.0, 0.06, 0.295, (("shank", -0.02, -0.12), ("foot", -0.05, -0.02))),
    "tibialis": (800.0, 0.09, 0.215, (("shank", 0.02, -0.15), ("shank", 0.04, -0.4), ("foot", 0.06, -0.02))),
}
ARM = {
    "deltoid": (900.0, 0.1, 0.05, (("trunk", -0.02, 0.05), ("upper", 0.1, 0.03))),
    "latissimus": (800.0, 0.12, 0.02, (("trunk", 0.0, -0.2), ("upper", 0.07, -0.02))),
    "biceps": (600.0, 0.12, 0.225, (("trunk", 0.02, 0.04), ("upper", 0.2, 0.04), ("lower", 0.05, 0.01))),
    "brachialis": (700.0, 0.09, 0.06, (("upper", 0.17, 0.03), ("lower", 0.04, 0.01))),
    "triceps": (900.0, 0.1, 0.24, (("trunk", -0.03, -0.03), ("upper", 0.3, -0.03), ("lower", 0.02, -0.03))),
}


def leg(inputs: dict[str, Any] | None = None, **options: Any) -> lw.Model:
    """Hip, knee and ankle with nine muscles, four of them over two joints."""
    m = lw.Model("leg")
    thigh = m.body("thigh", lw.Rod(length=THIGH, radius=0.05, mass=8.0, rotate={"y": np.pi / 2}))
    shank = m.body("shank", lw.Rod(length=SHANK, radius=0.04, mass=4.0, rotate={"y": np.pi / 2}))
    foot = m.body("foot", lw.Rod(length=0.2, radius=0.02, mass=1.2))
    m.connect("hip", lw.Revolute("-y"), m.ground, thigh)
    m.connect("knee", lw.Revolute("y"), thigh.at(0, 0, -THIGH), shank)
    m.connect("ankle", lw.Revolute("-y"), shank.at(0, 0, -SHANK), foot.at(0.04, 0, 0))
    return _with_muscles(m, LEG, {"pelvis": m.ground, "thigh": thigh, "shank": shank, "foot": foot}, inputs, options)


def arm(inputs: dict[str, Any] | None = None, **options: Any) -> lw.Model:
    """Shoulder and elbow with five muscles, two of them over both."""
    m = lw.Model("arm")
    upper, lower = (m.body(name, lw.Rod(length=x, mass=y)) for name, x, y in (("upper", 0.3, 2.0), ("lower", 0.3, 1.5)))
    m.connect("shoulder", lw.Revolute("-y"), m.ground, upper, initial={"angle": -0.9})
    m.connect("elbow", lw.Revolute("-y"), upper.at(0.3, 0, 0), lower, initial={"angle": 0.8})
    return _with_muscles(m, ARM, {"trunk": m.ground, "upper": upper, "lower": lower}, inputs, options)


def _with_muscles(m: lw.Model, table: Any, bodies: Any, inputs: dict[str, Any] | None, options: Any) -> lw.Model:
    for name, (force, fibre, slack, points) in table.items():
        muscle = lw.Muscle(force, fibre, slack, 0.1, **{"tendon": "rigid", "control": "activation", **options})
        ends = [bodies[body].at(x, 0, z) for body, x, z in points]
        m.connect(name, muscle, *ends, inputs={muscle.control: (inputs or {}).get(name, lw.Parameter(name, 0.1))})
    return m


def walk(t: np.ndarray) -> dict[str, np.ndarray]:
    """A step of the leg in a second."""
    w = 2.0 * np.pi * t
    knee = 0.5 - 0.35 * np.cos(w + 0.9) + 0.1 * np.cos(2.0 * w)
    return {"t": t, "hip.angle": 0.15 + 0.4 * np.cos(w), "knee.angle": knee, "ankle.angle": 0.05 + 0.15 * np.sin(w)}


def lift(t: np.ndarray) -> dict[str, np.ndarray]:
    """The arm up and down."""
    w = 2.0 * np.pi * t
    return {"t": t, "shoulder.angle": -0.9 - 0.3 * np.cos(w), "elbow.angle": 0.8 - 0.3 * np.cos(w + 0.4)}
