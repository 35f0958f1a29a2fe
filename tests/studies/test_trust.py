"""What is sent, kept and read is data: nothing is unpickled but the task that a study's own client sent."""

import ast
import hashlib
from concurrent.futures import Executor, Future
from pathlib import Path

import numpy as np
import pytest

import linkwork as lw
from linkwork._version import __version__
from linkwork.studies import workers
from linkwork.studies.ledger import StudyLedger
from linkwork.studies.member_batch import BatchNumbers
from linkwork.studies.workers import work_batch
from tests.studies.swings import swing

PACKAGE = Path(lw.__file__).parent
BREAKS_IN = b"cos\nsystem\n(S'false'\ntR."
"""A pickle that would run a program."""


def calls(name):
    """Where the package calls something of this name."""
    for path in sorted((PACKAGE / "studies").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and name in ast.unparse(node.func):
                yield path.relative_to(PACKAGE).as_posix(), ast.unparse(node)


def test_one_place_of_studies_unpickles():
    loads = [(path, text) for path, text in calls("loads") if "json." not in text.partition("(")[0]]
    assert loads == [("studies/workers.py", "importlib.import_module('cloudpickle').loads(sent)")]
    assert list(calls("np.load")) == []  # archives are read by one function, which refuses objects
    assert "np.load(source, allow_pickle=False)" in (PACKAGE / "_files.py").read_text(encoding="utf-8")
    for word in ("eval", "exec", "pickle.load"):
        found = [text for _, text in calls(word) if text.startswith((f"{word}(", "pickle."))]
        assert found == []


def test_a_worker_opens_only_what_the_study_sent(monkeypatch):
    opened = []
    monkeypatch.setattr(workers, "_LOADED", {})
    monkeypatch.setattr("cloudpickle.loads", lambda sent: opened.append(sent))
    ours = b"the task of the study"
    digest = hashlib.sha256(ours).hexdigest()
    with pytest.raises(
        lw.ModelError, match="what reached a worker is not what the study sent; nothing of it was opened"
    ):
        work_batch(BREAKS_IN, digest, __version__, {}, {"k": np.ones(1)}, 1)
    with pytest.raises(lw.ModelError, match=r"a worker has linkwork .*, and the study 9\.9; install the same there"):
        work_batch(ours, digest, "9.9", {}, {"k": np.ones(1)}, 1)
    assert opened == []


def test_what_a_worker_gives_back_is_looked_at():
    class Pool(Executor):
        """An executor whose workers give something else."""

        def __init__(self, given):
            self.given = given

        def submit(self, *_):
            future = Future()
            future.set_result(self.given)
            return future

    short = BatchNumbers(np.zeros((1, 2)), np.zeros(2, np.int8), {})
    for given in (None, "numbers", short):
        with pytest.raises(lw.ModelError, match="a worker gave something that is not the numbers of its batch"):
            lw.study(swing(), {"k": [1.0, 2.0, 3.0]}, {"end": ("A.angle", "final")}, 0.1, client=Pool(given))


def test_files_of_studies_hold_no_objects(tmp_path):
    """An archive with a pickled object in it is refused, not opened."""
    place = tmp_path / "study.npz"
    lw.save_study(lw.study(swing(), {"k": [1.0, 2.0]}, {"end": ("A.angle", "final")}, 0.1), place)
    with np.load(place) as data:
        arrays = {name: data[name] for name in data.files}
    arrays["levels"] = np.array([{"x": 1}], dtype=object)
    np.savez(place, **arrays, allow_pickle=True)
    said = r"is not the file of a study, or is damaged: .*(allow_pickle=False|promises)"
    with pytest.raises(lw.ModelError, match=said):
        lw.load_study(place)


def test_a_ledger_with_a_foreign_row_is_damaged(tmp_path):
    ledger = StudyLedger(tmp_path / "study.db", {"model": "m"})
    ledger.add(0, BatchNumbers(np.zeros((1, 4)), np.zeros(4, np.int8), {}))
    with ledger._base as base:
        base.execute("update batches set numbers = ?", (BREAKS_IN,))
    with pytest.raises(lw.ModelError, match="batch 0 is damaged"):
        ledger.numbers(1, 4)
    ledger.close()
