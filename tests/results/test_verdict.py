"""Verdicts as values, their rules on certificates, and the warning when numbers of a bad result are read."""

from __future__ import annotations

import warnings
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import linkwork as lw
from linkwork.diagnosis import NOTE_CODES, Notes, note
from linkwork.results.certificate import MotionError
from linkwork.results.run_rules import HOLDS, MOTION_RULES, RUN_RULES
from linkwork.results.verdict import BETWEEN_READERS, Alarm, judge_result
from tests.results.verdicts import GOOD

FIXED: dict[str, Any] = {"h": 0.01, "method": "rk4", "rejected": 0}

CASES: dict[str, tuple[dict[str, Any], str, str]] = {
    "within the tolerance": (
        {},
        "good",
        f"{HOLDS} (energy balance error 1e-09, constraints closed to rounding, requested 1e-08); error of the motion "
        "(phase) not judged: the run is not at hand to be repeated",
    ),
    "ended by an event": ({"status": "event"}, "good", HOLDS),
    "a second run": ({"motion": MotionError(2e-7, "A.angle", 2.0)}, "good", "; estimated error of the motion 2e-07"),
    "a second run, off": (
        {"motion": MotionError(0.08, "A.angle", 1.5, 30.0, "a second run with rtol = 1e-09")},
        "doubtful",
        "the motion is off by an estimated 8 % of its size (A.angle near t = 1.5, by a second run with rtol = 1e-09), "
        "and 0.5 % would be in order: ask for a smaller rtol and atol",
    ),
    "a second run, fixed steps": (
        {**FIXED, "motion": MotionError(0.08, "A.angle", 1.5)},
        "doubtful",
        "take a shorter step than h = 0.01",
    ),
    "neighbours diverge": (
        {"motion": MotionError(0.08, "A.angle", 1.5, 3e9)},
        "doubtful",
        "chaotic: neighbouring motions diverge, a small change of the start grows 3e+09 times; this motion is off "
        "by an estimated 8 % of its size",
    ),
    "neighbours diverge, and little is off": (
        {"motion": MotionError(2e-4, "A.angle", 1.5, 3e9)},
        "good",
        "2e-04, although it is chaotic: a small change of the start grows 3e+09 times",
    ),
    "failed": (
        {"status": "failed", "sentence": "the rates are not finite"},
        "bad",
        "the run failed at t = 2: the rates are not finite",
    ),
    "paused": ({"status": "paused"}, "doubtful", "was interrupted at t = 2, before its end"),
    "killed": ({"status": "running"}, "doubtful", "was never finished: what was saved of it ends near t = 2"),
    "energy, no tolerance explains it": (
        {"energy_error": 24.0},
        "bad",
        "energy and work differ by 240 % of the energy in motion (24 J of 10 J, most of which arose near t = 0.5)",
    ),
    "energy, a tight tolerance": ({"energy_error": 1e-3}, "doubtful", "ask for a smaller rtol and atol"),
    "energy, a loose tolerance": (
        {"energy_error": 0.05, "rtol": 1e-3, "atol": 1e-3},
        "good",
        "energy balance error 5e-03, constraints closed to rounding after 100 steps with 1e-03 requested for each",
    ),
    "energy, a loose tolerance excuses nothing": ({"energy_error": 0.3, "rtol": 1e-3, "atol": 1e-3}, "doubtful", "3 %"),
    "energy, more than any tolerance": ({"energy_error": 3.0, "rtol": 1e-3, "atol": 1e-3}, "bad", "30 %"),
    "energy, many steps": ({"energy_error": 1e-3, "steps": 10_000}, "good", "1e-04, constraints closed"),
    "energy, much passes through dampers": (
        {"energy_error": 3e-4, "energy_scale": 1e-5, "energy_passed": 1.0, "rtol": 1e-4},
        "good",
        "energy balance error 3e+01 of the energy in motion, 3e-04 of what dampers exchange",
    ),
    "energy, little passes through dampers": (
        {"energy_error": 0.3, "energy_passed": 10.0, "rtol": 1e-4},
        "doubtful",
        "3 % of the energy in motion",
    ),
    "energy, a fixed step": ({**FIXED, "energy_error": 0.005}, "good", "to rounding, steps of 0.01 s; error"),
    "energy, a fixed step and a second run": ({**FIXED, "energy_error": 0.05, "motion": MotionError(1e-5)}, "good", ""),
    "energy, a long fixed step": ({**FIXED, "energy_error": 0.2}, "doubtful", "take a shorter step than h = 0.01"),
    "energy, too long a fixed step": ({**FIXED, "energy_error": 1.0}, "bad", "10 % of the energy in motion"),
    "energy, rounding at rest": (
        {"energy_scale": 1e-20, "energy_error": 1e-13, "energy_size": 10.0},
        "good",
        "energy balanced to rounding",
    ),
    "energy, not a number": ({"energy_error": float("nan")}, "doubtful", "could not be measured"),
    "energy, all is prescribed": ({"energy_error": 24.0, "freedoms": 0}, "good", "the energy balance is not checked"),
    "energy, prescribed and not met": (
        {"energy_error": 24.0, "freedoms": 0, "velocity_error": 0.3},
        "bad",
        "energy and work",
    ),
    "constraints, open": ({"position_error": 1e-4, "correction": 0.0}, "doubtful", "stay open by up to 0.0001"),
    "constraints, wide open": ({"position_error": 1.0, "correction": 0.0}, "bad", "constraints='projection'"),
    "constraints, as loose as asked": (
        {"position_error": 1e-4, "correction": 0.0, "rtol": 1e-4},
        "good",
        HOLDS,
    ),
    "corrected far": ({"correction": 1e-3}, "doubtful", "had to be moved by 0.001"),
    "corrected by many turns": ({"correction": 30.0}, "bad", "had to be moved by 30 (m or rad)"),
    "rejected": ({"rejected": 5000}, "doubtful", "5000 steps were rejected and 100 taken"),
    "collapsed": ({"steps": 3_000_000, "energy_error": 0.0}, "doubtful", "steps became very short: 3000000"),
    "divided": ({**FIXED, "rejected": 2}, "doubtful", "the step h = 0.01 is too long: 2 steps had no solution"),
    "longer than a kernel": ({"horizons": {"a": 1.5, "b": 2.0}}, "doubtful", "2 s long: a for histories up to 1.5 s;"),
}


@pytest.mark.parametrize("case", CASES)
def test_each_rule_says_what_it_finds(case: str) -> None:
    changes, level, words = CASES[case]
    found = replace(GOOD, **changes).verdict
    assert found.level == level
    assert any(words in reason for reason in found.reasons)


def test_every_rule_has_a_case() -> None:
    found = {code for changes, _, _ in CASES.values() for code in replace(GOOD, **changes).verdict.codes}
    assert found == {*RUN_RULES, *MOTION_RULES}


@pytest.mark.parametrize("code", NOTE_CODES)
def test_the_severity_of_a_note_decides_and_its_sentence_does_not(code: str) -> None:
    kind = NOTE_CODES[code]
    for text in ("not to be trusted: to be doubted", "all is well"):
        found = replace(GOOD, notes=Notes([note("model_remark", "a remark"), note(code, text)])).verdict
        assert found.level == (kind.severity if kind.severity != "info" else "good")
        assert found.codes == ((code,) if kind.severity != "info" else ())
        assert kind.severity == "info" or found.reasons == (text,)


def test_the_worst_finding_comes_first_and_gives_the_level() -> None:
    found = replace(GOOD, rejected=5000, correction=30.0).verdict
    assert found.level == "bad" and len(found.reasons) == 2
    assert "moved by 30" in found.reasons[0]
    assert str(found) == f"bad: {found.reasons[0]}; {found.reasons[1]}"
    assert found.in_short.startswith("bad: a coordinate had to be moved by 30")
    assert found.codes == ("correction", "steps") and found.to_dict()["codes"] == ["correction", "steps"]


def test_verdicts_are_values_in_an_order() -> None:
    good, doubtful, bad = (lw.Verdict(level) for level in ("good", "doubtful", "bad"))
    assert max([doubtful, bad, good]) is bad and min([doubtful, bad, good]) is good
    assert good == lw.Verdict("good") != bad
    assert good.is_good and not good.is_bad and bad.is_bad and not doubtful.is_bad
    assert (str(good), repr(bad)) == ("good", "Verdict(level='bad', reasons=(), codes=())")
    assert judge_result(0, {"some": lambda _: None}, "nothing speaks against it") == lw.Verdict(
        "good", ("nothing speaks against it",)
    )


def test_success_and_the_words_of_success_do_not_stand_next_to_bad() -> None:
    bad = replace(GOOD, energy_error=24.0)
    assert GOOD.is_success and not bad.is_success
    assert str(bad).splitlines()[0].startswith("bad: energy and work differ by 240 %")
    for word in (" met ", "done", "good"):
        assert word not in str(bad)
    assert str(GOOD).startswith(f"good: {GOOD.verdict.reasons[0]}\n  end           the end was reached")


def test_a_certificate_as_data_has_the_verdict() -> None:
    assert GOOD.to_dict()["verdict"] == {"level": "good", "reasons": [*GOOD.verdict.reasons], "codes": []}
    assert "look" not in GOOD.to_dict()


def test_a_bad_run_is_not_repeated() -> None:
    asked: list[int] = []

    @cache
    def look() -> MotionError:
        asked.append(1)
        return MotionError(0.5)

    bad = replace(GOOD, energy_error=24.0, look=look)
    assert bad.verdict.is_bad and bad.to_dict()["motion"] is None and "bad" in str(bad) and not asked
    doubtful = replace(GOOD, look=look)
    assert not doubtful.is_bad and doubtful.is_success and not asked  # reading numbers takes no second run
    assert doubtful.verdict.codes == ("motion",) and str(doubtful) and doubtful.to_dict() and asked == [1]


def test_an_alarm_sounds_once_at_the_line_that_reads() -> None:
    class Result:
        verdict = lw.Verdict("bad", ("it is wrong",))

    alarm = Alarm()
    with pytest.warns(lw.VerdictWarning, match="the result is bad: it is wrong") as caught:
        alarm.sound(Result(), "the result")
    assert caught[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        alarm.sound(Result(), "the result")
        Result.verdict = lw.Verdict("doubtful", ("it may be wrong",))
        Alarm().sound(Result(), "the result")


@pytest.mark.parametrize("coordinates", ["tree", "absolute"])
def test_a_body_at_rest_at_height_zero_is_no_false_alarm(coordinates: str) -> None:
    m = lw.Model("rest")
    m.connect("rail", lw.Prismatic("x"), m.ground, m.body("slider", lw.Sphere(radius=0.1, mass=1.0)))
    run = lw.simulate(lw.compile_model(m, coordinates=coordinates), t_end=0.2)
    assert run.certificate.energy_scale < 1e-20
    assert run.verdict.is_good, run.verdict
    # A motion of a few micrometres is judged.
    wrong = replace(run.certificate, energy_scale=1e-11, energy_error=5e-12)
    assert wrong.verdict.is_bad


def test_files_between_channels_and_their_readers_exist() -> None:
    assert all(Path(name).is_file() for name in BETWEEN_READERS)
