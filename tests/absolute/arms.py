"""An arm and a slide with channels of all kinds."""

from __future__ import annotations

from typing import Any

import linkwork as lw


class Regulator(lw.Active):
    """Acts on no body: a state that follows an input, and an output."""

    ends = 0
    inputs = ("angle", "rate")
    states = ("sum",)
    outputs = ("torque",)

    def state_dot(self, z: Any, i: Any) -> Any:
        return i.angle - 0.3 * z.sum

    def output(self, z: Any, i: Any) -> Any:
        return -6.0 * i.angle - 0.8 * i.rate - 2.0 * z.sum


class Motor(lw.Active):
    measure = lw.RelativeAngle("y")
    inputs = ("torque",)

    def law(self, i: Any) -> Any:
        return i.torque


class Chase(lw.Active):
    """A pull that depends on a place, a velocity, a length and a force elsewhere."""

    measure = lw.Distance()
    inputs = ("place", "pull")
    states = ("z",)

    def law(self, i: Any, z: Any) -> Any:
        return -3.0 * i.place - 0.1 * i.pull + z.z

    def state_dot(self, i: Any, z: Any) -> Any:
        return i.place - z.z


class Rub(lw.Active):
    """Friction that grows with the load of a guide."""

    measure = lw.Displacement("x")
    inputs = ("load",)

    def law(self, e_dot: Any, i: Any) -> Any:
        return 0.3 * i.load - 0.2 * lw.sqrt(i.load**2 + 0.01) * lw.tanh(e_dot / 0.5)


class Guide(lw.Constraint):
    """A point stays on a wave z = 0.2 sin x."""

    def position(self, rel: Any, t: Any) -> Any:
        return rel.p[2] - 0.2 * lw.sin(rel.p[0])


def arm() -> lw.Model:
    """Two rods: a regulator looks at one hinge and drives another; a pull looks at bodies and a spring."""
    m = lw.Model("arm", gravity=(0, 0, -9.81))
    a = m.body("a", mass=1.0, com=(0.4, 0, 0.02), inertia=(0.02, 0.1, 0.1))
    b = m.body("b", mass=0.7, com=(0.3, 0, 0), inertia=(0.01, 0.05, 0.05))
    b.point("tip", (0.6, 0, 0.1))
    m.connect("A", lw.Revolute("y"), m.ground.at(0, 0, 0), a.at(0, 0, 0), initial={"angle": 0.3})
    m.connect("B", lw.Revolute("y"), a.at(0.8, 0, 0), b.at(0, 0, 0), initial={"angle": -0.5, "angle_dot": 1.0})
    m.connect("regulator", Regulator(), inputs={"angle": "B.angle", "rate": "B.angle_dot"}, initial={"sum": 0.2})
    m.connect("motor", Motor(), a.at(0.8, 0, 0), b.at(0, 0, 0), inputs={"torque": "regulator.torque"})
    m.connect(
        "spring", lw.Spring(stiffness=lw.Parameter("k", 40.0), length=0.5), m.ground.at(0.5, 0, 0.7), a.at(0.6, 0, 0)
    )
    m.connect(
        "chase",
        Chase(),
        m.ground.at(0.2, 0, -0.5),
        a.at(0.5, 0, 0),
        inputs={
            "place": lambda x: x["b.tip.position"][2] + 0.1 * x["a.velocity"] @ x["b.rotation"][:, 0] + x["k"] / 400,
            "pull": lambda x: x["spring.force"] + x["spring.measure"] * x["t"] + x["b.angular_velocity.y"],
        },
    )
    return m


def slide() -> lw.Model:
    """A block whose point follows a wave, with friction by the load of the guide; beside it a driven crank."""
    m = lw.Model("slide", gravity=(0, 0, -9.81))
    block = m.body("block", mass=1.5, com=(0.02, 0, 0.05), inertia=(0.1, 0.1, 0.1))
    m.connect("plane", lw.Planar("y"), m.ground.at(0, 0, 0), block.at(0, 0, 0), initial={"angle": 0.2})
    m.connect("guide", Guide(), m.ground.at(0, 0, 0), block.at(0, 0, 0))
    for k, x in enumerate((-0.5, 0.6)):
        m.connect(f"spring{k}", lw.Spring(stiffness=80.0, length=0.6), m.ground.at(x, 0, 0.8), block.at(x, 0, 0.2))
    m.connect("rub", Rub(), m.ground.at(0, 0, 0), block.at(0, 0, 0), inputs={"load": "guide.multipliers"})
    crank = m.body("crank", mass=0.3, com=(0.1, 0, 0), inertia=(0.01, 0.01, 0.01))
    m.connect("pin", lw.Revolute("y"), m.ground.at(1, 0, 0), crank.at(0, 0, 0), drive={"angle": lw.Sine(0.5, 1.0)})
    m.connect(
        "push",
        Motor(),
        m.ground.at(0, 0, 0),
        block.at(0, 0, 0),
        inputs={"torque": lambda x: x["pin.angle"] - 0.2 * x["pin.angle_dot"]},
    )
    return m
