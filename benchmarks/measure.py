"""From a case to its row: interleaved rounds, medians, ratio and spread."""

from statistics import median, quantiles
from typing import TypedDict

from benchmarks.case import Case, Timer


class Row(TypedDict):
    """One row of `build/bench/NAME.json`; what was not measured is None."""

    case: str
    quantity: str
    ours: float | None
    peer: str | None
    theirs: float | None
    ratio: float | None
    spread: float | None


def measure(case: Case) -> Row:
    """Return the row of a case: medians over its rounds, their ratio, and the spread of the rounds."""
    ours, theirs = _interleave(case.ours, case.theirs, case.rounds)
    row = Row(case=case.name, quantity=case.quantity, ours=None, peer=case.peer, theirs=None, ratio=None, spread=None)
    if ours:
        row["ours"] = median(ours)
        row["spread"] = relative_spread(ours)
    if theirs:
        row["theirs"] = median(theirs)
        row["spread"] = relative_spread(theirs)
    if ours and theirs:
        row["ratio"] = median(ours) / median(theirs)
        row["spread"] = relative_spread([mine / other for mine, other in zip(ours, theirs, strict=True)])
    return row


def relative_spread(values: list[float]) -> float:
    """Return the interquartile range of `values` over their median: 0.05 says the middle half lies within 5 %."""
    if len(values) == 1:
        return 0.0
    lower, middle, upper = quantiles(values, n=4, method="inclusive")
    return (upper - lower) / middle


def _interleave(ours: Timer | None, theirs: Timer | None, rounds: int) -> tuple[list[float], list[float]]:
    """Return `rounds` measurements of each timer, taken in turn so that a change of clock speed meets both alike."""
    mine: list[float] = []
    others: list[float] = []
    # The first round only warms caches and branch predictors, where there is more than one.
    for round_number in range(rounds + (rounds > 1)):
        if ours is not None:
            mine.append(ours())
        if theirs is not None:
            others.append(theirs())
        if round_number == 0 and rounds > 1:
            mine.clear()
            others.clear()
    return mine, others
