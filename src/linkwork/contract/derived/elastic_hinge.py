r"""From the frame of a modal body to a frame on it: a hinge whose coordinates are the body's elastic ones.

$$ p(e) = p_0 + \Phi e - \tfrac12 e^T K^f e, \qquad R(e) = R_0\exp(\widetilde\vartheta), \qquad
   \vartheta = \Theta e - \tfrac12 R_0^T(e^T K^m e) $$

The terms of second order are those by which a wrench (m, f) on the frame stiffens the body: their virtual work is
$-e^T(m\cdot K^m + f\cdot K^f)\,\delta e$.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...expr import array
from ...spatial import Pose, matrix, rotation_of_vector, turning_of_vector
from ..fields import option
from ..hinge import Hinge
from ..modal_data import ElasticFrame


class ElasticHinge(Hinge):
    """X(e) of one frame of a modal body. All frames of a body share its elastic coordinates."""

    coordinates = ()
    names = option(doc="of the elastic coordinates")
    frame = option(doc="the frame")
    stiffening = option(default=None, doc="matrices of unit moments and forces on it (6 × ne × ne), body axes")

    def validate(self) -> None:
        """Takes the names of its coordinates."""
        object.__setattr__(self, "coordinates", tuple(self.names))

    def pose(self, q: Any, t: Any) -> Pose:
        """Where the frame stands."""
        frame: ElasticFrame = self.frame
        e = array(list(q))
        p, turn = frame.p + frame.Phi @ e, frame.Theta @ e
        if self.stiffening is not None:
            second = array([0.5 * (e @ (K @ e)) for K in self.stiffening])
            p, turn = p - second[3:], turn - frame.R.T @ second[:3]
        return Pose(matrix(frame.R @ rotation_of_vector(turn)) if self._turns else frame.R, matrix(p))

    def twist(self, q: Any, u: Any, t: Any) -> Any | None:
        """ω = T(ϑ) ϑ̇ and v = Rᵀ ṗ."""
        frame: ElasticFrame = self.frame
        e, e_dot = array(list(q)), array(list(u))
        turn, p_dot, turn_dot = frame.Theta @ e, frame.Phi @ e_dot, frame.Theta @ e_dot
        if self.stiffening is not None:
            second, rate = (array([f * (e @ (K @ x)) for K in self.stiffening]) for f, x in ((0.5, e), (1.0, e_dot)))
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
