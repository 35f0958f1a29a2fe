r"""Speeds that rows alone determine, $P u = b$, and how far rows are from becoming dependent."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import lazy_loader
import numpy as np

from ...contract import ModelError
from ...numerics.rank import RANKED_ROWS, Ranked
from ...numerics.saddle import SparseSaddle
from ..constraints.loop_closure import position_rank
from ..constraints.nearby import nearby_states
from ..constraints.row_wrenches import LoopClosures

scipy = lazy_loader.load("scipy")

FREE_SPEED = 1e-7
"""Of a unit velocity, what may be left of it on all rows: above this, something can still move."""


@dataclass(frozen=True, eq=False)
class RowSolution:
    """The rows of one configuration."""

    solve: Callable[[np.ndarray], np.ndarray]
    """Free speeds from the right side b."""
    sigma: float
    """The smallest singular value that counts, relative to the largest; 1 where nobody looks."""


@dataclass(frozen=True, eq=False)
class SpeedRows:
    """The rows of one system, which leave no speed open at usual configurations."""

    closures: LoopClosures
    rank: int
    """The usual rank of all rows; 0 where it is not determined."""
    is_ranked: bool

    def at(self, P: Any) -> RowSolution:
        """The rows P."""
        if self.is_ranked:
            ranked = replace(self.closures.velocity_rank(P), rank=self.rank)
            values = ranked.singular_values
            return RowSolution(ranked.solve, float(values[self.rank - 1] / values[0]) if self.rank else 1.0)
        saddle, nothing = _saddle(self.closures, P), np.zeros(len(self.closures.free_u))
        return RowSolution(lambda right: saddle.solve(nothing, right)[0], 1.0)


def speed_rows(closures: LoopClosures, stops: bool) -> tuple[SpeedRows, int]:
    """(rows, degrees of freedom left on position level) around a state. Raises where motion is left open.

    What `stops` at singular configurations has to look for them.
    """
    system, state = closures.system, closures.state
    if system.rows.count > RANKED_ROWS:
        if stops:
            raise ModelError(
                f"kinematics: singular configurations are looked for up to {RANKED_ROWS} rows, and there are "
                f"{system.rows.count}; "
                "leave singular='stop' out."
            )
        _check_determined(closures)
        return SpeedRows(closures, 0, False), system.rows.count - len(closures.holonomic)
    around = [state, *nearby_states(closures, state, position_rank(closures, state))]
    velocity = [closures.velocity_rank(system.constraint_rows(s)[0]) for s in around]
    positions = [position_rank(closures, s) for s in around]
    best = max(velocity, key=lambda r: r.rank)
    left = len(closures.free_u) - best.rank
    if left:
        raise ModelError(_left_open(closures, best, left))
    return SpeedRows(closures, best.rank, True), len(closures.free_q) - max(r.rank for r in positions)


def _saddle(closures: LoopClosures, P: Any) -> SparseSaddle:
    """Rows with speeds of comparable size in the place of a mass."""
    free = list(closures.free_u)
    weights = scipy.sparse.diags(closures.speed_scale[free] ** -2.0, format="csc")
    return SparseSaddle(weights, scipy.sparse.csc_matrix(P)[:, free])


def _check_determined(closures: LoopClosures) -> None:
    """Raises where some speed stays when all rows take away what they can."""
    free = list(closures.free_u)
    P, scale = closures.system.constraint_rows(closures.state)[0], closures.speed_scale[free]
    given = np.random.default_rng(3).standard_normal(len(free))
    left, _ = _saddle(closures, P).solve(given / scale, np.zeros(P.shape[0]))
    if np.abs(left / scale).max(initial=0.0) > FREE_SPEED:
        place = free[int(np.argmax(np.abs(left / scale)))]
        raise ModelError(
            f"kinematics needs all motion prescribed, and {closures.system.words.owner(place)} can still move: "
            "drive it, or simulate."
        )


def _left_open(closures: LoopClosures, ranked: Ranked, left: int) -> str:
    """What to say where degrees of freedom are left."""
    places = [closures.free_u[k] for k in ranked.independent_columns]
    said = (
        f"kinematics needs all motion prescribed, and {left} degree{'s' if left > 1 else ''} of freedom "
        f"{'are' if left > 1 else 'is'} left: "
    )
    return said + closures.system.words.left_open(places)
