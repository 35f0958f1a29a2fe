"""Steps of a tree, as what knows the states inside them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..common.bound_kernels import BoundKernels
from ..engines import Engine, StepInterpolator
from ..path.singular_passage import Leaping


@dataclass(frozen=True, eq=False)
class TreeSteps:
    """What made steps of a tree: an engine, or a leap, with one set of parameters."""

    engine: Engine | Leaping
    bound: BoundKernels
    parameters: np.ndarray

    @property
    def name(self) -> str:
        """The method."""
        return self.engine.name

    @property
    def powers(self) -> int:
        """Powers of a polynomial that have to be kept of each step."""
        return self.engine.powers

    def interpolator(self, t: np.ndarray, y: np.ndarray, dense: np.ndarray) -> StepInterpolator:
        """The states between the ends of steps, computed with the parameters that the steps were computed with."""
        bound, inside = self.bound, self.engine.interpolator(t, self.bound.hidden(y), dense)

        def between(wanted: np.ndarray) -> np.ndarray:
            present = bound.parameters.copy()
            bound.set_parameters(self.parameters)
            try:
                found = bound.shown(inside(wanted))
            finally:
                bound.set_parameters(present)
            # The ends themselves are known exactly.
            k = np.minimum(np.searchsorted(t, wanted), len(t) - 1)
            return np.where((t[k] == wanted)[:, None], y[k], found)

        return between

    def data(self) -> dict[str, Any]:
        """What it is made of, for a checkpoint."""
        return {"name": self.name, "parameters": self.parameters.tolist(), "rows": list(self.bound.rows)}
