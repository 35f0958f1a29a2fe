r"""Momenta of the rigid bodies of a tree in the world, and what they take along the speeds.

With ω and the velocity v of the centre of mass of each body in world axes, linear in the speeds, $(\omega, v) = J u +
V_0$,

$$ \pi_k = \begin{pmatrix} I\omega \\ m v \end{pmatrix} = G u + \pi_0, \qquad \sum_k J^T G = M, \qquad
   \sum_k J^T\dot\pi_k = M\dot u + C(q, u). $$

About a point fixed in the world the momentum of a body that nothing touches is constant, which steps over impacts use
(`analyses.contact.transport`). Modal bodies are left out: their inertia is in M and h alone.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..expr import array, jacobian, zeros
from ..spatial import matrix, tilde
from .inspection import internal_frames, velocity_columns
from .links import Link
from .recursion import generalised, inertia_loads, joint_loads, motions
from .tree import zero_wrench
from .tree_equations import TreeEquations


def body_momenta(e: TreeEquations) -> dict[str, Any]:
    """Centres of mass p (bodies × 3), J and G (6 bodies × speeds), π (6 bodies) of rigid bodies, and C (speeds)."""
    links, nu = _rigid(e), len(e.kinematics.symbols.u)
    frames, centres = internal_frames(e), [np.zeros(3)]
    for link in e.tree.links:
        body = e.topology.bodies[link.number].body
        centres.append(link.X_BI.R.T @ (matrix(body.com) - link.X_BI.p))
    com = array([frame.p + frame.R @ c for frame, c in zip(frames, centres, strict=True)])
    v, w = velocity_columns(e, frames, com)
    spins, speeds = e.tree.velocities
    J, G, pi = zeros((6 * len(links), nu)), zeros((6 * len(links), nu)), zeros(6 * len(links))
    for at, link in enumerate(links):
        k, rows = link.number, slice(6 * at, 6 * at + 6)
        R, c = frames[k].R, tilde(centres[k])
        own = link.inertia + link.mass * (c @ c)
        inertia = R @ own @ R.T
        J[rows] = array([*w[k].T, *v[k].T])
        G[rows] = array([*(inertia @ w[k].T), *(link.mass * v[k].T)])
        pi[rows] = array([*(R @ (own @ spins[k])), *(link.mass * (R @ (speeds[k] - c @ spins[k])))])
    p = array([com[link.number] for link in links]) if links else np.zeros((0, 3))
    return {"p": p, "J": J, "G": G, "pi": pi, "C": velocity_forces(e)}


def velocity_force_slopes(e: TreeEquations) -> dict[str, Any]:
    """∂C/∂u."""
    return {"C_u": jacobian(velocity_forces(e), e.kinematics.symbols.u)}


def velocity_forces(e: TreeEquations) -> Any:
    """C: what rigid bodies take at u̇ = 0, by the recursion."""
    tree = e.tree
    motion = motions(tree.links, tree.u, None, np.zeros(3))
    rigid = {link.number for link in _rigid(e)}
    needed = [inertia_loads(link, motion) if link.number in rigid else zero_wrench() for link in tree.links]
    return array(generalised(tree.links, joint_loads(tree.links, [zero_wrench(), *needed]), len(tree.symbols.u)))


def _rigid(e: TreeEquations) -> list[Link]:
    return [link for link in e.tree.links if link.elastic is None]
