r"""Fuel injection pump: a cam of arcs and tangents lifts a plunger by a roller (E. J. Sol, thesis of 1983, chapter 9).

The kinematic run keeps the roller rolling on the cam and centred on its pin. In the dynamic run oil films stand in for
both: an elastohydrodynamic film between cam and roller, whose traction depends on the slip and on the normal load, a
multiplier that is not known before the motion is; and a hydrodynamic film of 6 µm in the bearing of the roller, with
eigenvalues down to −2·10⁸ 1/s. A spring holds the plunger down, and the pressure of the fuel pulses on it. Above
1370 rpm the spring cannot hold the roller on the cam: behind the flank it lifts off, flies, and lands.

All of it is written here or comes from the catalogue; the plane of motion is xy, y up, angles counter-clockwise.
Run it to get the figures of runs over three revolutions, at 1000 rpm and at 1500 rpm.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import linkwork as lw

SPEED = -104.7
"""Angular velocity of the shaft (rad/s): 1000 rpm."""
FAST = 1.5 * SPEED
"""The same at 1500 rpm, where the roller flies."""
PLUNGER, ROLLER, STIFFNESS, PRELOAD = 0.14, 0.032, 25e3, 120.0
"""Masses (kg) and the spring (N/m, N)."""
START = np.radians(-100.0)
TOLERANCES = {"film.x": 1e-16, "film.y": 1e-16, "guide.displacement": 1e-15, "others": 1e-13}
"""The bearing's film has 6 µm and is wanted to nine digits."""
OPTIONS = {"method": "radau", "atol": TOLERANCES}
ABSOLUTE = {"method": "radau", "atol": 1e-11}
"""In absolute coordinates, in which errors are measured by body, relative to the farthest and fastest one."""
DURATION = 2 * np.pi / abs(SPEED)
SHOWS = ("S0.15",)
LOOK = (-80.0, 66.0)
PLOTS = ("guide.displacement", "fuel.pressure", "contact.normal_force", "cam.angle.load")
LIT = [lw.Lit("charge", "fuel.pressure", (0.0, 5.85e6))]
NODES, WEIGHTS = np.polynomial.legendre.leggauss(12)
PHI, WEIGHT = np.pi / 4 * (NODES + 1), np.pi / 4 * WEIGHTS
"""Gauss's rule on [0, π/2] for the traction over the width of the contact."""


@dataclass(frozen=True)
class Cam:
    """A symmetric cam: base circle, straight flank, small transition circle, top circle. The nose is at 270°."""

    base: float = 0.016
    top: float = 0.026
    transition: float = 0.0025
    roller: float = 0.012
    half: float = np.radians(79.0)
    """Angle from the nose to the beginning of a flank."""

    @property
    def arm(self) -> float:
        """Distance of the centre of a transition circle from that of the cam."""
        return self.top - self.transition

    @property
    def turn(self) -> float:
        """The angle over which flank and transition go, seen from the centre."""
        return float(np.arccos((self.base - self.transition) / self.arm))

    @property
    def outline(self) -> lw.ArcsAndLines:
        """The cam itself, counter-clockwise from the middle of its base circle, which is at 90°."""
        flank = (self.arm * np.sin(self.turn), 0.0)
        small = (self.transition * self.turn, 1 / self.transition)
        side = [((np.pi - self.half) * self.base, 1 / self.base), flank, small]
        top = (2 * (self.half - self.turn) * self.top, 1 / self.top)
        return lw.ArcsAndLines([*side, top, *side[::-1]], start=(0.0, self.base), heading=np.pi, closed=True)

    def solid(self, width: float) -> lw.Mesh:
        """The cam as a body to look at, `width` wide."""
        corners = np.array([self.outline.point(s) for s in np.linspace(0.0, self.outline.length, 73)[:-1]], dtype=float)
        count = len(corners)
        sides = np.array([[0.0, 0.0, -width / 2], [0.0, 0.0, width / 2]])
        rings = [corners + side for side in sides]
        faces = []
        for k in range(count):
            a, b = k, (k + 1) % count
            c, d = a + count, b + count
            faces += [(a, b, d), (a, d, c), (2 * count, b, a), (2 * count + 1, c, d)]
        return lw.Mesh(np.concatenate([*rings, sides]), np.array(faces), mass=1.0)

    def borders(self, p: Any) -> tuple[Any, Any, Any]:
        """How far a roller at p is past the normals at which flank, transition and top begin, seen from the base."""
        x, y = abs(p[0]), -p[1]
        first, last = self.half, self.half - self.turn
        along = y * np.sin(first) - x * np.cos(first)
        return along, along - self.arm * np.sin(self.turn), y * np.sin(last) - x * np.cos(last)

    def on_parts(self, p: Any, base: Any, flank: Any, transition: Any, top: Any) -> Any:
        """What holds on the part of the cam that is nearest to a roller at p."""
        borders = self.borders(p)
        found = base
        for past, part in zip(borders, (flank, transition, top), strict=True):
            found = lw.where(past > 0, part, found)
        return found

    def nearest(self, p: Any) -> tuple[Any, Any, Any]:
        """(gap, outward normal, curvature) at the point of the cam that is nearest to a roller at p.

        Nearest points of arcs and tangents are known in closed form: the gap is a distance wherever the roller is, and
        its slope is the normal.
        """
        x, y = p[0], p[1]
        side = lw.where(x < 0, -1.0, 1.0)
        lean, turned = self.half, self.half - self.turn
        flank = side * np.sin(lean), -np.cos(lean)
        from_small = x - side * self.arm * np.sin(turned), y + self.arm * np.cos(turned)
        r, small = lw.sqrt(x * x + y * y), lw.sqrt(from_small[0] ** 2 + from_small[1] ** 2)
        above = x * flank[0] + y * flank[1]
        gap = self.on_parts(p, r - self.base, above - self.base, small - self.transition, r - self.top) - self.roller
        normal = [self.on_parts(p, p[k] / r, flank[k], from_small[k] / small, p[k] / r) for k in range(2)]
        return gap, normal, self.on_parts(p, 1 / self.base, 0.0, 1 / self.transition, 1 / self.top)


class RollerOnCam(lw.Contact):
    """The roller, whose centre is M, rests on the cam, which is fixed in F, or flies."""

    cam = lw.option(doc="the cam")

    def gap(self, rel: Any, t: Any) -> Any:
        """The distance of the roller from the cam."""
        return self.cam.nearest(rel.p)[0]


class RollerJoinedToCam(lw.Constraint):
    """The same where the cam may pull as well: a multiplier below zero is a load that no cam can give."""

    cam = lw.option(doc="the cam")

    def position(self, rel: Any, t: Any) -> Any:
        """The distance of the roller from the cam, along the normal: its multiplier is the normal load."""
        return self.cam.nearest(rel.p)[0]


class TractionFilm(lw.Active):
    r"""The elastohydrodynamic film between cam and roller.

    Hertz's line contact under the load w per length has the pressure p₀ cos φ over its width, Dowson and Higginson's
    film the thickness h; an Eyring fluid with Barus's viscosity carries over it

    $$ F = 2 b L \tau_0 \int_0^{\pi/2} \operatorname{asinh}\!\Bigl(\frac{\eta_0 s}{\tau_0 k_h h}\,
       e^{\alpha p_0 \cos\varphi}\Bigr) \cos\varphi \, d\varphi. $$
    """

    cam = lw.option(doc="the cam")
    length = lw.parameter(unit="m", default=0.010, doc="L, of the contact")
    modulus = lw.parameter(unit="Pa", default=2.06e11 / (1 - 0.3**2), doc="E′ = E/(1 − ν²)")
    viscosity = lw.parameter(unit="Pa*s", default=0.017, doc="η₀")
    piezo = lw.parameter(unit="1/Pa", default=1.85e-8, doc="α, the growth of viscosity with pressure")
    stress = lw.parameter(unit="Pa", default=5.0e6, doc="τ₀, Eyring's stress")
    factor = lw.parameter(default=4.0 / 3.0, doc="k_h, film in the middle over the least film")
    inputs = ("load", "closed")
    outputs = ("slip", "rolling", "thickness", "hertz", "traction")

    def film(self, rel: Any, i: Any) -> dict[str, Any]:
        """Slip, entrainment speed, thickness, largest pressure, traction, and the frame of the contact."""
        roller = self.cam.roller
        _, normal, bend = self.cam.nearest(rel.p)
        tangent = (normal[1], -normal[0])
        path = -(rel.v[0] * tangent[0] + rel.v[1] * tangent[1])
        slip = path - roller * rel.w[2]
        rolling = path / (1 + roller * bend) - slip / 2
        radius = 1 / (1 / roller + bend)
        # Positive and smooth also where the load is about to vanish, or the speed.
        load = (i.load + lw.sqrt(i.load**2 + 0.1**2)) / 2 / self.length
        speed = lw.sqrt(rolling**2 + 0.001**2)
        hertz = lw.sqrt(load * self.modulus / (2 * lw.pi * radius))
        width = lw.sqrt(8 * load * radius / (lw.pi * self.modulus))
        thickness = (
            2.65
            * radius
            * (self.viscosity * speed / (self.modulus * radius)) ** 0.7
            * (self.piezo * self.modulus) ** 0.54
            * (load / (self.modulus * radius)) ** -0.13
        )
        shear = self.viscosity * slip / (self.stress * self.factor * thickness)
        mean = sum(
            w * np.cos(phi) * lw.asinh(shear * lw.exp(self.piezo * hertz * np.cos(phi)))
            for phi, w in zip(PHI, WEIGHT, strict=True)
        )
        # A film that is torn carries nothing, though the smooth load leaves a little of it.
        traction = lw.where(i.closed > 0.5, 2 * width * self.length * self.stress * mean, 0.0)
        values = {"slip": slip, "rolling": rolling, "thickness": thickness, "hertz": hertz, "traction": traction}
        return {**values, "tangent": tangent}

    def wrench(self, rel: Any, i: Any) -> Any:
        """Traction on the roller, at its rim; its moment about the centre."""
        film = self.film(rel, i)
        force = film["traction"]
        return (0, 0, self.cam.roller * force), (force * film["tangent"][0], force * film["tangent"][1], 0)

    def output(self, rel: Any, i: Any) -> Any:
        """What there is to see of the film."""
        film = self.film(rel, i)
        return [film[name] for name in self.outputs]

    def kinks(self, rel: Any) -> Any:
        """Where the roller goes from one part of the cam to the next."""
        return list(self.cam.borders(rel.p))


class BearingFilm(lw.Force):
    """The hydrodynamic film between the pin (first end) and the roller (second end): a cavitating bearing's impedance.

    The film resists the squeeze velocity V_s = ė − (ω/2) k × e by a force W(e/c, V_s) V_s, turned by an angle d;
    friction is Couette's and half the moment of the force.
    """

    radius = lw.parameter(unit="m", default=0.006, doc="of the pin")
    clearance = lw.parameter(unit="m", default=6e-6, doc="c")
    length = lw.parameter(unit="m", default=0.012, doc="of the bearing")
    viscosity = lw.parameter(unit="Pa*s", default=0.017, doc="η₀")
    outputs = ("eccentricity",)

    def wrench(self, rel: Any) -> Any:
        """Moment and force on the roller."""
        slender = (self.length / (2 * self.radius)) ** 2
        spin, e = rel.w[2], (rel.p[0], rel.p[1])
        squeeze = rel.v[0] + spin * e[1] / 2, rel.v[1] - spin * e[0] / 2
        size = lw.sqrt(squeeze[0] ** 2 + squeeze[1] ** 2 + 1e-8**2)
        u = squeeze[0] / size, squeeze[1] / size
        xi = (e[0] * u[0] + e[1] * u[1]) / self.clearance
        eta = (e[0] * u[1] - e[1] * u[0]) / self.clearance
        root = lw.sqrt(1 - eta**2)
        b = (1 - xi**2 - eta**2) / slender
        a = 4 * (1 + 2.12 * b) * root / (3 * (1 + 3.60 * b))
        d = (1 - xi / root) * (lw.asin(eta) - lw.atan(eta / a)) - lw.asin(eta)
        xp = xi * lw.cos(d) - eta * lw.sin(d)
        ep = eta * lw.cos(d) + xi * lw.sin(d)
        q = (1 - xp) / slender
        steep = 0.75 * ep * (1 + 3.60 * q) / (1 - xp)
        w = 1 / (0.150 * lw.sqrt((1 + 2.12 * q) ** 2 + steep**2) * (1 - xp) ** 1.5)
        factor = -2 * self.viscosity * self.length * (self.radius / self.clearance) ** 3 * w
        fx = factor * (lw.cos(d) * squeeze[0] - lw.sin(d) * squeeze[1])
        fy = factor * (lw.cos(d) * squeeze[1] + lw.sin(d) * squeeze[0])
        couette = 2 * lw.pi * self.viscosity * self.radius**3 * self.length * spin / self.clearance
        moment = -couette / lw.sqrt(1 - self._eccentricity(e) ** 2) - (e[0] * fy - e[1] * fx) / 2
        return (0, 0, moment), (fx, fy, 0)

    def output(self, rel: Any) -> Any:
        """ε = |e|/c; the least film is c (1 − ε)."""
        return self._eccentricity((rel.p[0], rel.p[1]))

    def _eccentricity(self, e: Any) -> Any:
        return lw.sqrt(e[0] ** 2 + e[1] ** 2) / self.clearance


class FuelPressure(lw.Active):
    """The pressure of the fuel on the plunger: a pulse over 7° of the shaft, as it was measured."""

    measure = lw.Displacement("y")
    area = lw.parameter(unit="m**2", default=50e-6)
    peak = lw.parameter(unit="Pa", default=5.85e6)
    begin = lw.parameter(unit="rad", default=np.radians(-148.0))
    end = lw.parameter(unit="rad", default=np.radians(-155.0))
    inputs = ("angle",)
    outputs = ("pressure",)

    def output(self, i: Any) -> Any:
        """p(s) = p_m (3125/108) s³ (1 − s)² for 0 < s < 1."""
        middle = i.angle - (self.begin + self.end) / 2
        s = lw.atan2(lw.sin(middle), lw.cos(middle)) / (self.end - self.begin) + 0.5
        inside = self.kinks(i) > 0
        return lw.where(inside, self.peak * (3125 / 108) * s**3 * (1 - s) ** 2, 0.0)

    def law(self, i: Any) -> Any:
        """The force on the plunger, downwards."""
        return -self.area * self.output(i)

    def kinks(self, i: Any) -> Any:
        """Begin and end of the pulse."""
        return lw.cos(i.angle - (self.begin + self.end) / 2) - np.cos((self.begin - self.end) / 2)


def kinematic_model(cam: Cam | None = None, speed: float = SPEED) -> lw.Model:
    """The roller rolls on the cam and turns on the plunger's pin; all motion follows from that of the shaft."""
    cam = cam or Cam()
    m, shaft, plunger, roller = _bodies(cam, speed)
    m.connect("pin", lw.Revolute("z"), plunger, roller)
    m.connect("contact", lw.RollingCurves(cam.outline, lw.CircleCurve(cam.roller)), shaft, roller)
    return m


def dynamic_model(
    cam: Cam | None = None, speed: float = SPEED, restitution: Any = 0.0, joined: bool = False
) -> lw.Model:
    """The roller floats between two films and rests on the cam, from which it lifts off where nothing presses it down.

    `restitution` is the part of its approach that comes back when it lands; `joined`, it cannot leave the cam.
    """
    cam = cam or Cam()
    m, shaft, plunger, roller = _bodies(cam, speed)
    # Measured from the pin, the roller's coordinates are as small as the film and lose no digits.
    m.connect("film", lw.Planar("z"), plunger, roller)
    contact = RollerJoinedToCam(cam) if joined else RollerOnCam(cam, restitution=restitution)
    m.connect("contact", contact, shaft, roller)
    seen = {"load": "contact.multipliers", "closed": 1.0 if joined else "contact.closed"}
    m.connect("traction", TractionFilm(cam), shaft, roller, inputs=seen)
    m.connect("bearing", BearingFilm(), plunger, roller)
    top = 0.100
    spring = lw.Spring(STIFFNESS, top + PRELOAD / STIFFNESS)
    m.connect("spring", spring, m.ground.at(0, cam.base + cam.roller + top, 0), plunger)
    m.connect("fuel", FuelPressure(), m.ground, plunger, inputs={"angle": "cam.angle"})
    return m


def at_start(system: lw.System, speed: float = SPEED) -> lw.State:
    """On the base circle, rolling without slip; at the usual speed the film is in equilibrium with the preload."""
    (x, y), lift = (-1.617259494752863e-6, 5.23578009351026e-7), -5.236247152124267e-7
    spin = -speed * Cam().base / Cam().roller
    if system.coordinates == "tree":
        film = {"film.x": x, "film.y": y, "film.angle": START, "film.angle_dot": spin}
        return system.state({"guide.displacement": lift, **film})
    turned, height = lw.rotation_z(START), Cam().base + Cam().roller + lift
    poses = {
        "shaft": (turned, (0, 0, 0)),
        "plunger": (np.eye(3), (0, height, 0)),
        "roller": (turned, (x, height + y, 0)),
    }
    turning = {"shaft": ((0, 0, speed), (0, 0, 0)), "roller": ((0, 0, spin), (0, 0, 0))}
    return system.placed(poses, turning)


def rolled(system: lw.System, times: Any) -> lw.Kinematics:
    """The kinematic run at given times; the roller touches the base circle 100° from where the outline begins."""
    touching = {"contact.s1": np.radians(100.0) * Cam().base}
    return lw.kinematics(system, lw.assemble(system, guess=touching), times=times)


def revolve(
    system: lw.System, revolutions: float = 3.0, rtol: float = 1e-10, times: Any = None, speed: float = SPEED
) -> lw.Trajectory:
    """The dynamic run of a model with this speed, in tree or in absolute coordinates."""
    end, options = 2 * np.pi * revolutions / abs(speed), OPTIONS if system.coordinates == "tree" else ABSOLUTE
    return lw.simulate(system, at_start(system, speed), end, times=times, rtol=rtol, **options)


def critical_speed(cam: Cam | None = None) -> float:
    """The angular velocity (rad/s) above which the spring loses what the cam throws up, oil films being stiff.

    Behind the flank the lift is h and its second derivative by the angle f″ < 0: F₀ + k h = (m₂ + m₃) |f″| ω².
    """
    cam = cam or Cam()
    u = np.arctan(cam.arm * np.sin(cam.turn) / (cam.base + cam.roller)) - cam.turn
    root = np.sqrt((cam.transition + cam.roller) ** 2 - (cam.arm * np.sin(u)) ** 2)
    bent = cam.arm * np.cos(u) + (cam.arm**2 * np.cos(2 * u) + (cam.arm**2 * np.sin(u) * np.cos(u) / root) ** 2) / root
    lift = cam.arm * np.cos(u) + root - cam.base - cam.roller
    return float(np.sqrt((PRELOAD + STIFFNESS * lift) / ((PLUNGER + ROLLER) * bent)))


@dataclass(frozen=True)
class Flight:
    """One flight of the roller: when it leaves the cam and lands (s), how high it was (m), how fast it lands (m/s)."""

    loss: float
    landing: float
    height: float
    approach: float
    load: float
    """Right after the landing (N)."""


def flights(run: lw.Trajectory) -> list[Flight]:
    """The flights of a run, bounces counted as flights."""
    t, rate, load = run["t"], run["contact.gap_dot"], run["contact.normal_force"]
    found, loss = [], None
    for change in run.contacts:
        # A run has a row before and one after each change.
        before, after = np.searchsorted(t, change.t, "left"), np.searchsorted(t, change.t, "right") - 1
        if change.kind == "impact" and loss is not None:
            height = run.resample(np.linspace(loss, change.t, 2001)[1:-1])["contact.gap"].max()
            found.append(Flight(loss, change.t, float(height), -float(rate[before]), float(load[after])))
        loss = change.t if change.modes.get("contact", "open") == "open" else None
    return found


def _bodies(cam: Cam, speed: float) -> tuple[lw.Model, lw.Body, lw.Body, lw.Body]:
    m = lw.Model("fuel injection pump")
    # The shapes are looks alone: masses and inertias are the thesis's.
    shaft = m.body("shaft", cam.solid(0.010), mass=1.0, com=(0, 0, 0), inertia=(1e-4, 1e-4, 1e-4))
    rod = lw.Cylinder(radius=0.004, length=0.05, axis="y", at=(0, 0.037, 0), mass=0.1)
    plunger = m.body("plunger", rod, mass=PLUNGER, com=(0, 0, 0), inertia=(1e-5, 1e-5, 1e-5))
    ring = lw.Cylinder(radius=cam.roller, inner_radius=0.006, length=0.010, mass=ROLLER)
    roller = m.body("roller", ring, mass=ROLLER, com=(0, 0, 0), inertia=(2e-6, 2e-6, 2.9e-6))
    m.connect("cam", lw.Revolute("z"), m.ground, shaft, drive={"angle": lw.Ramp(speed, offset=START)})
    m.connect("guide", lw.Prismatic("y"), m.ground.at(0, cam.base + cam.roller, 0), plunger)
    return m, shaft, plunger, roller


FIGURES = {
    "driving torque (Nm)": lambda run: run["cam.angle.load"],
    "normal load (N)": lambda run: run["contact.normal_force"],
    "film between cam and roller (µm)": lambda run: 1e6 * run["traction.thickness"],
    "Hertz's pressure (N/mm²)": lambda run: 1e-6 * run["traction.hertz"],
    "slip over entrainment speed": lambda run: run["traction.slip"] / run["traction.rolling"],
    "least film in the bearing (µm)": lambda run: 6.0 * (1.0 - run["bearing.eccentricity"]),
}
"""What the thesis plots over the angle of the shaft (figures 9.6 to 9.11)."""


def draw(run: lw.Trajectory, path: Path) -> None:
    """The figures of a run over its last revolution."""
    import matplotlib.figure

    picture = matplotlib.figure.Figure(figsize=(9, 8), layout="constrained")
    angle = -np.degrees(run["cam.angle"])
    last = angle >= angle[-1] - 360.0
    for place, (title, values) in enumerate(FIGURES.items(), start=1):
        axes = picture.add_subplot(3, 2, place)
        axes.plot(angle[last] - 720.0, values(run)[last], color="#b5502b", linewidth=1.0)
        axes.set_title(title, fontsize=9)
        axes.set_xlabel("−q₁ (°)", fontsize=8)
        axes.grid(alpha=0.3)
    path.parent.mkdir(parents=True, exist_ok=True)
    picture.savefig(path)


def draw_flight(run: lw.Trajectory, joined: lw.Trajectory, path: Path) -> None:
    """Gap and load of a run in which the roller flies, over the last lift; and the load that a joint would need."""
    import matplotlib.figure

    picture = matplotlib.figure.Figure(figsize=(9, 5), layout="constrained")
    titles = ("gap between cam and roller (µm)", "normal load (N); dashed: what a joint would need")
    for place, title in enumerate(titles, start=1):
        axes = picture.add_subplot(2, 1, place)
        for one, style in ((run, "-"), (joined, "--")):
            angle = -np.degrees(one["cam.angle"]) - 720.0
            lift = (angle > 125.0) & (angle < 235.0)
            values = 1e6 * one["contact.gap"] if place == 1 and one is run else one["contact.multipliers"]
            if one is run or place == 2:
                axes.plot(angle[lift], values[lift], style, color="#b5502b", linewidth=1.0)
        axes.set_title(title, fontsize=9)
        axes.set_xlabel("−q₁ (°)", fontsize=8)
        axes.grid(alpha=0.3)
    axes.set_ylim(-200.0, 1200.0)
    path.parent.mkdir(parents=True, exist_ok=True)
    picture.savefig(path, dpi=110)


def model() -> lw.Model:
    """The pump as the gallery runs it, in a housing cut open; the fuel above the plunger is lit by its pressure."""
    m = dynamic_model()
    barrel = [
        (0.0045, 0.064),
        (0.010, 0.064),
        (0.010, 0.070),
        (0.017, 0.074),
        (0.017, 0.122),
        (0.0, 0.122),
        (0.0, 0.113),
        (0.0045, 0.113),
    ]
    cut = lw.Revolution(barrel, "y", angle=np.pi, mass=1.0, rotate={"y": np.pi}, color="#7f8a94")
    m.connect("housing", lw.Fixed(), m.ground, m.body("barrel", cut))
    chamber = lw.Cylinder(0.0045, 0.012, "y", at=(0, 0.107, 0), mass=1.0, color="#e9c46a")
    m.connect("chamber", lw.Fixed(), m.ground, m.body("charge", chamber))
    return m


def start(system: lw.System) -> lw.State:
    """Where it begins."""
    return at_start(system)


def numbers() -> dict[str, float]:
    """The numbers of three revolutions at 1000 rpm, and of the flights in three at 1500 rpm."""
    flying = revolve(lw.compile_model(dynamic_model(speed=FAST)), rtol=1e-9, speed=FAST)
    return {**numbers_of(revolve(lw.compile_model(model()))), **numbers_of_flights(flights(flying))}


def numbers_of_flights(found: list[Flight]) -> dict[str, float]:
    """What there is to tell of flights: those of a rise and of a fall follow each other."""
    return {
        "flights": float(len(found)),
        "critical speed": critical_speed(),
        "first loss": found[0].loss,
        "first landing": found[0].landing,
        "greatest height": max(flight.height for flight in found),
        "fastest landing": max(flight.approach for flight in found),
        "highest load": max(flight.load for flight in found),
    }


def numbers_of(run: lw.Trajectory) -> dict[str, float]:
    """What a run over three revolutions shows in its third."""
    third = run["cam.angle"] <= START - 4 * np.pi
    torque, slip = run["cam.angle.load"][third], (run["traction.slip"] / run["traction.rolling"])[third]
    return {
        "energy error": run.certificate.energy_error / run.certificate.energy_scale,
        "most torque": float(torque.max()),
        "least torque": float(torque.min()),
        "Hertz's peak": float(run["traction.hertz"][third].max()),
        "least load": float(run["contact.normal_force"][third].min()),
        "roller fastest": float(slip.min()),
        "work of the shaft": _work(run["t"], run["cam.angle.load"] * SPEED),
    }


def _work(t: np.ndarray, power: np.ndarray) -> float:
    """∫ P dt over the steps of a run, by the trapezoidal rule."""
    return float(np.sum(np.diff(t) * (power[1:] + power[:-1]) / 2))


if __name__ == "__main__":
    folder = Path(__file__).parents[1] / "build" / "gallery"
    run = revolve(lw.compile_model(model()))
    print(run.certificate)
    draw(run, folder / "fuel_injection_pump.svg")
    flying, joined = (
        revolve(lw.compile_model(dynamic_model(speed=FAST, joined=joined)), speed=FAST) for joined in (False, True)
    )
    draw_flight(flying, joined, folder / "fuel_pump_flight.png")
    for flight in flights(flying):
        print(flight)
    for name, value in {**numbers_of(run), **numbers_of_flights(flights(flying))}.items():
        print(f"{name:20s} {value:.6g}")
