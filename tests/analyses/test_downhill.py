"""Equilibria of conservative models are minima, unless the guess is at another: they lie downhill of the start."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import linkwork as lw
from linkwork.cli.app import app

FORMULATIONS = ("tree", "absolute")


def pendulum(tilt: float) -> lw.Model:
    """A rod that begins at an angle from its upright position."""
    m = lw.Model("pendulum", gravity=(0, -9.81, 0))
    com = (0.5 * np.sin(tilt), 0.5 * np.cos(tilt), 0.0)
    m.connect("pin", lw.Revolute("z"), m.ground, m.body("rod", mass=1.0, com=com, inertia=(0.1, 0.1, 0.1)))
    return m


def chain(seed: int, count: int) -> lw.Model:
    """Random bodies on hinges, the last one on a spring."""
    rng = np.random.default_rng(seed)
    m, last = lw.Model("chain", gravity=(0, -9.81, 0)), None
    for k in range(count):
        com = (*rng.uniform(-0.5, 0.5, 2), 0.0)
        body = m.body(f"b{k}", mass=rng.uniform(0.5, 2.0), com=com, inertia=(0.1, 0.1, 0.1))
        place = m.ground.at(0, 0, 0) if last is None else last.at(*rng.uniform(-0.5, 0.5, 2), 0.0)
        m.connect(f"j{k}", lw.Revolute("z"), place, body.at(0, 0, 0))
        last = body
    anchor, spring = (
        (*rng.uniform(-1.0, 1.0, 2), 0.0),
        lw.Spring(rng.uniform(10.0, 200.0), length=rng.uniform(0.0, 0.5)),
    )
    m.connect("k", spring, m.ground.at(*anchor), last.at(0.3, 0, 0))
    return m


@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("tilt", [0.2, 1.0, 1.5, 2.5, -0.4])
def test_a_pendulum_hangs(tilt: float, formulation: str) -> None:
    eq = lw.equilibrium(lw.compile_model(pendulum(tilt), formulation))
    assert eq.stability == "stable" and eq.verdict.is_good
    assert 2 * np.pi * eq.linearization.modes().frequencies == pytest.approx([np.sqrt(9.81 * 0.5 / 0.35)], rel=1e-9)


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_an_upright_one_is_found_where_the_guess_is(formulation: str) -> None:
    """To balance it is what controllers are made for."""
    eq = lw.equilibrium(lw.compile_model(pendulum(0.02), formulation))
    assert eq.stability == "unstable"
    assert max(eq.eigenvalues.real) == pytest.approx(np.sqrt(9.81 * 0.5 / 0.35), rel=1e-9)


@pytest.mark.few(3)
@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize(("seed", "count"), [(0, 2), (2, 2), (3, 2), (4, 2), (5, 4), (6, 4)])
def test_chains_find_their_minima(seed: int, count: int, formulation: str) -> None:
    system = lw.compile_model(chain(seed, count), formulation)
    start = system.channels(lw.assemble(system))["potential_energy"]
    for stable in (False, True):
        eq = lw.equilibrium(system, stable=stable)
        assert eq.stability == "stable" and eq["potential_energy"] < start


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_stable_one_is_found_from_an_upright_start(formulation: str) -> None:
    eq = lw.equilibrium(lw.compile_model(pendulum(0.0), formulation), stable=True)
    assert eq.stability == "stable" and eq.way == "downhill"


def test_the_command_line_hangs_it_too(tmp_path: Path) -> None:
    file = tmp_path / "pendulum.toml"
    lw.save_model(pendulum(0.4), file)
    for command in ("equilibrium", "modes"):
        said = CliRunner().invoke(app, [command, str(file)])
        assert said.exit_code == 0 and ": stable" in said.output, said.output
