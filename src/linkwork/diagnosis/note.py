"""`Note`: something worth knowing about a result. The sentence is for people; programs read the code."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from typing import Any

from .codes import NOTE_CODES


@dataclass(frozen=True)
class Note:
    """One thing that is worth knowing; `str(note)` is its sentence."""

    code: str
    """What kind of thing: a key of `NOTE_CODES`."""
    severity: str
    """"info", or the level of the verdict that it leads to: "doubtful" or "bad"."""
    text: str
    t: float | None = None
    """When: the last time, where it happened several times."""
    count: int = 1
    """How often."""
    about: str = ""
    """Which connection, body, event or point."""

    def __str__(self) -> str:
        if self.count == 1:
            return self.text
        last = "" if self.t is None else f", last near t = {self.t:.4g}"
        return f"{self.text} ({self.count} times{last})"

    def __contains__(self, words: str) -> bool:
        return words in str(self)

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        return asdict(self)


class Notes(tuple[Note, ...]):
    """Notes in order; printed, a sentence a line."""

    __slots__ = ()

    @property
    def codes(self) -> tuple[str, ...]:
        """What kinds there are."""
        return tuple(dict.fromkeys(note.code for note in self))

    def __repr__(self) -> str:
        return "\n".join(map(str, self)) or "no notes"


NO_NOTES = Notes()


def note(code: str, text: str, t: float | None = None, about: str = "") -> Note:
    """A note with the severity of its code."""
    return Note(code, NOTE_CODES[code].severity, text, t, about=about)


def add_note(notes: list[Note], new: Note) -> None:
    """Adds a note; one with the same code about the same thing is counted instead, with the time of the new one."""
    for k, old in enumerate(notes):
        if (old.code, old.about) == (new.code, new.about):
            notes[k] = replace(old, t=new.t, count=old.count + new.count)
            return
    notes.append(new)


def stored_notes(data: Iterable[Any]) -> Notes:
    """Notes from plain data; older files have sentences alone."""
    return Notes(note("stored_note", one) if isinstance(one, str) else Note(**one) for one in data)


def joined_notes(notes: Iterable[Note]) -> str:
    """Sentences of several notes as one."""
    return "; ".join(map(str, notes))
