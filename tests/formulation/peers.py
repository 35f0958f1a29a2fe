"""Random forests in three programs: linkwork, Pinocchio and MuJoCo, with the maps between their speeds.

Both peers put a body's frame where its joint ends on it. Pinocchio's speeds are ours in another order. MuJoCo's free
joint has the velocity of the origin in world axes and stands on the world only; farther out three slides and a ball
take its place, with the velocity in the axes of the joint's first frame.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

import linkwork as lw
from linkwork.topology import Layout

KINDS = ("revolute", "prismatic", "spherical", "free", "universal", "screw")
QUATERNION = ("spherical", "free")


@dataclass
class Spec:
    """One joint and the body it carries: everything a program needs to build both."""

    kind: str
    parent: int
    axis: np.ndarray
    pitch: float
    F: tuple[np.ndarray, np.ndarray]
    """Rotation and place of the joint's first frame on the parent body."""
    M: tuple[np.ndarray, np.ndarray]
    """The same for its second frame on the body."""
    mass: float
    com: np.ndarray
    inertia: np.ndarray


@dataclass
class Forest:
    """Joints j0, j1, … with bodies b0, b1, …; parent −1 is the ground."""

    gravity: np.ndarray
    specs: list[Spec] = field(default_factory=list)

    def place(self, k: int) -> tuple[np.ndarray, np.ndarray]:
        """Frame F of joint k in frame M of the joint before it."""
        spec = self.specs[k]
        if spec.parent < 0:
            return spec.F
        R, p = self.specs[spec.parent].M
        return R.T @ spec.F[0], R.T @ (spec.F[1] - p)

    def in_joint_frame(self, k: int) -> tuple[np.ndarray, np.ndarray]:
        """Centre of mass and inertia about it of body k, in frame M of its joint."""
        spec = self.specs[k]
        R, p = spec.M
        return R.T @ (spec.com - p), R.T @ spec.inertia @ R


def random_forest(kinds: Sequence[str], seed: int) -> Forest:
    """A forest with the given kinds of joints, in order; everything else is random."""
    rng = np.random.default_rng(seed)
    forest = Forest(rng.normal(size=3))
    for k, kind in enumerate(kinds):
        root = 0.3 * rng.normal(size=(3, 3))
        inertia = np.trace(root @ root.T) * np.eye(3) - root @ root.T + 0.1 * np.eye(3)
        parent = int(rng.integers(-1, k)) if k else -1
        axis = rng.normal(size=3)
        # Some axes are plain, and some joints stand plainly: special cases of the choice of frames.
        axis = np.eye(3)[rng.integers(3)] if rng.random() < 0.3 else axis / np.linalg.norm(axis)
        plain = rng.random() < 0.3
        F, M = ((np.eye(3) if plain else rotation(rng), 0.3 * rng.normal(size=3)) for _ in range(2))
        com = 0.2 * rng.normal(size=3)
        forest.specs.append(
            Spec(kind, parent, axis, rng.uniform(0.2, 2.0), F, M, rng.uniform(1, 3), com, inertia),
        )
    return forest


def rotation(rng: np.random.Generator) -> np.ndarray:
    r, _ = np.linalg.qr(rng.normal(size=(3, 3)))
    return np.asarray(r * np.sign(np.linalg.det(r)))


def turned(e: np.ndarray) -> np.ndarray:
    """The rotation of Euler parameters."""
    w, v = e[0], e[1:]
    cross = np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])
    return np.eye(3) + 2 * w * cross + 2 * cross @ cross


def our_model(forest: Forest) -> lw.Model:
    hinges = {
        "revolute": lambda s: lw.Revolute(s.axis),
        "prismatic": lambda s: lw.Prismatic(s.axis),
        "spherical": lambda s: lw.Spherical(),
        "free": lambda s: lw.Free(),
        "universal": lambda s: lw.Universal(),
        "screw": lambda s: lw.Screw(axis=s.axis, pitch=s.pitch),
    }
    model = lw.Model("random", gravity=forest.gravity)
    bodies: list[lw.Body] = []
    for k, s in enumerate(forest.specs):
        body = model.body(f"b{k}", mass=s.mass, com=s.com, inertia=s.inertia)
        base = model.ground if s.parent < 0 else bodies[s.parent]
        ends = base.at(*s.F[1], rotate=s.F[0]), body.at(*s.M[1], rotate=s.M[0])
        model.connect(f"j{k}", hinges[s.kind](s), *ends)
        bodies.append(body)
    return model


def random_state(forest: Forest, layout: Layout, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Random (q, u); Euler parameters have unit length."""
    rng = np.random.default_rng(seed)
    q, u = rng.normal(size=layout.nq), rng.normal(size=layout.nu)
    for k, spec in enumerate(forest.specs):
        if spec.kind in QUATERNION:
            start = layout.q_of[f"j{k}"].start
            q[start : start + 4] /= np.linalg.norm(q[start : start + 4])
    return q, u


@dataclass
class PeerState:
    """The same state for a peer. Its speeds are v = T u, its accelerations v̇ = T u̇ + c."""

    q: np.ndarray
    T: np.ndarray
    c: np.ndarray


def pinocchio_model(pin: Any, forest: Forest) -> Any:
    x, y = np.eye(3)[0], np.eye(3)[1]
    joints = {
        "revolute": lambda s: pin.JointModelRevoluteUnaligned(s.axis),
        "prismatic": lambda s: pin.JointModelPrismaticUnaligned(s.axis),
        "spherical": lambda s: pin.JointModelSpherical(),
        "free": lambda s: pin.JointModelFreeFlyer(),
        "universal": lambda s: pin.JointModelUniversal(x, y),
        "screw": lambda s: pin.JointModelHelicalUnaligned(s.axis, s.pitch / (2 * np.pi)),
    }
    peer = pin.Model()
    peer.gravity.linear = forest.gravity
    for k, s in enumerate(forest.specs):
        number = peer.addJoint(s.parent + 1, joints[s.kind](s), pin.SE3(*forest.place(k)), f"j{k}")
        peer.appendBodyToJoint(number, pin.Inertia(s.mass, *forest.in_joint_frame(k)), pin.SE3.Identity())
    return peer


def pinocchio_state(peer: Any, forest: Forest, layout: Layout, q: np.ndarray, u: np.ndarray) -> PeerState:
    """Linear before angular, vector before scalar; joints in the peer's own order."""
    Q, T = np.zeros(peer.nq), np.zeros((peer.nv, layout.nu))
    for k, spec in enumerate(forest.specs):
        joint = peer.joints[k + 1]
        here, speeds = layout.q_of[f"j{k}"], layout.u_of[f"j{k}"]
        x = q[here]
        Q[joint.idx_q : joint.idx_q + joint.nq] = [*x[4:], *x[1:4], x[0]] if spec.kind in QUATERNION else x
        order = (3, 4, 5, 0, 1, 2) if spec.kind == "free" else range(joint.nv)
        for place, offset in zip(range(speeds.start, speeds.stop), order, strict=True):
            T[joint.idx_v + offset, place] = 1.0
    return PeerState(Q, T, np.zeros(peer.nv))


def mujoco_model(mujoco: Any, forest: Forest) -> Any:
    spec = mujoco.MjSpec()
    spec.option.gravity = forest.gravity
    bodies: list[Any] = []
    for k, s in enumerate(forest.specs):
        R, p = forest.place(k)
        com, inertia = forest.in_joint_frame(k)
        moments, axes = np.linalg.eigh(inertia)
        axes[:, 0] *= np.linalg.det(axes)
        quaternions = [np.zeros(4), np.zeros(4)]
        for quaternion, matrix in zip(quaternions, (R, axes), strict=True):
            mujoco.mju_mat2Quat(quaternion, matrix.ravel())
        base = spec.worldbody if s.parent < 0 else bodies[s.parent]
        body = base.add_body(name=f"b{k}", pos=p, quat=quaternions[0], mass=s.mass, ipos=com, iquat=quaternions[1])
        body.inertia, body.explicitinertial = moments, True
        for kind, axis in _mujoco_joints(mujoco, s):
            body.add_joint(type=kind, axis=axis)
        bodies.append(body)
    return spec.compile()


def _mujoco_joints(mujoco: Any, s: Spec) -> list[tuple[Any, Any]]:
    kind, unit = mujoco.mjtJoint, np.eye(3)
    ball = (kind.mjJNT_BALL, unit[2])
    free = [(kind.mjJNT_FREE, unit[2])] if s.parent < 0 else [*((kind.mjJNT_SLIDE, e) for e in unit), ball]
    return {
        "revolute": [(kind.mjJNT_HINGE, s.axis)],
        "prismatic": [(kind.mjJNT_SLIDE, s.axis)],
        "spherical": [ball],
        "free": free,
        "universal": [(kind.mjJNT_HINGE, unit[0]), (kind.mjJNT_HINGE, unit[1])],
    }[s.kind]


def mujoco_state(mujoco: Any, peer: Any, forest: Forest, layout: Layout, q: np.ndarray, u: np.ndarray) -> PeerState:
    """A free joint's velocity is in the axes of the world or of frame F, ours in those of frame M."""
    Q, T, c = np.zeros(peer.nq), np.zeros((peer.nv, layout.nu)), np.zeros(peer.nv)
    for k, spec in enumerate(forest.specs):
        first = peer.body(f"b{k}").jntadr[0]
        at_q, at_v = peer.jnt_qposadr[first], peer.jnt_dofadr[first]
        x, here = q[layout.q_of[f"j{k}"]], layout.u_of[f"j{k}"]
        size = here.stop - here.start
        if spec.kind != "free":
            Q[at_q : at_q + len(x)] = x
            T[at_v : at_v + size, here] = np.eye(size)
            continue
        p, e, R = x[4:], x[:4].copy(), turned(x[:4])
        if spec.parent < 0:  # the pose in the world, the joint's place included
            R_WF, p_WF = forest.place(k)
            place = np.zeros(4)
            mujoco.mju_mat2Quat(place, R_WF.ravel())
            mujoco.mju_mulQuat(e, place, x[:4])
            p, R = p_WF + R_WF @ p, R_WF @ R
        Q[at_q : at_q + 7] = [*p, *e]
        w, v = u[here][:3], u[here][3:]
        T[at_v : at_v + 3, here.start + 3 : here.stop] = R
        T[at_v + 3 : at_v + 6, here.start : here.start + 3] = np.eye(3)
        c[at_v : at_v + 3] = R @ np.cross(w, v)
    return PeerState(Q, T, c)


class Numbers(NamedTuple):
    """What is compared, in our speeds; `load` is what the accelerations `wanted` take."""

    M: np.ndarray
    h: np.ndarray
    u_dot: np.ndarray
    load: np.ndarray


def by_pinocchio(pin: Any, forest: Forest, layout: Layout, q: Any, u: Any, wanted: Any) -> Numbers:
    """What Pinocchio finds."""
    peer = pinocchio_model(pin, forest)
    state = pinocchio_state(peer, forest, layout, q, u)
    data, T, v = peer.createData(), state.T, state.T @ u
    # Its mass matrix algorithm does not take screws about any axis: columns of its inverse dynamics do.
    rest = pin.rnea(peer, data, state.q, v, np.zeros(peer.nv))
    mass = np.stack([pin.rnea(peer, data, state.q, v, unit) - rest for unit in np.eye(peer.nv)], axis=1)
    rates = pin.aba(peer, data, state.q, v, np.zeros(peer.nv))
    return Numbers(T.T @ mass @ T, -T.T @ rest, T.T @ rates, T.T @ pin.rnea(peer, data, state.q, v, T @ wanted))


def by_mujoco(mujoco: Any, forest: Forest, layout: Layout, q: Any, u: Any, wanted: Any) -> Numbers:
    """What MuJoCo finds."""
    peer = mujoco_model(mujoco, forest)
    state = mujoco_state(mujoco, peer, forest, layout, q, u)
    data, T = mujoco.MjData(peer), state.T
    data.qpos, data.qvel = state.q, T @ u
    mujoco.mj_forward(peer, data)
    mass = np.zeros((peer.nv, peer.nv))
    mujoco.mj_fullM(peer, data, mass)
    bias, rates = data.qfrc_bias.copy(), np.linalg.solve(T, data.qacc - state.c)
    data.qacc = T @ wanted + state.c
    mujoco.mj_inverse(peer, data)
    return Numbers(T.T @ mass @ T, -T.T @ (bias + mass @ state.c), rates, T.T @ data.qfrc_inverse)
