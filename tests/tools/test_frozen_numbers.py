"""The net of frozen numbers: what it sees, and that states are carried whole."""

from typing import Any

import numpy as np
import pytest

from tools.frozen_models import MODELS
from tools.frozen_numbers import FAILED, LIMITS, VERBS, differences, frozen, holes

BEFORE = {"crank tree": {"loads": {"force": [3.0, 4.0], "moment": [2e-9, 0.0]}}}


def changed(**quantities: Any) -> list[str]:
    return list(differences(BEFORE, {"crank tree": {"loads": {**BEFORE["crank tree"]["loads"], **quantities}}}))


def test_each_quantity_is_compared_with_its_own_size() -> None:
    assert not changed()
    assert not changed(force=[3.0, 4.0 + 1e-9])
    (said,) = changed(moment=[2.01e-9, 0.0])
    assert said == "crank tree, loads, moment: off by 5.0e-03 of 2e-09; 1e-09 is allowed"
    assert not changed(moment=[2e-9 + 1e-13, 1e-14])
    (said,) = changed(force=[3.0])
    assert said == "crank tree, loads, force: 1 numbers, before 2"
    assert changed(force=[3.0, np.nan])


def test_an_answer_may_not_become_a_refusal() -> None:
    (said,) = differences(BEFORE, {"crank tree": {"loads": "ModelError: no"}})
    assert said == "crank tree, loads: refused now: ModelError: no"
    assert not list(differences({"crank tree": {"loads": "ModelError: no"}}, BEFORE))


def test_a_refusal_of_one_formulation_is_red() -> None:
    got = BEFORE["crank tree"]["loads"]
    said, listed = holes({"crank tree": {"loads": got}, "crank absolute": {"loads": "ModelError: a hinge is open"}})
    assert not listed
    assert said == [
        "crank absolute, loads: refused, and answered in the other formulation: ModelError: a hinge is open"
    ]
    known = "ModelError: 'rk4' is for the tree formulation; absolute systems go by"
    said, listed = holes({"crank tree": {"by rk4": got}, "crank absolute": {"by rk4": known}})
    assert not said and dict(listed) == {"a method of one formulation": 1}
    both = {"crank tree": {"loads": "ModelError: no"}, "crank absolute": {"loads": "ModelError: no"}}
    assert holes(both)[0] == []
    assert holes({name: {"loads": f"{FAILED}ZeroDivisionError"} for name in both})[0]


def test_a_change_of_a_millionth_in_any_method_is_seen() -> None:
    for name, verb in VERBS.items():
        if name.startswith("by ") or name in ("simulate", "resume", "simulate_many", "C"):
            assert verb.close < 1e-6, name
    assert len(MODELS) >= 22 and sum(case.has_contacts for case in MODELS.values()) >= 5
    assert all(LIMITS.values())


def test_a_rolling_coin_is_simulated_in_absolute_coordinates() -> None:
    """Unknowns of its hinge are carried over: without them it is refused as open."""
    found = dict(frozen(["rolling_coin"], ["start", "loads", "simulate"]))
    assert holes(found)[0] == []
    tree, absolute = (found[f"rolling_coin {kind}"]["simulate"] for kind in ("tree", "absolute"))
    for name, values in tree.items():
        assert absolute[name] == pytest.approx(values, abs=1e-9), name
