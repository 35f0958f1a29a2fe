"""Random trees against Pinocchio: mass matrix, bias, and accelerations by both ways, to rounding."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.formulation import Equations, derive

pin = pytest.importorskip("pinocchio")

KINDS = ("revolute", "prismatic", "spherical", "free", "universal", "screw")
TOLERANCE = 1e-10
SIZES = [*range(1, 31)]


@dataclass
class Pair:
    """One tree in both programs; `kinds` are those of the joints j0, j1, …"""

    model: lw.Model
    peer: Any
    kinds: list[str]


def rotation(rng: np.random.Generator) -> np.ndarray:
    r, _ = np.linalg.qr(rng.normal(size=(3, 3)))
    return np.asarray(r * np.sign(np.linalg.det(r)))


def joints(kind: str, axis: np.ndarray, pitch: float) -> tuple[lw.Hinge, Any]:
    x, y = np.eye(3)[0], np.eye(3)[1]
    found = {
        "revolute": lambda: (lw.Revolute(axis), pin.JointModelRevoluteUnaligned(axis)),
        "prismatic": lambda: (lw.Prismatic(axis), pin.JointModelPrismaticUnaligned(axis)),
        "spherical": lambda: (lw.Spherical(), pin.JointModelSpherical()),
        "free": lambda: (lw.Free(), pin.JointModelFreeFlyer()),
        "universal": lambda: (lw.Universal(), pin.JointModelUniversal(x, y)),
        "screw": lambda: (lw.Screw(axis=axis, pitch=pitch), pin.JointModelHelicalUnaligned(axis, pitch / (2 * np.pi))),
    }
    return found[kind]()


def random_pair(bodies: int, seed: int) -> Pair:
    rng = np.random.default_rng(seed)
    gravity = rng.normal(size=3)
    model, peer = lw.Model("random", gravity=gravity), pin.Model()
    peer.gravity.linear = gravity
    made: list[tuple[lw.Body, int, Any]] = []
    kinds = []
    for k in range(bodies):
        root = 0.3 * rng.normal(size=(3, 3))
        inertia = np.trace(root @ root.T) * np.eye(3) - root @ root.T + 0.1 * np.eye(3)
        mass, com = rng.uniform(1, 3), 0.2 * rng.normal(size=3)
        body = model.body(f"b{k}", mass=mass, com=com, inertia=inertia)
        parent = int(rng.integers(-1, k)) if k else -1
        kind = str(rng.choice(KINDS))
        axis = rng.normal(size=3)
        # Some axes are plain, and some joints stand plainly: special cases of the choice of frames.
        axis = np.eye(3)[rng.integers(3)] if rng.random() < 0.3 else axis / np.linalg.norm(axis)
        plain = rng.random() < 0.3
        F, M = ((np.eye(3) if plain else rotation(rng), 0.3 * rng.normal(size=3)) for _ in range(2))
        hinge, joint = joints(kind, axis, pitch=rng.uniform(0.2, 2.0))
        base = model.ground if parent < 0 else made[parent][0]
        model.connect(f"j{k}", hinge, base.at(*F[1], rotate=F[0]), body.at(*M[1], rotate=M[0]))
        # Pinocchio's frame of a body stands where the joint ends on it.
        X_BM = pin.SE3(*M)
        place = pin.SE3(*F) if parent < 0 else made[parent][2].inverse() * pin.SE3(*F)
        number = peer.addJoint(0 if parent < 0 else made[parent][1], joint, place, f"j{k}")
        peer.appendBodyToJoint(number, pin.Inertia(mass, com, inertia), X_BM.inverse())
        made.append((body, number, X_BM))
        kinds.append(kind)
    return Pair(model, peer, kinds)


def random_state(pair: Pair, equations: Equations, seed: int) -> tuple[Any, Any, Any, Any, list[int]]:
    """(q, u), Pinocchio's (q, v), and where in v our speeds are."""
    rng = np.random.default_rng(seed)
    layout = equations.topology.layout
    q, u = np.zeros(layout.nq), rng.normal(size=layout.nu)
    Q, places = np.zeros(pair.peer.nq), [0] * layout.nu
    for k, kind in enumerate(pair.kinds):
        joint = pair.peer.joints[k + 1]
        here, speeds = layout.q_of[f"j{k}"], layout.u_of[f"j{k}"]
        x = rng.normal(size=here.stop - here.start)
        if kind in ("spherical", "free"):
            x[:4] /= np.linalg.norm(x[:4])
        q[here] = x
        turned = kind in ("spherical", "free")
        Q[joint.idx_q : joint.idx_q + joint.nq] = [*x[4:], *x[1:4], x[0]] if turned else x
        order = (3, 4, 5, 0, 1, 2) if kind == "free" else range(joint.nv)
        for place, offset in zip(range(speeds.start, speeds.stop), order, strict=True):
            places[place] = joint.idx_v + offset
    v = np.zeros(pair.peer.nv)
    v[places] = u
    return q, u, Q, v, places


def deviation(ours: Any, theirs: Any) -> float:
    return float(np.abs(ours - theirs).max() / np.abs(theirs).max())


@pytest.mark.parametrize("bodies", SIZES)
def test_trees_agree_with_pinocchio(bodies: int) -> None:
    pair = random_pair(bodies, seed=bodies)
    equations = derive(pair.model)
    q, u, Q, v, places = random_state(pair, equations, seed=100 + bodies)
    function = equations.function("all", M=equations.M, h=equations.h, u_dot=equations.by_articulated_bodies[0])
    ours = function(q, u, [], [], 0.0, np.zeros(0))
    data = pair.peer.createData()
    rest = pin.rnea(pair.peer, data, Q, v, np.zeros(pair.peer.nv))
    columns = [pin.rnea(pair.peer, data, Q, v, unit) - rest for unit in np.eye(pair.peer.nv)]
    mass = np.stack(columns, axis=1)[np.ix_(places, places)]
    assert deviation(ours.M, mass) < TOLERANCE
    assert deviation(ours.h, -rest[places]) < TOLERANCE
    theirs = pin.aba(pair.peer, data, Q, v, np.zeros(pair.peer.nv))[places]
    assert deviation(ours.u_dot, theirs) < TOLERANCE
    assert deviation(np.linalg.solve(ours.M, ours.h), theirs) < TOLERANCE


@pytest.mark.parametrize("tilt", [0.0, 1e-13, 1e-9, 1e-6, 3.7e-6, 1e-3])
def test_almost_parallel_axes_lose_no_digits(tilt: float) -> None:
    model, peer = lw.Model("almost"), pin.Model()
    end: Any = model.ground
    place = pin.SE3.Identity()
    axis = np.array([0.0, np.sin(tilt), np.cos(tilt)])
    inertia = np.diag([0.2, 0.3, 0.4])
    for k in range(4):
        body = model.body(f"b{k}", mass=1.0, com=[0.1, 0.2, 0.3], inertia=inertia)
        n = axis if k % 2 else np.array([0.0, 0.0, 1.0])
        model.connect(f"j{k}", lw.Revolute(n), end, body)
        number = peer.addJoint(k, pin.JointModelRevoluteUnaligned(n), place, f"j{k}")
        peer.appendBodyToJoint(number, pin.Inertia(1.0, np.array([0.1, 0.2, 0.3]), inertia), pin.SE3.Identity())
        end, place = body.at(0.5, 0.2, 0.1), pin.SE3(np.eye(3), np.array([0.5, 0.2, 0.1]))
    equations = derive(model)
    q, u = np.array([0.3, -0.4, 0.5, 0.7]), np.array([1.0, -2.0, 0.5, 0.3])
    ours = equations.function("a", u_dot=equations.acceleration[0])(q, u, [], [], 0.0, np.zeros(0))
    theirs = pin.aba(peer, peer.createData(), q, u, np.zeros(4))
    assert deviation(ours, theirs) < TOLERANCE
