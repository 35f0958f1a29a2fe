r"""The power of everything but uniform gravity and inertia, whose integral the energy must follow (S2.7).

$$ \frac{d}{dt}(T + V) = \sum_k P_k + \tau\cdot u - \lambda\cdot P_0 + \sum_j F_j\cdot V_{0,j} + \sum_w M_w s_w: $$

elements, what enforces prescribed coordinates, constraints and hinges that move by themselves, motors of wheels.
"""

from __future__ import annotations

from typing import Any

from ..expr import array, dot
from .equations import Equations
from .loads import needed_loads
from .motion_equations import is_structural_zero
from .recursion import joint_loads, motions


def total_power(equations: Equations, u_dot: Any, lam: Any) -> Any:
    """The power of all elements, prescribed motions and wheels, at a motion that satisfies the equations."""
    total: Any = sum((action.power for action in equations.actions), 0.0)
    held = list(equations.prescribed_rates)
    if held:
        # What multipliers put on prescribed speeds is left to λ·P_0, which has the motion of these in it.
        loads = equations.M @ u_dot - equations.h
        total = total + dot(loads[held], array(equations.tree.u)[held])
    _, p_0, _ = equations.constraint_matrices
    if any(not is_structural_zero(x) for x in p_0):
        total = total - dot(lam, p_0)
    return total + _of_moving_hinges(equations, u_dot, lam) + _of_wheels(equations, u_dot)


def _of_moving_hinges(equations: Equations, u_dot: Any, lam: Any) -> Any:
    """Hinges whose pose depends on time do work on what they carry."""
    moving = [link for link in equations.tree.links if any(not is_structural_zero(x) for x in array(link.V_0).ravel())]
    if not moving:
        return 0.0
    joints = joint_loads(equations.tree.links, needed_loads(equations, u_dot, lam))
    return sum(dot(array([*joints[link.number][0], *joints[link.number][1]]), link.V_0) for link in moving)


def _of_wheels(equations: Equations, u_dot: Any) -> Any:
    """Torque times spin of each wheel; where the spin is given, the torque J (ṡ + a·α) that keeps it."""
    if not equations.wheels:
        return 0.0
    tree = equations.tree
    motion = motions(tree.links, tree.u, u_dot, equations.base)
    total: Any = 0.0
    for wheel in equations.wheels:
        torque = wheel.torque
        if wheel.place is None:
            torque = wheel.inertia * (wheel.spin_rate + dot(wheel.axis, motion.alpha[wheel.number]))
        total = total + torque * wheel.spin
    return total
