"""The fuel injection pump by hand: equations in Sol's coordinates, laws typed again, SciPy's Radau, events by Newton.

Nothing of linkwork is in it. While the roller is on the cam, its centre is r = f(q₂) (−sin δ, cos δ) with
δ = q₁ + q₂ − π/2 and f the pitch curve in polar coordinates; states are (δ, e_y, δ̇, ė_y, slip), and the normal load is
explicit. In flight they are those of three free bodies: (e_x, e_y, q₅) with their rates, and the speed of the roller.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from scipy.integrate import Radau

BASE, TOP, SMALL, ROLLER = 0.016, 0.026, 0.0025, 0.012
HALF = math.radians(79.0)
ARM = TOP - SMALL
TURN = math.acos((BASE - SMALL) / ARM)
FLANK = math.atan(ARM * math.sin(TURN) / (BASE + ROLLER))
NOSE = 1.5 * math.pi
EDGES = [-HALF, FLANK - HALF, TURN - HALF, HALF - TURN, HALF - FLANK, HALF]
"""Angles from the nose at which the pitch curve goes from one part to the next."""
CURVATURE = (1 / BASE, 0.0, 1 / SMALL, 1 / TOP, 1 / SMALL, 0.0)
"""Of the parts of the cam: base, flank, transition, top, transition, flank."""
M_ROLLER, J_ROLLER, M_PLUNGER = 0.032, 2.9e-6, 0.14
STIFFNESS, PRELOAD = 25e3, 120.0
LENGTH, MODULUS, VISCOSITY, PIEZO, STRESS, FACTOR = 0.010, 2.06e11 / (1 - 0.3**2), 0.017, 1.85e-8, 5.0e6, 4.0 / 3.0
PIN, CLEARANCE, BEARING = 0.006, 6e-6, 0.012
NODES = [
    (math.cos(phi), weight * math.pi / 4 * math.cos(phi))
    for phi, weight in ((math.pi / 4 * (x + 1), w) for x, w in zip(*np.polynomial.legendre.leggauss(12), strict=True))
]
START = math.radians(-100.0)
FUEL = (math.radians(-148.0), math.radians(-155.0))
AREA, PEAK = 50e-6, 5.85e6
CAM_ATOL = np.array([1e-15, 1e-16, 1e-13, 1e-13, 1e-13])
FLIGHT_ATOL = np.array([1e-16, 1e-16, 1e-15, 1e-13, 1e-13, 1e-13, 1e-13])


def from_nose(q2: Any) -> Any:
    """An angle on the cam, from its nose, between −π and π."""
    return q2 - NOSE - 2 * math.pi * round((q2.real - NOSE) / (2 * math.pi))


def part_of(q2: float) -> int:
    """The part of the cam at an angle, as in `CURVATURE`."""
    return sum(from_nose(q2) > edge for edge in EDGES) % 6


def pitch(q2: Any, part: int, m: Any = math) -> tuple[Any, Any, Any]:
    """f, f′ and f″ of a part of the pitch curve."""
    if part in (0, 3):
        return (BASE if part == 0 else TOP) + ROLLER, 0.0, 0.0
    a, side = from_nose(q2), -1.0 if part < 3 else 1.0
    if part in (1, 5):
        u = a - side * HALF
        f = (BASE + ROLLER) / m.cos(u)
        tangent = m.sin(u) / m.cos(u)
        return f, f * tangent, f * (1 + 2 * tangent * tangent)
    u, radius = a - side * (HALF - TURN), SMALL + ROLLER
    s, c = m.sin(u), m.cos(u)
    w = m.sqrt(radius * radius - (ARM * s) ** 2)
    w_1 = -ARM * ARM * s * c / w
    return ARM * c + w, -ARM * s + w_1, -ARM * c - (ARM * ARM * (c * c - s * s) + w_1 * w_1) / w


def traction(slip: Any, rolling: Any, load: Any, curvature: float, m: Any) -> Any:
    """The force of the film between cam and roller."""
    radius = 1 / (1 / ROLLER + curvature)
    w = (load + m.sqrt(load * load + 0.01)) / 2 / LENGTH
    speed = m.sqrt(rolling * rolling + 1e-6)
    hertz = m.sqrt(w * MODULUS / (2 * math.pi * radius))
    width = m.sqrt(8 * w * radius / (math.pi * MODULUS))
    thickness = 2.65 * radius * (VISCOSITY * speed / (MODULUS * radius)) ** 0.7
    thickness *= (PIEZO * MODULUS) ** 0.54 * (w / (MODULUS * radius)) ** -0.13
    shear = VISCOSITY * slip / (STRESS * FACTOR * thickness)
    mean = sum(weight * m.asinh(shear * m.exp(PIEZO * hertz * c)) for c, weight in NODES)
    return 2 * width * LENGTH * STRESS * mean


def bearing(x: Any, y: Any, vx: Any, vy: Any, spin: Any, m: Any) -> tuple[Any, Any, Any]:
    """Forces and moment of the film in the bearing on the roller."""
    slender = (BEARING / (2 * PIN)) ** 2
    sx, sy = vx + spin * y / 2, vy - spin * x / 2
    size = m.sqrt(sx * sx + sy * sy + 1e-16)
    xi, eta = (x * sx + y * sy) / size / CLEARANCE, (x * sy - y * sx) / size / CLEARANCE
    root = m.sqrt(1 - eta * eta)
    b = (1 - xi * xi - eta * eta) / slender
    a = 4 * (1 + 2.12 * b) * root / (3 * (1 + 3.60 * b))
    d = (1 - xi / root) * (m.asin(eta) - m.atan(eta / a)) - m.asin(eta)
    c, s = m.cos(d), m.sin(d)
    along, across = xi * c - eta * s, eta * c + xi * s
    q = (1 - along) / slender
    steep = 0.75 * across * (1 + 3.60 * q) / (1 - along)
    w = 1 / (0.150 * m.sqrt((1 + 2.12 * q) ** 2 + steep * steep) * (1 - along) ** 1.5)
    k = -2 * VISCOSITY * BEARING * (PIN / CLEARANCE) ** 3 * w
    fx, fy = k * (c * sx - s * sy), k * (c * sy + s * sx)
    film = m.sqrt(1 - (x * x + y * y) / CLEARANCE**2)
    couette = -2 * math.pi * VISCOSITY * PIN**3 * BEARING * spin / (CLEARANCE * film)
    return fx, fy, couette - (x * fy - y * fx) / 2


@dataclass
class FlightByHand:
    """When the roller leaves the cam and lands, how fast, and the load right after."""

    loss: float
    landing: float = math.nan
    approach: float = math.nan
    load: float = math.nan


@dataclass
class PumpByHand:
    """A run of the pump at a speed of its shaft."""

    speed: float
    rtol: float = 1e-9
    flights: list[FlightByHand] = field(default_factory=list)

    def angle(self, t: float) -> float:
        """q₁."""
        return START + self.speed * t

    def fuel(self, t: float) -> float:
        """The force of the fuel on the plunger."""
        turned = (self.angle(t) - FUEL[0]) / (FUEL[1] - FUEL[0])
        turned %= 2 * math.pi / abs(FUEL[1] - FUEL[0])
        return -AREA * PEAK * (3125 / 108) * turned**3 * (1 - turned) ** 2 if turned < 1 else 0.0

    def on_cam(self, t: float, y: Sequence[Any], part: int, m: Any) -> tuple[list[Any], Any]:
        """Rates of (δ, e_y, δ̇, ė_y, slip), and the normal load."""
        delta, ey, delta_dot, ey_dot, slip = y
        q2, q2_dot = delta + math.pi / 2 - self.angle(t), delta_dot - self.speed
        f, f_1, f_2 = pitch(q2, part, m)
        c, s = m.cos(delta), m.sin(delta)
        e_r, e_t = (-s, c), (-c, -s)
        length = m.sqrt(f * f + f_1 * f_1)
        cos_b, sin_b = f / length, -f_1 / length
        n = [cos_b * e_r[k] + sin_b * e_t[k] for k in range(2)]
        along = [sin_b * e_r[k] - cos_b * e_t[k] for k in range(2)]
        v = [f_1 * q2_dot * e_r[k] + f * delta_dot * e_t[k] for k in range(2)]
        spin = self.speed + (length * q2_dot - slip) / ROLLER
        fx, fy, moment = bearing(-f * s, ey, v[0], ey_dot, spin, m)
        outward, around = f_2 * q2_dot**2 - f * delta_dot**2, 2 * f_1 * q2_dot * delta_dot
        load = M_ROLLER * (cos_b * outward + sin_b * around) - (n[0] * fx + n[1] * fy)
        bend = CURVATURE[part]
        rolling = length * q2_dot / (1 + ROLLER * bend) - slip / 2
        force = traction(slip, rolling, load, bend, m)
        pushed = (force + along[0] * fx + along[1] * fy) / M_ROLLER
        delta_ddot = (sin_b * outward - cos_b * around - pushed) / length
        lift = f * c - (BASE + ROLLER) - ey
        lifting = (-fy - STIFFNESS * lift - PRELOAD + self.fuel(t)) / M_PLUNGER
        rising = (outward + f_1 * delta_ddot) * e_r[1] + (f * delta_ddot + around) * e_t[1]
        turning = (ROLLER * force + moment) / J_ROLLER
        slip_dot = delta_ddot * length + q2_dot**2 * f_1 * (f + f_2) / length - ROLLER * turning
        return [delta_dot, ey_dot, delta_ddot, rising - lifting, slip_dot], load

    def in_flight(self, t: float, y: Sequence[Any], m: Any = math) -> list[Any]:
        """Rates of (e_x, e_y, q₅, their rates, ω)."""
        x, ey, lift, vx, vy, lift_dot, spin = y
        fx, fy, moment = bearing(x, ey, vx, vy, spin, m)
        lifting = (-fy - STIFFNESS * lift - PRELOAD + self.fuel(t)) / M_PLUNGER
        return [vx, vy, lift_dot, fx / M_ROLLER, fy / M_ROLLER - lifting, lifting, moment / J_ROLLER]

    def clearance(self, t: float, y: Sequence[float]) -> tuple[float, float, np.ndarray]:
        """(radial distance from the pitch curve, rate of the gap, normal) in flight."""
        x, ey, lift, vx, vy, lift_dot, _ = y
        p, v = np.array([x, BASE + ROLLER + lift + ey]), np.array([vx, vy + lift_dot])
        q2 = math.atan2(p[1], p[0]) - self.angle(t)
        r, (f, f_1, _) = math.hypot(*p), pitch(q2, part_of(q2))
        e_t = np.array([-p[1], p[0]]) / r
        n = (f * p / r - f_1 * e_t) / math.hypot(f, f_1)
        return r - f, float(n @ (v - self.speed * r * e_t)), n

    def run(self, t_end: float, start: Sequence[float]) -> PumpByHand:
        """From (e_x, e_y, spin) on the base circle at rest in the bearing."""
        x, ey, spin = start
        delta = math.asin(-x / (BASE + ROLLER))
        t, closed = 0.0, True
        y = np.array([delta, ey, 0.0, 0.0, -(BASE + ROLLER) * self.speed - ROLLER * (spin - self.speed)])
        pulses = self._pulses(t_end)
        while t < t_end:
            stop = min([t_end, *(pulse for pulse in pulses if pulse > t)])
            piece = self._cam_piece if closed else self._flight_piece
            t, y, closed = piece(t, y, stop)
        return self

    def _pulses(self, t_end: float) -> list[float]:
        """When the fuel's pulse begins and ends."""
        turns = range(int(abs(self.speed) * t_end / (2 * math.pi)) + 2)
        return sorted((edge - 2 * math.pi * k - START) / self.speed for k in turns for edge in FUEL)

    def _cam_piece(self, t: float, y: np.ndarray, stop: float) -> tuple[float, np.ndarray, bool]:
        """Along one part of the cam, up to its end, to where the load is used up, or to `stop`."""

        def cam_angle(t: float, y: np.ndarray) -> float:
            return float(y[0] + math.pi / 2 - self.angle(t))

        q2 = cam_angle(t, y) + 1e-12
        part = part_of(q2)
        ahead = (EDGES[part] - from_nose(q2)) % (2 * math.pi)

        def rates(t: float, y: Sequence[Any], m: Any = math) -> list[Any]:
            return self.on_cam(t, y, part, m)[0]

        def load(t: float, y: np.ndarray) -> float:
            return float(self.on_cam(t, y, part, math)[1])

        t, y, which = integrate(
            rates, t, y, stop, self.rtol, CAM_ATOL, [lambda t, y: q2 + ahead - cam_angle(t, y), load]
        )
        if which != 1:
            return t, y, True
        self.flights.append(FlightByHand(t))
        f, f_1, _ = pitch(cam_angle(t, y), part)
        c, s, q2_dot = math.cos(y[0]), math.sin(y[0]), y[2] - self.speed
        vx, vy = -f_1 * q2_dot * s - f * y[2] * c, f_1 * q2_dot * c - f * y[2] * s
        spin = self.speed + (math.hypot(f, f_1) * q2_dot - y[4]) / ROLLER
        return t, np.array([-f * s, y[1], f * c - BASE - ROLLER - y[1], vx, y[3], vy - y[3], spin]), False

    def _flight_piece(self, t: float, y: np.ndarray, stop: float) -> tuple[float, np.ndarray, bool]:
        """Up to a landing without restitution, or to `stop`."""

        def gap(t: float, y: np.ndarray) -> float:
            # Just after a loss the gap is rounding.
            return self.clearance(t, y)[0] + 1e-15

        t, y, which = integrate(self.in_flight, t, y, stop, self.rtol, FLIGHT_ATOL, [gap])
        if which != 0:
            return t, y, False
        _, approach, n = self.clearance(t, y)
        x, ey, lift, vx, vy, lift_dot, spin = y
        p = np.array([x, BASE + ROLLER + lift + ey])
        v = np.array([vx, vy + lift_dot]) - approach * n
        delta, delta_dot = math.atan2(-p[0], p[1]), (p[0] * v[1] - p[1] * v[0]) / (p @ p)
        q2 = delta + math.pi / 2 - self.angle(t)
        f, f_1, _ = pitch(q2, part_of(q2))
        slip = math.hypot(f, f_1) * (delta_dot - self.speed) - ROLLER * (spin - self.speed)
        landed = np.array([delta, ey, delta_dot, v[1] - lift_dot, slip])
        load = float(self.on_cam(t, landed, part_of(q2), math)[1])
        self.flights[-1] = FlightByHand(self.flights[-1].loss, t, -approach, load)
        return t, landed, True


Rates = Callable[..., Sequence[Any]]


def slopes(rates: Rates, t: float, y: np.ndarray) -> np.ndarray:
    """∂f/∂y, exact to rounding: the imaginary part at an imaginary step too small to matter."""
    columns = []
    for k in range(len(y)):
        moved: list[Any] = [complex(x) for x in y]
        moved[k] += 1e-60j
        columns.append([complex(x).imag * 1e60 for x in rates(t, moved, cmath)])
    return np.array(columns).T


def integrate(
    rates: Rates,
    t: float,
    y: np.ndarray,
    stop: float,
    rtol: float,
    atol: np.ndarray,
    falling: Sequence[Callable[[float, np.ndarray], float]],
) -> tuple[float, np.ndarray, int]:
    """(t, y, which): up to `stop` (−1), or to where one of the functions falls through zero.

    A step in which one does is taken anew, up to where its polynomial has the zero, and from there by Newton's method.
    """

    def solver(t: float, y: np.ndarray, until: float) -> Radau:
        return Radau(
            lambda t, y: np.array(rates(t, y)), t, y, until, rtol=rtol, atol=atol, jac=lambda t, y: slopes(rates, t, y)
        )

    steps = solver(t, y, stop)
    values = [max(g(t, y), 0.0) for g in falling]
    while steps.status == "running":
        before, y_before = steps.t, steps.y.copy()
        said = steps.step()
        assert steps.status != "failed", (said, steps.t)
        now = [g(steps.t, steps.y) for g in falling]
        crossed = [k for k in range(len(falling)) if now[k] < 0.0 < values[k]]
        if crossed:
            between = steps.dense_output()
            first, which = min((_zero(falling[k], between, before, steps.t), k) for k in crossed)
            return (*_landed(rates, solver, falling[which], before, y_before, first), which)
        values = now
    return steps.t, steps.y, -1


def _zero(g: Callable[[float, np.ndarray], float], path: Any, low: float, high: float) -> float:
    for _ in range(60):
        middle = 0.5 * (low + high)
        low, high = (low, middle) if g(middle, path(middle)) < 0.0 else (middle, high)
    return high


def _landed(rates: Rates, solver: Any, g: Any, t: float, y: np.ndarray, first: float) -> tuple[float, np.ndarray]:
    """Where the function is zero, by steps of the method itself."""
    for _ in range(6):
        if first > t:
            steps = solver(t, y, first)
            while steps.status == "running":
                steps.step()
            y = steps.y
        else:
            y = y + (first - t) * np.array(rates(t, y))
        t = first
        ahead = 1e-9
        slope = (g(t + ahead, y + ahead * np.array(rates(t, y))) - g(t, y)) / ahead
        change = -g(t, y) / slope
        first = t + change
        if abs(change) < 1e-16:
            break
    return t, y
