"""Models with rigid contacts, those of the reference cases among them, and what they start from."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

import numpy as np

import linkwork as lw
from linkwork.contract import Contact
from tests.reference_models import case

EARTH = 9.81


class BallOnFloor(Contact):
    """A ball above the plane z = 0 of the first end."""

    radius = lw.parameter(unit="m")

    def gap(self, rel, t):
        return rel.p[2] - self.radius

    def point(self, rel, t):
        return (rel.p[0], rel.p[1], rel.p[2] - self.radius)


class PointOnPlane(Contact):
    """The second end stays on that side of a plane of the first to which its normal points."""

    normal = lw.option(default=(0.0, 0.0, 1.0))
    height = lw.parameter(default=0.0, unit="m")

    def gap(self, rel, t):
        return sum(n * x for n, x in zip(self.normal, rel.p, strict=True)) - self.height


class Corners(Contact):
    """Points of the second body above the plane z = 0 of the first end."""

    corners = lw.option()

    def _places(self, rel):
        return [rel.p + rel.R @ np.array(corner) for corner in self.corners]

    def gap(self, rel, t):
        return [place[2] for place in self._places(rel)]

    def point(self, rel, t):
        return self._places(rel)

    @property
    def point_names(self):
        return tuple(f"corner {k + 1}" for k in range(len(self.corners)))


class Behind(Contact):
    """On a line: the second end stays in front of the first."""

    def gap(self, rel, t):
        return rel.p[0]


class Stop(Contact):
    """A coordinate stays on one side of a number."""

    of_coordinates = True
    ends = 1
    limit = lw.parameter()
    side = lw.option(default=1.0)

    def gap(self, q, t):
        return self.side * (q[0] - self.limit)


def planar_body(model: lw.Model, name: str, mass: float, inertia: float, hinge: str = "") -> lw.Body:
    """A body that moves in the plane of x (its `y` coordinate) and z (its `x` coordinate), turning about y."""
    body = model.body(name, mass=mass, inertia=(inertia, inertia, inertia))
    model.connect(hinge or f"{name} plane", lw.Planar("y"), model.ground.at(0, 0, 0), body.at(0, 0, 0))
    return body


def planar_values(
    hinge: str, x: float, z: float, turn: float = 0.0, vx: float = 0.0, vz: float = 0.0, rate: float = 0.0
) -> dict[str, float]:
    """The state of a planar body by names, turns counted from x to z."""
    return {
        f"{hinge}.y": x,
        f"{hinge}.x": z,
        f"{hinge}.angle": -turn,
        f"{hinge}.y_dot": vx,
        f"{hinge}.x_dot": vz,
        f"{hinge}.angle_dot": -rate,
    }


def bouncing_disc(parameters: dict[str, Any]) -> lw.Model:
    """G1: a disc that spins and bounces on a rough floor."""
    p = parameters
    model = lw.Model("disc", gravity=(0, 0, -p["g"]))
    disc = planar_body(model, "disc", p["m"], p["beta"] * p["m"] * p["r"] ** 2, "J")
    floor = BallOnFloor(radius=p["r"], restitution=p["eN"], friction=p["mu"])
    model.connect("floor", floor, model.ground.at(0, 0, 0), disc.at(0, 0, 0))
    return model


def rocking_block(friction: float) -> lw.Model:
    """G2: a block on two corners."""
    p = case("G2_rocking_block")["parameters"]
    b, h, m = p["half_width"], p["half_height"], p["m"]
    model = lw.Model("block", gravity=(0, 0, -p["g"]))
    block = planar_body(model, "block", m, m * (4 * b**2 + 4 * h**2) / 12, "J")
    feet = Corners(corners=((-b, 0.0, -h), (b, 0.0, -h)), friction=friction)
    model.connect("floor", feet, model.ground.at(0, 0, 0), block.at(0, 0, 0))
    return model


def row_of_balls(
    masses: Sequence[float], restitution: float | Sequence[float], law: str = "newton", floor: bool = False
) -> lw.Model:
    """G3: bodies on a line, each behind the next; under the first a floor, if there is one."""
    count = len(masses) - 1 + floor
    given = list(restitution) if isinstance(restitution, Sequence) else [restitution] * count
    model = lw.Model("balls", gravity=(0, 0, 0))
    balls = []
    for k, mass in enumerate(masses):
        ball = model.body(f"ball{k}", mass=mass, inertia=(1, 1, 1))
        model.connect(f"J{k}", lw.Prismatic("x"), model.ground.at(0, 0, 0), ball.at(0, 0, 0))
        balls.append(ball)
    pairs = list(itertools.pairwise(balls))
    pairs = [(model.ground, balls[0]), *pairs] if floor else pairs
    for k, (e, (one, other)) in enumerate(zip(given, pairs, strict=True)):
        model.connect(f"c{k}", Behind(restitution=e, law=law), one.at(0, 0, 0), other.at(0, 0, 0))
    return model


def sliding_rod(mu: float, mass: float = 1.0, half_length: float = 1.0) -> lw.Model:
    """G4: a rod whose tip slides on the floor."""
    model = lw.Model("rod", gravity=(0, 0, -EARTH))
    rod = planar_body(model, "rod", mass, mass * half_length**2 / 3, "J")
    model.connect("floor", PointOnPlane(friction=mu), model.ground.at(0, 0, 0), rod.at(-half_length, 0, 0))
    return model


def sliding_rod_values(phi: float, phi_dot: float, tip_speed: float, half_length: float = 1.0) -> dict[str, float]:
    """The state in which its tip is on the floor at x = 0 and slides."""
    c, s = half_length * np.cos(phi), half_length * np.sin(phi)
    return planar_values("J", c, s, phi, tip_speed - s * phi_dot, c * phi_dot, phi_dot)


WOODPECKER_CONTACTS = ("beak", "lower", "upper")


class _Woodpecker:
    """The matrices of G5 in coordinates x = L q in which masses are one."""

    def __init__(self) -> None:
        data = case("G5_woodpecker")
        given = {name: np.array(value) for name, value in data["matrices"].items() if not isinstance(value, str)}
        self.L = np.linalg.cholesky(given["M"]).T
        back = np.linalg.inv(self.L)
        self.load, self.stiffness = back.T @ given["h0"], back.T @ given["K"] @ back
        self.gaps, self.normals, self.slides = given["g0"], back.T @ given["W_N"], back.T @ given["W_T"]
        self.restitution, self.friction = data["parameters"]["e_N"], data["parameters"]["mu"]


class Pole(Contact):
    """A contact of the woodpecker with its pole, by its number."""

    of_coordinates = True
    ends = 3
    number = lw.option()
    toy = lw.option()

    def gap(self, q, t):
        return self.toy.gaps[self.number] + sum(w * x for w, x in zip(self.toy.normals[:, self.number], q, strict=True))

    def slide(self, q, t):
        return sum(w * x for w, x in zip(self.toy.slides[:, self.number], q, strict=True))


class ToySpring(lw.Force):
    """Gravity and the spring between sleeve and bird."""

    ends = 4
    toy = lw.option()

    def energy(self, rel, t):
        x = [end.p[0] for end in rel]
        k, load = self.toy.stiffness, self.toy.load
        return sum(x[i] * (0.5 * sum(k[i, j] * x[j] for j in range(3)) - load[i]) for i in range(3))


def woodpecker(order: Sequence[str] = WOODPECKER_CONTACTS) -> lw.Model:
    """G5: three coordinates of unit masses, contacts on these."""
    toy = _Woodpecker()
    model = lw.Model("woodpecker", gravity=(0, 0, 0))
    bodies = [model.body(f"b{i}", mass=1.0, inertia=(1, 1, 1)) for i in range(3)]
    for i, body in enumerate(bodies):
        model.connect(f"J{i}", lw.Prismatic("x"), model.ground.at(0, 0, 0), body.at(0, 0, 0))
    model.connect("toy", ToySpring(toy=toy), model.ground.at(0, 0, 0), *(body.at(0, 0, 0) for body in bodies))
    for name in order:
        k = WOODPECKER_CONTACTS.index(name)
        pole = Pole(number=k, toy=toy, restitution=toy.restitution[k], friction=toy.friction)
        model.connect(name, pole, *(f"J{i}.displacement" for i in range(3)))
    return model


def woodpecker_values(q: Sequence[float], u: Sequence[float]) -> dict[str, float]:
    """A state of the woodpecker by names."""
    L = _Woodpecker().L
    x, v = L @ np.asarray(q), L @ np.asarray(u)
    return {f"J{i}.displacement": x[i] for i in range(3)} | {f"J{i}.displacement_dot": v[i] for i in range(3)}


def woodpecker_coordinates(state: lw.State) -> tuple[np.ndarray, np.ndarray]:
    """(q, u) of the reference at a state."""
    L = _Woodpecker().L
    names = state.layout.q
    x = np.array([state.q[names.index(f"J{i}.displacement")] for i in range(3)])
    v = np.array([state.u[names.index(f"J{i}.displacement")] for i in range(3)])
    return np.linalg.solve(L, x), np.linalg.solve(L, v)
