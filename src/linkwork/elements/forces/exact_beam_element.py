r"""F = −h C (ε − ε₀ + β ε̇): one element of a geometrically exact beam."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...contract import Force, Measure, ModelError, Section, option, parameter, register, value_of
from ...expr import array
from ...spatial import Pose, matrix
from ..measures.beam_strain import BeamStrain, gauss_points

SECTION_LOADS = ("normal_force", "shear_force_y", "shear_force_z", "torque", "moment_y", "moment_z")
SECTION_STRAINS = ("stretch", "shear_y", "shear_z", "twist", "curvature_y", "curvature_z")


@register
class ExactBeamElement(Force):
    r"""F = −h w C (ε − ε₀ + β ε̇): an element of a beam that bends, twists, shears and stretches by any amount.

    Its energy is that of Reissner's and Simo's beam, with C = diag(EA, GA_y, GA_z, GJ, EI_y, EI_z),

    $$ U = \frac h2 \sum_g w_g\,(ε_g - ε_0)^T C\,(ε_g - ε_0), \qquad ε = (γ, κ) \text{ of `BeamStrain`}, $$

    so that it is objective, does not lock, and depends on no path. It has no mass: `ExactBeam` puts masses on the
    nodes. `free` are the strains ε₀ at which it is free of stress, at every Gauss point; a curved beam has some.
    Channels of its middle: `normal_force`, `shear_force_y`, …, `torque`, `moment_y`, `moment_z`, the strains `stretch`,
    `twist`, `curvature_y`, …, its largest `bend` against the limit π, and `stress` where a `section` is given.
    """

    most_turn = 2.9
    least_stretch = -0.3
    length = parameter(unit="m", check="positive", doc="h, unstretched")
    stiffness = parameter(shape=6, check="positive", doc="EA, GA_y, GA_z in N, GJ, EI_y, EI_z in N·m²")
    free = parameter(default=None, shape=(None,), doc="ε₀, six for every Gauss point")
    damping = parameter(unit="s", default=0.0, check="nonnegative", doc="β")
    order = option(default=1, doc="of its polynomials; it has one node more")
    section = option(default=None, doc="for the channel of stress")
    built = parameter(default=None, shape=(None,), doc="R and p of its further nodes in the first, as it was built")

    def validate(self) -> None:
        """It has the ends of its measure, and strains for all points."""
        object.__setattr__(self, "ends", self.measured.ends)
        if self.free is not None and np.shape(self.free) != (6 * self.order,):
            raise ModelError(f"{self.kind}: free has {np.size(self.free)} numbers; {6 * self.order} are needed.")
        if self.section is not None and not isinstance(self.section, Section):
            raise ModelError(f"{self.kind}: section = {self.section!r} is not a section, such as lw.Circle(0.01).")
        known = self.section is not None and self.section.normal_stress(0.0, 0.0, 0.0) is not None
        outputs = (*SECTION_LOADS, *SECTION_STRAINS, "bend", *(("stress",) if known else ()))
        object.__setattr__(self, "outputs", outputs)

    @property
    def built_poses(self) -> tuple[Pose, ...]:
        """As `built` says."""
        numbers = np.asarray(value_of(() if self.built is None else self.built), dtype=float).reshape(-1, 12)
        return tuple(Pose(own[:9].reshape(3, 3), own[9:]) for own in numbers)

    @property
    def measured(self) -> Measure:
        """Its strains."""
        return BeamStrain(self.length, self.order)

    def _strain(self, e: Any) -> Any:
        """ε − ε₀."""
        return e if self.free is None else e - matrix(self.free)

    @property
    def _weighted(self) -> Any:
        """h w C, the diagonal of the stiffness of all points."""
        weights, C = gauss_points(self.order)[1], matrix(self.stiffness)
        return matrix([self.length * w * c for w in weights for c in C])

    def law(self, e: Any, e_dot: Any) -> Any:
        """F."""
        return -self._weighted * (self._strain(e) + self.damping * e_dot)

    def stored_energy(self, e: Any) -> Any:
        """U."""
        strain = self._strain(e)
        return 0.5 * (strain @ (self._weighted * strain))

    def output(self, e: Any, e_dot: Any) -> Any:
        """Loads and strains, in the mean over the element, and its stress."""
        weights = gauss_points(self.order)[1]
        strain = self._mean(weights, self._strain(e))
        loads = matrix(self.stiffness) * (strain + self.damping * self._mean(weights, e_dot))
        seen = self._mean(weights, e)
        bend = self.length * (seen[3] * seen[3] + seen[4] * seen[4] + seen[5] * seen[5] + 1e-300) ** 0.5
        stress = None if self.section is None else self.section.normal_stress(loads[0], loads[4], loads[5])
        return array([*loads, *seen, bend, *([] if stress is None else [stress])])

    def _mean(self, weights: np.ndarray, values: Any) -> Any:
        rows = [values[6 * g : 6 * g + 6] for g in range(self.order)]
        return sum(w * row for w, row in zip(weights, rows, strict=True))
