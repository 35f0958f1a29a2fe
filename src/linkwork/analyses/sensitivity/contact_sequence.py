"""The sequence of contacts of a run: derivatives hold between runs that have the same."""

from __future__ import annotations

from itertools import zip_longest

from ...results import ContactChange, Trajectory


def contact_sequence(run: Trajectory) -> tuple[ContactChange, ...]:
    """What happened to contacts, but for directions that are kept at low speed."""
    return tuple(change for change in run.contacts if change.kind != "direction")


def other_sequence(run: Trajectory, other: Trajectory, how: str) -> str | None:
    """A sentence about the first contact that is another one in a neighbouring run; None where there is none."""
    for one, two in zip_longest(contact_sequence(run), contact_sequence(other)):
        if one is not None and two is not None and _is_same(one, two):
            continue
        t = min(change.t for change in (one, two) if change is not None)
        return (
            f"with {how} the sequence of contacts is another from t = {t:.6g} on: {_told(two)} instead of "
            f"{_told(one)}; "
            "derivatives do not reach so far"
        )
    return None


def _is_same(one: ContactChange, two: ContactChange) -> bool:
    return (one.kind, one.points, dict(one.modes)) == (two.kind, two.points, dict(two.modes))


def _told(change: ContactChange | None) -> str:
    if change is None:
        return "nothing"
    modes = ", ".join(f"{point} {mode}" for point, mode in change.modes.items())
    return f"{change.name} ({modes or 'all open'})"
