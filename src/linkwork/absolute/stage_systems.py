r"""The linear systems of a step of Radau IIA in large absolute systems, by dense fronts.

Newton's method with derivatives at the middle stage of a step has one system for each eigenvalue μ of A⁻¹, s = h/μ,

$$ \begin{pmatrix} M + s\,r_u + s^2 r_q & B^T \\ A & -\varepsilon \end{pmatrix}
   \begin{pmatrix} v \\ -s\,\Delta\lambda \end{pmatrix} = \dots, $$

without the terms of the size s|ω| that say how rates of rotation vectors change with these: displacements x are the
only unknowns here, and velocities follow from them, so that nothing but the rate of convergence depends on that. The
matrix has the pattern of other steps, for which the order of elimination is known. That of the complex eigenvalue is
factored as a real one of twice the size, in which both parts of an unknown stand in one block. Factors
are used in axes that turn with the bodies (`stage_motion`), and so serve for many steps.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..kernels.loops import compiled_loop, vectorised
from ..numerics.multifrontal import UnknownBlocks
from ..numerics.sparse import Pattern, SparseSolver
from ..numerics.tableaus.radau import RADAU
from .configuration import Configuration
from .stage_motion import RADAU_STAGES, see_from_still, see_from_turned

STAGE_EIGENVALUES = (RADAU.gamma, complex(RADAU.alpha, RADAU.beta))
"""Of A⁻¹: the real one, and one of the others."""


def doubled(pattern: Pattern) -> Pattern:
    """The pattern of (re, −im; im, re), its triplets in this order."""
    n, count = pattern.size, len(pattern.rows)
    rows = np.concatenate([pattern.rows, pattern.rows, pattern.rows + n, pattern.rows + n])
    columns = np.concatenate([pattern.columns, pattern.columns + n, pattern.columns, pattern.columns + n])
    of = np.concatenate([pattern.blocks.of, pattern.blocks.of])
    kept = np.concatenate([pattern.kept + k * count for k in range(4)])
    return Pattern(2 * n, rows, columns, UnknownBlocks(of, pattern.blocks.waits), kept)


class StageVectors(NamedTuple):
    """Residuals of the stages, right sides and solutions of both systems; corrections stand where residuals stood."""

    r: Any
    rows: Any
    turn: Any
    """(stages × 9 × bodies)."""
    first: Any
    second: Any
    """(re, im) one behind the other."""
    mix: Any
    """From stages to eigenvalues, the last two rows being parts of a complex one."""
    unmix: Any
    scale: Any
    """s, re z, im z."""


@vectorised
def make_right_sides(v: StageVectors) -> None:
    """What both systems are solved for, −(s r, ψ) and −(z r, ψ), in axes that turn with the bodies."""
    n, m, mix = v.r.shape[1], v.rows.shape[1], v.mix
    s, re, im = v.scale[0], v.scale[1], v.scale[2]
    for k in range(len(v.r)):
        see_from_turned(v.r[k], v.turn[k])
    for i in range(n):
        a, b, c = v.r[0, i], v.r[1, i], v.r[2, i]
        one, other = mix[1, 0] * a + mix[1, 1] * b + mix[1, 2] * c, mix[2, 0] * a + mix[2, 1] * b + mix[2, 2] * c
        v.first[i] = -s * (mix[0, 0] * a + mix[0, 1] * b + mix[0, 2] * c)
        v.second[i] = im * other - re * one
        v.second[n + m + i] = -re * other - im * one
    for i in range(m):
        a, b, c = v.rows[0, i], v.rows[1, i], v.rows[2, i]
        v.first[n + i] = -(mix[0, 0] * a + mix[0, 1] * b + mix[0, 2] * c)
        v.second[n + i] = -(mix[1, 0] * a + mix[1, 1] * b + mix[1, 2] * c)
        v.second[n + m + n + i] = -(mix[2, 0] * a + mix[2, 1] * b + mix[2, 2] * c)


@vectorised
def find_changes(v: StageVectors) -> None:
    """Δx and Δλ of all stages from both solutions, (s v, −Δλ s) each."""
    n, m, unmix = v.r.shape[1], v.rows.shape[1], v.unmix
    s, re, im = v.scale[0], v.scale[1], v.scale[2]
    size = re * re + im * im
    for i in range(n):
        one, other = v.second[i], v.second[n + m + i]
        a, b, c = s * v.first[i], re * one - im * other, re * other + im * one
        for k in range(len(v.r)):
            v.r[k, i] = unmix[k, 0] * a + unmix[k, 1] * b + unmix[k, 2] * c
    for i in range(m):
        one, other = v.second[n + i], v.second[n + m + n + i]
        a, b, c = -v.first[n + i] / s, -(re * one + im * other) / size, -(re * other - im * one) / size
        for k in range(len(v.rows)):
            v.rows[k, i] = unmix[k, 0] * a + unmix[k, 1] * b + unmix[k, 2] * c
    for k in range(len(v.r)):
        see_from_still(v.r[k], v.turn[k])


class StageSystems:
    """Both systems, factored; kept from step to step as long as they serve."""

    def __init__(self, elements: Any, turn: np.ndarray) -> None:
        self.elements, assembly = elements, elements.assembly
        self.size = assembly.system.size
        if "doubled" not in assembly.kept:
            assembly.kept["doubled"] = doubled(assembly.pattern)
        self._real, self._complex = assembly.solver(), SparseSolver(assembly.kept["doubled"])
        pattern = assembly.pattern
        count = len(pattern.rows) - assembly.size
        self._of_bodies = (pattern.rows < self.size)[:count] & (pattern.columns < self.size)[:count]
        # Triplets of elements, then the diagonal, which stays; (re, −im, im, re) of the complex one.
        self._triplets, self._doubled = np.zeros(len(pattern.rows)), np.zeros((4, len(pattern.rows)))
        for part in (self._triplets, self._doubled[0], self._doubled[3]):
            part[count:] = elements.regularisation
        self.h = 0.0
        """The length of the steps that they are for; 0 for none."""
        self.made: tuple[Configuration, np.ndarray, np.ndarray, float] | None = None
        """Where they were made: state, accelerations, multipliers, and the length of the step."""
        size, rows = assembly.size, assembly.system.rows
        self.vectors = StageVectors(
            np.zeros((RADAU_STAGES, self.size)),
            np.zeros((RADAU_STAGES, rows)),
            turn,
            np.zeros(size),
            np.zeros(2 * size),
            np.ascontiguousarray(RADAU.t_inverse),
            np.ascontiguousarray(RADAU.t),
            np.zeros(RADAU_STAGES),
        )
        self._right_sides = compiled_loop(make_right_sides).bound(self.vectors)
        self._changes = compiled_loop(find_changes).bound(self.vectors)

    @staticmethod
    def serve(system: Any) -> bool:
        """Whether systems of this form do: all rows are of positions, and no force looks at multipliers."""
        return bool(system.assembly.is_holonomic.all()) and not system.sees_reactions and not system.has_friction

    @property
    def name(self) -> str:
        """What solves them."""
        return self._real.name

    def factor(self, at: Configuration, rate: np.ndarray, lam: np.ndarray, h: float) -> None:
        """Makes those of steps of h from a state. Raises `SingularError` where there are none."""
        self.h = 0.0
        s, z = (h / mu for mu in STAGE_EIGENVALUES)
        evaluation, (re, minus, im, again) = self.elements.evaluation("tangent"), self._doubled
        n = len(self._of_bodies)
        self._triplets[:n] = evaluation.run(at, rate, lam, np.array([1.0, s, s * s, 1.0]))["triplets"]
        self._real.factor(self._triplets)
        w = z * z
        re[:n] = evaluation.run(at, rate, lam, np.array([1.0, z.real, w.real, 1.0]))["triplets"]
        again[:n] = re[:n]
        found = evaluation.run(at, rate, lam, np.array([0.0, z.imag, w.imag, 1.0]))["triplets"]
        np.multiply(found, self._of_bodies, out=im[:n])
        np.negative(im, out=minus)
        self._complex.factor(self._doubled.ravel())
        self.vectors.scale[:] = s, z.real, z.imag
        self.h, self.made = h, (at, rate, lam, h)

    def solve(self, right: np.ndarray, k: int) -> np.ndarray:
        """(v, −s Δλ) of the real one for a right side, in axes that turn with the bodies of a stage."""
        turned, found = np.array(right, dtype=float), self.vectors.turn[k]
        compiled_loop(see_from_turned)(turned, found)
        turned = self._real.solve(turned)
        compiled_loop(see_from_still)(turned, found)
        return turned

    def correct(self) -> None:
        """Residuals of the three stages, `vectors.r` and `vectors.rows`, become (Δx, Δλ) there."""
        v = self.vectors
        self._right_sides()
        v.first[...], v.second[...] = self._real.solve(v.first), self._complex.solve(v.second)
        self._changes()
