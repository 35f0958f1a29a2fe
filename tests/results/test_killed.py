"""Processes that really die, and ones that really are interrupted."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import linkwork as lw
from tests.results.machines import SCRIPT, pendulum

DIES_WITH_A_CHECKPOINT = """
import os, signal
replace = os.replace
def die(unfinished, path, **options):
    replace(unfinished, path, **options)
    if str(path).endswith(".check"):  # the cache of compiled kernels is written in the same way
        os.kill(os.getpid(), signal.SIGKILL)
os.replace = die
"""
"""The process kills itself once a checkpoint is in place, at the same step on every machine."""
ENDLESS = 'run = lw.simulate(system, state, 1e9, method="rk4", h=1e-3, {})\n'


def started(code: str) -> "subprocess.Popen[str]":
    process = subprocess.Popen([sys.executable, "-c", SCRIPT + code], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


def rows_of(path: Path) -> int:
    """How many rows a file has that is being written; 0 where it was looked at between two writes of its writer."""
    try:
        return len(lw.load_run(path))
    except (lw.ModelError, OSError):
        return 0


def wait_for(condition: object, process: "subprocess.Popen[str]") -> None:
    """Waits as long as it takes: how long that is, is the machine's business."""
    while not condition():  # type: ignore[operator]
        assert process.poll() is None, "the process ended by itself"
        time.sleep(0.05)


@pytest.mark.few(1)
@pytest.mark.parametrize("what", ["", "times=[k * 1e-3 for k in range(10**6)]"])
def test_a_killed_run_leaves_a_file_with_all_up_to_its_last_flush(tmp_path: Path, what: str) -> None:
    path = tmp_path / "run.nc"
    process = started(ENDLESS.format(f"output=lw.Output(file={str(path)!r}, flush=0.05), {what}"))
    try:
        wait_for(lambda: path.exists() and path.stat().st_size > 140_000 and rows_of(path) > 100, process)
    finally:
        process.kill()
        process.wait()
    run = lw.load_run(path)
    assert run.certificate.status == "running"
    # Counted rows are whole rows: the same numbers as a run that nobody disturbed.
    again = lw.simulate(pendulum(), pendulum().state({"A.angle": 1.0}), method="rk4", h=1e-3, times=run.t[:100])
    assert np.array_equal(run.q[:100], again.q)
    assert np.allclose(np.diff(run.t), 1e-3)


def test_ctrl_c_returns_what_was_computed(tmp_path: Path) -> None:
    path = tmp_path / "run.nc"
    code = ENDLESS.format(f"output=lw.Output(file={str(path)!r}, flush=0.05)")
    process = started(code + "print(run.certificate.status, len(run), run.t[-1] > 0)")
    try:
        wait_for(lambda: path.exists() and rows_of(path) > 10, process)
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate()
    finally:
        process.kill()
    status, rows, moved = output.split()
    assert (status, moved) == ("paused", "True")
    assert int(rows) == len(lw.load_run(path)) > 10
    assert lw.load_run(path).certificate.status == "paused"


def test_an_interrupted_run_goes_on_to_the_same_bits(tmp_path: Path) -> None:
    mark, done = tmp_path / "run.check", tmp_path / "done.nc"
    call = 'run = lw.simulate(system, state, 40.0, rtol=1e-9, method="dopri5", output=lw.Output({}))\n'
    process = started(DIES_WITH_A_CHECKPOINT + call.format(f"checkpoint={str(mark)!r}, checkpoint_every=0.0"))
    assert process.wait() == -signal.SIGKILL
    assert mark.exists()
    process = started(call.format(f"resume={str(mark)!r}") + f"run.save({str(done)!r})")
    assert process.wait() == 0
    resumed = lw.load_run(done)
    whole = lw.simulate(pendulum(), pendulum().state({"A.angle": 1.0}), 40.0, rtol=1e-9, method="dopri5")
    assert np.array_equal(resumed.t, whole.t)
    assert np.array_equal(resumed.q, whole.q)
    assert np.array_equal(resumed.u, whole.u)
    assert resumed.certificate.energy_error == whole.certificate.energy_error


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_a_run_that_ends_anywhere_goes_on_from_its_checkpoint(tmp_path: Path, number: int) -> None:
    """File and checkpoint together, ended between any two of their writes: what is there is right, and goes on."""
    path, mark = tmp_path / "run.nc", tmp_path / "run.check"
    call = 'run = lw.simulate(system, {}, 30.0, method="rk4", h=1e-4, output=lw.Output({!r}, 0.0, {}={!r}, {}))\n'
    process = started(call.format("state", str(path), "checkpoint", str(mark), "checkpoint_every=0.0"))
    try:
        wait_for(lambda: mark.exists() and rows_of(path) > 100, process)
    finally:
        process.send_signal(number)
        process.communicate(timeout=120)
    assert len(lw.load_run(path)) > 100
    process = started(call.format("None", str(path), "resume", str(mark), ""))
    assert process.wait(timeout=120) == 0
    run = lw.load_run(path)
    whole = lw.simulate(pendulum(), pendulum().state({"A.angle": 1.0}), 30.0, method="rk4", h=1e-4)
    assert run.certificate.status == "done"
    assert np.array_equal(run.q, whole.q)
    assert sorted(x.name for x in tmp_path.iterdir() if x.suffix != ".part") == ["run.check", "run.nc"]
