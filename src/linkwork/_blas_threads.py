"""One thread for dense matrices of small systems.

OpenBLAS splits products and factorisations of a hundred rows among all processors. On a busy machine the threads then
wait for each other: 23 solves of a small beam took 2 s with two threads, and 0.05 s with one.
"""

from __future__ import annotations

import functools
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from typing import Any, TypeVar, cast

import lazy_loader

threadpoolctl = lazy_loader.load("threadpoolctl")

_Verb = TypeVar("_Verb", bound=Callable[..., Any])

FEWEST_SPEEDS, MOST_SPEEDS = 8, 1000
"""Speeds: smaller systems have matrices that OpenBLAS gives to one thread anyway, larger ones some worth several."""


_HELD = threading.Lock()
"""Held by the call that has set one thread: calls inside it, and in other threads, leave the number alone."""


@contextmanager
def one_blas_thread() -> Iterator[None]:
    """Lets BLAS use one thread as long as it lasts."""
    if not _HELD.acquire(blocking=False):
        yield
        return
    try:
        found = _controller(len(sys.modules))
        is_single = all(library.num_threads == 1 for library in found.lib_controllers)
        with nullcontext() if is_single else found.limit(limits=1, user_api="blas"):
            yield
    finally:
        _HELD.release()


@functools.lru_cache(maxsize=1)
def _controller(modules: int) -> Any:
    """All libraries that are loaded, looked for anew where modules have been imported: each may bring its own BLAS."""
    return threadpoolctl.ThreadpoolController()


def small_on_one_thread(verb: _Verb) -> _Verb:
    """A function of a system that uses one thread of BLAS where the system is small."""

    @functools.wraps(verb)
    def call(*args: Any, **kwargs: Any) -> Any:
        system = args[0] if args else kwargs.get("system")
        layout = getattr(system, "layout", None)
        if layout is None or not FEWEST_SPEEDS <= len(layout.u) <= MOST_SPEEDS:
            return verb(*args, **kwargs)
        with one_blas_thread():
            return verb(*args, **kwargs)

    return cast(_Verb, call)
