"""How an integration can stop, as numbers for compiled loops and as sentences for people."""

from __future__ import annotations

(
    RUNNING,
    RUN_DONE,
    PAUSED,
    FULL,
    EVENT,
    STIFF,
    STEP_COLLAPSED,
    NOT_FINITE,
    UNKNOWNS_UNSOLVED,
    CONSTRAINTS_OPEN,
    RANK_LOST,
    NEWTON_FAILED,
    STUCK,
    STEP_NOT_FINITE,
    PAST_UNKNOWN,
) = range(15)

SENTENCES = {
    RUN_DONE: "the end was reached",
    PAUSED: "stopped on request; what was computed is kept",
    EVENT: "a terminal event ended the run",
    STIFF: "the equations are stiff: an explicit method would need steps far below what accuracy asks for",
    STEP_COLLAPSED: "steps became too small to go on",
    NOT_FINITE: "the rates are not finite",
    UNKNOWNS_UNSOLVED: "the unknowns of elements could not be solved for",
    CONSTRAINTS_OPEN: "loops and constraints could not be closed after a step",
    RANK_LOST: "constraints lost or gained independence",
    NEWTON_FAILED: "the equations of an implicit step could not be solved",
    STUCK: "events follow one another without end",
    STEP_NOT_FINITE: "the result of a step of the method is not finite",
    PAST_UNKNOWN: "a delay is not positive, leads behind what is remembered or beyond the present, or changes too fast",
}
"""What each means."""
