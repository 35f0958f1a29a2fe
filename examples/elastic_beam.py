"""The elastic beam of S4: three bars, joints with springs and dampers, the first joint shaken up and down.

Derived by hand in two ways (Lagrange, Newton–Euler) and drawn as a model: plain, with a one-sided contact at its tip,
and with its tip held on a line. All three give the same equations. Run it to read them.
"""

from __future__ import annotations

from typing import Any

import sympy as sp

import linkwork as lw

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
    bodies = []
    for k, r in enumerate(centres):
        moment, force = sp.Matrix([0, 0, moments[k + 1] - moments[k]]), sp.zeros(3, 1)
        if kind == "contact" and k == 2:
            force = sp.Matrix([0, f_P4, 0])
            moment += lw.A_z(q[k]).T * (tip - r).cross(force)
        bodies.append(lw.RigidBody(f"bar {k + 1}", m, inertia, r, lw.A_z(q[k]), [0, 0, u[k]], None, force, moment))
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


def modelled(kind: str = "plain", excitation: float = VALUES["u_0"]) -> lw.System:
    """The same beam as bodies and connections; coordinates are relative angles and the driven height of P1."""
    model = lw.Model(f"beam as a model, {kind}", gravity=(0.0, -VALUES["g"], 0.0))
    slider = model.body("slider", mass=0.0)
    up = lw.Sine(amplitude=excitation, omega=VALUES["omega"])
    model.connect("P1", lw.Prismatic("y"), model.ground, slider, drive={"displacement": up})
    before, place = slider, (0.0, 0.0, 0.0)
    for k in range(1, 4):
        inertia = (0.0, VALUES["m"] / 12, VALUES["m"] / 12)
        bar = model.body(f"bar {k}", mass=VALUES["m"], com=(0.5, 0.0, 0.0), inertia=inertia)
        model.connect(f"J{k}", lw.Revolute("z"), before.at(*place), bar)
        spring = lw.TorsionSpring(stiffness=VALUES["c"], damping=VALUES["d"])
        model.connect(f"spring {k}", spring, before.at(*place), bar)
        before, place = bar, (1.0, 0.0, 0.0)
    if kind == "contact":
        model.connect("contact", Ground(stiffness=CONTACT), model.ground, before.at(*place))
    if kind == "loop":
        model.connect("support", lw.PointInPlane("y"), model.ground, before.at(*place))
    return lw.compile_model(model)


def relative(q: Any, t: Any, excitation: float = VALUES["u_0"]) -> list[Any]:
    """The coordinates of the model in those of the hand derivations."""
    return [excitation * lw.sin(VALUES["omega"] * t), q[0], q[1] - q[0], q[2] - q[1]]


def main() -> dict[str, lw.Comparison]:
    """Hand-derived against modelled, by kind and way."""
    return {
        f"{kind}, {way}": lw.compare(by_hand(way, kind), modelled(kind), relative)
        for kind in ("plain", "contact", "loop")
        for way in ("lagrange", "newton-euler")
    }


if __name__ == "__main__":
    print(by_newton_euler().text())
    for found in main().values():
        print(found)
