"""The whole gallery: every model closes its power balance, and every example keeps to the form of an example."""

import importlib
from pathlib import Path
from types import ModuleType

import pytest

import linkwork as lw
from linkwork.analyses.common.plausibility import plausibility

FOLDER = Path(__file__).parents[2] / "examples"
NAMES = sorted(
    path.stem for path in FOLDER.glob("*.py") if path.stem != "__init__" and "\ndef numbers()" in path.read_text()
)
DEAR = {"spin_up_beam", "flexible_slider_crank", "guitar_string", "flexible_robot_arm", "walking_beast", "v_engine"}
"""Those whose kernels take long to compile; other tests run their models."""
RTOL = 1e-8


def example(name: str) -> ModuleType:
    return importlib.import_module(f"examples.{name}")


def test_there_are_mechanisms_to_learn_from() -> None:
    assert len(NAMES) >= 15


@pytest.mark.seed("S4.4")
@pytest.mark.few(12)
@pytest.mark.parametrize("name", [pytest.param(x, marks=[pytest.mark.slow] * (x in DEAR)) for x in NAMES])
def test_nothing_is_remarked_and_the_power_balance_of_one_second_closes(name: str) -> None:
    e = example(name)
    system = lw.compile_model(e.model())
    start = e.start(system)
    assert plausibility(system, start) == []
    # A second, or what an example calls its run where that is shorter and stiff.
    end = start.t + min(1.0, e.DURATION if hasattr(e, "OPTIONS") else 1.0)
    more = {**getattr(e, "OPTIONS", {}), "events": getattr(e, "EVENTS", ())}
    run = lw.simulate(system, start, t_end=end, rtol=RTOL, **more)
    assert run.certificate.status == "done", run.certificate
    # Steps of one length do not follow the tolerance.
    bound = 1e-4 if "h" in more else 10 * RTOL
    assert run.certificate.energy_error <= bound * run.certificate.energy_scale
    assert run.verdict.is_good, run.verdict


def test_examples_say_what_they_are_and_how_long_they_run() -> None:
    for name, e in ((name, example(name)) for name in NAMES):
        assert e.__doc__ and ":" in e.__doc__.splitlines()[0], name
        assert 0.0 < e.DURATION <= 60.0, name
        assert isinstance(e.model(), lw.Model), name


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_whole_run_is_no_bad_one(name: str) -> None:
    """What a page of the gallery shows."""
    e = example(name)
    system = lw.compile_model(e.model())
    start = e.start(system)
    more = {**getattr(e, "OPTIONS", {}), "events": getattr(e, "EVENTS", ())}
    run = lw.simulate(system, start, t_end=start.t + e.DURATION, **more)
    assert run.verdict.level != "bad", run.verdict
