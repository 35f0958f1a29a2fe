"""The benchmark runner on timers that return known numbers: statistics, table, file format. No peer is needed."""

import json
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest

from benchmarks.case import Bar, Case, Timer, time_per_evaluation
from benchmarks.measure import Row, measure, relative_spread
from benchmarks.runner import benchmark_names, main, run
from benchmarks.table import render, verdict

KEYS = ["case", "quantity", "ours", "peer", "theirs", "ratio", "spread"]


def replay(*values: float) -> Timer:
    """A timer that returns a warm-up value, which must be dropped, and then the given ones."""
    measurements = chain([1e9], values)
    return lambda: next(measurements)


def constant(value: float) -> Timer:
    return lambda: value


def against_peer(**options: object) -> Case:
    return Case("case", "ns", constant(2.0), peer="peer", theirs=constant(8.0), **options)  # type: ignore[arg-type]


def test_figures_are_medians_and_their_ratio() -> None:
    row = measure(Case("case", "ns", replay(1, 2, 9), peer="peer", theirs=replay(4, 8, 8), rounds=3))
    assert (row["ours"], row["theirs"], row["ratio"]) == (2, 8, 0.25)


def test_spread_is_that_of_the_ratios_of_the_rounds() -> None:
    # Both slow down together in the last rounds, as under a falling clock: the ratios do not spread at all.
    row = measure(Case("case", "ns", replay(1, 1, 2, 2), peer="peer", theirs=replay(4, 4, 8, 8), rounds=4))
    assert row["spread"] == 0


def test_relative_spread_is_the_interquartile_range_over_the_median() -> None:
    assert relative_spread([8, 9, 10, 11, 12]) == pytest.approx(0.2)
    assert relative_spread([7.0]) == 0


def test_timers_take_turns() -> None:
    order: list[str] = []

    def note(name: str) -> Timer:
        return lambda: order.append(name) or 1.0  # type: ignore[func-returns-value]

    measure(Case("case", "ns", note("ours"), peer="peer", theirs=note("theirs"), rounds=2))
    assert order == ["ours", "theirs"] * 3


def test_single_round_is_measured_without_warming_up() -> None:
    timer = iter([5.0])
    assert measure(Case("long", "s", lambda: next(timer), rounds=1))["ours"] == 5


def test_absolute_figure_has_no_peer() -> None:
    row = measure(Case("case", "ns", constant(3.0)))
    assert (row["ours"], row["peer"], row["theirs"], row["ratio"], row["spread"]) == (3, None, None, None, 0)


def test_skipped_peer_keeps_its_name() -> None:
    row = measure(Case("case", "ns", constant(3.0), peer="peer", note="No compiler."))
    assert (row["ours"], row["peer"], row["theirs"], row["ratio"]) == (3, "peer", None, None)


def test_peer_alone_is_a_figure_of_the_machine() -> None:
    row = measure(Case("case", "ns", None, peer="peer", theirs=constant(8.0)))
    assert (row["ours"], row["theirs"], row["ratio"]) == (None, 8, None)


def test_peer_must_be_named() -> None:
    with pytest.raises(ValueError, match="'case' measures a peer but does not name it"):
        Case("case", "ns", constant(1.0), theirs=constant(2.0))


@pytest.mark.parametrize(
    ("bar", "words"),
    [
        (None, ""),
        (Bar("ratio", "<=", 0.3), "ratio <= 0.3: met"),
        (Bar("ratio", "<=", 0.2), "ratio <= 0.2: MISSED"),
        (Bar("ours", ">=", 2), "ours >= 2: met"),
        (Bar("ours", ">=", 3), "ours >= 3: MISSED"),
    ],
)
def test_verdict(bar: Bar | None, words: str) -> None:
    assert verdict(measure(against_peer()), bar) == words


def test_verdict_without_a_figure_is_not_a_pass() -> None:
    row = measure(Case("case", "ns", constant(1.0)))
    assert verdict(row, Bar("ratio", "<=", 1)) == "ratio <= 1: not measured"


def test_file_is_a_list_of_rows_with_exactly_the_agreed_keys(tmp_path: Path) -> None:
    rows = run("example", [against_peer(), Case("absolute", "ns", constant(1.0))], output=tmp_path)
    written = json.loads((tmp_path / "example.json").read_text(encoding="utf-8"))
    assert written == rows
    assert [list(row) for row in written] == [KEYS, KEYS]


def test_table_and_notes_are_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run("example", [against_peer(bar=Bar("ratio", "<=", 1), note="A remark.")] * 2, output=tmp_path)
    printed = capsys.readouterr().out
    assert "ratio <= 1: met" in printed
    assert printed.count("A remark.") == 1


def test_table_is_aligned() -> None:
    row = Row(case="a", quantity="ns", ours=123456.0, peer=None, theirs=None, ratio=None, spread=0.051)
    heading, _, line = render([row], [None]).splitlines()
    assert heading.index("ours") + len("ours") == line.index("123,456") + len("123,456")
    assert heading.index("spread") + len("spread") == line.index("5.1%") + len("5.1%")


def test_time_per_evaluation_divides_by_evaluations_and_unit(monkeypatch: pytest.MonkeyPatch) -> None:
    clock: Iterator[float] = iter([0.0, 0.5, 0.5])
    monkeypatch.setattr("time.process_time", lambda: next(clock))
    assert time_per_evaluation(lambda: None, 1000, unit=1e-3)() == pytest.approx(0.5)


def test_calls_are_repeated_until_they_have_taken_long_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    clock: Iterator[float] = iter([0.0, 0.5, 1.0, 1.5, 1.5])
    monkeypatch.setattr("time.process_time", lambda: next(clock))
    assert time_per_evaluation(lambda: None, 1000, unit=1e-3, at_least=1.2)() == pytest.approx(0.5)


def test_runner_finds_the_benchmarks() -> None:
    names = benchmark_names()
    assert "machine" in names
    assert not {"runner", "measure", "case", "table", "__init__"} & set(names)


def test_unknown_benchmark_is_refused_with_the_known_names(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["no_such_benchmark"])
    assert "'machine'" in capsys.readouterr().err
