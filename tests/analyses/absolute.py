"""A second program for mechanisms with loops: six coordinates a body, every joint by rows, plain NumPy.

A mechanism is described once, by `Joint`s and `Part`s; `model` hands it to linkwork and `solve` to the program here.
Rows and their derivatives are written by hand from three kinds: two points coincide, two directions stay perpendicular,
a point stays in a plane. Nothing of linkwork but its state by name is used: poses and velocities of the bodies are
built from the coordinates of the joints by Rodrigues' formula.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

import linkwork as lw

X, Y, Z = np.eye(3)


@dataclass
class Part:
    """A rigid body."""

    mass: float
    com: np.ndarray
    inertia: np.ndarray


@dataclass
class Joint:
    """A joint between points of two bodies; `None` is the ground. Revolutes and slides are about z."""

    kind: str
    first: str | None
    F: tuple[np.ndarray, np.ndarray]
    second: str | None
    M: tuple[np.ndarray, np.ndarray]
    cut: bool = False
    drive: tuple[float, float, float] | None = None
    """Angle, its rate and twice its curvature at t = 0."""


@dataclass
class Mechanism:
    """Parts and joints by name; joints of the tree stand in the order in which they can be followed outwards."""

    parts: dict[str, Part]
    joints: dict[str, Joint]
    gravity: np.ndarray = field(default_factory=lambda: np.array([0.0, 0.0, -9.81]))

    def model(self) -> lw.Model:
        hinges = {"revolute": lw.Revolute("z"), "prismatic": lw.Prismatic("z"), "spherical": lw.Spherical()}
        hinges["universal"] = lw.Universal("x", "y")
        m = lw.Model("mechanism", gravity=self.gravity)
        bodies = {n: m.body(n, mass=p.mass, com=p.com, inertia=p.inertia) for n, p in self.parts.items()}
        for name, j in self.joints.items():
            ends = [
                (m.ground if body is None else bodies[body]).at(*place, rotate=turn)
                for body, (turn, place) in ((j.first, j.F), (j.second, j.M))
            ]
            drive = {} if j.drive is None else {"angle": lw.Polynomial(j.drive)}
            m.connect(name, hinges[j.kind], *ends, drive=drive, tree="cut" if j.cut else "branch")
        return m


@dataclass
class Moving:
    """A body in motion, in world axes; positions and velocities are those of the centre of mass."""

    R: np.ndarray
    p: np.ndarray
    w: np.ndarray
    v: np.ndarray


GROUND = Moving(np.eye(3), np.zeros(3), np.zeros(3), np.zeros(3))


def turn(axis: np.ndarray, angle: float) -> np.ndarray:
    """Rodrigues."""
    n = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
    return np.eye(3) + np.sin(angle) * n + (1 - np.cos(angle)) * n @ n


def across(kind: str, value: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """(R, p) of M in F, and its angular velocity and velocity in the axes of F; `value` reads a state by name."""
    none = np.zeros(3)
    if kind == "revolute":
        return turn(Z, value("angle")), none, value("angle_dot") * Z, none
    if kind == "prismatic":
        return np.eye(3), value("displacement") * Z, none, value("displacement_dot") * Z
    if kind == "universal":
        first = turn(X, value("first"))
        spin = value("first_dot") * X + value("second_dot") * first @ Y
        return first @ turn(Y, value("second")), none, spin, none
    e = np.array([value(f"e{k}") for k in range(4)])
    half = np.arctan2(np.linalg.norm(e[1:]), e[0])
    size = np.linalg.norm(e[1:])
    R = turn(e[1:] / size, 2 * half) if size > 1e-12 else np.eye(3)
    return R, none, R @ np.array([value(f"w_{x}") for x in "xyz"]), none


def place(mechanism: Mechanism, state: lw.State) -> dict[str | None, Moving]:
    """All bodies, following the joints that are not cut."""
    found: dict[str | None, Moving] = {None: GROUND}
    origins = {None: np.zeros(3)}
    for name, j in mechanism.joints.items():
        if j.cut:
            continue
        base = found[j.first]
        R, p, w, v = across(j.kind, lambda what, name=name: state[f"{name}.{what}"])
        R_WF = base.R @ j.F[0]
        at_F = origins[j.first] + base.R @ j.F[1]
        at_M = at_F + R_WF @ p
        R_WB = R_WF @ R @ j.M[0].T
        spin = base.w + R_WF @ w
        velocity = base.v + np.cross(base.w, at_M - base.p) + R_WF @ v
        origin = at_M - R_WB @ j.M[1]
        com = origin + R_WB @ mechanism.parts[j.second].com  # type: ignore[index]
        found[j.second] = Moving(R_WB, com, spin, velocity + np.cross(spin, com - at_M))
        origins[j.second] = origin
    return found


@dataclass
class Row:
    """One condition: its value and rate, what multiplies (α, a) of either body, and what is left of its second rate."""

    g: float
    g_dot: float
    first: np.ndarray
    second: np.ndarray
    rest: float


def perpendicular(one: Moving, e: np.ndarray, two: Moving, f: np.ndarray) -> Row:
    """e·f = 0 for directions fixed on either body, in world axes."""
    e_dot, f_dot = np.cross(one.w, e), np.cross(two.w, f)
    across = np.cross(e, f)
    rest = np.cross(one.w, e_dot) @ f + 2 * e_dot @ f_dot + e @ np.cross(two.w, f_dot)
    return Row(e @ f, e_dot @ f + e @ f_dot, np.r_[across, 0, 0, 0], np.r_[-across, 0, 0, 0], rest)


def in_plane(one: Moving, e: np.ndarray, r: np.ndarray, two: Moving, s: np.ndarray, fixed: bool = False) -> Row:
    """e·(P₂ − P₁) = 0; r and s are arms of the points from the centres of mass. `fixed`: e does not turn."""
    d = two.p + s - one.p - r
    d_dot = two.v + np.cross(two.w, s) - one.v - np.cross(one.w, r)
    rest = e @ (np.cross(two.w, np.cross(two.w, s)) - np.cross(one.w, np.cross(one.w, r)))
    first, second = np.r_[-np.cross(r, e), -e], np.r_[np.cross(s, e), e]
    rate = e @ d_dot
    if not fixed:
        e_dot = np.cross(one.w, e)
        rest += np.cross(one.w, e_dot) @ d + 2 * e_dot @ d_dot
        first[:3] += np.cross(e, d)
        rate += e_dot @ d
    return Row(e @ d, rate, first, second, rest)


def rows_of(mechanism: Mechanism, j: Joint, bodies: dict[str | None, Moving]) -> list[Row]:
    """The conditions of a joint; a drive is the last."""
    one, two = bodies[j.first], bodies[j.second]
    r, s = (
        np.zeros(3) + b.R @ (end[1] - (mechanism.parts[n].com if n else np.zeros(3)))
        for n, b, end in ((j.first, one, j.F), (j.second, two, j.M))
    )
    F, M = one.R @ j.F[0], two.R @ j.M[0]
    if j.kind == "prismatic":
        slide = [in_plane(one, F[:, k], r, two, s) for k in (0, 1)]
        return slide + [perpendicular(one, F[:, k], two, M[:, (k + 1) % 3]) for k in range(3)]
    rows = [in_plane(one, e, r, two, s, fixed=True) for e in np.eye(3)]
    if j.kind == "revolute":
        rows += [perpendicular(one, F[:, k], two, M[:, 2]) for k in (0, 1)]
    if j.kind == "universal":
        rows.append(perpendicular(one, F[:, 0], two, M[:, 1]))
    if j.drive is not None:
        axis = F[:, 2]  # on the ground
        rows.append(Row(0.0, axis @ two.w - j.drive[1], np.zeros(6), np.r_[axis, 0, 0, 0], -2 * j.drive[2]))
    return rows


@dataclass
class Solved:
    """Accelerations (α, a of the centres of mass), loads by joint, and how far the state is off the rows."""

    bodies: dict[str | None, Moving]
    accelerations: dict[str, np.ndarray]
    loads: dict[str, np.ndarray]
    """(moment, force) on the second body at its end, in the axes of the first."""
    drives: dict[str, float]
    gap: float
    redundant: int


def solve(mechanism: Mechanism, state: lw.State) -> Solved:
    """Newton–Euler for every body and the second rates of all rows, at once (index 1)."""
    bodies = place(mechanism, state)
    index = {name: 6 * k for k, name in enumerate(mechanism.parts)}
    size = 6 * len(index)
    mass, right = np.zeros((size, size)), np.zeros(size)
    for name, k in index.items():
        part, b = mechanism.parts[name], bodies[name]
        inertia = b.R @ part.inertia @ b.R.T
        mass[k : k + 3, k : k + 3], mass[k + 3 : k + 6, k + 3 : k + 6] = inertia, part.mass * np.eye(3)
        right[k : k + 6] = [*-np.cross(b.w, inertia @ b.w), *part.mass * mechanism.gravity]
    rows = {name: rows_of(mechanism, j, bodies) for name, j in mechanism.joints.items()}
    flat = [(j, row) for name, j in mechanism.joints.items() for row in rows[name]]
    P = np.zeros((len(flat), size))
    for k, (j, row) in enumerate(flat):
        for body, part in ((j.first, row.first), (j.second, row.second)):
            if body is not None:
                P[k, index[body] : index[body] + 6] += part
    inner, outer = np.linalg.inv(mass), np.array([row.rest for _, row in flat])
    lam = np.linalg.pinv(P @ inner @ P.T, rcond=1e-10) @ (-outer - P @ inner @ right)
    found = inner @ (right + P.T @ lam)
    assert np.abs(P @ found + outer).max() < 1e-9
    gap = max(max(abs(row.g), abs(row.g_dot)) for _, row in flat)
    loads, drives, start = {}, {}, 0
    for name, j in mechanism.joints.items():
        own = lam[start : start + len(rows[name])]
        start += len(own)
        loads[name] = _load(mechanism, j, bodies, sum(x * row.second for x, row in zip(own, rows[name], strict=True)))
        if j.drive is not None:
            drives[name] = float(own[-1])
    parts = {name: found[k : k + 6] for name, k in index.items()}
    return Solved(bodies, parts, loads, drives, gap, len(P) - int(np.linalg.matrix_rank(P, tol=1e-8)))


def _load(mechanism: Mechanism, j: Joint, bodies: dict[str | None, Moving], wrench: Any) -> np.ndarray:
    """A wrench at the second body's centre of mass in world axes, at the joint's second end in the first's axes."""
    two, part = bodies[j.second], mechanism.parts[j.second] if j.second else None
    arm = two.R @ (j.M[1] - (part.com if part else np.zeros(3)))
    turned = (bodies[j.first].R @ j.F[0]).T
    return np.concatenate([turned @ (wrench[:3] - np.cross(arm, wrench[3:])), turned @ wrench[3:]])


def balance(mechanism: Mechanism, solved: Solved, loads: dict[str, np.ndarray]) -> float:
    """How far given loads are from what the bodies need for their accelerations, the largest component."""
    needed = {}
    for name, part in mechanism.parts.items():
        b, rate = solved.bodies[name], solved.accelerations[name]
        inertia = b.R @ part.inertia @ b.R.T
        spin = inertia @ rate[:3] + np.cross(b.w, inertia @ b.w)
        needed[name] = np.concatenate([spin, part.mass * (rate[3:] - mechanism.gravity)])
    for name, j in mechanism.joints.items():
        F = solved.bodies[j.first].R @ j.F[0]
        moment, force = F @ loads[name][:3], F @ loads[name][3:]
        two = solved.bodies[j.second]
        at = two.p + two.R @ (j.M[1] - (mechanism.parts[j.second].com if j.second else np.zeros(3)))
        for body, sign in ((j.second, 1.0), (j.first, -1.0)):
            if body is not None:
                arm = at - solved.bodies[body].p
                needed[body] -= sign * np.concatenate([moment + np.cross(arm, force), force])
    return max(float(np.abs(x).max()) for x in needed.values())


def joint_rates(mechanism: Mechanism, state: lw.State, solved: Solved) -> dict[str, float]:
    """u̇ of the joints that are not cut, by name, out of the accelerations of the bodies."""
    found: dict[str, float] = {}
    rates = {None: np.zeros(6), **solved.accelerations}
    for name, j in mechanism.joints.items():
        if j.cut:
            continue
        one, two = solved.bodies[j.first], solved.bodies[j.second]
        a, b = rates[j.first], rates[j.second]
        F, M = one.R @ j.F[0], two.R @ j.M[0]
        spin = b[:3] - a[:3]
        if j.kind == "revolute":
            found[f"{name}.angle_dot"] = float(F[:, 2] @ spin)
        elif j.kind == "spherical":
            own = M.T @ (spin + np.cross(two.w, one.w))
            found |= {f"{name}.w_{x}": float(value) for x, value in zip("xyz", own, strict=True)}
        elif j.kind == "universal":
            first, rate = turn(X, state[f"{name}.first"]), [state[f"{name}.{x}_dot"] for x in ("first", "second")]
            own = F.T @ (spin - np.cross(one.w, two.w)) - rate[0] * rate[1] * np.cross(X, first @ Y)
            found |= {f"{name}.first_dot": float(own @ X), f"{name}.second_dot": float(own @ first @ Y)}
        else:
            found[f"{name}.displacement_dot"] = _sliding(mechanism, j, solved, a, b)
    return found


def _sliding(mechanism: Mechanism, j: Joint, solved: Solved, a: np.ndarray, b: np.ndarray) -> float:
    """The second rate of n·d for a direction n that turns with the first body."""
    points = []
    for body, (_, place_), rate in ((j.first, j.F, a), (j.second, j.M, b)):
        now = solved.bodies[body]
        arm = now.R @ (place_ - (mechanism.parts[body].com if body else np.zeros(3)))
        points.append((now.p + arm, rate[3:] + np.cross(rate[:3], arm) + np.cross(now.w, np.cross(now.w, arm))))
    one = solved.bodies[j.first]
    n = one.R @ j.F[0][:, 2]
    turning = n @ np.cross(one.w, np.cross(one.w, points[1][0] - points[0][0]))
    return float(n @ (points[1][1] - points[0][1]) - turning)
