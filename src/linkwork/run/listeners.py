"""Who gets finished runs: a catalogue that keeps all of them for a while."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from ..results import Trajectory

_LISTENERS: ContextVar[tuple[Callable[[Trajectory], Any], ...]] = ContextVar("listeners", default=())


@contextmanager
def recorded_by(listener: Callable[[Trajectory], Any]) -> Iterator[None]:
    """Tells a listener of every run that ends inside of the `with`."""
    token = _LISTENERS.set((*_LISTENERS.get(), listener))
    try:
        yield
    finally:
        _LISTENERS.reset(token)


def tell_listeners(run: Trajectory) -> Trajectory:
    """The run, after all listeners got it."""
    for listener in _LISTENERS.get():
        listener(run)
    return run
