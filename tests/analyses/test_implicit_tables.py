"""Implicit Runge–Kutta methods of one's own: tables outside the package, and all that a run gives them."""

from __future__ import annotations

import re
import signal
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.numerics.status import RUN_DONE
from linkwork.numerics.tableaus.conditions import _trees, first_unmet
from linkwork.numerics.tableaus.explicit import DOP853
from linkwork.numerics.tableaus.implicit import RADAU
from tests.absolute_models import carried
from tests.analyses.own_tables import double_pendulum, start
from tests.analyses.pushes import Push
from tests.elements.delayed_springs import END, START, absolute_system, exact, spring_system
from tests.exports.compiled_c import needs_compiler, run_c
from tests.exports.pages import run_in_node
from tests.implicit_tables import GAUSS4, IMPLICIT, LOBATTO_A, LOBATTO_C, MIDPOINT, RADAU3, SDIRK3, TR_BDF2

CONTROLLED = (SDIRK3, GAUSS4, RADAU3, LOBATTO_C, TR_BDF2)
ids = {"ids": lambda table: getattr(table, "name", None)}


@cache
def absolute_pendulum() -> tuple[Any, lw.State]:
    """The double pendulum of absolute coordinates, at its start."""
    m = lw.Model("double pendulum")
    rod, tip = m.body("rod", lw.Rod(length=1.0, mass=1.0)), m.body("tip", lw.Rod(length=0.8, mass=0.5))
    m.connect("A", lw.Revolute("y"), m.ground, rod, initial={"angle": 0.5})
    m.connect("B", lw.Revolute("y"), rod.at(1, 0, 0), tip, initial={"angle": 0.3})
    system = lw.compile_model(m, "absolute")
    return system, lw.assemble(system)


def in_both() -> list[tuple[Any, lw.State]]:
    return [(double_pendulum(), start()), absolute_pendulum()]


def formulations(model: lw.Model, values: dict[str, float]) -> list[tuple[Any, lw.State]]:
    """A model in both formulations, at one start."""
    tree, absolute = (lw.compile_model(model, kind) for kind in ("tree", "absolute"))
    state = tree.state(values)
    return [(tree, state), (absolute, carried(tree, absolute, state))]


LOW = lw.Event("low", "A.angle", 1.0)


@cache
def tight() -> lw.Trajectory:
    return lw.simulate(double_pendulum(), start(), 0.5, rtol=1e-12, atol=1e-13, events=[LOW])


def test_the_estimate_and_the_polynomial_of_a_table_are_those_published_for_radau5() -> None:
    own = lw.ImplicitTableau("own radau", 5, a=RADAU.a, b=RADAU.a[2], c=RADAU.c)
    made, published = own.basis, RADAU.basis
    assert own.error_order == 3 and made.kappa == pytest.approx(published.kappa, abs=1e-13)
    assert made.error_start == pytest.approx(1.0, abs=1e-14)
    np.testing.assert_allclose(made.error, published.error, atol=1e-13)
    np.testing.assert_allclose(made.dense, published.dense, atol=1e-13)
    np.testing.assert_array_equal(made.end, published.end)
    by_own = lw.simulate(double_pendulum(), start(), 0.5, method=own, rtol=1e-7)
    shipped = lw.simulate(double_pendulum(), start(), 0.5, method="radau", rtol=1e-7)
    assert by_own.certificate.steps == shipped.certificate.steps
    np.testing.assert_allclose(by_own.final.q, shipped.final.q, rtol=1e-9)


@pytest.mark.parametrize("table", IMPLICIT, **ids)
def test_bases_of_stages_diagonalise_in_blocks(table: lw.ImplicitTableau) -> None:
    basis, s = table.basis, table.stages
    np.testing.assert_allclose(np.linalg.inv(basis.a) @ basis.t, basis.t @ basis.shifts, atol=1e-12)
    np.testing.assert_allclose(basis.t @ basis.t_inverse, np.eye(s), atol=1e-13)
    paired = [*(np.diag(basis.shifts, 1) != 0.0), False]
    for i in range(s):
        assert not basis.shifts[i, i + 2 - (not paired[i]) :].any()
        if paired[i]:
            block = basis.shifts[i : i + 2, i : i + 2]
            assert block[0, 0] == pytest.approx(block[1, 1]) and block[0, 1] == pytest.approx(-block[1, 0])


def test_what_tables_say_of_themselves() -> None:
    told = {table.name: table.description for table in IMPLICIT}
    assert told["sdirk3"] == "diagonally implicit Runge–Kutta, 3 stages, order 3(2), L-stable"
    assert told["implicit midpoint"].endswith("1 stage, order 2(1), A-stable with R(∞) = -1")
    assert told["gauss4"].endswith("2 stages, order 4(2), A-stable with R(∞) = 1")
    assert told["lobatto IIIC"].endswith("3 stages, order 4(3), L-stable")
    assert told["lobatto IIIA"].endswith("2 stages, order 4, A-stable with R(∞) = 1")
    assert told["tr-bdf2"].endswith("2 stages, order 2(2), L-stable")
    not_stable = lw.ImplicitTableau("ahead", 1, a=[[0.4]], b=[1], c=[0.4])
    assert not not_stable.is_a_stable and "stable" not in not_stable.description
    assert not_stable.limit == pytest.approx(-1.5)
    same = lw.ImplicitTableau("gauss4", 4, a=GAUSS4.a, b=GAUSS4.b, c=GAUSS4.c)
    assert same == GAUSS4 and hash(same) == hash(GAUSS4) and same != RADAU3
    assert repr(same).startswith("ImplicitTableau('gauss4', implicit Runge–Kutta, 2 stages, order 4(2), ")


@pytest.mark.few(2)
@pytest.mark.parametrize("table", CONTROLLED, **ids)
def test_tolerances_events_and_states_between_steps(table: lw.ImplicitTableau) -> None:
    for system, state in in_both():
        run = lw.simulate(system, state, 0.5, method=table, rtol=1e-6, atol=1e-8, events=[LOW])
        assert run.success and run.certificate.method == table.name and run.certificate.steps < 600
        for t in (0.333, 0.5):
            assert run.resample([t])["A.angle"][0] == pytest.approx(tight().at(t)["A.angle"], abs=2e-5)
        assert [event.event for event in run.events] == ["low"]
        assert run.events[0].t == pytest.approx(tight().events[0].t, abs=1e-5)
        assert run.certificate.position_error < 1e-12
        closer = lw.simulate(system, state, 0.5, method=table, rtol=1e-8, atol=1e-10)
        off, less = (abs(found["B.angle"][-1] - tight()["B.angle"][-1]) for found in (run, closer))
        assert less < max(0.2 * off, 1e-8)


@pytest.mark.few(2)
@pytest.mark.parametrize(("table", "most"), [(SDIRK3, 3000), (RADAU3, 400), (LOBATTO_C, 400), (TR_BDF2, 400)], **ids)
def test_stiff_equations_take_few_steps(table: lw.ImplicitTableau, most: int) -> None:
    """ẍ = −k (x − cos t) − d ẋ, which forgets at rates of 10⁵ and 10² per second, from where it has settled.

    x = Re a e^{it} with (k − 1 + i d) a = k. Explicit steps would be 3·10⁻⁵ s, which makes 7·10⁴. Stages of SDIRK
    are of order 1, to which its own order falls on stiff motion (Hairer and Wanner, section IV.15).
    """
    k, d = 1e7, 1e5
    a = k / (k - 1.0 + 1j * d)
    m = lw.Model("stiff", gravity=(0, 0, 0))
    slider = m.body("slider", mass=1.0, inertia=(1, 1, 1))
    m.connect("rail", lw.Prismatic("x"), m.ground, slider)
    law = lw.FormulaForce(f"-{k}*(e - cos(t)) - {d}*e_dot", on=lw.Displacement("x"))
    m.connect("law", law, m.ground, slider)
    for system, begun in formulations(m, {"rail.displacement": a.real, "rail.displacement_dot": -a.imag}):
        run = lw.simulate(system, begun, 2.0, method=table, rtol=1e-6, atol=1e-9)
        assert run["rail.displacement"][-1] == pytest.approx((a * np.exp(2j)).real, abs=2e-6)
        assert run.certificate.steps < most


def test_the_midpoint_rule_keeps_quadratic_invariants() -> None:
    """|I ω|² and ωᵀ I ω of a free body; the rule of the same order that is no symplectic one loses them."""
    m = lw.Model("free", gravity=(0, 0, 0))
    inertia = np.array([0.1, 0.2, 0.25])
    m.body("box", mass=1.0, inertia=tuple(inertia))
    system = lw.compile_model(m)
    thrown = system.state({"box (free).w_x": 1.0, "box (free).w_y": 6.0, "box (free).w_z": -2.0})
    lost = {}
    for table in (MIDPOINT, TR_BDF2):
        run = lw.simulate(system, thrown, 20.0, method=table, h=0.02)
        w = np.array([run[f"box (free).w_{x}"] for x in "xyz"]).T
        sizes = np.array([(w**2) @ inertia, (w**2) @ inertia**2])
        lost[table.name] = np.abs(sizes / sizes[:, :1] - 1.0).max()
    assert lost["implicit midpoint"] < 1e-11 and lost["tr-bdf2"] > 1e-4


@pytest.mark.parametrize("table", [SDIRK3, GAUSS4], **ids)
def test_steps_end_at_kinks(table: lw.ImplicitTableau) -> None:
    """In at 1 m/s, 1000 m/s² for 2 ms, out at 1 m/s.

    The last step to a jump, whose last stage may lie behind it, is taken with an error of up to 100 tolerances.
    """
    m = lw.Model("push", gravity=(0, 0, 0))
    slider = m.body("slider", mass=1.0, inertia=(1, 1, 1))
    m.connect("rail", lw.Prismatic("x"), m.ground, slider)
    m.connect("push", Push(0.5, 1e3), m.ground, slider)
    for system, begun in formulations(m, {"rail.displacement": 1.0, "rail.displacement_dot": -1.0}):
        for rtol in (1e-7, 1e-9):
            run = lw.simulate(system, begun, 2.0, method=table, rtol=rtol, atol=1e-2 * rtol)
            assert run["rail.displacement"][-1] == pytest.approx(0.5 + 1.498, abs=5e3 * rtol)
            assert run.certificate.steps < 100


@pytest.mark.few(1)
@pytest.mark.parametrize("table", [SDIRK3, GAUSS4], **ids)
def test_laws_that_look_back(table: lw.ImplicitTableau) -> None:
    tree, state = spring_system(), spring_system().state({"rail.displacement": START})
    for system, begun in ((tree, state), (absolute_system(), carried(tree, absolute_system(), state))):
        run = lw.simulate(system, begun, END, method=table, rtol=1e-7, atol=1e-9)
        assert run["rail.displacement"][-1] == pytest.approx(exact(END), abs=1e-5)


@pytest.mark.parametrize("table", [SDIRK3, GAUSS4], **ids)
def test_a_ball_bounces_from_event_to_event(table: lw.ImplicitTableau) -> None:
    m = lw.Model("ball", gravity=(0, 0, -10.0))
    ball = m.body("ball", lw.Sphere(0.1, mass=1.0))
    m.connect("floor", lw.UnilateralContact(restitution=0.5), m.ground.plane("z"), ball.surface())
    for system, begun in formulations(m, {"ball (free).z": 5.1}):
        run = lw.simulate(system, begun, 2.5, method=table, contact="events")
        # It falls 5 m in 1 s, comes back with 5 m/s, and touches the floor again after another second.
        hits = [event.t for event in run.events]
        assert hits[:2] == pytest.approx([1.0, 2.0], abs=1e-7)
        assert run["ball.position"][-1, 2] == pytest.approx(0.1 + 2.5 * 0.5 - 5.0 * 0.25, abs=1e-6)


@pytest.mark.few(1)
@pytest.mark.parametrize("table", [MIDPOINT, SDIRK3, GAUSS4], **ids)
def test_steps_of_given_length_follow_bounces_until_they_end(table: lw.ImplicitTableau) -> None:
    """Bounces shorter than a step lie on its polynomial: on the line of the midpoint rule they began below the floor.

    It falls 0.5 m, and bounces take sqrt(2 · 0.5/g) (1 + 2 Σ e^k) = 3 · 0.319 s with e = 1/2.
    """
    m = lw.Model("ball")
    ball = m.body("ball", lw.Sphere(0.1, mass=1.0))
    m.connect("floor", lw.UnilateralContact(restitution=0.5), m.ground.plane("z"), ball.surface())
    for system, begun in formulations(m, {"ball (free).z": 0.6}):
        run = lw.simulate(system, begun, 1.2, method=table, contact="events", h=5e-3)
        assert run.certificate.steps < 500
        closed = [float(x) for x in re.findall(r"floor closed at t = ([0-9.]+)", str(run.certificate))]
        assert closed == [pytest.approx(3.0 * np.sqrt(1.0 / 9.81), abs=1e-5)]
        assert run["ball.position"][-1, 2] == pytest.approx(0.1, abs=1e-9)


@pytest.mark.few(1)
@pytest.mark.parametrize(("table", "given"), [(SDIRK3, {}), (GAUSS4, {"h": 0.01})], **ids)
def test_interrupted_and_resumed_has_the_same_bits(tmp_path: Path, table: Any, given: dict[str, Any]) -> None:
    for place, (system, state) in enumerate(in_both()):

        def options(action: Any) -> dict[str, Any]:
            return {"method": table, "events": [lw.Event("low", "A.angle", 0.7, action=action)], **given}

        mark = tmp_path / f"check {place}"
        whole = lw.simulate(system, state, 0.3, **options(lambda *_: None))
        stopped = options(lambda *_: signal.raise_signal(signal.SIGINT))
        assert lw.simulate(system, state, 0.3, output=lw.Output(checkpoint=mark), **stopped).t[-1] < 0.3
        again = lw.simulate(system, None, 0.3, output=lw.Output(resume=mark), **options(lambda *_: None))
        assert np.array_equal(again.q, whole.q) and np.array_equal(again.t, whole.t)
        other = lw.ImplicitTableau("sdirk3", 1, a=[[1]], b=[1], c=[1])
        with pytest.raises(lw.ModelError, match=r"method was .*order [34]\(2\).*, is .*order 1\(1\)"):
            lw.simulate(system, None, 0.3, output=lw.Output(resume=mark), **{**stopped, "method": other, "h": None})


def test_certificates_many_sensitivities_and_real_time(tmp_path: Path) -> None:
    system = double_pendulum()
    run = lw.simulate(system, start(), 0.2, times=5, method=SDIRK3)
    run.save(tmp_path / "run.nc")
    again = lw.load_run(tmp_path / "run.nc")
    fields = again.certificate.options["method"]["fields"]
    assert again.certificate.method == "sdirk3" and fields == {"order": 3, "error_order": 2, "digest": SDIRK3.digest}
    ensemble = lw.simulate_many(system, [start(), {"A.angle": 0.1}], 0.2, method=SDIRK3, times=5)
    np.testing.assert_array_equal(ensemble[0].q, run.q)
    by = lw.sensitivities(system, start(), 0.1, initial=["A.angle"], method=SDIRK3, rtol=1e-7)
    wanted = lw.sensitivities(system, start(), 0.1, initial=["A.angle"])
    assert by["B.angle"].gradient[-1] == pytest.approx(wanted["B.angle"].gradient[-1], rel=1e-4)
    for table in (GAUSS4, LOBATTO_A):
        at_once = lw.RealTime(system, 0.005, start(), method=table, iterations=6)
        at_once.step(20)
        fixed = lw.simulate(system, start(), 0.1, method=table, h=0.005)
        np.testing.assert_allclose(at_once.state.q, fixed.final.q, atol=1e-10)


@pytest.mark.few(1)
@needs_compiler
@pytest.mark.parametrize(("table", "way"), [(SDIRK3, {"rtol": 1e-6}), (GAUSS4, {"h": 0.01})], **ids)
def test_they_leave_as_c_and_as_a_page(tmp_path: Path, table: lw.ImplicitTableau, way: dict[str, float]) -> None:
    system, times = double_pendulum(), np.linspace(0.0, 0.5, 11)
    here = lw.simulate(system, start(), 0.5, times=times, method=table, **way)
    source = lw.export_c(system, start(), name="own", method=table, **way)
    main = """#include <stdio.h>
#include "own.h"
int main(void)
{
    static own_t sim;
    own_init(&sim);
    printf("%d", (int)own_advance(&sim, 0.5));
    for (int k = 0; k < 4; k++) {
        printf(" %.17g", sim.state[k]);
    }
    return 0;
}
"""
    code, *state = run_c(tmp_path, [source], main).split()
    final = np.concatenate([here.final.q, here.final.u])
    assert int(code) == RUN_DONE
    np.testing.assert_allclose(np.array(state, dtype=float), final, rtol=1e-9)
    (page,) = run_in_node([lw.export_wasm(system, start(), 0.5, times=times, method=table, **way)], tmp_path)
    assert page.steps == here.certificate.steps
    np.testing.assert_allclose(page.rows[-1, :4], final, rtol=1e-9)


def test_a_step_that_is_too_long_is_told() -> None:
    spun = double_pendulum().state({"A.angle": 0.5, "B.angle_dot": 400.0})
    run = lw.simulate(double_pendulum(), spun, 1.0, method=GAUSS4, h=0.2)
    assert run.certificate.status == "failed" and "implicit step could not be solved" in run.certificate.sentence


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"a": [[1 / 2], [1 / 2]]}, r"a has 2 rows, but c 1 entries"),
        (
            {"a": [[0]], "c": [0], "order": 1},
            r"a has no entries on or above its diagonal: .* Take lw\.Tab",
        ),
        ({"a": [[1 / 3]]}, r"row 0 of a sums to 0\.333333, but c\[0\] = 0\.5"),
        ({"order": 3}, r"of order 3, but Σ b_i c_i² = 0\.25 instead of 1/3 \(order 3\)"),
        ({"b": [0.9]}, r"of order 2, but Σ b_i = 0\.9 instead of 1"),
        ({"a": [[np.nan]]}, r"row 0 of a must have at most 1 finite real numbers"),
        ({"a": [[1 / 4, 1 / 4]]}, r"row 0 of a must have at most 1 finite real numbers"),
        ({"a": [[0.5 + 0j]]}, r"row 0 of a must have at most 1 finite real numbers"),
        ({"a": np.array([[0.5 + 0j]])}, r"row 0 of a must have at most 1 finite real numbers"),
        ({"b": [1j]}, r"b must be a row of finite real numbers"),
        ({"error": [0.1]}, "it has error weights; give error_order"),
        ({"error": [0.1], "error_order": 1}, r"b − error is not of order 1: Σ b_i = 0\.9"),
        ({"dense": [[0.3]]}, "dense has a row for each of 1 stages, whose sum is b"),
        (
            {"a": [[1 / 4, 0], [3 / 4, 0]], "b": [1, 0], "c": [1 / 4, 3 / 4], "order": 1},
            r"a is singular\. Only the first stage may be explicit",
        ),
    ],
)
def test_bad_tables_are_told(changed: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=rf"ImplicitTableau 'mine': .*{message}"):
        lw.ImplicitTableau(**{"name": "mine", "order": 2, "a": [[1 / 2]], "b": [1], "c": [1 / 2], **changed})


def gauss(stages: int) -> dict[str, Any]:
    """Collocation at the zeros of Legendre's polynomial, of order twice the stages."""
    x, w = np.polynomial.legendre.leggauss(stages)
    c, powers = (x + 1.0) / 2.0, np.arange(1, stages + 1)
    a = (c[:, None] ** powers / powers) @ np.linalg.inv(c[:, None] ** (powers - 1))
    return {"a": a, "b": w / 2.0, "c": c}


@pytest.mark.parametrize("stages", [3, 4, 5])
def test_a_claimed_order_is_checked_to_its_end(stages: int) -> None:
    """Four conditions of order 4 were the last that were looked at."""
    assert f"order {2 * stages}(" in lw.ImplicitTableau("gauss", 2 * stages, **gauss(stages)).description
    for order in (2 * stages + 1, 2 * stages + 2):
        unmet = (
            rf"said to be of order {order}, but Σ b_i c_i.+ instead of 1/{2 * stages + 1} \(order {2 * stages + 1}\)"
        )
        with pytest.raises(ValueError, match=unmet):
            lw.ImplicitTableau("gauss", order, **gauss(stages))


def test_conditions_are_those_of_all_rooted_trees() -> None:
    """How many there are of each size is Cayley's sequence; explicit methods have them too, of 13 evaluations here."""
    assert [len(_trees(k)) for k in range(1, 9)] == [1, 1, 2, 4, 9, 20, 48, 115]
    assert first_unmet(8, DOP853.a, DOP853.b, DOP853.c) is None
    assert first_unmet(9, DOP853.a, DOP853.b, DOP853.c) is not None
    # Nodes and weights of a quadrature of order 6 and linear equations to order 4 do not make a method of order 5.
    shifted = gauss(3)["a"] + 0.02 * np.outer([1, -2, 1], [1, -2, 1])
    found = first_unmet(6, shifted - np.diag(shifted.sum(axis=1) - gauss(3)["c"]), gauss(3)["b"], gauss(3)["c"])
    assert found is not None and "a_ij" in found[1]


@pytest.mark.parametrize("kind", [lw.ImplicitTableau, lw.Tableau])
def test_a_table_has_a_name(kind: Any) -> None:
    for name in ("", " ", None):
        with pytest.raises(ValueError, match=rf"Tableau: name = {name!r}; give a word"):
            kind(name, 1, a=[[1]], b=[1], c=[1])


def test_tables_without_an_estimate_need_a_step() -> None:
    assert LOBATTO_A.error_order == 0
    with pytest.raises(lw.ModelError, match="lobatto IIIA has fixed steps and no error control; give the step h"):
        lw.simulate(double_pendulum(), start(), 0.1, method=LOBATTO_A)
    named = lw.ImplicitTableau("radau", 2, a=[[1 / 2]], b=[1], c=[1 / 2])
    with pytest.raises(lw.ModelError, match="'radau' is a shipped method"):
        lw.simulate(double_pendulum(), start(), 0.1, method=named)
