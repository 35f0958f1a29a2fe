"""A real Dask cluster on loopback: a worker, then the scheduler, is killed; no member is lost, none runs twice."""

import contextlib
import itertools
import os
import re
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

import linkwork as lw
from linkwork.studies.ledger import StudyLedger
from tests.studies.swings import angle_of, swing

distributed = pytest.importorskip("distributed", reason="pip install 'linkwork[cluster]' brings Dask.")
ROOT = Path(__file__).parents[2]


def slow_end(ensemble):
    """The last angle, after a while in which a worker can be killed."""
    time.sleep(0.05)
    return ensemble["A.angle"][:, -1]


@contextmanager
def cluster(folder: Path, workers: int, preload: str = "") -> Iterator[tuple[str, list[subprocess.Popen]]]:
    """(the address of a scheduler, its process and those of workers), all on loopback; workers first run `preload`."""
    found, processes = folder / f"scheduler{time.monotonic_ns()}.json", []
    try:
        alone = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(found)]
        processes.append(started("distributed.cli.dask_scheduler", *alone))
        processes += [worker(folder, found, preload) for _ in range(workers)]
        yield str(found), processes
    finally:
        for process in processes:
            process.kill()
            process.wait()


def worker(folder: Path, scheduler: str | Path, preload: str = "") -> subprocess.Popen:
    """A worker of one thread, which first runs `preload`."""
    own = ["--no-nanny", "--nthreads", "1", "--host", "127.0.0.1", "--no-dashboard", "--death-timeout", "60"]
    if preload:
        (folder / "preload.py").write_text(preload)
        own += ["--preload", str(folder / "preload.py")]
    return started("distributed.cli.dask_worker", "--scheduler-file", str(scheduler), "--local-directory", folder, *own)


def started(module: str, *arguments: str | Path) -> subprocess.Popen:
    plain = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)])}
    quiet = {"env": plain, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    return subprocess.Popen([sys.executable, "-m", module, *map(str, arguments)], **quiet)


def when_kept(monkeypatch: pytest.MonkeyPatch, actions: Mapping[int, Callable[[], object]]) -> None:
    """Acts once a study has kept so many batches, before it goes on."""
    add, kept = StudyLedger.add, itertools.count(1)

    def keep(self, first, found):
        add(self, first, found)
        actions.get(next(kept), bool)()

    monkeypatch.setattr(StudyLedger, "add", keep)


@pytest.mark.slow
@pytest.mark.parametrize("members", [1600, pytest.param(10_000, marks=pytest.mark.slow)])
def test_each_member_runs_once_whatever_is_killed(members, tmp_path, monkeypatch):
    monkeypatch.setattr("linkwork.studies.study.BATCH_MEMBERS", 20)
    start, file, batches = np.linspace(0.1, 0.2, members), tmp_path / "study.db", members // 20

    def go(client):
        measure = {"end": lw.StudyMeasure(slow_end, unit="rad", of="ensemble")}
        return lw.study(swing(), {"A.angle": start}, measure, 0.5, file=file, client=client, times=3)

    with cluster(tmp_path, 3) as (address, (scheduler, first, *_)):
        with distributed.Client(scheduler_file=address, timeout=60) as client:
            client.wait_for_workers(3, timeout=120)
            with monkeypatch.context() as patch:
                when_kept(patch, {batches // 4: first.kill, batches // 2: scheduler.kill})
                with pytest.raises(
                    lw.ModelError,
                    match=r"workers or their scheduler were lost \(.*[^ ]\)\. .* run it again to continue from there",
                ):
                    go(client)
        assert first.poll() is not None and scheduler.poll() is not None
    with sqlite3.connect(file) as base:
        kept = dict(base.execute("select first, numbers from batches"))
    assert batches // 2 <= len(kept) < batches
    whole = go(None)  # what a cluster began goes on anywhere
    print(f"{len(kept)} of {batches} batches were kept when the scheduler was killed, none of them ran again")
    assert whole.complete and whole.verdict.is_good
    np.testing.assert_allclose(whole["end"], angle_of(40.0, start, 0.5), atol=1e-6)
    with sqlite3.connect(file) as base:
        after = dict(base.execute("select first, numbers from batches"))
        counts = [count for (count,) in base.execute("select count from batches order by first")]
    assert sorted(after) == list(range(0, members, 20)) and sum(counts) == members
    assert all(after[first] == numbers for first, numbers in kept.items())


@pytest.mark.slow
def test_a_study_killed_outright_goes_on(tmp_path):
    """The process itself is ended with -9 in the middle; another one with the same file runs the rest."""
    file, program = tmp_path / "study.db", tmp_path / "program.py"
    program.write_text(
        "import os, signal, sys, numpy as np, pytest, linkwork as lw, linkwork.studies.study as study\n"
        "from tests.studies.swings import swing\nfrom tests.studies.test_cluster import when_kept\n"
        "study.BATCH_MEMBERS, patch = 20, pytest.MonkeyPatch()\n"
        "when_kept(patch, {5: lambda: os.kill(os.getpid(), signal.SIGKILL)} if sys.argv[1:] else {})\n"
        f"over, file = {{'A.angle': np.linspace(0.1, 0.2, 600)}}, {str(file)!r}\n"
        "found = lw.study(swing(), over, {'end': ('A.angle', 'final')}, 0.5, file=file, times=3)\n"
        "print(found.complete, float(found['end'].sum()))\n"
    )
    plain = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)])}
    first = subprocess.run([sys.executable, str(program), "killed"], env=plain, capture_output=True)
    assert first.returncode == -signal.SIGKILL
    with sqlite3.connect(file) as base:
        assert base.execute("select count(*) from batches").fetchone()[0] == 5
    again = subprocess.run([sys.executable, str(program)], env=plain, capture_output=True, text=True, check=True)
    done, total = again.stdout.split()
    assert done == "True"
    assert float(total) == pytest.approx(angle_of(40.0, np.linspace(0.1, 0.2, 600), 0.5).sum(), rel=1e-6)


def test_a_worker_without_linkwork_is_told(tmp_path):
    preload = "import sys\nsys.modules['linkwork'] = None\n"
    said = r"the worker tcp://127\.0\.0\.1:\d+ has no linkwork .*; install it there as it is here"
    with (
        cluster(tmp_path, 1, preload) as (address, _),
        distributed.Client(scheduler_file=address, timeout=60) as client,
    ):
        client.wait_for_workers(1, timeout=120)
        with pytest.raises(lw.ModelError, match=said):
            lw.study(swing(), {"A.angle": [0.1, 0.2]}, {"end": ("A.angle", "final")}, 0.1, client=client)


@pytest.mark.slow
def test_a_worker_of_another_version_is_told_though_it_comes_late(tmp_path, monkeypatch):
    """It joins while the study runs; the study ends with a sentence, and has kept what the others did."""
    monkeypatch.setattr("linkwork.studies.study.BATCH_MEMBERS", 20)
    monkeypatch.setattr("linkwork.studies.workers.ROLL_CALL_EVERY", 0.0)
    file, preload = tmp_path / "study.db", "import linkwork._version\nlinkwork._version.__version__ = '0.0.1'\n"
    over, measure = {"A.angle": np.linspace(0.1, 0.2, 200_000)}, {"end": lw.StudyMeasure(slow_end, of="ensemble")}
    said = r"has linkwork 0\.0\.1, and the study .*; install the same there\. What was done is kept"
    with (
        cluster(tmp_path, 1) as (address, processes),
        distributed.Client(scheduler_file=address, timeout=60) as client,
    ):
        client.wait_for_workers(1, timeout=120)
        when_kept(monkeypatch, {1: lambda: processes.append(worker(tmp_path, address, preload))})
        with pytest.raises(lw.ModelError, match=said):
            lw.study(swing(), over, measure, 0.5, file=file, client=client, times=3)
    with sqlite3.connect(file) as base:
        assert base.execute("select count(*) from batches").fetchone()[0] > 0


@pytest.mark.slow
def test_progress_tells_the_time_left_and_ctrl_c_gives_what_there_is(tmp_path):
    """A study in a terminal, as its user sees it, and ended by Ctrl-C."""
    program = tmp_path / "program.py"
    program.write_text(
        "import numpy as np, linkwork as lw, linkwork.studies.study as study\n"
        "from tests.studies.swings import swing\nfrom tests.studies.test_cluster import slow_end\n"
        "study.BATCH_MEMBERS = 20\n"
        "measure = {'end': lw.StudyMeasure(slow_end, unit='rad', of='ensemble')}\n"
        "over = {'A.angle': np.linspace(0.1, 0.2, 20_000)}\n"
        "found = lw.study(swing(), over, measure, 0.5, times=3)\n"
        "print(found.complete, int(np.isfinite(found['end']).sum()), found.notes[0])\n"
    )
    plain = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)]), "COLUMNS": "100"}
    ours, theirs = os.openpty()
    running = subprocess.Popen(
        [sys.executable, str(program)], env={**plain, "TERM": "xterm"}, stdout=subprocess.PIPE, stderr=theirs, text=True
    )
    os.close(theirs)
    shown = ""
    while not re.search(r"\d+ of 20000 members.*\d:\d\d:\d\d", shown):
        shown += os.read(ours, 4096).decode("utf-8", "replace")
    running.send_signal(signal.SIGINT)
    threading.Thread(target=_drain, args=(ours,), daemon=True).start()
    complete, count, *note = running.communicate(timeout=120)[0].split()
    assert running.returncode == 0 and complete == "False" and 0 < int(count) < 20_000
    assert " ".join(note) == f"interrupted after {count} of 20000 members; what was computed is kept"


def _drain(terminal: int) -> None:
    with contextlib.suppress(OSError):
        while os.read(terminal, 4096):
            pass
