"""Sizes by which rounding is distinguished from what happens in contacts."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ...consistency import number_pose
from ...consistency.contact_doubts import TOUCHES
from ...model import Point
from ...results import State
from ...topology.contact_margins import TOUCH_ROUNDING
from .contact_equations import ContactEquations
from .contact_table import ContactTable

_RESTING = 1e-9
"""Speeds below this, in speeds of the model, are none."""
SLOW = 1e-6
"""Sliding speeds below this, in speeds of the model, keep their direction."""
_SHIFT = 1e-12
"""What margins of forces and speeds are shifted by, in sizes of the model."""
GAP_SHIFT = 4e-14
"""The same of gaps: a few times what projection leaves of them, and rounding."""
CLEAR = 1e4
"""Gaps above so many shifts are clear of rounding."""


@dataclass(frozen=True)
class ContactScales:
    """Length, speed and force of a model with contacts."""

    length: float
    speed: float
    force: float

    @property
    def touching(self) -> float:
        """Gaps that count as closed (m)."""
        return TOUCHES * self.length

    @property
    def edge(self) -> float:
        """Distances from the edge of a face at which a point has left it (m)."""
        return _SHIFT * self.length

    @property
    def resting(self) -> float:
        """Speeds that count as none (m/s)."""
        return _RESTING * self.speed

    @property
    def slow(self) -> float:
        """Sliding speeds whose direction is kept (m/s)."""
        return SLOW * self.speed

    @property
    def gap_rounding(self) -> float:
        """What gaps of points that have just parted are clear of rounding by (m)."""
        return 4.0 * TOUCH_ROUNDING * _SHIFT * self.length

    def gap_shifts(self, table: ContactTable, state: State, gaps: np.ndarray, rates: np.ndarray) -> list[float]:
        """What open points may be inside by rounding: nothing where they are clearly apart, or part clearly."""
        shift = GAP_SHIFT * self._reach(table, state)
        is_clear = (gaps > CLEAR * shift) | (rates > self.resting)
        return [0.0 if clear else shift for clear in is_clear.tolist()]

    def gap_unit(self, table: ContactTable, state: State) -> float:
        """What gaps are counted in: between rounding and what happens (m)."""
        return _SHIFT * self._reach(table, state)

    def _reach(self, table: ContactTable, state: State) -> float:
        """The length whose rounding is that of places (m): shafts that have turned often count angles to less."""
        # Angles move points by lengths of the model.
        _, units = table.system.chart.scales(self.length)
        return self.length * max(1.0, float(np.abs(state.q / units).max(initial=0.0)))

    def shifted(self, table: ContactTable, state: State) -> State:
        """The state with margins of forces and speeds shifted, and a unit for gaps."""
        values, unit = dict(state.parameters), self.gap_unit(table, state)
        for p in table.points:
            values[p.point.switch("force_shift")] = _SHIFT * self.force
            values[p.point.switch("speed_shift")] = _SHIFT * self.speed
            values[p.point.switch("gap_unit")] = unit
        return replace(state, parameters=values)

    @classmethod
    def at(cls, table: ContactTable, state: State) -> ContactScales:
        """Sizes from lever arms, gaps and speeds at a state, gravity, and what accelerates points."""
        equations = ContactEquations(table, state)
        rows = [p.normal for p in table.points]
        if not rows:
            return cls(_arm(table, state), 1.0, 1.0)
        model = table.system.model
        gravity = 0.0 if callable(model.gravity) else float(np.linalg.norm(state.worth(np.array(model.gravity))))
        gaps = np.abs(equations.kinematics.gaps)
        length = max(min(_arm(table, state), 1e3), float(gaps[np.isfinite(gaps)].max(initial=0.0)) * 1e-3)
        # Where points touch, what bends their directions counts too: at a dead centre it is all that pulls.
        touching = [row for row, gap in zip(rows, gaps, strict=True) if gap <= TOUCHES * length]
        pulls = np.concatenate([equations.response.pulls(rows), equations.response.accelerations(touching)])
        pull = max(gravity, float(np.abs(pulls).max(initial=0.0))) or 1.0
        speed = max(np.sqrt(pull * length), float(np.abs(equations.kinematics.velocities).max(initial=0.0)))
        G = np.diagonal(equations.response.delassus(rows))
        mass = float((1.0 / G[G > 0.0]).max(initial=0.0)) or 1.0
        return cls(length, float(speed), mass * pull)


def _arm(table: ContactTable, state: State) -> float:
    """The largest lever arm of a connection on a body, or on the ground where bodies have none; one without any."""
    ends = [end for c in table.system.model.connections.values() for end in c.ends if isinstance(end, Point)]
    arms = [(end.body.is_ground, float(np.linalg.norm(number_pose(end.X, state).p))) for end in ends]
    on_bodies, on_ground = (max((arm for ground, arm in arms if ground == which), default=0.0) for which in (0, 1))
    return on_bodies or on_ground or 1.0
