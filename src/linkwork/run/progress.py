"""What happens beside a run: progress shown, its pace looked at, Ctrl-C heard, and when something is due again."""

from __future__ import annotations

import importlib
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html import escape
from typing import Any

from .._display import kernel_shell
from ..diagnosis import Note, add_note, note

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
    """A bar in the terminal or the notebook, from the first second on; nothing where there is neither."""

    def __init__(
        self, wanted: bool, start: float, end: float, name: str, words: str = "t = {t:.4g} s, {steps} steps"
    ) -> None:
        self.start, self.end, self.name, self.words = start, end, name, words
        self.wanted = wanted
        self.began = time.perf_counter()
        self._bar: Any = None

    def show(self, t: float, steps: int) -> None:
        """How far the run is."""
        if not self.wanted or (self._bar is None and time.perf_counter() - self.began < PATIENCE):
            return
        if self._bar is None:
            self._bar = self._new_bar()
            self.wanted = self._bar is not None
        if self._bar is not None:
            self._bar.update(t - self.start, f"{self.name}: {self.words.format(t=t, steps=steps)}")

    def close(self) -> None:
        """Leaves the terminal, or the cell, as it was."""
        if self._bar is not None:
            self._bar.stop()
            self._bar = None

    def _new_bar(self) -> TerminalBar | NotebookBar | None:
        length = self.end - self.start or 1.0
        if kernel_shell() is not None:
            return NotebookBar(length)
        return TerminalBar(length) if sys.stderr.isatty() else None


class TerminalBar:
    """A line on the error stream."""

    def __init__(self, length: float) -> None:
        # Only here: most runs are over before rich is imported.
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

        columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
        self._shown = Progress(*columns, console=Console(stderr=True), transient=True)
        self._shown.start()
        self._task = self._shown.add_task("", total=length)

    def update(self, completed: float, text: str) -> None:
        """How far it is, and what is written beside it."""
        self._shown.update(self._task, completed=completed, description=text)

    def stop(self) -> None:
        """Takes it away."""
        self._shown.stop()


class NotebookBar:
    """A bar below the cell that runs; it needs no widgets."""

    def __init__(self, length: float) -> None:
        self._length, self._next = length, 0.0
        shown = importlib.import_module("IPython.display")
        self._html: Any = shown.HTML
        self._place: Any = shown.display(shown.HTML(""), display_id=True)

    def update(self, completed: float, text: str) -> None:
        """How far it is, and what is written beside it; sent four times a second at most."""
        now = time.perf_counter()
        if now < self._next:
            return
        self._next = now + 0.25
        share = min(max(completed / self._length, 0.0), 1.0)
        self._place.update(self._html(f'<progress value="{share:.4f}"></progress> {escape(text)}'))

    def stop(self) -> None:
        """Takes it away."""
        self._place.update(self._html(""))


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


class Crawl:
    """Looks for runs that barely get on: steps so short that the end is millions of them away, at a law that leaps.

    It looks at certain counts of steps, so that what it does depends on the run alone.
    """

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
