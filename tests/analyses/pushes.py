"""A push that an event begins."""

from __future__ import annotations

from typing import Any

import linkwork as lw


class Push(lw.Force):
    """A constant push nearer than `gap`: the force jumps."""

    measure = lw.Distance()
    gap = lw.parameter(unit="m")
    force = lw.parameter(unit="N")

    def law(self, e: Any) -> Any:
        return lw.where(e < self.gap, self.force, 0.0)

    def kinks(self, e: Any) -> Any:
        return e - self.gap
