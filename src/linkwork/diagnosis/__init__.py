"""What results say about themselves, as data: a code, a severity and a sentence."""

from .codes import BAD, DOUBTFUL, INFO, NOTE_CODES
from .note import NO_NOTES, Note, Notes, add_note, joined_notes, note, stored_notes

__all__ = [
    "BAD",
    "DOUBTFUL",
    "INFO",
    "NOTE_CODES",
    "NO_NOTES",
    "Note",
    "Notes",
    "add_note",
    "joined_notes",
    "note",
    "stored_notes",
]
