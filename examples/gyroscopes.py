"""Two linked gyroscopes (S4 §3): a ball joint that slides on a plane, held by springs, carries one, that one the other.

Derived by hand in two ways and drawn as a model. The rods are A_x(α) A_y(β) of the ground, so the model hangs the
second rod on a hinge of its own from the ground and closes the ball joint B by a constraint, and
`compare` sees through that.
"""

from __future__ import annotations

from typing import Any

import sympy as sp

import linkwork as lw
from linkwork.symbolic import A_x, A_y

VALUES = {"m": 1.0, "l": 1.5, "r": 1.0, "b": 0.1, "c": 10.0, "omega": 62.83185307179586, "g": 9.81}
START = {"alpha1": 0.2, "beta2": 0.2}

q, u, t = lw.motion_symbols("x_a y_a alpha1 beta1 alpha2 beta2")
m, length, r, b, c, omega, g = sp.symbols("m l r b c omega g")
AXIAL, ACROSS = m * r**2 / 2, m * (r**2 / 4 + b**2 / 12)


def rods() -> tuple[list[Any], list[Any], Any]:
    """Rotations of the rods, centres of mass, and the joint B."""
    turned = [A_x(q[2]) * A_y(q[3]), A_x(q[4]) * A_y(q[5])]
    A = sp.Matrix([q[0], q[1], 0])
    B = A + turned[0] * sp.Matrix([0, 0, length])
    half = sp.Matrix([0, 0, length / 2])
    return turned, [A + turned[0] * half, B + turned[1] * half], B


def spins() -> tuple[list[Any], list[Any]]:
    """Angular velocities of the rods and of the gyroscopes, in the axes of the rods (S4 (21))."""
    of_rods = [A_y(q[k + 1]).T * sp.Matrix([u[k], 0, 0]) + sp.Matrix([0, u[k + 1], 0]) for k in (2, 4)]
    return of_rods, [w + sp.Matrix([0, 0, omega]) for w in of_rods]


def by_newton_euler() -> lw.NewtonEuler:
    """From both bodies; the springs act at A, which is not the centre of mass."""
    turned, centres, _ = rods()
    of_rods, whole = spins()
    spring = sp.Matrix([-c * q[0], -c * q[1], 0])
    arm = turned[0] * sp.Matrix([0, 0, -length / 2])
    inertia = sp.diag(ACROSS, ACROSS, AXIAL)
    first = lw.RigidBody(
        "gyroscope 1", m, inertia, centres[0], turned[0], whole[0], of_rods[0], spring, turned[0].T * arm.cross(spring)
    )
    second = lw.RigidBody("gyroscope 2", m, inertia, centres[1], turned[1], whole[1], of_rods[1])
    return lw.NewtonEuler([first, second], q, u=u, t=t, gravity=[0, 0, -g])


def by_lagrange() -> lw.LagrangeEquations:
    """From the energies."""
    turned, centres, _ = rods()
    inertia = sp.diag(ACROSS, ACROSS, AXIAL)
    T = V = 0
    for centre, w in zip(centres, spins()[1], strict=True):
        v = centre.jacobian(q) * u
        T += m * v.dot(v) / 2 + (w.T * inertia * w)[0] / 2
        V += m * g * centre[2]
    V += c * (q[0] ** 2 + q[1] ** 2) / 2
    frames = {f"gyroscope {k + 1}": (centre, A) for k, (centre, A) in enumerate(zip(centres, turned, strict=True))}
    return lw.LagrangeEquations(T, V, q, u=u, t=t, frames=frames)


def by_hand(way: str) -> lw.System:
    """The system of one of the two derivations."""
    equations = by_lagrange() if way == "lagrange" else by_newton_euler()
    return lw.compile_equations(equations, VALUES, name=f"gyroscopes by {way}")


class Rod(lw.Hinge):
    """A frame that is displaced by (x, y, z) and turned by A_x(α) A_y(β)."""

    coordinates = ("x", "y", "z", "alpha", "beta")

    def pose(self, q: Any, t: Any) -> lw.Pose:
        """Place, then two turns."""
        return lw.Pose(lw.rotation_x(q.alpha) @ lw.rotation_y(q.beta), (q.x, q.y, q.z))


def modelled() -> lw.System:
    """Two bodies with wheels in them; A stays in its plane, and B joins the rods."""
    v = VALUES
    model = lw.Model("gyroscopes as a model", gravity=(0.0, 0.0, -v["g"]))
    across, axial = v["m"] * (v["r"] ** 2 / 4 + v["b"] ** 2 / 12), v["m"] * v["r"] ** 2 / 2
    for k in (1, 2):
        body = model.body(f"gyroscope {k}", mass=v["m"], com=(0, 0, v["l"] / 2), inertia=(across, across, axial))
        model.connect(f"rod {k}", Rod(), model.ground, body)
        model.connect(f"wheel {k}", lw.Wheel(inertia=axial, spin=v["omega"]), body)
    first, second = model.bodies.values()
    model.connect("A", lw.PointInPlane("z"), model.ground, first)
    model.connect("B", lw.PointCoincidence(), first.at(0, 0, v["l"]), second)
    model.connect("springs", lw.Spring(stiffness=v["c"], length=0.0), model.ground, first)
    return lw.compile_model(model)


def of_model(q: Any, t: Any) -> list[Any]:
    """The ten coordinates of the model in the six of the derivations."""
    along = lw.rotation_x(q[2]) @ lw.rotation_y(q[3]) @ lw.array([0.0, 0.0, VALUES["l"]])
    return [q[0], q[1], 0.0, q[2], q[3], q[0] + along[0], q[1] + along[1], along[2], q[4], q[5]]


def main() -> dict[str, lw.Comparison]:
    """Hand-derived against modelled."""
    return {way: lw.compare(by_hand(way), modelled(), of_model) for way in ("lagrange", "newton-euler")}


if __name__ == "__main__":
    for found in main().values():
        print(found)
