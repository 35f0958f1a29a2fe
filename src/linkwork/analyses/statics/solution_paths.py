r"""Ways from a start to an equilibrium: Newton's method, load steps, and a motion in pseudo time.

* Newton: full steps, no longer than is allowed; residuals may grow on the way, as those of slender beams do.
* Load steps: what is unbalanced at the start is taken off in steps, `load_path.py`.
* Pseudo time: $(M/\delta + K)\,\Delta q = -r$, implicit steps of a motion without inertia in which the mass matrix is
  the damping. It falls towards stable equilibria; δ grows as the unbalanced forces vanish, until steps are Newton's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from ...numerics.least_squares import LeastSquaresFit
from ...numerics.saddle_search import newton_search, pseudo_time_search
from .conditions import EquilibriumConditions
from .load_path import LOAD_STEPS, load_path

EquilibriumMethod = Callable[[EquilibriumConditions, np.ndarray], LeastSquaresFit]


def load_way(conditions: EquilibriumConditions, x: np.ndarray) -> LeastSquaresFit:
    """The unbalanced forces of the start taken off in steps, and Newton from where the path ends.

    A path that may leap is short; where it leads nowhere, one that keeps to its branch is followed.
    """
    found = newton_search(conditions, load_path(conditions, x)[0].x)
    if found.size < conditions.tolerance:
        return found
    return newton_search(conditions, load_path(conditions, x, LOAD_STEPS)[0].x)


WAYS: dict[str, EquilibriumMethod] = {
    "newton": newton_search,
    "load steps": load_way,
    "pseudo time": pseudo_time_search,
}
"""How an equilibrium is searched for, one after the other."""


def first_equilibrium(
    conditions: EquilibriumConditions, x: np.ndarray, ways: tuple[str, ...] = tuple(WAYS)
) -> Iterator[tuple[str, LeastSquaresFit]]:
    """What each way finds, until one meets all conditions."""
    for name in ways:
        found = WAYS[name](conditions, x)
        yield name, found
        if found.size < conditions.tolerance:
            return
