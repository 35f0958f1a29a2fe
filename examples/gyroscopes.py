"""Two linked gyroscopes: one stands on a point that slides on a plane, held by springs, and carries the other.

Derived by hand in two ways and drawn as a model. The rods are A_x(α) A_y(β) of the ground, so the model hangs the
second rod on a joint of its own from the ground and closes the ball joint B by a constraint, and
`compare` sees through that.
"""

from __future__ import annotations

from typing import Any

import sympy as sp

import linkwork as lw
from linkwork.symbolic import A_x, A_y

WAYS = ("lagrange", "newton-euler")
DURATION = 4.0
SHOWS = ("S4.9",)
LOOK = (-60.0, 15.0)
PLOTS = ("rod 1.alpha", "rod 2.beta", "rod 1.x", "rod 1.y")
TRACES = [lw.Trace("top", "gyroscope 2", (0, 0, 1.5))]
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
    """Angular velocities of the rods and of the gyroscopes, in the axes of the rods."""
    of_rods = [A_y(q[k + 1]).T * sp.Matrix([u[k], 0, 0]) + sp.Matrix([0, u[k + 1], 0]) for k in (2, 4)]
    return of_rods, [w + sp.Matrix([0, 0, omega]) for w in of_rods]


def looks(base: float) -> tuple[lw.Shape, ...]:
    """A disc on a rod that begins at the height `base` of its frame; they only show what the numbers describe."""
    middle = (0, 0, base + VALUES["l"] / 2)
    disc = lw.Cylinder(radius=VALUES["r"], length=VALUES["b"], mass=VALUES["m"], at=middle)
    return disc, lw.Cylinder(radius=VALUES["r"] / 20, length=VALUES["l"], mass=0.0, at=middle)


def by_newton_euler() -> lw.NewtonEuler:
    """From both bodies; the springs act at A, which is not the centre of mass."""
    turned, centres, _ = rods()
    of_rods, whole = spins()
    spring = sp.Matrix([-c * q[0], -c * q[1], 0])
    arm = turned[0] * sp.Matrix([0, 0, -length / 2])
    inertia = sp.diag(ACROSS, ACROSS, AXIAL)
    acting: tuple[dict[str, Any], dict[str, Any]] = ({"force": spring, "moment": turned[0].T * arm.cross(spring)}, {})
    first, second = (
        lw.RigidBody(
            f"gyroscope {k + 1}",
            m,
            inertia,
            centres[k],
            turned[k],
            angular_velocity=whole[k],
            frame_velocity=of_rods[k],
            shapes=looks(-VALUES["l"] / 2),
            **acting[k],
        )
        for k in (0, 1)
    )
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
    frames = {f"gyroscope {k + 1}": lw.Frame(centres[k], turned[k], looks(-VALUES["l"] / 2)) for k in (0, 1)}
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


def model() -> lw.Model:
    """Two bodies with wheels in them; A stays in its plane, and B joins the rods."""
    v = VALUES
    model = lw.Model("two linked gyroscopes", gravity=(0.0, 0.0, -v["g"]))
    for k in (1, 2):
        body = model.body(f"gyroscope {k}", *looks(0.0))
        model.connect(f"rod {k}", Rod(), model.ground, body)
        model.connect(f"wheel {k}", lw.Wheel(inertia=v["m"] * v["r"] ** 2 / 2, spin=v["omega"]), body)
    first, second = model.bodies.values()
    model.connect("A", lw.PointInPlane("z"), model.ground, first)
    model.connect("B", lw.PointCoincidence(), first.at(0, 0, v["l"]), second)
    model.connect("springs", lw.Spring(stiffness=v["c"], length=0.0), model.ground, first)
    return model


def modelled() -> lw.System:
    """Its system."""
    return lw.compile_model(model())


def start(system: lw.System) -> lw.State:
    """The first rod leans about x, the second about y, at rest but for the wheels; by hand or of the model."""
    if "alpha1" in system.layout.q:
        return system.state(START)
    leaning = {"rod 1.alpha": START["alpha1"], "rod 1.beta": 0.0, "rod 2.alpha": 0.0, "rod 2.beta": START["beta2"]}
    return lw.assemble(system, fixed={"rod 1.x": 0.0, "rod 1.y": 0.0} | leaning)


def of_model(q: Any, t: Any) -> list[Any]:
    """The ten coordinates of the model in the six of the derivations."""
    along = lw.rotation_x(q[2]) @ lw.rotation_y(q[3]) @ lw.array([0.0, 0.0, VALUES["l"]])
    return [q[0], q[1], 0.0, q[2], q[3], q[0] + along[0], q[1] + along[1], along[2], q[4], q[5]]


def check(way: str = "lagrange") -> lw.Comparison:
    """The equations of a derivation by hand against those of the model."""
    return lw.compare(by_hand(way), modelled(), of_model)


def numbers() -> dict[str, float]:
    """Where A and the second rod are after half a second, by all three routes, and how far the equations are apart."""
    found: dict[str, float] = {}
    for route in (*WAYS, "model"):
        system = modelled() if route == "model" else by_hand(route)
        run = lw.simulate(system, start(system), 0.5, rtol=1e-10, atol=1e-11)
        names = ("rod 1.x", "rod 2.alpha", "rod 2.beta") if route == "model" else ("x_a", "alpha2", "beta2")
        found |= {f"{key}, {route}": float(run[x][-1]) for key, x in zip(("x", "alpha2", "beta2"), names, strict=True)}
    return found | {f"equations apart, {way}": check(way).largest for way in WAYS}


if __name__ == "__main__":
    for way in WAYS:
        print(check(way))
