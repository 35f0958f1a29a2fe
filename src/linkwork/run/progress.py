"""What happens beside a run: progress shown, Ctrl-C heard, and when something is due again."""

from __future__ import annotations

import importlib
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

_signal = importlib.import_module("_signal")
PATIENCE = 1.0
"""Seconds before a run shows how far it is."""
RATIO = 20.0
"""Checkpoints take at most one part in so many of the time."""


def set_handler(number: int, handler: Any) -> Any:
    """What `signal.signal` does, less its search for a name of every handler in an enumeration, before and after."""
    return _signal.signal(number, handler)


class Interruption:
    """Whether Ctrl-C was pressed: the first time the run ends after its present piece, the second time at once."""

    def __init__(self) -> None:
        self.asked = False
        self._before: Any = None

    @contextmanager
    def heard(self) -> Iterator[None]:
        """Listens, where this is the thread that signals come to."""
        self.listen()
        try:
            yield
        finally:
            self.leave()

    def listen(self) -> None:
        """Takes Ctrl-C, unless it is somebody else's business."""
        self._before = None
        if threading.current_thread() is not threading.main_thread():
            return
        before = set_handler(signal.SIGINT, self._hear)
        if before is signal.default_int_handler:
            self._before = before
        else:
            set_handler(signal.SIGINT, before)

    def leave(self) -> None:
        """Leaves Ctrl-C to whom it was taken from."""
        if self._before is not None:
            set_handler(signal.SIGINT, self._before)
            self._before = None

    def _hear(self, number: int, frame: Any) -> None:
        if self.asked:
            raise KeyboardInterrupt
        self.asked = True


class Progress:
    """A line in the terminal, from the first second on; nothing where there is no terminal."""

    def __init__(self, wanted: bool, start: float, end: float, name: str) -> None:
        self.start, self.end, self.name = start, end, name
        self.wanted = wanted
        self.began = time.perf_counter()
        self._bar: Any = None

    def show(self, t: float, steps: int) -> None:
        """How far the run is."""
        if not self.wanted or (self._bar is None and time.perf_counter() - self.began < PATIENCE):
            return
        if not sys.stderr.isatty():
            self.wanted = False
            return
        if self._bar is None:
            self._bar = _bar()
            self._bar.start()
            self._task = self._bar.add_task(self.name, total=self.end - self.start or 1.0)
        self._bar.update(self._task, completed=t - self.start, description=f"{self.name}: t = {t:.4g} s, {steps} steps")

    def close(self) -> None:
        """Leaves the terminal as it was."""
        if self._bar is not None:
            self._bar.stop()
            self._bar = None


def _bar() -> Any:
    # Only here: most runs are over before rich is imported.
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    return Progress(*columns, console=Console(stderr=True), transient=True)


class Clock:
    """Says when something is due again; what takes long is due less often."""

    def __init__(self, every: float) -> None:
        self.every = every
        self.next = time.perf_counter() + every

    def is_due(self) -> bool:
        """Whether it is time."""
        return time.perf_counter() >= self.next

    def done(self, began: float) -> None:
        """Sets the next time, after work that began then."""
        now = time.perf_counter()
        self.next = now + max(self.every, RATIO * (now - began))
