"""Threads that share a piece of work again and again: the one that asks does its part itself."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache

from .target import cores

Task = Callable[[], object]


@cache
def _others(count: int) -> ThreadPoolExecutor:
    """Threads that all teams of a size share: they are few, however many runs there were, and wait for the next one."""
    return ThreadPoolExecutor(count)


# A forked process has none of the threads of its parent: it starts its own.
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_others.cache_clear)


class ThreadTeam:
    """A number of threads, None for one a core; with one, nothing is started. A task asks no team itself."""

    def __init__(self, threads: int | None) -> None:
        self.threads = cores() if threads is None else threads

    def run(self, tasks: Sequence[Task]) -> None:
        """Runs all tasks to their ends, the first of them here; then raises the first error, if there was one."""
        if self.threads == 1:
            for task in tasks:
                task()
            return
        waiting = [_others(self.threads - 1).submit(task) for task in tasks[1:]]
        try:
            for task in tasks[:1]:
                task()
        finally:
            # Tasks write to memory of the one that asks: none may go on behind its back.
            errors = [other.exception() for other in waiting]
        for error in errors:
            if error is not None:
                raise error

    def ranges(self, count: int, least: int, width: int = 1) -> list[tuple[int, int]]:
        """(start, stop) of shares of `count`, each a multiple of `width` and not much smaller than `least`."""
        shares = max(1, min(self.threads, count // least))
        share = max(1, -(-count // (shares * width)) * width)
        return [(first, min(count, first + share)) for first in range(0, count, share)]
