"""Random differential tests until the time is over; each attempt has a seed and a number that bring it back."""

import time
import traceback
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

Attempt = Callable[[np.random.Generator], None]
"""Draws a case and compares two routes to its numbers; raises where they differ, or `Unavailable`."""


class Unavailable(Exception):
    """A peer is not installed."""


@dataclass
class Tally:
    """What became of the attempts of one class."""

    name: str
    attempt: Attempt
    tried: int = 0
    spent: float = 0.0
    """Seconds."""
    failed: list[str] = field(default_factory=list)
    unavailable: str = ""

    def try_one(self, seed: int, number: int) -> None:
        """The attempt with this number, and what it says if it fails."""
        rng = np.random.default_rng([seed, zlib.crc32(self.name.encode()), number])
        self.tried += 1
        try:
            self.attempt(rng)
        except Unavailable as reason:
            self.tried, self.unavailable = 0, str(reason)
        except Exception as error:
            last = traceback.extract_tb(error.__traceback__)[-1]
            where = f"{last.name}, line {last.lineno}"
            what = str(error).strip().replace("\n", " ")[:300] or "an assertion failed"
            self.failed.append(f"{self.name} {seed}:{number}: {type(error).__name__} in {where}: {what}")


def soak(
    classes: Sequence[tuple[str, Attempt]],
    seed: int,
    seconds: float,
    first: int = 0,
    most: int | None = None,
    clock: Callable[[], float] = time.monotonic,
    say: Callable[[str], None] = print,
) -> list[Tally]:
    """Attempts of all classes, from number `first` on, until the time is over or each had `most`.

    The class that had the least time so far is next: quick ones are tried more often.
    """
    tallies = [Tally(name, attempt) for name, attempt in classes]
    end = clock() + seconds
    while (begin := clock()) < end:
        left = [t for t in tallies if not t.unavailable and (most is None or t.tried < most)]
        if not left:
            break
        tally = min(left, key=lambda t: t.spent)
        told = len(tally.failed)
        tally.try_one(seed, first + tally.tried)
        tally.spent += clock() - begin
        for failure in tally.failed[told:]:
            say(f"FAILED {failure}")
    return tallies


def summary(tallies: Sequence[Tally], seed: int) -> str:
    """A line for each class, and how a failure is brought back."""
    lines = [f"{'class':<14} {'tried':>7} {'failed':>7}"]
    for tally in tallies:
        lines.append(f"{tally.name:<14} {tally.tried:>7} {len(tally.failed):>7}  {tally.unavailable}".rstrip())
    lines.append(f"{'all':<14} {sum(t.tried for t in tallies):>7} {sum(len(t.failed) for t in tallies):>7}")
    lines.append(f"seed {seed}; an attempt again: python -m tests.soak --seed {seed} --only CLASS --attempt NUMBER")
    return "\n".join(lines)
