"""A disk that is full, a folder that cannot be written, a process that dies early: what there is, with its name."""

import errno
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import linkwork as lw
from linkwork.diagnosis import Notes, note
from linkwork.results import Fate, RunWriter
from linkwork.results.run_file import OPEN_ENTRY_BYTES
from linkwork.run import checkpoint
from linkwork.run.progress import Clock
from tests.absolute_models import chain
from tests.results.machines import SCRIPT, pendulum

FULL = r"the file '.*run\.nc' cannot be written any further: No space left on device; it holds \d+ rows, to t = "


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> dict[str, float]:
    """A disk on which a file of a run has room for so many bytes behind its header."""
    limit, write = {"room": np.inf}, RunWriter._write

    def bounded(writer: RunWriter, place: int, data: object) -> None:
        view = memoryview(data)  # type: ignore[arg-type]
        left = writer._begin + limit["room"] - place
        if len(view) <= left:
            return write(writer, place, data)
        write(writer, place, view[: int(max(0, left))])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(RunWriter, "_write", bounded)
    return limit


def check(run: lw.Trajectory, whole: lw.Trajectory, path: Path) -> None:
    """A run that ended with its disk, and its file, hold what was written, and say so."""
    assert run.certificate.status == "failed"
    assert re.match(FULL, run.certificate.sentence)
    assert 0 < len(run) < len(whole)
    assert np.array_equal(run.q, whole.q[: len(run)])
    assert run.certificate.t_end == run.t[-1]
    again = lw.load_run(path)
    assert again.certificate == run.certificate
    assert np.array_equal(again.u, run.u)


@pytest.mark.filterwarnings("ignore::linkwork.VerdictWarning")
@pytest.mark.parametrize("more", [{}, {"times": 20001}])
def test_a_full_disk_ends_the_run_with_what_was_kept(
    tmp_path: Path, disk: dict[str, float], more: dict[str, object]
) -> None:
    path, state = tmp_path / "run.nc", pendulum().state({"A.angle": 1.0})
    disk["room"] = 40 * 9000.0
    whole = lw.simulate(pendulum(), state, 20.0, method="rk4", h=1e-3, **more)
    run = lw.simulate(pendulum(), state, 20.0, method="rk4", h=1e-3, output=lw.Output(file=path, flush=0.0), **more)
    check(run, whole, path)
    assert run.at(run.t[-2]).q == run.q[-2]


def test_a_full_disk_in_absolute_coordinates(tmp_path: Path, disk: dict[str, float]) -> None:
    system = lw.compile_model(chain(2), coordinates="absolute")
    path, state = tmp_path / "run.nc", lw.assemble(system)
    whole = lw.simulate(system, state, 0.4, h=0.01)
    disk["room"] = 8 * 29 * 20.5
    run = lw.simulate(system, state, 0.4, h=0.01, output=lw.Output(file=path))
    check(run, whole, path)


def test_a_disk_that_refuses_what_it_took_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, state = tmp_path / "run.nc", pendulum().state({"A.angle": 1.0})
    count = [0]

    def sync(writer: RunWriter) -> None:
        count[0] += 1
        if count[0] > 3:
            raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(RunWriter, "_sync", sync)
    # A flush that took long is due later, on a busy machine only at the end.
    monkeypatch.setattr(Clock, "is_due", lambda clock: True)
    run = lw.simulate(pendulum(), state, 20.0, method="rk4", h=1e-3, output=lw.Output(file=path, flush=0.0))
    assert re.match(r"the file '.*run\.nc' cannot be written any further: Input/output error", run.certificate.sentence)
    assert np.array_equal(lw.load_run(path).q, run.q)


def test_no_room_to_begin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    path, state = tmp_path / "run.nc", pendulum().state({"A.angle": 1.0})
    whole = lw.simulate(pendulum(), state, 1.0, output=lw.Output(file=path))
    monkeypatch.setattr(os, "fsync", refuse)
    with pytest.raises(lw.ModelError, match=r"run\.nc: cannot be written: .*No space left on device"):
        lw.simulate(pendulum(), state, 1.0, output=lw.Output(file=path))
    monkeypatch.setattr(os, "posix_fallocate", refuse)
    with pytest.raises(
        lw.ModelError, match=r"Output\(file='.*run\.nc'\): there is no room for 50 samples .*: No space left on device"
    ):
        lw.simulate(pendulum(), state, 1.0, times=50, output=lw.Output(file=path))
    monkeypatch.undo()
    assert np.array_equal(lw.load_run(path).q, whole.q)
    assert os.listdir(tmp_path) == ["run.nc"]


def test_saving_to_a_full_disk_leaves_what_stood_there(tmp_path: Path, disk: dict[str, float]) -> None:
    path, state = tmp_path / "run.nc", pendulum().state({"A.angle": 1.0})
    run = lw.simulate(pendulum(), state, 1.0)
    disk["room"] = 40 * 5.0
    with pytest.raises(lw.ModelError, match=r"run\.nc: the run cannot be saved: No space .*; nothing is left there"):
        run.save(path)
    disk["room"] = np.inf
    run.save(path)
    disk["room"] = 40 * 5.0
    with pytest.raises(lw.ModelError, match=r"run\.nc: .*; what stood there before is untouched"):
        lw.simulate(pendulum(), state, 2.0).save(path)
    assert len(lw.load_run(path)) == len(run)
    assert os.listdir(tmp_path) == ["run.nc"]


def test_a_checkpoint_without_room_is_a_note(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    state, mark = pendulum().state({"A.angle": 1.0}), tmp_path / "run.check"
    whole = lw.simulate(pendulum(), state, 20.0, method="rk4", h=1e-3)
    monkeypatch.setattr(checkpoint, "_crc", refuse)
    run = lw.simulate(
        pendulum(), state, 20.0, method="rk4", h=1e-3, output=lw.Output(checkpoint=mark, checkpoint_every=0.0)
    )
    assert run.success
    assert np.array_equal(run.q, whole.q)
    (note,) = run.certificate.notes
    assert (note.code, note.text) == (
        "checkpoint_unwritten",
        f"the checkpoint {str(mark)!r} cannot be written: No space left on device.",
    )
    assert os.listdir(tmp_path) == []


def test_a_folder_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    state = pendulum().state({"A.angle": 1.0})
    monkeypatch.setattr(Path, "open", refuse)
    monkeypatch.setattr("tempfile.TemporaryFile", refuse)
    for more in ({}, {"times": 3}):
        with pytest.raises(lw.ModelError, match=r"run\.nc.*: Permission denied"):
            lw.simulate(pendulum(), state, 1.0, output=lw.Output(file=tmp_path / "run.nc"), **more)
    with pytest.raises(lw.ModelError, match=r"run\.nc.*Permission denied"):
        lw.simulate(pendulum(), state, 1.0).save(tmp_path / "run.nc")


def test_killed_before_the_first_flush(tmp_path: Path) -> None:
    path = tmp_path / "run.nc"
    code = f"lw.simulate(system, state, 1e9, method='rk4', h=1e-3, output=lw.Output({str(path)!r}, 1e9))"
    process = subprocess.Popen([sys.executable, "-c", SCRIPT + code], stdout=subprocess.PIPE, text=True)
    try:
        for _ in range(1200):
            if path.exists():
                break
            with pytest.raises(subprocess.TimeoutExpired):
                process.wait(0.05)
    finally:
        process.kill()
        process.communicate()
    with pytest.raises(lw.ModelError, match=r"run\.nc: nothing had been saved yet when the run ended"):
        lw.load_run(path)


def test_a_file_has_one_writer(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    path, state = tmp_path / "run.nc", pendulum().state({"A.angle": 1.0})
    run = lw.simulate(pendulum(), state, 1.0)
    writer = RunWriter(path, run.provider, {}, Fate(run.certificate))
    with pytest.raises(lw.ModelError, match=r"run\.nc: another run is writing this file; give each run a file"):
        lw.simulate(pendulum(), state, 1.0, output=lw.Output(file=path))
    writer.close(Fate(run.certificate))
    first = lw.simulate(pendulum(), state, 1.0, output=lw.Output(file=path))
    second = lw.simulate(pendulum(), state, 2.0, output=lw.Output(file=path))
    assert np.array_equal(first.q, run.q)  # what was given keeps its rows when its file is replaced
    assert len(second) > len(first)


def test_an_entry_never_outgrows_its_place(tmp_path: Path) -> None:
    run = lw.simulate(pendulum(), pendulum().state({"A.angle": 1.0}), 1.0)
    told = Notes([note("stiff", "note " * OPEN_ENTRY_BYTES)])
    long = replace(run.certificate, notes=told, sentence="word " * OPEN_ENTRY_BYTES)
    writer = RunWriter(tmp_path / "run.nc", run.provider, {}, Fate(long))
    writer.append(run.t, np.column_stack([run.q, run.u, run.z, run.work]))
    writer.flush(Fate(long))
    assert np.array_equal(lw.load_run(tmp_path / "run.nc").q, run.q)
    writer.close(Fate(long))
    assert lw.load_run(tmp_path / "run.nc").certificate == long
