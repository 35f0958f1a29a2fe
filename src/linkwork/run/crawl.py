"""Runs that barely get on: steps so short that the end is millions of them away, at a law that leaps."""

from __future__ import annotations

from collections.abc import Callable

from ..diagnosis import Note, add_note, note


class Crawl:
    """Looks at the pace of a run at certain counts of steps, so that what it does depends on the run alone."""

    def __init__(self, t: float, window: int, most: float, instead: Callable[[], bool] = lambda: False) -> None:
        self.most, self.instead = most, instead
        """Steps to the end from which on a run crawls, and what goes on with another method where there is one."""
        self.due, self._t, self._steps = window, t, 0

    def budget(self, steps: int, most: int) -> int:
        """How many steps may be taken until it is due to look."""
        return max(1, min(most, self.due - steps))

    def is_stuck(
        self, steps: int, t: float, t_end: float, leaps: Callable[[], bool], notes: list[Note] | None = None
    ) -> bool:
        """Whether the end is too many steps away and some law leaps here; another method or a note where none does."""
        if steps < self.due:
            return False
        gained, taken = t - self._t, steps - self._steps
        self._t, self._steps, self.due = t, steps, 2 * steps
        left = (t_end - t) * taken / gained if gained > 0.0 else float("inf")
        if left <= self.most:
            return False
        if leaps():
            return True
        if self.instead():
            return False
        if notes is not None:
            said = f"steps are very short near t = {t:.5g}: at this pace the end is {left:.0g} steps away"
            add_note(notes, note("steps_short", said, t))
        return False
