"""Elastic beam: three bars whose joints have springs and dampers, the first joint shaken up and down.

Derived by hand in two ways (Lagrange, Newton–Euler) and drawn as a model: plain, with a one-sided contact at its tip,
and with its tip held on a line. All three give the same equations. Run the file to read them.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import sympy as sp

import linkwork as lw

NAMES = {"plain": "elastic beam", "contact": "elastic beam on a stop", "loop": "elastic beam, held"}
KINDS, WAYS = tuple(NAMES), ("lagrange", "newton-euler")
DURATION = 2.0
SHOWS = ("S4.5", "S4.6", "S4.9")
LOOK = (-90.0, 90.0)
TRACES = [lw.Trace("tip", "bar 3", (1, 0, 0))]
VALUES = {"m": 1.0, "l": 1.0, "c": 100.0, "d": 3.0, "omega": 31.41592653589793, "u_0": 0.1, "g": 9.81}
CONTACT = 1e5
START = {"phi1": 0.17453292519943295, "phi3": -0.17453292519943295}

q, u, t = lw.motion_symbols("phi1 phi2 phi3")
m, length, c, d, omega, u_0, g, f_P4 = sp.symbols("m l c d omega u_0 g f_P4")


def kinematics() -> tuple[list[Any], list[Any], Any]:
    """Centres of mass, joints and the tip P4."""
    joint = sp.Matrix([0, u_0 * sp.sin(omega * t), 0])
    centres, joints = [], []
    for angle in q:
        along = lw.A_z(angle) * sp.Matrix([length, 0, 0])
        joints.append(joint)
        centres.append(joint + along / 2)
        joint = joint + along
    return centres, joints, joint


def joint_moments() -> list[Any]:
    """What spring and damper of each joint do to the bar that follows, with the other sign; none beyond the tip."""
    bends = [q[0], q[1] - q[0], q[2] - q[1]]
    rates = [u[0], u[1] - u[0], u[2] - u[1]]
    return [*(c * e + d * e_dot for e, e_dot in zip(bends, rates, strict=True)), 0]


def options(kind: str) -> dict[str, Any]:
    """The tip held at height zero, for the loop."""
    return {"constraints": {"support": kinematics()[2][1]}} if kind == "loop" else {}


def by_lagrange(kind: str = "plain") -> lw.LagrangeEquations:
    """From T, V and the generalised forces of dampers (and of the contact)."""
    centres, joints, tip = kinematics()
    T = V = 0
    for k, r in enumerate(centres):
        v = r.jacobian(q) * u + r.diff(t)
        T += m * v.dot(v) / 2 + m * length**2 / 12 * u[k] ** 2 / 2
        V += m * g * r[1]
    V += c / 2 * (q[0] ** 2 + (q[1] - q[0]) ** 2 + (q[2] - q[1]) ** 2)
    damping = [x.subs(c, 0) if k < 3 else x for k, x in enumerate(joint_moments())]
    forces = sp.Matrix([damping[k + 1] - damping[k] for k in range(3)])
    if kind == "contact":
        forces += sp.Matrix([tip]).jacobian(q).T * sp.Matrix([0, f_P4, 0])
    frames = {f"bar {k + 1}": lw.Frame(p, lw.A_z(q[k]), (lw.Rod(length=1.0, mass=1.0),)) for k, p in enumerate(joints)}
    return lw.LagrangeEquations(T, V, q, u=u, t=t, forces=forces, frames=frames, **options(kind))


def by_newton_euler(kind: str = "plain") -> lw.NewtonEuler:
    """From the bodies and what acts on them."""
    centres, _, tip = kinematics()
    moments, inertia = joint_moments(), sp.diag(0, 0, m * length**2 / 12)
    looks = (lw.Rod(length=1.0, mass=1.0, at=(-0.5, 0, 0)),)
    bodies = []
    for k, r in enumerate(centres):
        moment, force = sp.Matrix([0, 0, moments[k + 1] - moments[k]]), sp.zeros(3, 1)
        if kind == "contact" and k == 2:
            force = sp.Matrix([0, f_P4, 0])
            moment += lw.A_z(q[k]).T * (tip - r).cross(force)
        turning = {"rotation": lw.A_z(q[k]), "angular_velocity": [0, 0, u[k]]}
        bodies.append(lw.RigidBody(f"bar {k + 1}", m, inertia, r, **turning, force=force, moment=moment, shapes=looks))
    return lw.NewtonEuler(bodies, q, u=u, t=t, gravity=[0, -g, 0], **options(kind))


def contact(height: Any) -> Any:
    """The force of a spring under the tip, which only pushes."""
    return lw.where(height < 0.0, -CONTACT * height, 0.0)


def by_hand(way: str, kind: str = "plain", **values: float) -> lw.System:
    """The system of one of the two derivations."""
    equations = by_lagrange(kind) if way == "lagrange" else by_newton_euler(kind)
    height = kinematics()[2][1]
    law: dict[str, Any] = {"inputs": {f_P4: lw.Law(contact, height)}, "kinks": [height]} if kind == "contact" else {}
    return lw.compile_equations(
        equations, VALUES | values, outputs={"y_P4": height}, name=f"beam by {way}, {kind}", **law
    )


class Ground(lw.Force):
    """A spring under a point that only pushes: F = −c y where y < 0."""

    measure = lw.Vector()
    stiffness = lw.parameter(unit="N/m")

    def law(self, e: Any, e_dot: Any, t: Any) -> Any:
        """Along y."""
        return [0.0, lw.where(e[1] < 0.0, -self.stiffness * e[1], 0.0), 0.0]

    def kinks(self, e: Any) -> Any:
        """The surface."""
        return [e[1]]


def model(kind: str = "plain", excitation: float = VALUES["u_0"]) -> lw.Model:
    """The same beam as bodies and connections; coordinates are relative angles and the driven height of P1."""
    model = lw.Model(NAMES[kind], gravity=(0.0, -VALUES["g"], 0.0))
    slider = model.body("slider", lw.Box(size=(0.12, 0.12, 0.12), mass=0.0))
    up = lw.Sine(amplitude=excitation, omega=VALUES["omega"])
    model.connect("P1", lw.Prismatic("y"), model.ground, slider, drive={"displacement": up})
    before, place = slider, (0.0, 0.0, 0.0)
    for k in range(1, 4):
        bar = model.body(f"bar {k}", lw.Rod(length=VALUES["l"], mass=VALUES["m"]))
        model.connect(f"J{k}", lw.Revolute("z"), before.at(*place), bar)
        spring = lw.TorsionSpring(stiffness=VALUES["c"], damping=VALUES["d"])
        model.connect(f"spring {k}", spring, before.at(*place), bar)
        before, place = bar, (VALUES["l"], 0.0, 0.0)
    before.point("tip", place)
    if kind == "contact":
        model.connect("contact", Ground(stiffness=CONTACT), model.ground, before.at(*place))
    if kind == "loop":
        model.connect("support", lw.PointInPlane("y"), model.ground, before.at(*place))
    return model


def modelled(kind: str = "plain", excitation: float = VALUES["u_0"]) -> lw.System:
    """Its system."""
    return lw.compile_model(model(kind, excitation))


def start(system: lw.System) -> lw.State:
    """φ = (10°, 0, −10°) at rest, of a model or of a derivation by hand; speeds agree with what holds the tip."""
    a = START["phi1"]
    by_hand = "phi1" in system.layout.q
    return lw.assemble(system, guess=START if by_hand else {"J1.angle": a, "J2.angle": -a, "J3.angle": -a})


def relative(q: Any, t: Any, excitation: float = VALUES["u_0"]) -> list[Any]:
    """The coordinates of the model in those of the hand derivations."""
    return [excitation * lw.sin(VALUES["omega"] * t), q[0], q[1] - q[0], q[2] - q[1]]


def check(kind: str = "plain", way: str = "lagrange") -> lw.Comparison:
    """The equations of a derivation by hand against those of the model."""
    return lw.compare(by_hand(way, kind), modelled(kind), relative)


def numbers_of(kind: str, t_end: float = 1.0) -> dict[str, float]:
    """Where the tip is at the end, by all three routes, and how far the equations are apart."""
    found: dict[str, float] = {}
    for route in (*WAYS, "model"):
        system = modelled(kind) if route == "model" else by_hand(route, kind)
        run = lw.simulate(system, start(system), t_end, rtol=1e-10, atol=1e-11)
        height = run["bar 3.tip.position"][-1, 1] if route == "model" else run["y_P4"][-1]
        angles = [run[name][-1] for name in system.layout.q[-3:]]
        phi = np.cumsum(angles) if route == "model" else angles
        found |= {f"tip x, {route}": float(np.cos(phi).sum()), f"tip y, {route}": float(height)}
    return found | {f"equations apart, {way}": check(kind, way).largest for way in WAYS}


def numbers() -> dict[str, float]:
    return numbers_of("plain")


if __name__ == "__main__":
    print(by_newton_euler().text())
    for way in WAYS:
        print(check("plain", way))
