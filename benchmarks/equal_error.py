"""Timers at equal error: of the settings of a program, the fastest that reaches it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from benchmarks.case import Timer

Attempt = Callable[[], tuple[float, float]]
"""Runs once and returns (processor time, error)."""


def fastest(attempts: Sequence[Attempt], error: float) -> Timer | None:
    """A timer of the fastest attempt that reaches an error; None where none does."""
    found: list[tuple[float, Attempt]] = []
    for attempt in attempts:
        try:
            attempt()  # the first run compiles
            spent, reached = attempt()
        except Exception:  # a peer that gives up has not reached it
            continue
        print(f"    {spent:.4f} s, error {reached:.2e}", flush=True)
        if reached <= error:
            found.append((spent, attempt))
    if not found:
        return None
    best = min(found, key=lambda pair: pair[0])[1]
    return lambda: best()[0]
