"""What a run does is the same in both formulations: events, rows in memory or file, checkpoints, states between."""

from __future__ import annotations

import signal
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.analyses.engines.weak import WeakEngine
from tests.run.both import CASES, NAMES, Case

both = pytest.mark.parametrize("case", CASES, ids=NAMES)
T_END = 0.5
LONG = {"generalized_alpha": {"h": 0.05}, "weak2": {"h": 0.05}}
"""Longer steps, for a ball that flies freely."""


class Brake:
    """An action that takes a part of the speed, and interrupts the run when it is told to."""

    def __init__(self, case: Case, interrupts: bool = False) -> None:
        self.case, self.interrupts = case, interrupts

    def __call__(self, system: Any, state: lw.State) -> dict[str, float]:
        if self.interrupts:
            signal.raise_signal(signal.SIGINT)
        speed, mass_speed = self.case.speed, state[self.case.speed]
        if self.case.coordinates == "tree":
            return {speed: 0.9 * mass_speed}
        # All speeds of the one body are linear in that about the axis.
        return {name: 0.9 * state[name] for name in system.layout.u}


def braked(case: Case, interrupts: bool = False) -> list[lw.Event]:
    brake = lw.Event("brake", lambda x: x["t"] - 0.2, action=Brake(case, interrupts))
    return [brake, lw.Event("passed", lambda x: x["t"] - 0.11)]


@both
def test_the_motion_is_that_of_the_other_formulation(case: Case) -> None:
    run, other = case.run(T_END, events=braked(case)), CASES[0].run(T_END, events=braked(CASES[0]))
    assert run.success and run.certificate.status == "done" and run.certificate.t_end == pytest.approx(T_END)
    assert run["rod.rotation"][-1] == pytest.approx(other["rod.rotation"][-1], abs=2e-5)
    assert [o.event for o in run.events] == ["passed", "brake"] == [o.event for o in other.events]
    assert [o.t for o in run.events] == pytest.approx([0.11, 0.2], abs=1e-9)


@both
def test_a_jump_is_two_rows_of_one_time(case: Case) -> None:
    run = case.run(T_END, events=braked(case))
    (jump,) = np.flatnonzero(np.diff(run.t) == 0.0)
    assert run.u[jump + 1] == pytest.approx(0.9 * run.u[jump], abs=1e-5)
    assert np.allclose(run.q[jump + 1], run.q[jump], atol=1e-12)
    happened = run.events[1]
    assert happened.before is not None and happened.after is not None
    assert happened.after[case.speed] == pytest.approx(0.9 * happened.before[case.speed])
    # What the brake takes is work.
    assert run.certificate.energy_error < 1e-4 * run.certificate.energy_scale
    # At the jump itself the state is the one after it, and just before it the other.
    assert run.at(float(run.t[jump]))[case.speed] == pytest.approx(happened.after[case.speed])
    assert run.at(float(run.t[jump]) - 1e-7)[case.speed] == pytest.approx(happened.before[case.speed], rel=1e-4)


@both
def test_states_between_rows_are_as_accurate_as_the_run(case: Case) -> None:
    run, fine = case.run(T_END), CASES[0].run(T_END, rtol=1e-12)
    for t in np.linspace(0.013, 0.487, 7):
        one, other = run.resample([t]), fine.resample([t])
        assert one["rod.rotation"] == pytest.approx(other["rod.rotation"], abs=2e-5)
    kept = run.at(float(run.t[3]))
    assert np.array_equal(kept.q, run.q[3]) and np.array_equal(kept.u, run.u[3])


@both
def test_a_terminal_event_ends_the_run(case: Case) -> None:
    ends = lw.Event("half", lambda x: x["t"] - 0.25, terminal=True)
    run = case.run(T_END, events=[ends])
    assert run.certificate.status == "event" and run.certificate.sentence == "the event 'half' ended the run"
    assert run.t[-1] == pytest.approx(0.25, abs=1e-9)
    third = lw.Event("wave", lambda x: np.sin(20 * np.pi * x["t"]), terminal=True, count=3)
    assert case.run(T_END, events=[third]).t[-1] == pytest.approx(0.15, abs=1e-6)


@pytest.mark.few(1)
@both
def test_events_without_end_are_a_failure_that_says_so(case: Case) -> None:
    """A ball that bounces lower and lower."""
    model = lw.Model("ball")
    model.body("ball", mass=0.5, inertia=(1.0, 1.0, 1.0))
    system = lw.compile_model(model, coordinates=case.coordinates)

    def bounce(system: Any, state: lw.State) -> lw.State:
        return lw.impact(system, state, lambda x: x["ball.position.z"] + 1.0, 0.2)

    floor = lw.Event("floor", "ball.position.z", -1.0, direction="falling", action=bounce)
    run = lw.simulate(
        system, None, 10.0, method=case.method, events=[floor], **{**case.options, **LONG.get(case.method, {})}
    )
    assert run.certificate.status == "failed" and run.t[-1] < 2.0
    assert "without end at t = " in run.certificate.sentence and "terminal" in run.certificate.sentence


@pytest.mark.few(4)
@both
@pytest.mark.parametrize("times", [None, 11], ids=["steps", "samples"])
def test_a_file_holds_the_rows_of_memory(case: Case, times: int | None, tmp_path: Path) -> None:
    path = tmp_path / "run.nc"
    plain = case.run(T_END, times=times, events=braked(case))
    run = case.run(T_END, times=times, events=braked(case), output=lw.Output(file=path, flush=0.0))
    again = lw.load_run(path)
    for name in ("t", "q", "u", "work"):
        assert np.array_equal(getattr(run, name), getattr(plain, name)), name
        assert np.array_equal(getattr(again, name), getattr(plain, name)), name
    assert again.certificate == run.certificate
    assert [(o.t, o.event) for o in again.events] == [(o.t, o.event) for o in plain.events]
    if times is None and case.method != "radau":
        assert np.allclose(again.at(0.31).q, plain.at(0.31).q, atol=1e-9)
        assert np.allclose(run.at(0.31).q, plain.at(0.31).q, atol=1e-12)


@pytest.mark.few(2)
@both
@pytest.mark.parametrize("kept", ["steps", "samples", "file", "file of samples"])
def test_interrupted_and_resumed_is_uninterrupted(case: Case, kept: str, tmp_path: Path) -> None:
    more: dict[str, Any] = {"times": 21} if "samples" in kept else {}
    file = tmp_path / "run.nc" if "file" in kept else None
    mark = tmp_path / "check"
    whole = case.run(T_END, events=braked(case), **more)
    output = lw.Output(file=file, checkpoint=mark)
    first = case.run(T_END, events=braked(case, interrupts=True), output=output, **more)
    assert first.certificate.status == "paused" and 0 < len(first) < len(whole)
    assert first.certificate.sentence == "interrupted; what was computed is kept"
    resumed = case.run(T_END, events=braked(case), output=lw.Output(file=file, resume=mark), **more)
    for name in ("t", "q", "u", "work"):
        assert np.allclose(getattr(resumed, name), getattr(whole, name), rtol=0.0, atol=1e-12), name
    assert [(o.t, o.event) for o in resumed.events] == [(o.t, o.event) for o in whole.events]
    for name in ("steps", "rejected", "method", "status"):
        assert getattr(resumed.certificate, name) == getattr(whole.certificate, name), name
    if kept == "steps":
        assert np.allclose(resumed.at(0.17).q, whole.at(0.17).q, atol=1e-12)
        assert np.allclose(resumed.at(0.33).q, whole.at(0.33).q, atol=1e-12)


@pytest.mark.few(1)
@both
def test_a_checkpoint_of_another_run_is_refused(case: Case, tmp_path: Path) -> None:
    mark = tmp_path / "check"
    case.run(T_END, events=braked(case, interrupts=True), output=lw.Output(checkpoint=mark))
    resume = lw.Output(resume=mark)
    with pytest.raises(lw.ModelError, match=r"belongs to another run: t_end was 0\.5, is 0\.6"):
        case.run(0.6, events=braked(case), output=resume)
    with pytest.raises(lw.ModelError, match="belongs to another run: events was"):
        case.run(T_END, output=resume)
    with pytest.raises(lw.ModelError, match="belongs to another run: times was steps, is 4 samples"):
        case.run(T_END, events=braked(case), times=4, output=resume)
    other = next(x for x in CASES if x.coordinates != case.coordinates)
    with pytest.raises(lw.ModelError, match="belongs to another"):
        other.run(T_END, events=braked(other), output=resume)


@pytest.mark.few(1)
@both
def test_a_parameter_that_an_action_changes_holds_for_later_rows(case: Case, tmp_path: Path) -> None:
    model = lw.Model("pushed", gravity=(0, 0, 0))
    body = model.body("mass", mass=1.0, inertia=(1.0, 1.0, 1.0))
    model.connect("slide", lw.Prismatic("x"), model.ground, body, initial={"displacement": 0.1})
    model.connect("spring", lw.Spring(stiffness=lw.Parameter("k", 100.0), length=0.0), model.ground, body.at(0, 0, 0))
    system = lw.compile_model(model, coordinates=case.coordinates)
    middle = lw.Event("middle", "mass.position.x", action=lambda *_: {"k": 400.0}, direction="falling")
    path = tmp_path / "run.nc"
    run = lw.simulate(system, None, 0.3, method=case.method, events=[middle], **case.options)
    lw.simulate(system, None, 0.3, method=case.method, events=[middle], output=lw.Output(file=path), **case.options)
    again = lw.load_run(path)
    assert run["k"][0] == 100.0 and run["k"][-1] == 400.0 == run.final["k"]
    assert again["k"] == pytest.approx(run["k"])
    for found in [run] if case.method == "radau" else [run, again]:
        for t in (0.1, 0.2, 0.25):
            place = 0.1 * np.cos(10 * t) if t < np.pi / 20 else -0.05 * np.sin(20 * (t - np.pi / 20))
            assert found.resample([t])["mass.position"][0, 0] == pytest.approx(place, abs=2e-5), t


@both
def test_an_error_on_the_way_closes_the_file(case: Case, tmp_path: Path) -> None:
    def fall(*_: object) -> None:
        raise lw.ModelError("the action fails.")

    event, path = lw.Event("late", lambda x: x["t"] - 0.1, action=fall), tmp_path / "run.nc"
    with pytest.raises(lw.ModelError, match="the action fails"):
        case.run(T_END, events=[event], output=lw.Output(file=path))
    again = lw.load_run(path)
    assert again.certificate.status == "failed" and len(again) > 3
    assert again.certificate.sentence == "the run was broken off: the action fails."


@both
def test_a_certificate_says_what_was_asked_for(case: Case) -> None:
    more = {"rtol": 1e-5, "atol": 1e-7}
    given = {name: value for name, value in case.options.items() if name != "h"}
    run = lw.simulate(case.system, case.start, 0.05, method=case.method, **{**given, **more})
    assert (run.certificate.rtol, run.certificate.atol, run.certificate.h) == (1e-5, 1e-7, None)
    assert run.certificate.versions["linkwork"] and run.certificate.freedoms == 1
    assert run.certificate.step_range[0] <= run.certificate.step_range[1] <= 0.05


class Hold(lw.Constraint):
    """A coordinate that is held as long as a Parameter is not zero."""

    on = lw.Parameter("on", 1.0)

    def position(self, rel: Any, t: Any) -> Any:
        return self.on * (rel.p[0] - 0.1)


@pytest.mark.few(1)
@pytest.mark.parametrize("form", ["tree", "absolute"])
def test_a_run_is_resumed_after_a_constraint_was_switched_off(form: str, tmp_path: Path) -> None:
    m = lw.Model("m", gravity=(0, 0, 0))
    body = m.body("b", mass=1.0, inertia=(1, 1, 1))
    m.connect("plane", lw.Planar("z"), m.ground, body, initial={"x": 0.1})
    m.connect("hold", Hold(), m.ground, body)
    m.connect("s", lw.Spring(100.0, 2.0), m.ground.at(-1, 0, 0), body)
    system = lw.compile_model(m, coordinates=form)
    off = lw.Event("off", lambda c: c["t"] - 0.2, action=lambda system, state: {"on": 0.0})
    more = {} if form == "tree" else {"h": 5e-3}

    def late(interrupts: bool) -> lw.Event:
        def action(system: Any, state: lw.State) -> None:
            if interrupts:
                signal.raise_signal(signal.SIGINT)

        return lw.Event("late", lambda c: c["t"] - 0.3, action=action)

    mark = tmp_path / "check"
    whole = lw.simulate(system, None, 0.5, events=[off, late(False)], **more)
    first = lw.simulate(system, None, 0.5, events=[off, late(True)], output=lw.Output(checkpoint=mark), **more)
    resumed = lw.simulate(system, None, 0.5, events=[off, late(False)], output=lw.Output(resume=mark), **more)
    assert first.certificate.status == "paused"
    # Held at 0.1, then a spring that is short by 0.9 m swings at 10 rad/s.
    assert resumed["b.position"][-1, 0] == pytest.approx(1.0 - 0.9 * np.cos(3.0), abs=1e-3)
    assert np.allclose(resumed.q, whole.q, rtol=0.0, atol=1e-12) and resumed.t[-1] == whole.t[-1]
    for t in (0.1, 0.25, 0.4):
        assert np.allclose(resumed.at(t).q, whole.at(t).q, rtol=0.0, atol=1e-12), t


@pytest.mark.parametrize("form", ["tree", "absolute"])
@pytest.mark.parametrize("in_file", [False, True])
def test_elements_in_time_go_on_from_a_checkpoint(
    form: str, in_file: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    case, mark = Case(form, "weak2", "", {"h": 0.02}), tmp_path / "check"
    file = tmp_path / "run.nc" if in_file else None
    whole, take, count = case.run(0.2), WeakEngine._pass_on, [0]

    def interrupted(*given: Any) -> None:
        take(*given)
        count[0] += 1
        if count[0] == 4:
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(WeakEngine, "_pass_on", interrupted)
    first = case.run(0.2, output=lw.Output(file=file, checkpoint=mark))
    assert first.certificate.status == "paused" and len(first) == 5
    resumed = case.run(0.2, output=lw.Output(file=file, resume=mark))
    for name in ("t", "q", "u", "work"):
        assert np.allclose(getattr(resumed, name), getattr(whole, name), rtol=0.0, atol=1e-12), name
    assert resumed.certificate.steps == whole.certificate.steps == 10
    assert np.allclose(resumed.at(0.11).q, whole.at(0.11).q, atol=1e-12)
