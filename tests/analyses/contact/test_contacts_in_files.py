"""Runs with contacts in files and checkpoints: what happened to contacts is kept, and a run goes on as it would."""

from __future__ import annotations

import signal
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.analyses.engines.moreau import MoreauRun


def hopper() -> lw.System:
    """A ball that bounces, slides and rolls, beside a lever that falls on its stop."""
    m = lw.Model("hopper")
    ball = m.body("ball", mass=1.0, inertia=(0.004, 0.004, 0.004))
    m.connect("plane", lw.Planar("y"), m.ground, ball)
    law = lw.UnilateralContact(restitution=0.5, friction=0.06)
    m.connect("floor", law, m.ground.plane("z"), ball.sphere(0.1))
    lever = m.body("lever", lw.Rod(length=1.0, mass=1.0))
    m.connect("A", lw.Revolute("y"), m.ground.at(0, 1, 0), lever)
    m.connect("stop", lw.JointStop(-0.4, 0.7, restitution=0.3), "A.angle")
    return lw.compile_model(m)


START = {"plane.x": 0.3, "plane.y_dot": 2.0, "A.angle": 0.2, "A.angle_dot": 1.0}


def assert_same(one: lw.Trajectory, other: lw.Trajectory) -> None:
    assert one.contacts == other.contacts and len(one.contacts) > 5
    assert [(o.t, o.event) for o in one.events] == [(o.t, o.event) for o in other.events]
    assert str(one.certificate).split("contacts      ")[1] == str(other.certificate).split("contacts      ")[1]


@pytest.mark.seed("S0.16")
@pytest.mark.parametrize("given", [{}, {"method": "moreau", "h": 2e-3}])
def test_files_keep_what_happened_to_contacts(given: dict[str, Any], tmp_path: Path) -> None:
    system = hopper()
    run = lw.simulate(system, START, 1.5, output=lw.Output(file=tmp_path / "streamed.nc"), **given)
    run.save(tmp_path / "saved.nc")
    for name in ("streamed.nc", "saved.nc"):
        read = lw.load_run(tmp_path / name)
        assert_same(read, run)
        np.testing.assert_array_equal(read["plane.x"], run["plane.x"])
        if not given:
            np.testing.assert_array_equal(read["floor.normal_force"], run["floor.normal_force"])
            assert dict(read.final.parameters) == dict(run.final.parameters)
            np.testing.assert_allclose(read.at(0.777).q, run.at(0.777).q, atol=1e-12)
    lw.load_run(tmp_path / "saved.nc").save(tmp_path / "again.nc")
    assert_same(lw.load_run(tmp_path / "again.nc"), run)


def test_the_certificate_tells_of_contacts_in_a_few_words() -> None:
    system = hopper()
    run = lw.simulate(system, START, 1.5)
    impacts = [c for c in run.contacts if c.kind == "impact"]
    heat = sum(c.energy_before - c.energy_after for c in impacts)
    assert len(run.contacts) == len(impacts) + 1, "the ball begins to roll"
    said = f"{len(impacts)} impacts that turned {heat:.3g} J into heat, 1 change without one"
    assert run.certificate.contacts == said
    assert f"  contacts      {said}" in str(run.certificate)
    free = lw.simulate(system, {**START, "plane.x": 3.0}, 0.1)
    assert free.certificate.contacts == "" and "  contacts  " not in str(free.certificate)


@pytest.mark.parametrize("method", ["auto", "radau"])
def test_a_run_goes_on_from_a_checkpoint_to_the_same_bits(method: str, tmp_path: Path) -> None:
    """It is stopped while the ball bounces: the series of impacts is part of what is remembered."""
    system, mark = hopper(), tmp_path / "half"

    def events(action: Any) -> list[lw.Event]:
        return [lw.Event("late", "t", 0.55, action=action)]

    idle = events(lambda *_: None)
    whole = lw.simulate(system, START, 1.5, method=method, events=idle)
    stopping = events(lambda *_: signal.raise_signal(signal.SIGINT))
    half = lw.simulate(system, START, 1.5, method=method, events=stopping, output=lw.Output(checkpoint=mark))
    assert half.certificate.status == "paused" and 1 < len(half.contacts) < len(whole.contacts)
    rest = lw.simulate(system, None, 1.5, method=method, events=idle, output=lw.Output(resume=mark))
    assert_goes_on(rest, whole)


def test_steps_go_on_from_a_checkpoint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    system, mark, given = hopper(), tmp_path / "half", {"method": "moreau", "h": 1e-3}
    whole = lw.simulate(system, START, 1.5, **given)
    advance = MoreauRun.advance

    def stopping(self: MoreauRun, engine: Any, watch: Any, record: Any, steps: int) -> int:
        code = advance(self, engine, watch, record, min(steps, 301))
        signal.raise_signal(signal.SIGINT)
        return code

    with monkeypatch.context() as patch:
        patch.setattr(MoreauRun, "advance", stopping)
        half = lw.simulate(system, START, 1.5, output=lw.Output(checkpoint=mark), **given)
    assert half.certificate.status == "paused" and 1 < len(half.contacts) < len(whole.contacts)
    assert_goes_on(lw.simulate(system, None, 1.5, output=lw.Output(resume=mark), **given), whole)


def assert_goes_on(rest: lw.Trajectory, whole: lw.Trajectory) -> None:
    assert_same(rest, whole)
    np.testing.assert_array_equal(rest.t, whole.t)
    np.testing.assert_array_equal(rest.q, whole.q)
    assert rest.parameter_changes == whole.parameter_changes
