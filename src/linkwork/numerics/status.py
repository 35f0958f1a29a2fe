"""How an integration can stop, as numbers for compiled loops and as sentences for people."""

from __future__ import annotations

RUNNING, DONE, PAUSED, FULL, EVENT, STIFF, COLLAPSED, NOT_FINITE, UNSETTLED, OPEN, RANK, NEWTON, STUCK = range(13)

NAMES = (
    "running",
    "done",
    "paused",
    "full",
    "event",
    "stiff",
    "collapsed",
    "not finite",
    "unsettled",
    "open",
    "rank",
    "newton",
    "stuck",
)

SENTENCES = {
    DONE: "the end was reached",
    PAUSED: "stopped on request; what was computed is kept",
    EVENT: "a terminal event ended the run",
    STIFF: "the equations are stiff: an explicit method would need steps far below what accuracy asks for",
    COLLAPSED: "steps became too small to go on",
    NOT_FINITE: "the rates are not finite",
    UNSETTLED: "the unknowns of elements could not be solved for",
    OPEN: "loops and constraints could not be closed after a step",
    RANK: "constraints lost or gained independence",
    NEWTON: "the equations of an implicit step could not be solved",
    STUCK: "events follow one another without end",
}
"""What each means."""
