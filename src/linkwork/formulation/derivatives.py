r"""Exact derivatives of the equations of motion, and of the accelerations that solve them.

What vanishes on a motion, with accelerations and multipliers as inputs,

$$ r = M\dot u - h - P^T\lambda, \qquad c = P\dot u + P_{00}, $$

is differentiated at fixed u̇ and λ: brute differentiation of solved accelerations takes many times the operations. The
derivatives of accelerations follow by the factors that solved for them:

$$ \begin{pmatrix} M & -P^T \\ P & 0 \end{pmatrix} \begin{pmatrix} \dot u_x \\ \lambda_x \end{pmatrix} =
   -\begin{pmatrix} r_x \\ c_x \end{pmatrix}, \qquad \dot u_x = -(K r_x + G c_x). $$

K is the derivative by generalised forces: M⁻¹ of a tree. States z and unknowns s of elements are held. Columns of
prescribed coordinates and rows of their speeds are zero. Of Euler parameters only changes along their unit sphere, such
as q̇, have a meaning.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ..expr import array, jacobian, ldlt, ldu, substitute, zeros
from ..expr.graph import as_expr
from ..expr.node import is_structural_zero
from ..spatial import matrix, untilde
from ..topology import Branch
from .common_axes import CommonAxes, has_constant_modes
from .equations.motion_equations import MotionEquations
from .tree import zero_wrench
from .tree_equations import TreeEquations

DENSE_SPEEDS = 12
"""Speeds from which on loops over dense matrices take less time than code without loops."""
DENSE_SHARE = 0.5
"""How many pairs of speeds must feel each other for that."""


@dataclass(frozen=True, eq=False)
class ForceSlopes:
    """∂(r, c)/∂(q, u), each of the others held."""

    r_q: Any
    r_u: Any
    c_q: Any
    c_u: Any


@dataclass(frozen=True, eq=False)
class Factors:
    """u̇_q = −W Y_q and u̇_u = −W Y_u with W = [K G], Y = [r_x; c_x]; u̇_τ = K, the first columns of W."""

    W: Any
    Y_q: Any
    Y_u: Any
    pivot: Any


@dataclass(frozen=True, eq=False)
class Derivatives:
    """The derivatives of one set of equations; every part is derived when first asked for."""

    equations: MotionEquations

    @property
    def of_tree(self) -> TreeEquations:
        """The equations where they are those of a tree."""
        found: TreeEquations = self.equations.origin.of_tree("recursions")
        return found

    @cached_property
    def by_recursion(self) -> bool:
        """Whether the recursion in common axes serves: modes constant in body axes, no speeds but those of hinges."""
        layout = self.equations.topology.layout
        links = self.equations.origin.links
        if not links or layout.rotors or layout.auxiliary or layout.elastic:
            return False
        return all(map(has_constant_modes, links))

    @cached_property
    def common(self) -> CommonAxes:
        """The tree in common axes."""
        return CommonAxes(self.of_tree.tree.regrouped, self.equations.kinematics.u, self.of_tree.dynamics.loads.base)

    @cached_property
    def given(self) -> Any:
        """Generalised forces of all elements, negative: what r has beyond inertia and multipliers."""
        links = self.of_tree.tree.regrouped
        return self.of_tree.dynamics.generalised(links, [zero_wrench() for _ in links])

    @cached_property
    def outputs(self) -> dict[str, Any]:
        """The derivatives of the residuals by name; of r also by states z, unknowns s, and friction that follows λ."""
        by_others = {}
        force = self.equations.dynamics.inverse_dynamics(self.equations.dynamics.known[0])
        for name, names in (("r_z", self.equations.kinematics.symbols.z), ("r_s", self.equations.unknowns.s)):
            by_others[name] = jacobian(force, names) if len(names) else np.zeros((len(force), 0))
        rows, s = self.equations.rows, self.slopes
        if rows.friction:
            # What multipliers do beside enforcing their rows; rates of states do not depend on them in a tree.
            by_others["r_lam"] = -(rows.reactions - rows.matrices[0]).T
            by_others["z_dot_lam"] = np.zeros((self.equations.topology.layout.nz, rows.count))
        return {"r_q": s.r_q, "r_u": s.r_u, "c_q": s.c_q, "c_u": s.c_u, **by_others}

    @cached_property
    def slopes(self) -> ForceSlopes:
        """Of the residuals at accelerations and multipliers that are inputs, `dynamics.known`."""
        e = self.equations
        u_dot, lam = e.dynamics.known
        r_q, r_u = (
            self.of_recursion(u_dot) if self.by_recursion else self.by_symbols(e.dynamics.inverse_dynamics(u_dot))
        )
        if not len(lam):
            return ForceSlopes(r_q, r_u, np.zeros((0, r_q.shape[1])), np.zeros((0, r_u.shape[1])))
        p, _, p_00 = e.rows.matrices
        held = self.by_symbols(e.rows.reactions.T @ lam)
        return ForceSlopes(r_q - held[0], r_u - held[1], *self.by_symbols(p @ u_dot + p_00))

    def of_recursion(self, u_dot: Any) -> tuple[Any, Any]:
        """(r_q, r_u) of a tree without multipliers: inertia by the recursion, elements by tracing."""
        e = self.of_tree
        by_modes, by_u = self.common.slopes(e.kinematics.u, u_dot)
        by_q = zeros((e.topology.layout.nu, e.topology.layout.nq))
        for branch in e.topology.branches:
            if branch.hinge.coordinates:
                by_q[:, branch.q] = by_modes[:, branch.u] @ self._along_modes(branch)
        by_u[:, list(e.kinematics.prescribed_rates)] = 0.0
        given = self.by_symbols(self.given)
        return by_q + given[0], by_u + given[1]

    def by_symbols(self, values: Any) -> tuple[Any, Any]:
        """(∂/∂q, ∂/∂u) of expressions."""
        names = self.equations.kinematics.symbols
        return jacobian(values, names.q), jacobian(values, names.u)

    def _along_modes(self, branch: Branch) -> Any:
        """How far a unit of each coordinate moves the hinge along its modes (speeds × coordinates)."""
        tree = self.of_tree.tree
        q, u = tree.symbols.q[branch.q], tree.symbols.u[branch.u]
        fixed = [x in tree.prescribed for x in q]
        if len(q) == len(u) and all(
            held or rate is x for held, rate, x in zip(fixed, self.equations.kinematics.q_dot[branch.q], u, strict=True)
        ):
            return np.diag([0.0 if held else 1.0 for held in fixed])
        link = tree.links[branch.number - 1]
        turns, moves = jacobian(link.X.R, q), jacobian(link.X.p, q)
        back = link.X.R.T
        twists = [array([*untilde(back @ turns[..., k]), *(back @ moves[..., k])]) for k in range(len(q))]
        return np.linalg.pinv(np.array(link.phi, dtype=float)) @ array(twists).T

    @property
    def is_held(self) -> bool:
        """Whether there are constraints or prescribed coordinates."""
        return bool(self.equations.rows.by_connection or self.equations.kinematics.prescribed_rates)

    @cached_property
    def factors(self) -> Factors:
        """What the derivatives of accelerations are products of."""
        return self._of_tree() if self.by_recursion and not self.is_held else self._of_constrained()

    def _of_tree(self) -> Factors:
        """K = M⁻¹, all in common axes: the accelerations on the way are those of the same factor."""
        u, size = self.equations.kinematics.u, self.equations.topology.layout.nu
        common = self.common
        factor = ldlt(common.mass_matrix())
        needed = common.generalised(common.loads(common.accelerations(u, zeros(size)))) + self.given
        r_q, r_u = self.of_recursion(factor.solve(-needed))
        return Factors(factor.inverse(), r_q, r_u, factor.smallest_pivot)

    def _of_constrained(self) -> Factors:
        """With S = P M⁻¹ Bᵀ of the free speeds: G = M⁻¹ Bᵀ S⁻¹, K = M⁻¹ − G P M⁻¹."""
        e = self.equations
        nu, free, nonzero = e.topology.layout.nu, e.kinematics.free, e.rows.nonzero
        u_dot, lam, pivot = e.forward_dynamics.by_mass_matrix
        p = e.rows.matrices[0]
        w = zeros((nu, nu + len(p)))
        if free:
            constrained = e.forward_dynamics.under_all
            inverse = ldlt(constrained.mass).inverse()
            if nonzero:
                p_free, b_free = (x[np.ix_(nonzero, free)] for x in (p, e.rows.reactions))
                across = inverse @ b_free.T
                left = inverse @ p_free.T if e.rows.friction else across
                g = (ldu if e.rows.friction else ldlt)(constrained.with_switches(p_free @ across).T).solve(across.T).T
                w[np.ix_(free, [nu + k for k in nonzero])] = g
                inverse = inverse - g @ left.T
            w[np.ix_(free, free)] = inverse
        names_u, names_lam = e.dynamics.known
        known = dict(zip([*names_u, *names_lam], map(as_expr, [*u_dot, *lam]), strict=True))
        s = self.slopes
        r_q, r_u, c_q, c_u = (_put(x, known) for x in (s.r_q, s.r_u, s.c_q, s.c_u))
        return Factors(w, np.concatenate([r_q, c_q]), np.concatenate([r_u, c_u]), pivot)

    @cached_property
    def accelerations(self) -> dict[str, Any]:
        """(u̇_τ, u̇_q, u̇_u) and the smallest pivot, all as expressions."""
        f = self.factors
        by_force = f.W[:, : self.equations.topology.layout.nu]
        return {"u_dot_tau": by_force, "u_dot_q": -(f.W @ f.Y_q), "u_dot_u": -(f.W @ f.Y_u), "pivot": f.pivot}

    @cached_property
    def is_large(self) -> bool:
        """Whether loops over dense matrices are the better code: a tree of many joints that mostly feel each other."""
        e = self.equations
        nu = e.topology.layout.nu
        if nu < DENSE_SPEEDS or not self.by_recursion or self.is_held or e.topology.layout.nq != nu:
            return False
        own = all(rate is x for rate, x in zip(e.kinematics.q_dot, e.kinematics.symbols.u, strict=True))
        return own and float(np.sum(self.common.sides())) > DENSE_SHARE * nu * nu

    @cached_property
    def separated(self) -> dict[str, Any]:
        """M, r_q and r_u of a large tree by factors on either side of their diagonals; what elements add is `extra`."""
        e = self.of_tree
        u_dot, pivot = e.forward_dynamics.acceleration
        found = self.common.separated(e.kinematics.u, u_dot)
        slopes = self.by_symbols(self.given)
        if any(not is_structural_zero(x) for slope in slopes for x in slope.ravel()):
            found["extra"] = np.stack([zeros(slopes[1].shape), *slopes], axis=1)
        return {**found, "pivot": pivot}


def _put(values: Any, known: dict[Any, Any]) -> Any:
    entries = array(values)
    if not entries.size:
        return values
    return matrix(array(substitute([as_expr(x) for x in entries.ravel()], known)).reshape(entries.shape))
