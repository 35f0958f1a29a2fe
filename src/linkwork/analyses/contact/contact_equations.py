"""Contacts of a system at one state, by subject: where they are, what forces do, how speeds stay on other rows.

A point slides along some of its directions only: those along which nothing can move are left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from ...contract.contact import HELD_DIRECTIONS
from ...results import State
from .contact_kinematics import ContactKinematics
from .contact_projection import ContactProjection
from .contact_response import ContactResponse
from .contact_table import ContactTable


@dataclass(frozen=True, eq=False)
class ContactEquations:
    """Equations of contacts at a state, for all points, whatever their modes."""

    table: ContactTable
    state: State
    before: ContactEquations | None = None
    """The same with other speeds, of which all that depends on the place alone is taken."""

    @cached_property
    def kinematics(self) -> ContactKinematics:
        """Gaps, rows and velocities."""
        return ContactKinematics(self.table, self.state, None if self.before is None else self.before.kinematics)

    @cached_property
    def response(self) -> ContactResponse:
        """What forces in contacts do."""
        return ContactResponse(self.kinematics, None if self.before is None else self.before.response)

    @cached_property
    def projection(self) -> ContactProjection:
        """Speeds on the rows of no contact."""
        return ContactProjection(self.kinematics, self.response)

    def with_speeds(self, u: np.ndarray) -> ContactEquations:
        """The same where speeds have jumped."""
        return ContactEquations(self.table, replace(self.state, u=u), self)

    def slip_rows(self, number: int) -> tuple[int, ...]:
        """The rows of sliding of a point, those left out along which nothing can move (out of the plane)."""
        if number not in self._slip_rows:
            slips = self.table.point(number).slips
            if not slips:
                return ()
            self._slip_rows[number] = tuple(
                row for row, moves in zip(slips, self.response.can_move(slips), strict=True) if moves
            )
        return self._slip_rows[number]

    @cached_property
    def _slip_rows(self) -> dict[int, tuple[int, ...]]:
        return {} if self.before is None else self.before._slip_rows

    def sticking(self, number: int) -> dict[str, float]:
        """Switches of a point that sticks: where nothing can move, friction would share what others carry."""
        moving, slips = self.slip_rows(number), self.table.point(number).slips
        held = {name: 1.0 for name, row in zip(HELD_DIRECTIONS, slips, strict=False) if row not in moving}
        return {"closed": 1.0, "stick": 1.0 if moving else 0.0, **held}

    def rows_of(self, points: Sequence[int]) -> list[int]:
        """The rows of some points, point after point, that of the gap first."""
        return [row for k in points for row in (self.table.point(k).normal, *self.slip_rows(k))]

    def slip(self, number: int) -> np.ndarray:
        """γ_T of a point along its rows of sliding."""
        return self.kinematics.velocities[list(self.slip_rows(number))]

    def slip_places(self, number: int) -> list[int]:
        """The places of a point's rows of sliding among all its directions."""
        return [self.table.point(number).slips.index(row) for row in self.slip_rows(number)]

    def direction(self, number: int, slip: np.ndarray) -> np.ndarray:
        """A direction along these rows by all directions of the point."""
        all_rows, found = self.table.point(number).slips, dict(zip(self.slip_rows(number), slip, strict=True))
        return np.array([found.get(row, 0.0) for row in all_rows])
