"""Runs that are stopped and go on: the same bits, whatever was under way."""

import signal
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

import linkwork as lw
from linkwork.run.progress import Clock, Interruption, Progress
from tests.results.machines import four_bar, pendulum


class Stop:
    """An event's action that interrupts the run, once."""

    def __init__(self) -> None:
        self.armed = True

    def __call__(self, system: lw.System, state: lw.State) -> dict[str, float]:
        if self.armed:
            self.armed = False
            signal.raise_signal(signal.SIGINT)
        return {"A.angle_dot": 0.9 * state["A.angle_dot"]}


def options(stop: Stop, **more: object) -> dict[str, object]:
    return {"events": [lw.Event("down", "A.angle", 1.5, "rising", action=stop)], **more}


@pytest.mark.few(8)
@pytest.mark.parametrize("kept", ["steps", "samples", "file", "file of samples"])
@pytest.mark.parametrize("method", ["dopri5", "dop853", "radau", "generalized_alpha", "symplectic"])
def test_interrupted_and_resumed_is_uninterrupted(tmp_path: Path, kept: str, method: str) -> None:
    system, state = pendulum(), pendulum().state({"A.angle": 1.0})
    more: dict[str, object] = {"method": method, "rtol": 1e-6, **({"h": 0.01} if method == "symplectic" else {})}
    if "samples" in kept:
        more["times"] = 50
    idle = Stop()
    idle.armed = False
    whole = lw.simulate(system, state, 4.0, **options(idle, **more))
    file, mark = tmp_path / "run.nc" if "file" in kept else None, tmp_path / "check"
    first = lw.simulate(system, state, 4.0, output=lw.Output(file, checkpoint=mark), **options(Stop(), **more))
    assert first.certificate.status == "paused"
    assert 0 < len(first) < len(whole)
    resumed = lw.simulate(system, None, 4.0, output=lw.Output(file, resume=mark), **options(idle, **more))
    for name in ("t", "q", "u", "work"):
        assert np.array_equal(getattr(resumed, name), getattr(whole, name)), name
    assert resumed.events == whole.events
    assert resumed.certificate.steps == whole.certificate.steps
    assert resumed.certificate.energy_error == whole.certificate.energy_error
    if kept == "steps":
        assert np.array_equal(resumed.at(2.22).q, whole.at(2.22).q)


def test_constraints_go_on_as_well(tmp_path: Path) -> None:
    state, mark = lw.assemble(four_bar(), {"A.angle": 1.0}), tmp_path / "check"
    idle = Stop()
    idle.armed = False
    more = {"rtol": 1e-7}
    event = {"events": [lw.Event("out", "A.angle", 1.2, action=lambda *_: None)]}
    whole = lw.simulate(four_bar(), state, 1.0, **more, **event)
    stopping = {"events": [lw.Event("out", "A.angle", 1.2, action=lambda *_: signal.raise_signal(signal.SIGINT))]}
    lw.simulate(four_bar(), state, 1.0, output=lw.Output(checkpoint=mark), **more, **stopping)
    resumed = lw.simulate(four_bar(), None, 1.0, output=lw.Output(resume=mark), **more, **event)
    assert np.array_equal(resumed.q, whole.q)
    assert np.array_equal(resumed.u, whole.u)


def test_a_checkpoint_of_another_run_is_refused(tmp_path: Path) -> None:
    mark = tmp_path / "check"
    state = pendulum().state({"A.angle": 1.0})
    lw.simulate(pendulum(), state, 4.0, output=lw.Output(checkpoint=mark), **options(Stop()))
    again = options(Stop())
    with pytest.raises(lw.ModelError, match=r"belongs to another run: t_end was 4.0, is 5.0"):
        lw.simulate(pendulum(), None, 5.0, output=lw.Output(resume=mark), **again)
    with pytest.raises(lw.ModelError, match="belongs to another system"):
        lw.simulate(four_bar(), None, 4.0, output=lw.Output(resume=mark))
    with pytest.raises(lw.ModelError, match="cannot be read as a checkpoint"):
        lw.simulate(pendulum(), None, 4.0, output=lw.Output(resume=tmp_path / "nothing"))
    mark.write_bytes(mark.read_bytes()[:200])
    with pytest.raises(lw.ModelError, match="cannot be read as a checkpoint"):
        lw.simulate(pendulum(), None, 4.0, output=lw.Output(resume=mark), **again)


def test_a_checkpoint_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(lw.ModelError, match=r"checkpoint = .*: there is no folder"):
        lw.simulate(pendulum(), None, 1.0, output=lw.Output(checkpoint=tmp_path / "nowhere" / "check"))


def test_the_second_interruption_does_not_wait() -> None:
    interruption = Interruption()
    with interruption.heard():
        signal.raise_signal(signal.SIGINT)
        assert interruption.asked
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_other_threads_leave_signals_alone() -> None:
    def run() -> None:
        with Interruption().heard():
            found.append(signal.getsignal(signal.SIGINT))

    found: list[object] = []
    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    assert found == [signal.default_int_handler]


def test_progress_is_silent_without_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    silent = Progress(True, 0.0, 1.0, "run")
    silent.began -= 10.0
    silent.show(0.5, 10)
    silent.close()
    assert capsys.readouterr() == ("", "")


def test_progress_is_shown_after_a_second(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert not Progress(False, 0.0, 1.0, "run").wanted
    shown = Progress(True, 0.0, 1.0, "long run")
    shown.show(0.1, 1)
    assert capsys.readouterr().err == ""
    shown.began -= 10.0
    shown.show(0.5, 10)
    shown.close()
    assert "long run" in capsys.readouterr().err


def test_what_takes_long_is_due_less_often() -> None:
    clock = Clock(0.0)
    assert clock.is_due()
    clock.done(clock.next - 100.0)
    assert not clock.is_due()
