r"""From the frame of a modal body to a frame on it: a hinge whose coordinates are the body's elastic ones.

$$ p(e) = p_0 + \Phi e - \tfrac12 e^T K^f e, \qquad R(e) = R_0\exp(\widetilde\vartheta), \qquad
   \vartheta = \Theta e - \tfrac12 R_0^T(e^T K^m e) $$

The terms of second order are those by which a wrench (m, f) on the frame stiffens the body: their virtual work is
$-e^T(m\cdot K^m + f\cdot K^f)\,\delta e$. On rods they are of fourth order, and rotations of third (`rod_curvature`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...expr import array
from ...spatial import Pose, matrix, rotation_of_vector, turning_of_vector
from ..fields import option
from ..hinge import Hinge
from ..modal_data import ElasticFrame
from .rod_curvature import section_turn, section_turn_rate, wide_coordinates, wide_rates


class ElasticHinge(Hinge):
    """X(e) of one frame of a modal body. All frames of a body share its elastic coordinates."""

    coordinates = ()
    names = option(doc="of the elastic coordinates")
    frame = option(doc="the frame")
    stiffening = option(default=None, doc="matrices of unit moments and forces on it, body axes (6 × ne × ne, or ξ)")
    bending = option(default=None, doc="points along a rod, where ξ = (e, q)")

    def validate(self) -> None:
        """Takes the names of its coordinates."""
        object.__setattr__(self, "coordinates", tuple(self.names))

    def pose(self, q: Any, t: Any) -> Pose:
        """Where the frame stands."""
        frame: ElasticFrame = self.frame
        e = array(list(q))
        p, turn = frame.p + frame.Phi @ e, self._turn(e)
        if self.stiffening is not None:
            wide = wide_coordinates(self.bending, e)
            second = array([0.5 * (wide @ (K @ wide)) for K in self.stiffening])
            p, turn = p - second[3:], turn - frame.R.T @ second[:3]
        return Pose(matrix(frame.R @ rotation_of_vector(turn)) if self._turns else frame.R, matrix(p))

    def _turn(self, e: Any) -> Any:
        """Θ e, with what bending of third order adds."""
        turn = self.frame.Theta @ e
        return turn if self.bending is None else section_turn(turn, self.frame.R)

    def twist(self, q: Any, u: Any, t: Any) -> Any | None:
        """ω = T(ϑ) ϑ̇ and v = Rᵀ ṗ."""
        frame: ElasticFrame = self.frame
        e, e_dot = array(list(q)), array(list(u))
        turn, p_dot, turn_dot = self._turn(e), frame.Phi @ e_dot, frame.Theta @ e_dot
        if self.bending is not None:
            turn_dot = section_turn_rate(frame.Theta @ e, turn_dot, frame.R)
        if self.stiffening is not None:
            wide, wide_dot = wide_coordinates(self.bending, e), wide_rates(self.bending, e, e_dot)
            second, rate = (
                array([f * (wide @ (K @ x)) for K in self.stiffening]) for f, x in ((0.5, wide), (1.0, wide_dot))
            )
            p_dot, turn_dot = p_dot - rate[3:], turn_dot - frame.R.T @ rate[:3]
            turn = turn - frame.R.T @ second[:3]
        if not self._turns:
            return array([0.0, 0.0, 0.0, *(frame.R.T @ p_dot)])
        R = frame.R @ rotation_of_vector(turn)
        return array([*(turning_of_vector(turn) @ turn_dot), *(R.T @ p_dot)])

    @property
    def _turns(self) -> bool:
        """Whether it turns at all."""
        return bool(np.any(self.frame.Theta) or (self.stiffening is not None and np.any(self.stiffening[:3])))
