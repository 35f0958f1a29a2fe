"""Two bars in free swing: tests of S3, the second bar on a ball joint (also spinning fast), a cross joint or a hinge.

Bodies are treated one by one and joints by multipliers, in finite elements in time of three nodes.
"""

import numpy as np

import linkwork as lw

DURATION = 2.0
TRACES = [lw.Trace("tip", "bar2", (0, -0.5, 0))]
JOINTS = {"ball": lw.Spherical(), "cross": lw.Universal("x", "z"), "hinge": lw.Revolute("z")}


def model(joint: str = "ball") -> lw.Model:
    m = lw.Model("two bars")
    looks = lw.Rod(length=1.0, radius=0.02, mass=1.0, at=(0, 0.5, 0), rotate={"z": -np.pi / 2})
    bars = [m.body(f"bar{k}", looks, mass=1.0, com=(0, 0, 0), inertia=(1 / 12, 0.01, 1 / 12)) for k in (1, 2)]
    m.connect("A", lw.Spherical(), m.ground, bars[0].at(0, 0.5, 0))
    m.connect("B", JOINTS[joint], bars[0].at(0, -0.5, 0), bars[1].at(0, 0.5, 0))
    return m


def start(system: lw.System) -> lw.State:
    """In line along −y, turning about the vertical."""
    return system.state({"A.w_z": 4.0})


def placed(system: lw.AbsoluteSystem, spin: float = 0.0) -> lw.State:
    """The same in absolute coordinates, the second bar spinning about itself."""
    places = {"bar1": (np.eye(3), (0, -0.5, 0)), "bar2": (np.eye(3), (0, -1.5, 0))}
    return system.placed(places, {"bar1": ((0, 0, 4), (2, 0, 0)), "bar2": ((0, spin, 4), (6, 0, 0))})


def bent(system: lw.AbsoluteSystem) -> lw.State:
    """The first bar hanging, the second one horizontal, as S3 starts with the cross joint."""
    hanging = np.array([[1.0, 0, 0], [0, 0, -1], [0, 1, 0]])
    places = {"bar1": (hanging, (0, 0, -0.5)), "bar2": (np.eye(3), (0, -0.5, -1))}
    return system.placed(places, {"bar1": ((0, 0, 6), (0, 0, 0)), "bar2": ((0, 0, 6), (3, 0, 0))})


def centre(joint: str, t: float, h: float, spin: float = 0.0, degree: int = 2) -> tuple[float, float, float]:
    """Where the centre of the second bar is at a time."""
    system = lw.compile_model(model(joint), formulation="absolute")
    at = bent(system) if joint == "cross" else placed(system, spin)
    run = lw.time_elements(system, at, t, h=h, degree=degree, times=[t])
    x, y, z = run["bar2.position"][-1]
    return x, y, z


def numbers() -> dict[str, float]:
    return {
        **dict(zip(("ball x", "ball y", "ball z"), centre("ball", 0.25, 0.0125), strict=True)),
        **dict(zip(("spin x", "spin y", "spin z"), centre("ball", 0.05, 0.001, spin=1000.0), strict=True)),
        **dict(zip(("cross x", "cross y", "cross z"), centre("cross", 0.25, 0.0125), strict=True)),
        **dict(zip(("hinge x", "hinge y", "hinge z"), centre("hinge", 0.25, 0.0125), strict=True)),
    }
