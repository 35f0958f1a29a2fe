"""The table of mistakes: each is made as a new user would make it, and all that linkwork says of it is collected."""

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

MISTAKES: list["Mistake"] = []


@dataclass(frozen=True)
class Mistake:
    """A mistake, and what must stand in what is said of it: names of things, amounts, remedies."""

    title: str
    words: tuple[str, ...]
    make: Callable[[], Any]

    def answer(self) -> tuple[Any, str]:
        """What comes back, None after an error, and everything that the user reads."""
        with warnings.catch_warnings(record=True) as warned:
            warnings.simplefilter("always")
            try:
                found = self.make()
                said = told(found)
            except Exception as error:
                found, said = None, f"{type(error).__name__}: {error}"
        return found, "\n".join([said, *(str(warning.message) for warning in warned)])


def told(found: Any) -> str:
    """What a result says of itself: its certificate with notes, its verdict with reasons."""
    parts = [getattr(found, name, None) for name in ("certificate", "verdict")]
    return "\n".join([repr(found), *(str(part) for part in parts if part is not None)])


def mistake(title: str, *words: str) -> Callable[[Callable[[], Any]], Callable[[], Any]]:
    """Enters a mistake into the table; without words it must give the right answer, which its function asserts."""

    def enter(make: Callable[[], Any]) -> Callable[[], Any]:
        MISTAKES.append(Mistake(title, words, make))
        return make

    return enter
