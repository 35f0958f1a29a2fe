r"""Derivatives of inverse dynamics along a tree, by spatial vectors about one fixed point for all bodies.

A change of a joint's coordinate moves everything outboard like one rigid body, along the joint's mode S_j. Seen from
there only the velocity and acceleration of the joint's base have changed, by

$$ \dot\Psi_j = V_\lambda\times S_j, \qquad \ddot\Psi_j = A_\lambda\times S_j + V_\lambda\times\dot\Psi_j, $$

with λ the parent. So with the sums over all bodies outboard of i (inertia I, loads F, and B from velocities), for j at
i or inboard of it,

$$ \frac{\partial\tau_i}{\partial q_j} = S_i^T(2B_i\dot\Psi_j + I_i\ddot\Psi_j), \qquad
   \frac{\partial\tau_j}{\partial q_i} = S_j^T(2B_i\dot\Psi_i + I_i\ddot\Psi_i + S_i\times^* F_i), $$
$$ \frac{\partial\tau_i}{\partial u_j} = S_i^T(2B_i S_j + I_i(\dot\Psi_j + \dot S_j)), \qquad
   \frac{\partial\tau_j}{\partial u_i} = S_j^T(2B_i S_i + I_i(\dot\Psi_i + \dot S_i)) $$

(Singh, Russo and Wensing 2022, whose S are ours where modes are constant in body axes). About a fixed point B takes
angular velocities alone: with second moments Σ = ∫ r rᵀ dm, first moment h and momentum p,

$$ 2B\,(\delta\omega, \delta v) = (E\,\delta\omega,\; 2\,\delta\omega\times p), \qquad
   E = -2(\tilde\omega\Sigma + \tilde h\tilde v), $$

so that a pair of joints takes 36 products for M, ∂τ/∂q and ∂τ/∂u together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..expr import cross, dot, zeros
from ..spatial import Pose, matrix, tilde
from .links import Link
from .tensor_rotation import entry_number, mirrored_entry, symmetric_turn

Six = tuple[Any, Any]
"""A spatial vector: (angular, linear) or (moment, force)."""


def added(*vectors: Six) -> Six:
    """The sum."""
    w, v = vectors[0]
    for x, y in vectors[1:]:
        w, v = w + x, v + y
    return w, v


def multiplied(factor: Any, x: Six) -> Six:
    """A multiple."""
    return factor * x[0], factor * x[1]


def cross_of_motions(x: Six, y: Six) -> Six:
    """x × y of motions."""
    return cross(x[0], y[0]), cross(x[0], y[1]) + cross(x[1], y[0])


def of_load(x: Six, f: Six) -> Six:
    """x ×* f: how a load changes that moves along x."""
    return cross(x[0], f[0]) + cross(x[1], f[1]), cross(x[0], f[1])


def load_power(x: Six, f: Six) -> Any:
    """The power of a load on a motion."""
    return dot(x[0], f[0]) + dot(x[1], f[1])


@dataclass(frozen=True, eq=False)
class Mass:
    """Mass, first and second moments ∫ r dm and ∫ r rᵀ dm about the common point; they add up."""

    mass: Any
    h: Any
    second: Any

    def times(self, x: Six) -> Six:
        """I x: momentum of a velocity, load of an acceleration. J ω = (tr Σ) ω − Σ ω."""
        w, v = x
        trace = self.second[0, 0] + self.second[1, 1] + self.second[2, 2]
        return trace * w - self.second @ w + cross(self.h, v), self.mass * v + cross(w, self.h)

    def plus(self, other: Mass) -> Mass:
        """Two bodies as one."""
        return Mass(self.mass + other.mass, self.h + other.h, self.second + other.second)


@dataclass(frozen=True, eq=False)
class Spin:
    """2B: what velocities make of a change of angular velocity."""

    E: Any
    p: Any

    def times(self, w: Any) -> Six:
        """2B (δω, ·)."""
        return self.E @ w, 2.0 * cross(w, self.p)

    def transposed(self, x: Six) -> Any:
        """(2B)ᵀ x, of which only the angular part is there."""
        return self.E.T @ x[0] + 2.0 * cross(self.p, x[1])

    def plus(self, other: Spin) -> Spin:
        """The sum."""
        return Spin(self.E + other.E, self.p + other.p)


@dataclass(frozen=True, eq=False)
class LinkJoint:
    """The joint of one link in common axes: its modes, the velocity of its base and of its body."""

    link: Link
    modes: list[Six]
    base: Six
    V: Six
    psi_dot: list[Six]

    @property
    def places(self) -> range:
        """Places of its speeds in u."""
        return range(self.link.branch.u.start, self.link.branch.u.stop)


def has_constant_modes(link: Link) -> bool:
    """Whether the modes are constant in body axes and time alone moves nothing: what the formulas ask for."""
    entries = [*np.ravel(link.phi), *np.ravel(link.V_0), *np.ravel(link.bias)]
    constant = all(entry_number(x) is not None for x in entries)
    return constant and not any(entry_number(x) for x in [*np.ravel(link.V_0), *np.ravel(link.bias)])


class CommonAxes:
    """A tree of plain links at one velocity, all vectors in the axes of the ground or fixed ones near the root."""

    def __init__(self, links: Sequence[Link], u: Any, base: Any) -> None:
        self.links, self.size = links, len(u)
        self.joints: dict[int, LinkJoint] = {}
        self.gravity: dict[int, Any] = {}
        self.masses: dict[int, Mass] = {}
        poses: dict[int, Pose] = {}
        for link in links:
            pose, self.gravity[link.number] = self._placed(link, poses, base)
            poses[link.number] = pose
            self.joints[link.number] = self._joint(link, pose, u)
            self.masses[link.number] = _mass(link, pose)
        self.composite = self._summed(self.masses)

    def _placed(self, link: Link, poses: dict[int, Pose], base: Any) -> tuple[Pose, Any]:
        """The pose of a link, and the base's acceleration in its axes. Where a root's joint stands, axes start."""
        if link.parent:
            pose, gravity, steps = poses[link.parent], self.gravity[link.parent], link.steps
        else:
            before = Pose()
            for step in link.steps[:-1]:
                before = before @ step
            constant = all(entry_number(x) is not None for x in [*np.ravel(before.R), *np.ravel(before.p)])
            gravity = before.R.T @ base if constant else base
            pose, steps = Pose(), link.steps[-1:] if constant else link.steps
        for step in steps:
            pose = pose @ step
        return pose, gravity

    def _joint(self, link: Link, pose: Pose, u: Any) -> LinkJoint:
        base: Six = self.joints[link.parent].V if link.parent else (np.zeros(3), np.zeros(3))
        modes: list[Six] = []
        for k in range(link.phi.shape[1]):
            w = pose.R @ link.phi[:3, k]
            modes.append((w, pose.R @ link.phi[3:, k] + cross(pose.p, w)))
        speeds = u[link.branch.u] if modes else []
        V = added(base, *(multiplied(x, mode) for x, mode in zip(speeds, modes, strict=True)))
        return LinkJoint(link, modes, base, V, [cross_of_motions(base, mode) for mode in modes])

    def _summed(self, values: dict[int, Any]) -> dict[int, Any]:
        """Every body's value with those of all bodies outboard."""
        total = dict(values)
        for link in reversed(self.links):
            if link.parent:
                total[link.parent] = total[link.parent].plus(total[link.number])
        return total

    def mass_matrix(self) -> Any:
        """M: momentum of everything outboard for each speed, on all modes inboard."""
        result = zeros((self.size, self.size))
        for k, joint in self.joints.items():
            momenta = [self.composite[k].times(mode) for mode in joint.modes]
            for at, momentum in zip(joint.places, momenta, strict=True):
                for place, mode in self._inboard(joint):
                    result[at, place] = result[place, at] = load_power(mode, momentum)
        return result

    def accelerations(self, u: Any, u_dot: Any) -> dict[int, Six]:
        """A of every body; 0 stands for the base of the roots, by link."""
        found: dict[int, Six] = {}
        for k, joint in self.joints.items():
            a = found[joint.link.parent] if joint.link.parent else (np.zeros(3), self.gravity[k])
            for at, mode, psi_dot in zip(joint.places, joint.modes, joint.psi_dot, strict=True):
                a = added(a, multiplied(u_dot[at], mode), multiplied(u[at], psi_dot))
            found[k] = a
        return found

    def loads(self, accelerations: dict[int, Six]) -> dict[int, Six]:
        """What every joint passes outward for the motion: Σ I A + V ×* I V."""
        total: dict[int, Six] = {}
        for k, joint in self.joints.items():
            mass = self.masses[k]
            total[k] = added(mass.times(accelerations[k]), of_load(joint.V, mass.times(joint.V)))
        for link in reversed(self.links):
            if link.parent:
                total[link.parent] = added(total[link.parent], total[link.number])
        return total

    def generalised(self, loads: dict[int, Six]) -> Any:
        """τ: the loads on the modes."""
        result = zeros(self.size)
        for k, joint in self.joints.items():
            for at, mode in zip(joint.places, joint.modes, strict=True):
                result[at] = load_power(mode, loads[k])
        return result

    def slopes(self, u: Any, u_dot: Any) -> tuple[Any, Any]:
        """(∂τ/∂q, ∂τ/∂u); a column for every mode, q along it."""
        accelerations = self.accelerations(u, u_dot)
        loads = self.loads(accelerations)
        spins = self._summed({k: _spin(self.masses[k], joint.V) for k, joint in self.joints.items()})
        by_q, by_u = zeros((self.size, self.size)), zeros((self.size, self.size))
        bases = self._base_changes(accelerations)
        for k, joint in self.joints.items():
            mass, spin = self.composite[k], spins[k]
            for at, mode in zip(joint.places, joint.modes, strict=True):
                momentum, turned = mass.times(mode), spin.transposed(mode)
                _, psi_dot, psi_ddot, rate = bases[at]
                own_q = added(spin.times(psi_dot[0]), mass.times(psi_ddot), of_load(mode, loads[k]))
                own_u = added(spin.times(mode[0]), mass.times(rate))
                for place, other in self._inboard(joint):
                    _, base_dot, base_ddot, base_rate = bases[place]
                    by_q[at, place] = dot(turned, base_dot[0]) + load_power(base_ddot, momentum)
                    by_u[at, place] = dot(turned, other[0]) + load_power(base_rate, momentum)
                    if place not in joint.places:
                        by_q[place, at], by_u[place, at] = load_power(other, own_q), load_power(other, own_u)
        return by_q, by_u

    def separated(self, u: Any, u_dot: Any) -> dict[str, Any]:
        """M, ∂τ/∂q and ∂τ/∂u as factors on either side of the diagonal, three blocks side by side.

        At places inboard of i and at i itself, row i is `lower_left`[i] times `lower_right`, elsewhere outboard of it
        `upper_left`[i] times `upper_right`.
        """
        accelerations = self.accelerations(u, u_dot)
        loads = self.loads(accelerations)
        spins = self._summed({k: _spin(self.masses[k], joint.V) for k, joint in self.joints.items()})
        n, nothing = self.size, np.zeros(3)
        lower_left, lower_right = zeros((n, 9)), zeros((9, 3, n))
        upper_left, upper_right = zeros((n, 6)), zeros((6, 3, n))
        bases = self._base_changes(accelerations)
        for k, joint in self.joints.items():
            mass, spin = self.composite[k], spins[k]
            for at, mode in zip(joint.places, joint.modes, strict=True):
                _, psi_dot, psi_ddot, rate = bases[at]
                momentum = mass.times(mode)
                own_q = added(spin.times(psi_dot[0]), mass.times(psi_ddot), of_load(mode, loads[k]))
                own_u = added(spin.times(mode[0]), mass.times(rate))
                lower_left[at] = [*spin.transposed(mode), *momentum[0], *momentum[1]]
                upper_left[at] = [*mode[0], *mode[1]]
                lower_right[:, 0, at] = [*nothing, *mode[0], *mode[1]]
                lower_right[:, 1, at] = [*psi_dot[0], *psi_ddot[0], *psi_ddot[1]]
                lower_right[:, 2, at] = [*mode[0], *rate[0], *rate[1]]
                for block, load in enumerate((momentum, own_q, own_u)):
                    upper_right[:, block, at] = [*load[0], *load[1]]
        names = ("lower_left", "lower_right", "upper_left", "upper_right")
        return dict(zip(names, (lower_left, lower_right, upper_left, upper_right), strict=True))

    def sides(self) -> tuple[np.ndarray, np.ndarray]:
        """(below, above): the pairs (i, j) of modes with j at the joint of i or inboard of it, and with j outboard."""
        below, above = np.zeros((self.size, self.size)), np.zeros((self.size, self.size))
        for joint in self.joints.values():
            for at in joint.places:
                for place, _ in self._inboard(joint):
                    below[at, place] = 1.0
                    if place not in joint.places:
                        above[place, at] = 1.0
        return below, above

    def _base_changes(self, accelerations: dict[int, Six]) -> dict[int, tuple[Six, Six, Six, Six]]:
        """(S, Ψ̇, Ψ̈, Ψ̇ + Ṡ) of every mode, by its place."""
        found = {}
        for k, joint in self.joints.items():
            parent = joint.link.parent
            a = accelerations[parent] if parent else (np.zeros(3), self.gravity[k])
            single = len(joint.modes) == 1
            for at, mode, psi_dot in zip(joint.places, joint.modes, joint.psi_dot, strict=True):
                psi_ddot = added(cross_of_motions(a, mode), cross_of_motions(joint.base, psi_dot))
                # A single mode is carried by its base alone: S × S = 0.
                rate = multiplied(2.0, psi_dot) if single else added(psi_dot, cross_of_motions(joint.V, mode))
                found[at] = (mode, psi_dot, psi_ddot, rate)
        return found

    def _inboard(self, joint: LinkJoint) -> Iterator[tuple[int, Six]]:
        """(place, mode) of all modes at the joint itself and inboard of it."""
        here: LinkJoint | None = joint
        while here is not None:
            yield from zip(here.places, here.modes, strict=True)
            here = self.joints.get(here.link.parent)


def _mass(link: Link, pose: Pose) -> Mass:
    """A link's moments about the common point: Σ' = R Σ Rᵀ + p (R h)ᵀ + (R h) pᵀ + m p pᵀ."""
    inertia = link.inertia
    half = 0.5 * (inertia[0, 0] + inertia[1, 1] + inertia[2, 2])
    own = matrix([[half - inertia[i, j] if i == j else -inertia[i, j] for j in range(3)] for i in range(3)])
    turned, p = pose.R @ link.moment, pose.p
    far = turned + 0.5 * link.mass * p
    arms = [[p[i] * far[j] + far[i] * p[j] for j in range(3)] for i in range(3)]
    return Mass(link.mass, turned + link.mass * p, mirrored_entry(symmetric_turn(pose.R, own) + matrix(arms)))


def _spin(mass: Mass, V: Six) -> Spin:
    w, v = V
    h = mass.h
    # h~ v~ = v hᵀ − (h·v) 1
    both = matrix([[v[i] * h[j] for j in range(3)] for i in range(3)]) - np.eye(3) * dot(h, v)
    return Spin(-2.0 * (tilde(w) @ mass.second + both), mass.times(V)[1])
