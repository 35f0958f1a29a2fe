"""Questions about a system that are asked once: what depends on the compiled model alone."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, wraps
from typing import Any, TypeVar

Answer = TypeVar("Answer")


class Remembering:
    """Has a memory of answers to questions that are asked once."""

    @cached_property
    def answers(self) -> dict[Callable[..., Any], Any]:
        """What functions marked by `asked_once` have found out about it."""
        return {}

    def __getstate__(self) -> dict[str, Any]:
        """What copies have: they ask again, as some answers are memory."""
        return {name: value for name, value in self.__dict__.items() if name != "answers"}


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
