"""Notes as data: the catalogue of codes, counting, what files keep, and what becomes of files without codes."""

from __future__ import annotations

import ast
import json
import zlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import linkwork as lw
from linkwork.diagnosis import NOTE_CODES, Note, Notes, add_note, note, stored_notes
from linkwork.results.run_log import Fate, LogEntry, entry_of
from linkwork.results.run_rules import MOTION_RULES, RUN_RULES
from tests.results.machines import pendulum

ROOT = Path(__file__).parents[2]


def codes_used() -> Iterator[str]:
    """First arguments of all calls of `note`, and of `Note`, in the sources."""
    texts = (path.read_text(encoding="utf-8") for path in (ROOT / "src" / "linkwork").rglob("*.py"))
    for text in (text for text in texts if "note(" in text or "Note(" in text):
        for call in ast.walk(ast.parse(text)):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in ("note", "Note"):
                yield from (x.value for x in ast.walk(call.args[0]) if isinstance(x, ast.Constant)) if call.args else ()


def test_the_catalogue_has_exactly_the_codes_that_are_used() -> None:
    assert set(codes_used()) - {"bad"} == set(NOTE_CODES)  # which one of them is compared with
    assert {kind.severity for kind in NOTE_CODES.values()} == {"info", "doubtful", "bad"}


def test_codes_of_notes_and_rules_do_not_meet() -> None:
    assert not set(NOTE_CODES) & {*RUN_RULES, *MOTION_RULES}


def test_the_page_lists_the_catalogue() -> None:
    text = (ROOT / "docs" / "howto" / "read_certificate.md").read_text(encoding="utf-8")
    for code, kind in NOTE_CODES.items():
        assert f"| `{code}` | {kind.severity} | {kind.meaning} |\n" in text
    assert text.count("| info |") + text.count("| doubtful |") + text.count("| bad |") == len(NOTE_CODES)


def test_a_note_is_a_value_that_prints_as_its_sentence() -> None:
    one = note("stiff", "it looks stiff", 0.5)
    assert one == Note("stiff", "info", "it looks stiff", 0.5) and str(one) == "it looks stiff" and "stiff" in one
    with pytest.raises(KeyError):
        note("no such code", "text")


def test_what_happens_again_is_counted_by_code_and_by_what_it_is_about() -> None:
    notes: list[Note] = []
    for t, about in ((0.1, "a"), (0.2, "b"), (0.3, "a")):
        add_note(notes, note("event_unfollowed", f"{about} is fast at {t:g}", t, about))
    assert [(one.count, one.t) for one in notes] == [(2, 0.3), (1, 0.2)]
    assert repr(Notes(notes)) == "a is fast at 0.1 (2 times, last near t = 0.3)\nb is fast at 0.2"
    assert Notes(notes).codes == ("event_unfollowed",) and repr(Notes()) == "no notes"


def test_files_keep_all_of_a_note(tmp_path: Path) -> None:
    run = lw.simulate(pendulum(), {"A.angle": 1.0}, 0.1)
    told = Notes([Note("singularity", "bad", "near", 0.7, 3, "A"), note("stiff", "it looks stiff")])
    replace(run, certificate=replace(run.certificate, notes=told)).save(tmp_path / "run.nc")
    back = lw.load_run(tmp_path / "run.nc")
    assert back.certificate.notes == told and isinstance(back.certificate.notes, Notes)
    assert back.verdict.is_bad and back.verdict.codes == ("singularity",)
    assert json.loads(json.dumps(back.certificate.to_dict()))["notes"][0]["count"] == 3


@pytest.mark.parametrize("level", ["good", "doubtful", "bad"])
def test_a_file_without_codes_keeps_its_verdict(level: str) -> None:
    run = lw.simulate(pendulum(), {"A.angle": 1.0}, 0.1)
    text = LogEntry(Fate(run.certificate), 1).text()
    head, _, body = text.partition(" ")[2].partition("\n")
    data = json.loads(body)
    data["certificate"]["notes"] = ["to be doubted: a sentence"]
    data["certificate"]["verdict"] = {"level": level, "reasons": ["a reason"], "codes": ["doubt"]}
    body = f"{head}\n{json.dumps(data)}"
    entry = entry_of(f"{zlib.crc32(body.encode()):010} {body}")
    assert entry is not None
    found = entry.fate.certificate
    assert found.notes[0] == note("stored_note", "to be doubted: a sentence") and found.verdict.level == level
    assert level == "good" or found.verdict.reasons == ("judged when it was stored: a reason",)


def test_plain_data_is_read_back() -> None:
    one = Note("stiff", "info", "it looks stiff", 0.5, 2, "A")
    assert stored_notes([one.to_dict(), "a sentence"]) == Notes([one, note("stored_note", "a sentence")])
