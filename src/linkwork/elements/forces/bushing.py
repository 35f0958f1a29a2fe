"""F = −K ε − B ε̇, six numbers."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...contract import Force, ModelError, parameter, register, value_of
from ...spatial import matrix
from ..measures.relative_pose import RelativePose


def as_six(given: Any) -> Any:
    """A 6 × 6 matrix from itself or from its diagonal."""
    entries = matrix(given)
    if entries.shape == (6,):
        full: Any = np.zeros((6, 6), dtype=entries.dtype)
        for k in range(6):
            full[k, k] = entries[k]
        entries = matrix(full)
    if entries.shape != (6, 6):
        raise ModelError("give six numbers (a diagonal) or 6 × 6")
    if not np.isfinite(np.asarray(value_of(entries), dtype=float)).all():
        raise ModelError("must be finite")
    return entries


@register
class Bushing(Force):
    """F = −K ε − B ε̇ on ε = (θ n, p): an elastic block that holds all six directions (S0 (3.4.7)).

    `stiffness` K and `damping` B are 6 × 6 or their six diagonal entries, three for rotations (N·m/rad) above three
    for displacements (N/m), in the axes of the first end. It is free where the ends coincide. A K that is not
    symmetric (a fluid film) has no energy; a B that would feed energy is refused. Turns must stay below π.
    """

    stiffness = parameter(convert=as_six, doc="K, six numbers or 6 × 6, rotations first, in SI units")
    damping = parameter(default=(0.0,) * 6, convert=as_six, doc="B, six numbers or 6 × 6, rotations first, in SI units")
    measure = RelativePose()

    def validate(self) -> None:
        """Damping takes energy out."""
        B = np.asarray(value_of(self.damping), dtype=float)
        least = float(np.linalg.eigvalsh(0.5 * (B + B.T)).min())
        if least < -1e-12 * float(np.abs(B).max(initial=1.0)):
            raise ModelError(
                f"{self.kind}: damping would feed energy: its symmetric part has the eigenvalue {least:g}; none may be "
                "negative."
            )

    def law(self, e: Any, e_dot: Any) -> Any:
        """F."""
        return -self.stiffness @ e - self.damping @ e_dot

    def stored_energy(self, e: Any) -> Any:
        """½ ε·K ε; None where K is not symmetric."""
        K = np.asarray(value_of(self.stiffness), dtype=float)
        if np.abs(K - K.T).max() > 1e-9 * np.abs(K).max():
            return None
        return 0.5 * (e @ (self.stiffness @ e))
