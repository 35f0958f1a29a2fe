"""Runs in absolute coordinates that are saved, streamed, interrupted and resumed; mean reactions as channels."""

from __future__ import annotations

import signal
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.absolute.motion import accelerate
from tests.absolute.rings import ring


@cache
def links() -> tuple[lw.System, lw.State]:
    return ring(4)


def test_a_file_comes_back_with_its_channels(tmp_path: Path) -> None:
    system, start = links()
    path = tmp_path / "run.nc"
    run = lw.simulate(system, start, 0.02, h=4e-3, method="weak2", output=lw.Output(file=path))
    again = lw.load_run(path)
    assert again.certificate == run.certificate and again.success
    for name in ("t", "q", "u", "work"):
        assert np.array_equal(getattr(again, name), getattr(run, name))
    for name in ("b1.position", "b2.rotation", "energy", "J1.force", "J1.mean_force"):
        assert np.allclose(again[name], run[name], rtol=1e-12, atol=1e-13, equal_nan=True), name
    assert again.channel_table["J1.mean_force.x"].unit == "N"
    assert np.allclose(again.at(0.0123).q, run.at(0.0123).q, atol=1e-10)
    other = tmp_path / "other.nc"
    lw.simulate(system, start, 0.02, h=4e-3, output=lw.Output(file=other))
    assert np.allclose(lw.load_run(other).at(0.0123).q, run.at(0.0123).q, atol=1e-6)
    saved = tmp_path / "saved.nc"
    lw.simulate(system, start, 0.02, h=4e-3, times=[0.01, 0.02]).save(saved, "J1.force")
    some = lw.load_run(saved)
    assert some["J1.force"].shape == (2, 3) and some["b3.velocity"].shape == (2, 3)
    with pytest.raises(lw.ModelError, match="stored samples"):
        some.at(0.015)
    with pytest.raises(lw.ModelError, match="mean reactions are those of elements in time"):
        some["J1.mean_moment"]


def test_a_checkpoint_of_another_run_is_refused(tmp_path: Path) -> None:
    system, start = links()
    mark, file = tmp_path / "check", tmp_path / "run.nc"

    def stop() -> lw.Event:
        return lw.Event("stop", lambda c: c["t"] - 0.01, action=lambda *_: signal.raise_signal(signal.SIGINT))

    given: dict[str, Any] = {"h": 4e-3, "events": [stop()]}
    lw.simulate(system, start, 0.02, output=lw.Output(checkpoint=mark), **given)
    for changed, said in (
        ({"h": 2e-3}, r"another run: h was 0\.004, is 0\.002"),
        ({"method": lw.GeneralizedAlpha(0.5)}, r"method was GeneralizedAlpha\(rho_inf=0\.8.*, is .*rho_inf=0\.5"),
        ({"method": "weak1"}, "another run: method was GeneralizedAlpha.*, is TimeElements"),
        ({"events": []}, "another run: events"),
    ):
        with pytest.raises(lw.ModelError, match=said):
            lw.simulate(system, None, 0.02, output=lw.Output(resume=mark), **{**given, **changed})
    with pytest.raises(lw.ModelError, match="belongs to another system"):
        lw.simulate(ring(5)[0], None, 0.02, output=lw.Output(resume=mark), **given)
    lw.simulate(system, start, 0.02, output=lw.Output(checkpoint=mark, file=file), **given)
    with pytest.raises(lw.ModelError, match=r"wrote to a file; give output=lw.Output\(file=…\) again"):
        lw.simulate(system, None, 0.02, output=lw.Output(resume=mark), **given)
    lw.simulate(system, start, 0.004, h=4e-3, output=lw.Output(file=file))
    with pytest.raises(lw.ModelError, match=r"goes on after row 4 of the file, which has 2"):
        lw.simulate(system, None, 0.02, output=lw.Output(resume=mark, file=file), **given)


@pytest.mark.seed("S3.3")
@pytest.mark.parametrize("form", ["nodal", "weighted"])
def test_mean_reactions_are_the_means_of_reactions(form: str) -> None:
    """−μ/h against Simpson's rule on the multipliers of the motion itself, on a finer run."""
    system, start = links()
    h = 2e-3
    run = lw.simulate(system, start, 3 * h, h=h, method=lw.TimeElements(degree=2, constraints=form))
    fine = lw.simulate(system, start, 3 * h, h=h / 2, method="weak3")
    tables = system.elements.tables(start.parameters)
    lam = np.array(
        [
            accelerate(system.elements, system.elements.configuration(fine.state(k)), tables).lam
            for k in range(len(fine))
        ]
    )
    for k in range(3):
        mean = (lam[2 * k] + 4 * lam[2 * k + 1] + lam[2 * k + 2]) / 6
        assert np.allclose(run["mean_multipliers"][k + 1], mean, atol=1e-4 * np.abs(mean).max())
    # No element ends at the start; times inside an element belong to that.
    assert np.isnan(run["mean_multipliers"][0]).all()
    inside = run.resample([0.5 * h, 1.5 * h])
    assert np.array_equal(inside["mean_multipliers"], run["mean_multipliers"][1:3])
    assert np.allclose(run["J2.mean_force"][1:], run["J2.force"][1:], atol=0.02 * np.abs(run["J2.force"]).max())
    with pytest.raises(lw.ModelError, match="mean reactions are those of elements in time"):
        lw.simulate(system, start, h, h=h)["J2.mean_force"]
