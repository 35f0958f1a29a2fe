"""Second routes to the equations of motion: world poses differentiated, Lagrange's equations, no recursion."""

from __future__ import annotations

from typing import Any

import numpy as np

import linkwork as lw
from linkwork.expr import array, dot, forward_derivatives, gradient_of, jacobian
from linkwork.expr.graph import as_expr
from linkwork.formulation import TreeEquations
from linkwork.spatial import Pose, matrix, tangents, untilde


def random_inertia(rng: np.random.Generator) -> np.ndarray:
    """The inertia tensor of a random cloud of points: physically possible by construction."""
    points = rng.normal(size=(6, 3)) * 0.2
    return sum((p @ p) * np.eye(3) - np.outer(p, p) for p in points)  # type: ignore[return-value]


def random_pose(rng: np.random.Generator) -> dict[str, Any]:
    """Arguments of `body.at`: a random place and a random turn."""
    rotation, _ = np.linalg.qr(rng.normal(size=(3, 3)))
    rotation *= np.sign(np.linalg.det(rotation))
    return {"x": rng.normal(size=3) * 0.3, "rotate": rotation}


PLAIN = (
    lambda rng: lw.Revolute(rng.normal(size=3)),
    lambda rng: lw.Prismatic(rng.normal(size=3)),
    lambda rng: lw.Cylindrical(rng.normal(size=3)),
    lambda rng: lw.Screw(pitch=0.3, axis=rng.normal(size=3)),
    lambda rng: lw.Universal(),
    lambda rng: lw.Planar(rng.normal(size=3)),
    lambda rng: lw.Gimbal("zyx"),
    lambda rng: lw.Translation(),
)
"""Hinges whose speeds are the derivatives of their coordinates."""


def random_tree(seed: int, bodies: int, hinges: Any = PLAIN) -> lw.Model:
    """A tree of bodies with full inertias on random hinges, some of them drawn from the far end."""
    rng = np.random.default_rng(seed)
    model = lw.Model("random", gravity=rng.normal(size=3))
    made = [model.ground]
    for k in range(bodies):
        body = model.body(f"b{k}", mass=rng.uniform(1, 3), com=rng.normal(size=3) * 0.2, inertia=random_inertia(rng))
        ends = [made[rng.integers(len(made))].at(**random_pose(rng)), body.at(**random_pose(rng))]
        hinge = hinges[rng.integers(len(hinges))](rng)
        model.connect(f"j{k}", hinge, *(ends if rng.random() < 0.7 else reversed(ends)))
        made.append(body)
    return model


def world_poses(equations: TreeEquations) -> dict[int, Pose]:
    """Poses of the body frames, from the hinges' own functions along the tree as drawn."""
    tree, topology = equations.tree, equations.topology
    poses = {0: Pose()}
    for branch in topology.branches:
        q = branch.hinge.q(tree.q[branch.q])
        across = branch.across(branch.hinge.pose(q, tree.symbols.t))
        poses[branch.number] = poses[branch.parent] @ branch.inboard.X @ across @ branch.outboard.X.inverse
    return poses


def energies(equations: TreeEquations) -> tuple[Any, Any]:
    """(T, V) from world poses and their derivatives: ½ m v_c·v_c + ½ ω·I_c ω in world axes."""
    kinetic: Any = 0.0
    potential: Any = 0.0
    for vertex in equations.topology.bodies[1:]:
        pose = world_poses(equations)[vertex.number]
        body = vertex.body
        place = pose.at(body.com)
        velocity, spin = tangents([place, pose.R], equations.kinematics.motion)
        w = untilde(spin @ pose.R.T)
        inertia = pose.R @ matrix(body.inertia) @ pose.R.T
        kinetic = kinetic + 0.5 * body.mass * dot(velocity, velocity) + 0.5 * dot(w, inertia @ w)
        potential = potential - body.mass * dot(matrix(equations.model.gravity), place)
    return kinetic, potential


def lagrange(equations: TreeEquations) -> tuple[Any, Any]:
    """(M, h) of Lagrange's equations of the second kind, for hinges whose speeds are coordinate derivatives."""
    q, u = equations.kinematics.symbols.q, equations.kinematics.symbols.u
    kinetic, potential = energies(equations)
    momentum = gradient_of(kinetic, u)
    drift = array(forward_derivatives([as_expr(x) for x in momentum], equations.kinematics.motion))
    return jacobian(momentum, u), gradient_of(kinetic, q) - gradient_of(potential, q) - drift


def consistent(equations: TreeEquations, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Random coordinates that satisfy the hinges' invariants, and random speeds."""
    layout = equations.topology.layout
    q = rng.normal(size=layout.nq)
    for branch in equations.topology.branches:
        if len(list(branch.hinge.invariants(branch.hinge.q(q[branch.q])))):
            e = q[branch.q][:4]
            q[branch.q.start : branch.q.start + 4] = e / np.linalg.norm(e)
    return q, rng.normal(size=layout.nu)
