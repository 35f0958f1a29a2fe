"""Bodies that rows move: where absolute systems start, what drives give and take, rows that contradict each other."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwork as lw


def rod(**options: Any) -> lw.Model:
    m = lw.Model("rod", gravity=(0, 0, -9.81))
    m.connect("A", lw.Revolute("y"), m.ground, m.body("rod", lw.Rod(length=1.0, mass=1.0)), **options)
    return m


def pair(model: lw.Model) -> tuple[lw.System, lw.System]:
    return lw.compile_model(model), lw.compile_model(model, coordinates="absolute")


DRIVEN = {"drive": {"angle": lw.Sine(1.0, frequency=1.0)}}


@pytest.mark.few(1)
@pytest.mark.parametrize("options", [DRIVEN, {"lock": {"angle": 0.2}}], ids=["drive", "lock"])
def test_states_begin_where_drives_and_locks_are(options: dict[str, Any]) -> None:
    tree, absolute = pair(rod(**options))
    for t in (0.0, 0.1):
        one, other = (lw.loads(s, s.state(t=t))["A"] for s in (tree, absolute))
        np.testing.assert_allclose(other.force, one.force, atol=1e-9)
        np.testing.assert_allclose(other.moment, one.moment, atol=1e-9)
    assert lw.simulate(absolute, t_end=0.01, constraints=lw.Enforcement(strict=True)).success


def test_the_energy_balance_counts_what_drives_do() -> None:
    tree, absolute = pair(rod(**DRIVEN))
    assert absolute.elements.is_moved and not lw.compile_model(rod(), coordinates="absolute").elements.is_moved
    # The drive leaves no freedom, so that only the quadrature of its power, of order 4, is seen.
    errors = [lw.simulate(absolute, t_end=0.3, h=h).certificate.energy_error for h in (2e-3, 1e-3)]
    assert errors[1] < 1e-9 and errors[0] / errors[1] == pytest.approx(16.0, rel=0.05)
    exact = lw.simulate(tree, t_end=0.3)
    found = lw.simulate(absolute, t_end=0.3, h=1e-3)
    assert found.work[-1] == pytest.approx(exact["energy"][-1] - exact["energy"][0], abs=1e-3)


@pytest.mark.few(1)
@pytest.mark.parametrize("degree", [1, 2, 3])
def test_elements_in_time_do_not_end_where_rows_contradict_each_other(degree: int) -> None:
    m = rod(**DRIVEN)
    m.connect("W", lw.FixedDistance(1.0), m.ground.at(1, 0, 1), m["rod"].at(1, 0, 0))
    run = lw.simulate(
        lw.compile_model(m, coordinates="absolute"), t_end=0.05, h=0.01, method=lw.TimeElements(degree=degree)
    )
    assert not run.success and "contradict each other" in run.certificate.sentence


def test_rest_without_any_freedom_is_stable() -> None:
    for system in pair(rod(lock={"angle": 0.2})):
        assert "stable" in repr(lw.equilibrium(system))


def test_repeated_rows_carry_no_rounding_noise() -> None:
    m, lengths = lw.Model("four bar"), (0.3, 0.9, 0.6)
    crank, coupler, rocker = (m.body(f"bar{k}", lw.Rod(length=x, mass=1.0 + k)) for k, x in enumerate(lengths))
    m.connect("A", lw.Revolute("y"), m.ground, crank, drive={"angle": lw.Polynomial((0.7, 2.0))})
    m.connect("B", lw.Revolute("y"), crank.at(0.3, 0, 0), coupler)
    m.connect("C", lw.Revolute("y"), coupler.at(0.9, 0, 0), rocker)
    m.connect("D", lw.Revolute("y"), m.ground.at(0.8, 0, 0), rocker.at(0.6, 0, 0))
    m.connect("S", lw.Spring(stiffness=300.0, length=0.3), m.ground.at(0.4, 0, 1), coupler.at(0.45, 0, 0))
    system = lw.compile_model(m, coordinates="absolute")
    found = lw.loads(system, lw.assemble(system))
    for name in "ABCD":
        assert abs(found[name].force[1]) < 1e-10 and np.abs(found[name].moment[[0, 2]]).max() < 1e-10


def test_names_of_hinges_say_what_to_give_instead() -> None:
    system = lw.compile_model(rod(), coordinates="absolute")
    said = r"'A\.angle(_dot)?' is not a .* joints have none\. .*bodies=\{name: lw\.Pose.*channels\(state\)\['A\.angle"
    for call in (
        lambda: lw.equilibrium(system, {"A.angle": 0.3}),
        lambda: lw.sensitivities(system, system.rest, initial=["A.angle"], t_end=0.01),
        lambda: system.rest["A.angle"],
    ):
        with pytest.raises(lw.ModelError, match=said):
            call()


@pytest.mark.parametrize("drive", [0.5 * lw.t, lw.Parameter("speed", 0.5) * lw.t], ids=["number", "Parameter"])
def test_a_steady_drive_does_work(drive: Any) -> None:
    m = lw.Model("pendulum on a steady cart")
    cart, bob = m.body("cart", mass=1.0, inertia=(1, 1, 1)), m.body("bob", mass=2.0, com=(0, 0, -0.5))
    m.connect("rail", lw.Prismatic("x"), m.ground, cart, drive={"displacement": drive})
    m.connect("pin", lw.Revolute("y"), cart, bob)
    system = lw.compile_model(m, coordinates="absolute")
    run = lw.simulate(system, lw.assemble(system, fixed={"pin.angle": 0.5}), 0.3)
    # The drive alone pushes along x: its work is its speed times the change of momentum, whose swinging part is this.
    momentum = -2.0 * 0.5 * run["pin.angle_dot"] * np.cos(run["pin.angle"])
    assert run.verdict.is_good, run.verdict
    assert run.work[-1] == pytest.approx(0.5 * (momentum[-1] - momentum[0]), abs=1e-7)
