"""Every model of the gallery in both formulations: the same motion and the same reactions."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import pytest

import linkwork as lw
from tests.absolute.textbook_runs import AT_ONCE, apart, by_runge_kutta, check_loads
from tests.absolute_models import carried, pair

FOLDER = Path(__file__).parents[2] / "examples"
NAMES = sorted(path.stem for path in FOLDER.glob("*.py") if "\ndef model(" in path.read_text())
PUMP = "fuel_injection_pump"
"""Far too stiff for explicit steps, with a film that sees a reaction: compared by generalized-α."""
COVERED = [name for name in NAMES if name != PUMP]
QUICK = ("chaplygin_sleigh", "double_pendulum", "rolling_coin")
"""A ball, hinges, a blade, a wheel; the others take code of their own, and loops are tested in `test_systems.py`."""
STIFF = {"human_fall": 80, "cable_over_pulley": 80}
"""Models with contacts, and how many explicit steps they take in a millisecond; too stiff for long elements in time."""
SETTLED = {"leg_with_muscles": 0.2, "human_fall": 0.05}
"""Models that begin with a transient too fast for explicit steps (tendons that snap into place): compared after it."""


def started(name: str) -> tuple[Any, lw.System, lw.State]:
    example = importlib.import_module(f"examples.{name}")
    tree, absolute = pair(example.model())
    state = example.start(tree)
    if name in SETTLED:
        state = lw.simulate(tree, state, SETTLED[name], times=[SETTLED[name]], rtol=1e-10, atol=1e-12).final
    return tree, absolute, state


@pytest.mark.seed("S3.4")
@pytest.mark.parametrize("name", [n if n in QUICK else pytest.param(n, marks=pytest.mark.slow) for n in COVERED])
def test_motion_and_reactions_are_those_of_the_tree(name: str) -> None:
    tree, absolute, state = started(name)
    end = state.t + 0.001
    there = lw.simulate(tree, state, end, rtol=1e-11, atol=1e-13, times=[end]).final
    here = by_runge_kutta(absolute, carried(tree, absolute, state), 0.001, STIFF.get(name, 2))
    assert apart(tree, absolute, there, here) < AT_ONCE
    check_loads(tree, absolute, there)


@pytest.mark.slow
@pytest.mark.seed("S3.4")
@pytest.mark.parametrize("name", [name for name in COVERED if name not in STIFF])
def test_motion_of_a_tenth_of_a_second_by_elements_in_time(name: str) -> None:
    tree, absolute, state = started(name)
    end = state.t + 0.1
    there = lw.simulate(tree, state, end, rtol=1e-11, atol=1e-13, times=[end]).final
    run = lw.simulate(absolute, carried(tree, absolute, state), end, method="weak3", h=0.0025, times=[end])
    assert apart(tree, absolute, there, run.final) < AT_ONCE
    check_loads(tree, absolute, there)


@pytest.mark.slow
@pytest.mark.seed("S3.4")
def test_the_pump_moves_and_is_loaded_as_in_the_tree() -> None:
    example = importlib.import_module(f"examples.{PUMP}")
    tree, absolute = pair(example.model())
    options = {"rtol": 1e-10, **example.OPTIONS}
    state = lw.simulate(tree, example.start(tree), 0.004, times=[0.004], **options).final
    there = lw.simulate(tree, state, 0.0041, times=[0.0041], **options).final
    begun = carried(tree, absolute, state)
    here = lw.simulate(absolute, begun, 0.0041, times=[0.0041], h=2e-6, method="generalized_alpha").final
    assert apart(tree, absolute, there, here) < AT_ONCE
    check_loads(tree, absolute, there)
    with pytest.raises(lw.ModelError, match="'traction': looks at the multipliers of 'contact'"):
        lw.simulate(absolute, carried(tree, absolute, state), 1.0, method="weak2")
