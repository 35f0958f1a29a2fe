"""Questions about a system that are asked once: what depends on the compiled model alone."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

Answer = TypeVar("Answer")


def asked_once(find: Callable[[Any], Answer]) -> Callable[[Any], Answer]:
    """Marks a function of a system that depends on the compiled model alone: its answer is kept with the system.

    Threads that ask at the same time may both look; all get the answer of one.
    """

    @wraps(find)
    def answer(system: Any) -> Answer:
        known = system.answers
        if find not in known:
            known.setdefault(find, find(system))
        found: Answer = known[find]
        return found

    return answer
