"""`Verdict`: whether a result can be trusted, with reasons in sentences; and the warning when a bad one is read.

What is judged by which rule stands in `run_rules.py` and `analysis_rules.py`, and nowhere else.
"""

from __future__ import annotations

import functools
import sys
import warnings
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .._display import Displayed

LEVELS = ("good", "doubtful", "bad")
"""From best to worst."""
Finding = tuple[str, str]
"""(level, the sentence that tells why)."""
VerdictRule = Callable[[Any], Finding | None]
INSIDE = (str(Path(__file__).parents[1]), functools.__file__)
"""Where lines are that nobody who reads a warning has written."""


class VerdictWarning(UserWarning):
    """Numbers of a result were read whose verdict is bad."""


@dataclass(frozen=True)
class Verdict(Displayed):
    """How far a result can be trusted. `max(verdicts)` is the worst of several."""

    level: str
    """"good", "doubtful" or "bad"."""
    reasons: tuple[str, ...] = ()
    """Sentences, the worst first; of a good result what it was judged by."""

    @property
    def is_good(self) -> bool:
        """Whether nothing speaks against the result."""
        return self.level == "good"

    @property
    def is_bad(self) -> bool:
        """Whether its numbers must not be used."""
        return self.level == "bad"

    def __lt__(self, other: Verdict) -> bool:
        return LEVELS.index(self.level) < LEVELS.index(other.level)

    def __str__(self) -> str:
        return f"{self.level}: {'; '.join(self.reasons)}" if self.reasons else self.level

    @property
    def in_short(self) -> str:
        """The level with the worst finding, without what to do about it."""
        return self.level if self.is_good else f"{self.level}: {self.reasons[0].partition(':')[0]}"

    def to_dict(self) -> dict[str, Any]:
        """Level and reasons as plain data."""
        return {"level": self.level, "reasons": list(self.reasons)}


GOOD_VERDICT = Verdict("good")
"""Where there is nothing to judge."""


def judge_result(result: Any, rules: Iterable[VerdictRule], well: str) -> Verdict:
    """What rules say of a result; `well` is what can be said where none of them finds anything."""
    return verdict_of(found for rule in rules if (found := rule(result)) is not None) or Verdict("good", (well,))


def verdict_of(findings: Iterable[Finding]) -> Verdict | None:
    """The verdict of several findings, as bad as the worst of them; None where there is none."""
    found = sorted(findings, key=lambda one: -LEVELS.index(one[0]))
    return Verdict(found[0][0], tuple(sentence for _, sentence in found)) if found else None


class Alarm:
    """Warns when the numbers of a bad result are read: once, at the line outside of linkwork that reads them."""

    def __init__(self) -> None:
        self.is_off = False

    def sound(self, result: Any, name: str) -> None:
        """To be called where numbers are read, with the result and what to call it."""
        if self.is_off:
            return
        self.is_off = True
        if result.verdict.is_bad:
            _warn(f"{name} is {result.verdict}")


def _warn(text: str) -> None:
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(INSIDE):
        frame = frame.f_back
    names = frame.f_globals
    registry = names.setdefault("__warningregistry__", {})
    where = frame.f_code.co_filename, frame.f_lineno, names.get("__name__")
    warnings.warn_explicit(text, VerdictWarning, *where, registry)
