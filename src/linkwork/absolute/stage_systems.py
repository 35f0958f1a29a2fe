r"""The linear systems of a step of Radau IIA in large absolute systems, by dense fronts.

Newton's method with derivatives at the start of a step has one system for each eigenvalue μ of A⁻¹, s = h/μ,

$$ \begin{pmatrix} M + s\,r_u + s^2 r_q & B^T \\ A & -\varepsilon \end{pmatrix}
   \begin{pmatrix} v \\ -s\,\Delta\lambda \end{pmatrix} = \dots, $$

without the terms of the size s|ω| that say how rates of rotation vectors change with these: displacements x are the
only unknowns here, and velocities follow from them, so that nothing but the rate of convergence depends on that. The
matrix has the pattern of other steps, for which the order of elimination is known. That of the complex eigenvalue is
factored as a real one of twice the size, in which both parts of an unknown stand in one block. Factors
are used in axes that turn with the bodies, and so serve for many steps.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..numerics.multifrontal import UnknownBlocks
from ..numerics.sparse import Pattern, SparseSolver
from .configuration import Configuration
from .turning_axes import TurningAxes, brought_back, seen_from


def doubled(pattern: Pattern) -> Pattern:
    """The pattern of (re, −im; im, re), its triplets in this order."""
    n, count = pattern.size, len(pattern.rows)
    rows = np.concatenate([pattern.rows, pattern.rows, pattern.rows + n, pattern.rows + n])
    columns = np.concatenate([pattern.columns, pattern.columns + n, pattern.columns, pattern.columns + n])
    of = np.concatenate([pattern.blocks.of, pattern.blocks.of])
    kept = np.concatenate([pattern.kept + k * count for k in range(4)])
    return Pattern(2 * n, rows, columns, UnknownBlocks(of, pattern.blocks.waits), kept)


class StageSystems:
    """Both systems, factored; kept from step to step as long as they serve."""

    def __init__(self, elements: Any, eigenvalues: tuple[float, complex]) -> None:
        self.elements, self.eigenvalues = elements, eigenvalues
        assembly = elements.assembly
        self.size = assembly.system.size
        if "doubled" not in assembly.kept:
            assembly.kept["doubled"] = doubled(assembly.pattern)
        self._real, self._complex = assembly.solver(), SparseSolver(assembly.kept["doubled"])
        pattern = assembly.pattern
        self._of_bodies = (pattern.rows < self.size) & (pattern.columns < self.size)
        self._of_bodies[len(self._of_bodies) - assembly.size :] = False
        self.h = 0.0
        """The length of the steps that they are for; 0 for none."""
        self.axes = TurningAxes(assembly.system)

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
        s, z = (h / mu for mu in self.eigenvalues)
        real, one, other = (
            self.elements.tangent(at, rate, lam, np.array([first, second.real, third.real, 1.0]))[2]
            for first, second, third in ((1.0, s, s * s), (1.0, z, z * z), (0.0, -1j * z, -1j * z * z))
        )
        imaginary = np.where(self._of_bodies, other, 0.0)
        self.axes.made_at(at)
        self._real.factor(real)
        self._complex.factor(np.concatenate([one, -imaginary, imaginary, one]))
        self.h = h

    def solve(self, of_r: np.ndarray, of_rows: np.ndarray) -> np.ndarray:
        """(v, −s Δλ) of the real one that takes residuals away."""
        return self._real.solve(-np.concatenate([of_r, of_rows]))

    def corrections(
        self, of_r: np.ndarray, of_rows: np.ndarray, turned: np.ndarray | None, mix: np.ndarray, unmix: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """(Δx, Δλ) of the three stages from their residuals, with the turns of bodies at these (3 × bodies × 3 × 3).

        `mix` takes stages to the eigenvalues, the last two rows being parts of a complex one, and `unmix` back.
        """
        n, (s, z) = self.size, (self.h / mu for mu in self.eigenvalues)
        r, rows = mix @ seen_from(of_r, turned), mix @ of_rows
        first = self.solve(s * r[0], rows[0])
        r_2, rows_2 = z * (r[1] + 1j * r[2]), rows[1] + 1j * rows[2]
        found = self._complex.solve(-np.concatenate([r_2.real, rows_2.real, r_2.imag, rows_2.imag]))
        second = found[: len(first)] + 1j * found[len(first) :]
        x, lam = z * second[:n], -second[n:] / z
        steps = unmix @ np.array([s * first[:n], x.real, x.imag])
        return brought_back(steps, turned), unmix @ np.array([-first[n:] / s, lam.real, lam.imag])
