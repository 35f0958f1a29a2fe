"""The loop of a run with a stepper that follows a script: what it asks for, and in which order."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.analyses.steppers.run import Run
from linkwork.diagnosis import Note
from linkwork.numerics.status import EVENT, NOT_FINITE, RUN_DONE, RUNNING, STEP_COLLAPSED
from linkwork.results import State
from linkwork.run import Crawl, EventLog, Plan, Recorder, Statistics, StepSource
from linkwork.run.recorder import Stretch, states_between
from tests.results.machines import pendulum

OUTPUT = lw.Output(progress=False)


def straight(asked: list[int] | None = None) -> StepSource:
    """States between steps are on a line; `asked` counts how many rows it got, each time."""

    def interpolator(t: np.ndarray, y: np.ndarray, dense: np.ndarray) -> Any:
        if asked is not None:
            asked.append(len(t))
        return lambda wanted: np.column_stack([np.interp(wanted, t, column) for column in y.T])

    return StepSource("straight", interpolator)


class Scripted:
    """A stepper that gives codes one after the other; each piece is a step of 0.1 s."""

    piece = 7

    def __init__(self, codes: list[int], events: list[lw.Event]) -> None:
        self.system, self.codes, self.calls = pendulum(), codes, list[str]()
        self.start = self.state = self.system.state({"A.angle": 1.0})
        self.plan = Plan(0.0, 1.0, np.zeros(0), None, np.inf, 1e-8, 1e-10, True)
        self.recorder, self.log = Recorder((1, 1, 0)), EventLog(events, 0.0)
        self.crawl, self.notes, self.landed = Crawl(0.0, 5, 10.0), list[Note](), list[lw.Event]()
        self.t, self.accepted, self.asked_for = 0.0, 0, list[int]()
        self.leaps = False

    def begin(self) -> int:
        self.recorder.start(0.0, np.zeros(3))
        return RUNNING

    def advance(self, steps: int) -> int:
        self.asked_for.append(steps)
        self.t, self.accepted = self.t + 0.1, self.accepted + 1
        self.recorder.add(np.array([self.t]), np.full((1, 3), self.t))
        code = self.codes.pop(0)
        if code == EVENT:
            self.landed = list(self.log.events)
            for event in self.landed:
                self.log.note(self.t, event.name, self.state)
        return code

    def jump(self, event: lw.Event, state: State) -> State:
        self.calls.append(f"jump {event.name}")
        return state

    def settle(self, landed: Any, has_jumped: bool) -> None:
        self.calls.append(f"settle {len(landed)} {has_jumped}")

    def is_leaping(self) -> bool:
        return self.leaps

    def explain(self, code: int) -> str:
        return f"code {code}"

    def collect(self) -> None:
        self.calls.append("collect")

    def finish(self, code: int) -> None:
        self.calls.append("finish")
        self.recorder.end(straight())

    def close(self, run: lw.Trajectory) -> lw.Trajectory:
        return run

    def statistics(self) -> Statistics:
        energy = {"energy_scale": 1.0, "energy_error": 0.0}
        told = ("scripted", self.t, self.accepted, 0, 0, 0, (0.1, 0.1), energy, 0.0, 0.0, 0.0, 0, 0, 1)
        return Statistics(*told, notes=tuple(self.notes))


def reader(names: Any, run: Any) -> dict[str, np.ndarray]:
    return {}


reader.outputs = {}  # type: ignore[attr-defined]


def go(codes: list[int], events: list[lw.Event] | None = None, **more: Any) -> tuple[Scripted, lw.Trajectory]:
    stepper = Scripted(codes, events or [])
    vars(stepper).update(more)
    return stepper, Run(stepper, OUTPUT, reader, 0.0).trajectory()


def test_pieces_are_asked_for_until_the_end() -> None:
    stepper, run = go([RUNNING, RUNNING, RUN_DONE])
    assert run.certificate.status == "done" and run.certificate.steps == 3 and len(run) == 4
    # Never more than the stepper allows, nor than are left until the pace is looked at.
    assert stepper.asked_for == [5, 4, 3]
    assert np.allclose(run.at(0.15).q, 0.15)


def test_a_code_that_is_no_way_on_is_explained() -> None:
    _, run = go([RUNNING, NOT_FINITE])
    assert (run.certificate.status, run.certificate.sentence) == ("failed", f"code {NOT_FINITE}")


@pytest.mark.parametrize(("leaps", "codes"), [(True, [RUNNING] * 5), (False, [RUNNING] * 5 + [RUN_DONE])])
def test_steps_that_crawl_end_a_run_only_where_a_law_leaps(leaps: bool, codes: list[int]) -> None:
    _, run = go(codes, leaps=leaps, crawl=Crawl(0.0, 5, 2.0))
    assert run.certificate.sentence == (f"code {STEP_COLLAPSED}" if leaps else "the end was reached")
    assert run.certificate.notes.codes == (() if leaps else ("steps_short",))


def test_events_act_in_turn_and_settle_once() -> None:
    events = [lw.Event(name, "t", action=lambda s, x: {"A.angle_dot": 1.0}) for name in ("one", "two")]
    plain = lw.Event("plain", "t")
    stepper, run = go([EVENT, RUN_DONE], [*events, plain])
    assert stepper.calls == ["collect", "jump one", "collect", "jump two", "settle 3 True", "finish"]
    assert run.certificate.events == 3 and run.certificate.status == "done"
    assert [o.after["A.angle_dot"] for o in run.events] == [1.0, 1.0, 0.0]


def test_an_event_that_ends_the_run_acts_first() -> None:
    last = lw.Event("last", "t", terminal=True, action=lambda s, x: {"A.angle_dot": 1.0})
    stepper, run = go([EVENT], [last])
    assert stepper.calls == ["collect", "jump last", "settle 1 True", "finish"]
    assert run.certificate.sentence == "the event 'last' ended the run"


def test_only_rows_around_the_times_are_read() -> None:
    asked = list[int]()
    source, t = straight(asked), np.arange(100.0)
    read: list[slice] = []

    def rows(which: slice) -> np.ndarray:
        read.append(which)
        return np.column_stack([t[which], 2 * t[which]])

    found = states_between([Stretch(0, 60, source), Stretch(60, 100, source)], t, rows, np.array([10.5, 70.25, 11.0]))
    assert np.allclose(found, [[10.5, 21.0], [70.25, 140.5], [11.0, 22.0]])
    assert read == [slice(9, 13), slice(69, 73)] and asked == [4, 4]


def test_rows_and_channels_of_a_recorder() -> None:
    recorder = Recorder((1, 1, 0), {"mean": 2})
    recorder.start(0.0, np.zeros(3))
    recorder.add(np.array([1.0, 2.0]), np.ones((2, 3)), None, {"mean": np.array([[1.0, 2.0], [3.0, 4.0]])})
    recorder.end(straight())
    assert recorder.count == 3
    assert np.isnan(recorder.channel_at("mean", np.array([0.0]))).all()
    assert np.array_equal(recorder.channel_at("mean", np.array([0.5, 1.0, 1.5])), [[1, 2], [1, 2], [3, 4]])
    arrays, data = recorder.saved()
    other = Recorder((1, 1, 0), {"mean": 2})
    other.restore("check", arrays, data, lambda made: straight())
    assert other.count == 3 and np.array_equal(other.rows()[1], recorder.rows()[1])
    assert [(part.first, part.last) for part in other.stretches] == [(0, 3)]
