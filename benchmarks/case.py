"""What a benchmark module offers to the runner: cases, each with timers and perhaps a bar to clear."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

# One call takes one measurement and returns it in the unit of the case's quantity.
Timer = Callable[[], float]


@dataclass(frozen=True)
class Bar:
    """A promise about a case, for example `Bar("ratio", "<=", 1.1)` or `Bar("ours", ">=", 25_000)`."""

    of: Literal["ratio", "ours"]
    relation: Literal["<=", ">="]
    limit: float

    def is_met(self, value: float) -> bool:
        """Return whether a measured ratio, or our own figure, keeps the promise."""
        return value <= self.limit if self.relation == "<=" else value >= self.limit

    def __str__(self) -> str:
        return f"{self.of} {self.relation} {self.limit:g}"


@dataclass(frozen=True)
class Case:
    """One line of a benchmark's table.

    A case without `theirs` is an absolute figure of ours; one without `ours` is a peer's figure on this machine.
    Where a peer could not be built, `note` carries the sentence that says why.
    """

    name: str
    quantity: str  # with its unit: "ns per evaluation"
    ours: Timer | None
    peer: str | None = None
    theirs: Timer | None = None
    bar: Bar | None = None
    rounds: int = 15  # fewer for measurements that take seconds
    note: str = ""

    def __post_init__(self) -> None:
        if self.theirs is not None and self.peer is None:
            raise ValueError(f"Case {self.name!r} measures a peer but does not name it.")


LANES = {8: 0.27, 4: 0.33}
"""What a state of a batch may cost by how many lanes a machine has, in evaluations one by one."""


def time_per_evaluation(
    run: Callable[[], object], evaluations: int, *, unit: float = 1e-9, at_least: float = 0.0
) -> Timer:
    """Return a timer of `run`, which does `evaluations` evaluations per call; `unit` is in seconds.

    It is processor time, what the clock shows where nothing else runs. Calls are repeated until they have taken
    `at_least` so many seconds.
    """

    def measure() -> float:
        start, calls = time.process_time(), 0
        while calls == 0 or time.process_time() - start < at_least:
            run()
            calls += 1
        return (time.process_time() - start) / (calls * evaluations * unit)

    return measure
