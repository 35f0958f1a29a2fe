"""Threads that share a piece of work again and again: the one that asks does its part itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property

from .target import cores

Task = Callable[[], object]


class ThreadTeam:
    """A number of threads, None for one a core; with one, nothing is started."""

    def __init__(self, threads: int | None) -> None:
        self.threads = cores() if threads is None else threads

    @cached_property
    def _others(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(self.threads - 1)

    def run(self, tasks: Sequence[Task]) -> None:
        """Runs all tasks to their ends, the first of them here."""
        waiting = [self._others.submit(task) for task in tasks[1:]] if self.threads > 1 else []
        for task in tasks if self.threads == 1 else tasks[:1]:
            task()
        for other in waiting:
            other.result()

    def ranges(self, count: int, least: int, width: int = 1) -> list[tuple[int, int]]:
        """(start, stop) of shares of `count`, each a multiple of `width` and not much smaller than `least`."""
        shares = max(1, min(self.threads, count // least))
        share = max(1, -(-count // (shares * width)) * width)
        return [(first, min(count, first + share)) for first in range(0, count, share)]
