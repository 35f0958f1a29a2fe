"""Models with rigid contacts: those of the reference cases stand in `validation/reference`, one file a case."""

from __future__ import annotations

import linkwork as lw
from linkwork.contract import Contact
from validation.reference.ball_chains import Behind, row_of_balls
from validation.reference.bouncing_disc import bouncing_disc
from validation.reference.contacts import BallOnFloor, Corners, PointOnPlane, planar_body, planar_values
from validation.reference.painleve_rod import EARTH, sliding_rod, sliding_rod_values
from validation.reference.rocking_block import rocking_block
from validation.reference.woodpecker import (
    WOODPECKER_CONTACTS,
    Pole,
    ToySpring,
    woodpecker,
    woodpecker_coordinates,
    woodpecker_values,
)

__all__ = [
    "EARTH",
    "WOODPECKER_CONTACTS",
    "BallOnFloor",
    "Behind",
    "Corners",
    "PointOnPlane",
    "Pole",
    "Stop",
    "ToySpring",
    "bouncing_disc",
    "planar_body",
    "planar_values",
    "rocking_block",
    "row_of_balls",
    "sliding_rod",
    "sliding_rod_values",
    "woodpecker",
    "woodpecker_coordinates",
    "woodpecker_values",
]


class Stop(Contact):
    """A coordinate stays on one side of a number."""

    of_coordinates = True
    ends = 1
    limit = lw.parameter()
    side = lw.option(default=1.0)

    def gap(self, q, t):
        return self.side * (q[0] - self.limit)
