"""What becomes of a run, as a text with a check sum: certificate, events, parameters that actions changed."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from ..diagnosis import Note, Notes, note, stored_notes
from .certificate import Certificate, MotionError
from .contact_change import ContactChange

KEPT_CHARACTERS = 1000
"""Characters that are kept of a sentence for which there is no room."""
LOG_CUT_SHORT = note(
    "log_cut_short", "late events and notes are missing: the run did not end, and the file had no more room for them"
)


@dataclass(frozen=True)
class Fate:
    """What becomes of a run: everything about it that is not rows."""

    certificate: Certificate
    events: tuple[tuple[float, str, ContactChange | None], ...] = ()
    """When, its name, and what it did to contacts."""
    parameter_changes: tuple[tuple[int, Mapping[str, float]], ...] = ()


@dataclass(frozen=True)
class LogEntry:
    """One entry of a file's log: the fate of its run when it was written."""

    fate: Fate
    turn: int = 0
    """How many entries there were with it."""
    rows: int = 0
    """How many rows there were."""

    def text(self, room: int | None = None) -> str:
        """As it stands in a file. Where room is short, late events and changes are left out, and a note tells so."""
        events = [[t, name] for t, name, _ in self.fate.events]
        contacts = {str(k): c.to_dict() for k, (_, _, c) in enumerate(self.fate.events) if c is not None}
        changes = [[row, dict(values)] for row, values in self.fate.parameter_changes]
        certificate = self.fate.certificate
        while True:
            found = {
                "certificate": certificate.to_dict(),
                "events": events,
                "contacts": {k: change for k, change in contacts.items() if int(k) < len(events)},
                "parameter_changes": changes,
            }
            body = f"{self.turn:010} {self.rows:010}\n{json.dumps(found)}"
            whole = f"{zlib.crc32(body.encode()):010} {body}"
            if room is None or len(whole.encode()) <= room:
                return whole
            sentence = certificate.sentence if events or changes else f"{certificate.sentence[:KEPT_CHARACTERS]} …"
            certificate = replace(certificate, notes=Notes([LOG_CUT_SHORT]), sentence=sentence)
            events, changes = events[: len(events) // 2], changes[: len(changes) // 2]


def _stored_verdict(told: Mapping[str, Any]) -> list[Note]:
    """What the verdict in a file from before format 3 says, whose notes are sentences that no rule reads."""
    level, reasons = told["verdict"]["level"], "; ".join(told["verdict"]["reasons"])
    if level == "good" or not any(isinstance(one, str) for one in told["notes"]):
        return []
    said = f"judged when it was stored: {reasons}"
    return [note("stored_distrust" if level == "bad" else "stored_doubt", said)]


def entry_of(text: str) -> LogEntry | None:
    """The entry of a text; None where it is not whole."""
    check, _, body = text.rstrip("\0 ").partition(" ")
    try:
        if zlib.crc32(body.encode()) != int(check):
            return None
        head, _, told = body.partition("\n")
        turn, rows = (int(x) for x in head.split())
        data = json.loads(told)
        known = {f.name for f in fields(Certificate)}
        stored: dict[str, Any] = {name: x for name, x in data["certificate"].items() if name in known}
        stored |= {name: tuple(x) for name, x in stored.items() if isinstance(x, list)}
        if stored.get("motion"):
            stored["motion"] = MotionError(**stored["motion"])
        stored["notes"] = Notes((*stored_notes(stored["notes"]), *_stored_verdict(data["certificate"])))
        certificate = Certificate(**stored)
        contacts = {int(k): ContactChange.from_dict(change) for k, change in data.get("contacts", {}).items()}
        events = tuple((float(t), str(name), contacts.get(k)) for k, (t, name) in enumerate(data["events"]))
        changes = tuple((int(row), dict(values)) for row, values in data["parameter_changes"])
    except (ValueError, TypeError, KeyError, AttributeError):
        return None
    return LogEntry(Fate(certificate, events, changes), turn, rows)
