"""Modes that nothing holds: in the list with frequency zero, and neutral where they lead to other equilibria."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import linkwork as lw
from linkwork.results.spectrum import spectrum_of
from linkwork.views.view import scene_of_system
from tests.analyses.design_models import cart, suspension

NEUTRAL = "stable in shape, neutral in position"
FORMULATIONS = ("tree", "absolute")


def slider(name: str = "free mass") -> lw.Model:
    m = lw.Model(name, gravity=(0, 0, 0))
    m.connect("s", lw.Prismatic("x"), m.ground, m.body("b", mass=2.0))
    return m


def beside_an_oscillator() -> lw.Model:
    m = slider("free mass and oscillator")
    m.connect("A", lw.Prismatic("x"), m.ground, m.body("a", mass=1.0))
    m.connect("k", lw.Spring(50.0, length=0.5), m.ground.at(-0.5, 0, 0), m["a"])
    return m


def two_on_a_rail() -> lw.Model:
    m = slider("two masses")
    m.connect("A", lw.Prismatic("x"), m.ground, m.body("a", mass=1.0), initial={"displacement": -0.5})
    m.connect("k", lw.Spring(50.0, length=0.5), m["a"], m["b"])
    return m


def in_oil() -> lw.Model:
    m = slider("in oil")
    m.connect("oil", lw.Damper(3.0, on=lw.Displacement("x")), m.ground, m["b"])
    return m


def satellite() -> lw.Model:
    """A body that nothing holds, with a panel on a springy hinge."""
    m = lw.Model("satellite", gravity=(0, 0, 0))
    bus = m.body("bus", mass=50.0, inertia=(4.0, 5.0, 6.0))
    panel = m.body("panel", mass=5.0, inertia=(0.1, 1.0, 1.0), com=(1.0, 0, 0))
    m.connect("float", lw.Free(), m.ground, bus)
    m.connect("hinge", lw.Revolute("y"), bus.at(0.5, 0, 0), panel.at(0, 0, 0))
    m.connect("spring", lw.TorsionSpring(20.0, axis="y"), bus, panel)
    return m


def dumbbell() -> lw.Model:
    """Two free spheres on a spring: turning the whole, each goes along an arc."""
    m = lw.Model("dumbbell", gravity=(0, 0, 0))
    a, b = (m.body(name, lw.Sphere(radius=0.1, mass=1.0)) for name in "ab")
    m.connect("A", lw.Free(), m.ground, a)
    m.connect("B", lw.Free(), m.ground, b, initial={"x": 1.0})
    m.connect("k", lw.Spring(50.0, length=1.0), a, b)
    return m


CASES: dict[str, tuple[Callable[[], lw.Model], int, list[float]]] = {
    "free mass": (slider, 1, []),
    "free mass and oscillator": (beside_an_oscillator, 1, [np.sqrt(50.0)]),
    "two masses": (two_on_a_rail, 1, [np.sqrt(50.0 * 1.5)]),
    "pendulum on a cart": (cart, 1, [np.sqrt(2.5 * 9.81 / (2.0 * 0.8))]),
    # One hinge, a whole of six freedoms: 1/ω² = I/k with the panel's inertia as the free bus feels it.
    "satellite": (satellite, 6, []),
    "dumbbell": (dumbbell, 11, [10.0]),
}


@pytest.mark.few(4)
@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("name", CASES)
def test_rigid_modes_are_listed_once_each(name: str, formulation: str) -> None:
    make, rigid, others = CASES[name]
    eq = lw.equilibrium(lw.compile_model(make(), formulation))
    damped, plain = eq.linearization.modes(), eq.linearization.modes(damped=False)
    assert len(damped) == len(plain) == eq.linearization.count
    assert (damped.eigenvalues[:rigid] == 0.0).all() and (plain.frequencies[:rigid] == 0.0).all()
    assert (damped.frequencies[rigid:] > 1e-3).all() and (damped.damping_ratios[:rigid] == 0.0).all()
    assert int(np.sum(eq.eigenvalues == 0.0)) == 2 * rigid
    if others:
        assert 2.0 * np.pi * damped.frequencies[rigid:] == pytest.approx(others, rel=1e-9)
    assert damped.frequencies == pytest.approx(plain.frequencies, rel=1e-8)
    assert damped.participation.sum(axis=1) == pytest.approx(np.ones(len(damped)))
    assert (np.abs(damped.displacements) + np.abs(damped.turns)).max(axis=(1, 2)).min() > 0.01
    assert eq.stability == NEUTRAL and not eq.is_stable


def test_rigid_modes_move_bodies_as_one() -> None:
    for formulation in FORMULATIONS:
        modes = lw.equilibrium(lw.compile_model(two_on_a_rail(), formulation)).linearization.modes()
        moved, turned = modes.on_bodies(0)
        assert moved["a"] == pytest.approx(moved["b"]) and np.abs(moved["a"]).max() == pytest.approx(1.0)
        assert np.abs(turned["a"]).max() == 0.0
    assert str(modes).splitlines()[1].split()[:3] == ["1", "0", "0.0000"]


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_mass_in_oil_stays_where_it_is_put(formulation: str) -> None:
    """λ = 0 and −d/m: one mode that is still, one that dies out; no drift."""
    eq = lw.equilibrium(lw.compile_model(in_oil(), formulation))
    assert eq.linearization.modes().eigenvalues == pytest.approx([0.0, -1.5])
    assert eq.linearization.spectrum.levels == (1,) and eq.stability == NEUTRAL


@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("power", [2, 3])
def test_forces_of_higher_order_leave_it_undecided(power: int, formulation: str) -> None:
    """Linearly nothing holds it; but a position beside is no equilibrium."""
    m = slider()
    law = lw.PolynomialResponse((0.0,) * power + (100.0,))
    m.connect("k", lw.NonlinearSpring(law, on=lw.Displacement("x")), m.ground, m["b"])
    eq = lw.equilibrium(lw.compile_model(m, formulation))
    assert (eq.eigenvalues == 0.0).all() and eq.stability == "undecided"


def test_systems_without_zeros_are_as_they_were() -> None:
    lin = lw.equilibrium(lw.compile_model(suspension())).linearization
    assert lin.spectrum.levels == () and lin.spectrum.still.shape == (4, 0)
    assert np.sort_complex(lin.eigenvalues) == pytest.approx(np.sort_complex(np.linalg.eigvals(lin.A)), rel=1e-12)


def test_chains_of_zeros_are_counted_level_by_level() -> None:
    """A matrix made of Jordan blocks 3, 1 and −2 ± 5i, turned at random: rounding makes ±1e-5 of a triple zero."""
    J = np.zeros((6, 6))
    J[0, 1] = J[1, 2] = 1.0
    J[4:, 4:] = [[-2.0, 5.0], [-5.0, -2.0]]
    X = np.random.default_rng(3).standard_normal((6, 6))
    A = X @ J @ np.linalg.inv(X)
    found = spectrum_of(A, np.eye(3), 3)
    assert found.levels == (2, 1, 1) and found.zeros == 4
    assert np.sort_complex(found.values) == pytest.approx([-2.0 - 5.0j, -2.0 + 5.0j], rel=1e-9)
    assert np.abs(A @ found.still).max() < 1e-9
    assert found.still_left.T @ found.still == pytest.approx(np.eye(2), abs=1e-9)
    for value, right, left in zip(found.values, found.right.T, found.left.T, strict=True):
        assert np.abs(A @ right - value * right).max() < 1e-9 * np.abs(right).max()
        assert np.abs(left.conj() @ A - value * left.conj()).max() < 1e-9 * np.abs(left).max()


def test_a_soft_mode_beside_a_stiff_one_is_no_rigid_mode() -> None:
    """ω in the ratio 1 : 10⁵ is still a frequency."""
    m = slider()
    m.connect("soft", lw.Spring(2.0, length=0.0), m.ground.at(-1e-9, 0, 0), m["b"])
    m.connect("A", lw.Prismatic("x"), m.ground, m.body("a", mass=1e-3), initial={"displacement": 0.3})
    m.connect("stiff", lw.Spring(1e7, length=1.0), m.ground.at(-0.7, 0, 0), m["a"])
    modes = lw.equilibrium(lw.compile_model(m)).linearization.modes()
    assert 2.0 * np.pi * modes.frequencies == pytest.approx([1.0, 1e5], rel=1e-6)


def test_rigid_modes_are_drawn_and_shown(tmp_path: Path) -> None:
    eq = lw.equilibrium(lw.compile_model(slider()))
    modes = eq.linearization.modes()
    lw.plot_modes(modes, tmp_path / "modes.png")
    assert (tmp_path / "modes.png").stat().st_size > 1000
    scene = scene_of_system(eq.system, eq.state, {}, {"modes": modes})
    assert scene is not None
    lw.view(eq.system, tmp_path / "modes.html", motion=eq.state, modes=modes)
    assert '"mode 1"' in (tmp_path / "modes.html").read_text()
