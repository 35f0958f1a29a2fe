"""Radau IIA in absolute coordinates: stiff laws, fronts, cables, files."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.absolute import saddle_memory
from tests.absolute_models import chain, pair
from tests.analyses.driven_cranks import crank_with_bob
from tests.beam_models import quarter_places, swinging_cable


def test_stiff_laws_take_long_steps() -> None:
    """A damper of 10⁵ 1/s, which would take explicit methods 6·10⁴ steps; the end is that of a tree."""
    m = lw.Model("stiff", gravity=(0, 0, -9.81))
    body = m.body("b", mass=1.0, inertia=(0.1, 0.1, 0.1))
    m.connect("P", lw.Prismatic("z"), m.ground, body)
    m.connect("film", lw.Spring(stiffness=1e5, length=0.0, damping=1e5), m.ground.at(0.0, 0, 1.0), body)
    tree, absolute = pair(m)
    run = lw.simulate(absolute, None, 2.0, method="radau", rtol=1e-8, atol=1e-10)
    assert run.certificate.steps < 400 and run.verdict.is_good
    end = lw.simulate(tree, None, 2.0, method="radau", rtol=1e-11, atol=1e-13).final
    assert run.final["b.z"] == pytest.approx(end["P.displacement"], abs=1e-8)


@pytest.mark.slow
@pytest.mark.parametrize("method", ["radau", "generalized_alpha", "dop853"])
@pytest.mark.parametrize("make", [lambda: chain(3), lambda: crank_with_bob(True)], ids=["chain", "redundant rows"])
def test_blocks_dense_factors_and_fronts_give_the_same(make: Any, method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The crank has three rows too many, and a point mass: what its rows leave of theirs is a millionth of a millionth
    of what they leave of its rotation."""
    found = []
    # Blocks come first, then dense factors, then fronts.
    for blocks, dense in ((2000, 80), (0, 80), (0, 0)):
        monkeypatch.setattr(saddle_memory, "BLOCK_SADDLE_SIZE", blocks)
        monkeypatch.setattr(saddle_memory, "DENSE_SADDLE_SIZE", dense)
        system = lw.compile_model(make(), "absolute")
        found.append(lw.simulate(system, lw.assemble(system), 0.2, method=method, rtol=1e-8, atol=1e-10))
    for other in found[1:]:
        np.testing.assert_allclose(other.final.q, found[0].final.q, atol=1e-9)
        assert other.certificate.steps == found[0].certificate.steps and other.verdict.is_good


@pytest.mark.slow
def test_a_cable_keeps_its_factors_from_step_to_step() -> None:
    """A swinging cable by fronts, in axes that turn with its nodes; the motion is that of elements in time."""
    system, start, cable = swinging_cable(60)
    times = [0.0, 0.1, 0.2]
    run = lw.simulate(system, start, 0.2, method="radau", rtol=1e-5, atol=1e-5, times=times)
    assert run.verdict.is_good
    assert run.certificate.jacobians < 0.8 * run.certificate.steps
    exact = lw.simulate(system, start, 0.2, method=lw.TimeElements(degree=2), h=5e-3, times=times)
    np.testing.assert_allclose(quarter_places(run, cable), quarter_places(exact, cable), atol=1e-7)
