"""A railway wheelset hunts on a straight track: cones on round rails, creep forces that depend on the normal forces.

After B. Simeon, C. Führer, P. Rentrop, "Introduction to differential-algebraic equations in vehicle system dynamics",
1991; creep forces after A. Jaschinski. The frame of the ground moves along the track with the nominal speed.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

import linkwork as lw
from validation.case import Case, Figure, compiled
from validation.ivp.reference import at_the_end, problem

MASS, SPIN_INERTIA, INERTIA, G, V = 16.08, 0.0605, 0.366, 9.81, 30.0
RADIUS, HALF_GAUGE, CONE, RAIL, FRICTION = 0.1, 0.1506, 0.0262, 0.06, 0.12
CX, CZ, ARM = 6400.0, 6400.0, 0.19
ELLIPSE, SHAPE, SIGMA, SHEAR = 1.3537956, 0.7115218, 0.28, 7.92e10
C11, C22, C23 = 4.72772197, 4.27526987, 1.97203505

REMARK = "the start is printed with five digits, and the reference was computed with a tolerance of 1e-9"
REMARK += "; absolute coordinates refuse inputs that are components of reactions"


def touching(axle: Any, x: Any, side: float) -> tuple[Any, ...]:
    """(ψ, ξ, R, slope of the rail, its height, sin φ, cos φ, θ) where a cone touches its rail; side 1 is the left."""
    sp, yaw = axle[1], lw.atan2(-axle[2], axle[0])
    cp, st, ct = lw.sqrt(1 - sp * sp), lw.sin(yaw), lw.cos(yaw)
    incline = -side * np.tan(CONE)
    psi = lw.asin(incline * st * cp / lw.sqrt((st * sp) ** 2 + ct * ct)) - lw.atan2(st * sp, ct)
    s, c = lw.sin(psi), lw.cos(psi)
    slope = (ct * sp * c - st * s - incline * ct * cp) / (incline * sp + cp * c)
    root = lw.sqrt(1 + slope * slope)
    rail_x = side * (HALF_GAUGE + np.sin(CONE) * RAIL) - slope * RAIL / root
    height = RAIL / root - RADIUS - np.cos(CONE) * RAIL
    lean = ct * sp * c - st * s
    at_centre = RADIUS + np.tan(CONE) * HALF_GAUGE
    xi = (rail_x - x - at_centre * lean) / (ct * cp + incline * lean)
    return psi, xi, at_centre + incline * xi, slope, height, sp, cp, yaw


class ConeOnRail(lw.Constraint):
    """A cone touches its rail."""

    side = lw.parameter()

    def position(self, rel: Any, t: Any) -> Any:
        psi, xi, R, _, height, sp, cp, _ = touching(rel.R[:, 0], rel.p[0], self.side)
        return rel.p[1] + xi * sp - R * cp * lw.cos(psi) - height


class Creep(lw.Active):
    """Creep forces at a contact; the normal force is that of the constraint."""

    side = lw.parameter()
    inputs = ("load",)

    def wrench(self, rel: Any, i: Any) -> Any:
        axle = rel.R[:, 0]
        psi, xi, R, slope, _, sp, cp, yaw = touching(axle, rel.p[0], self.side)
        tilt = lw.atan(slope)
        s, c = lw.sin(yaw / lw.cos(tilt)), lw.cos(yaw / lw.cos(tilt))
        yaw_rate = (rel.w[1] - sp * lw.dot(rel.w, axle)) / cp**2
        roll_rate = lw.sin(yaw) * rel.w[0] + lw.cos(yaw) * rel.w[2]
        spin = lw.dot(rel.w, axle) - yaw_rate * sp

        def turned(a: Any) -> Any:
            x, y = a[0] * cp - a[1] * sp, a[0] * sp + a[1] * cp
            return np.array([c * x + s * a[2], y, c * a[2] - s * x])

        r = turned([xi, -R * lw.cos(psi), -R * lw.sin(psi)])
        w = spin * turned([1, 0, 0]) + roll_rate * np.array([s, 0, c]) + np.array([0, yaw_rate, 0])
        turning = lw.cross(w, r)
        slip = turning + rel.v + np.array([0, 0, V])
        rolling = 0.5 * lw.sqrt(lw.dot(2 * turning - slip, 2 * turning - slip))
        sd, cd = lw.sin(tilt), lw.cos(tilt)
        along = (s * slip[0] + c * slip[2]) / rolling
        across = (c * cd * slip[0] + sd * slip[1] - s * cd * slip[2]) / rolling
        bore = (-sd * spin + cd * yaw_rate) / rolling
        normal = i.load * lw.sqrt(1 + slope * slope)
        curvature = 0.5 / (R * np.sqrt(1 + np.tan(CONE) ** 2)) + 0.5 / RAIL
        patch = (3 * normal * (1 - SIGMA) * ELLIPSE / (2 * np.pi * curvature * SHEAR * np.sqrt(SHAPE))) ** (1 / 3)
        most = FRICTION * normal
        tx = -most * lw.tanh(SHEAR * patch**2 * C11 * along / most)
        ty = -most * lw.tanh((SHEAR * patch**2 * C22 * across + SHEAR * patch**3 * C23 * bore) / most)
        size = lw.sqrt(tx * tx + ty * ty)
        less = lw.where(size > most, most / size, 1.0)
        force = less * np.array([s * tx + c * cd * ty, sd * ty, c * tx - s * cd * ty])
        st, ct = lw.sin(yaw), lw.cos(yaw)
        x, y, z = xi * cp + R * lw.cos(psi) * sp, xi * sp - R * lw.cos(psi) * cp, -R * lw.sin(psi)
        return lw.cross(np.array([ct * x + st * z, y, ct * z - st * x]), force), force


class Suspension(lw.Force):
    """Springs of the chassis, sideways and along the track."""

    def wrench(self, rel: Any) -> Any:
        yaw = lw.atan2(-rel.R[2, 0], rel.R[0, 0])
        return (0, -2 * ARM**2 * CZ * yaw, 0), (-2 * CX * rel.p[0], 0, -2 * CZ * rel.p[2])


def model() -> lw.Model:
    m = lw.Model("wheelset", gravity=(0, -G, 0))
    carrier, wheels = m.body("carrier", mass=0.0), m.body("wheels", mass=MASS, inertia=(SPIN_INERTIA, INERTIA, INERTIA))
    m.connect("place", lw.Translation(), m.ground, m.body("slide", mass=0.0))
    m.connect("attitude", lw.Universal("y", "z"), m["slide"], carrier)
    m.connect("axle", lw.Revolute("x"), carrier, wheels)
    m.connect("suspension", Suspension(), m.ground, wheels)
    for name, side in (("left", 1.0), ("right", -1.0)):
        m.connect(name, ConeOnRail(side=side), m.ground, carrier)
        m.connect(f"{name} creep", Creep(side=side), m.ground, wheels, inputs={"load": f"{name}.force.y"})
    return m


def check() -> Iterator[Figure]:
    system = compiled(model())
    x, y, z, theta, phi = problem("wheelset")["start"][:5]
    values = {"place.x": x, "place.y": y, "place.z": z, "axle.angle_dot": V / RADIUS}
    angles = [name for name in system.hinged.layout.q if name.startswith("attitude.")]
    values |= dict(zip(angles, (theta, phi), strict=True))
    start = lw.assemble(system, guess=values)
    run = lw.simulate(system, start, 10.0, rtol=1e-9, atol=1e-12)
    end = system.channels(run.state(-1))
    places = [end[f"place.{a}"] for a in "xyz"] + [end[a] for a in angles]
    speeds = [end[f"place.{a}_dot"] for a in "xyz"] + [end[f"{a}_dot"] for a in angles]
    axle = run["carrier.rotation"][-1][:, 0]
    contact = [float(v) for side in (-1.0, 1.0) for v in touching(axle, end["place.x"], side)[:2]]
    found = {
        "position": places,
        "velocity": [*speeds, end["axle.angle_dot"] - V / RADIUS],
        "contact": contact,
        "multiplier": [-run[f"{name}.force.y"][-1] / 1e4 for name in ("left", "right")],
    }
    yield from at_the_end("wheelset", found, 1e-9, {"": 1e-5})


def cases() -> Iterator[Case]:
    shows = (touching, ConeOnRail, Creep, Suspension, model)
    yield Case(
        "wheelset", "wheelset that hunts on a straight track, 10 s", check, shows, REMARK, slow=True, in_both=False
    )
