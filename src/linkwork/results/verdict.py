"""`Verdict`: whether a result can be trusted, with reasons in sentences; and the warning when a bad one is read.

What is judged by which rule stands in `run_rules.py` and `analysis_rules.py`, and nowhere else.
"""

from __future__ import annotations

import functools
import sys
import warnings
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

from .._display import Displayed

LEVELS = ("good", "doubtful", "bad")
"""From best to worst."""
Finding = tuple[str, str]
"""(level, the sentence that tells why)."""
CodedFinding = tuple[str, str, str]
"""The same, and the code of what found it."""
VerdictRule = Callable[[Any], Finding | None]
INSIDE = (str(Path(__file__).parents[1]), functools.__file__)
"""Where lines are that nobody who reads a warning has written."""
READERS = (
    "results/trajectory.py",
    "results/verdict.py",
    "contract/arguments.py",
    "mechanics/channels.py",
    "analyses/equilibrium.py",
    "results/ensemble.py",
    "results/load.py",
    "analyses/kinematics.py",
    "analyses/statics/rest_loads.py",
)
BETWEEN_READERS = (functools.__file__, *(str(Path(INSIDE[0], *own.split("/"))) for own in READERS))
"""Files that stand between a channel and who reads it."""


class VerdictWarning(UserWarning):
    """Numbers of a result were read whose verdict is bad."""


class NotUniqueWarning(UserWarning):
    """A load was read that constraints which repeat each other could share in other ways."""


@dataclass(frozen=True)
class Verdict(Displayed):
    """How far a result can be trusted. `max(verdicts)` is the worst of several."""

    level: str
    """"good", "doubtful" or "bad"."""
    reasons: tuple[str, ...] = ()
    """Sentences, the worst first; of a good result what it was judged by."""
    codes: tuple[str, ...] = ()
    """Which rules found something, or which notes make it doubtful or bad, in the order of `reasons`: "energy",
    "chaos", "penetration", …"""

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
        """Level, reasons and codes as plain data."""
        return {"level": self.level, "reasons": list(self.reasons), "codes": list(self.codes)}


GOOD_VERDICT = Verdict("good")
"""Where there is nothing to judge."""


def judge_result(result: Any, rules: Mapping[str, VerdictRule], well: str) -> Verdict:
    """What rules, by their codes, say of a result; `well` is what can be said where none finds anything."""
    return verdict_of_findings(findings_of(result, rules)) or Verdict("good", (well,))


def findings_of(result: Any, rules: Mapping[str, VerdictRule]) -> list[CodedFinding]:
    """What rules find in a result, with their codes."""
    return [(*finding, code) for code, rule in rules.items() if (finding := rule(result)) is not None]


def verdict_of_findings(found: Iterable[CodedFinding]) -> Verdict | None:
    """The verdict that findings lead to, the worst first; None where there are none."""
    ordered = sorted(found, key=lambda one: -LEVELS.index(one[0]))
    if not ordered:
        return None
    levels, reasons, codes = zip(*ordered, strict=True)
    return Verdict(levels[0], reasons, codes)


class Alarm:
    """Warns when the numbers of a bad result are read: once, at the line outside of linkwork that reads them."""

    def __init__(self, is_off: bool = False) -> None:
        self.is_off = is_off

    def sound(self, result: Any, name: str) -> None:
        """To be called where numbers are read, with the result and what to call it."""
        if self.is_off:
            return
        self.is_off = True
        if result.verdict.is_bad:
            warn_outside(f"{name} is {result.verdict}", VerdictWarning)


class LoadAlarm:
    """Warns when a load is read that is not unique: once for each channel, at the line that reads it.

    What linkwork itself reads, for plots, pages and tables, is marked there.
    """

    def __init__(self) -> None:
        self._told: set[str] = set()

    def sound(self, name: str, not_unique: Iterable[str], what_to_do: str) -> None:
        """To be called where the channel `name` is read, with those of its numbers that are not unique."""
        left = [number.removeprefix(f"{name}.") for number in not_unique]
        if not left or name in self._told:
            return
        frame = _reading_frame(BETWEEN_READERS)
        if frame.f_code.co_filename.startswith(INSIDE):
            return
        self._told.add(name)
        which = "" if left == [name] else f" ({', '.join(left)})"
        _warn(f"{name} is not unique{which}: constraints repeat each other, {what_to_do}", frame, NotUniqueWarning)


def warn_outside(text: str, kind: type[Warning] = UserWarning) -> None:
    """Warns at the line outside of linkwork that asked for something."""
    _warn(text, _reading_frame(INSIDE), kind)


def _reading_frame(passed: tuple[str, ...]) -> FrameType:
    """The innermost frame that is in none of these files or folders."""
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(passed):
        frame = frame.f_back
    return frame


def _warn(text: str, frame: FrameType, kind: type[Warning]) -> None:
    names = frame.f_globals
    registry = names.setdefault("__warningregistry__", {})
    where = frame.f_code.co_filename, frame.f_lineno, names.get("__name__")
    warnings.warn_explicit(text, kind, *where, registry)
